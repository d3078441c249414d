// Names and values from files in messages: escapes them, and shortens long ones.
#include "core/text/display_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"

namespace redforge {
namespace {

constexpr std::size_t max_value = 80;
constexpr std::size_t max_message = 1000;

bool is_control(char32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

/// Returns the length of the longest prefix of at most `max_size` bytes that ends with a complete character.
std::size_t whole_characters(std::string_view text, std::size_t max_size)
{
    while (max_size > 0 && max_size < text.size() && (static_cast<unsigned char>(text[max_size]) & 0xC0U) == 0x80U) {
        --max_size;
    }
    return max_size;
}

}  // namespace

std::string shown_text(std::string_view text, bool keep_lines)
{
    std::string out;
    while (!text.empty()) {
        const Utf8 next = next_utf8(text.substr(0, 4));
        const std::size_t length = std::max<std::size_t>(next.length, 1);
        const bool is_kept = keep_lines && (text.front() == '\n' || text.front() == '\t');
        if (is_kept || (next.length > 0 && !is_control(next.code))) {
            out += text.substr(0, length);
        } else {
            for (const char byte : text.substr(0, length)) {
                fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(byte));
            }
        }
        text.remove_prefix(length);
    }
    return out;
}

std::string shortened(std::string_view text, std::size_t max_size)
{
    if (text.size() <= max_size) {
        return std::string(text);
    }
    return fmt::format("{}... ({} characters)", text.substr(0, whole_characters(text, max_size)), grouped(text.size()));
}

std::string shortened_message(std::string_view message)
{
    std::string out;
    while (!message.empty()) {
        const std::size_t open = message.find('"');
        const std::size_t close = open == std::string_view::npos ? open : message.find('"', open + 1);
        if (close == std::string_view::npos) {
            break;
        }
        const std::string_view value = message.substr(open + 1, close - open - 1);
        if (value.size() > max_value) {
            out += fmt::format("{}\"{}\"... ({} characters)", message.substr(0, open),
                               value.substr(0, whole_characters(value, max_value)), grouped(value.size()));
        } else {
            out += message.substr(0, close + 1);
        }
        message.remove_prefix(close + 1);
    }
    out += message;
    return shortened(out, max_message);
}

}  // namespace redforge
