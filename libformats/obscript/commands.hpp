// Commands of Oblivion and OBSE scripts: opcodes, names and parameters.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace redforge::obscript {

/// Layout of a command's parameters in compiled code.
enum class CommandParser : std::uint8_t {
    standard,     ///< their number, then each by its type
    message_box,  ///< a text, variables, buttons
    message,      ///< a text, variables, a time
    expression,   ///< OBSE: expressions
    call,         ///< OBSE: a function, then expressions
    loop,         ///< OBSE: where the loop ends, then expressions
    nothing,      ///< OBSE: no parameters; the rest of the line is ignored
};

struct Command {
    std::uint16_t opcode{};
    std::string_view name;
    std::string_view short_name;  ///< empty if it has none
    std::string_view parameters;  ///< the type of each, as a letter of parameter_types()
    std::uint8_t required{};      ///< minimum number of parameters
    CommandParser parser{};
    bool needs_reference{};  ///< it is called on a reference: an explicit one, or the script's own
};

/// First opcode of OBSE commands. Commands from `first_plugin_opcode` on belong to OBSE plugins.
inline constexpr std::uint16_t first_obse_opcode = 0x1400;
inline constexpr std::uint16_t first_plugin_opcode = 0x2000;

/// Returns null if no table has the opcode.
[[nodiscard]] const Command* find_command(std::uint16_t opcode);
/// Finds a command by name or short name, ignoring case. Returns the first one if two share a name.
[[nodiscard]] const Command* command_named(std::string_view name);
/// Returns true if command_named() returns this command for its name.
[[nodiscard]] bool has_its_name(const Command& command);
/// Returns all commands, sorted by opcode.
[[nodiscard]] std::span<const Command> commands();
/// Returns the names of commands that only the console accepts.
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
/// Returns the type of a letter.
[[nodiscard]] const ParameterType& parameter_type(char letter);

/// Returns the word for a number of a parameter of kind a, g, e, c or t. Empty if there is none.
[[nodiscard]] std::string_view parameter_word(char kind, std::uint16_t value);
/// Returns the number of a word of a parameter: the inverse of parameter_word(). Returns -1 if there is no such word.
[[nodiscard]] int parameter_value(char kind, std::string_view word);
/// Returns all words of such a kind, in the order of their numbers. Numbers without a word are empty.
[[nodiscard]] std::span<const std::string_view> parameter_words(char kind);

/// A block type: its names and parameter types. Parameters from `required` on are optional.
struct BlockType {
    std::string_view name;
    std::string_view parameters;
    std::uint8_t required{};
    std::string_view other_name{};
};
/// Returns the block types, by number.
[[nodiscard]] std::span<const BlockType> block_types();
/// Returns the number of the block type with this name, or -1.
[[nodiscard]] int block_type_named(std::string_view name);
/// The type of blocks that are functions of OBSE.
inline constexpr std::uint16_t function_block = 7;

}  // namespace redforge::obscript
