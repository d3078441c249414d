// Compiled scripts to statements: what is understood as its text, what is not as bytes in braces.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/hex.hpp"
#include "tes/script_code.hpp"
#include "tes/script_commands.hpp"
#include "tes/script_frame.hpp"
#include "tes/script_operators.hpp"

namespace redforge::tes {
namespace {

/// Calls inside calls, and items of one expression, beyond which bytes are shown as bytes.
constexpr unsigned deepest = 40;
constexpr std::size_t most_items = 1000;

/// Takes numbers off bytes; once too few were left it stays failed.
class Source {
public:
    explicit Source(ByteView bytes) : bytes_(bytes) {}
    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size(); }
    /// All was understood.
    [[nodiscard]] bool done() const { return !failed_ && bytes_.empty(); }
    void fail() { failed_ = true; }
    [[nodiscard]] int peek() const { return bytes_.empty() ? -1 : static_cast<int>(bytes_.front()); }
    ByteView bytes(std::size_t size)
    {
        if (size > bytes_.size()) {
            failed_ = true;
            return {};
        }
        const ByteView taken = bytes_.first(size);
        bytes_ = bytes_.subspan(size);
        return taken;
    }
    template <std::integral T>
    T number()
    {
        const ByteView taken = bytes(sizeof(T));
        return failed_ ? T{} : load_le<T>(taken.data());
    }
    std::uint8_t u8() { return number<std::uint8_t>(); }
    std::uint16_t u16() { return number<std::uint16_t>(); }

private:
    ByteView bytes_;
    bool failed_{};
};

/// A piece of an expression, and how strongly its outermost operator binds.
struct Node {
    std::string text;
    int strength{operand_strength};
};

/// `r3`
std::string numbered(char letter, unsigned number)
{
    std::array<char, 12> buffer{letter};
    return {buffer.data(), std::to_chars(buffer.data() + 1, buffer.data() + buffer.size(), number).ptr};
}

std::string in_brackets(Node node, bool wanted)
{
    return wanted ? '(' + std::move(node.text) + ')' : std::move(node.text);
}

Node binary(Node left, std::string_view op, Node right, int strength, bool from_right)
{
    const bool left_brackets = from_right ? left.strength <= strength : left.strength < strength;
    const bool right_brackets = from_right ? right.strength < strength : right.strength <= strength;
    std::string text = in_brackets(std::move(left), left_brackets);
    ((text += ' ') += op) += ' ';
    text += in_brackets(std::move(right), right_brackets);
    return {std::move(text), strength};
}

class Printer {
public:
    /// `all_numbers`: numbers that follow from the other statements are told too.
    Printer(bool named, bool all_numbers, CodePage page) : named_(named), all_numbers_(all_numbers), page_(page) {}

    /// A statement without its number of statements or bytes.
    std::string statement(const Statement& statement, std::optional<std::uint32_t> computed)
    {
        std::string text = statement.prefix ? numbered('r', *statement.prefix) + '.' : std::string{};
        if (std::optional<std::string> own = known(statement, computed)) {
            return text + *own;
        }
        return text + call(statement.opcode, statement.payload);
    }
    /// The same with all its payload as bytes.
    static std::string plain(const Statement& statement)
    {
        std::string text = statement.prefix ? numbered('r', *statement.prefix) + '.' : std::string{};
        return text + fmt::format("op{:04X}{}", statement.opcode, braces(statement.payload));
    }
    static std::string braces(ByteView bytes)
    {
        if (bytes.empty()) {
            return {};
        }
        std::string text = "{";
        append_hex(text, bytes);
        return text + '}';
    }

private:
    using Text = std::optional<std::string>;

    std::string quoted(ByteView bytes) const
    {
        std::string encoded;
        append_encoded(encoded, as_text(bytes), page_);
        std::string text = "\"";
        for (std::string_view rest = encoded;;) {
            const std::size_t end = std::min(rest.find('"'), rest.size());
            text += rest.substr(0, end);
            if (end == rest.size()) {
                return text + '"';
            }
            text += "\\x22";
            rest.remove_prefix(end + 1);
        }
    }
    static Text real(double value)
    {
        if (!std::isfinite(value)) {
            return std::nullopt;
        }
        std::array<char, 40> buffer{};
        const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
        std::string text(buffer.data(), end);
        return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
    }

    // ------------------------------------------------------------------------------------------------ statements

    /// The statements that every script has, in their own words; nothing when the payload is not as it should be.
    Text known(const Statement& statement, std::optional<std::uint32_t> computed)
    {
        Source in(statement.payload);
        const auto bare = [&](std::string_view name) {
            return statement.payload.empty() ? Text(std::string(name)) : std::nullopt;
        };
        switch (statement.opcode) {
        case opcode::script_name: return bare("ScriptName");
        case opcode::end: return bare("End");
        case opcode::end_if: return bare("endif");
        case opcode::return_: return bare("return");
        case opcode::begin: return begin(in, computed.value_or(0));
        case opcode::set: return set(in);
        case opcode::if_: return condition(in, "if", computed.value_or(0));
        case opcode::else_if: return condition(in, "elseif", computed.value_or(0));
        case opcode::else_: {
            const std::string text = "else" + jump(in.u16(), computed.value_or(0));
            return in.done() ? Text(text) : std::nullopt;
        }
        case opcode::while_: return named_ ? loop(in, "while", computed.value_or(0)) : std::nullopt;
        case opcode::for_each: return named_ ? loop(in, "foreach", computed.value_or(0)) : std::nullopt;
        default: return std::nullopt;
        }
    }
    [[nodiscard]] std::string jump(std::uint32_t found, std::uint32_t computed) const
    {
        return found == computed && !all_numbers_ ? std::string{} : fmt::format(" jump={}", found);
    }
    Text condition(Source& in, std::string_view word, std::uint32_t computed)
    {
        const std::uint16_t found = in.u16();
        const std::uint16_t size = in.u16();
        const ByteView bytes = in.bytes(size);
        if (!in.done()) {
            return std::nullopt;
        }
        return fmt::format("{} {}{}", word, game_expression(bytes), jump(found, computed));
    }
    Text set(Source& in)
    {
        const Text target = variable(in);
        const ByteView bytes = in.bytes(in.u16());
        return target && in.done() ? Text(fmt::format("set {} to {}", *target, game_expression(bytes))) : std::nullopt;
    }
    Text loop(Source& in, std::string_view word, std::uint32_t computed)
    {
        const auto found = in.number<std::uint32_t>();
        Text arguments = obse_arguments(in);
        if (!arguments || !in.done()) {
            return std::nullopt;
        }
        return fmt::format("{}({}){}", word, *arguments,
                           found == computed && !all_numbers_ ? std::string{} : fmt::format(" behind={}", found));
    }
    Text begin(Source& in, std::uint32_t computed)
    {
        const std::uint16_t type = in.u16();
        const auto length = in.number<std::uint32_t>();
        if (in.failed()) {
            return std::nullopt;
        }
        const auto types = block_types();
        const bool has_name = named_ && type < types.size();
        const std::string name = has_name ? std::string(types[type].name) : fmt::format("#{}", type);
        const std::string suffix =
            length == computed && !all_numbers_ ? std::string{} : fmt::format(" length={}", length);
        if (in.left() == 0) {
            return fmt::format("Begin {}{}", name, suffix);
        }
        Source again = in;
        Text arguments;
        bool overridden = false;
        if (has_name && name == "Function") {
            arguments = function_variables(again);
        } else if (has_name && again.left() >= 2 && is_overridden(again)) {
            again.u16();
            overridden = true;
            arguments = obse_arguments(again);
        } else if (has_name) {
            arguments = usual_arguments(again, types[type].parameters);
        }
        if (arguments && again.done()) {
            return fmt::format("Begin {}{}({}){}", overridden ? "_" : "", name, *arguments, suffix);
        }
        return fmt::format("Begin {}{}{}", name, braces(in.bytes(in.left())), suffix);
    }
    static bool is_overridden(Source in) { return in.u16() == 0xFFFE; }
    /// What OBSE writes of the parameters of a function.
    static Text function_variables(Source& in)
    {
        static constexpr std::string_view letters = "fisav";
        if (in.u8() != 1) {
            return std::nullopt;
        }
        std::string text;
        for (int i = in.u8(); i > 0; --i) {
            const std::uint16_t index = in.u16();
            const std::uint8_t type = in.u8();
            if (in.failed() || type >= letters.size()) {
                return std::nullopt;
            }
            text += fmt::format("{}{}{}", text.empty() ? "" : ", ", letters[type], index);
        }
        const int arrays = in.u8();
        for (int i = 0; i < arrays && !in.failed(); ++i) {
            text += fmt::format("{}a{}", i == 0 ? "; " : ", ", in.u16());
        }
        return in.failed() ? std::nullopt : Text(text);
    }

    // ----------------------------------------------------------------------------------------------------- calls

    std::string call(std::uint16_t opcode, ByteView payload)
    {
        const Command* command = named_ ? find_command(opcode) : nullptr;
        // Two commands share a name now and then; the first has it.
        const bool has_name = command != nullptr && command_named(command->name) == command;
        std::string name = has_name ? std::string(command->name) : fmt::format("op{:04X}", opcode);
        if (payload.empty()) {
            return name;
        }
        if (command != nullptr && depth_ < deepest) {
            ++depth_;
            const Text arguments = arguments_of(*command, payload);
            --depth_;
            if (arguments) {
                return (is_redirected(*command, payload) ? "_" : "") + name + '(' + *arguments + ')';
            }
        }
        return name + braces(payload);
    }
    /// Whether OBSE took over the parameters of a command of the usual kind.
    static bool is_redirected(const Command& command, ByteView payload)
    {
        return command.parser == CommandParser::usual && payload.size() >= 2 &&
               load_le<std::uint16_t>(payload.data()) == 0xFFFF;
    }
    Text arguments_of(const Command& command, ByteView payload)
    {
        Source in(payload);
        Text text;
        switch (command.parser) {
        case CommandParser::usual:
            if (is_redirected(command, payload)) {
                in.u16();
                text = obse_arguments(in);
            } else {
                text = usual_arguments(in, command.parameters);
            }
            break;
        case CommandParser::message_box: text = message(in, true); break;
        case CommandParser::message: text = message(in, false); break;
        case CommandParser::expression: text = obse_arguments(in); break;
        case CommandParser::call: text = obse_call(in); break;
        case CommandParser::loop: break;
        }
        return text && in.done() ? text : std::nullopt;
    }
    Text usual_arguments(Source& in, std::string_view types)
    {
        const std::size_t count = in.u16();
        if (in.failed() || count > types.size()) {
            return std::nullopt;
        }
        std::string text;
        for (std::size_t i = 0; i < count; ++i) {
            const Text argument = usual_argument(in, types[i]);
            if (!argument || in.failed()) {
                return std::nullopt;
            }
            (text += i == 0 ? "" : ", ") += *argument;
        }
        return text;
    }
    Text usual_argument(Source& in, char type)
    {
        switch (type) {
        case 's': {
            const ByteView bytes = in.bytes(in.u16());
            return quoted(bytes);
        }
        case 'i':
        case 'f':
            if (in.peek() == 'n') {
                in.u8();
                return std::to_string(in.number<std::int32_t>());
            }
            if (in.peek() == 'z') {
                in.u8();
                return real(std::bit_cast<double>(in.number<std::uint64_t>()));
            }
            return variable(in);
        case 'r': return in.u8() == 'r' ? Text(numbered('r', in.u16())) : std::nullopt;
        case 'x': {
            const char axis = static_cast<char>(in.u8());
            return axis >= 'X' && axis <= 'Z' ? Text(std::string(1, axis)) : std::nullopt;
        }
        default: {
            const std::uint16_t value = in.u16();
            const std::string_view word = parameter_word(type, value);
            return word.empty() ? fmt::format("#{}", value) : std::string(word);
        }
        }
    }
    /// [reference.]variable or global.
    static Text variable(Source& in)
    {
        std::string text;
        if (in.peek() == 'r') {
            in.u8();
            text = numbered('r', in.u16()) + '.';
        }
        switch (in.u8()) {
        case 's': return text + numbered('i', in.u16());
        case 'f': return text + numbered('f', in.u16());
        case 'G': return text.empty() ? Text(numbered('g', in.u16())) : std::nullopt;
        default: return std::nullopt;
        }
    }
    Text message(Source& in, bool box)
    {
        if (in.u16() != 1) {
            return std::nullopt;
        }
        std::string text = quoted(in.bytes(in.u16()));
        for (int i = in.u16(); i > 0 && !in.failed(); --i) {
            const Text each = variable(in);
            if (!each) {
                return std::nullopt;
            }
            text += ", " + *each;
        }
        if (!box) {
            return text + fmt::format(", {}", in.number<std::int32_t>());
        }
        for (int i = in.u16(); i > 0 && !in.failed(); --i) {
            if (in.u16() != 1) {
                return std::nullopt;
            }
            text += ", " + quoted(in.bytes(in.u16()));
        }
        return text;
    }

    // ------------------------------------------------------------------------------------ the game's expressions

    std::string game_expression(ByteView bytes)
    {
        Source in(bytes);
        std::vector<Node> stack;
        std::string items;
        std::size_t count = 0;
        bool tree = true;
        while (in.left() > 0 && !in.failed()) {
            if (in.u8() != ' ' || ++count > most_items) {
                return braces(bytes);
            }
            const Text item = game_item(in, stack, tree);
            if (!item || in.failed()) {
                return braces(bytes);
            }
            (items += items.empty() ? "" : " ") += *item;
        }
        if (count == 0) {
            return braces(bytes) + (bytes.empty() ? "[]" : "");
        }
        return tree && stack.size() == 1 ? std::move(stack.front().text) : fmt::format("[{}]", items);
    }
    /// Takes an item; its text. `tree` becomes false when an operator has no operands.
    Text game_item(Source& in, std::vector<Node>& stack, bool& tree)
    {
        switch (in.peek()) {
        case 's':
        case 'f':
        case 'G':
        case 'r':
        case 'Z':
        case 'X': {
            Text operand = game_operand(in);
            if (operand) {
                stack.push_back({*operand, operand_strength});
            }
            return operand;
        }
        default: break;
        }
        std::string word;
        while (in.peek() > ' ') {
            word += static_cast<char>(in.u8());
        }
        if (word == "~") {
            if (stack.empty()) {
                tree = false;
            } else {
                Node& node = stack.back();
                const bool brackets = node.strength < game_unary_strength;
                node = {"-" + in_brackets(std::move(node), brackets), game_unary_strength};
            }
            return word;
        }
        const auto op = std::ranges::find(game_operators, word, &GameOperator::text);
        if (op == game_operators.end()) {
            if (word.empty() || word.find_first_not_of("0123456789.") != std::string::npos) {
                return std::nullopt;
            }
            stack.push_back({word, operand_strength});
        } else if (stack.size() < 2) {
            tree = false;
        } else {
            Node right = std::move(stack.back());
            stack.pop_back();
            stack.back() = binary(std::move(stack.back()), word, std::move(right), op->strength, false);
        }
        return word;
    }
    Text game_operand(Source& in)
    {
        std::string text;
        if (in.peek() == 'r') {
            in.u8();
            text = numbered('r', in.u16()) + '.';
        }
        switch (in.u8()) {
        case 's': return text + numbered('i', in.u16());
        case 'f': return text + numbered('f', in.u16());
        case 'G': return text.empty() ? Text(numbered('g', in.u16())) : std::nullopt;
        case 'Z': return text.empty() ? Text(numbered('r', in.u16())) : std::nullopt;
        case 'X': {
            const std::uint16_t opcode = in.u16();
            const ByteView payload = in.bytes(in.u16());
            return in.failed() ? std::nullopt : Text(text + call(opcode, payload));
        }
        default: return std::nullopt;
        }
    }

    // ------------------------------------------------------------------------------------------ OBSE's expressions

    /// Their number, then each behind its size.
    Text obse_arguments(Source& in)
    {
        std::string text;
        const int count = in.u8();
        for (int i = 0; i < count; ++i) {
            const Text argument = obse_argument(in);
            if (!argument) {
                return std::nullopt;
            }
            (text += i == 0 ? "" : ", ") += *argument;
        }
        return in.failed() ? std::nullopt : Text(text);
    }
    /// A size that counts itself, and an expression.
    Text obse_argument(Source& in)
    {
        const std::uint16_t size = in.u16();
        if (in.failed() || size < 2) {
            return std::nullopt;
        }
        const ByteView bytes = in.bytes(size - 2U);
        return in.failed() ? std::nullopt : Text(obse_expression(bytes));
    }
    Text obse_call(Source& in)
    {
        if (in.u8() != 1) {
            return std::nullopt;
        }
        const Text function = obse_argument(in);
        const bool has_more = in.left() > 0 && in.peek() != 0;
        Text arguments = obse_arguments(in);
        if (!function || !arguments) {
            return std::nullopt;
        }
        return *function + (has_more ? ", " : "") + *arguments;
    }
    std::string obse_expression(ByteView bytes)
    {
        Source in(bytes);
        std::vector<Node> stack;
        std::string items;
        std::size_t count = 0;
        bool tree = true;
        while (in.left() > 0 && !in.failed()) {
            const Text item = ++count > most_items ? std::nullopt : obse_item(in, stack, tree);
            if (!item || in.failed()) {
                return braces(bytes);
            }
            (items += items.empty() ? "" : " ") += *item;
        }
        return tree && stack.size() == 1 ? std::move(stack.front().text) : fmt::format("[{}]", items);
    }
    Text obse_item(Source& in, std::vector<Node>& stack, bool& tree)
    {
        const std::uint8_t code = in.u8();
        if (code < obse_operators.size()) {
            tree = tree && apply(obse_operators[code], stack);
            return numbered('@', code);
        }
        Text operand = obse_operand(in, code);
        if (operand) {
            stack.push_back({*operand, operand_strength});
        }
        return operand;
    }
    static bool apply(const ObseOperator& op, std::vector<Node>& stack)
    {
        using Kind = ObseOperator::Kind;
        const std::size_t operands = op.kind == Kind::unary ? 1 : 2;
        if (op.kind == Kind::none || stack.size() < operands) {
            return false;
        }
        Node last = std::move(stack.back());
        if (op.kind == Kind::unary) {
            const bool brackets = last.strength < op.strength;
            stack.back() = {std::string(op.text) + in_brackets(std::move(last), brackets), op.strength};
            return true;
        }
        stack.pop_back();
        Node& first = stack.back();
        if (op.kind == Kind::subscript) {
            const bool brackets = first.strength <= op.strength;
            first = {in_brackets(std::move(first), brackets) + '[' + last.text + ']', op.strength + 5};
        } else {
            first = binary(std::move(first), op.text, std::move(last), op.strength, op.kind == Kind::right);
        }
        return true;
    }
    Text obse_operand(Source& in, std::uint8_t code)
    {
        static constexpr std::string_view letters = "fisav";
        switch (code) {
        case 'B': return std::to_string(in.u8());
        case 'I': return sized_integer('I', in.u16(), 0xFF);
        case 'L': return sized_integer('L', in.number<std::uint32_t>(), 0xFFFF);
        case 'Z': {
            const Text text = real(std::bit_cast<double>(in.number<std::uint64_t>()));
            return text && text->starts_with('-') ? "Z:" + *text : text;
        }
        case 'S': {
            const ByteView bytes = in.bytes(in.u16());
            return quoted(bytes);
        }
        case 'R': return numbered('r', in.u16());
        case 'G': return numbered('g', in.u16());
        case 'V': {
            const std::uint8_t type = in.u8();
            const std::uint16_t owner = in.u16();
            const std::uint16_t index = in.u16();
            if (type >= letters.size()) {
                return std::nullopt;
            }
            return (owner == 0 ? std::string{} : numbered('r', owner) + '.') + numbered(letters[type], index);
        }
        case 'X': {
            const std::uint16_t owner = in.u16();
            const std::uint16_t opcode = in.u16();
            const std::uint16_t size = in.u16();
            if (in.failed() || size < 2) {
                return std::nullopt;
            }
            const ByteView payload = in.bytes(size - 2U);
            return (owner == 0 ? std::string{} : numbered('r', owner) + '.') + call(opcode, payload);
        }
        default: return std::nullopt;
        }
    }
    /// A number that would have had room in fewer bytes tells its type.
    static std::string sized_integer(char type, std::uint32_t value, std::uint32_t smaller)
    {
        return value > smaller ? std::to_string(value) : fmt::format("{}:{}", type, value);
    }

    bool named_;
    bool all_numbers_;
    CodePage page_;
    unsigned depth_{};
};

/// Whether a statement opens a level of indentation, or closes one.
bool opens(std::uint16_t op)
{
    return op == opcode::begin || op == opcode::if_ || op == opcode::else_ || op == opcode::else_if ||
           op == opcode::while_ || op == opcode::for_each;
}
bool closes(std::uint16_t op)
{
    return op == opcode::end || op == opcode::end_if || op == opcode::else_ || op == opcode::else_if ||
           op == opcode::loop;
}

/// Whether a statement comes back from its text.
bool survives(const Statement& statement, ByteView bytes, bool named, CodePage page)
{
    const std::string line = Printer(named, true, page).statement(statement, {});
    const Result<Bytes> again = from_statements(line, page);
    return again && same_bytes(*again, bytes);
}

std::string lines_of(std::span<const Statement> statements, ByteView code, ByteView rest, bool named, bool careful,
                     CodePage page)
{
    const auto numbers = computed_numbers(statements, code.size());
    Printer printer(named, false, page);
    std::string text;
    std::size_t depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Statement& statement = statements[i];
        depth -= std::min<std::size_t>(depth, closes(statement.opcode) ? 1 : 0);
        text.append(2 * std::min<std::size_t>(depth, 20), ' ');
        const ByteView bytes = code.subspan(begin, statement.end - begin);
        text += careful && !survives(statement, bytes, named, page) ? Printer::plain(statement)
                                                                    : printer.statement(statement, numbers[i]);
        text += '\n';
        depth += opens(statement.opcode) ? 1U : 0U;
        begin = statement.end;
    }
    text += Printer::braces(rest);
    if (rest.empty() && !text.empty()) {
        text.pop_back();
    }
    return text;
}

}  // namespace

std::string to_statements(ByteView code, bool named, CodePage page)
{
    ByteView rest;
    const std::vector<Statement> statements = split_statements(code, rest);
    const auto comes_back = [&](std::string_view text) {
        const Result<Bytes> again = from_statements(text, page);
        return again && same_bytes(*again, code);
    };
    for (const bool careful : {false, true}) {
        std::string text = lines_of(statements, code, rest, named, careful, page);
        if (comes_back(text)) {
            return text;
        }
    }
    return Printer::braces(code);
}

}  // namespace redforge::tes
