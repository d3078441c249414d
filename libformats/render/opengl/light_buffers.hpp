// The lights of a scene on the graphics card, for the fragment shader to look up.
#pragma once

#include <array>
#include <cstdint>

#include "render/opengl/light_grid.hpp"
#include "scene/game_folder.hpp"

namespace redforge::render {

/// Three buffer textures. Needs a current context whenever it is used or destroyed.
class LightBuffers {
public:
    LightBuffers() = default;
    LightBuffers(LightBuffers&& other) noexcept;
    LightBuffers& operator=(LightBuffers&&) = delete;
    LightBuffers(const LightBuffers&) = delete;
    LightBuffers& operator=(const LightBuffers&) = delete;
    ~LightBuffers();

    void load(const LightGrid& grid, const scene::Daylight& daylight);
    [[nodiscard]] const scene::Daylight& daylight() const { return daylight_; }
    /// Binds the buffer textures to the texture units 1 to 3, and sets the uniforms of the current program.
    void bind(std::uint32_t program) const;

private:
    std::array<std::uint32_t, 3> buffers_{};
    std::array<std::uint32_t, 3> textures_{};
    std::array<float, 4> grid_{};  ///< lowest x and z, cells per viewport unit, cells along a side (0: no lights)
    scene::Daylight daylight_{};   ///< with `to_sun` normalised to length 1
};

}  // namespace redforge::render
