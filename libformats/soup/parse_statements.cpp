// Statements of a source to bytes.
#include <array>

#include <fmt/format.h>

#include "core/hex.hpp"
#include "core/letter_case.hpp"
#include "soup/parser.hpp"

namespace redforge::soup {
namespace {

/// Words that a person who knows other languages may write.
std::string other_language(std::string_view word)
{
    if (same_letters(word, "else") || same_letters(word, "elseif")) {
        return "there is no else block; goto a label from the end of the block of if";
    }
    if (same_letters(word, "while") || same_letters(word, "for")) {
        return "a loop is a label, an if and a goto";
    }
    return "";
}

}  // namespace

bool Parser::statement()
{
    const Token token = now();
    switch (token.kind) {
    case TokenKind::word: return word_statement(token, text(token));
    case TokenKind::bracket: return bracket_statement();
    case TokenKind::string: return call_or_object(std::nullopt);
    case TokenKind::number:
        if (is_sign(ahead(1), ".")) {
            return number_with_dot();
        }
        break;
    case TokenKind::sign:
        if (is_sign("@")) {
            ++at_;
            return self_call(Mode::main, CallKind::multitask, nullptr);
        }
        break;
    default: break;
    }
    return unexpected("a statement");
}

bool Parser::word_statement(const Token& token, std::string_view word)
{
    const char first = to_lower(word[0]);
    // Most statements are calls and assignments; a keyword begins with one of few letters.
    switch (first) {
    case 'i':
        if (is_keyword(token, "if")) {
            return if_statement();
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
            return true;
        }
        break;
    case 'b':
        if (is_keyword(token, "bytes")) {
            return bytes_statement();
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
    if (is_sign(next, "=")) {
        std::uint32_t number = 0;
        if (const auto variable = numbered(word, "var")) {
            if (*variable > 0xFF) {
                return fail_at(token, ErrorCode::out_of_range, fmt::format("{} is past var255", word));
            }
            ++at_;
            return assignment(Op::variable, *variable, false);
        }
        return flag_number(number) && assignment(Op::flag, number, true);
    }
    if (is_sign(next, "++") || is_sign(next, "--")) {
        return fail_at(token, ErrorCode::malformed, fmt::format("{} cannot be counted so", word),
                       fmt::format("{} = {} {} 1", word, word, is_sign(next, "++") ? "+" : "-"));
    }
    if (is_sign(next, "(") || is_sign(next, ".") || is_sign(next, "[")) {
        return call_or_object(std::nullopt);
    }
    if (std::string hint = other_language(word); !hint.empty()) {
        return fail_at(token, ErrorCode::malformed, fmt::format("{} is no word of the language", word),
                       std::move(hint));
    }
    static constexpr std::array<std::string_view, 8> words{"end", "endint", "goto",  "gosub",
                                                           "if",  "return", "bytes", "strings"};
    const std::string_view near = nearest(word, words);
    return fail_at(token, ErrorCode::malformed, fmt::format("{} begins no statement", found(token)),
                   near.empty() ? "a call is Name(...), an assignment Name = ..."
                                : fmt::format("did you mean {}?", near));
}

bool Parser::jump(Op op)
{
    const Token word = now();
    ++at_;
    emitter_.put(static_cast<std::uint8_t>(op));
    Target place;
    // A label with a colon behind it is the next line's.
    const bool given = (now().kind == TokenKind::label && !is_sign(ahead(1), ":")) ||
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

bool Parser::if_statement()
{
    ++at_;
    if (now().kind == TokenKind::bracket && same_letters(text(now()), "ScriptRv")) {
        return result_statement();
    }
    emitter_.put(static_cast<std::uint8_t>(Op::if_));
    if (!condition()) {
        return false;
    }
    if (is_sign("{")) {
        const std::uint32_t at = emitter_.here();
        emitter_.put(std::uint32_t{0});
        return open_block(Block::Kind::condition, at);
    }
    if (!is_keyword(now(), "else") || !is_keyword(ahead(1), "goto")) {
        return unexpected("{ and the statements", "or: else goto #label");
    }
    at_ += 2;
    Target place;
    if (!target(place)) {
        return false;
    }
    emitter_.put_target(place);
    return true;
}

bool Parser::result_statement()
{
    ++at_;
    std::int64_t value = 0;
    if (!expect_sign("=", "behind <ScriptRv>") || !number(0, 255, value, "the script's return value")) {
        return false;
    }
    emitter_.put(static_cast<std::uint8_t>(Op::script_result));
    emitter_.put(static_cast<std::uint8_t>(value));
    return !is_sign("{") || open_block(Block::Kind::result, emitter_.here());
}

bool Parser::open_block(Block::Kind kind, std::uint32_t at)
{
    constexpr std::size_t deepest = 1000;
    if (blocks_.size() == deepest) {
        return fail_at(now(), ErrorCode::out_of_range, "more than 1000 blocks within each other");
    }
    begin_line(blocks_.size() + 1, false);
    push_block(kind, at);
    return true;
}

bool Parser::condition()
{
    while (true) {
        Meaning meaning = Meaning::number;
        if (!value(Mode::lhs, Meaning::number, &meaning)) {
            return false;
        }
        std::size_t comparison = 0;
        while (comparison < comparison_signs.size() && !is_sign(comparison_signs.at(comparison))) {
            ++comparison;
        }
        if (comparison == comparison_signs.size()) {
            return unexpected("=, !=, <, >, <= or >=", "one side of a comparison is one value");
        }
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(comparison));
        if (!value(Mode::rhs, meaning)) {
            return false;
        }
        const bool both = is_keyword(now(), "and");
        if (!both && !is_keyword(now(), "or")) {
            emitter_.put(std::uint8_t{0});
            return true;
        }
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(both ? 1 : 2));
    }
}

/// From the = on. `wide`: the number has 16 bits.
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
    if (!expect_sign("=", "before the value")) {
        return false;
    }
    while (true) {
        if (!value(Mode::formula, Meaning::number)) {
            return false;
        }
        std::size_t op = operator_signs.size() - 1;
        while (op > 0 && !is_sign(operator_signs.at(op))) {
            --op;
        }
        emitter_.put(static_cast<std::uint8_t>(op));
        if (op == 0) {
            return true;
        }
        ++at_;
        if (has_extra(static_cast<std::uint8_t>(op))) {
            Marks given;
            if (!marks(given, "pad")) {
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

/// Name(...), Object.Name(...), Object.property = ..., Object.property++
bool Parser::call_or_object(std::optional<CallKind> kind)
{
    if (now().kind == TokenKind::word && is_sign(ahead(1), "(")) {
        return self_call(Mode::main, kind, nullptr);
    }
    const std::uint32_t begin = emitter_.here();
    emitter_.put(std::uint8_t{0});
    if (!object() || !expect_sign(".", "behind the object")) {
        return false;
    }
    const Token name = now();
    if (is_sign("@")) {
        if (kind) {
            return unexpected("a function's name", "@ says already how it is called");
        }
        ++at_;
        kind = CallKind::multitask;
    }
    const std::size_t mark = at_ + 1;
    const bool has_op = is_sign(ahead(1), "[") && is_keyword(ahead(2), "op");
    if (kind || has_op || is_sign(ahead(1), "(")) {
        Callee called;
        const Token callee_token = now();
        Marks given;
        if (!callee(called) || (at_ == mark && is_sign("[") && !marks(given, "op"))) {
            return false;
        }
        const CallKind how = kind.value_or(called.usual);
        const Op usual = how == CallKind::function ? Op::object_function : Op::object_task;
        const auto op = given.op.value_or(static_cast<std::uint32_t>(usual));
        if (op != static_cast<std::uint32_t>(Op::object_task) &&
            op != static_cast<std::uint32_t>(Op::object_function)) {
            return fail_at(given.token, ErrorCode::out_of_range, "op is 0x19 or 0x1A");
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
    if (is_sign("++") || is_sign("--")) {
        emitter_.patch(begin, static_cast<std::uint8_t>(is_sign("++") ? Op::increment : Op::decrement));
        ++at_;
        return true;
    }
    emitter_.patch(begin, static_cast<std::uint8_t>(Op::property));
    if (!is_sign("=")) {
        return unexpected("=, ++ or --", fmt::format("a call is {}(...)", found(name)));
    }
    return formula();
}

/// <Anchor> = 1, <TaskPause(#label)>
bool Parser::bracket_statement()
{
    const Token token = now();
    const std::string_view word = text(token);
    if (same_letters(word, "Anchor")) {
        ++at_;
        std::int64_t value = 0;
        if (!expect_sign("=", "behind <Anchor>") || !number(0, 255, value, "the anchor")) {
            return false;
        }
        emitter_.put(static_cast<std::uint8_t>(Op::anchor));
        emitter_.put(static_cast<std::uint8_t>(value));
        return true;
    }
    if (same_letters(word, "TaskPause")) {
        ++at_;
        emitter_.put(static_cast<std::uint8_t>(Op::task_pause));
        Target place;
        if (!target(place)) {
            return false;
        }
        emitter_.put_target(place);
        return expect_sign(")", "behind the label") && expect_sign(">", "at the end of <TaskPause(...)>");
    }
    return unexpected("a statement", same_letters(word, "ScriptRv") ? "if <ScriptRv> = 1 { goto #label }" : "");
}

}  // namespace redforge::soup
