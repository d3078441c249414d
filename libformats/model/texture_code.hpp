// The texture codes of faces: six digits in base 40 (v4/v5), nine bits and seven (v2), or one colour.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.hpp"

namespace redforge::model {

/// v4/v5: a name of letter, two digits and three digits in base 40, most significant first; letter = bank / 100.
/// 0xFFF in the top twelve bits means a solid colour. Any other code is kept as it is.
[[nodiscard]] Texture decode_texture(std::uint32_t code);
[[nodiscard]] std::uint32_t encode_texture(const Texture& texture);

/// v2: bank << 7 | image; below 256 it is a colour.
[[nodiscard]] Texture decode_texture_v2(std::uint16_t code);
[[nodiscard]] std::uint16_t encode_texture_v2(const Texture& texture);

/// What keeps a texture from being stored in that version: the field and the reason, or nothing.
struct TextureFault {
    std::string field;    ///< "bank"
    std::string message;  ///< "is 3000"
    std::string hint;     ///< "0 to 2599"
};
[[nodiscard]] std::optional<TextureFault> texture_fault(const Texture& texture, bool v2);

}  // namespace redforge::model
