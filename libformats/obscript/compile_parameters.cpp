// Compiles scripts: the parameters of commands.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "obscript/compiler.hpp"
#include "obscript/source_lines.hpp"
#include "obscript/user_commands.hpp"

namespace redforge::obscript {
namespace {

/// Maximum nesting of calls; one line of text cannot reach it.
constexpr std::size_t max_nested_calls = 100;

std::string_view short_number(std::string_view text)
{
    return text.substr(0, 40);
}

}  // namespace

std::string unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char next = text[i] == '%' && i + 1 < text.size() ? to_lower(text[i + 1]) : '\0';
        if (next == 'q' || next == 'r') {
            out += next == 'q' ? '"' : '\n';
            ++i;
        } else {
            out += text[i];
            if (next == '%') {
                out += '%';
                ++i;
            }
        }
    }
    return out;
}

void Compiler::put_text(Bytes& out, std::string_view text) const
{
    const std::string changed = options_.text_escapes ? unescaped(text) : std::string(text);
    append_le(out, static_cast<std::uint16_t>(changed.size()));
    append(out, as_bytes(changed));
}

void Compiler::arguments(const Command& command, LineCursor& cursor, Bytes& out, Place place)
{
    result_.uses_obse = result_.uses_obse || command.opcode >= first_obse_opcode;
    if (depth_ == max_nested_calls) {
        return error(cursor.rest(), ErrorCode::out_of_range, fmt::format("{} nested calls", max_nested_calls));
    }
    ++depth_;
    switch (command.parser) {
    case CommandParser::nothing: break;
    case CommandParser::message:
    case CommandParser::message_box: message_parameters(command, cursor, out); break;
    case CommandParser::expression:
    case CommandParser::call:
    case CommandParser::loop: obse_arguments(command, cursor, out, place); break;
    case CommandParser::standard:
        // Without parameters, only OBSE writes their number.
        if (redirected_ && command.opcode < first_plugin_opcode &&
            (!command.parameters.empty() || place == Place::obse)) {
            append_le(out, std::uint16_t{0xFFFF});
            obse_arguments(command, cursor, out, place);
        } else if (!command.parameters.empty()) {
            parameters(command.name, command.parameters, command.required, cursor, out, place);
        } else if (place == Place::obse) {
            append_le(out, std::uint16_t{0});
        } else if (place == Place::statement) {
            warn_leftover(cursor, {});
        }
        break;
    }
    --depth_;
}

void Compiler::parameters(std::string_view name, std::string_view types, std::size_t required, LineCursor& cursor,
                          Bytes& out, Place place)
{
    const std::size_t count_at = out.size();
    append_le(out, std::uint16_t{0});
    std::size_t count = 0;
    while (count < types.size()) {
        const Token token = cursor.next();
        if (token.empty()) {
            break;
        }
        parameter(name, count + 1, parameter_type(types[count]), token, out);
        ++count;
    }
    store_le(out.data() + count_at, static_cast<std::uint16_t>(count));
    if (count < required) {
        return error(line_, ErrorCode::malformed,
                     fmt::format("{} lacks parameter {}, {}", name, count + 1,
                                 parameter_type(types[count]).description),
                     cursor.rest().starts_with('(') ? "write parameters without parentheses"
                                                    : "write it after the name");
    }
    cursor.skip_space();
    if (place == Place::statement && !cursor.at_end()) {
        error(cursor.rest(), ErrorCode::malformed,
              fmt::format("\"{}\" after the parameters of {}", short_number(cursor.rest()), name),
              fmt::format("it takes at most {}", types.size()));
    }
}

void Compiler::parameter(std::string_view command, std::size_t number, const ParameterType& type, const Token& token,
                         Bytes& out)
{
    switch (type.kind) {
    case 's': return put_text(out, token.text);
    case 'i':
    case 'f': return number_parameter(command, number, type.kind, token, out);
    case 'r':
    case 'o': {
        const std::uint16_t place = reference(token.text);
        put_word(out, 'r', place);
        ++operand_;
        return;
    }
    case 'x': {
        const char axis = token.text.empty() ? '\0' : to_upper(token.text.front());
        if (token.text.size() != 1 || axis < 'X' || axis > 'Z') {
            error(token.text, ErrorCode::unknown_name,
                  fmt::format("parameter {} of {} is \"{}\", not an axis", number, command, token.text), "X, Y or Z");
        }
        out.push_back(static_cast<std::byte>(axis));
        return;
    }
    case 'v':
        return error(token.text, ErrorCode::unsupported,
                     fmt::format("{} is for conditions of dialogue, and not for scripts", command),
                     "name the variable itself: QUEST.VARIABLE");
    default: break;
    }
    int value = parameter_value(type.kind, token.text);
    if (value < 0 && type.kind == 'c' && token.text.size() == 1 && token.text.front() >= '0' &&
        token.text.front() <= '5') {
        value = token.text.front() - '0';
    }
    if (value < 0) {
        const auto words = parameter_words(type.kind);
        unknown_word(token.text, token.text,
                     fmt::format("parameter {} of {} is \"{}\", no {}", number, command, token.text, type.description),
                     words, fmt::format("such as {}", words.front()));
    }
    append_le(out, static_cast<std::uint16_t>(value));
}

void Compiler::number_parameter(std::string_view command, std::size_t number, char kind, const Token& token, Bytes& out)
{
    const std::string_view text = token.text;
    const bool is_number = !token.quoted && !text.empty() && !is_letter(text.front()) && text.front() != '_' &&
                           (text.size() < 2 || text.front() != '-' || !is_letter(text[1]));
    if (!is_number) {
        if (const auto known = value(token)) {
            return put_value(out, *known);
        }
        const bool is_command = command_named(token.name, options_.commands) != nullptr;
        return error(text, ErrorCode::unknown_name,
                     fmt::format("parameter {} of {} is \"{}\", neither a number nor a variable", number, command,
                                 text),
                     is_command ? "set a variable to it first: set VARIABLE to " + std::string(text)
                                : "declare it, such as with: short NAME");
    }
    const char* end = text.data() + text.size();
    if (kind == 'i') {
        std::int64_t whole{};
        const auto [stop, fault] = std::from_chars(text.data(), end, whole);
        if (fault == std::errc::invalid_argument || stop != end) {
            return error(text, ErrorCode::malformed,
                         fmt::format("parameter {} of {} is \"{}\", not a whole number", number, command, text),
                         "write it without a point");
        }
        if (fault != std::errc{} || whole != static_cast<std::int32_t>(whole)) {
            warning(text,
                    fmt::format("the number {} is out of range: it becomes {}", text, static_cast<std::int32_t>(whole)),
                    "whole numbers go from -2147483648 to 2147483647");
        }
        out.push_back(std::byte{'n'});
        return append_le(out, static_cast<std::int32_t>(whole));
    }
    double real{};
    const auto [stop, fault] = std::from_chars(text.data(), end, real);
    if (stop != end) {
        warning(text, fmt::format("\"{}\" is read as {}", text, real), "write one number");
    }
    out.push_back(std::byte{'z'});
    append_le(out, std::bit_cast<std::uint64_t>(real));
}

void Compiler::message_parameters(const Command& command, LineCursor& cursor, Bytes& out)
{
    const Token text = cursor.next();
    if (text.empty()) {
        return error(line_, ErrorCode::malformed, fmt::format("{} without a text", command.name),
                     "write the text in quotes");
    }
    append_le(out, std::uint16_t{1});
    append_le(out, static_cast<std::uint16_t>(text.text.size()));
    append(out, as_bytes(text.text));
    std::size_t values = 0;
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        const bool twice = text.text[i] == '%' && i + 1 < text.text.size() && text.text[i + 1] == '%';
        values += text.text[i] == '%' && !twice ? 1U : 0U;
        i += twice ? 1 : 0;
    }
    if (values > max_message_values) {
        error(text.text, ErrorCode::out_of_range,
              fmt::format("{} variables in a text; at most {} are possible", values, max_message_values));
    }
    append_le(out, static_cast<std::uint16_t>(values));
    for (std::size_t i = 0; i < values; ++i) {
        const Token token = cursor.next();
        if (token.empty()) {
            return error(text.text, ErrorCode::malformed,
                         fmt::format("{} variables in a text, but {} after it", values, i),
                         "write %% for the sign itself");
        }
        if (const auto known = value(token)) {
            put_value(out, *known);
        } else {
            error(token.text, ErrorCode::unknown_name, fmt::format("no variable is called {}", token.text));
        }
    }
    if (command.parser == CommandParser::message) {
        const Token time = cursor.next();
        std::int32_t seconds = 0;
        if (!time.empty()) {
            std::from_chars(time.text.data(), time.text.data() + time.text.size(), seconds);
        }
        return append_le(out, seconds);
    }
    const std::size_t count_at = out.size();
    append_le(out, std::uint16_t{0});
    std::uint16_t buttons = 0;
    for (Token button = cursor.next(); !button.empty(); button = cursor.next()) {
        if (buttons == max_buttons) {
            warning(button.text, fmt::format("\"{}\" is ignored", button.text),
                    fmt::format("a message box has at most {} buttons", max_buttons));
            break;
        }
        append_le(out, std::uint16_t{1});
        append_le(out, static_cast<std::uint16_t>(button.text.size()));
        append(out, as_bytes(button.text));
        ++buttons;
    }
    store_le(out.data() + count_at, buttons);
}

}  // namespace redforge::obscript
