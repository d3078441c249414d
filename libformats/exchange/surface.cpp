// Material names to and from textures.
#include "exchange/surface.hpp"

#include <charconv>

#include <fmt/format.h>

#include "model/texture_code.hpp"

namespace redforge::exchange {
namespace {

constexpr std::uint32_t banks_per_letter = 100;
constexpr std::uint32_t most_bank = 2599;
constexpr std::uint32_t most_image = 999;

std::optional<std::uint32_t> number(std::string_view text, int base)
{
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value, base);
    return error == std::errc() && stop == end && !text.empty() ? std::optional(value) : std::nullopt;
}

/// "D02044.001" without what makes it unique.
std::string_view without_suffix(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && number(name.substr(dot + 1), 10) ? name.substr(0, dot) : name;
}

}  // namespace

std::string surface_name(const model::Texture& texture)
{
    if (texture.code.given || texture.low != 0) {
        return fmt::format("code_{:08X}", model::encode_texture(texture));
    }
    if (texture.colour != model::Texture::no_colour) {
        return fmt::format("colour_{}", texture.colour);
    }
    if (texture.bank > most_bank || texture.image > most_image) {
        return fmt::format("texture_{}_{}", texture.bank, texture.image);
    }
    return fmt::format("{}{:02}{:03}", static_cast<char>('A' + texture.bank / banks_per_letter),
                       texture.bank % banks_per_letter, texture.image);
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
    if (name.size() != 6) {
        return std::nullopt;
    }
    const char letter = name[0] >= 'a' && name[0] <= 'z' ? static_cast<char>(name[0] - 'a' + 'A') : name[0];
    const std::optional<std::uint32_t> digits = number(name.substr(1), 10);
    if (letter < 'A' || letter > 'Z' || !digits) {
        return std::nullopt;
    }
    texture.bank = static_cast<std::uint16_t>(banks_per_letter * static_cast<std::uint32_t>(letter - 'A') +
                                              *digits / (most_image + 1));
    texture.image = static_cast<std::uint16_t>(*digits % (most_image + 1));
    return texture;
}

}  // namespace redforge::exchange
