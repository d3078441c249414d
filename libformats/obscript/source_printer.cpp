// Statements of compiled code to lines of source.
#include "obscript/source_printer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/text/words.hpp"
#include "obscript/operators.hpp"
#include "obscript/source_lines.hpp"
#include "obscript/user_commands.hpp"

namespace redforge::obscript {
namespace {

constexpr int subscript_precedence = 95;

std::string decimal(double value)
{
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed).ptr;
    return {buffer.data(), end};
}

}  // namespace

bool is_bare_name(std::string_view name)
{
    return !name.empty() && is_letter(name.front()) && std::ranges::all_of(name, is_word_letter);
}

std::map<std::uint32_t, std::string_view> variable_names(const std::vector<LocalVariable>& variables)
{
    std::map<std::uint32_t, std::string_view> names;
    for (const LocalVariable& each : variables) {
        names.emplace(each.index, each.name);
    }
    return names;
}

SourceNames SourceNames::numbers(const CompiledScript& script)
{
    SourceNames names;
    names.variables = variable_names(script.variables);
    for (std::size_t i = 0; i <= script.references.size(); ++i) {
        names.references.push_back(fmt::format("r{}", i));
    }
    return names;
}

std::string SourcePrinter::reject(std::string message)
{
    if (problem_.empty()) {
        problem_ = std::move(message);
    }
    return {};
}

Result<std::string> SourcePrinter::statement(const Statement& statement, bool redirected)
{
    std::string text = line(statement, redirected);
    if (failed()) {
        return fail({.code = ErrorCode::unsupported, .message = problem_});
    }
    return text;
}

std::string SourcePrinter::line(const Statement& statement, bool redirected)
{
    CodeReader in(statement.payload);
    const auto whole = [&](std::string text) {
        return in.done() ? text : reject("its parameters do not have the game's layout");
    };
    switch (statement.opcode) {
    case opcode::script_name: return whole(fmt::format("scn {}", script_.name));
    case opcode::end: return whole("end");
    case opcode::end_if: return whole("endif");
    case opcode::return_: return whole("return");
    case opcode::else_: in.u16(); return whole("else");
    case opcode::begin: return begin(in, redirected);
    case opcode::set: {
        const std::string target = variable(in);
        const ByteView value = in.bytes(in.u16());
        return whole(fmt::format("set {} to {}", target, game_expression(value)));
    }
    case opcode::if_:
    case opcode::else_if: {
        in.u16();
        const ByteView condition = in.bytes(in.u16());
        return whole(
            fmt::format("{} {}", statement.opcode == opcode::if_ ? "if" : "elseif", game_expression(condition)));
    }
    case opcode::while_:
    case opcode::for_each: {
        in.number<std::uint32_t>();
        const std::string arguments = obse_arguments(in);
        return whole(fmt::format("{} {}", statement.opcode == opcode::while_ ? "while" : "foreach", arguments));
    }
    default: {
        bool takes_more = false;
        const std::string owner = statement.prefix ? reference(*statement.prefix, false) + "." : std::string();
        return owner + call(statement.opcode, statement.payload, Place::statement, takes_more);
    }
    }
}

std::string SourcePrinter::begin(CodeReader& in, bool redirected)
{
    const std::uint16_t type = in.u16();
    in.number<std::uint32_t>();
    if (in.failed() || type >= block_types().size()) {
        return reject(fmt::format("{} is not a block type", type));
    }
    const BlockType& block = block_types()[type];
    std::string text = fmt::format("begin {}{}", redirected ? "_" : "", block.name);
    std::string arguments;
    bool takes_more = false;
    if (type == function_block) {
        arguments = function_variables(in);
    } else if (redirected && !block.parameters.empty()) {
        if (in.u16() != 0xFFFE) {
            return reject("the parameters of the block are not OBSE parameters");
        }
        arguments = obse_arguments(in);
    } else if (!block.parameters.empty()) {
        arguments = standard_arguments(in, block.parameters, takes_more);
    }
    if (!in.done()) {
        return reject("the parameters of the block do not have the game's layout");
    }
    return text + (arguments.empty() ? "" : " ") + arguments;
}

std::string SourcePrinter::function_variables(CodeReader& in)
{
    in.u8();
    std::string text = "{";
    for (int count = in.u8(); count > 0 && !in.failed(); --count) {
        const std::uint16_t index = in.u16();
        const std::uint8_t type = in.u8();
        if (type < variable_letters.size()) {
            mentions_.types[index] = static_cast<VariableType>(type);
        }
        text += " " + local(index, false);
    }
    for (int arrays = in.u8(); arrays > 0 && !in.failed(); --arrays) {
        mentions_.types[in.u16()] = VariableType::array;
    }
    return text + " }";
}

// Names.

std::string SourcePrinter::spelling_of(std::string_view name, bool obse)
{
    if (is_bare_name(name)) {
        return std::string(name);
    }
    if (name.empty() || obse || name.find('"') != std::string_view::npos) {
        return reject(fmt::format("\"{}\" cannot be written as a name", name));
    }
    return fmt::format("\"{}\"", name);
}

std::string SourcePrinter::local(std::uint16_t index, bool obse)
{
    const auto found = names_.variables.find(index);
    return found == names_.variables.end() ? reject(fmt::format("the script has no variable {}", index))
                                           : spelling_of(found->second, obse);
}

std::string SourcePrinter::remote(std::uint16_t owner, std::uint16_t index, VariableType type, bool obse)
{
    const std::pair key(owner, index);
    const std::string text = reference(owner, obse);
    if (!mentions_.remote_types.contains(key)) {
        mentions_.remote.push_back(key);
    }
    VariableType& known = mentions_.remote_types[key];
    known = std::max(known, type);
    const auto name = names_.remote.find(key);
    return fmt::format("{}.{}", text, name == names_.remote.end() ? fmt::format("var{}", index) : name->second);
}

std::string SourcePrinter::reference(std::uint16_t number, bool obse)
{
    if (number == 0 || number > script_.references.size()) {
        return reject(fmt::format("the script has no reference {}", number));
    }
    mentions_.obse[number] = mentions_.obse[number] || obse;
    mentions_.first[number] = std::min(mentions_.first[number], mentions_.statement);
    return spelling_of(names_.references[number], obse);
}

std::string SourcePrinter::quoted(ByteView text, bool escapes)
{
    std::string out = "\"";
    for (const char c : as_text(text)) {
        if (escapes && (c == '"' || c == '\n')) {
            out += c == '"' ? "%q" : "%r";
        } else {
            out += c;
        }
    }
    return out + '"';
}

// Calls.

std::string SourcePrinter::call(std::uint16_t opcode, ByteView payload, Place place, bool& takes_more)
{
    const Command* const command = find_command(opcode, commands_);
    if (command == nullptr) {
        return reject(fmt::format("opcode 0x{:04X} is in no table", opcode));
    }
    std::string_view name = command->name;
    if (find_command(opcode) != nullptr && !has_its_name(*command)) {
        name = command->short_name;
        if (name.empty() || command_named(name) != command) {
            return reject(fmt::format("another command is called {} too", command->name));
        }
    }
    if (depth_ == max_depth) {
        return reject(fmt::format("calls nested more than {} deep", max_depth));
    }
    ++depth_;
    CodeReader in(payload);
    std::string arguments;
    switch (command->parser) {
    case CommandParser::nothing: break;
    case CommandParser::message: arguments = message(in, false); break;
    case CommandParser::message_box: arguments = message(in, true); break;
    case CommandParser::call:
        arguments = obse_call(in);
        takes_more = true;
        break;
    case CommandParser::expression:
    case CommandParser::loop:
        arguments = obse_arguments(in);
        takes_more = true;
        break;
    case CommandParser::standard:
        if (payload.size() >= 2 && load_le<std::uint16_t>(payload.data()) == 0xFFFF) {
            in.u16();
            arguments = obse_arguments(in);
            takes_more = true;
        } else if (!command->parameters.empty()) {
            arguments = standard_arguments(in, command->parameters, takes_more);
        } else if (place == Place::obse) {
            in.u16();
        }
        break;
    }
    --depth_;
    if (!in.done()) {
        return reject(fmt::format("the parameters of {} do not have the game's layout", command->name));
    }
    return fmt::format("{}{}{}", name, arguments.empty() ? "" : " ", arguments);
}

std::string SourcePrinter::standard_arguments(CodeReader& in, std::string_view types, bool& takes_more)
{
    const std::size_t count = in.u16();
    if (in.failed() || count > types.size()) {
        return reject("more parameters than the command takes");
    }
    takes_more = count < types.size();
    std::string text;
    for (std::size_t i = 0; i < count && !failed(); ++i) {
        text += (i == 0 ? "" : " ") + standard_argument(in, parameter_type(types[i]).kind);
    }
    return text;
}

std::string SourcePrinter::standard_argument(CodeReader& in, char kind)
{
    switch (kind) {
    case 's': return quoted(in.bytes(in.u16()), escapes_);
    case 'i':
    case 'f':
        if (in.peek() == 'n') {
            in.u8();
            return fmt::format("{}", in.number<std::int32_t>());
        }
        if (in.peek() == 'z') {
            in.u8();
            const auto value = std::bit_cast<double>(in.number<std::uint64_t>());
            return std::isfinite(value) ? decimal(value) : reject("a parameter that is not a number");
        }
        return variable(in);
    case 'r':
    case 'o': return in.u8() == 'r' ? reference(in.u16(), false) : reject("a parameter that is not a form");
    case 'x': return std::string(1, static_cast<char>(in.u8()));
    default: {
        const std::uint16_t value = in.u16();
        const std::string_view word = parameter_word(kind, value);
        return !word.empty()               ? std::string(word)
               : kind == 'c' && value <= 5 ? fmt::format("{}", value)
                                           : reject(fmt::format("a parameter, {}, that has no word", value));
    }
    }
}

std::string SourcePrinter::message(CodeReader& in, bool box)
{
    if (in.u16() != 1) {
        return reject("a message of several texts");
    }
    std::string text = quoted(in.bytes(in.u16()), false);
    for (int values = in.u16(); values > 0 && !in.failed() && !failed(); --values) {
        text += ", " + variable(in);
    }
    if (!box) {
        const auto seconds = in.number<std::int32_t>();
        return seconds == 0 ? text : fmt::format("{}, {}", text, seconds);
    }
    for (int buttons = in.u16(); buttons > 0 && !in.failed(); --buttons) {
        if (in.u16() != 1) {
            return reject("a button of several texts");
        }
        text += ", " + quoted(in.bytes(in.u16()), false);
    }
    return text;
}

std::string SourcePrinter::variable(CodeReader& in)
{
    std::uint16_t owner = 0;
    if (in.peek() == 'r') {
        in.u8();
        owner = in.u16();
    }
    const std::uint8_t code = in.u8();
    const std::uint16_t number = in.u16();
    if (in.failed()) {
        return {};
    }
    switch (code) {
    case 's':
    case 'f':
        return owner == 0 ? local(number, false)
                          : remote(owner, number, code == 's' ? VariableType::integer : VariableType::real, false);
    case 'G':
        if (owner == 0 && number < mentions_.global.size()) {
            mentions_.global[number] = true;
            return reference(number, false);
        }
        break;
    default: break;
    }
    return reject("a value that is not a variable");
}

// Expressions.

std::string SourcePrinter::inside(const Piece& piece, bool brackets)
{
    return brackets ? "(" + piece.text + ")" : piece.text;
}

SourcePrinter::Piece SourcePrinter::taken(std::vector<Piece>& open)
{
    if (open.empty()) {
        reject("an operator without a value");
        return {};
    }
    Piece piece = std::move(open.back());
    open.pop_back();
    return piece;
}

std::string SourcePrinter::game_expression(ByteView bytes)
{
    CodeReader in(bytes);
    std::vector<Piece> open;
    while (in.left() > 0 && !in.failed() && !failed()) {
        if (in.u8() != ' ') {
            return reject("malformed expression");
        }
        game_operand(in, open);
    }
    if (open.size() != 1 || in.failed()) {
        return reject("expression with missing or extra values");
    }
    return open.front().text;
}

void SourcePrinter::game_operand(CodeReader& in, std::vector<Piece>& open)
{
    const auto value = [&](std::string text, bool takes_more = false) {
        open.push_back({std::move(text), operand_precedence, takes_more});
    };
    switch (in.peek()) {
    case 's':
    case 'f':
    case 'G': return value(variable(in));
    case 'Z': in.u8(); return value(reference(in.u16(), false));
    case 'r':
    case 'X': {
        std::string owner;
        std::uint16_t number = 0;
        if (in.u8() == 'r') {
            number = in.u16();
            if (in.peek() != 'X') {
                const std::uint8_t code = in.u8();
                const VariableType type = code == 's' ? VariableType::integer : VariableType::real;
                return value(code == 's' || code == 'f' ? remote(number, in.u16(), type, false)
                                                        : reject("an invalid value after a dot"));
            }
            in.u8();
            owner = reference(number, false) + ".";
        }
        const std::uint16_t op = in.u16();
        const ByteView payload = in.bytes(in.u16());
        bool takes_more = false;
        std::string text = owner + call(op, payload, Place::game, takes_more);
        return value(std::move(text), takes_more);
    }
    default: break;
    }
    const std::string_view word = in.word();
    if (word == "~") {
        const Piece operand = taken(open);
        open.push_back({"-" + inside(operand, operand.precedence < game_unary_precedence), game_unary_precedence,
                        operand.takes_more});
        return;
    }
    const auto op = std::ranges::find(game_operators, word, &GameOperator::text);
    if (op == game_operators.end()) {
        if (word.empty() || word.find_first_not_of("0123456789.") != std::string_view::npos) {
            reject("a word that is not an operator");
        }
        return value(std::string(word));
    }
    const Piece right = taken(open);
    const Piece left = taken(open);
    open.push_back({fmt::format("{} {} {}", inside(left, left.precedence < op->precedence || left.takes_more), op->text,
                                inside(right, right.precedence <= op->precedence)),
                    op->precedence, right.precedence > op->precedence && right.takes_more});
}

std::string SourcePrinter::obse_arguments(CodeReader& in)
{
    std::string text;
    const int count = in.u8();
    for (int i = 0; i < count && !in.failed() && !failed(); ++i) {
        const Piece piece = obse_argument(in);
        text += (i == 0 ? "" : ", ") + inside(piece, piece.takes_more && i + 1 < count);
    }
    return text;
}

SourcePrinter::Piece SourcePrinter::obse_argument(CodeReader& in)
{
    const std::uint16_t size = in.u16();
    if (in.failed() || size < 2) {
        reject("a parameter without a size");
        return {};
    }
    return obse_expression(in.bytes(size - 2U));
}

std::string SourcePrinter::obse_call(CodeReader& in)
{
    if (in.u8() != 1) {
        return reject("a call of no function");
    }
    std::string text = obse_argument(in).text;
    const std::string arguments = obse_arguments(in);
    return text + (arguments.empty() ? "" : ", ") + arguments;
}

SourcePrinter::Piece SourcePrinter::obse_expression(ByteView bytes)
{
    CodeReader in(bytes);
    std::vector<Piece> open;
    while (in.left() > 0 && !in.failed() && !failed()) {
        const std::uint8_t code = in.u8();
        if (code < obse_operators.size()) {
            obse_operator(code, open);
        } else {
            obse_operand(in, code, open);
        }
    }
    if (open.size() != 1 || in.failed()) {
        reject("expression with missing or extra values");
        return {};
    }
    return std::move(open.front());
}

void SourcePrinter::obse_operator(std::uint8_t code, std::vector<Piece>& open)
{
    using Kind = ObseOperator::Kind;
    const ObseOperator& op = obse_operators[code];
    if (op.kind == Kind::none) {
        reject("a bracket in postfix code");
        return;
    }
    const Piece right = taken(open);
    if (op.kind == Kind::unary) {
        open.push_back({std::string(op.text) + inside(right, right.precedence < op.precedence), op.precedence,
                        right.precedence >= op.precedence && right.takes_more});
        return;
    }
    const Piece left = taken(open);
    if (op.kind == Kind::subscript) {
        open.push_back(
            {fmt::format("{}[{}]", inside(left, left.precedence < subscript_precedence || left.takes_more), right.text),
             subscript_precedence, false});
        return;
    }
    if (code == member_access) {
        const std::string_view word = right.text;
        const bool is_word = word.size() > 2 && word.front() == '"' && is_bare_name(word.substr(1, word.size() - 2));
        open.push_back({fmt::format("{}->{}", inside(left, left.precedence < op.precedence || left.takes_more),
                                    is_word ? std::string(word.substr(1, word.size() - 2))
                                            : reject("a member that is not a word")),
                        op.precedence, false});
        return;
    }
    const bool from_right = op.kind == Kind::right;
    const bool left_brackets =
        (from_right ? left.precedence <= op.precedence : left.precedence < op.precedence) || left.takes_more;
    const bool right_brackets = from_right ? right.precedence < op.precedence : right.precedence <= op.precedence;
    open.push_back({fmt::format("{} {} {}", inside(left, left_brackets), op.text, inside(right, right_brackets)),
                    op.precedence, !right_brackets && right.takes_more});
}

void SourcePrinter::obse_operand(CodeReader& in, std::uint8_t code, std::vector<Piece>& open)
{
    const auto value = [&](std::string text, bool takes_more = false) {
        open.push_back({std::move(text), operand_precedence, takes_more});
    };
    switch (code) {
    case 'B': return value(fmt::format("{}", in.u8()));
    case 'I': return value(fmt::format("{}", in.u16()));
    case 'L': return value(fmt::format("{}", in.number<std::uint32_t>()));
    case 'Z': {
        const auto number = std::bit_cast<double>(in.number<std::uint64_t>());
        return value(std::isfinite(number) ? decimal(number) : reject("a value that is not a number"));
    }
    case 'S': return value(quoted(in.bytes(in.u16()), true));
    case 'R': return value(reference(in.u16(), true));
    case 'G': {
        const std::uint16_t number = in.u16();
        if (number < mentions_.global.size()) {
            mentions_.global[number] = true;
        }
        return value(reference(number, true));
    }
    case 'V': {
        const std::uint8_t type = in.u8();
        const std::uint16_t owner = in.u16();
        const std::uint16_t index = in.u16();
        if (in.failed() || type >= variable_letters.size()) {
            return value(reject("a variable of no type"));
        }
        if (owner != 0) {
            return value(remote(owner, index, static_cast<VariableType>(type), true));
        }
        mentions_.types[index] = static_cast<VariableType>(type);
        return value(local(index, true));
    }
    case 'X': {
        const std::uint16_t number = in.u16();
        const std::string owner = number == 0 ? std::string() : reference(number, true) + ".";
        const std::uint16_t op = in.u16();
        const std::uint16_t size = in.u16();
        if (in.failed() || size < 2) {
            return value(reject("a call without a size"));
        }
        bool takes_more = false;
        std::string text = owner + call(op, in.bytes(size - 2U), Place::obse, takes_more);
        return value(std::move(text), takes_more);
    }
    default: return value(reject(fmt::format("0x{:02X} is not a value", code)));
    }
}

}  // namespace redforge::obscript
