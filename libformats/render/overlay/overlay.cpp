// Draws lines, texts and grids over a scene.
#include "render/overlay/overlay.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <glm/gtc/matrix_access.hpp>

#include "scene/placement.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr float min_spacing = 10;  ///< pixels between two lines of a grid
constexpr int strong_line = 8;     ///< every eighth line of a grid is stronger
constexpr OverlayColour dark{0.05F, 0.07F, 0.12F, 0.55F};
constexpr OverlayColour light{1, 1, 1, 1};
constexpr Pixel label_edge{7, 3};
constexpr float block_edge = 12;  ///< around a label of several lines, pixels
constexpr float line_gap = 6;

struct Clip {
    float x{};
    float y{};
    float z{};
    float w{};
};

Clip clip_of(const Camera& camera, Vec3 at)
{
    const glm::vec4 clip = camera.matrix * glm::vec4(at, 1);
    return {clip.x, clip.y, clip.z, clip.w};
}

/// Returns the signed distance from the near plane; negative if clipped.
float before(const Clip& at)
{
    return at.z + at.w;
}

Clip between(const Clip& a, const Clip& b, float share)
{
    const auto mix = [share](float from, float to) { return from + (to - from) * share; };
    return {mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z), mix(a.w, b.w)};
}

Pixel pixel_at(const Clip& at, Extent2 size)
{
    return {(at.x / at.w + 1) / 2 * size.width, (1 - at.y / at.w) / 2 * size.height};
}

/// Returns the pixels per map unit in an orthographic view.
double pixels_of_unit(const Camera& camera, Extent2 size)
{
    const Vec3 corner = ray_through(camera, {0, 0}, size).origin;
    return static_cast<double>(size.height) / (2 * 20 * static_cast<double>(camera.half_height_at(corner)));
}

bool along_axis(View view)
{
    return view == View::top || view == View::front || view == View::side;
}

}  // namespace

void Overlay::triangle(Pixel a, Pixel b, Pixel c, OverlayColour colour)
{
    for (const Pixel& at : {a, b, c}) {
        corners_.push_back({at.x / size_.width * 2 - 1, 1 - at.y / size_.height * 2, colour});
    }
}

void Overlay::line(Pixel from, Pixel to, OverlayColour colour, float width)
{
    const float x = to.x - from.x;
    const float y = to.y - from.y;
    const float length = std::hypot(x, y);
    if (!(length > 0) || !std::isfinite(length)) {
        return;
    }
    const Pixel side{-y / length * width / 2, x / length * width / 2};
    const Pixel a{from.x + side.x, from.y + side.y};
    const Pixel b{from.x - side.x, from.y - side.y};
    const Pixel c{to.x + side.x, to.y + side.y};
    const Pixel d{to.x - side.x, to.y - side.y};
    triangle(a, b, c, colour);
    triangle(b, c, d, colour);
}

void Overlay::line(Vec3 from, Vec3 to, OverlayColour colour, float width)
{
    Clip a = clip_of(camera_, from);
    Clip b = clip_of(camera_, to);
    const float first = before(a);
    const float second = before(b);
    if (first <= 0 && second <= 0) {
        return;
    }
    if (first <= 0 || second <= 0) {
        const Clip edge = between(a, b, first / (first - second) + (first <= 0 ? 1e-4F : -1e-4F));
        (first <= 0 ? a : b) = edge;
    }
    if (a.w > 0 && b.w > 0) {
        line(pixel_at(a, size_), pixel_at(b, size_), colour, width);
    }
}

void Overlay::rectangle(Pixel from, Pixel to, OverlayColour colour)
{
    triangle(from, {to.x, from.y}, to, colour);
    triangle(from, {from.x, to.y}, to, colour);
}

void Overlay::picture(const art::RgbaImage& image, Pixel corner, float scale)
{
    const auto pixel = [&](std::size_t x, std::size_t y) {
        constexpr float most = 255;
        const std::uint8_t* const at = image.rgba.data() + 4 * (y * image.width + x);
        return OverlayColour{static_cast<float>(at[0]) / most, static_cast<float>(at[1]) / most,
                             static_cast<float>(at[2]) / most, static_cast<float>(at[3]) / most};
    };
    const auto place = [&](std::size_t x, std::size_t y) {
        return Pixel{corner.x + static_cast<float>(x) * scale, corner.y + static_cast<float>(y) * scale};
    };
    for (std::size_t y = 0; y < image.height; ++y) {
        for (std::size_t x = 0; x < image.width;) {
            const OverlayColour colour = pixel(x, y);
            std::size_t end = x + 1;
            while (end < image.width && pixel(end, y) == colour) {
                ++end;
            }
            if (colour.cover > 0) {
                rectangle(place(x, y), place(end, y + 1), colour);
            }
            x = end;
        }
    }
}

void Overlay::text(std::string_view words, Pixel corner, OverlayColour colour)
{
    if (letters_ == nullptr) {
        return;
    }
    const auto wide = static_cast<float>(letters_->width);
    const auto high = static_cast<float>(letters_->height);
    // Round to whole pixels, because other positions blur the glyphs.
    Pixel at{std::round(corner.x), std::round(corner.y)};
    for (const char letter : words) {
        const GlyphAtlas::Glyph& glyph = letters_->glyph(letter);
        const Pixel end{at.x + glyph.width / letters_->scale, at.y + letters_->line / letters_->scale};
        const auto add = [&](float x, float y) {
            corners_.push_back({x / size_.width * 2 - 1, 1 - y / size_.height * 2, colour,
                                (glyph.x + (x == at.x ? 0 : glyph.width)) / wide,
                                (glyph.y + (y == at.y ? 0 : letters_->line)) / high});
        };
        add(at.x, at.y);
        add(end.x, at.y);
        add(end.x, end.y);
        add(at.x, at.y);
        add(end.x, end.y);
        add(at.x, end.y);
        at.x = end.x;
    }
}

void Overlay::draw_centred_text(std::string_view words, Pixel middle, OverlayColour colour)
{
    text(words, {middle.x - text_width(words) / 2, middle.y - text_height() / 2}, colour);
}

void Overlay::draw_outlined_text(std::string_view words, Pixel middle, OverlayColour colour)
{
    constexpr OverlayColour outline{0, 0, 0, 0.75F};
    for (const float x : {-1.0F, 0.0F, 1.0F}) {
        for (const float y : {-1.0F, 0.0F, 1.0F}) {
            if (x != 0 || y != 0) {
                draw_centred_text(words, {middle.x + x, middle.y + y}, outline);
            }
        }
    }
    draw_centred_text(words, middle, colour);
}

void Overlay::label(std::string_view words, Pixel corner)
{
    if (letters_ == nullptr || words.empty()) {
        return;
    }
    const Pixel size = label_size(words);
    rectangle(corner, {corner.x + size.x, corner.y + size.y}, dark);
    text(words, {corner.x + label_edge.x, corner.y + label_edge.y}, light);
}

void Overlay::label(std::span<const std::string> lines, Pixel corner)
{
    if (letters_ == nullptr || lines.empty()) {
        return;
    }
    const Pixel size = label_size(lines);
    rectangle(corner, {corner.x + size.x, corner.y + size.y}, dark);
    float y = corner.y + block_edge;
    for (const std::string& line : lines) {
        text(line, {corner.x + block_edge, y}, light);
        y += text_height() + line_gap;
    }
}

Pixel Overlay::label_size(std::span<const std::string> lines) const
{
    float width = 0;
    for (const std::string& line : lines) {
        width = std::max(width, text_width(line));
    }
    const auto count = static_cast<float>(lines.size());
    return {width + 2 * block_edge, count * (text_height() + line_gap) - line_gap + 2 * block_edge};
}

Pixel Overlay::label_size(std::string_view words) const
{
    return {text_width(words) + 2 * label_edge.x, text_height() + 2 * label_edge.y};
}

float Overlay::text_width(std::string_view words) const
{
    float width = 0;
    for (const char letter : words) {
        width += letters_ == nullptr ? 0 : letters_->glyph(letter).width / letters_->scale;
    }
    return width;
}

std::string_view letter_of_axis(std::size_t axis)
{
    return std::string_view("XYZ").substr(axis, 1);
}

OverlayColour axis_colour(std::size_t axis)
{
    constexpr std::array<OverlayColour, 3> inks{{{0.93F, 0.25F, 0.25F}, {0.30F, 0.78F, 0.25F}, {0.25F, 0.50F, 0.98F}}};
    return inks.at(axis);
}

Vec3 axis_direction(std::size_t axis)
{
    constexpr std::array<Vec3, 3> ways{{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    return ways.at(axis);
}

std::vector<bool> find_crowded(std::span<const std::optional<Pixel>> places, Extent2 size, float spacing)
{
    // Bucket positions into squares of the size of `spacing`: close positions are in the same or an adjacent square.
    std::map<std::pair<int, int>, std::vector<Pixel>> squares;
    const auto square_of = [spacing](Pixel at) {
        return std::pair(static_cast<int>(at.x / spacing), static_cast<int>(at.y / spacing));
    };
    const auto is_crowded = [&](Pixel at) {
        const auto [column, row] = square_of(at);
        for (const int x : {column - 1, column, column + 1}) {
            for (const int y : {row - 1, row, row + 1}) {
                const auto square = squares.find({x, y});
                if (square != squares.end() && std::ranges::any_of(square->second, [&](Pixel other) {
                        return std::hypot(other.x - at.x, other.y - at.y) < spacing;
                    })) {
                    return true;
                }
            }
        }
        return false;
    };
    std::vector<bool> crowded(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::optional<Pixel>& at = places[i];
        if (at && at->x >= 0 && at->y >= 0 && at->x < size.width && at->y < size.height) {
            crowded[i] = is_crowded(*at);
            if (!crowded[i]) {
                squares[square_of(*at)].push_back(*at);
            }
        }
    }
    return crowded;
}

std::vector<bool> covered_labels(std::span<const std::optional<Pixel>> corners, std::span<const float> widths,
                                 float height)
{
    constexpr float gap = 2;  // pixels between two labels
    std::vector<bool> covered(corners.size());
    std::vector<std::size_t> placed;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        covered[i] = corners[i] && std::ranges::any_of(placed, [&](std::size_t other) {
                         return corners[i]->x < corners[other]->x + widths[other] + gap &&
                                corners[other]->x < corners[i]->x + widths[i] + gap &&
                                std::abs(corners[i]->y - corners[other]->y) < height + gap;
                     });
        if (corners[i] && !covered[i]) {
            placed.push_back(i);
        }
    }
    return covered;
}

void draw_grid(Overlay& overlay, View view, int step)
{
    if (!along_axis(view) || step < 1) {
        return;
    }
    const Extent2 size = overlay.size();
    const Vec3 corner = ray_through(overlay.camera(), {0, 0}, size).origin;
    const Vec3 other = ray_through(overlay.camera(), {size.width, size.height}, size).origin;
    const glm::dvec3 from = scene::map_place(corner);
    const glm::dvec3 to = scene::map_place(other);
    const double pixels = pixels_of_unit(overlay.camera(), size);
    std::int64_t spacing = step;
    while (static_cast<double>(spacing) * pixels < static_cast<double>(min_spacing) &&
           spacing < (std::int64_t{1} << 30U)) {
        spacing *= 2;
    }
    const glm::length_t depth = view == View::top ? 1 : view == View::front ? 2 : 0;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        if (axis == depth) {
            continue;
        }
        const glm::length_t along = 3 - axis - depth;
        const auto wide = static_cast<double>(spacing);
        const auto first = static_cast<std::int64_t>(std::ceil(std::min(from[axis], to[axis]) / wide));
        const auto last = static_cast<std::int64_t>(std::floor(std::max(from[axis], to[axis]) / wide));
        for (std::int64_t i = first; i <= last; ++i) {
            glm::dvec3 a = from;
            a[axis] = static_cast<double>(i) * wide;
            glm::dvec3 b = a;
            b[along] = to[along];
            const std::optional<Pixel> begin = pixel_of(overlay.camera(), scene::view_position(a), size);
            const std::optional<Pixel> end = pixel_of(overlay.camera(), scene::view_position(b), size);
            if (begin && end) {
                overlay.line(*begin, *end,
                             {0.1F, 0.12F, 0.2F,
                              i == 0                 ? 0.7F
                              : i % strong_line == 0 ? 0.35F
                                                     : 0.16F},
                             1);
            }
        }
    }
}

void draw_ground(Overlay& overlay, Vec3 centre, int step)
{
    constexpr std::int64_t lines = 24;  // number of lines on each side of the centre
    const double per_unit = static_cast<double>(overlay.size().height) / 2 /
                            static_cast<double>(overlay.camera().half_height_at(centre)) /
                            static_cast<double>(scene::units_per_view);
    std::int64_t spacing = std::max(step, 1);
    while (static_cast<double>(spacing) * per_unit < 2 * static_cast<double>(min_spacing) &&
           spacing < (std::int64_t{1} << 30U)) {
        spacing *= 2;
    }
    const auto wide = static_cast<double>(spacing);
    const glm::dvec3 middle = glm::round(scene::map_place(centre) / wide) * wide;
    const double height = scene::map_place(centre).y;
    const double reach = static_cast<double>(lines) * wide;
    for (const glm::length_t axis : {0, 2}) {
        const glm::length_t along = 2 - axis;
        for (std::int64_t i = -lines; i <= lines; ++i) {
            glm::dvec3 a{middle.x, height, middle.z};
            a[axis] += static_cast<double>(i) * wide;
            const bool strong = static_cast<std::int64_t>(std::llround(a[axis] / wide)) % strong_line == 0;
            glm::dvec3 b = a;
            a[along] -= reach;
            b[along] += reach;
            overlay.line(scene::view_position(a), scene::view_position(b), {0.1F, 0.12F, 0.2F, strong ? 0.4F : 0.18F},
                         1);
        }
    }
}

void draw_axes(Overlay& overlay)
{
    constexpr float arm = 30;  // pixels
    const Pixel middle{44, overlay.size().height - 44};
    const glm::mat4& m = overlay.camera().matrix;
    const float aspect = overlay.size().width / overlay.size().height;
    // Right and up axes of the camera: rows of its matrix, the first times the aspect ratio.
    const Vec3 right = Vec3(glm::row(m, 0)) * aspect;
    const Vec3 up(glm::row(m, 1));
    const float scale = 1 / std::sqrt(dot(up, up));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Vec3 direction = axis_direction(axis);
        const float x = dot(right, direction) * scale;
        const float y = -dot(up, direction) * scale;
        if (std::hypot(x, y) < 0.05F) {
            continue;
        }
        overlay.line(middle, Pixel{middle.x + x * arm, middle.y + y * arm}, axis_colour(axis), 2);
        overlay.draw_outlined_text(letter_of_axis(axis), {middle.x + x * (arm + 9), middle.y + y * (arm + 9)},
                                   axis_colour(axis));
    }
}

void draw_title(Overlay& overlay, std::string_view title)
{
    overlay.label(title, {8, 8});
}

void draw_border(Overlay& overlay)
{
    constexpr OverlayColour colour{1, 0.55F, 0.05F, 0.9F};
    const float right = overlay.size().width - 1;
    const float below = overlay.size().height - 1;
    overlay.rectangle({0, 0}, {right + 1, 2}, colour);
    overlay.rectangle({0, below - 1}, {right + 1, below + 1}, colour);
    overlay.rectangle({0, 2}, {2, below - 1}, colour);
    overlay.rectangle({right - 1, 2}, {right + 1, below - 1}, colour);
}

Scale scale_of(const Camera& camera, Extent2 size)
{
    constexpr double shortest = 60;
    const double pixels = pixels_of_unit(camera, size);
    std::int64_t units = 1;
    while (static_cast<double>(units) * pixels < shortest && units < (std::int64_t{1} << 30U)) {
        units *= 2;
    }
    return {units, static_cast<float>(static_cast<double>(units) * pixels)};
}

void draw_scale(Overlay& overlay, View view)
{
    if (!along_axis(view)) {
        return;
    }
    const Scale scale = scale_of(overlay.camera(), overlay.size());
    const std::string words = std::to_string(scale.units);
    const Pixel right{overlay.size().width - 16, overlay.size().height - 16};
    const Pixel left{right.x - scale.pixels, right.y};
    const Pixel corner{left.x - 8, right.y - overlay.text_height() - 10};
    overlay.rectangle(corner, {right.x + 8, right.y + 8}, dark);
    overlay.line(left, right, light, 1.5F);
    for (const Pixel& end : {left, right}) {
        overlay.line(Pixel{end.x, end.y - 5}, end, light, 1.5F);
    }
    overlay.draw_centred_text(words, {(left.x + right.x) / 2, right.y - 4 - overlay.text_height() / 2}, light);
}

}  // namespace redforge::render
