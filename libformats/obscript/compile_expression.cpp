// Compiles scripts: the game's expressions, from infix to postfix.
#include <algorithm>

#include <fmt/format.h>

#include "obscript/compiler.hpp"
#include "obscript/operators.hpp"
#include "obscript/source_lines.hpp"

namespace redforge::obscript {
namespace {

/// Returns true for white space between words of an expression. The game also ignores bytes above 0x7F.
bool is_gap(char c)
{
    return is_space(c) || c == ',' || static_cast<unsigned char>(c) >= 0x80;
}

struct OpenOperator {
    std::string_view text;  ///< "(": a parenthesis
    int precedence{};
};

const GameOperator* operator_at(std::string_view text)
{
    const auto found =
        std::ranges::find_if(game_operators, [&](const GameOperator& each) { return text.starts_with(each.text); });
    return found == game_operators.end() ? nullptr : &*found;
}

bool ends_number(std::string_view text)
{
    return is_gap(text.front()) || text.front() == '(' || text.front() == ')' || text.front() == '~' ||
           operator_at(text) != nullptr;
}

}  // namespace

void Compiler::expression(LineCursor& cursor, Bytes& out)
{
    std::vector<OpenOperator> open;
    bool was_operand = false;
    std::size_t operands = 0;
    int unclosed = 0;
    const std::string_view all = cursor.rest();
    const auto put = [&](std::string_view text) {
        out.push_back(std::byte{' '});
        append(out, as_bytes(text));
    };
    const auto pop = [&](int precedence) {
        while (!open.empty() && open.back().precedence >= precedence) {
            put(open.back().text);
            open.pop_back();
        }
    };
    while (!cursor.at_end()) {
        const std::string_view rest = cursor.rest();
        const char c = rest.front();
        if (is_letter(c) || c == '"') {
            out.push_back(std::byte{' '});
            const Token token = cursor.next();
            operand(token, cursor, out);
            was_operand = true;
            ++operands;
        } else if (is_gap(c)) {
            cursor.skip(1);
        } else if (c == '(') {
            open.push_back({"(", 0});
            ++unclosed;
            cursor.skip(1);
        } else if (c == ')') {
            pop(1);
            if (!open.empty()) {
                open.pop_back();
            }
            --unclosed;
            cursor.skip(1);
        } else if (c == '~' || (c == '-' && !was_operand)) {
            open.push_back({"~", game_unary_precedence});
            cursor.skip(1);
        } else if (const GameOperator* op = operator_at(rest)) {
            pop(op->precedence);
            open.push_back({op->text, op->precedence});
            cursor.skip(op->text.size());
            was_operand = false;
        } else {
            std::size_t length = 1;
            while (length < rest.size() && !ends_number(rest.substr(length)) && !is_letter(rest[length])) {
                ++length;
            }
            const std::string_view number = rest.substr(0, length);
            put(number);
            if (number.find_first_not_of("0123456789.") != std::string_view::npos ||
                (length < rest.size() && is_letter(rest[length]))) {
                error(rest.substr(0, length + 1), ErrorCode::malformed,
                      number == "=" ? "= compares nothing" : fmt::format("\"{}\" in an expression", number),
                      number == "=" ? "write == to compare" : "names begin with a letter; put other names in quotes");
                if (number == "=") {
                    fix(number, "==");
                }
            }
            cursor.skip(length);
            was_operand = true;
            ++operands;
        }
    }
    for (; !open.empty(); open.pop_back()) {
        if (open.back().precedence != 0) {  // a parenthesis without a closing one leaves no trace in the code
            put(open.back().text);
        }
    }
    if (operands == 0) {
        error(all.empty() ? line_ : all, ErrorCode::malformed, "an expression without a value",
              "write a value after it");
    } else if (unclosed != 0) {
        warning(all,
                unclosed > 0 ? "a parenthesis that is not closed" : "a closing parenthesis without an opening one");
    }
}

void Compiler::operand(const Token& token, LineCursor& cursor, Bytes& out)
{
    const ResolvedName found = resolve(token);
    switch (found.kind) {
    case ResolvedName::Kind::variable:
    case ResolvedName::Kind::global: return put_value(out, found);
    case ResolvedName::Kind::form:
        put_word(out, 'Z', found.reference);
        ++operand_;
        return;
    case ResolvedName::Kind::command: {
        if (found.owner != 0) {
            put_word(out, 'r', found.owner);
        }
        put_word(out, 'X', found.command->opcode);
        ++operand_;
        const std::size_t size_at = out.size();
        append_le(out, std::uint16_t{0});
        arguments(*found.command, cursor, out, Place::expression);
        store_le(out.data() + size_at, static_cast<std::uint16_t>(out.size() - size_at - 2));
        return;
    }
    case ResolvedName::Kind::unknown: break;
    }
}

}  // namespace redforge::obscript
