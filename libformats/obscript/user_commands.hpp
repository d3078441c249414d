// The user's table of commands: commands of OBSE plugins that are not built in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "obscript/old_record.hpp"

namespace redforge::obscript {

/// A table with this name applies to all plugins and sources in its folder and in four levels of subfolders.
inline constexpr std::string_view commands_file = "obse-commands.txt";

class UserCommands {
public:
    /// Parses lines such as "GetFoo = command 2BCD 1 Rf": the opcode, the number of required parameters, and a letter
    /// of parameter_types() for each type, as in comments of compiled code. Comments begin with a semicolon. Errors,
    /// with the line: malformed; exists (a duplicate name or opcode).
    [[nodiscard]] static Result<std::shared_ptr<const UserCommands>> read(std::string_view text);

    /// Finds a command by name, ignoring case; null if there is none. Valid as long as the table.
    [[nodiscard]] const Command* named(std::string_view name) const;
    [[nodiscard]] const Command* find(std::uint16_t opcode) const;
    /// Returns all commands, sorted by opcode.
    [[nodiscard]] std::vector<const Command*> all() const;

    /// Returns the first problem of a table that was found automatically, as a sentence; the lines before it are used.
    /// Empty if there is none.
    [[nodiscard]] const std::string& problem() const { return problem_; }

private:
    friend std::shared_ptr<const UserCommands> commands_around(const std::filesystem::path& file);
    [[nodiscard]] Status add_all(std::string_view text);
    [[nodiscard]] Status add(std::string_view line);

    LearntCommands commands_;
    std::map<std::string, const Command*, std::less<>> by_name_;  ///< in lower case
    std::map<std::uint16_t, const Command*> by_opcode_;
    std::string problem_;
};

/// Finds a command: built-in commands first, then the user's table, which may be null.
[[nodiscard]] const Command* find_command(std::uint16_t opcode, const UserCommands* user);
[[nodiscard]] const Command* command_named(std::string_view name, const UserCommands* user);

/// Returns the table of the project, if redforge.toml names one. Else returns the table in the nearest folder above a
/// file; searches at most five folders, starting with the file itself if it is a folder. Empty if there is none.
[[nodiscard]] std::filesystem::path commands_file_around(const std::filesystem::path& file);
/// Returns that table as far as it can be read, or null if there is none.
[[nodiscard]] std::shared_ptr<const UserCommands> commands_around(const std::filesystem::path& file);

}  // namespace redforge::obscript
