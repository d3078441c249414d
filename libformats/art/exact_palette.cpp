// Numbers the colours of a picture.
#include "art/exact_palette.hpp"

#include <array>

namespace redforge::art {
namespace {

/// Maps colours to indices: an open-addressing hash table, four times as large as its maximum content.
class ColourIndices {
public:
    explicit ColourIndices(std::size_t first) : next_(static_cast<std::uint32_t>(first))
    {
        slots_.fill({0, free_slot});
    }
    /// Returns the index of a colour, in order of first use. Returns 256 if there are too many colours.
    std::uint32_t of(std::uint32_t colour)
    {
        constexpr std::uint32_t spread = 2654435761U;  // Knuth's multiplier: 2^32 divided by the golden ratio
        for (std::uint32_t at = (colour * spread) >> 22U;; at = (at + 1) % size) {
            Slot& slot = slots_[at];
            if (slot.number == free_slot) {
                if (next_ == palette_colours) {
                    return palette_colours;
                }
                slot = {colour, next_++};
                return slot.number;
            }
            if (slot.colour == colour) {
                return slot.number;
            }
        }
    }

private:
    static constexpr std::uint32_t size = 1024;
    static constexpr std::uint32_t free_slot = 0xFFFFFFFF;
    struct Slot {
        std::uint32_t colour;
        std::uint32_t number;
    };
    std::array<Slot, size> slots_{};
    std::uint32_t next_;
};

}  // namespace

std::optional<PalettedImage> with_exact_palette(const RgbaImage& image)
{
    constexpr std::uint8_t opaque = 255;
    const std::size_t pixels = image.rgba.size() / 4;
    if (pixels == 0 || pixels != std::size_t{image.width} * image.height) {
        return std::nullopt;
    }
    bool holes = false;
    for (std::size_t i = 0; i < pixels; ++i) {
        const std::uint8_t alpha = image.rgba[4 * i + 3];
        if (alpha != 0 && alpha != opaque) {
            return std::nullopt;
        }
        holes = holes || alpha == 0;
    }
    PalettedImage paletted{{image.width, image.height, std::vector<std::uint8_t>(pixels)}, {}, IndexZero::opaque};
    if (holes) {
        paletted.colours.push_back({});
        paletted.index_zero = IndexZero::transparent;
    }
    ColourIndices numbers(paletted.colours.size());
    for (std::size_t i = 0; i < pixels; ++i) {
        const std::uint8_t* const pixel = &image.rgba[4 * i];
        if (pixel[3] == 0) {
            continue;  // index 0
        }
        const std::uint32_t number =
            numbers.of(std::uint32_t{pixel[0]} | std::uint32_t{pixel[1]} << 8U | std::uint32_t{pixel[2]} << 16U);
        if (number == palette_colours) {
            return std::nullopt;
        }
        if (number == paletted.colours.size()) {
            paletted.colours.push_back({pixel[0], pixel[1], pixel[2]});
        }
        paletted.image.indices[i] = static_cast<std::uint8_t>(number);
    }
    return paletted;
}

}  // namespace redforge::art
