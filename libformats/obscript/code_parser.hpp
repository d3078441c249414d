// Reads statements of scripts: one line of text to the bytes that it stands for.
//
// The grammar is that of code_to_text.cpp. Its statements and calls are in code_from_text.cpp, expressions in
// expressions_from_text.cpp.
#pragma once

#include "obscript/code_scanner.hpp"
#include "obscript/commands.hpp"
#include "obscript/operators.hpp"

namespace redforge::obscript {

/// Result of a line besides its code, which does not yet contain numbers that depend on other statements.
struct StatementLine {
    std::size_t payload{};  ///< where the payload begins in the code
    std::uint16_t opcode{};
    bool is_statement{true};    ///< false if the bytes are not a statement
    std::size_t number_at{};    ///< offset of the number in the code; zero so far
    std::size_t number_size{};  ///< 0: it has none
    std::optional<std::uint32_t> number;
};

class ScriptParser : public ScriptScanner {
public:
    /// Parses a line and appends its bytes to `code`.
    ScriptParser(std::string_view text, CodePage page, Bytes& code) : ScriptScanner(text, page), code_(code) {}

    StatementLine line();

private:
    /// Maximum nesting of brackets and calls.
    static constexpr unsigned max_bracket_depth = 400;

    // Statements.
    void finish(StatementLine& line);
    /// Reserves space for a number that depends on other statements.
    void number_here(StatementLine& line, std::size_t size);
    void given_number(StatementLine& line, std::string_view name);
    void statement(StatementLine& line);
    void condition(StatementLine& line);
    void loop(StatementLine& line);
    void begin(StatementLine& line);
    void function_variables(Bytes& out);

    // Calls.

    /// Appends the payload of a call and returns the opcode.
    std::uint16_t call(Bytes& out);
    void arguments(Bytes& out, const Command& command, bool redirected);
    void standard_arguments(Bytes& out, std::string_view types);
    void standard_argument(Bytes& out, char kind);
    void variable(Bytes& out);
    void message(Bytes& out, bool box);

    // Expressions.
    void sized_game_expression(Bytes& out);
    const GameOperator* next_operator();
    /// Appends an item of an expression that is written as a list of its items.
    void game_item(Bytes& out);
    void put_operator(Bytes& out, std::string_view text);
    void game_expression(Bytes& out, int precedence);
    void game_operand(Bytes& out);
    /// Appends an opcode, a size and a payload. `counted`: number of bytes in addition to the payload that the size
    /// includes.
    void sized_call(Bytes& out, std::size_t counted);
    void obse_arguments(Bytes& out, std::string_view end);
    void sized_obse_expression(Bytes& out);
    /// Returns the index of the operator at the cursor, or -1 if there is none.
    int next_obse(bool unary);
    void obse_expression(Bytes& out, int precedence);
    void obse_operand(Bytes& out);
    void obse_real(Bytes& out);
    static void obse_integer(Bytes& out, std::uint32_t value);

    Bytes& code_;
    unsigned depth_{};
};

}  // namespace redforge::obscript
