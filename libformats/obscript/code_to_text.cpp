// Compiled scripts to statements.
#include <algorithm>
#include <bit>

#include "obscript/code_printer.hpp"
#include "obscript/code_text.hpp"
#include "obscript/source_indent.hpp"

namespace redforge::obscript {
namespace {

/// Returns true if a statement round-trips through its text.
bool round_trips(const Statement& statement, ByteView bytes, bool named, CodePage page)
{
    std::string line;
    StatementPrinter(line, named, true, page).statement(statement, {});
    const Result<Bytes> again = from_statements(line, page);
    return again && same_bytes(*again, bytes);
}

std::string lines_of(std::span<const Statement> statements, ByteView code, ByteView rest, bool named, bool careful,
                     CodePage page)
{
    const auto numbers = computed_numbers(statements, code.size());
    std::string text;
    StatementPrinter printer(text, named, false, page);
    SourceIndent indent;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Statement& statement = statements[i];
        text.append(2 * indent.line(block_of(statement.opcode)), ' ');
        const ByteView bytes = code.subspan(begin, statement.end - begin);
        if (careful && !round_trips(statement, bytes, named, page)) {
            printer.plain(statement);
        } else {
            printer.statement(statement, numbers[i]);
        }
        text += '\n';
        begin = statement.end;
    }
    printer.braces(rest);
    if (rest.empty() && !text.empty()) {
        text.pop_back();
    }
    return text;
}

}  // namespace

void StatementPrinter::statement(const Statement& statement, std::optional<std::uint32_t> computed)
{
    owner(statement);
    const std::size_t begin = out_.size();
    if (!known(statement, computed)) {
        out_.resize(begin);
        call(statement.opcode, statement.payload);
    }
}

void StatementPrinter::plain(const Statement& statement)
{
    owner(statement);
    bare_name(statement.opcode);
    braces(statement.payload);
}

bool StatementPrinter::known(const Statement& statement, std::optional<std::uint32_t> computed)
{
    CodeReader in(statement.payload);
    const auto bare = [&](std::string_view name) {
        out_ += name;
        return statement.payload.empty();
    };
    switch (statement.opcode) {
    case opcode::script_name: return bare("ScriptName");
    case opcode::end: return bare("End");
    case opcode::end_if: return bare("endif");
    case opcode::return_: return bare("return");
    case opcode::begin: return begin(in, computed.value_or(0));
    case opcode::set: return set(in);
    case opcode::if_: return condition(in, "if ", computed.value_or(0));
    case opcode::else_if: return condition(in, "elseif ", computed.value_or(0));
    case opcode::else_:
        out_ += "else";
        given_number("jump", in.u16(), computed.value_or(0));
        return in.done();
    case opcode::while_: return named_ && loop(in, "while(", computed.value_or(0));
    case opcode::for_each: return named_ && loop(in, "foreach(", computed.value_or(0));
    default: return false;
    }
}

bool StatementPrinter::condition(CodeReader& in, std::string_view word, std::uint32_t computed)
{
    const std::uint16_t found = in.u16();
    const ByteView bytes = in.bytes(in.u16());
    if (!in.done()) {
        return false;
    }
    out_ += word;
    game_expression(bytes);
    given_number("jump", found, computed);
    return true;
}

bool StatementPrinter::set(CodeReader& in)
{
    out_ += "set ";
    if (!variable(in)) {
        return false;
    }
    out_ += " to ";
    const ByteView bytes = in.bytes(in.u16());
    if (!in.done()) {
        return false;
    }
    game_expression(bytes);
    return true;
}

bool StatementPrinter::loop(CodeReader& in, std::string_view word, std::uint32_t computed)
{
    const auto found = in.number<std::uint32_t>();
    out_ += word;
    if (!obse_arguments(in) || !in.done()) {
        return false;
    }
    out_ += ')';
    given_number("behind", found, computed);
    return true;
}

bool StatementPrinter::begin(CodeReader& in, std::uint32_t computed)
{
    const std::uint16_t type = in.u16();
    const auto length = in.number<std::uint32_t>();
    if (in.failed()) {
        return false;
    }
    const std::size_t before = out_.size();
    if (in.left() == 0 || !begin_with_arguments(in, type)) {
        out_.resize(before);
        out_ += "Begin ";
        block_name(type);
        braces(in.bytes(in.left()));
    }
    given_number("length", length, computed);
    return true;
}

const BlockType* StatementPrinter::block_type(std::uint16_t type) const
{
    return named_ && type < block_types().size() ? &block_types()[type] : nullptr;
}

void StatementPrinter::block_name(std::uint16_t type)
{
    if (const BlockType* known = block_type(type)) {
        out_ += known->name;
    } else {
        numbered('#', type);
    }
}

bool StatementPrinter::begin_with_arguments(CodeReader in, std::uint16_t type)
{
    const BlockType* known = block_type(type);
    if (known == nullptr) {
        return false;
    }
    const bool is_function = known->name == "Function";
    const bool overridden = !is_function && in.left() >= 2 && is_overridden(in);
    out_ += overridden ? "Begin _" : "Begin ";
    (out_ += known->name) += '(';
    bool good = false;
    if (is_function) {
        good = function_variables(in);
    } else if (overridden) {
        in.u16();
        good = obse_arguments(in);
    } else {
        good = standard_arguments(in, known->parameters);
    }
    out_ += ')';
    return good && in.done();
}

bool StatementPrinter::function_variables(CodeReader& in)
{
    if (in.u8() != 1) {
        return false;
    }
    const int count = in.u8();
    for (int i = 0; i < count; ++i) {
        const std::uint16_t index = in.u16();
        const std::uint8_t type = in.u8();
        if (in.failed() || type >= variable_letters.size()) {
            return false;
        }
        out_ += i == 0 ? "" : ", ";
        numbered(variable_letters[type], index);
    }
    const int arrays = in.u8();
    for (int i = 0; i < arrays && !in.failed(); ++i) {
        out_ += i == 0 ? "; " : ", ";
        numbered('a', in.u16());
    }
    return !in.failed();
}

void StatementPrinter::call(std::uint16_t opcode, ByteView payload)
{
    const Command* command = named_ ? find_command(opcode) : nullptr;
    const std::size_t begin = out_.size();
    if (!payload.empty() && command != nullptr && depth_ < max_call_depth) {
        out_ += is_redirected(*command, payload) ? "_" : "";
        command_name(command, opcode);
        out_ += '(';
        ++depth_;
        const bool understood = arguments_of(*command, payload);
        --depth_;
        if (understood) {
            out_ += ')';
            return;
        }
        out_.resize(begin);
    }
    command_name(command, opcode);
    braces(payload);
}

void StatementPrinter::command_name(const Command* command, std::uint16_t opcode)
{
    // Two commands sometimes share a name; the first one owns it.
    if (command != nullptr && has_its_name(*command)) {
        out_ += command->name;
    } else {
        bare_name(opcode);
    }
}

bool StatementPrinter::is_redirected(const Command& command, ByteView payload)
{
    return command.parser == CommandParser::standard && payload.size() >= 2 &&
           load_le<std::uint16_t>(payload.data()) == 0xFFFF;
}

bool StatementPrinter::arguments_of(const Command& command, ByteView payload)
{
    CodeReader in(payload);
    bool good = false;
    switch (command.parser) {
    case CommandParser::standard:
    case CommandParser::nothing:
        if (is_redirected(command, payload)) {
            in.u16();
            good = obse_arguments(in);
        } else {
            good = standard_arguments(in, command.parameters);
        }
        break;
    case CommandParser::message_box: good = message(in, true); break;
    case CommandParser::message: good = message(in, false); break;
    case CommandParser::expression: good = obse_arguments(in); break;
    case CommandParser::call: good = obse_call(in); break;
    case CommandParser::loop: break;
    }
    return good && in.done();
}

bool StatementPrinter::standard_arguments(CodeReader& in, std::string_view types)
{
    const std::size_t count = in.u16();
    if (in.failed() || count > types.size()) {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        out_ += i == 0 ? "" : ", ";
        if (!standard_argument(in, parameter_type(types[i]).kind) || in.failed()) {
            return false;
        }
    }
    return true;
}

bool StatementPrinter::standard_argument(CodeReader& in, char kind)
{
    switch (kind) {
    case 's': quoted(in.bytes(in.u16())); return true;
    case 'i':
    case 'f':
        if (in.peek() == 'n') {
            in.u8();
            decimal(in.number<std::int32_t>());
            return true;
        }
        if (in.peek() == 'z') {
            in.u8();
            return real(std::bit_cast<double>(in.number<std::uint64_t>()));
        }
        return variable(in);
    case 'r':
        if (in.u8() != 'r') {
            return false;
        }
        numbered('r', in.u16());
        return true;
    case 'x': {
        const char axis = static_cast<char>(in.u8());
        out_ += axis;
        return axis >= 'X' && axis <= 'Z';
    }
    default: {
        const std::uint16_t value = in.u16();
        if (const std::string_view word = parameter_word(kind, value); !word.empty()) {
            out_ += word;
        } else {
            numbered('#', value);
        }
        return true;
    }
    }
}

bool StatementPrinter::variable(CodeReader& in)
{
    const bool owned = take_owner(in);
    switch (in.u8()) {
    case 's': numbered('i', in.u16()); return true;
    case 'f': numbered('f', in.u16()); return true;
    case 'G': numbered('g', in.u16()); return !owned;
    default: return false;
    }
}

bool StatementPrinter::take_owner(CodeReader& in)
{
    if (in.peek() != 'r') {
        return false;
    }
    in.u8();
    owner(in.u16());
    return true;
}

bool StatementPrinter::message(CodeReader& in, bool box)
{
    if (in.u16() != 1) {
        return false;
    }
    quoted(in.bytes(in.u16()));
    for (int i = in.u16(); i > 0 && !in.failed(); --i) {
        out_ += ", ";
        if (!variable(in)) {
            return false;
        }
    }
    if (!box) {
        out_ += ", ";
        decimal(in.number<std::int32_t>());
        return true;
    }
    for (int i = in.u16(); i > 0 && !in.failed(); --i) {
        if (in.u16() != 1) {
            return false;
        }
        out_ += ", ";
        quoted(in.bytes(in.u16()));
    }
    return true;
}

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
    std::string bytes;
    StatementPrinter(bytes, named, false, page).braces(code);
    return bytes;
}

}  // namespace redforge::obscript
