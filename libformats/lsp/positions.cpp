// Converts between lines with UTF-16 units and byte offsets.
#include "lsp/positions.hpp"

#include <algorithm>

namespace redforge::lsp {
namespace {

/// Return the length of a character by its first byte: in bytes, and in UTF-16 units. An invalid byte counts as one
/// character.
std::size_t bytes_of(unsigned char first)
{
    return first >= 0xF0 && first < 0xF8   ? 4
           : first >= 0xE0 && first < 0xF0 ? 3
           : first >= 0xC0 && first < 0xE0 ? 2
                                           : 1;
}

}  // namespace

Lines::Lines(std::string_view text) : text_(text), starts_{0}
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool ends = text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
        if (ends) {
            starts_.push_back(i + 1);
        }
    }
}

std::string_view Lines::line(std::size_t number) const
{
    const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
    std::string_view line = text_.substr(starts_[number], end - starts_[number]);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) {
        line.remove_suffix(1);
    }
    return line;
}

std::size_t Lines::line_of(std::size_t at) const
{
    return static_cast<std::size_t>(std::ranges::upper_bound(starts_, at) - starts_.begin()) - 1;
}

std::size_t Lines::offset(Position position) const
{
    if (position.line >= starts_.size()) {
        return text_.size();
    }
    const std::string_view all = line(position.line);
    std::size_t at = 0;
    for (std::size_t units = 0; at < all.size() && units < position.character;) {
        const std::size_t bytes = bytes_of(static_cast<unsigned char>(all[at]));
        units += bytes == 4 ? 2 : 1;
        at = std::min(at + bytes, all.size());
    }
    return starts_[position.line] + at;
}

Position Lines::position(std::size_t offset) const
{
    offset = std::min(offset, text_.size());
    const std::size_t number = line_of(offset);
    std::uint32_t units = 0;
    for (std::size_t at = starts_[number]; at < offset;) {
        const std::size_t bytes = bytes_of(static_cast<unsigned char>(text_[at]));
        units += bytes == 4 ? 2 : 1;
        at += bytes;
    }
    return {static_cast<std::uint32_t>(number), units};
}

}  // namespace redforge::lsp
