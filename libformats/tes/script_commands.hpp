// The commands that scripts of Oblivion and OBSE may call: their opcodes, names and parameters.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace redforge::tes {

/// How the parameters of a command are laid out in compiled code.
enum class CommandParser : std::uint8_t {
    usual,        ///< their number, then each by its type
    message_box,  ///< a text, variables, buttons
    message,      ///< a text, variables, a time
    expression,   ///< OBSE: expressions
    call,         ///< OBSE: a function, then expressions
    loop,         ///< OBSE: where the loop ends, then expressions
};

struct Command {
    std::uint16_t opcode{};
    std::string_view name;
    /// A letter for each parameter: s text, i whole number, f number, r form or reference, a actor value, x axis,
    /// g animation group, e sex, c crime, t type of form.
    std::string_view parameters;
    CommandParser parser{};
};

/// Null: nobody knows it.
[[nodiscard]] const Command* find_command(std::uint16_t opcode);
/// By name, whatever its letter case. Of two commands of one name the first.
[[nodiscard]] const Command* command_named(std::string_view name);
/// Whether command_named() its name gives this command, and none of the same name.
[[nodiscard]] bool has_its_name(const Command& command);
/// All, by opcode.
[[nodiscard]] std::span<const Command> commands();

/// The word for a number of a parameter of type a, g, e, c or t; empty when it has none.
[[nodiscard]] std::string_view parameter_word(char type, std::uint16_t value);
/// The inverse; -1 when there is no such word.
[[nodiscard]] int parameter_value(char type, std::string_view word);

/// What may begin a block, by number: its name, and the types of its parameters.
struct BlockType {
    std::string_view name;
    std::string_view parameters;
};
[[nodiscard]] std::span<const BlockType> block_types();

}  // namespace redforge::tes
