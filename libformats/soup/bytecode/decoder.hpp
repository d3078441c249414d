// Decodes bytecode into a flat list of statements and operands, without names or text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "soup/bytecode/opcodes.hpp"

namespace redforge::soup {

/// Type of an operand. Operands are stored in byte order.
enum class OperandKind : std::uint8_t {
    value,   ///< the opcode byte of a value; its own operands follow
    object,  ///< kind, and the second byte in bits 8 to 15
    call_type,
    function,
    count,  ///< number of arguments
    flag,
    variable,
    property,
    number,  ///< 32 bits; a source shows it as signed
    string,
    target,
    byte,
    op,     ///< an operator
    extra,  ///< the byte after ++ or --
    pad,    ///< padding in PARAM mode, 2 or 3 bytes
    comparison,
    conjunction,
};
[[nodiscard]] std::string_view operand_name(OperandKind kind);

struct Operand {
    OperandKind kind{};
    Mode mode{};             ///< of the value that the operand belongs to
    std::uint32_t offset{};  ///< offset in the code
    std::uint32_t value{};
};

/// A statement, or bytes that do not decode.
struct Statement {
    std::uint32_t offset{};
    std::uint32_t length{};
    std::uint32_t first{};  ///< index of the first operand
    std::uint32_t count{};  ///< number of operands
    std::uint8_t opcode{};
    bool raw{};                 ///< bytes that do not decode
    bool label{};               ///< the target of a jump
    std::uint8_t depth{};       ///< number of blocks around it
    std::uint32_t block_end{};  ///< end offset of its block; 0 if it opens none
    std::uint32_t line{};       ///< 1-based line in the printed source; 0 before printing
};

/// A decoded script. The statements cover the code without gaps.
struct Listing {
    std::vector<Statement> statements;
    std::vector<Operand> operands;

    [[nodiscard]] std::span<const Operand> operands_of(const Statement& statement) const
    {
        return std::span(operands).subspan(statement.first, statement.count);
    }
};

/// Decodes the statement at `offset` and appends its operands to `to`. Returns nullopt if no statement begins there.
[[nodiscard]] std::optional<Statement> decode_statement(ByteView code, std::size_t offset, std::vector<Operand>& to);

/// Decodes the whole code. O(n) for any bytes.
[[nodiscard]] Listing decode(ByteView code);

/// Splits raw runs at each offset of `places` that is inside one.
void split_raw(Listing& listing, std::vector<std::uint32_t> places);

/// Returns the index of the statement that contains a byte, or the number of statements if the offset is past the code.
[[nodiscard]] std::size_t statement_at(const Listing& listing, std::uint32_t offset);

}  // namespace redforge::soup
