// Prints the statements of a compiled script: decoded statements as text, other bytes in braces.
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

#include "core/bytes/bytes.hpp"
#include "core/bytes/hex.hpp"
#include "core/text/code_page.hpp"
#include "obscript/code_frame.hpp"
#include "obscript/code_reader.hpp"
#include "obscript/commands.hpp"
#include "obscript/operators.hpp"

namespace redforge::obscript {

/// An item of a postfix expression: its text, and its role as an operator.
struct ExpressionItem {
    enum class Kind : std::uint8_t { operand, unary, binary, right, subscript };  ///< right: binary, right-associative

    std::size_t begin{};  ///< of its text
    std::size_t end{};
    std::size_t first{};  ///< the first item of its operands, or itself
    std::string_view op;
    int precedence{operand_precedence};
    Kind kind{};
};

/// Appends statements to a text. If a statement turns out not to decode, its partial text is removed.
class StatementPrinter {
public:
    /// `all_numbers`: also print numbers that follow from other statements.
    StatementPrinter(std::string& out, bool named, bool all_numbers, CodePage page)
        : out_(out), named_(named), all_numbers_(all_numbers), page_(page)
    {
    }

    /// Prints a statement without its count of statements or bytes.
    void statement(const Statement& statement, std::optional<std::uint32_t> computed);
    /// Prints a statement with its whole payload as bytes.
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
    /// Maximum nesting of calls, and maximum number of items in an expression; bytes beyond are printed raw.
    static constexpr unsigned max_call_depth = 40;
    static constexpr std::size_t max_items = 1000;

    // Names and numbers.
    template <class T>
    void decimal(T number)
    {
        std::array<char, 24> buffer;  // NOLINT: written before it is read
        out_.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr);
    }
    /// Prints a numbered name: `r3`
    void numbered(char letter, unsigned number)
    {
        out_ += letter;
        decimal(number);
    }
    /// Prints the owner before a name: `r3.`
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
    /// Prints a number after its name if it differs from the computed number.
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

    /// Prints a statement of the language. Returns false if the payload is malformed.
    bool known(const Statement& statement, std::optional<std::uint32_t> computed);
    bool condition(CodeReader& in, std::string_view word, std::uint32_t computed);
    bool set(CodeReader& in);
    bool loop(CodeReader& in, std::string_view word, std::uint32_t computed);
    bool begin(CodeReader& in, std::uint32_t computed);
    [[nodiscard]] const BlockType* block_type(std::uint16_t type) const;
    void block_name(std::uint16_t type);
    bool begin_with_arguments(CodeReader in, std::uint16_t type);
    static bool is_overridden(CodeReader in) { return in.u16() == 0xFFFE; }
    /// Prints the parameter data that OBSE adds to a function.
    bool function_variables(CodeReader& in);

    // Calls.
    void call(std::uint16_t opcode, ByteView payload);
    void command_name(const Command* command, std::uint16_t opcode);
    /// Returns true if OBSE handles the parameters of a command of the standard kind.
    static bool is_redirected(const Command& command, ByteView payload);
    bool arguments_of(const Command& command, ByteView payload);
    bool standard_arguments(CodeReader& in, std::string_view types);
    bool standard_argument(CodeReader& in, char kind);
    /// Prints [reference.]variable or global.
    bool variable(CodeReader& in);
    bool take_owner(CodeReader& in);
    bool message(CodeReader& in, bool box);

    // Expressions.

    /// Prints an expression. `item` removes one item from `in`. Well-formed expressions print as infix, others as a
    /// bracketed item list, and expressions with an unknown item as bytes.
    template <class TakeItem>
    void expression(ByteView bytes, TakeItem item);
    /// Assigns an item its operands: the last of `open`. Returns false if there are too few.
    bool attach(ExpressionItem& item, std::size_t& open);
    void write_operand(std::size_t place, bool brackets);
    /// Prints an item with its operands.
    void write_infix(std::size_t place);  // recursive, at most max_items deep

    // The game's expressions.
    void game_expression(ByteView bytes);
    bool game_item(CodeReader& in, ExpressionItem& item);
    bool game_operand(CodeReader& in);

    // OBSE's expressions.

    /// Prints the number of arguments, and each argument after its size.
    bool obse_arguments(CodeReader& in);
    /// Prints an expression that follows its size. The size includes itself.
    bool obse_argument(CodeReader& in);
    bool obse_call(CodeReader& in);
    void obse_expression(ByteView bytes);
    static bool obse_operator(const ObseOperator& op, ExpressionItem& item);
    bool obse_operand(CodeReader& in, std::uint8_t code);
    /// Prints an integer; marks its type if a smaller type could hold it.
    void sized_integer(char type, std::uint32_t value, std::uint32_t smaller);

    std::string& out_;
    bool named_;
    bool all_numbers_;
    CodePage page_;
    unsigned depth_{};
    std::vector<ExpressionItem> items_;  ///< items of the expressions that are being printed, nested ones last
    std::string infix_;
};

}  // namespace redforge::obscript
