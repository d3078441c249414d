// Long texts of a game as readable lines and back.
#include "core/text/text_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/plain_text.hpp"

namespace redforge {
namespace {

constexpr std::string_view bare_lf = "\\x0A";
constexpr std::string_view tab = "\t";

/// Appends text without line ends. Keeps tabs.
void append_line(std::string& out, std::string_view bytes, CodePage page)
{
    for (;;) {
        const std::size_t end = std::min(bytes.find('\t'), bytes.size());
        append_encoded(out, bytes.substr(0, end), page);
        if (end == bytes.size()) {
            return;
        }
        out += tab;
        bytes.remove_prefix(end + 1);
    }
}

std::string hex_escapes(std::string_view bytes)
{
    std::string out;
    for (const char c : bytes) {
        fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

bool is_blank(std::string_view text)
{
    return text.find_first_not_of(" \t\n") == std::string_view::npos;
}

}  // namespace

LineEnd detect_line_end(std::string_view bytes)
{
    return bytes.find("\r\n") == std::string_view::npos && bytes.find('\n') != std::string_view::npos ? LineEnd::lf
                                                                                                      : LineEnd::crlf;
}

std::string to_lines(std::string_view bytes, LineEnd line_end, CodePage page)
{
    const std::string_view all = bytes;
    std::string out;
    while (!bytes.empty()) {
        const std::size_t lf = bytes.find('\n');
        if (lf == std::string_view::npos) {
            append_line(out, bytes, page);
            break;
        }
        const bool crlf = line_end == LineEnd::crlf && lf > 0 && bytes[lf - 1] == '\r';
        append_line(out, bytes.substr(0, crlf ? lf - 1 : lf), page);
        if (line_end == LineEnd::crlf && !crlf) {
            out += bare_lf;
        }
        out += '\n';
        bytes.remove_prefix(lf + 1);
    }
    return is_blank(out) ? hex_escapes(all) : out;  // XML parsers drop text that is only white space
}

Result<std::string> from_lines(std::string_view text, LineEnd line_end, CodePage page)
{
    std::string out;
    for (std::uint32_t line = 1;; ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view content = text.substr(0, end);
        const bool last = end == text.size();
        const bool joined = !last && line_end == LineEnd::crlf && content.ends_with(bare_lf);
        std::size_t plain = plain_length(content);
        while (plain < content.size() && content[plain] == '\t') {
            plain += 1 + plain_length(content.substr(plain + 1));
        }
        if (plain == content.size()) {
            out += content;
            content = {};
        }
        for (std::size_t at = 0; !content.empty();) {
            const std::size_t stop = std::min(content.find('\t', at), content.size());
            Result<std::string> bytes = decode_text(content.substr(at, stop - at), page);
            if (!bytes) {
                Error error = bytes.error();
                error.line = line;
                error.column = static_cast<std::uint32_t>(at) + 1;
                return fail(std::move(error));
            }
            out += *bytes;
            if (stop == content.size()) {
                break;
            }
            out += '\t';
            at = stop + 1;
        }
        if (last) {
            return out;
        }
        if (!joined) {
            out += line_end == LineEnd::crlf ? "\r\n" : "\n";
        }
        text.remove_prefix(end + 1);
    }
}

}  // namespace redforge
