// The commands that scripts of Oblivion and OBSE may call: their opcodes, names and parameters.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace redforge::obscript {

/// How the parameters of a command are laid out in compiled code.
enum class CommandParser : std::uint8_t {
    standard,     ///< their number, then each by its type
    message_box,  ///< a text, variables, buttons
    message,      ///< a text, variables, a time
    expression,   ///< OBSE: expressions
    call,         ///< OBSE: a function, then expressions
    loop,         ///< OBSE: where the loop ends, then expressions
    nothing,      ///< OBSE: none, whatever stands behind the name
};

struct Command {
    std::uint16_t opcode{};
    std::string_view name;
    std::string_view short_name;  ///< empty: it has none
    std::string_view parameters;  ///< the type of each, as a letter of parameter_types()
    std::uint8_t required{};      ///< so many parameters may not be left out
    CommandParser parser{};
    bool needs_reference{};  ///< it is called on a reference, its own or that of the script
};

/// From this opcode on, commands are those of OBSE, and from `first_plugin_opcode` on those of plugins of OBSE.
inline constexpr std::uint16_t first_obse_opcode = 0x1400;
inline constexpr std::uint16_t first_plugin_opcode = 0x2000;

/// Null: no table has it.
[[nodiscard]] const Command* find_command(std::uint16_t opcode);
/// By name or short name, whatever its letter case. Of two commands of one name the first.
[[nodiscard]] const Command* command_named(std::string_view name);
/// Whether command_named() its name gives this command, and none of the same name.
[[nodiscard]] bool has_its_name(const Command& command);
/// All, by opcode.
[[nodiscard]] std::span<const Command> commands();
/// Names of commands that only the console takes.
[[nodiscard]] std::span<const std::string_view> console_commands();

/// A type of command parameters.
struct ParameterType {
    char letter{};  ///< unique letter, as in Command::parameters
    /// How it is compiled: s text, i integer, f number, r form or reference, a actor value, x axis, g animation group,
    /// e sex, c crime, t form type, v not compiled, o OBSE expression.
    char kind{};
    std::string_view name;         ///< word in definitions/commands.tsv
    std::string_view description;  ///< noun for messages
};
[[nodiscard]] std::span<const ParameterType> parameter_types();
/// By the letter of a type.
[[nodiscard]] const ParameterType& parameter_type(char letter);

/// The word for a number of a parameter of kind a, g, e, c or t; empty when it has none.
[[nodiscard]] std::string_view parameter_word(char kind, std::uint16_t value);
/// The inverse; -1 when there is no such word.
[[nodiscard]] int parameter_value(char kind, std::string_view word);
/// All words of such a kind in the order of their numbers; those without a word are empty.
[[nodiscard]] std::span<const std::string_view> parameter_description(char kind);

/// A type of blocks: its names, and the types of its parameters, which may be left out from `required` on.
struct BlockType {
    std::string_view name;
    std::string_view parameters;
    std::uint8_t required{};
    std::string_view other_name{};
};
/// By number.
[[nodiscard]] std::span<const BlockType> block_types();
/// The number of the type of that name; -1: there is none.
[[nodiscard]] int block_type_named(std::string_view name);
/// The type of blocks that are functions of OBSE.
inline constexpr std::uint16_t function_block = 7;

}  // namespace redforge::obscript
