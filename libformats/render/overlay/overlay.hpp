// Lines drawn over a scene: handles, grid, axes, the box of a selection. Positions are projected here, so that line
// widths are exact with every driver.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "art/picture.hpp"
#include "render/camera/camera.hpp"
#include "render/camera/ray.hpp"
#include "render/overlay/glyph_atlas.hpp"

namespace redforge::render {

/// Red, green, blue and opacity, 0 to 1 each.
struct OverlayColour {
    float red{};
    float green{};
    float blue{};
    float cover{1};

    friend bool operator==(const OverlayColour&, const OverlayColour&) = default;
};

class Overlay {
public:
    /// A corner of a triangle, in OpenGL's clip space.
    struct Corner {
        float x{};
        float y{};
        OverlayColour colour;
        float u{-1};  ///< texture coordinate in the glyph atlas; negative if not a glyph
        float v{-1};
    };

    /// `letters`: glyphs for texts; if null, texts are not drawn.
    Overlay(const Camera& camera, Extent2 size, const GlyphAtlas* letters = nullptr)
        : camera_(camera), size_(size), letters_(letters)
    {
    }

    [[nodiscard]] const Camera& camera() const { return camera_; }
    [[nodiscard]] Extent2 size() const { return size_; }

    void line(Pixel from, Pixel to, OverlayColour colour, float width = 1);
    /// Draws a line between two scene positions, clipped to the space before the camera.
    void line(scene::Vec3 from, scene::Vec3 to, OverlayColour colour, float width = 1);
    void triangle(Pixel a, Pixel b, Pixel c, OverlayColour colour);
    void rectangle(Pixel from, Pixel to, OverlayColour colour);
    /// Draws a picture with its transparency. `corner`: upper left corner; `scale`: view pixels per picture pixel.
    void picture(const art::RgbaImage& image, Pixel corner, float scale);
    /// Draws ASCII text. `corner`: upper left corner.
    void text(std::string_view words, Pixel corner, OverlayColour colour);
    /// Draws ASCII text that is centred on a pixel.
    void draw_centred_text(std::string_view words, Pixel middle, OverlayColour colour);
    /// Draws ASCII text that is centred on a pixel, with a dark outline: readable on any picture.
    void draw_outlined_text(std::string_view words, Pixel middle, OverlayColour colour);
    /// Draws text on a dark background, readable on any picture. `corner`: upper left corner of the background.
    void label(std::string_view words, Pixel corner);
    /// Returns the size of a label() with its background, in pixels.
    [[nodiscard]] Pixel label_size(std::string_view words) const;
    /// Draws lines of text, aligned at the left, on one dark background.
    void label(std::span<const std::string> lines, Pixel corner);
    [[nodiscard]] Pixel label_size(std::span<const std::string> lines) const;
    /// Returns the width of a text in pixels; text_height() is the height of a line.
    [[nodiscard]] float text_width(std::string_view words) const;
    [[nodiscard]] float text_height() const { return letters_ == nullptr ? 0 : letters_->line / letters_->scale; }

    /// Returns the corners of all triangles, three each.
    [[nodiscard]] std::span<const Corner> corners() const { return corners_; }

private:
    Camera camera_;
    Extent2 size_;
    const GlyphAtlas* letters_;
    std::vector<Corner> corners_;
};

/// Returns true for each position to omit, so that no two marks are closer than `spacing` pixels. If positions are
/// close, only the first stays. Ignores positions outside of the picture or behind the camera.
[[nodiscard]] std::vector<bool> find_crowded(std::span<const std::optional<Pixel>> places, Extent2 size, float spacing);

/// Returns true for each label to omit, so that none covers another. If labels overlap, only the first stays. Labels
/// without a position are ignored. Pixels: upper left corners, widths, and the common height.
[[nodiscard]] std::vector<bool> covered_labels(std::span<const std::optional<Pixel>> corners,
                                               std::span<const float> widths, float height);

/// Draws lines `step` map units apart over an orthographic view, at multiples of `step`. A step too fine to see is
/// doubled as often as needed. Draws nothing in views that are not along an axis.
void draw_grid(Overlay& overlay, View view, int step);
/// Draws lines of the grid on the horizontal plane through a position, around it; of a coarser grid if they would be
/// too dense. For views in perspective.
void draw_ground(Overlay& overlay, scene::Vec3 centre, int step);

/// Draws the directions of the map axes in the lower left corner.
void draw_axes(Overlay& overlay);

/// Draws the name of a view in its upper left corner: "Top".
void draw_title(Overlay& overlay, std::string_view title);
/// Draws a border around the view that has the keyboard focus.
void draw_border(Overlay& overlay);

/// A length in map units and in pixels of an orthographic view.
struct Scale {
    std::int64_t units{};  ///< map units, a power of two
    float pixels{};        ///< 60 to 120, except at extreme zoom
};
[[nodiscard]] Scale scale_of(const Camera& camera, Extent2 size);
/// Draws the scale in the lower right corner of an orthographic view. Does nothing in other views.
void draw_scale(Overlay& overlay, View view);

/// Returns "X", "Y" or "Z".
[[nodiscard]] std::string_view letter_of_axis(std::size_t axis);
/// Returns the colour of an axis: red, green or blue for X, Y or Z.
[[nodiscard]] OverlayColour axis_colour(std::size_t axis);
/// Returns the viewport direction in which a map coordinate increases.
[[nodiscard]] scene::Vec3 axis_direction(std::size_t axis);

}  // namespace redforge::render
