// Statements to compiled scripts: the inverse of script_to_text.cpp.
#include <algorithm>
#include <bit>
#include <charconv>

#include <fmt/format.h>

#include "core/hex.hpp"
#include "core/letter_case.hpp"
#include "tes/script_code.hpp"
#include "tes/script_commands.hpp"
#include "tes/script_frame.hpp"
#include "tes/script_operators.hpp"

namespace redforge::tes {
namespace {

/// Brackets and calls inside each other.
constexpr unsigned deepest_bracket = 400;

constexpr std::array<bool, 256> word_characters = [] {
    std::array<bool, 256> table{};
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@")) {
        table[static_cast<unsigned char>(c)] = true;
    }
    return table;
}();

bool is_word(char c)
{
    return word_characters[static_cast<unsigned char>(c)];
}
bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/// A name that stands for a numbered thing: a letter and a number.
struct Numbered {
    char letter{};
    std::uint16_t number{};
};

/// What a line says besides its code: the numbers that follow from other statements are not in that.
struct Line {
    std::size_t payload{};              ///< where the payload begins in the code
    std::uint16_t opcode{};
    bool is_statement{true};            ///< false: bytes that are none
    std::size_t number_at{};            ///< where the number is in the code, zeros as yet
    std::size_t number_size{};          ///< 0: it has none
    std::optional<std::uint32_t> number;
};

/// The words that begin a statement which is no call.
struct Keyword {
    std::string_view name;
    std::uint16_t opcode;
};
constexpr std::array<Keyword, 11> keywords{{{"set", opcode::set},
                                            {"if", opcode::if_},
                                            {"endif", opcode::end_if},
                                            {"else", opcode::else_},
                                            {"elseif", opcode::else_if},
                                            {"return", opcode::return_},
                                            {"Begin", opcode::begin},
                                            {"End", opcode::end},
                                            {"ScriptName", opcode::script_name},
                                            {"while", opcode::while_},
                                            {"foreach", opcode::for_each}}};

/// The operators that may stand behind an operand, and those before one, by their first character: bits of numbers.
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

class Parser {
public:
    /// Of a line; what it says goes behind `code`.
    Parser(std::string_view text, CodePage page, Bytes& code) : text_(text), page_(page), code_(code) {}

    std::optional<Error> error;

    Line line()
    {
        Line line;
        if (peek() == '{') {
            line.is_statement = false;
            braces(code_);
        } else {
            statement(line);
        }
        spaces();
        if (at_ < text_.size() && text_[at_] != ';') {
            refuse("the end of the line");
        }
        return line;
    }

private:
    // ------------------------------------------------------------------------------------------------------ text

    void refuse(std::string_view wanted)
    {
        if (!error) {
            std::string_view found = text_.substr(std::min(at_, text_.size()));
            found = found.substr(0, 20);
            error = Error{.code = ErrorCode::malformed,
                          .message = found.empty() ? "the line ends too early" : fmt::format("\"{}\"", found),
                          .column = static_cast<std::uint32_t>(at_) + 1,
                          .hint = fmt::format("expected {}", wanted)};
        }
    }
    void spaces()
    {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) {
            ++at_;
        }
    }
    char peek()
    {
        spaces();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(std::string_view token)
    {
        spaces();
        if (!text_.substr(at_).starts_with(token)) {
            return false;
        }
        at_ += token.size();
        return true;
    }
    bool take(char token)
    {
        if (peek() != token || at_ >= text_.size()) {
            return false;
        }
        ++at_;
        return true;
    }
    void need(char token)
    {
        if (!take(token)) {
            refuse({&token, 1});
        }
    }
    std::string_view word()
    {
        spaces();
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_word(text_[at_])) {
            ++at_;
        }
        return text_.substr(begin, at_ - begin);
    }
    bool take_word(std::string_view wanted)
    {
        const std::size_t before = at_;
        if (same_letters(word(), wanted)) {
            return true;
        }
        at_ = before;
        return false;
    }
    template <class T>
    T whole()
    {
        spaces();
        T value{};
        const char* const begin = text_.data() + at_;
        const auto [end, failed] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (failed != std::errc{}) {
            refuse(fmt::format("a whole number from {} to {}", std::numeric_limits<T>::min(),
                               std::numeric_limits<T>::max()));
            return {};
        }
        at_ += static_cast<std::size_t>(end - begin);
        return value;
    }
    double real()
    {
        spaces();
        double value{};
        const char* const begin = text_.data() + at_;
        const auto [end, failed] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (failed != std::errc{}) {
            refuse("a number");
            return {};
        }
        at_ += static_cast<std::size_t>(end - begin);
        return value;
    }
    /// Whether the number here has a point or an exponent.
    bool is_real()
    {
        spaces();
        std::size_t at = at_ + (text_.substr(at_).starts_with('-') ? 1 : 0);
        while (at < text_.size() && is_digit(text_[at])) {
            ++at;
        }
        return at < text_.size() && (text_[at] == '.' || text_[at] == 'e');
    }
    void braces(Bytes& out)
    {
        need('{');
        const std::size_t end = std::min(text_.find('}', at_), text_.size());
        if (!parse_hex(text_.substr(at_, end - at_), out)) {
            refuse("pairs of hexadecimal digits");
        }
        at_ = end;
        need('}');
    }
    std::string quoted()
    {
        need('"');
        const std::size_t end = text_.find('"', at_);
        if (end == std::string_view::npos) {
            refuse("a \" at the end of the text");
            return {};
        }
        Result<std::string> bytes = decode_text(text_.substr(at_, end - at_), page_);
        if (!bytes) {
            refuse(fmt::format("the game's text: {}", bytes.error().message));
            return {};
        }
        at_ = end + 1;
        return std::move(*bytes);
    }
    void text(Bytes& out)
    {
        const std::string bytes = quoted();
        if (bytes.size() > 0xFFFF) {
            refuse("at most 65535 bytes of text");
        }
        append_le(out, static_cast<std::uint16_t>(bytes.size()));
        append(out, as_bytes(bytes));
    }
    /// `i12`, `r3`: takes it when it is next.
    std::optional<Numbered> numbered(std::string_view letters)
    {
        spaces();
        const std::string_view rest = text_.substr(at_);
        if (rest.size() < 2 || !is_digit(rest[1]) || letters.find(rest[0]) == std::string_view::npos) {
            return std::nullopt;
        }
        const std::size_t before = at_;
        const std::string_view name = word();
        std::uint16_t number{};
        const auto [end, failed] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
        if (failed == std::errc{} && end == name.data() + name.size()) {
            return Numbered{name.front(), number};
        }
        at_ = before;
        return std::nullopt;
    }
    /// `r3.` in front of something.
    std::optional<std::uint16_t> owner()
    {
        const std::size_t before = at_;
        if (const auto reference = numbered("r"); reference && at_ < text_.size() && text_[at_] == '.') {
            ++at_;
            return reference->number;
        }
        at_ = before;
        return std::nullopt;
    }

    // ------------------------------------------------------------------------------------------------ statements

    void finish(Line& line)
    {
        const std::size_t size = code_.size() - line.payload;
        if (size > 0xFFFF) {
            return refuse("a statement of at most 65535 bytes");
        }
        store_le(code_.data() + line.payload - 4, line.opcode);
        store_le(code_.data() + line.payload - 2, static_cast<std::uint16_t>(size));
    }
    /// Makes room for a number that follows from other statements.
    void number_here(Line& line, std::size_t size)
    {
        line.number_at = code_.size();
        line.number_size = size;
        code_.resize(code_.size() + size);
    }
    void given_number(Line& line, std::string_view name)
    {
        if (take_word(name)) {
            need('=');
            line.number = line.number_size == 2 ? whole<std::uint16_t>() : whole<std::uint32_t>();
        }
    }

    void statement(Line& line)
    {
        if (const auto reference = owner()) {
            append_le(code_, opcode::prefix);
            append_le(code_, *reference);
        }
        line.payload = code_.size() + 4;
        code_.resize(line.payload);
        const std::size_t before = at_;
        const std::string_view first = word();
        const auto found =
            std::ranges::find_if(keywords, [&](const Keyword& each) { return same_letters(first, each.name); });
        line.opcode = found == keywords.end() ? std::uint16_t{0} : found->opcode;
        switch (line.opcode) {
        case opcode::script_name:
        case opcode::end:
        case opcode::end_if:
        case opcode::return_: break;
        case opcode::begin: begin(line); break;
        case opcode::set:
            variable(code_);
            if (!take_word("to")) {
                refuse("to");
            }
            sized_game_expression(code_);
            break;
        case opcode::if_:
        case opcode::else_if: condition(line, line.opcode); break;
        case opcode::else_:
            number_here(line, 2);
            given_number(line, "jump");
            break;
        case opcode::while_:
        case opcode::for_each: loop(line, line.opcode); break;
        default: at_ = before; line.opcode = call(code_);
        }
        finish(line);
    }
    void condition(Line& line, std::uint16_t opcode)
    {
        line.opcode = opcode;
        number_here(line, 2);
        sized_game_expression(code_);
        given_number(line, "jump");
    }
    void loop(Line& line, std::uint16_t opcode)
    {
        line.opcode = opcode;
        if (peek() == '{') {
            return braces(code_);
        }
        number_here(line, 4);
        need('(');
        obse_arguments(code_, ")");
        given_number(line, "behind");
    }
    void begin(Line& line)
    {
        line.opcode = opcode::begin;
        std::string_view name;
        std::uint16_t type{};
        std::string_view parameters;
        if (take('#')) {
            type = whole<std::uint16_t>();
        } else {
            name = word();
            const bool overridden = name.starts_with('_');
            const auto types = block_types();
            const auto found = std::ranges::find_if(types, [&](const BlockType& each) {
                return same_letters(each.name, name.substr(overridden ? 1 : 0));
            });
            if (found == types.end()) {
                return refuse("the type of a block, such as GameMode");
            }
            type = static_cast<std::uint16_t>(found - types.begin());
            parameters = found->parameters;
        }
        append_le(code_, type);
        number_here(line, 4);
        if (peek() == '{') {
            braces(code_);
        } else if (take('(')) {
            if (name.starts_with('_')) {
                append_le(code_, std::uint16_t{0xFFFE});
                obse_arguments(code_, ")");
            } else if (same_letters(name, "Function")) {
                function_variables(code_);
            } else {
                usual_arguments(code_, parameters);
            }
        }
        given_number(line, "length");
    }
    void function_variables(Bytes& out)
    {
        Bytes variables;
        std::size_t count = 0;
        while (!error && peek() != ')' && peek() != ';') {
            if (count != 0) {
                need(',');
            }
            const auto each = numbered(variable_letters);
            if (!each) {
                return refuse("a variable, such as f1");
            }
            append_le(variables, each->number);
            append_le(variables, static_cast<std::uint8_t>(variable_letters.find(each->letter)));
            ++count;
        }
        Bytes arrays;
        std::size_t array_count = 0;
        if (take(';')) {
            while (!error && peek() != ')') {
                if (array_count != 0) {
                    need(',');
                }
                const auto each = numbered("a");
                if (!each) {
                    return refuse("an array, such as a1");
                }
                append_le(arrays, each->number);
                ++array_count;
            }
        }
        need(')');
        if (count > 0xFF || array_count > 0xFF) {
            return refuse("at most 255 variables");
        }
        append_le(out, std::uint8_t{1});
        append_le(out, static_cast<std::uint8_t>(count));
        append(out, variables);
        append_le(out, static_cast<std::uint8_t>(array_count));
        append(out, arrays);
    }

    // ----------------------------------------------------------------------------------------------------- calls

    /// Appends the payload of a call; its opcode.
    std::uint16_t call(Bytes& out)
    {
        std::string_view name = word();
        if (depth_ > deepest_bracket) {
            refuse(fmt::format("at most {} calls inside each other", deepest_bracket));
            return 0;
        }
        ++depth_;
        std::uint16_t opcode{};
        const Command* command = command_named(name);
        bool redirected = false;
        if (command == nullptr && name.starts_with('_')) {
            command = command_named(name.substr(1));
            redirected = command != nullptr;
        }
        if (command == nullptr && name.size() == 6 && name.starts_with("op")) {
            const auto [end, failed] = std::from_chars(name.data() + 2, name.data() + 6, opcode, 16);
            if (failed != std::errc{} || end != name.data() + 6) {
                refuse("a command");
            }
            command = find_command(opcode);
        } else if (command == nullptr) {
            at_ -= name.size();
            refuse("a command");
        } else {
            opcode = command->opcode;
        }
        if (peek() == '{') {
            braces(out);
        } else if (take('(')) {
            if (command == nullptr) {
                refuse("bytes in braces: nobody knows the parameters of this command");
            } else {
                arguments(out, *command, redirected);
            }
        }
        --depth_;
        return opcode;
    }
    void arguments(Bytes& out, const Command& command, bool redirected)
    {
        switch (command.parser) {
        case CommandParser::usual:
            if (redirected) {
                append_le(out, std::uint16_t{0xFFFF});
                obse_arguments(out, ")");
            } else {
                usual_arguments(out, command.parameters);
            }
            break;
        case CommandParser::message_box: message(out, true); break;
        case CommandParser::message: message(out, false); break;
        case CommandParser::expression: obse_arguments(out, ")"); break;
        case CommandParser::call: {
            append_le(out, std::uint8_t{1});
            sized_obse_expression(out);
            if (!take(',') && peek() != ')') {
                refuse(", or )");
            }
            obse_arguments(out, ")");
            break;
        }
        case CommandParser::loop: refuse("bytes in braces"); break;
        }
    }
    void usual_arguments(Bytes& out, std::string_view types)
    {
        const std::size_t count_at = out.size();
        out.resize(count_at + 2);
        std::uint16_t count = 0;
        while (!error && peek() != ')') {
            if (count != 0) {
                need(',');
            }
            if (count >= types.size()) {
                return refuse(fmt::format("at most {} parameters", types.size()));
            }
            usual_argument(out, types[count++]);
        }
        need(')');
        store_le(out.data() + count_at, count);
    }
    void usual_argument(Bytes& out, char type)
    {
        const char next = peek();
        switch (type) {
        case 's': return text(out);
        case 'i':
        case 'f':
            if (next != '-' && !is_digit(next)) {
                return variable(out);
            }
            if (is_real()) {
                append_le(out, std::uint8_t{'z'});
                append_le(out, std::bit_cast<std::uint64_t>(real()));
            } else {
                append_le(out, std::uint8_t{'n'});
                append_le(out, whole<std::int32_t>());
            }
            return;
        case 'r': {
            const auto reference = numbered("r");
            if (!reference) {
                return refuse("a reference, such as r1");
            }
            append_le(out, std::uint8_t{'r'});
            append_le(out, reference->number);
            return;
        }
        case 'x':
            if (next < 'X' || next > 'Z') {
                return refuse("X, Y or Z");
            }
            ++at_;
            append_le(out, static_cast<std::uint8_t>(next));
            return;
        default: {
            if (take('#')) {
                append_le(out, whole<std::uint16_t>());
                return;
            }
            const int value = parameter_value(type, word());
            if (value < 0) {
                return refuse("a word that this parameter takes, or # and a number");
            }
            append_le(out, static_cast<std::uint16_t>(value));
        }
        }
    }
    void variable(Bytes& out)
    {
        if (const auto reference = owner()) {
            append_le(out, std::uint8_t{'r'});
            append_le(out, *reference);
        } else if (const auto global = numbered("g")) {
            append_le(out, std::uint8_t{'G'});
            append_le(out, global->number);
            return;
        }
        const auto own = numbered("if");
        if (!own) {
            return refuse("a variable, such as i1 or f1");
        }
        append_le(out, static_cast<std::uint8_t>(own->letter == 'i' ? 's' : 'f'));
        append_le(out, own->number);
    }
    void message(Bytes& out, bool box)
    {
        append_le(out, std::uint16_t{1});
        text(out);
        Bytes variables;
        std::uint16_t count = 0;
        while (!error && take(',')) {
            const char next = peek();
            if (next == '"' || next == '-' || is_digit(next)) {
                break;
            }
            variable(variables);
            ++count;
        }
        append_le(out, count);
        append(out, variables);
        if (!box) {
            append_le(out, whole<std::int32_t>());
            return need(')');
        }
        Bytes buttons;
        count = 0;
        while (!error && peek() != ')') {
            if (count != 0) {
                need(',');
            }
            append_le(buttons, std::uint16_t{1});
            text(buttons);
            ++count;
        }
        need(')');
        append_le(out, count);
        append(out, buttons);
    }

    // ----------------------------------------------------------------------------------------------- expressions

    void sized_game_expression(Bytes& out)
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
            return refuse("a shorter expression");
        }
        store_le(out.data() + size_at, static_cast<std::uint16_t>(out.size() - size_at - 2));
    }
    const GameOperator* next_operator()
    {
        spaces();
        const std::string_view rest = text_.substr(at_);
        const auto found = std::ranges::find_if(game_operators, [&](const GameOperator& op) {
            return !rest.empty() && op.text.front() == rest.front() && rest.starts_with(op.text);
        });
        return found == game_operators.end() ? nullptr : &*found;
    }
    /// An item of an expression that is written as its items.
    void game_item(Bytes& out)
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
    void put_operator(Bytes& out, std::string_view text)
    {
        append_le(out, std::uint8_t{' '});
        append(out, as_bytes(text));
    }
    void game_expression(Bytes& out, int strength)
    {
        if (++depth_ > deepest_bracket) {
            refuse(fmt::format("at most {} brackets inside each other", deepest_bracket));
        }
        if (error) {
            return;
        }
        if (take('-')) {
            game_expression(out, game_unary_strength);
            put_operator(out, "~");
        } else if (take('(')) {
            game_expression(out, 0);
            need(')');
        } else {
            append_le(out, std::uint8_t{' '});
            game_operand(out);
        }
        for (const GameOperator* op = next_operator(); !error && op != nullptr && op->strength >= strength;
             op = next_operator()) {
            at_ += op->text.size();
            game_expression(out, op->strength + 1);
            put_operator(out, op->text);
        }
        --depth_;
    }
    void game_operand(Bytes& out)
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
    /// An opcode, a size and a payload; `counted`: bytes of the size that it counts besides the payload.
    void sized_call(Bytes& out, std::size_t counted)
    {
        const std::size_t begin = out.size();
        out.resize(begin + 4);
        const std::uint16_t opcode = call(out);
        const std::size_t size = out.size() - begin - 4 + counted;
        if (size > 0xFFFF) {
            return refuse("a call of at most 65535 bytes");
        }
        store_le(out.data() + begin, opcode);
        store_le(out.data() + begin + 2, static_cast<std::uint16_t>(size));
    }

    void obse_arguments(Bytes& out, std::string_view end)
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
            return refuse("at most 255 parameters");
        }
        store_le(out.data() + count_at, static_cast<std::uint8_t>(count));
    }
    void sized_obse_expression(Bytes& out)
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
            return refuse("a shorter expression");
        }
        store_le(out.data() + size_at, static_cast<std::uint16_t>(out.size() - size_at));
    }
    /// The operator here, of those of a kind; -1: none.
    int next_obse(bool unary)
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
    void obse_expression(Bytes& out, int strength)
    {
        if (++depth_ > deepest_bracket) {
            refuse(fmt::format("at most {} brackets inside each other", deepest_bracket));
        }
        if (error) {
            return;
        }
        if (const int op = next_obse(true); op >= 0) {
            at_ += obse_operators[static_cast<std::size_t>(op)].text.size();
            obse_expression(out, obse_operators[static_cast<std::size_t>(op)].strength);
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
            // A subscript binds to what stands before it, whatever comes there.
            if (!subscript && op.strength < strength) {
                break;
            }
            at_ += op.text.size();
            obse_expression(out, subscript || op.kind == ObseOperator::Kind::right ? (subscript ? 0 : op.strength)
                                                                                   : op.strength + 1);
            if (subscript) {
                need(']');
            }
            append_le(out, static_cast<std::uint8_t>(code));
        }
        --depth_;
    }
    void obse_operand(Bytes& out)
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
    void obse_real(Bytes& out)
    {
        append_le(out, std::uint8_t{'Z'});
        append_le(out, std::bit_cast<std::uint64_t>(real()));
    }
    static void obse_integer(Bytes& out, std::uint32_t value)
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

    std::string_view text_;
    CodePage page_;
    Bytes& code_;
    std::size_t at_{};
    unsigned depth_{};
};

bool is_empty(std::string_view line)
{
    const auto first = std::ranges::find_if(line, [](char c) { return c != ' ' && c != '\t' && c != '\r'; });
    return first == line.end() || *first == ';';
}

}  // namespace

Result<Bytes> from_statements(std::string_view text, CodePage page)
{
    struct Number {
        std::size_t at{};
        std::size_t size{};  ///< 0: the statement has none
        std::optional<std::uint32_t> given;
    };
    std::vector<Statement> statements;
    std::vector<Number> numbers;  // of each statement
    Bytes code;
    code.reserve(text.size() / 2);
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view content = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        content.remove_suffix(content.ends_with('\r') ? 1 : 0);
        if (is_empty(content)) {
            continue;
        }
        Parser parser(content, page, code);
        const Line line = parser.line();
        if (parser.error) {
            parser.error->line = number;
            return fail(std::move(*parser.error));
        }
        if (line.is_statement) {
            numbers.push_back({line.number_at, line.number_size, line.number});
            statements.push_back({.prefix = {}, .opcode = line.opcode, .payload = {}, .end = code.size()});
        }
    }
    const auto computed = computed_numbers(statements, code.size());
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Number& number = numbers[i];
        if (number.size == 0) {
            continue;
        }
        const std::uint32_t value = number.given.value_or(computed[i].value_or(0));
        if (number.size == 2) {
            store_le(code.data() + number.at, static_cast<std::uint16_t>(value));
        } else {
            store_le(code.data() + number.at, value);
        }
    }
    return code;
}

}  // namespace redforge::tes
