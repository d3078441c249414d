// Parses expressions of statements, the game's own and OBSE's, to compiled code.
#include <bit>

#include "core/text/words.hpp"
#include "obscript/code_parser.hpp"

namespace redforge::obscript {
namespace {

/// Operators after an operand and before an operand, by first character, as bit sets of codes.
constexpr auto obse_candidates = [] {
    static_assert(obse_operators.size() <= 64);
    std::array<std::array<std::uint64_t, 0x80>, 2> all{};
    for (std::size_t i = 0; i < obse_operators.size(); ++i) {
        using Kind = ObseOperator::Kind;
        const ObseOperator& op = obse_operators[i];
        if (op.kind != Kind::none && !op.text.empty()) {
            all[op.kind == Kind::unary ? 1 : 0][static_cast<unsigned char>(op.text.front())] |= std::uint64_t{1} << i;
        }
    }
    return all;
}();

}  // namespace

void ScriptParser::sized_game_expression(Bytes& out)
{
    const std::size_t size_at = out.size();
    out.resize(size_at + 2);
    if (peek() == '{') {
        braces(out);
    } else if (take('[')) {
        while (!error && !take(']')) {
            append_le(out, std::uint8_t{' '});
            game_item(out);
        }
    } else {
        game_expression(out, 0);
    }
    if (out.size() - size_at - 2 > 0xFFFF) {
        return make_error("a shorter expression");
    }
    store_le(out.data() + size_at, static_cast<std::uint16_t>(out.size() - size_at - 2));
}

const GameOperator* ScriptParser::next_operator()
{
    spaces();
    const std::string_view rest = text_.substr(at_);
    const auto found = std::ranges::find_if(game_operators, [&](const GameOperator& op) {
        return !rest.empty() && op.text.front() == rest.front() && rest.starts_with(op.text);
    });
    return found == game_operators.end() ? nullptr : &*found;
}

void ScriptParser::game_item(Bytes& out)
{
    const GameOperator* op = next_operator();
    if (op != nullptr || peek() == '~') {
        const std::string_view text = op != nullptr ? op->text : "~";
        append(out, as_bytes(text));
        at_ += text.size();
    } else {
        game_operand(out);
    }
}

void ScriptParser::put_operator(Bytes& out, std::string_view text)
{
    append_le(out, std::uint8_t{' '});
    append(out, as_bytes(text));
}

void ScriptParser::game_expression(Bytes& out, int precedence)
{
    if (++depth_ > max_bracket_depth) {
        make_error(fmt::format("at most {} nested brackets", max_bracket_depth));
    }
    if (error) {
        return;
    }
    if (take('-')) {
        game_expression(out, game_unary_precedence);
        put_operator(out, "~");
    } else if (take('(')) {
        game_expression(out, 0);
        need(')');
    } else {
        append_le(out, std::uint8_t{' '});
        game_operand(out);
    }
    for (const GameOperator* op = next_operator(); !error && op != nullptr && op->precedence >= precedence;
         op = next_operator()) {
        at_ += op->text.size();
        game_expression(out, op->precedence + 1);
        put_operator(out, op->text);
    }
    --depth_;
}

void ScriptParser::game_operand(Bytes& out)
{
    if (const char next = peek(); is_digit(next) || next == '.') {
        while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) {
            append_le(out, static_cast<std::uint8_t>(text_[at_++]));
        }
        return;
    }
    const auto reference = owner();
    if (reference) {
        append_le(out, std::uint8_t{'r'});
        append_le(out, *reference);
    }
    if (const auto own = numbered(reference ? "if" : "ifgr")) {
        static constexpr std::string_view letters = "ifgr";
        static constexpr std::string_view codes = "sfGZ";
        append_le(out, static_cast<std::uint8_t>(codes[letters.find(own->letter)]));
        append_le(out, own->number);
        return;
    }
    append_le(out, std::uint8_t{'X'});
    sized_call(out, 0);
}

void ScriptParser::sized_call(Bytes& out, std::size_t counted)
{
    const std::size_t begin = out.size();
    out.resize(begin + 4);
    const std::uint16_t opcode = call(out);
    const std::size_t size = out.size() - begin - 4 + counted;
    if (size > 0xFFFF) {
        return make_error("a call of at most 65535 bytes");
    }
    store_le(out.data() + begin, opcode);
    store_le(out.data() + begin + 2, static_cast<std::uint16_t>(size));
}

void ScriptParser::obse_arguments(Bytes& out, std::string_view end)
{
    const std::size_t count_at = out.size();
    out.resize(count_at + 1);
    std::size_t count = 0;
    while (!error && !take(end)) {
        if (count != 0) {
            need(',');
        }
        sized_obse_expression(out);
        ++count;
    }
    if (count > 0xFF) {
        return make_error("at most 255 parameters");
    }
    store_le(out.data() + count_at, static_cast<std::uint8_t>(count));
}

void ScriptParser::sized_obse_expression(Bytes& out)
{
    const std::size_t size_at = out.size();
    out.resize(size_at + 2);
    if (peek() == '{') {
        braces(out);
    } else if (take('[')) {
        while (!error && !take(']')) {
            if (take('@')) {
                append_le(out, whole<std::uint8_t>());
            } else {
                obse_operand(out);
            }
        }
    } else {
        obse_expression(out, 0);
    }
    if (out.size() - size_at > 0xFFFF) {
        return make_error("a shorter expression");
    }
    store_le(out.data() + size_at, static_cast<std::uint16_t>(out.size() - size_at));
}

int ScriptParser::next_obse(bool unary)
{
    spaces();
    const std::string_view rest = text_.substr(at_);
    const auto first = static_cast<unsigned char>(rest.empty() ? 0 : rest.front());
    int best = -1;
    std::size_t length = 0;
    for (std::uint64_t candidates = first < 0x80 ? obse_candidates[unary ? 1 : 0][first] : 0; candidates != 0;
         candidates &= candidates - 1) {
        const int i = std::countr_zero(candidates);
        const std::string_view op = obse_operators[static_cast<std::size_t>(i)].text;
        if (op.size() > length && rest.starts_with(op)) {
            best = i;
            length = op.size();
        }
    }
    return best;
}

void ScriptParser::obse_expression(Bytes& out, int precedence)
{
    if (++depth_ > max_bracket_depth) {
        make_error(fmt::format("at most {} nested brackets", max_bracket_depth));
    }
    if (error) {
        return;
    }
    if (const int op = next_obse(true); op >= 0) {
        at_ += obse_operators[static_cast<std::size_t>(op)].text.size();
        obse_expression(out, obse_operators[static_cast<std::size_t>(op)].precedence);
        append_le(out, static_cast<std::uint8_t>(op));
    } else if (take('(')) {
        obse_expression(out, 0);
        need(')');
    } else {
        obse_operand(out);
    }
    for (int code = next_obse(false); !error && code >= 0; code = next_obse(false)) {
        const ObseOperator& op = obse_operators[static_cast<std::size_t>(code)];
        const bool subscript = op.kind == ObseOperator::Kind::subscript;
        // A subscript binds to the previous operand, whatever follows.
        if (!subscript && op.precedence < precedence) {
            break;
        }
        at_ += op.text.size();
        obse_expression(out, subscript || op.kind == ObseOperator::Kind::right ? (subscript ? 0 : op.precedence)
                                                                               : op.precedence + 1);
        if (subscript) {
            need(']');
        }
        append_le(out, static_cast<std::uint8_t>(code));
    }
    --depth_;
}

void ScriptParser::obse_operand(Bytes& out)
{
    const char next = peek();
    if (next == '"') {
        append_le(out, std::uint8_t{'S'});
        return text(out);
    }
    if (is_digit(next)) {
        return is_real() ? obse_real(out) : obse_integer(out, whole<std::uint32_t>());
    }
    if (take("Z:")) {
        return obse_real(out);
    }
    if (take("I:")) {
        append_le(out, std::uint8_t{'I'});
        return append_le(out, whole<std::uint16_t>());
    }
    if (take("L:")) {
        append_le(out, std::uint8_t{'L'});
        return append_le(out, whole<std::uint32_t>());
    }
    const auto reference = owner();
    if (!reference) {
        if (const auto own = numbered("rg")) {
            append_le(out, static_cast<std::uint8_t>(own->letter == 'r' ? 'R' : 'G'));
            return append_le(out, own->number);
        }
    }
    if (const auto own = numbered(variable_letters)) {
        append_le(out, std::uint8_t{'V'});
        append_le(out, static_cast<std::uint8_t>(variable_letters.find(own->letter)));
        append_le(out, reference.value_or(0));
        return append_le(out, own->number);
    }
    append_le(out, std::uint8_t{'X'});
    append_le(out, reference.value_or(0));
    sized_call(out, 2);
}

void ScriptParser::obse_real(Bytes& out)
{
    append_le(out, std::uint8_t{'Z'});
    append_le(out, std::bit_cast<std::uint64_t>(real()));
}

void ScriptParser::obse_integer(Bytes& out, std::uint32_t value)
{
    if (value <= 0xFF) {
        append_le(out, std::uint8_t{'B'});
        append_le(out, static_cast<std::uint8_t>(value));
    } else if (value <= 0xFFFF) {
        append_le(out, std::uint8_t{'I'});
        append_le(out, static_cast<std::uint16_t>(value));
    } else {
        append_le(out, std::uint8_t{'L'});
        append_le(out, value);
    }
}

}  // namespace redforge::obscript
