// A person's table of commands: those of plugins of OBSE that no built-in table has.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "obscript/old_record.hpp"

namespace redforge::obscript {

class UserCommands {
public:
    /// Lines such as "GetFoo = command 2BCD 1 Rf": the opcode, how many parameters may not be left out, and the type of each as a
    /// letter of parameter_types(), as the comments of compiled code have them. Comments begin with a semicolon.
    /// Errors: malformed, exists (a name or opcode that is there already); with the line.
    [[nodiscard]] static Result<std::shared_ptr<const UserCommands>> read(std::string_view text);

    /// By name, in letters of either case; null: it has none. Valid as long as the table.
    [[nodiscard]] const Command* named(std::string_view name) const;
    [[nodiscard]] const Command* find(std::uint16_t opcode) const;

private:
    [[nodiscard]] Status add(std::string_view line);

    LearntCommands commands_;
    std::map<std::string, const Command*, std::less<>> by_name_;  ///< in small letters
    std::map<std::uint16_t, const Command*> by_opcode_;
};

}  // namespace redforge::obscript
