// Compiles scripts: the expressions of OBSE.
//
// OBSE parses the rest of the line by itself: it ends brackets with a NUL, and emits postfix code with a type before
// each value.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "obscript/compiler.hpp"
#include "obscript/operators.hpp"
#include "obscript/source_lines.hpp"

namespace redforge::obscript {
namespace {

/// Maximum number of arguments of a function with unknown parameters.
constexpr std::size_t max_function_parameters = 10;

bool is_punctuation(char c)
{
    return c > ' ' && c < '\x7F' && !is_letter(c) && !is_digit(c);
}

/// Parses a number as the C library does. Returns nullopt unless the whole text is a number.
std::optional<double> number_of(std::string_view text)
{
    if (text.empty()) {
        return {};
    }
    double number{};
    const char* end = text.data() + text.size();
    if (text.size() > 2 && text[0] == '0' && to_lower(text[1]) == 'x') {
        const auto [stop, fault] = std::from_chars(text.data() + 2, end, number, std::chars_format::hex);
        return fault == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
    }
    if (!is_digit(text.front()) && text.front() != '.') {
        return {};
    }
    const auto [stop, fault] = std::from_chars(text.data(), end, number);
    return fault == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace

/// A sequence of expressions in the rest of a line.
class ObseExpression {
public:
    ObseExpression(Compiler& compiler, std::string_view text, std::string_view place, Bytes& out)
        : compiler_(compiler), text_(text.substr(0, text.find('\0'))), place_(place), out_(out)
    {
    }

    /// Emits the number of arguments, and each after its size, while there are arguments and the command accepts more.
    void arguments(std::string_view name, std::size_t max_arguments, std::size_t required, bool leftovers);
    /// Compiles a function and its arguments.
    void call(bool leftovers);
    [[nodiscard]] std::size_t at() const { return at_; }

private:
    static constexpr std::size_t max_depth = 200;

    enum class Operand : std::uint8_t { none, array, other };

    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    /// Returns the index of the operator at the cursor, or -1. A comma is skipped and is not an operator.
    int next_operator(bool binary, bool take);
    /// Compiles an expression. Returns false if there was none.
    bool expression(std::size_t end);  // recursive, at most max_depth deep
    void put_operator(std::size_t op);
    Operand operand(int before);
    Operand named_operand(std::string_view word);
    void call_command(const ResolvedName& found);
    void put_text(std::string_view text);
    void put_number(double number);
    void fault(std::string message, std::string hint = {});

    Compiler& compiler_;
    std::string text_;
    std::size_t at_{};
    std::string_view place_;  ///< position of the text in the source, as far as it is known
    Bytes& out_;
    std::size_t depth_{};
    bool has_failed_{};
};

void ObseExpression::fault(std::string message, std::string hint)
{
    if (!has_failed_) {
        const std::string_view part = place_.substr(std::min(at_, place_.size()));
        compiler_.error(part.empty() ? compiler_.line_ : part, ErrorCode::malformed, std::move(message),
                        std::move(hint));
    }
    has_failed_ = true;
}

void ObseExpression::arguments(std::string_view name, std::size_t max_arguments, std::size_t required, bool leftovers)
{
    const std::size_t count_at = out_.size();
    out_.push_back({});
    const std::size_t end = text_.size();
    while (is_space(peek())) {
        ++at_;
    }
    std::size_t count = 0;
    while (count < max_arguments && at_ < end && !has_failed_) {
        const std::size_t size_at = out_.size();
        append_le(out_, std::uint16_t{0});
        if (!expression(end)) {
            break;  // leave the size of the missing expression in the code, as OBSE does
        }
        store_le(out_.data() + size_at, static_cast<std::uint16_t>(out_.size() - size_at));
        ++count;
    }
    out_[count_at] = static_cast<std::byte>(count);
    if (at_ < end && !leftovers && !has_failed_) {
        fault(fmt::format("\"{}\" after the parameters of {}", std::string_view(text_).substr(at_, 40), name),
              fmt::format("it takes at most {}", max_arguments));
    }
    if (count < required) {
        fault(fmt::format("{} lacks parameter {}", name, count + 1));
    }
}

void ObseExpression::call(bool leftovers)
{
    out_.push_back(std::byte{1});
    while (is_space(peek())) {
        ++at_;
    }
    const std::size_t size_at = out_.size();
    append_le(out_, std::uint16_t{0});
    const std::size_t begin = at_;
    const std::size_t code = out_.size();
    const std::size_t operand_number = compiler_.operand_;
    std::string function;
    if (operand(-1) == Operand::array) {
        at_ = begin;
        out_.resize(code);
        compiler_.operand_ = operand_number;
        expression(text_.size());
    } else {
        function.assign(text_, begin, at_ - begin);
    }
    store_le(out_.data() + size_at, static_cast<std::uint16_t>(out_.size() - size_at));
    while (is_space(peek()) || peek() == ',') {
        ++at_;
    }
    const auto known = function.empty() ? std::nullopt : compiler_.environment_.function_parameters(function);
    arguments(function.empty() ? "the function" : function, known.value_or(max_function_parameters), known.value_or(0),
              leftovers);
}

int ObseExpression::next_operator(bool binary, bool take)
{
    using Kind = ObseOperator::Kind;
    const char c = peek();
    if (c == ',') {
        ++at_;
        return -1;
    }
    const char second = peek(1);
    int one = -1;
    for (std::size_t i = 0; i < obse_operators.size(); ++i) {
        const ObseOperator& op = obse_operators[i];
        const bool opens = op.text == "(" || op.text == "[";
        const bool closes = op.text == ")" || op.text == "]";
        const bool fits =
            binary ? op.kind == Kind::binary || op.kind == Kind::right || op.kind == Kind::subscript || closes
                   : op.kind == Kind::unary || opens;
        if (!fits || op.text.front() != c) {
            continue;
        }
        if (op.text.size() == 2 && op.text[1] == second) {
            one = static_cast<int>(i);
            break;
        }
        one = op.text.size() == 1 && one < 0 ? static_cast<int>(i) : one;
    }
    if (one >= 0 && take) {
        at_ += obse_operators[static_cast<std::size_t>(one)].text.size();
    }
    return one;
}

void ObseExpression::put_operator(std::size_t op)
{
    out_.push_back(static_cast<std::byte>(op));
}

bool ObseExpression::expression(std::size_t end)  // NOLINT(misc-no-recursion): there is a limit
{
    using Kind = ObseOperator::Kind;
    if (depth_ == max_depth) {
        fault(fmt::format("{} nested brackets", max_depth));
        return false;
    }
    ++depth_;
    std::vector<std::size_t> open;
    std::size_t operands = 0;
    bool was_operand = false;
    const auto pop = [&] {
        const ObseOperator& op = obse_operators[open.back()];
        const std::size_t takes = op.kind == Kind::unary ? 1 : 2;
        if (operands < takes) {
            fault(fmt::format("{} without an operand", op.text));
        }
        operands = operands < takes ? 1 : operands + 1 - takes;
        put_operator(open.back());
        open.pop_back();
    };
    const auto precede = [&](const ObseOperator& op) {
        while (!open.empty()) {
            const ObseOperator& top = obse_operators[open.back()];
            const bool from_right = top.kind == Kind::right || top.kind == Kind::unary;
            if (from_right ? op.precedence >= top.precedence : op.precedence > top.precedence) {
                break;
            }
            pop();
        }
    };
    while (at_ < end && peek() != '\0' && !has_failed_) {
        if (is_space(peek())) {
            ++at_;
            continue;
        }
        const int found = next_operator(was_operand, true);
        if (found >= 0) {
            const ObseOperator& op = obse_operators[static_cast<std::size_t>(found)];
            if (op.text == ")" || op.text == "]") {
                fault(fmt::format("a {} without its opening bracket", op.text));
                break;
            }
            if (op.text != "(" && op.text != "[") {
                precede(op);
                open.push_back(static_cast<std::size_t>(found));
                was_operand = false;
                continue;
            }
            if (op.kind == Kind::subscript) {
                precede(op);
                open.push_back(static_cast<std::size_t>(found));
            }
            const char closing = op.text == "(" ? ')' : ']';
            std::size_t close = at_;
            for (std::size_t level = 1; text_[close] != '\0'; ++close) {
                level += text_[close] == op.text.front() ? 1U : 0U;
                level -= text_[close] == closing ? 1U : 0U;
                if (level == 0) {
                    break;
                }
            }
            if (text_[close] != closing) {
                fault(fmt::format("a {} without its closing bracket", op.text));
                break;
            }
            text_[close] = '\0';
            if (!expression(close)) {
                fault(fmt::format("nothing in {} {}", op.text, closing));
            }
            at_ = close + 1;
            was_operand = true;
        } else if (was_operand || next_operator(!was_operand, false) >= 0) {
            break;  // the next parameter begins here
        } else {
            operand(open.empty() ? -1 : static_cast<int>(open.back()));
            was_operand = true;
        }
        ++operands;
    }
    while (!open.empty() && !has_failed_) {
        pop();
    }
    if (operands > 1) {
        fault("values without an operator between them");
    }
    --depth_;
    return operands != 0;
}

void ObseExpression::put_text(std::string_view text)
{
    const std::string changed = unescaped(text);
    Compiler::put_word(out_, 'S', static_cast<std::uint16_t>(changed.size()));
    append(out_, as_bytes(changed));
    ++compiler_.operand_;
}

void ObseExpression::put_number(double number)
{
    if (std::floor(number) != number) {
        out_.push_back(std::byte{'Z'});
        append_le(out_, std::bit_cast<std::uint64_t>(number));
        return;
    }
    // Convert to an integer as a 32-bit processor does.
    const auto whole = number < 4294967296.0 ? static_cast<std::uint32_t>(number) : 0U;
    if (whole < 0x100) {
        out_.push_back(std::byte{'B'});
        out_.push_back(static_cast<std::byte>(whole));
    } else if (whole < 0x10000) {
        Compiler::put_word(out_, 'I', static_cast<std::uint16_t>(whole));
    } else {
        out_.push_back(std::byte{'L'});
        append_le(out_, whole);
    }
}

ObseExpression::Operand ObseExpression::operand(int before)  // NOLINT(misc-no-recursion): there is a limit
{
    if (peek() == '"') {
        const std::size_t close = text_.find('"', at_ + 1);
        if (close == std::string::npos) {
            fault("a quote that is not closed", "close it with \"");
            return Operand::none;
        }
        put_text(std::string_view(text_).substr(at_ + 1, close - at_ - 1));
        at_ = close + 1;
        return Operand::other;
    }
    at_ += peek() == '$' ? 1U : 0U;
    const std::size_t begin = at_;
    while (peek() != '\0' && !is_space(peek()) && (!is_punctuation(peek()) || peek() == '_' || peek() == '.')) {
        ++at_;
    }
    const std::string word = text_.substr(begin, at_ - begin);
    if (word.empty()) {
        fault(peek() == '\0' ? "a value is missing at the end" : fmt::format("\"{}\" where a value should be", peek()));
        return Operand::none;
    }
    if (before == member_access) {
        put_text(word);
        return Operand::other;
    }
    if (const auto number = number_of(word)) {
        put_number(*number);
        return Operand::other;
    }
    return named_operand(word);
}

ObseExpression::Operand ObseExpression::named_operand(std::string_view word)
{
    Token token;
    token.name = token.text = word;
    const std::size_t dot = word.find('.');
    ResolvedName found;
    if (dot != std::string_view::npos) {
        token.owner = word.substr(0, dot);
        token.name = word.substr(dot + 1);
        token.has_owner = true;
        // The player's name means his base form.
        token.owner = equals_ignore_case(token.owner, "player") ? "PlayerRef" : token.owner;
        found = compiler_.resolve(token);
    } else if (const LocalVariable* variable = compiler_.local(word)) {
        compiler_.note_use(*variable, true);  // an assignment is an operator like others
        found = {.kind = ResolvedName::Kind::variable,
                 .index = static_cast<std::uint16_t>(variable->index),
                 .type = variable->type};
    } else {
        const Command* const command = compiler_.command_of(word, compiler_.mention());
        std::uint16_t place = compiler_.find_reference(word);
        if (place == 0 && command == nullptr) {
            if (const auto form = compiler_.environment_.form(word, compiler_.mention())) {
                place = compiler_.add_reference(word,
                                                form->is_global ? Compiler::Entry::Kind::global
                                                                : Compiler::Entry::Kind::form,
                                                form->form_id);
            } else if (equals_ignore_case(word, "player")) {
                place = compiler_.add_reference(word, Compiler::Entry::Kind::form, player_base);
            }
        }
        if (place != 0) {
            const bool global = compiler_.entries_[place - 1U].kind == Compiler::Entry::Kind::global;
            found = {.kind = global ? ResolvedName::Kind::global : ResolvedName::Kind::form, .reference = place};
        } else if (command != nullptr) {
            found = {.kind = ResolvedName::Kind::command, .command = command};
        } else {
            compiler_.warning(place_.substr(std::min(at_ - std::min(at_, word.size()), place_.size())),
                              fmt::format("{} is not a variable, command or form; it is compiled as text", word),
                              "write it in quotes");
            put_text(word);
            return Operand::other;
        }
    }
    switch (found.kind) {
    case ResolvedName::Kind::variable:
        out_.push_back(std::byte{'V'});
        out_.push_back(static_cast<std::byte>(found.type));
        append_le(out_, found.owner);
        append_le(out_, found.index);
        break;
    case ResolvedName::Kind::global: Compiler::put_word(out_, 'G', found.reference); break;
    case ResolvedName::Kind::form: Compiler::put_word(out_, 'R', found.reference); break;
    case ResolvedName::Kind::command: call_command(found); return Operand::other;
    case ResolvedName::Kind::unknown: has_failed_ = true; return Operand::none;
    }
    ++compiler_.operand_;
    return found.kind == ResolvedName::Kind::variable && found.type == VariableType::array ? Operand::array
                                                                                           : Operand::other;
}

void ObseExpression::call_command(const ResolvedName& found)
{
    Compiler::put_word(out_, 'X', found.owner);
    append_le(out_, found.command->opcode);
    ++compiler_.operand_;
    const std::size_t size_at = out_.size();
    append_le(out_, std::uint16_t{0});
    // The C string ends at the next closing bracket, which was replaced by a NUL.
    const std::string rest(text_.c_str() + std::min(at_, text_.size()));
    LineCursor cursor(rest);
    compiler_.arguments(*found.command, cursor, out_, Compiler::Place::obse);
    at_ += cursor.at();
    store_le(out_.data() + size_at, static_cast<std::uint16_t>(out_.size() - size_at));
}

void Compiler::obse_arguments(const Command& command, LineCursor& cursor, Bytes& out, Place place)
{
    const bool nested = place == Place::obse;
    ObseExpression expressions(*this, cursor.rest(), cursor.rest(), out);
    if (command.parser == CommandParser::call) {
        expressions.call(nested);
    } else {
        expressions.arguments(command.name, command.parameters.size(), command.required, nested);
    }
    if (command.name == "Let" && !out.empty()) {
        const auto last = static_cast<std::uint8_t>(out.back());
        const bool assigns = last == 0 || (last >= 0x1C && last <= 0x20);
        if (!assigns) {
            error(cursor.rest(), ErrorCode::malformed, "let without an assignment", "write let VARIABLE := VALUE");
        }
    }
    cursor.skip(std::min(expressions.at(), cursor.rest().size()));
}

}  // namespace redforge::obscript
