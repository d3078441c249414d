// Draws overlays with OpenGL.
#pragma once

#include <cstdint>

#include "core/error.hpp"
#include "render/overlay/overlay.hpp"

namespace redforge::render {

/// Needs a current OpenGL 3.3 context for as long as it lives.
class OverlayPainter {
public:
    /// Errors: unsupported (the driver rejects the shaders; the message has its log).
    [[nodiscard]] static Result<OverlayPainter> create();
    OverlayPainter(OverlayPainter&& other) noexcept;
    OverlayPainter& operator=(OverlayPainter&&) = delete;
    OverlayPainter(const OverlayPainter&) = delete;
    OverlayPainter& operator=(const OverlayPainter&) = delete;
    ~OverlayPainter();

    /// Loads the glyph atlas for all later overlays.
    void take(const GlyphAtlas& letters);
    /// Draws an overlay over the present content of the framebuffer.
    void draw(const Overlay& overlay) const;

private:
    OverlayPainter() = default;

    std::uint32_t program_{};
    std::uint32_t array_{};
    std::uint32_t buffer_{};
    std::uint32_t letters_{};  ///< texture of the glyph atlas
};

}  // namespace redforge::render
