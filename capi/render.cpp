// Renders pictures of documents without a window.
#include <future>

#include <fmt/format.h>

#include "art/picture.hpp"
#include "call.hpp"
#include "edit/map/map_of.hpp"
#include "memory.hpp"
#include "model/model.hpp"
#include "scene/drawing.hpp"

#ifdef REDFORGE_HAS_RENDER
#include "render/picture/picture.hpp"
#endif

namespace redforge::capi {
namespace {

/// Returns the drawing of a map or a model. Errors: not_found (a map without a game folder), unsupported (other
/// documents), and those of scene::drawing_of().
CallResult<scene::Drawing> drawing_of(const OpenDocument& document, const std::optional<scene::GameFolder>& game)
{
    const edit::Document& content = document.edited.document();
    if (const rgm::Map* const map = edit::map_of(content)) {
        if (!game) {
            return make_failure(Error{.code = ErrorCode::not_found,
                                      .message = "the map is not in a game's folder",
                                      .file = document.path.string(),
                                      .hint = "pass the game's folder: a map is drawn with its models"});
        }
        return scene::drawing_of(*map, document.path, *game);
    }
    if (const auto* const model = edit::get_if<model::Model>(content)) {
        return scene::drawing_of(*model, document.path.string(), game ? &*game : nullptr);
    }
    return make_failure(Error{.code = ErrorCode::unsupported,
                              .message = fmt::format("a {} cannot be drawn", content.format().name),
                              .file = document.path.string(),
                              .hint = "a map or a model can"});
}

#ifdef REDFORGE_HAS_RENDER

std::string_view view_or_default(const char* view)
{
    return view == nullptr ? "iso" : view;
}

/// Checks the view and the size, before a game folder is read.
CallStatus check_request(const char* view, std::uint32_t width, std::uint32_t height)
{
    if (const auto from = render::view_named(view_or_default(view)); !from || *from == render::View::camera) {
        return make_failure(Error{.code = ErrorCode::usage,
                                  .message = fmt::format("no view \"{}\"", view),
                                  .hint = "views are top, front, side and iso"});
    }
    if (std::min(width, height) < 1 || std::max(width, height) > render::max_side) {
        return make_failure(Error{.code = ErrorCode::out_of_range,
                                  .message = fmt::format("a picture of {} x {} pixels cannot be drawn", width, height),
                                  .hint = fmt::format("sides of 1 to {}", render::max_side)});
    }
    return {};
}

CallResult<art::RgbaImage> picture_of(const scene::Drawing& drawing, const char* view, std::uint32_t width,
                                      std::uint32_t height)
{
    const auto from = render::view_named(view_or_default(view));  // check_request() has validated the view
    // Use a separate thread: each thread has one OpenGL context, and the caller's thread may have its own. The EGL
    // display belongs to the process.
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    const auto draw = [&] {
        const float aspect = static_cast<float>(width) / static_cast<float>(height);
        const render::Camera camera = render::preset(*from, scene::bounds_of(drawing.scene), aspect);
        return render::draw_picture(drawing.scene, drawing.pictures.get(), camera, width, height);
    };
    Result<art::RgbaImage> image = std::async(std::launch::async, draw).get();
    return image ? CallResult<art::RgbaImage>(std::move(*image)) : failure_of(image);
}

#else

CallStatus check_request(const char* /*view*/, std::uint32_t /*width*/, std::uint32_t /*height*/)
{
    return {};
}

CallResult<art::RgbaImage> picture_of(const scene::Drawing& /*drawing*/, const char* /*view*/, std::uint32_t /*width*/,
                                      std::uint32_t /*height*/)
{
    return make_failure(Error{.code = ErrorCode::unsupported,
                              .message = "this library was built without OpenGL",
                              .hint = "build with -DREDFORGE_RENDER=ON"});
}

#endif

}  // namespace
}  // namespace redforge::capi

using namespace redforge;        // NOLINT(*build-using-namespace*): the functions below have names of C
using namespace redforge::capi;  // NOLINT(*build-using-namespace*)

rf_status rf_render(rf_document document, const char* game, const char* view, uint32_t width, uint32_t height,
                    void** pixels)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{pixels, "pixels"}}); !given) {
            return given;
        }
        return with_document(document, [&](const OpenDocument& open) -> CallStatus {
            if (const CallStatus possible = check_request(view, width, height); !possible) {
                return possible;
            }
            const CallResult<std::optional<scene::GameFolder>> folder = game_of(open, game);
            const CallResult<scene::Drawing> drawing = folder ? drawing_of(open, *folder) : failure_of(folder);
            if (!drawing) {
                return failure_of(drawing);
            }
            const CallResult<art::RgbaImage> image = picture_of(*drawing, view, width, height);
            if (!image) {
                return failure_of(image);
            }
            *pixels = allocate_copy(as_text(std::as_bytes(std::span(image->rgba))));
            return {};
        });
    });
}
