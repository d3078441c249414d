// An overlay on the graphics card.
#pragma once

#include <cstdint>

#include "core/error.hpp"
#include "render/overlay.hpp"

namespace redforge::render {

/// Needs a current OpenGL 3.3 context for as long as it lives.
class OverlayPainter {
public:
    /// Errors: unsupported (the driver refuses the shaders, with its words).
    [[nodiscard]] static Result<OverlayPainter> create();
    OverlayPainter(OverlayPainter&& other) noexcept;
    OverlayPainter& operator=(OverlayPainter&&) = delete;
    OverlayPainter(const OverlayPainter&) = delete;
    OverlayPainter& operator=(const OverlayPainter&) = delete;
    ~OverlayPainter();

    /// The letters of all overlays that are drawn from now on.
    void take(const GlyphAtlas& letters);
    /// Over what has been drawn.
    void draw(const Overlay& overlay) const;

private:
    OverlayPainter() = default;

    std::uint32_t program_{};
    std::uint32_t array_{};
    std::uint32_t buffer_{};
    std::uint32_t letters_{};  ///< the texture
};

}  // namespace redforge::render
