// The frame of compiled scripts: a sequence of statements, and the numbers in them that depend on other statements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge::obscript {

/// Opcodes of the statements that every script has.
namespace opcode {
inline constexpr std::uint16_t begin = 0x10;
inline constexpr std::uint16_t end = 0x11;
inline constexpr std::uint16_t set = 0x15;
inline constexpr std::uint16_t if_ = 0x16;
inline constexpr std::uint16_t else_ = 0x17;
inline constexpr std::uint16_t else_if = 0x18;
inline constexpr std::uint16_t end_if = 0x19;
inline constexpr std::uint16_t prefix = 0x1C;
inline constexpr std::uint16_t script_name = 0x1D;
inline constexpr std::uint16_t return_ = 0x1E;
inline constexpr std::uint16_t while_ = 0x176B;
inline constexpr std::uint16_t loop = 0x176C;
inline constexpr std::uint16_t for_each = 0x176D;
/// OBSE's frame of a block whose commands take expressions, `Begin _GameMode`: the first and the last statement in it.
inline constexpr std::uint16_t push_context = 0x19A5;
inline constexpr std::uint16_t pop_context = 0x19A6;
}  // namespace opcode

/// A statement: [1C 00, reference] opcode, length, payload.
struct Statement {
    std::optional<std::uint16_t> prefix;
    std::uint16_t opcode{};
    ByteView payload;
    std::size_t end{};  ///< offset of the next statement
};

/// Splits code into its complete statements. `rest` gets the remaining bytes.
[[nodiscard]] std::vector<Statement> split_statements(ByteView code, ByteView& rest);

/// Returns, for each statement, the number in it that follows from the other statements, if its kind has one: for
/// Begin, the bytes up to the end of its End; for If, ElseIf and Else, the statements up to the next of these or EndIf;
/// for a loop, the offset after it.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> computed_numbers(std::span<const Statement> statements,
                                                                         std::size_t code_size);

}  // namespace redforge::obscript
