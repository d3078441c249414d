// Format entries of the art and film files of Redguard.
#pragma once

#include "core/format.hpp"

namespace redforge::art {

[[nodiscard]] Format texture_bank_format();
[[nodiscard]] Format palette_format();
[[nodiscard]] Format terrain_format();
[[nodiscard]] Format pictures_format();
[[nodiscard]] Format font_format();
[[nodiscard]] Format sky_picture_format();
[[nodiscard]] Format film_format();
[[nodiscard]] Format pcx_format();
[[nodiscard]] Format lbm_format();
[[nodiscard]] Format bmp_format();
[[nodiscard]] Format software_textures_format();

}  // namespace redforge::art
