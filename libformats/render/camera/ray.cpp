// Converts positions to pixels, and pixels to rays.
#include "render/camera/ray.hpp"

#include <algorithm>
#include <cmath>

#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "art/subtitle.hpp"

namespace redforge::render {

Ray ray_through(const Camera& camera, Pixel pixel, Extent2 size)
{
    const glm::dmat4 back = glm::inverse(glm::dmat4(camera.matrix));
    const auto place = [&](double depth) {
        const glm::dvec4 at = back * glm::dvec4(2.0 * static_cast<double>(pixel.x / size.width) - 1.0,
                                                1.0 - 2.0 * static_cast<double>(pixel.y / size.height), depth, 1.0);
        return glm::dvec3(at) / at.w;
    };
    const glm::dvec3 near = place(-1);
    const glm::dvec3 unit = glm::normalize(place(1) - near);
    const auto plain = [](const glm::dvec3& v) {
        return scene::Vec3{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    };
    return {plain(near), plain(unit)};
}

std::optional<Pixel> pixel_of(const Camera& camera, scene::Vec3 place, Extent2 size)
{
    const glm::dvec4 at = glm::dmat4(camera.matrix) * glm::dvec4(place.x, place.y, place.z, 1.0);
    if (at.w <= 0) {
        return std::nullopt;
    }
    return Pixel{static_cast<float>((at.x / at.w + 1) / 2) * size.width,
                 static_cast<float>((1 - at.y / at.w) / 2) * size.height};
}

GameScreen game_screen(Extent2 size)
{
    const float scale = std::min(size.width / art::game_width, size.height / art::game_height);
    return {{(size.width - art::game_width * scale) / 2, (size.height - art::game_height * scale) / 2}, scale};
}

Camera on_game_screen(const Camera& camera, Extent2 size)
{
    const float scale = game_screen(size).scale;
    const scene::Vec3 shares{art::game_width * scale / size.width, art::game_height * scale / size.height, 1};
    return {glm::scale(glm::mat4(1), shares) * camera.matrix};
}

}  // namespace redforge::render
