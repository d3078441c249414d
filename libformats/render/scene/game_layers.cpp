// Drawing of the sky and the sun by one triangle over the viewport, and the values of the waves.
#include "render/scene/game_layers.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include <epoxy/gl.h>
#include <glm/gtc/type_ptr.hpp>

#include "render/opengl/program.hpp"
#include "render/opengl/shaders.hpp"

namespace redforge::render {
namespace {

using scene::Vec3;

/// Converts a direction of the viewport to map axes.
Vec3 to_map_axes(Vec3 view)
{
    return {-view.x, -view.y, view.z};
}

/// Returns the point of the far plane at a position in the picture (-1 to 1), relative to the eye.
Vec3 ray_at(const glm::mat4& from_clip, Vec3 eye, float x, float y)
{
    const glm::vec4 far_point = from_clip * glm::vec4(x, y, 1, 1);
    return Vec3(far_point) / far_point.w - eye;
}

void load_texture(std::uint32_t name, const art::RgbaImage& image, GLint wrap)
{
    glBindTexture(GL_TEXTURE_2D, name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(image.width), static_cast<GLsizei>(image.height), 0,
                 GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
}

}  // namespace

GameLayers::GameLayers(GameLayers&& other) noexcept
    : world_(std::move(other.world_)), has_waves_(other.has_waves_), sky_size_(other.sky_size_),
      sun_half_(other.sun_half_), program_(std::exchange(other.program_, 0U)),
      no_vertices_(std::exchange(other.no_vertices_, 0U)), waving_buffer_(std::exchange(other.waving_buffer_, 0U)),
      textures_(std::exchange(other.textures_, {}))
{
}

GameLayers::~GameLayers()
{
    if (program_ == 0) {  // moved-from, or not created
        return;
    }
    glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
    glDeleteBuffers(1, &waving_buffer_);
    glDeleteVertexArrays(1, &no_vertices_);
    glDeleteProgram(program_);
}

Status GameLayers::create()
{
    const std::string head = shader_version;
    const auto linked =
        link_program((head + sky_vertex_shader).c_str(), (head + fog_functions + sky_fragment_shader).c_str());
    if (!linked) {
        return fail(linked.error());
    }
    program_ = *linked;
    glGenVertexArrays(1, &no_vertices_);
    glGenBuffers(1, &waving_buffer_);
    glGenTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
    load({});
    return {};
}

void GameLayers::load(const scene::GameView& view)
{
    world_ = view.world;
    sky_size_ = view.sky ? glm::vec2(view.sky->width, view.sky->height) : glm::vec2(0);
    sun_half_ = view.sun ? view.sun_half : glm::vec2(0);
    has_waves_ = !view.waving.empty();
    if (view.sky) {
        load_texture(textures_[0], *view.sky, GL_REPEAT);
    }
    if (view.sun) {
        load_texture(textures_[1], *view.sun, GL_CLAMP_TO_EDGE);
    }
    const std::array<std::uint8_t, 1> none{};
    glBindBuffer(GL_TEXTURE_BUFFER, waving_buffer_);
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(has_waves_ ? view.waving.size() : none.size()),
                 has_waves_ ? view.waving.data() : none.data(), GL_STATIC_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, textures_[2]);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R8UI, waving_buffer_);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
}

void GameLayers::draw_sky(const Camera& camera, Vec3 background, double ticks) const
{
    const glm::mat4 from_clip = glm::inverse(camera.matrix);
    const glm::vec4 eye_in_clip = from_clip * glm::vec4(0, 0, 1, 0);
    if (eye_in_clip.w == 0 || (sky_size_.x == 0 && sun_half_.x == 0)) {
        return;  // without perspective there is no eye
    }
    const Vec3 eye = Vec3(eye_in_clip) / eye_in_clip.w;
    const Vec3 middle = ray_at(from_clip, eye, 0, 0);
    const auto direction = [](Vec3 ray) { return glm::normalize(to_map_axes(ray)); };
    const Vec3 forward = camera.map_direction();
    const Vec3 right = direction(ray_at(from_clip, eye, 1, 0) - middle);
    const Vec3 up = direction(ray_at(from_clip, eye, 0, 1) - middle);
    const Vec3 place(scene::map_place(eye));
    const Vec3 sun = scene::sun_centre(world_);
    const auto moved = static_cast<float>(std::fmod(world_.sky_speed * ticks, 256));

    glUseProgram(program_);
    const auto at = [&](const char* name) { return glGetUniformLocation(program_, name); };
    const auto set = [&](const char* name, Vec3 value) { glUniform3f(at(name), value.x, value.y, value.z); };
    glUniformMatrix4fv(at("from_clip"), 1, GL_FALSE, glm::value_ptr(from_clip));
    set("eye", eye);
    set("place", place);
    set("forward", forward);
    set("right", right);
    set("up", up);
    set("sun", sun);
    set("sun_colour", world_.sun_colour);
    glUniform2f(at("sun_half"), sun_half_.x, sun_half_.y);
    glUniform2f(at("sky_size"), sky_size_.x, sky_size_.y);
    glUniform2f(at("sky_drift"), moved, 0);  // the game chooses a random direction
    glUniform2f(at("sky_plane"), world_.sky_level, world_.sky_scale);
    glUniform4f(at("fog"), background.x, background.y, background.z, 1);
    std::array<float, std::tuple_size_v<scene::FogTable>> densities{};
    std::ranges::copy(scene::sky_fog(), densities.begin());
    glUniform1fv(at("fog_table"), static_cast<GLsizei>(densities.size()), densities.data());
    for (GLint unit = 0; unit < 2; ++unit) {
        glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
        glBindTexture(GL_TEXTURE_2D, textures_[static_cast<std::size_t>(unit)]);
        glBindSampler(static_cast<GLuint>(unit), 0);
    }
    glUniform1i(at("sky_image"), 0);
    glUniform1i(at("sun_image"), 1);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glActiveTexture(GL_TEXTURE0);
}

void GameLayers::bind_waves(std::uint32_t program, double ticks) const
{
    constexpr GLint unit = 4;
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_BUFFER, textures_[2]);
    glActiveTexture(GL_TEXTURE0);
    glUniform1i(glGetUniformLocation(program, "waving"), unit);
    const double phase = std::fmod(std::floor(ticks * world_.wave_speed), 2048);
    glUniform3f(glGetUniformLocation(program, "wave"), world_.wave_amplitude, static_cast<float>(world_.wave_frequency),
                static_cast<float>(phase));
}

}  // namespace redforge::render
