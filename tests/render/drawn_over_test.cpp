// Overlays of a scene, in pixels; framebuffers; and shader errors of the driver.
#include <catch2/catch.hpp>

#include <array>
#include <utility>
#include <vector>

#include "render/opengl/framebuffer.hpp"
#include "render/opengl/program.hpp"
#include "render/overlay/overlay_painter.hpp"
#include "render/screen.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::render;
using test::need;
using test::require_error;
using test::Screen;

namespace {

using Rgba = std::array<std::uint8_t, 4>;

/// Returns a pixel, with its row from the top.
Rgba seen(int x, int y)
{
    return Screen::pixel(x, 63 - y);
}

void clear(float red, float green, float blue)
{
    glClearColor(red, green, blue, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

/// Returns two letters of 3 x 2 pixels: 'A' covers its left column, '?' its lower row.
GlyphAtlas two_letters()
{
    GlyphAtlas letters{.width = 7, .height = 2, .line = 2, .scale = 1};
    letters.cover = {255, 0, 0, 0,   0,   0,   0,  //
                     255, 0, 0, 255, 255, 255, 0};
    letters.glyphs.fill({.x = 3, .y = 0, .width = 3});
    letters.glyphs['A' - ' '] = {.x = 0, .y = 0, .width = 3};
    return letters;
}

}  // namespace

TEST_CASE("overlay: triangles blend over the picture by the alpha of their colour", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    {
        const OverlayPainter painter = need(OverlayPainter::create());
        clear(0, 0, 1);
        Overlay overlay({}, {64, 64});
        overlay.rectangle({8, 4}, {24, 12}, {1, 0, 0, 1});
        overlay.rectangle({40, 4}, {56, 12}, {0, 1, 0, 0.5F});
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_CULL_FACE);
        glFrontFace(GL_CW);
        painter.draw(overlay);
        CHECK(seen(7, 8) == Rgba{0, 0, 255, 255});
        CHECK(seen(8, 4) == Rgba{255, 0, 0, 255});
        CHECK(seen(23, 11) == Rgba{255, 0, 0, 255});
        CHECK(seen(24, 8) == Rgba{0, 0, 255, 255});
        CHECK(seen(16, 12) == Rgba{0, 0, 255, 255});
        const Rgba mixed = seen(48, 8);
        CHECK(mixed[0] == 0);
        CHECK(std::abs(mixed[1] - 128) <= 1);
        CHECK(std::abs(mixed[2] - 128) <= 1);
        // An empty overlay changes nothing.
        painter.draw(Overlay({}, {64, 64}));
        CHECK(seen(16, 8) == Rgba{255, 0, 0, 255});
        CHECK(glIsEnabled(GL_BLEND) == GL_FALSE);
    }
    CHECK(glGetError() == GL_NO_ERROR);
    screen.renderer.reset();
}

TEST_CASE("overlay: text uses the glyph atlas, also after it changes", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    {
        OverlayPainter first = need(OverlayPainter::create());
        GlyphAtlas letters = two_letters();
        first.take(letters);
        OverlayPainter painter = std::move(first);  // takes over the letters
        const auto text = [&] {
            clear(0, 0, 0);
            Overlay overlay({}, {64, 64}, &letters);
            overlay.text("Ax", {10, 20}, {1, 1, 1, 1});
            painter.draw(overlay);
            std::vector<std::string> rows;
            for (int y = 19; y < 23; ++y) {
                std::string& row = rows.emplace_back();
                for (int x = 9; x < 17; ++x) {
                    row += seen(x, y)[0] > 127 ? '#' : '.';
                }
            }
            return rows;
        };
        CHECK(text() == std::vector<std::string>{"........", ".#......", ".#..###.", "........"});
        letters.cover = {0, 255, 0, 255, 255, 255, 0,  //
                         0, 255, 0, 0,   0,   0,   0};
        painter.take(letters);
        CHECK(text() == std::vector<std::string>{"........", "..#.###.", "..#.....", "........"});
    }
    CHECK(glGetError() == GL_NO_ERROR);
    screen.renderer.reset();
}

TEST_CASE("framebuffers: copies the picture to the target, scaled if sizes differ", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    const auto names = [] {
        std::vector<GLuint> there;
        for (GLuint name = 1; name < 64; ++name) {
            if (glIsFramebuffer(name) == GL_TRUE || glIsRenderbuffer(name) == GL_TRUE) {
                there.push_back(name);
            }
        }
        return there;
    };
    const std::vector<GLuint> before = names();
    {
        clear(0, 0, 1);
        glViewport(16, 8, 32, 40);
        const BoundFramebuffer into;
        CHECK(std::array{into.left(), into.low(), into.width(), into.height()} == std::array{16, 8, 32, 40});
        const Framebuffer small(8, 10);
        CHECK(small.complete());
        CHECK(small.width() == 8);
        CHECK(small.height() == 10);
        CHECK(names().size() > before.size());
        CHECK(Screen::pixel(0, 0) == Rgba{0, 0, 255, 255});  // the bound framebuffer is unchanged
        small.bind();
        clear(1, 0, 0);
        into.show(small);
        CHECK(Screen::pixel(15, 20) == Rgba{0, 0, 255, 255});
        CHECK(Screen::pixel(16, 8) == Rgba{255, 0, 0, 255});
        CHECK(Screen::pixel(47, 47) == Rgba{255, 0, 0, 255});
        CHECK(Screen::pixel(48, 47) == Rgba{0, 0, 255, 255});
        CHECK(Screen::pixel(47, 48) == Rgba{0, 0, 255, 255});
        const Framebuffer smooth(32, 40, smooth_samples());
        smooth.bind();
        clear(0, 1, 0);
        into.show(smooth);
        CHECK(Screen::pixel(16, 8) == Rgba{0, 255, 0, 255});
        CHECK(Screen::pixel(47, 47) == Rgba{0, 255, 0, 255});
    }
    CHECK(names() == before);
    CHECK(glGetError() == GL_NO_ERROR);
    screen.renderer.reset();
}

TEST_CASE("shaders: returns compile and link errors with the driver's message", "[render]")
{
    Screen screen;
    if (!screen) {
        return;
    }
    const char* const vertex = "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n";
    const char* const fragment = "#version 330 core\nout vec4 c;\nvoid main() { c = vec4(1.0); }\n";
    const char* const broken = "#version 330 core\nvoid main() { no_such_thing(); }\n";
    const char* const gives =
        "#version 330 core\nout vec3 it;\nvoid main() { it = vec3(1.0); gl_Position = vec4(0.0); }\n";
    const char* const takes = "#version 330 core\nin vec2 it;\nout vec4 c;\nvoid main() { c = it.xyxy; }\n";
    const auto programs = [] {
        int there = 0;
        for (GLuint name = 1; name < 256; ++name) {
            there += glIsProgram(name) == GL_TRUE || glIsShader(name) == GL_TRUE ? 1 : 0;
        }
        return there;
    };
    const int before = programs();
    for (const auto& [first, second] : {std::pair(broken, fragment), {vertex, broken}}) {
        const Error error = require_error(link_program(first, second));
        CHECK(error.code == ErrorCode::unsupported);
        CHECK(error.message.starts_with("the driver rejects a shader: "));
        CHECK(error.message.find("no_such_thing") != std::string::npos);
    }
    const Error error = require_error(link_program(gives, takes));
    CHECK(error.code == ErrorCode::unsupported);
    CHECK(error.message == "the driver cannot link the shaders");
    CHECK(programs() == before);
    const std::uint32_t program = need(link_program(vertex, fragment));
    CHECK(glIsProgram(program) == GL_TRUE);
    glDeleteProgram(program);
    CHECK(programs() == before);  // its shaders are deleted with it
    screen.renderer.reset();
}
