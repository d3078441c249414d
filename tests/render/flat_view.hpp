// The size of a picture and a camera above the origin, for tests of handles and overlays.
#pragma once

#include "render/camera/camera.hpp"
#include "render/camera/ray.hpp"

namespace redforge::test {

inline constexpr render::Extent2 picture{800, 600};

/// Returns a camera of 80 x 60 viewport units, 10 pixels each. X of the viewport grows to the left, like X of maps.
inline render::Camera from_above()
{
    return render::flat_camera(render::View::top, {0, 0, 0}, 30, 200, picture.width / picture.height);
}

}  // namespace redforge::test
