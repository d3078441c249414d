// Cost of drawing a scene with the window's renderer: the first picture, a frame, and the verb `render`.
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <epoxy/gl.h>
#include <fmt/format.h>

#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "render/opengl/frame_drawer.hpp"
#include "render/picture/picture.hpp"
#include "render/scene/load_scene.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

namespace redforge::bench {
namespace {

constexpr GLsizei width = 1600;
constexpr GLsizei height = 1000;

/// Creates a render target that is used until the program ends.
void make_target()
{
    GLuint framebuffer{};
    std::array<GLuint, 2> buffers{};
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(2, buffers.data());
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
    glViewport(0, 0, width, height);
}

/// Returns a camera at eye height next to the most central object, along the longest row of objects, as for a walking
/// player.
render::Camera in_a_street(const scene::Scene& scene, float aspect)
{
    scene::Vec3 middle{};
    const auto count = static_cast<float>(scene.instances.size());
    for (const scene::Instance& each : scene.instances) {
        middle = {middle.x + each.placement.position.x / count, middle.y + each.placement.position.y / count,
                  middle.z + each.placement.position.z / count};
    }
    const scene::Bounds bounds = scene::bounds_of(scene);
    const float radius = std::hypot(bounds.high.x - bounds.low.x, bounds.high.z - bounds.low.z) / 2;
    const auto from = [&](const scene::Vec3& at) { return std::hypot(at.x - middle.x, at.z - middle.z); };
    scene::Vec3 nearest = scene.instances.front().placement.position;
    for (const scene::Instance& each : scene.instances) {
        nearest = from(each.placement.position) < from(nearest) ? each.placement.position : nearest;
    }
    const scene::Vec3 eye{nearest.x, nearest.y + 2, nearest.z};
    return render::look_at(eye, {bounds.high.x, eye.y, bounds.high.z}, radius, aspect);
}

}  // namespace

void measure_drawing(Figures& figures)
{
    const char* samples = std::getenv("REDFORGE_SAMPLES");
    if (samples == nullptr) {
        figures.push_back({"drawing the sample game: left out, REDFORGE_SAMPLES is not set", "", "", "", true});
        return;
    }
    const std::filesystem::path folder = std::filesystem::path(samples) / "game";
    const std::filesystem::path file = folder / "MAPS" / "ISLAND.RGM";
    const auto picture = std::filesystem::temp_directory_path() / "redforge-bench.png";
    figures.push_back(
        at_most("one `render` of the sample's ISLAND, 1024 x 768",
                1e3 * program_seconds(3, fmt::format("render '{}' -o '{}'", file.string(), picture.string())), 3000,
                "ms"));
    std::error_code ignored;
    std::filesystem::remove(picture, ignored);

    rgm::Map edited = rgm::read_map(read_file(file).value()).value();
    auto loaded =
        render::load_scene({.content = std::make_shared<const rgm::Map>(edited), .file = file, .game = folder},
                           Progress{});
    if (!loaded) {
        figures.push_back({describe(loaded.error()), "", "", "", false});
        return;
    }
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    const render::Camera whole = render::preset(render::View::iso, scene::bounds_of(loaded->scene), aspect);
    const render::Camera street = in_a_street(loaded->scene, aspect);

    const double before = cpu_seconds();
    const auto context = render::Offscreen::create();
    auto renderer = context ? render::Renderer::create() : fail(context.error());
    if (!renderer) {
        figures.push_back({"not drawn: " + describe(renderer.error()), "", "", "", true});
        return;
    }
    make_target();
    render::FrameDrawer view;
    const auto moving = [&](const render::Camera& camera) { view.draw(*renderer, camera, {}); };
    const auto at_rest = [&](const render::Camera& camera) {
        view.draw(*renderer, camera, {});
        while (view.unfinished()) {
            view.refine(*renderer, std::chrono::hours(1));
        }
    };
    renderer->load(loaded->scene, loaded->pictures());
    at_rest(whole);
    figures.push_back(
        at_most("the first frame of it, shaders and textures included", 1e3 * (cpu_seconds() - before), 1500, "ms"));
    const double first = cpu_seconds();
    moving(whole);
    figures.push_back(at_most("the first frame of a drag after that", 1e3 * (cpu_seconds() - first), 150, "ms"));
    const auto bare = [] {  // set as many pixels to one colour
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glFinish();
    };
    const std::vector<double> times = median_seconds(9, {[&] { moving(whole); }, [&] { moving(street); },
                                                         [&] { at_rest(whole); }, [&] { at_rest(street); }, bare});
    const std::string driver(reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
    figures.push_back({"  drawn by " + driver.substr(0, driver.find(" (")), "", "", "", true});
    figures.push_back(
        at_most("a frame of 1600 x 1000 while the camera moves, the whole of it", times[0] * 1e3, 66, "ms"));
    figures.push_back(at_most("a frame while the camera moves, in a street", times[1] * 1e3, 66, "ms"));
    figures.push_back(at_most("a frame at rest and the coarse one before it, the whole", times[2] * 1e3, 700, "ms"));
    figures.push_back(at_most("a frame at rest and the coarse one before it, in a street", times[3] * 1e3, 700, "ms"));
    figures.push_back(plain("  a street while moving against clearing as many pixels", times[1] / times[4], "x"));
    const auto triangles = [&](const render::Camera& camera, render::Quality quality) {
        return static_cast<double>(
            renderer->list(camera, {.quality = quality}, static_cast<float>(height)).counts().triangles);
    };
    figures.push_back(at_most("triangles while the camera moves, the whole of it",
                              triangles(whole, render::Quality::moving) / 1e3, 150, "thousand"));
    figures.push_back(
        at_most("triangles at rest, the whole of it", triangles(whole, render::Quality::full) / 1e3, 700, "thousand"));
    figures.push_back(at_most("triangles while the camera moves, in a street",
                              triangles(street, render::Quality::moving) / 1e3, 150, "thousand"));

    // The work of the window between an edit that adds a record and the next drawing.
    const std::vector<double> edits = median_seconds(9, {[&] {
                                                         test::append_copy(edited, "objects[0]");
                                                         loaded->rebuild(edited);
                                                         renderer->place(loaded->scene, loaded->pictures());
                                                     }});
    figures.push_back(at_most("a record more, to where it can be drawn", edits[0] * 1e3, 50, "ms"));
}

}  // namespace redforge::bench
