// The opcode table: modes and operands of each opcode.
//
// The decoder, printer, parser, interpreter and language reference use this table. Source: reference sheet "SOUP
// bytecode and SOUP386.DEF", with which two open disassemblers and one interpreter agree.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace redforge::soup {

/// Context in which a value is read. It decides what follows the opcode.
enum class Mode : std::uint8_t {
    main,     ///< a statement
    lhs,      ///< left side of a comparison
    rhs,      ///< right side of a comparison
    param,    ///< argument of a call
    formula,  ///< right side of an assignment
};
inline constexpr std::array<std::string_view, 5> mode_names{"MAIN", "LHS", "RHS", "PARAM", "FORMULA"};

enum class Op : std::uint8_t {
    task = 0x00,
    multitask = 0x01,
    function = 0x02,
    if_ = 0x03,
    goto_ = 0x04,
    end = 0x05,
    flag = 0x06,
    number = 0x07,
    variable = 0x0A,
    increment = 0x0F,
    decrement = 0x10,
    gosub = 0x11,
    return_ = 0x12,
    endint = 0x13,
    property = 0x14,
    string = 0x15,
    flag_number = 0x16,
    anchor = 0x17,
    object_task = 0x19,
    object_function = 0x1A,
    task_pause = 0x1B,
    script_result = 0x1E,
};

/// Operand of an opcode. The decoder describes compound operands.
enum class Part : std::uint8_t {
    none,
    object,     ///< u8 kind, u8 string or variable index
    call_type,  ///< u8, in statements only: 0 task, 1 multitask, 2 function
    call,       ///< u16 function, u8 count unless the function is 0, values in PARAM mode
    condition,  ///< { value LHS, u8 comparison, value RHS, u8 conjunction } until the conjunction is 0
    target,     ///< u32 offset of code
    flag,       ///< u16
    variable,   ///< u8
    property,   ///< u16; only the low byte is used
    number,     ///< i32
    string,     ///< u32 index in the actor's strings
    byte,       ///< u8
};

/// A bit for each mode.
constexpr unsigned bit(Mode mode)
{
    return 1U << static_cast<unsigned>(mode);
}
inline constexpr unsigned in_main = bit(Mode::main);
inline constexpr unsigned in_values = bit(Mode::lhs) | bit(Mode::rhs) | bit(Mode::param) | bit(Mode::formula);

struct Opcode {
    Op code{};
    std::string_view name;  ///< its name in the reference page and in --json
    std::uint8_t modes{};   ///< contexts in which it is valid
    std::array<Part, 3> parts{};
    bool assigns{};                 ///< true if a formula follows in MAIN mode
    std::uint8_t operator_modes{};  ///< modes in which an operator byte follows
    std::uint8_t param_pad{};       ///< number of padding bytes in PARAM mode, normally 0
    std::string_view spelling;      ///< keyword or form in a source
};

/// All opcodes, by number.
[[nodiscard]] std::span<const Opcode> opcodes();

/// Returns the opcode for a byte, or null if no statement or value begins with it.
[[nodiscard]] const Opcode* find_opcode(std::uint8_t byte);

/// Operators after a value of a formula. 0 ends the formula.
enum class Operator : std::uint8_t {
    end,
    add,
    subtract,
    multiply,
    divide,
    left,
    right,
    bit_and,
    bit_or,
    bit_xor,
    increment,
    decrement
};
inline constexpr std::array<std::string_view, 12> operator_signs{"",   "+", "-", "*", "/",  "<<",
                                                                 ">>", "&", "|", "^", "++", "--"};
/// Returns true if the formula continues after the operator.
constexpr bool joins(std::uint8_t op)
{
    return op >= 1 && op <= 9;
}
/// Returns true if one more byte follows the operator: `++` and `--`.
constexpr bool has_extra(std::uint8_t op)
{
    return op == 10 || op == 11;
}

inline constexpr std::array<std::string_view, 6> comparison_signs{"=", "!=", "<", ">", "<=", ">="};
inline constexpr std::array<std::string_view, 3> conjunction_words{"", "and", "or"};

/// Kinds of object; other kinds are printed as numbers.
inline constexpr std::uint8_t object_string = 4;
inline constexpr std::uint8_t object_variable = 0x0A;
inline constexpr std::array<std::string_view, 3> object_words{"Me", "Player", "Camera"};

/// Call type of a function.
enum class CallKind : std::uint8_t { task, multitask, function };
inline constexpr std::array<std::string_view, 3> call_description{"task", "multitask", "function"};

/// Minimum size in bytes of the block of `if <ScriptRv>`.
inline constexpr std::uint32_t result_block_size = 4;

/// Returns the opcode table as Markdown, for the language reference (docs/soup.md).
[[nodiscard]] std::string opcode_reference();

}  // namespace redforge::soup
