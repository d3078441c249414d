// Converts texture codes.
#include "model/texture_code.hpp"

#include <array>

#include <fmt/format.h>

#include "model/model.hpp"

namespace redforge::model {
namespace {

constexpr std::uint32_t base = 40;
constexpr std::uint32_t name_limit = base * base * base * base * base * base;  // 40^6 still fits 32 bits
constexpr std::uint32_t digit_a = 10;
constexpr std::uint32_t digit_z = 35;
constexpr std::uint32_t solid_mark = 0xFFF00000;
constexpr std::uint32_t solid_unused = 0x000F0000;
constexpr std::uint16_t v2_solid_limit = 256;

TextureError out_of_range(std::string field, std::int64_t value, std::string_view range)
{
    return {std::move(field), fmt::format("is {}", value), std::string(range)};
}

}  // namespace

Texture decode_texture(std::uint32_t code)
{
    Texture texture;
    if ((code & (solid_mark | solid_unused)) == solid_mark) {
        texture.colour = static_cast<std::int16_t>(code >> 8 & 0xFF);
        texture.low = static_cast<std::uint8_t>(code);
        return texture;
    }
    std::array<std::uint32_t, 6> digits{};
    std::uint32_t rest = code;
    for (std::size_t i = digits.size(); i-- > 0;) {
        digits[i] = rest % base;
        rest /= base;
    }
    bool named = code < name_limit && digits[0] >= digit_a && digits[0] <= digit_z;
    for (std::size_t i = 1; i < digits.size(); ++i) {
        named = named && digits[i] < 10;
    }
    if (!named) {
        texture.code = code;
        return texture;
    }
    texture.bank = static_cast<std::uint16_t>(100 * (digits[0] - digit_a) + 10 * digits[1] + digits[2]);
    texture.image = static_cast<std::uint16_t>(100 * digits[3] + 10 * digits[4] + digits[5]);
    return texture;
}

std::uint32_t encode_texture(const Texture& texture)
{
    if (texture.code.stored) {
        return *texture.code.stored;
    }
    if (texture.colour != Texture::no_colour) {
        return solid_mark | static_cast<std::uint32_t>(texture.colour & 0xFF) << 8 | texture.low;
    }
    const std::uint32_t bank = texture.bank;
    const std::uint32_t image = texture.image;
    std::uint32_t code = digit_a + bank / 100;
    for (const std::uint32_t digit : {bank / 10 % 10, bank % 10, image / 100, image / 10 % 10, image % 10}) {
        code = code * base + digit;
    }
    return code;
}

Texture decode_texture_v2(std::uint16_t code)
{
    Texture texture;
    if (code < v2_solid_limit) {
        texture.colour = static_cast<std::int16_t>(code);
    } else {
        texture.bank = static_cast<std::uint16_t>(code >> 7);
        texture.image = code & 0x7F;
    }
    return texture;
}

std::uint16_t encode_texture_v2(const Texture& texture)
{
    if (texture.colour != Texture::no_colour) {
        return static_cast<std::uint16_t>(texture.colour);
    }
    return static_cast<std::uint16_t>(texture.bank << 7 | texture.image);
}

std::optional<TextureError> texture_error(const Texture& texture, bool v2)
{
    const bool solid = texture.colour != Texture::no_colour;
    if (texture.code.stored) {
        if (v2) {
            return TextureError{"code", "is given",
                                "every code of a v2 face is an image or a colour; use bank and image, or colour"};
        }
        const Texture plain = decode_texture(*texture.code.stored);
        if (!plain.code.stored) {
            return TextureError{"code", fmt::format("is {}", *texture.code.stored),
                                plain.colour != Texture::no_colour
                                    ? fmt::format("this is colour {}, low {}; use these fields", plain.colour,
                                                  plain.low)
                                    : fmt::format("this is bank {}, image {}; use these fields", plain.bank,
                                                  plain.image)};
        }
    }
    if ((texture.code.stored || solid) && (texture.bank != 0 || texture.image != 0)) {
        return TextureError{"bank", "cannot be combined with a colour or a code",
                            "a face has exactly one: an image, a colour or a code"};
    }
    if (texture.code.stored && solid) {
        return TextureError{"colour", "cannot be combined with a code",
                            "a face has exactly one: an image, a colour or a code"};
    }
    if (texture.low != 0 && (v2 || !solid)) {
        return TextureError{"low", fmt::format("is {}", texture.low), "only a solid face of v4 or v5 has it"};
    }
    if (texture.code.stored) {
        return std::nullopt;
    }
    if (solid) {
        return texture.colour >= 0 && texture.colour <= 255
                   ? std::nullopt
                   : std::optional(out_of_range("colour", texture.colour, "0 to 255"));
    }
    if (v2 ? texture.bank < 2 || texture.bank > 511 : texture.bank > 2599) {
        return out_of_range("bank", texture.bank, v2 ? "2 to 511, or a colour" : "0 to 2599");
    }
    if (texture.image > (v2 ? 127 : 999)) {
        return out_of_range("image", texture.image, v2 ? "0 to 127" : "0 to 999");
    }
    return std::nullopt;
}

}  // namespace redforge::model
