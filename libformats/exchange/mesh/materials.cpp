// Finds the texture of a material.
#include "exchange/mesh/materials.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "art/png.hpp"
#include "exchange/mesh/import.hpp"
#include "exchange/mesh/surface.hpp"

namespace redforge::exchange {

double to_linear(double shown)
{
    return shown <= 0.04045 ? shown / 12.92 : std::pow((shown + 0.055) / 1.055, 2.4);
}

double to_srgb(double linear)
{
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

Result<model::Texture> texture_for(std::string_view material, std::string_view picture,
                                   const std::array<double, 3>& colour, const ImportOptions& options)
{
    for (const std::string_view name : {material, picture}) {
        if (const std::optional<model::Texture> named = surface_of(name)) {
            return *named;
        }
    }
    if (options.palette.size() < 2) {
        return fail(
            {.code = ErrorCode::unknown_name,
             .message = fmt::format("the material \"{}\" names no texture", material),
             .field = "materials",
             .hint = "a name such as D02044 (bank 302, image 44) or colour_42, or a palette to match colours to"});
    }
    art::RgbaImage dot{1, 1, std::vector<std::uint8_t>(4, 0xFF)};
    for (std::size_t part = 0; part < 3; ++part) {
        const double value = std::isfinite(colour[part]) ? std::clamp(colour[part], 0.0, 1.0) : 1.0;
        dot.rgba[part] = static_cast<std::uint8_t>(std::lround(value * 255));
    }
    const Result<art::IndexedImage> matched = art::match_to_palette(dot, options.palette);
    if (!matched) {
        return fail(matched.error());
    }
    model::Texture texture;
    texture.colour = matched->indices.front();
    return texture;
}

std::optional<std::array<std::uint32_t, 2>> png_sides(ByteView bytes)
{
    constexpr std::size_t width_at = 16;  // signature, length and tag of IHDR
    constexpr std::uint32_t max_side = 65535;
    if (bytes.size() < width_at + 8 || !art::is_png(bytes)) {
        return std::nullopt;
    }
    const std::array<std::uint32_t, 2> sides{load_be32(bytes.data() + width_at),
                                             load_be32(bytes.data() + width_at + 4)};
    return std::ranges::all_of(sides, [](std::uint32_t side) { return side > 0 && side <= max_side; })
               ? std::optional(sides)
               : std::nullopt;
}

}  // namespace redforge::exchange
