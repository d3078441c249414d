// A person's table of commands: those of plugins of OBSE that no built-in table has.
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

/// A table of this name stands for all plugins and sources in its folder, and in four folders below each other.
inline constexpr std::string_view commands_file = "obse-commands.txt";

class UserCommands {
public:
    /// Lines such as "GetFoo = command 2BCD 1 Rf": the opcode, how many parameters may not be left out, and the type of each as a
    /// letter of parameter_types(), as the comments of compiled code have them. Comments begin with a semicolon.
    /// Errors: malformed, exists (a name or opcode that is there already); with the line.
    [[nodiscard]] static Result<std::shared_ptr<const UserCommands>> read(std::string_view text);

    /// By name, in letters of either case; null: it has none. Valid as long as the table.
    [[nodiscard]] const Command* named(std::string_view name) const;
    [[nodiscard]] const Command* find(std::uint16_t opcode) const;
    /// By opcode.
    [[nodiscard]] std::vector<const Command*> all() const;

    /// Of a table that was found, not named: what is wrong in it, as a sentence; the lines before that count. Empty: nothing.
    [[nodiscard]] const std::string& problem() const { return problem_; }

private:
    friend std::shared_ptr<const UserCommands> commands_around(const std::filesystem::path& file);
    [[nodiscard]] Status add_all(std::string_view text);
    [[nodiscard]] Status add(std::string_view line);

    LearntCommands commands_;
    std::map<std::string, const Command*, std::less<>> by_name_;  ///< in small letters
    std::map<std::uint16_t, const Command*> by_opcode_;
    std::string problem_;
};

/// The commands that scripts may call: those that are built in, then those of a person's table, which may be null.
[[nodiscard]] const Command* find_command(std::uint16_t opcode, const UserCommands* user);
[[nodiscard]] const Command* command_named(std::string_view name, const UserCommands* user);

/// The table in the nearest folder above a file, or in the file itself where that is a folder, of at most five; empty: there is
/// none.
[[nodiscard]] std::filesystem::path commands_file_around(const std::filesystem::path& file);
/// That table as far as it can be read; null: there is none.
[[nodiscard]] std::shared_ptr<const UserCommands> commands_around(const std::filesystem::path& file);

}  // namespace redforge::obscript
