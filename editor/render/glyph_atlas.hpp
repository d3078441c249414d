// Letters as a picture, for the words of an overlay; the window makes it (editor/views/letters).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace redforge::render {

struct GlyphAtlas {
    static constexpr char first = ' ';
    static constexpr std::size_t count = 95;  ///< of ASCII, to '~'; other letters are shown as '?'

    /// Position of a glyph in the picture, and its advance; in pixels of the picture.
    struct Glyph {
        float x{};
        float y{};
        float width{};
    };

    std::uint32_t width{};
    std::uint32_t height{};
    std::vector<std::uint8_t> cover{};  ///< of each pixel, by rows from above
    float line{};                       ///< height of a line, pixels of the picture
    float scale{1};                     ///< pixels of the picture in one of a view
    std::array<Glyph, count> glyphs{};

    [[nodiscard]] const Glyph& glyph(char letter) const
    {
        const auto place =
            static_cast<std::size_t>(static_cast<unsigned char>(letter)) - static_cast<std::size_t>(first);
        return glyphs[place < count ? place : static_cast<std::size_t>('?' - first)];
    }
};

}  // namespace redforge::render
