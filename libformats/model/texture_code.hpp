// Texture codes of faces: six base-40 digits (v4/v5), nine and seven bits (v2), or one colour.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.hpp"

namespace redforge::model {

/// v4/v5: a name of a letter, two digits and three digits in base 40, most significant first. The letter is bank / 100.
/// 0xFFF in the top twelve bits is a solid colour. Other codes are kept unchanged.
[[nodiscard]] Texture decode_texture(std::uint32_t code);
[[nodiscard]] std::uint32_t encode_texture(const Texture& texture);

/// v2: bank << 7 | image; below 256 it is a palette colour.
[[nodiscard]] Texture decode_texture_v2(std::uint16_t code);
[[nodiscard]] std::uint16_t encode_texture_v2(const Texture& texture);

/// Reason why a version cannot store a texture: the field and the message. Empty if it can.
struct TextureFault {
    std::string field;    ///< "bank"
    std::string message;  ///< "is 3000"
    std::string hint;     ///< "0 to 2599"
};
[[nodiscard]] std::optional<TextureFault> texture_fault(const Texture& texture, bool v2);

}  // namespace redforge::model
