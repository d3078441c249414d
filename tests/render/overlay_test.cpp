// Overlays of a scene, pixel by pixel: handles, grips, axes, scale, title and border; cameras and painted meshes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "render/flat_view.hpp"
#include "render/opengl/painted_mesh.hpp"
#include "render/overlay/gizmo.hpp"
#include "render/overlay/grip.hpp"
#include "render/overlay/overlay.hpp"
#include "render/scene/symbols.hpp"

namespace {

using namespace redforge;
using namespace redforge::render;
using scene::Kind;
using scene::Vec3;
using test::from_above;
using test::picture;

/// Returns a camera along the viewport's -Z. X of the viewport is to the right, Y upwards.
Camera from_the_front()
{
    return flat_camera(View::front, {0, 0, 0}, 30, 200, picture.width / picture.height);
}

/// Returns an atlas with letters of 4 x 6 pixels.
GlyphAtlas small_letters()
{
    GlyphAtlas letters{.width = 100, .height = 50, .line = 12, .scale = 2};
    letters.glyphs.fill({.x = 0, .y = 0, .width = 8});
    return letters;
}

/// Bounds of each shape: left, top, right, bottom in hundredths of a pixel. Lines, rectangles and glyphs are two
/// triangles of one colour that share a side.
struct Shape {
    std::array<int, 4> box{};
    OverlayColour colour;
    friend bool operator==(const Shape&, const Shape&) = default;
};
using Shapes = std::vector<Shape>;

std::ostream& operator<<(std::ostream& to, const Shape& shape)
{
    for (const int side : shape.box) {
        to << side / 100.0 << ' ';
    }
    return to << "colour " << shape.colour.red << ' ' << shape.colour.green << ' ' << shape.colour.blue << ' '
              << shape.colour.cover;
}

Shape around(std::span<const Overlay::Corner> corners)
{
    Shape shape{{1 << 30, 1 << 30, -(1 << 30), -(1 << 30)}, corners.front().colour};
    for (const Overlay::Corner& corner : corners) {
        const int x = static_cast<int>(std::lround((corner.x + 1) / 2 * picture.width * 100));
        const int y = static_cast<int>(std::lround((1 - corner.y) / 2 * picture.height * 100));
        shape.box = {std::min(shape.box[0], x), std::min(shape.box[1], y), std::max(shape.box[2], x),
                     std::max(shape.box[3], y)};
    }
    return shape;
}

/// Returns the shapes of an overlay, with `sizes` triangles each in turn, and without the outlines of letters. The last
/// size is used for the rest.
Shapes shapes_of(const Overlay& overlay, const std::vector<std::size_t>& sizes = {2})
{
    Shapes shapes;
    std::vector<Overlay::Corner> corners(overlay.corners().begin(), overlay.corners().end());
    std::erase_if(corners, [](const Overlay::Corner& corner) {
        return corner.u >= 0 && corner.colour == OverlayColour{0, 0, 0, 0.75F};
    });
    std::span<const Overlay::Corner> rest = corners;
    for (std::size_t i = 0; !rest.empty(); ++i) {
        const std::size_t count = std::min(rest.size(), 3 * sizes[std::min(i, sizes.size() - 1)]);
        shapes.push_back(around(rest.first(count)));
        rest = rest.subspan(count);
    }
    return shapes;
}

Shape shape(double left, double top, double right, double bottom, OverlayColour colour)
{
    const auto hundredths = [](double side) { return static_cast<int>(std::lround(side * 100)); };
    return {{hundredths(left), hundredths(top), hundredths(right), hundredths(bottom)}, colour};
}

constexpr OverlayColour red{0.93F, 0.25F, 0.25F};
constexpr OverlayColour green{0.30F, 0.78F, 0.25F};
constexpr OverlayColour blue{0.25F, 0.50F, 0.98F};
constexpr OverlayColour white{1, 1, 1, 1};
constexpr OverlayColour ground{0.05F, 0.07F, 0.12F, 0.55F};
constexpr OverlayColour held{1, 0.85F, 0.1F, 1};

}  // namespace

TEST_CASE("overlay: draws a two-pixel border, and a title on dark in the corner", "[render]")
{
    Overlay border(from_above(), picture);
    draw_border(border);
    constexpr OverlayColour orange{1, 0.55F, 0.05F, 0.9F};
    CHECK(shapes_of(border) == Shapes{shape(0, 0, 800, 2, orange), shape(0, 598, 800, 600, orange),
                                      shape(0, 2, 2, 598, orange), shape(798, 2, 800, 598, orange)});
    const GlyphAtlas letters = small_letters();
    Overlay titled(from_above(), picture, &letters);
    draw_title(titled, "Up");
    CHECK(shapes_of(titled) ==
          Shapes{shape(8, 8, 30, 20, ground), shape(15, 11, 19, 17, white), shape(19, 11, 23, 17, white)});
    titled.label("", {100, 100});
    CHECK(titled.corners().size() == 18);
}

TEST_CASE("overlay: lines of a label are aligned at the left, on one background", "[render]")
{
    const GlyphAtlas letters = small_letters();
    Overlay overlay(from_above(), picture, &letters);
    const std::vector<std::string> lines{"U", "Up"};
    overlay.label(lines, {100, 100});
    CHECK(shapes_of(overlay) == Shapes{shape(100, 100, 132, 142, ground), shape(112, 112, 116, 118, white),
                                       shape(112, 124, 116, 130, white), shape(116, 124, 120, 130, white)});
    CHECK(overlay.label_size(lines).x == 32);
    CHECK(overlay.label_size(lines).y == 42);
}

TEST_CASE("overlay: draws a picture as rectangles, one for each run of opaque pixels", "[render]")
{
    Overlay overlay(from_above(), picture);
    overlay.picture({3, 2, {0, 0, 0, 0, 255, 0, 0, 51, 255, 0, 0, 51, 0, 0, 255, 255, 9, 9, 9, 0, 0, 255, 0, 255}},
                    {10, 20}, 2);
    CHECK(shapes_of(overlay) == Shapes{shape(12, 20, 16, 22, {1, 0, 0, 0.2F}), shape(10, 22, 12, 24, {0, 0, 1, 1}),
                                       shape(14, 22, 16, 24, {0, 1, 0, 1})});
}

TEST_CASE("overlay: draws the part of a line that is in front of the camera", "[render]")
{
    constexpr OverlayColour colour{0.2F, 0.4F, 0.6F, 1};
    // From above, with a depth of 256 both ways: positions higher than 256 are behind the camera. +X is to the left.
    const Camera camera = flat_camera(View::top, {0, 0, 0}, 30, 256, picture.width / picture.height);
    const auto drawn = [&](Vec3 from, Vec3 to) {
        Overlay overlay(camera, picture);
        overlay.line(from, to, colour);
        return shapes_of(overlay);
    };
    struct Line {
        Vec3 from;
        Vec3 to;
        Shapes shapes;
    };
    const std::vector<Line> lines{
        {{-10, 0, 0}, {10, 100, 0}, {shape(300, 299.5, 500, 300.5, colour)}},
        // Clipping omits a ten-thousandth.
        {{-10, 156, 0}, {10, 356, 0}, {shape(400.02, 299.5, 500, 300.5, colour)}},
        {{10, 356, 0}, {-10, 156, 0}, {shape(400.02, 299.5, 500, 300.5, colour)}},
        {{0, 256, 0}, {10, 0, 0}, {shape(300, 299.5, 399.99, 300.5, colour)}},
        {{10, 0, 0}, {0, 256, 0}, {shape(300, 299.5, 399.99, 300.5, colour)}},
        {{0, 300, 0}, {10, 257, 0}, {}},
        {{0, 300, 0}, {10, 256, 0}, {}},
        {{10, 256, 0}, {0, 300, 0}, {}},
        {{0, 256, 0}, {10, 256, 0}, {}},
        {{5, 0, 0}, {5, 100, 0}, {}},  // along the view direction
    };
    for (const Line& each : lines) {
        INFO(each.from.x << ' ' << each.from.y << " to " << each.to.x << ' ' << each.to.y);
        CHECK(drawn(each.from, each.to) == each.shapes);
    }
}

TEST_CASE("overlay: draws axes in the lower left corner, each with its letter", "[render]")
{
    const GlyphAtlas letters = small_letters();
    Overlay above(from_above(), picture, &letters);
    draw_axes(above);
    CHECK(shapes_of(above) == Shapes{shape(44, 555, 74, 557, red), shape(81, 553, 85, 559, red),
                                     shape(43, 526, 45, 556, blue), shape(42, 514, 46, 520, blue)});
    // X of the map is to the left in the viewport, Y downwards.
    Overlay front(from_the_front(), picture, &letters);
    draw_axes(front);
    CHECK(shapes_of(front) == Shapes{shape(14, 555, 44, 557, red), shape(3, 553, 7, 559, red),
                                     shape(43, 556, 45, 586, green), shape(42, 592, 46, 598, green)});
    CHECK(letter_of_axis(1) == "Y");
}

TEST_CASE("overlay: draws a scale with its number in the lower right corner", "[render]")
{
    const GlyphAtlas letters = small_letters();
    Overlay overlay(from_above(), picture, &letters);
    draw_scale(overlay, View::top);
    CHECK(shapes_of(overlay) == Shapes{shape(712, 568, 792, 592, ground), shape(720, 583.25, 784, 584.75, white),
                                       shape(719.25, 579, 720.75, 584, white), shape(783.25, 579, 784.75, 584, white),
                                       shape(746, 574, 750, 580, white), shape(750, 574, 754, 580, white),
                                       shape(754, 574, 758, 580, white)});
}

TEST_CASE("gizmo: has arrows of 84 pixels and a ground square; the active part is yellow", "[render]")
{
    const GlyphAtlas letters = small_letters();
    const std::vector<std::size_t> sizes{2, 1, 2, 2, 1, 2, 2};  // line, head, letter; twice; square
    constexpr OverlayColour pale{0.9F, 0.9F, 0.95F, 0.7F};
    const auto drawn = [&](const std::optional<Handle>& handle) {
        Overlay overlay(from_above(), picture, &letters);
        draw_gizmo(overlay, {{0, 0, 0}, false}, handle);
        return shapes_of(overlay, sizes);
    };
    // The arrow of Y points at the eye.
    CHECK(drawn({}) == Shapes{shape(400, 298.75, 484, 301.25, red), shape(484, 294, 496, 306, red),
                              shape(504, 297, 508, 303, red), shape(398.75, 216, 401.25, 300, blue),
                              shape(394, 204, 406, 216, blue), shape(398, 191, 402, 197, blue),
                              shape(416, 268, 432, 284, pale)});
    CHECK(drawn(Handle{0, false})[0] == shape(400, 298, 484, 302, held));
    CHECK(drawn(Handle{0, false})[3].colour == blue);
    CHECK(drawn(Handle{0, true})[0].colour == red);  // the handle of a ring is not active
    CHECK(drawn(Handle{})[6] == shape(416, 268, 432, 284, held));
    CHECK(drawn(Handle{2, false})[6].colour == pale);
    // The arrow of Y points upwards. Its label shows that Y decreases.
    Overlay front(from_the_front(), picture, &letters);
    draw_gizmo(front, {{0, 0, 0}, false}, {});
    const Shapes up = shapes_of(front, {2, 1, 2, 2, 1, 2, 2, 2});
    CHECK(up[0] == shape(316, 298.75, 400, 301.25, red));
    CHECK(up[3] == shape(398.75, 216, 401.25, 300, green));
    CHECK(up[5] == shape(396, 191, 400, 197, green));
    CHECK(up[6] == shape(400, 191, 404, 197, green));
    Overlay behind(look_at({0, 0, 10}, {0, 0, 0}, 10, 1), picture);
    draw_gizmo(behind, {{0, 0, 20}, false}, {});
    CHECK(behind.corners().empty());
}

TEST_CASE("gizmo: only the front half of a ring seen from its edge is drawn", "[render]")
{
    Overlay overlay(from_above(), picture);
    draw_gizmo(overlay, {{0, 0, 0}, true}, Handle{1, true});
    // 48 lines about Y; about X and Z only the parts with a sine of less than 0.2 behind the centre.
    std::array<std::size_t, 3> lines{};
    Shapes of_y;
    for (const Shape& line : shapes_of(overlay)) {
        ++lines.at(line.colour == red ? 0 : line.colour == held ? 1 : 2);
        if (line.colour == held) {
            of_y.push_back(line);
        }
    }
    CHECK(lines == std::array<std::size_t, 3>{27, 48, 27});
    int left = 1 << 30;
    int right = 0;
    for (const Shape& line : of_y) {
        left = std::min(left, line.box[0]);
        right = std::max(right, line.box[2]);
    }
    CHECK(left == Approx(32800).margin(15));
    CHECK(right == Approx(47200).margin(15));
}

TEST_CASE("handles: rim, rope end and heading tip each have a square", "[render]")
{
    constexpr OverlayColour colour{0.2F, 0.4F, 0.6F, 1};
    constexpr OverlayColour taken{1, 0.85F, 0.3F, 1};
    constexpr OverlayColour edge{0, 0, 0, 0.6F};
    constexpr OverlayColour shadow{0, 0, 0, 0.5F};
    Overlay hanging(from_the_front(), picture);
    draw_grip(hanging, {Grip::Kind::end, {0, 0, 0}, 5, colour}, false);
    CHECK(shapes_of(hanging) == Shapes{shape(395, 345, 405, 355, edge), shape(396, 346, 404, 354, colour)});
    Overlay heading(from_above(), picture);
    draw_grip(heading, {Grip::Kind::heading, {0, 0, 0}, 0, colour}, false);
    CHECK(shapes_of(heading) == Shapes{shape(398.5, 170, 401.5, 300, shadow), shape(399.25, 170, 400.75, 300, colour),
                                       shape(395, 165, 405, 175, edge), shape(396, 166, 404, 174, colour)});
    Overlay turned(from_above(), picture);
    draw_grip(turned, {Grip::Kind::heading, {0, 0, 0}, std::acos(0.0F), colour},
              true);  // heading towards +X, to the left
    CHECK(shapes_of(turned)[0] == shape(270, 298, 400, 302, shadow));
    CHECK(shapes_of(turned)[1] == shape(270, 298.75, 400, 301.25, taken));
    Overlay rim(from_above(), picture);
    draw_grip(rim, {Grip::Kind::rim, {0, 0, 0}, 10, colour}, true);
    const Shapes circle = shapes_of(rim);
    REQUIRE(circle.size() == 64 * 2 + 2);
    CHECK(circle[0].colour == shadow);
    CHECK(circle[1].colour == taken);
    CHECK(circle[128] == shape(495, 295, 505, 305, edge));
    CHECK(circle[129] == shape(496, 296, 504, 304, taken));
    const auto lowest = std::ranges::max_element(circle, {}, [](const Shape& line) { return line.box[3]; });
    CHECK(lowest->box[3] == Approx(40250).margin(20));
}

TEST_CASE("cameras: views have names and titles, and see the inside of their frustum", "[render]")
{
    std::string words;
    for (const View view : {View::top, View::front, View::side, View::iso, View::camera}) {
        words += std::string(view_name(view)) + " " + std::string(view_title(view)) + ",";
        CHECK(view_named(view_name(view)) == view);
    }
    CHECK(words == "top Top,front Front,side Side,iso Corner,camera Perspective,");
    CHECK(view_named("left") == std::nullopt);
    CHECK(axes_of(View::side).right == Vec3{0, 0, -1});
    CHECK(axes_of(View::side).up == Vec3{0, 1, 0});
    CHECK(axes_of(View::side).back == Vec3{1, 0, 0});
    const Camera camera = from_above();  // 80 by 60, 200 deep both ways
    for (const auto& [at, radius, seen] :
         {std::tuple(Vec3{41, 0, 0}, 0.9F, false), std::tuple(Vec3{41, 0, 0}, 1.1F, true),
          std::tuple(Vec3{-41, 0, 0}, 0.9F, false), std::tuple(Vec3{-41, 0, 0}, 1.1F, true),
          std::tuple(Vec3{0, 0, 31}, 0.9F, false), std::tuple(Vec3{0, 0, 31}, 1.1F, true),
          std::tuple(Vec3{0, 0, -31}, 0.9F, false), std::tuple(Vec3{0, 201, 0}, 0.9F, false),
          std::tuple(Vec3{0, 201, 0}, 1.1F, true), std::tuple(Vec3{0, -201, 0}, 0.9F, false)}) {
        INFO(at.x << ' ' << at.y << ' ' << at.z << ' ' << radius);
        CHECK(camera.can_see(at, radius) == seen);
    }
    // A box of 20 x 4 x 10 fills the picture except a margin of 6 %. The height decides from above, the width from the
    // front.
    const scene::Bounds box{{-10, -2, -5}, {10, 2, 5}};
    CHECK(preset(View::top, box, 1.0F).half_height_at({}) == Approx(10.6));
    CHECK(preset(View::top, box, 4.0F).half_height_at({}) == Approx(5.3));
    CHECK(preset(View::side, box, 4.0F).half_height_at({}) == Approx(2.12));
    // In perspective, the sphere around the box, of radius 11.36, fills the angle of 25 degrees.
    const float radius = std::sqrt(129.0F);
    CHECK(preset(View::camera, box, 2.0F).half_height_at({}) == Approx(radius * 1.06F));
    CHECK(preset(View::camera, box, 0.5F).half_height_at({}) == Approx(radius * 1.06F * 2));
}

TEST_CASE("painted meshes: packs normals and colours, and weights the mean by area", "[render]")
{
    CHECK(packed_normal({1, -1, 0.5F}) == std::array<std::int8_t, 4>{127, -127, 64, 0});
    CHECK(packed_normal({2, -2, 0}) == std::array<std::int8_t, 4>{127, -127, 0, 0});
    CHECK(packed_paint({1, 0, 0.5F}) == std::array<std::uint8_t, 4>{255, 0, 128, 255});
    CHECK(packed_paint({2, -1, 0.25F}) == std::array<std::uint8_t, 4>{255, 0, 64, 255});
    const PaintedMesh cube = painted_cube();
    REQUIRE(cube.vertices.size() == 8);
    REQUIRE(cube.indices.size() == 36);
    CHECK(cube.vertices[5].position == Vec3{1, -1, 1});
    CHECK(cube.vertices[5].normal == std::array<std::int8_t, 4>{73, -73, 73, 0});
    CHECK(cube.vertices[5].paint == std::array<std::uint8_t, 4>{255, 255, 255, 255});
    float volume = 0;
    for (std::size_t i = 0; i < cube.indices.size(); i += 3) {
        const auto at = [&](std::size_t corner) { return cube.vertices[cube.indices[i + corner]].position; };
        const float part = dot(at(0), cross(at(1), at(2))) / 6;
        CHECK(part > 0);
        volume += part;
    }
    CHECK(volume == Approx(8));
    model::Mesh mesh;
    for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {0, 1}, {0, 3}}) {
        mesh.vertices.push_back({static_cast<float>(x), static_cast<float>(y), 7, 0, 0, 1, 0, 0});
    }
    mesh.triangles.push_back({0, 1, 2, 0, 0});
    mesh.triangles.push_back({0, 1, 3, 0, 1});  // three times as large
    const std::vector<Vec3> colours{{1, 0, 0}, {0, 1, 0}};
    CHECK(mean_colour(mesh, colours) == Vec3{0.25F, 0.75F, 0});
    CHECK(mean_colour({}, colours) == Vec3{0.6F, 0.6F, 0.6F});
}

TEST_CASE("symbols: finds a record without a model by its symbol", "[render]")
{
    scene::Scene scene;
    scene.markers.push_back({.kind = Kind::light, .id = 0, .drawn = false, .record = 3, .object_type = 0});
    scene.markers.push_back({.kind = Kind::object, .id = 0, .drawn = true, .record = 3, .object_type = 0});
    scene.markers.push_back({.kind = Kind::object, .id = 0, .drawn = false, .record = 4, .object_type = 2});
    CHECK(symbol_of(scene, {Kind::light, 3}) == Symbol::light);
    CHECK(symbol_of(scene, {Kind::object, 3}) == std::nullopt);
    CHECK(symbol_of(scene, {Kind::object, 4}) == Symbol::sound);
    CHECK(symbol_of(scene, {Kind::marker, 4}) == std::nullopt);
}
