// The names in compiled code, in the order in which a compiler meets them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "obscript/code_frame.hpp"
#include "obscript/environment.hpp"

namespace redforge::obscript {

class UserCommands;

/// A name in a source that the code of a statement stores as a number.
struct CodeName {
    enum class Kind : std::uint8_t { variable, global, form, command, text };

    Kind kind{};
    std::uint16_t owner{};   ///< the reference before the dot; 0: none
    std::uint16_t number{};  ///< index of a variable; place of a form or global in the list; opcode of a command
    VariableType type{};     ///< of a variable; of the game's own expressions real or integer
    std::string parameters;  ///< of a command that is in no table: the types that its code shows
};

/// The names of a statement. `whole`: false if a part was not understood; later names can be missing.
struct CodeNames {
    std::vector<CodeName> names;
    std::string parameters;  ///< if the statement is an unknown command: the types of its parameters
    bool whole{true};
};
/// Returns the names in a statement. `commands`: commands that are not built in; may be null.
[[nodiscard]] CodeNames names_in(const Statement& statement, const UserCommands* commands = nullptr);

}  // namespace redforge::obscript
