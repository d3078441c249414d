// Texture codes of faces: six base-40 digits (v4/v5), nine and seven bits (v2), or a single colour.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.hpp"

namespace redforge::model {

/// v4/v5: the code is a name in base 40, most significant digit first: a letter (bank / 100), two digits of the bank,
/// three digits of the image. 0xFFF in the top twelve bits marks a solid colour. Other codes are kept unchanged.
[[nodiscard]] Texture decode_texture(std::uint32_t code);
[[nodiscard]] std::uint32_t encode_texture(const Texture& texture);

/// v2: the code is bank << 7 | image; codes below 256 are palette colours.
[[nodiscard]] Texture decode_texture_v2(std::uint16_t code);
[[nodiscard]] std::uint16_t encode_texture_v2(const Texture& texture);

/// Reason why a version cannot store a texture.
struct TextureError {
    std::string field;    ///< "bank"
    std::string message;  ///< "is 3000"
    std::string hint;     ///< "0 to 2599"
};
/// Returns the first reason why a model cannot store a texture, or nullopt if it can. `v2`: true for v2.6 and v2.7.
[[nodiscard]] std::optional<TextureError> texture_error(const Texture& texture, bool v2);

}  // namespace redforge::model
