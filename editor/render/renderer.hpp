// A scene on the graphics card, drawn into whatever framebuffer is bound: windows and pictures alike.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "render/camera.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// Needs a current OpenGL 3.3 context for as long as it lives.
class Renderer {
public:
    /// Errors: unsupported (the driver refuses the shaders, with its words).
    [[nodiscard]] static Result<Renderer> create();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) = delete;
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    ~Renderer();

    /// Loads meshes and textures, in place of those before. `pictures` may be null: then all images are grey.
    void load(const scene::Scene& scene, scene::Pictures* pictures);
    /// Clears and draws. Copies of a mesh that the camera sees are drawn at once.
    void draw(const Camera& camera);

private:
    struct Batch {  ///< triangles of a mesh with the same surface
        std::uint32_t first{};
        std::uint32_t count{};
        std::uint32_t texture{};  ///< 0: `colour` instead
        float width{1};
        float height{1};
        scene::Vec3 colour;
    };
    struct LoadedMesh {
        std::uint32_t vertex_array{};
        std::uint32_t vertices{};
        std::uint32_t indices{};
        std::uint32_t copies{};
        scene::Vec3 centre;  ///< of a ball around it, in the axes of the viewport
        float radius{};
        std::vector<Batch> batches;
        std::vector<scene::Placement> placements;
    };

    Renderer() = default;
    void unload();
    void load_mesh(const scene::SceneMesh& source, const scene::Scene& scene, scene::Pictures* pictures);
    std::uint32_t texture_of(scene::PictureKey key, const art::RgbaImage& image);

    std::uint32_t program_{};
    std::vector<LoadedMesh> meshes_;
    std::map<scene::PictureKey, std::uint32_t> textures_;
};

}  // namespace redforge::render
