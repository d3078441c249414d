// Draws the sky plane and the sun disc as the game does, and the waves of the terrain's water.
#pragma once

#include <array>
#include <cstdint>

#include "render/camera/camera.hpp"
#include "scene/game_view.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// Textures and a program on the graphics card. Needs a current context whenever it is used or destroyed.
class GameLayers {
public:
    GameLayers() = default;
    GameLayers(GameLayers&& other) noexcept;
    GameLayers& operator=(GameLayers&&) = delete;
    GameLayers(const GameLayers&) = delete;
    GameLayers& operator=(const GameLayers&) = delete;
    ~GameLayers();

    /// Links the program. Errors: unsupported (the driver rejects the shaders; the message has its log).
    [[nodiscard]] Status create();
    /// Loads the pictures of a view, in place of those before.
    void load(const scene::GameView& view);
    /// Draws sky and sun over the whole viewport, for a perspective camera. `background`: colour of the fog.
    void draw_sky(const Camera& camera, scene::Vec3 background, double ticks) const;
    /// Sets the uniforms of the waves in the current program. Uses texture unit 4.
    void bind_waves(std::uint32_t program, double ticks) const;
    [[nodiscard]] bool has_waves() const { return has_waves_; }

private:
    scene::WorldView world_{};
    bool has_waves_{};
    glm::vec2 sky_size_{};  ///< pixels; 0 if there is no sky
    glm::vec2 sun_half_{};  ///< half the sides of the disc, map units; 0 if there is no sun
    std::uint32_t program_{};
    std::uint32_t no_vertices_{};  ///< a vertex array without buffers: the shader computes the corners
    std::uint32_t waving_buffer_{};
    std::array<std::uint32_t, 3> textures_{};  ///< sky, sun, waving corners
};

}  // namespace redforge::render
