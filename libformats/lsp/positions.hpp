// Places in a text as the protocol has them, by lines and UTF-16 units, and as offsets of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "script/script_text.hpp"

namespace redforge::lsp {

/// Both from 0. A character beyond the line's end is its end.
struct Position {
    std::uint32_t line{};
    std::uint32_t character{};  ///< UTF-16 units

    friend bool operator==(const Position&, const Position&) = default;
};

/// Bytes of a text, from begin to before end.
using Range = script::TextRange;

/// Lines of a text, which stays where it is. A line ends with LF, CRLF or CR.
class Lines {
public:
    explicit Lines(std::string_view text);

    [[nodiscard]] std::size_t count() const { return starts_.size(); }
    /// Without its end.
    [[nodiscard]] std::string_view line(std::size_t number) const;
    [[nodiscard]] std::size_t start(std::size_t number) const { return starts_[number]; }
    /// 0-based.
    [[nodiscard]] std::size_t line_of(std::size_t at) const;

    [[nodiscard]] std::size_t offset(Position position) const;
    [[nodiscard]] Position position(std::size_t offset) const;

private:
    std::string_view text_;
    std::vector<std::size_t> starts_;
};

}  // namespace redforge::lsp
