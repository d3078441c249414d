// Values that are dragged in a view: the radius of a ball by its rim, a length by its end.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "render/overlay.hpp"

namespace redforge::render {

struct Grip {
    /// The radius of a ball around `centre`, or the length of something that hangs down from there.
    enum class Kind : std::uint8_t { rim, end };

    Kind kind{};
    scene::Vec3 centre{};
    float size{};  ///< radius or length, viewport units
    Ink ink;

    friend bool operator==(const Grip&, const Grip&) = default;
};

/// The grip whose rim or end is at a pixel; the nearest of several.
[[nodiscard]] std::optional<std::size_t> grip_at(std::span<const Grip> grips, const Camera& camera, Pixel pixel,
                                                 Extent2 size);
/// The size that a grip has when it is dragged between two pixels; not negative.
[[nodiscard]] float dragged_size(const Grip& grip, const Camera& camera, Extent2 size, Pixel from, Pixel to);
void draw_grip(Overlay& overlay, const Grip& grip, bool held);

}  // namespace redforge::render
