// Prints statements and values. Non-standard forms have a mark in square brackets.
#include "soup/disassemble/printer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/text/code_page.hpp"
#include "soup/disassemble/disassemble.hpp"

namespace redforge::soup {
namespace {

constexpr std::size_t max_comment = 100;

/// Returns the text on one line, without characters that would end a comment or a name in <>.
std::string one_line(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        out += byte < 0x20 || byte == 0x7F ? ' ' : c == '<' ? '(' : c == '>' ? ')' : c;
    }
    if (out.size() > max_comment) {
        std::size_t end = max_comment;
        while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80) {
            --end;
        }
        out = out.substr(0, end) + "...";
    }
    return out;
}

/// Sets `out` to the four bytes of a number, lowest first, which are the characters of a dialogue label. Returns false
/// if one is not printable.
bool letters_of(std::uint32_t number, std::string& out)
{
    std::array<char, 4> bytes{};
    for (std::size_t i = 0; i < 4; ++i) {
        const auto byte = static_cast<unsigned char>(number >> (8 * i));
        if (byte < 0x20 || byte == 0x7F || byte == 0xFF) {
            return false;
        }
        bytes.at(i) = static_cast<char>(byte);
    }
    out.assign(bytes.data(), bytes.size());
    return true;
}

void append_decimal(std::string& out, std::int64_t value)
{
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

}  // namespace

bool append_quoted(std::string& out, std::string_view bytes, char quote)
{
    out += quote;
    const bool plain =
        std::ranges::all_of(bytes, [&](char c) { return c >= 0x20 && c < 0x7F && c != '\\' && c != quote; });
    if (plain) {
        out += bytes;
    } else {
        for (const char c : encode_text(bytes)) {
            if (c == quote) {
                out += quote == '"' ? "\\x22" : "\\x27";
            } else {
                out += c;
            }
        }
    }
    out += quote;
    return plain;
}

std::string label_name(std::uint32_t offset)
{
    return fmt::format("#{:04X}", offset);
}

void Printer::quoted(std::string_view bytes, char quote)
{
    standard_ = append_quoted(out_, bytes, quote) && standard_;
}

void Printer::statement(const Statement& statement, std::string_view branch)
{
    comment_.clear();
    if (statement.raw) {
        standard_ = false;
        out_ += "bytes \"";
        append_hex(out_, ByteView(script_.code).subspan(statement.offset, statement.length));
        out_ += '"';
        return;
    }
    operands_ = layout_.listing.operands_of(statement);
    at_ = 0;
    const auto op = static_cast<Op>(statement.opcode);
    switch (op) {
    case Op::task:
    case Op::multitask:
    case Op::function: call(op, true, false); break;
    case Op::object_task:
    case Op::object_function: call(op, true, true); break;
    case Op::if_:
        out_ += branch;
        out_ += ' ';
        condition();
        if (statement.block_end == 0) {
            out_ += " else goto ";
            target(next().value);
        }
        break;
    case Op::goto_:
        out_ += "goto ";
        target(next().value);
        break;
    case Op::gosub:
        out_ += "gosub ";
        target(next().value);
        break;
    case Op::end: {
        out_ += "end";
        if (const std::uint32_t place = next().value; place != 0) {
            out_ += ' ';
            target(place);
        }
        break;
    }
    case Op::return_: out_ += "return"; break;
    case Op::endint: out_ += "endint"; break;
    case Op::task_pause:
        out_ += "<TaskPause(";
        target(next().value);
        out_ += ")>";
        break;
    case Op::anchor:
        out_ += "<Anchor> = ";
        decimal(next().value);
        break;
    case Op::script_result:
        out_ += "if <ScriptRv> = ";
        decimal(next().value);
        break;
    case Op::flag: {
        const std::uint32_t number = next().value;
        flag(number);
        formula(is_boolean(number) ? ArgumentType::boolean : ArgumentType::number);
        break;
    }
    case Op::variable:
        variable(next().value);
        formula();
        break;
    case Op::property:
        object();
        property();
        formula();
        break;
    case Op::increment:
    case Op::decrement:
        object();
        property();
        out_ += op == Op::increment ? "++" : "--";
        break;
    case Op::number:
    case Op::string:
    case Op::flag_number: break;  // not statements
    }
}

void Printer::condition()
{
    while (true) {
        const ArgumentType meaning = value();
        out_ += ' ';
        out_ += comparison_signs.at(next().value);
        out_ += ' ';
        value(meaning);
        const std::uint32_t word = next().value;
        if (word == 0) {
            return;
        }
        out_ += ' ';
        out_ += conjunction_words.at(word);
        out_ += ' ';
    }
}

/// Prints a formula. `meaning`: type of the whole formula; used for the value of a formula without operators.
void Printer::formula(ArgumentType meaning)
{
    out_ += " = ";
    const bool alone =
        at_ + 2 < operands_.size() && operands_[at_ + 2].kind == OperandKind::op && operands_[at_ + 2].value == 0;
    while (true) {
        const bool is_text = static_cast<Op>(peek()->value) == Op::string;
        value(alone ? meaning : ArgumentType::number);
        const auto op = static_cast<std::uint8_t>(next().value);
        has_mistakes_ = has_mistakes_ || (is_text && op != 0);
        if (joins(op)) {
            out_ += ' ';
            out_ += operator_signs.at(op);
            out_ += ' ';
            continue;
        }
        if (has_extra(op)) {
            out_ += operator_signs.at(op);
            mark("pad", next().value);
        }
        return;
    }
}

/// Prints a value. Returns the type of the operand that it is compared with.
ArgumentType Printer::value(ArgumentType meaning)
{
    const auto op = static_cast<Op>(next().value);
    ArgumentType result = ArgumentType::number;
    switch (op) {
    case Op::task:
    case Op::multitask:
    case Op::function: return call(op, false, false);
    case Op::object_task:
    case Op::object_function: return call(op, false, true);
    case Op::flag:
        result = is_boolean(peek()->value) ? ArgumentType::boolean : ArgumentType::number;
        flag(next().value);
        break;
    case Op::number: number(next().value, meaning); break;
    case Op::flag_number: flag_number(next().value); break;
    case Op::string: string(next().value, false); break;
    case Op::variable: variable(next().value); break;
    case Op::property:
        object();
        property();
        break;
    default: break;
    }
    tail();
    return result;
}

/// Prints the bytes after a value in some modes: an operator, or padding that is normally 0.
void Printer::tail()
{
    const Operand* operand = peek();
    if (operand == nullptr || operand->mode == Mode::formula) {
        return;
    }
    if (operand->kind == OperandKind::pad) {
        mark("pad", next().value);
    } else if (operand->kind == OperandKind::op) {
        const auto op = static_cast<std::uint8_t>(next().value);
        if (has_extra(op)) {
            out_ += operator_signs.at(op);
            mark("pad", next().value);
        } else {
            mark("operator", op);
        }
    }
}

/// Prints a call. Prints its kind only if it differs from the kind of the function.
ArgumentType Printer::call(Op op, bool is_statement, bool on_object)
{
    const std::size_t begin = out_.size();
    if (on_object) {
        object();
    }
    CallKind kind = CallKind::function;
    if (on_object) {
        kind = is_statement ? static_cast<CallKind>(next().value) : CallKind::function;
    } else {
        kind = static_cast<CallKind>(op);
    }
    const std::uint32_t number = next().value;
    const Function* function = names_ != nullptr ? names_->function(number) : nullptr;
    if (function != nullptr && !function->usable) {
        function = nullptr;
    }
    const CallKind standard =
        is_statement && function != nullptr && function->kind == CallKind::task ? CallKind::task : CallKind::function;
    if (kind == CallKind::multitask) {
        out_ += '@';
    } else if (kind != standard) {
        out_.insert(begin, kind == CallKind::task ? "task " : "function ");
    }
    if (function != nullptr) {
        use(used_functions_, number);
        out_ += function->name;
    } else {
        out_ += "function_";
        decimal(number);
    }
    const bool returns = function == nullptr || (function->info != nullptr && function->info->returns);
    // In a value, the kind is `function`, whatever the function's own kind is.
    has_mistakes_ = has_mistakes_ ||
                    (!is_statement && !returns && (kind != CallKind::function || function->kind != CallKind::function));
    const Op usual_op = kind == CallKind::function ? Op::object_function : Op::object_task;
    if (on_object && op != usual_op) {
        standard_ = false;
        fmt::format_to(std::back_inserter(out_), "[op=0x{:02X}]", static_cast<unsigned>(op));
    }
    out_ += '(';
    if (number != 0) {
        arguments(function);
    }
    out_ += ')';
    return function != nullptr ? function->result() : ArgumentType::number;
}

void Printer::arguments(const Function* function)
{
    const std::uint32_t count = next().value;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i != 0) {
            out_ += ", ";
        }
        const ArgumentType meaning = function != nullptr ? function->argument(i) : ArgumentType::number;
        const auto op = static_cast<Op>(peek()->value);
        has_mistakes_ = has_mistakes_ || (meaning == ArgumentType::flag && op == Op::flag) ||
                        (meaning == ArgumentType::dialogue && op == Op::string);
        value(meaning);
    }
}

void Printer::object()
{
    const std::uint32_t word = next().value;
    const std::uint32_t kind = word & 0xFFU;
    const std::uint32_t second = word >> 8U;
    if (kind < object_words.size()) {
        out_ += object_words.at(kind);
        mark("pad", second);
    } else if (kind == object_string) {
        string(second, true);
    } else if (kind == object_variable) {
        variable(second);
    } else {
        standard_ = false;
        fmt::format_to(std::back_inserter(out_), "object[{}, {}]", kind, second);
    }
    out_ += '.';
}

void Printer::property()
{
    const std::uint32_t word = next().value;
    const std::uint32_t number = word & 0xFFU;
    const Name* name = names_ != nullptr ? names_->property(number) : nullptr;
    if (name != nullptr && name->usable) {
        use(used_properties_, number);
        out_ += name->name;
    } else {
        out_ += "property_";
        decimal(number);
    }
    mark("high", word >> 8U);
}

void Printer::variable(std::uint32_t number)
{
    has_mistakes_ = has_mistakes_ || number >= script_.variables;
    out_ += "var";
    decimal(number);
}

bool Printer::is_boolean(std::uint32_t flag) const
{
    const Name* name = names_ != nullptr ? names_->flag(flag) : nullptr;
    return name != nullptr && name->is_boolean;
}

void Printer::flag(std::uint32_t number)
{
    const Name* name = names_ != nullptr ? names_->flag(number) : nullptr;
    if (name != nullptr && name->usable) {
        use(used_flags_, number);
        out_ += name->name;
    } else {
        out_ += "flag_";
        decimal(number);
    }
}

void Printer::flag_number(std::uint32_t number)
{
    const Name* name = names_ != nullptr ? names_->flag(number) : nullptr;
    out_ += "flag ";
    if (name != nullptr && name->usable) {
        use(used_flags_, number);
        out_ += name->name;
    } else {
        fmt::format_to(std::back_inserter(out_), "{}", static_cast<std::int32_t>(number));
    }
}

void Printer::number(std::uint32_t number, ArgumentType meaning)
{
    const auto value = static_cast<std::int32_t>(number);
    if (meaning == ArgumentType::dialogue) {
        std::string letters;
        if (letters_of(number, letters)) {
            quoted(letters, '\'');
            if (names_ != nullptr && names_->dialogue) {
                if (const auto text = names_->dialogue(letters)) {
                    comment_ += (comment_.empty() ? "" : " / ") + one_line(*text);
                }
            }
            return;
        }
    } else if (meaning == ArgumentType::boolean && number <= 1) {
        out_ += number == 1 ? "true" : "false";
        return;
    } else if ((meaning == ArgumentType::attribute || meaning == ArgumentType::animation) && names_ != nullptr) {
        if (const Constant* constant = names_->named(meaning, number)) {
            out_ += constant->name;
            used_constants_.insert(constant);
            return;
        }
    } else if ((meaning == ArgumentType::item || meaning == ArgumentType::map) && names_ != nullptr) {
        const auto& known = meaning == ArgumentType::item ? names_->items : names_->maps;
        if (const auto found = known.find(value); found != known.end()) {
            fmt::format_to(std::back_inserter(out_), "<{}: {}>", value, one_line(found->second));
            return;
        }
        has_mistakes_ = has_mistakes_ || !known.empty();
    }
    append_decimal(out_, value);
}

/// Prints a string by its text. `bare`: the string is an object name, and needs no quotes if it has the form of a name.
void Printer::string(std::uint32_t index, bool bare)
{
    if (index >= script_.strings.size()) {
        standard_ = false;
        fmt::format_to(std::back_inserter(out_), "string[{}]", index);
        return;
    }
    const std::string& text = script_.strings[index];
    if (bare && is_usable_name(text)) {
        out_ += text;
    } else {
        quoted(text, '"');
    }
    if (layout_.first_string[index] != index) {
        standard_ = false;
        fmt::format_to(std::back_inserter(out_), "[{}]", index);
    }
}

void Printer::target(std::uint32_t place)
{
    const auto label = [&](std::uint32_t offset) { fmt::format_to(std::back_inserter(out_), "#{:04X}", offset); };
    if (layout_.is_place(place)) {
        label(place);
        return;
    }
    const std::size_t index = statement_at(layout_.listing, place);
    if (index == layout_.listing.statements.size()) {
        standard_ = false;
        fmt::format_to(std::back_inserter(out_), "0x{:X}", place);
        return;
    }
    const std::uint32_t offset = layout_.listing.statements[index].offset;
    label(offset);
    fmt::format_to(std::back_inserter(out_), "+{}", place - offset);
}

void Printer::mark(std::string_view name, std::uint32_t value)
{
    if (value != 0) {
        standard_ = false;
        fmt::format_to(std::back_inserter(out_), "[{}={}]", name, value);
    }
}

void Printer::decimal(std::uint32_t value)
{
    append_decimal(out_, value);
}

void Printer::use(std::vector<bool>& used, std::uint32_t number)
{
    if (number >= used.size()) {
        used.resize(number + 1);
    }
    used[number] = true;
}

void Printer::names_block(std::string& out) const
{
    const std::size_t begin = out.size();
    out += "\nnames\n{\n";
    const std::size_t first = out.size();
    const auto line = [&](std::string_view kind, std::uint32_t number, std::string_view name) {
        out += "    ";
        out += kind;
        out += ' ';
        append_decimal(out, number);
        out += " = ";
        out += name;
    };
    for (std::uint32_t i = 0; i < used_functions_.size(); ++i) {
        if (used_functions_[i]) {
            const Function& function = *names_->function(i);
            line(call_description.at(static_cast<std::size_t>(function.kind)), i, function.name);
            out += '(';
            append_decimal(out, function.parameters);
            out += ")\n";
        }
    }
    for (std::uint32_t i = 0; i < used_flags_.size(); ++i) {
        if (used_flags_[i]) {
            line("flag", i, names_->flag(i)->name);
            out += '\n';
        }
    }
    for (std::uint32_t i = 0; i < used_properties_.size(); ++i) {
        if (used_properties_[i]) {
            line("property", i, names_->property(i)->name);
            out += '\n';
        }
    }
    for (const Constant* constant : used_constants_) {
        out += "    constant ";
        append_decimal(out, constant->value);
        out += " = ";
        out += constant->name;
        out += '\n';
    }
    if (out.size() == first) {
        out.resize(begin);
    } else {
        out += "}\n";
    }
}

}  // namespace redforge::soup
