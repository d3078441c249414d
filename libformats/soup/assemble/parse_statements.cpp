// Assembles statements.
#include <array>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/text/letter_case.hpp"
#include "soup/assemble/parser.hpp"

namespace redforge::soup {
bool Parser::statement()
{
    const Token token = now();
    switch (token.kind) {
    case TokenKind::word: return word_statement(token, text(token));
    case TokenKind::bracket: return bracket_statement();
    case TokenKind::string: return call_or_object(std::nullopt);
    case TokenKind::number:
        if (is_punctuator(ahead(1), ".")) {
            return number_with_dot(ArgumentType::number);
        }
        break;
    case TokenKind::punctuator:
        if (is_punctuator("@")) {
            ++at_;
            return self_call(Mode::main, CallKind::multitask, nullptr);
        }
        if ((is_punctuator("/") && is_punctuator(ahead(1), "*")) || is_punctuator("--")) {
            return comment_mistake(token);
        }
        break;
    default: break;
    }
    return unexpected("a statement");
}

/// Returns true if the word begins a statement, unless an older source declares it as a name.
bool Parser::is_statement_word(const Token& token, std::string_view word) const
{
    const Token& next = ahead(1);
    return is_keyword(token, word) && !is_punctuator(next, "=") && !is_punctuator(next, ".") &&
           !is_punctuator(next, "[") && !is_punctuator(next, ":") &&
           !(is_punctuator(next, "(") && declared_.find_function(text(token)));
}

bool Parser::word_statement(const Token& token, std::string_view word)
{
    const char first = to_lower(word[0]);
    // Most statements are calls and assignments; keywords begin with few letters.
    switch (first) {
    case 'i':
        if (is_keyword(token, "if")) {
            return if_statement();
        }
        break;
    case 'w':
        if (is_statement_word(token, "while")) {
            return while_statement();
        }
        break;
    case 'l':
        if (is_statement_word(token, "loop")) {
            return loop_statement();
        }
        break;
    case 'g':
        if (is_keyword(token, "goto")) {
            return jump(Op::goto_);
        }
        if (is_keyword(token, "gosub")) {
            return jump(Op::gosub);
        }
        break;
    case 'e':
        if (is_keyword(token, "end")) {
            return jump(Op::end);
        }
        if (is_keyword(token, "endint")) {
            ++at_;
            emitter_.put(static_cast<std::uint8_t>(Op::endint));
            return true;
        }
        break;
    case 'r':
        if (is_keyword(token, "return")) {
            ++at_;
            emitter_.put(static_cast<std::uint8_t>(Op::return_));
            return now().kind != TokenKind::number || now().line != token.line ||
                   fail_at(now(), ErrorCode::malformed, "return takes no value",
                           "a script returns a value in a variable or a flag");
        }
        break;
    case 'b':
        if (is_keyword(token, "bytes")) {
            return bytes_statement();
        }
        if (is_statement_word(token, "break")) {
            return loop_jump(true);
        }
        break;
    case 'c':
        if (is_statement_word(token, "continue")) {
            return loop_jump(false);
        }
        break;
    case 't':
        if (is_keyword(token, "task")) {
            ++at_;
            return call_or_object(CallKind::task);
        }
        break;
    case 'f':
        if (is_keyword(token, "function")) {
            ++at_;
            return call_or_object(CallKind::function);
        }
        break;
    default: break;
    }
    const Token& next = ahead(1);
    if (is_punctuator(next, "=")) {
        return word_assignment(token, word);
    }
    if (is_punctuator(next, "(") || is_punctuator(next, ".") || is_punctuator(next, "[")) {
        return call_or_object(std::nullopt);
    }
    return foreign_statement(token, word);
}

/// Parses an assignment, such as var1 = ..., gold = ... or Flag = ...
bool Parser::word_assignment(const Token& token, std::string_view word)
{
    if (const auto variable = variable_of(token)) {
        if (*variable > 0xFF) {
            return fail_at(token, ErrorCode::out_of_range, fmt::format("{} is above var255, the maximum", word));
        }
        check_variable(token, *variable);
        ++at_;
        return assignment(Op::variable, *variable, false);
    }
    if (const Names* names = options_.names; !layout_only_ && !numbered(word, "flag_") && !declared_.find_flag(word) &&
                                             (names == nullptr || !names->find_flag(word))) {
        ++at_;
        return unknown_name(token, true);
    }
    std::uint32_t number = 0;
    return flag_number(number) && assignment(Op::flag, number, true);
}

bool Parser::jump(Op op)
{
    const Token word = now();
    ++at_;
    emitter_.put(static_cast<std::uint8_t>(op));
    Target place;
    // A label followed by a colon belongs to the next line.
    const bool given = (now().kind == TokenKind::label && !is_punctuator(ahead(1), ":")) ||
                       (now().kind == TokenKind::number && now().line == word.line);
    if (op == Op::end && !given) {
        emitter_.put(std::uint32_t{0});
        return true;
    }
    if (!target(place)) {
        return false;
    }
    emitter_.put_target(place);
    return true;
}

bool Parser::bytes_statement()
{
    ++at_;
    const Token token = now();
    if (token.kind != TokenKind::string) {
        return unexpected("hexadecimal digits in quotes", "bytes \"1F 3A\"");
    }
    ++at_;
    Bytes bytes;
    if (!parse_hex(text(token), bytes) || bytes.empty()) {
        return fail_at(token, ErrorCode::malformed, "not pairs of hexadecimal digits", "bytes \"1F 3A\"");
    }
    emitter_.put_bytes(bytes);
    return true;
}

/// Parses an assignment from its = on. `wide`: the number has 16 bits.
bool Parser::assignment(Op op, std::uint32_t number, bool wide)
{
    emitter_.put(static_cast<std::uint8_t>(op));
    if (wide) {
        emitter_.put(static_cast<std::uint16_t>(number));
    } else {
        emitter_.put(static_cast<std::uint8_t>(number));
    }
    return formula();
}

bool Parser::formula()
{
    if (!expect_punctuator("=", "before the value")) {
        return false;
    }
    while (true) {
        if (!parse_value(Mode::formula, ArgumentType::number)) {
            return false;
        }
        std::size_t op = operator_signs.size() - 1;
        while (op > 0 && !is_punctuator(operator_signs.at(op))) {
            --op;
        }
        emitter_.put(static_cast<std::uint8_t>(op));
        if (op == 0) {
            return true;
        }
        ++at_;
        if (static_cast<Operator>(op) == Operator::divide && options_.checks != Checks::none && text(now()) == "0") {
            diagnostics_.warning(now().at, now().length, "division by 0", "a formula is computed from left to right",
                                 "script-argument");
        }
        if (has_extra(static_cast<std::uint8_t>(op))) {
            Marks given;
            if (!parse_marks(given, "pad")) {
                return false;
            }
            if (given.pad.value_or(0) > 0xFF) {
                return fail_at(given.token, ErrorCode::out_of_range, "a pad of one byte is 0 to 255");
            }
            emitter_.put(static_cast<std::uint8_t>(given.pad.value_or(0)));
            return true;
        }
    }
}

/// Parses a call or a change of a property: Name(...), Object.Name(...), Object.property = ..., Object.property++
bool Parser::call_or_object(std::optional<CallKind> kind)
{
    if (now().kind == TokenKind::word && is_punctuator(ahead(1), "(")) {
        return self_call(Mode::main, kind, nullptr);
    }
    const std::uint32_t begin = emitter_.here();
    emitter_.put(std::uint8_t{0});
    if (!object() || !expect_punctuator(".", "after the object")) {
        return false;
    }
    const Token name = now();
    if (is_punctuator("@")) {
        if (kind) {
            return unexpected("a function's name", "@ already sets the call type");
        }
        ++at_;
        kind = CallKind::multitask;
    }
    const std::size_t mark = at_ + 1;
    const bool has_op = is_punctuator(ahead(1), "[") && is_keyword(ahead(2), "op");
    if (kind || has_op || is_punctuator(ahead(1), "(")) {
        Callee called;
        const Token callee_token = now();
        Marks given;
        if (!callee(called) || (at_ == mark && is_punctuator("[") && !parse_marks(given, "op"))) {
            return false;
        }
        const CallKind how = kind.value_or(called.standard);
        const Op standard = how == CallKind::function ? Op::object_function : Op::object_task;
        const auto op = given.op.value_or(static_cast<std::uint32_t>(standard));
        if (op != static_cast<std::uint32_t>(Op::object_task) &&
            op != static_cast<std::uint32_t>(Op::object_function)) {
            return fail_at(given.token, ErrorCode::out_of_range, "op must be 0x19 or 0x1A");
        }
        emitter_.patch(begin, static_cast<std::uint8_t>(op));
        emitter_.put(static_cast<std::uint8_t>(how));
        emitter_.put(static_cast<std::uint16_t>(called.number));
        return arguments(called, callee_token);
    }
    std::uint16_t word = 0;
    if (!property(word)) {
        return false;
    }
    emitter_.put(word);
    if (is_punctuator("++") || is_punctuator("--")) {
        emitter_.patch(begin, static_cast<std::uint8_t>(is_punctuator("++") ? Op::increment : Op::decrement));
        ++at_;
        return true;
    }
    emitter_.patch(begin, static_cast<std::uint8_t>(Op::property));
    if (!is_punctuator("=")) {
        return unexpected("=, ++ or --", fmt::format("a call is {}(...)", found(name)));
    }
    return formula();
}

/// Parses a statement that begins with a bracket: <Anchor> = 1, <TaskPause(#label)>
bool Parser::bracket_statement()
{
    const Token token = now();
    const std::string_view word = text(token);
    if (equals_ignore_case(word, "Anchor")) {
        ++at_;
        std::int64_t value = 0;
        if (!expect_punctuator("=", "after <Anchor>") || !number(0, 255, value, "the anchor")) {
            return false;
        }
        emitter_.put(static_cast<std::uint8_t>(Op::anchor));
        emitter_.put(static_cast<std::uint8_t>(value));
        return true;
    }
    if (equals_ignore_case(word, "TaskPause")) {
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(Op::task_pause));
        Target place;
        if (!target(place)) {
            return false;
        }
        emitter_.put_target(place);
        return expect_punctuator(")", "after the label") && expect_punctuator(">", "at the end of <TaskPause(...)>");
    }
    return unexpected("a statement", equals_ignore_case(word, "ScriptRv") ? "if <ScriptRv> = 1 { goto #label }" : "");
}

}  // namespace redforge::soup
