// Writes the statements of a compiled script: what is understood as its text, what is not as bytes in braces.
//
// Statements and calls are in code_to_text.cpp, expressions in expressions_to_text.cpp.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/bytes.hpp"
#include "core/code_page.hpp"
#include "core/hex.hpp"
#include "obscript/code_frame.hpp"
#include "obscript/code_reader.hpp"
#include "obscript/commands.hpp"
#include "obscript/operators.hpp"

namespace redforge::obscript {

/// One of an expression's items, which come in postfix order: its text as an item, and what it does as an operator.
struct ExpressionItem {
    enum class Kind : std::uint8_t { operand, unary, binary, right, subscript };  ///< right: binary, from the right

    std::size_t begin{};  ///< of its text
    std::size_t end{};
    std::size_t first{};  ///< the first item of its operands, or itself
    std::string_view op;
    int precedence{operand_strength};
    Kind kind{};
};

/// Writes statements behind a text. What begins to write something that turns out not to be understood takes it back.
class StatementPrinter {
public:
    /// `all_numbers`: numbers that follow from the other statements are printed too.
    StatementPrinter(std::string& out, bool named, bool all_numbers, CodePage page)
        : out_(out), named_(named), all_numbers_(all_numbers), page_(page)
    {
    }

    /// A statement without its number of statements or bytes.
    void statement(const Statement& statement, std::optional<std::uint32_t> computed);
    /// The same with all its payload as bytes.
    void plain(const Statement& statement);
    void braces(ByteView bytes)
    {
        if (!bytes.empty()) {
            out_ += '{';
            append_hex(out_, bytes);
            out_ += '}';
        }
    }

private:
    /// Calls inside calls, and items of one expression, beyond which bytes are shown as bytes.
    static constexpr unsigned deepest_call = 40;
    static constexpr std::size_t max_items = 1000;

    // Names and numbers.
    template <class T>
    void decimal(T number)
    {
        std::array<char, 24> buffer;  // NOLINT: written before it is read
        out_.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr);
    }
    /// `r3`
    void numbered(char letter, unsigned number)
    {
        out_ += letter;
        decimal(number);
    }
    /// `r3.`
    void owner(unsigned reference)
    {
        numbered('r', reference);
        out_ += '.';
    }
    void owner(const Statement& statement)
    {
        if (statement.prefix) {
            owner(*statement.prefix);
        }
    }
    void bare_name(std::uint16_t opcode) { fmt::format_to(std::back_inserter(out_), "op{:04X}", opcode); }
    /// A number behind its name, where it is not what the other statements say.
    void given_number(std::string_view name, std::uint32_t found, std::uint32_t computed)
    {
        if (found != computed || all_numbers_) {
            ((out_ += ' ') += name) += '=';
            decimal(found);
        }
    }
    void quoted(ByteView bytes)
    {
        out_ += '"';
        const std::size_t begin = out_.size();
        append_encoded(out_, as_text(bytes), page_);
        for (std::size_t at = out_.find('"', begin); at != std::string::npos; at = out_.find('"', at)) {
            out_.replace(at, 1, "\\x22");
        }
        out_ += '"';
    }
    bool real(double value)
    {
        if (!std::isfinite(value)) {
            return false;
        }
        const std::size_t begin = out_.size();
        decimal(value);
        if (out_.find_first_of(".e", begin) == std::string::npos) {
            out_ += ".0";
        }
        return true;
    }

    // Statements.

    /// The statements that every script has, in their own words. False: the payload is not as it should be.
    bool known(const Statement& statement, std::optional<std::uint32_t> computed);
    bool condition(CodeReader& in, std::string_view word, std::uint32_t computed);
    bool set(CodeReader& in);
    bool loop(CodeReader& in, std::string_view word, std::uint32_t computed);
    bool begin(CodeReader& in, std::uint32_t computed);
    [[nodiscard]] const BlockType* block_type(std::uint16_t type) const;
    void block_name(std::uint16_t type);
    bool begin_with_arguments(CodeReader in, std::uint16_t type);
    static bool is_overridden(CodeReader in) { return in.u16() == 0xFFFE; }
    /// What OBSE writes of the parameters of a function.
    bool function_variables(CodeReader& in);

    // Calls.
    void call(std::uint16_t opcode, ByteView payload);
    void command_name(const Command* command, std::uint16_t opcode);
    /// Whether OBSE took over the parameters of a command of the usual kind.
    static bool is_redirected(const Command& command, ByteView payload);
    bool arguments_of(const Command& command, ByteView payload);
    bool usual_arguments(CodeReader& in, std::string_view types);
    bool usual_argument(CodeReader& in, char kind);
    /// [reference.]variable or global.
    bool variable(CodeReader& in);
    bool take_owner(CodeReader& in);
    bool message(CodeReader& in, bool box);

    // Expressions.

    /// Writes an expression whose items `item` takes off `in` one by one: as a tree where they are one, else in
    /// brackets as they come, and as bytes where an item is not understood.
    template <class TakeItem>
    void expression(ByteView bytes, TakeItem item);
    /// Gives an item its operands, which are the last of `open`. False: it has too few.
    bool attach(ExpressionItem& item, std::size_t& open);
    void write_operand(std::size_t place, bool brackets);
    /// An item with its operands.
    void write_infix(std::size_t place);  // recursive: there are max_items

    // The game's expressions.
    void game_expression(ByteView bytes);
    bool game_item(CodeReader& in, ExpressionItem& item);
    bool game_operand(CodeReader& in);

    // OBSE's expressions.

    /// Their number, then each behind its size.
    bool obse_arguments(CodeReader& in);
    /// A size that counts itself, and an expression.
    bool obse_argument(CodeReader& in);
    bool obse_call(CodeReader& in);
    void obse_expression(ByteView bytes);
    static bool obse_operator(const ObseOperator& op, ExpressionItem& item);
    bool obse_operand(CodeReader& in, std::uint8_t code);
    /// A number that would have had room in fewer bytes tells its type.
    void sized_integer(char type, std::uint32_t value, std::uint32_t smaller);

    std::string& out_;
    bool named_;
    bool all_numbers_;
    CodePage page_;
    unsigned depth_{};
    std::vector<ExpressionItem> items_;  ///< of the expressions that are being written, one inside the other
    std::string infix_;
};

}  // namespace redforge::obscript
