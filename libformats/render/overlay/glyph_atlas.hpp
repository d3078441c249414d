// Glyph atlas for the texts of an overlay. The window creates it (editor/views/glyph_atlas).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace redforge::render {

struct GlyphAtlas {
    static constexpr char first = ' ';
    static constexpr std::size_t count = 95;  ///< printable ASCII, ' ' to '~'; others are shown as '?'

    /// Position of a glyph in the picture, and its advance; in pixels of the picture.
    struct Glyph {
        float x{};
        float y{};
        float width{};
    };

    std::uint32_t width{};
    std::uint32_t height{};
    std::vector<std::uint8_t> cover{};  ///< opacity of each pixel, in rows from the top
    float line{};                       ///< line height, pixels of the atlas
    float scale{1};                     ///< atlas pixels per view pixel
    std::array<Glyph, count> glyphs{};

    [[nodiscard]] const Glyph& glyph(char letter) const
    {
        const auto place =
            static_cast<std::size_t>(static_cast<unsigned char>(letter)) - static_cast<std::size_t>(first);
        return glyphs[place < count ? place : static_cast<std::size_t>('?' - first)];
    }
};

}  // namespace redforge::render
