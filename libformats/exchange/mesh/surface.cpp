// Converts textures to material names, and back.
#include "exchange/mesh/surface.hpp"

#include <charconv>

#include <fmt/format.h>

#include "art/image_name.hpp"
#include "model/model.hpp"
#include "model/texture_code.hpp"

namespace redforge::exchange {
namespace {

std::optional<std::uint32_t> number(std::string_view text, int base)
{
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, base);
    return error == std::errc() && stop == end && !text.empty() ? std::optional(value) : std::nullopt;
}

/// Returns the name without a numeric suffix: "D02044" for "D02044.001".
std::string_view without_suffix(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && number(name.substr(dot + 1), 10) ? name.substr(0, dot) : name;
}

}  // namespace

std::string surface_name(const model::Texture& texture)
{
    if (texture.code.stored || texture.low != 0) {
        return fmt::format("code_{:08X}", model::encode_texture(texture));
    }
    if (texture.colour != model::Texture::no_colour) {
        return fmt::format("colour_{}", texture.colour);
    }
    if (texture.bank > art::max_bank || texture.image > art::max_image) {
        return fmt::format("texture_{}_{}", texture.bank, texture.image);
    }
    return art::image_name({texture.bank, texture.image});
}

std::optional<model::Texture> surface_of(std::string_view name)
{
    name = without_suffix(name);
    model::Texture texture;
    if (name.starts_with("colour_") || name.starts_with("color_")) {
        const std::optional<std::uint32_t> colour = number(name.substr(name.find('_') + 1), 10);
        if (!colour || *colour > 0xFF) {
            return std::nullopt;
        }
        texture.colour = static_cast<std::int16_t>(*colour);
        return texture;
    }
    if (name.starts_with("code_")) {
        const std::optional<std::uint32_t> code = number(name.substr(5), 16);
        return code ? std::optional(model::decode_texture(*code)) : std::nullopt;
    }
    const std::optional<art::ImageNumber> image = art::image_number(name);
    if (!image) {
        return std::nullopt;
    }
    texture.bank = static_cast<std::uint16_t>(image->bank);
    texture.image = static_cast<std::uint16_t>(image->image);
    return texture;
}

}  // namespace redforge::exchange
