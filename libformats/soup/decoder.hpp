// Bytecode taken apart into statements and their operands, one after the other; no names, no text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "soup/opcodes.hpp"

namespace redforge::soup {

/// What an operand of a statement is. The operands of a statement stand in the order of the bytes.
enum class OperandKind : std::uint8_t {
    value,        ///< the opcode byte of a value; its own operands follow
    object,       ///< kind, and the second byte in bits 8 to 15
    call_type,
    function,
    count,        ///< of arguments
    flag,
    variable,
    property,
    number,       ///< 32 bits, signed in the source
    string,
    target,
    byte,
    op,           ///< an operator
    extra,        ///< the byte behind ++ or --
    pad,          ///< what follows in PARAM mode, 2 or 3 bytes
    comparison,
    conjunction,
};
[[nodiscard]] std::string_view operand_name(OperandKind kind);

struct Operand {
    OperandKind kind{};
    Mode mode{};             ///< of the value it belongs to
    std::uint32_t offset{};  ///< into the code
    std::uint32_t value{};
};

/// A statement, or bytes that are none.
struct Statement {
    std::uint32_t offset{};
    std::uint32_t length{};
    std::uint32_t first{};  ///< operand
    std::uint32_t count{};  ///< of operands
    std::uint8_t opcode{};
    bool raw{};             ///< bytes that decode to nothing
    bool label{};           ///< something jumps here
    std::uint8_t depth{};   ///< of blocks around it
    std::uint32_t block_end{};  ///< where its block ends; 0 when it opens none
    std::uint32_t line{};   ///< 1-based line of the source it was printed to; 0 before
};

/// A script taken apart. The statements cover the code without gaps.
struct Listing {
    std::vector<Statement> statements;
    std::vector<Operand> operands;

    [[nodiscard]] std::span<const Operand> operands_of(const Statement& statement) const
    {
        return std::span(operands).subspan(statement.first, statement.count);
    }
};

/// Decodes the statement at `offset` and appends its operands to `to`; empty when there is none.
[[nodiscard]] std::optional<Statement> decode_statement(ByteView code, std::size_t offset, std::vector<Operand>& to);

/// Decodes from the first byte to the last. In time proportional to the code, whatever it holds.
[[nodiscard]] Listing decode(ByteView code);

/// Divides runs of bytes that are no statements where an offset of `places` falls into them.
void split_raw(Listing& listing, std::vector<std::uint32_t> places);

/// The statement in which a byte is; the number of statements when it is past the code.
[[nodiscard]] std::size_t statement_at(const Listing& listing, std::uint32_t offset);

}  // namespace redforge::soup
