// A scene on the graphics card, drawn into whatever framebuffer is bound: windows and pictures alike.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "render/camera.hpp"
#include "render/light_buffers.hpp"
#include "render/symbols.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// How surfaces are drawn: with their images, each in the mean colour of its image, or as the edges of triangles.
enum class Shading : std::uint8_t { textured, flat, wireframe };

/// What a picture shows besides the scene.
struct RenderOptions {
    bool symbols{};                         ///< of all that has no model, not only of what is selected; see symbols.hpp
    std::set<scene::RecordRef> hidden{};    ///< not drawn
    std::set<scene::RecordRef> selected{};  ///< drawn in the colour of a selection, faintly through what hides them
    Shading shading{};
    std::set<scene::Kind> hidden_kinds{};  ///< nothing of these is drawn
    std::set<Symbol> hidden_symbols{};     ///< these symbols are drawn of what is selected only
};

/// Needs a current OpenGL 3.3 context for as long as it lives, of any window system.
class Renderer {
public:
    /// Errors: unsupported (the driver refuses the shaders, with its words).
    [[nodiscard]] static Result<Renderer> create();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) = delete;
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    ~Renderer();

    /// Loads meshes and textures, in place of those before. `pictures` may be null: then all images are grey. Textures
    /// that were loaded from the same pictures need not be loaded again.
    void load(const scene::Scene& scene, scene::Pictures* pictures, bool same_pictures = false);
    /// Takes over where everything stands and shines from a scene with the meshes that were loaded.
    void place(const scene::Scene& scene);
    /// Clears and draws. Copies of a mesh that the camera sees are drawn at once.
    void draw(const Camera& camera, const RenderOptions& looks = {});

private:
    struct Batch {  ///< triangles of a mesh with the same surface
        std::uint32_t first{};
        std::uint32_t count{};
        std::uint32_t texture{};  ///< 0: `colour` instead
        float width{1};
        float height{1};
        scene::Vec3 colour;
    };
    struct Copy {
        scene::Placement placement;
        scene::RecordRef record;
    };
    struct LoadedMesh {
        std::uint32_t vertex_array{};
        std::uint32_t vertices{};
        std::uint32_t indices{};
        std::uint32_t copies{};
        scene::Vec3 centre;  ///< of a ball around it, in the axes of the viewport
        float radius{};
        std::vector<Batch> batches;
        std::vector<Copy> placed;
    };
    /// What is drawn of a copy, as the shader takes it: three rows of a matrix, and the tint.
    using CopyData = std::array<float, 16>;

    Renderer() = default;
    static void unload(std::vector<LoadedMesh>& meshes);
    void unload_textures();
    void load_symbols();
    void load_mesh(const scene::SceneMesh& source, const scene::Scene& scene, scene::Pictures* pictures);
    static void upload(LoadedMesh& loaded, const model::Mesh& mesh, const std::vector<std::uint32_t>& indices);
    std::uint32_t texture_of(scene::PictureKey key, const art::RgbaImage& image);
    void draw_things(const Camera& camera, const RenderOptions& looks, bool selected_only) const;
    void draw_copies(const LoadedMesh& mesh, const std::vector<CopyData>& copies) const;

    std::uint32_t program_{};
    std::vector<LoadedMesh> meshes_;
    std::vector<LoadedMesh> symbols_;  ///< one for each Symbol; what they stand for is in `placed`
    std::map<scene::PictureKey, std::uint32_t> textures_;
    LightBuffers lights_;
};

}  // namespace redforge::render
