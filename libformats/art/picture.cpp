// Converts pictures between indices and colours.
#include "art/picture.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace redforge::art {
namespace {

constexpr int transparent_below = 128;

std::uint8_t nearest_colour(std::uint32_t rgb, std::span<const Colour> colours)
{
    const auto square = [](int a) { return a * a; };
    int best_distance = std::numeric_limits<int>::max();
    std::size_t best = 1;
    for (std::size_t i = 1; i < colours.size(); ++i) {
        const int distance = square(static_cast<int>(rgb >> 16) - colours[i].r) +
                             square(static_cast<int>(rgb >> 8 & 0xFF) - colours[i].g) +
                             square(static_cast<int>(rgb & 0xFF) - colours[i].b);
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return static_cast<std::uint8_t>(best);
}

}  // namespace

RgbaImage to_rgba(const IndexedImage& image, std::span<const Colour> colours)
{
    RgbaImage picture{image.width, image.height, {}};
    picture.rgba.resize(4 * image.indices.size());
    std::uint8_t* to = picture.rgba.data();
    for (const std::uint8_t index : image.indices) {
        const Colour colour = index < colours.size() ? colours[index] : Colour{};
        *to++ = colour.r;
        *to++ = colour.g;
        *to++ = colour.b;
        *to++ = index == 0 ? 0 : 255;
    }
    return picture;
}

void draw_picture(RgbaImage& onto, const RgbaImage& picture, std::int32_t left, std::int32_t top)
{
    constexpr std::size_t bytes_of_pixel = 4;
    for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += bytes_of_pixel) {
        const auto pixel = static_cast<std::int64_t>(i / bytes_of_pixel);
        const std::int64_t x = left + pixel % picture.width;
        const std::int64_t y = top + pixel / picture.width;
        if (picture.rgba[i + 3] != 0 && x >= 0 && y >= 0 && x < onto.width && y < onto.height) {
            const auto at = static_cast<std::size_t>(y * onto.width + x) * bytes_of_pixel;
            std::copy_n(picture.rgba.begin() + static_cast<std::ptrdiff_t>(i), bytes_of_pixel,
                        onto.rgba.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
}

Result<IndexedImage> match_to_palette(const RgbaImage& image, std::span<const Colour> colours)
{
    colours = colours.first(std::min(colours.size(), palette_colours));
    if (colours.size() < 2) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("a palette of {} colours", colours.size()),
                     .hint = "index 0 is transparent, so a picture needs at least one colour more"});
    }
    IndexedImage matched{image.width, image.height, {}};
    // Colours repeat: cache the last result in each of 65,536 slots, independent of the picture's size.
    constexpr std::uint32_t unused = 0xFFFFFFFF;
    std::vector<std::pair<std::uint32_t, std::uint8_t>> known(0x10000, {unused, 0});
    for (std::size_t at = 0; at + 4 <= image.rgba.size(); at += 4) {
        if (image.rgba[at + 3] < transparent_below) {
            matched.indices.push_back(0);
            continue;
        }
        const std::uint32_t rgb = static_cast<std::uint32_t>(image.rgba[at]) << 16 |
                                  static_cast<std::uint32_t>(image.rgba[at + 1]) << 8 | image.rgba[at + 2];
        auto& [seen, index] = known[(rgb * 0x9E3779B1U) >> 16];
        if (seen != rgb) {
            seen = rgb;
            index = nearest_colour(rgb, colours);
        }
        matched.indices.push_back(index);
    }
    return matched;
}

std::size_t count_inexact(const RgbaImage& image, std::span<const Colour> colours)
{
    const auto rgb = [](const auto& r, const auto& g, const auto& b) {
        return static_cast<std::size_t>(r) << 16 | static_cast<std::size_t>(g) << 8 | b;
    };
    std::vector<bool> known(std::size_t{1} << 24U);
    for (const Colour& colour : colours.subspan(std::min<std::size_t>(1, colours.size()))) {
        known[rgb(colour.r, colour.g, colour.b)] = true;
    }
    std::size_t count = 0;
    for (std::size_t at = 0; at + 4 <= image.rgba.size(); at += 4) {
        if (image.rgba[at + 3] >= transparent_below) {
            auto place = known[rgb(image.rgba[at], image.rgba[at + 1], image.rgba[at + 2])];
            count += place ? 0U : 1U;
            place = true;
        }
    }
    return count;
}

}  // namespace redforge::art
