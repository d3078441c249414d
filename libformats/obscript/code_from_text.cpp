// Statements to compiled scripts: the inverse of code_to_text.cpp.
#include <bit>

#include "core/text/words.hpp"
#include "obscript/code_frame.hpp"
#include "obscript/code_parser.hpp"
#include "obscript/code_text.hpp"

namespace redforge::obscript {
namespace {

/// Words that begin a statement other than a call.
struct StatementWord {
    std::string_view name;
    std::uint16_t opcode;
};
constexpr std::array<StatementWord, 11> statement_description{{{"set", opcode::set},
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

bool is_empty(std::string_view line)
{
    const auto first = std::ranges::find_if(line, [](char c) { return c != ' ' && c != '\t' && c != '\r'; });
    return first == line.end() || *first == ';';
}

}  // namespace

StatementLine ScriptParser::line()
{
    StatementLine line;
    if (peek() == '{') {
        line.is_statement = false;
        braces(code_);
    } else {
        statement(line);
    }
    spaces();
    if (at_ < text_.size() && text_[at_] != ';') {
        make_error("the end of the line");
    }
    return line;
}

void ScriptParser::finish(StatementLine& line)
{
    const std::size_t size = code_.size() - line.payload;
    if (size > 0xFFFF) {
        return make_error("a statement of at most 65535 bytes");
    }
    store_le(code_.data() + line.payload - 4, line.opcode);
    store_le(code_.data() + line.payload - 2, static_cast<std::uint16_t>(size));
}

void ScriptParser::number_here(StatementLine& line, std::size_t size)
{
    line.number_at = code_.size();
    line.number_size = size;
    code_.resize(code_.size() + size);
}

void ScriptParser::given_number(StatementLine& line, std::string_view name)
{
    if (take_word(name)) {
        need('=');
        line.number = line.number_size == 2 ? whole<std::uint16_t>() : whole<std::uint32_t>();
    }
}

void ScriptParser::statement(StatementLine& line)
{
    if (const auto reference = owner()) {
        append_le(code_, opcode::prefix);
        append_le(code_, *reference);
    }
    line.payload = code_.size() + 4;
    code_.resize(line.payload);
    const std::size_t before = at_;
    const std::string_view first = word();
    const auto found = std::ranges::find_if(statement_description, [&](const StatementWord& each) {
        return equals_ignore_case(first, each.name);
    });
    line.opcode = found == statement_description.end() ? std::uint16_t{0} : found->opcode;
    switch (line.opcode) {
    case opcode::script_name:
    case opcode::end:
    case opcode::end_if:
    case opcode::return_: break;
    case opcode::begin: begin(line); break;
    case opcode::set:
        variable(code_);
        if (!take_word("to")) {
            make_error("to");
        }
        sized_game_expression(code_);
        break;
    case opcode::if_:
    case opcode::else_if: condition(line); break;
    case opcode::else_:
        number_here(line, 2);
        given_number(line, "jump");
        break;
    case opcode::while_:
    case opcode::for_each: loop(line); break;
    default: at_ = before; line.opcode = call(code_);
    }
    finish(line);
}

void ScriptParser::condition(StatementLine& line)
{
    number_here(line, 2);
    sized_game_expression(code_);
    given_number(line, "jump");
}

void ScriptParser::loop(StatementLine& line)
{
    if (peek() == '{') {
        return braces(code_);
    }
    number_here(line, 4);
    need('(');
    obse_arguments(code_, ")");
    given_number(line, "behind");
}

void ScriptParser::begin(StatementLine& line)
{
    std::string_view name;
    std::uint16_t type{};
    std::string_view parameters;
    if (take('#')) {
        type = whole<std::uint16_t>();
    } else {
        name = word();
        const bool overridden = name.starts_with('_');
        const int found = block_type_named(name.substr(overridden ? 1 : 0));
        if (found < 0) {
            return make_error("the type of a block, such as GameMode");
        }
        type = static_cast<std::uint16_t>(found);
        parameters = block_types()[type].parameters;
    }
    append_le(code_, type);
    number_here(line, 4);
    if (peek() == '{') {
        braces(code_);
    } else if (take('(')) {
        if (name.starts_with('_')) {
            append_le(code_, std::uint16_t{0xFFFE});
            obse_arguments(code_, ")");
        } else if (equals_ignore_case(name, "Function")) {
            function_variables(code_);
        } else {
            standard_arguments(code_, parameters);
        }
    }
    given_number(line, "length");
}

void ScriptParser::function_variables(Bytes& out)
{
    Bytes variables;
    std::size_t count = 0;
    while (!error && peek() != ')' && peek() != ';') {
        if (count != 0) {
            need(',');
        }
        const auto each = numbered(variable_letters);
        if (!each) {
            return make_error("a variable, such as f1");
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
                return make_error("an array, such as a1");
            }
            append_le(arrays, each->number);
            ++array_count;
        }
    }
    need(')');
    if (count > 0xFF || array_count > 0xFF) {
        return make_error("at most 255 variables");
    }
    append_le(out, std::uint8_t{1});
    append_le(out, static_cast<std::uint8_t>(count));
    append(out, variables);
    append_le(out, static_cast<std::uint8_t>(array_count));
    append(out, arrays);
}

std::uint16_t ScriptParser::call(Bytes& out)
{
    std::string_view name = word();
    if (depth_ > max_bracket_depth) {
        make_error(fmt::format("at most {} nested calls", max_bracket_depth));
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
            make_error("a command");
        }
        command = find_command(opcode);
    } else if (command == nullptr) {
        at_ -= name.size();
        make_error("a command");
    } else {
        opcode = command->opcode;
    }
    if (peek() == '{') {
        braces(out);
    } else if (take('(')) {
        if (command == nullptr) {
            make_error("bytes in braces: the parameters of this command are not known");
        } else {
            arguments(out, *command, redirected);
        }
    }
    --depth_;
    return opcode;
}

void ScriptParser::arguments(Bytes& out, const Command& command, bool redirected)
{
    switch (command.parser) {
    case CommandParser::standard:
    case CommandParser::nothing:
        if (redirected) {
            append_le(out, std::uint16_t{0xFFFF});
            obse_arguments(out, ")");
        } else {
            standard_arguments(out, command.parameters);
        }
        break;
    case CommandParser::message_box: message(out, true); break;
    case CommandParser::message: message(out, false); break;
    case CommandParser::expression: obse_arguments(out, ")"); break;
    case CommandParser::call: {
        append_le(out, std::uint8_t{1});
        sized_obse_expression(out);
        if (!take(',') && peek() != ')') {
            make_error(", or )");
        }
        obse_arguments(out, ")");
        break;
    }
    case CommandParser::loop: make_error("bytes in braces"); break;
    }
}

void ScriptParser::standard_arguments(Bytes& out, std::string_view types)
{
    const std::size_t count_at = out.size();
    out.resize(count_at + 2);
    std::uint16_t count = 0;
    while (!error && peek() != ')') {
        if (count != 0) {
            need(',');
        }
        if (count >= types.size()) {
            return make_error(fmt::format("at most {} parameters", types.size()));
        }
        standard_argument(out, parameter_type(types[count++]).kind);
    }
    need(')');
    store_le(out.data() + count_at, count);
}

void ScriptParser::standard_argument(Bytes& out, char kind)
{
    const char next = peek();
    switch (kind) {
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
            return make_error("a reference, such as r1");
        }
        append_le(out, std::uint8_t{'r'});
        append_le(out, reference->number);
        return;
    }
    case 'x':
        if (next < 'X' || next > 'Z') {
            return make_error("X, Y or Z");
        }
        ++at_;
        append_le(out, static_cast<std::uint8_t>(next));
        return;
    default: {
        if (take('#')) {
            append_le(out, whole<std::uint16_t>());
            return;
        }
        const int value = parameter_value(kind, word());
        if (value < 0) {
            return make_error("a word that this parameter takes, or # and a number");
        }
        append_le(out, static_cast<std::uint16_t>(value));
    }
    }
}

void ScriptParser::variable(Bytes& out)
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
        return make_error("a variable, such as i1 or f1");
    }
    append_le(out, static_cast<std::uint8_t>(own->letter == 'i' ? 's' : 'f'));
    append_le(out, own->number);
}

void ScriptParser::message(Bytes& out, bool box)
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
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view content = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        content.remove_suffix(content.ends_with('\r') ? 1 : 0);
        if (is_empty(content)) {
            continue;
        }
        ScriptParser parser(content, page, code);
        const StatementLine line = parser.line();
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

}  // namespace redforge::obscript
