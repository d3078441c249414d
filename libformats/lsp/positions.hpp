// Converts between positions of the protocol (line, UTF-16 units) and byte offsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "script/script_text.hpp"

namespace redforge::lsp {

/// Position in a text, 0-based. If `character` is beyond the end of the line, the position is the end of the line.
struct Position {
    std::uint32_t line{};
    std::uint32_t character{};  ///< UTF-16 units

    friend bool operator==(const Position&, const Position&) = default;
};

/// Half-open range of bytes in a text: [begin, end).
using Range = script::TextRange;

/// Lines of a text. The text must outlive this object. A line ends with LF, CRLF or CR.
class Lines {
public:
    explicit Lines(std::string_view text);

    [[nodiscard]] std::size_t count() const { return starts_.size(); }
    /// Returns a line without its line end.
    [[nodiscard]] std::string_view line(std::size_t number) const;
    [[nodiscard]] std::size_t start(std::size_t number) const { return starts_[number]; }
    /// Returns the 0-based line of a byte offset.
    [[nodiscard]] std::size_t line_of(std::size_t at) const;

    /// Returns the byte offset of a position.
    [[nodiscard]] std::size_t offset(Position position) const;
    /// Returns the position of a byte offset.
    [[nodiscard]] Position position(std::size_t offset) const;

private:
    std::string_view text_;
    std::vector<std::size_t> starts_;
};

}  // namespace redforge::lsp
