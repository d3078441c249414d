// A scene on the graphics card. Draws into the bound framebuffer, for windows and for image files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "render/camera/camera.hpp"
#include "render/opengl/light_buffers.hpp"
#include "render/opengl/painted_mesh.hpp"
#include "render/scene/game_layers.hpp"
#include "render/scene/swing.hpp"
#include "render/scene/symbols.hpp"
#include "render/scene/terrain_squares.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// Drawing of surfaces: with images, in the mean colour of each image, or as triangle edges.
enum class Shading : std::uint8_t { textured, flat, wireframe };

/// `full`: simplifications are smaller than a pixel. `moving`: fast, for pictures that
/// are followed by another at once: far ground is coarse, small models are boxes of their colour, and nothing smaller
/// than a pixel is drawn.
enum class Quality : std::uint8_t { full, moving };

/// Display options of a picture.
struct RenderOptions {
    bool symbols{};                         ///< show symbols of all objects without a model, not only of the selection;
                                            ///< see symbols.hpp
    std::set<scene::RecordRef> hidden{};    ///< not drawn
    std::set<scene::RecordRef> selected{};  ///< drawn in the selection colour, faintly where other objects hide them
    Shading shading{};
    std::set<scene::Kind> hidden_kinds{};  ///< kinds that are not drawn
    std::set<Symbol> hidden_symbols{};     ///< symbols that are drawn for the selection only
    Quality quality{Quality::full};
    std::uint8_t selected_cover{178};  ///< opacity of the selection colour, of 255
    std::optional<scene::Vec3> sky{};  ///< background; nullopt for the scene's own
    bool fog{};                        ///< draws fog in the background colour; perspective views only
    std::optional<float> swing{};      ///< seconds since ropes began to swing; nullopt if they hang at rest
    /// Draws sky, sun, waves and animations as the game does, this many seconds after the world was entered. Sky and
    /// sun need a perspective view.
    std::optional<double> game_seconds{};
    std::function<void()> draw_under{};  ///< draws into the viewport on the background, before all models; can be null
};

/// Drawing cost of a picture, independent of the machine.
struct DrawCounts {
    std::size_t triangles{};
    std::size_t calls{};
    std::size_t copies{};  ///< number of drawn instances of models and symbols
};

/// The draw calls of a picture, in order. Created by Renderer::list() for its present scene.
struct DrawList {
    /// Data of one drawn copy, in shader layout: three rows of a matrix; tint and dye in bytes.
    struct Copy {
        std::array<float, 12> rows{};
        std::array<std::uint8_t, 4> tint{};                   ///< the last byte is the share of the tint
        std::array<std::uint8_t, 4> dye{255, 255, 255, 255};  ///< painted meshes: multiplied with the vertex colours
    };
    static_assert(sizeof(Copy) == 56);
    struct Draw {
        enum class RenderPass : std::uint8_t { image, painted, cutout };
        bool behind{};         ///< draw it faintly where another object hides it
        bool ground{};         ///< terrain, which can have waves
        RenderPass pass{};     ///< cutout: with an image that has transparent pixels
        float depth{};         ///< depth of the nearest copy; near objects are drawn first, to hide others early
        std::uint32_t page{};  ///< index of the page whose buffers are used
        std::uint32_t texture{};
        std::array<float, 2> texels{1, 1};
        scene::Vec3 colour{1, 1, 1};  ///< times the texture
        std::uint32_t first_range{};  ///< index in `ranges`; a draw with several ranges has one copy
        std::uint32_t ranges{};
        std::uint32_t first_copy{};
        std::uint32_t copies{};
    };

    Camera camera{};
    Quality quality{};
    Shading shading{};
    std::optional<scene::Vec3> sky{};
    bool fog{};
    std::optional<double> game_seconds{};
    std::function<void()> draw_under{};
    std::vector<Copy> copies{};
    std::vector<IndexRange> ranges{};
    std::vector<Draw> draws{};
    std::size_t generation{};  ///< generation of the renderer's buffers, to detect old lists

    [[nodiscard]] DrawCounts counts() const;
};

/// Needs a current OpenGL 3.3 context for as long as it lives.
class Renderer {
public:
    /// Errors: unsupported (the driver rejects the shaders; the message has its log).
    [[nodiscard]] static Result<Renderer> create();
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) = delete;
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;
    ~Renderer();

    /// Loads meshes and textures, in place of those before. `pictures` may be null: then all images are grey. Textures
    /// that were loaded from the same pictures need not be loaded again.
    void load(const scene::Scene& scene, scene::Pictures* pictures, bool same_pictures = false);
    /// Updates placements and lights from a scene with the loaded meshes, and loads the meshes that were appended
    /// since.
    void place(const scene::Scene& scene, scene::Pictures* pictures = nullptr);
    /// Clears and draws. The visible copies of a mesh are drawn by one call for each surface.
    void draw(const Camera& camera, const RenderOptions& looks = {});

    /// Returns what draw() draws in a picture of `height` pixels.
    [[nodiscard]] DrawList list(const Camera& camera, const RenderOptions& looks, float height) const;
    /// Draws a list from position `from` until its end, or until `enough` returns true. Clears if `from` is 0. `enough`
    /// is called when the drawn part is complete. Returns the position to continue at. Does not draw a list of an
    /// earlier scene, and returns its end.
    std::size_t draw(const DrawList& list, std::size_t from, const std::function<bool()>& enough = {});

private:
    struct Page {  ///< buffers with the vertices and indices of many meshes
        std::uint32_t vertex_array{};
        std::uint32_t vertices{};
        std::uint32_t indices{};
    };
    struct Batch {  ///< triangles of a mesh with the same surface
        IndexRange range{};
        std::uint32_t texture{};
        bool cutout{};
        std::array<float, 2> texels{1, 1};
        scene::Vec3 colour{1, 1, 1};  ///< times the texture
    };
    struct Texture {
        std::uint32_t name{};
        bool cutout{};  ///< some pixels are transparent
    };
    struct Placed {
        scene::Placement placement;
        scene::RecordRef record;
        std::array<std::uint8_t, 4> dye{255, 255, 255, 255};  ///< for symbols: multiplied with the symbol colour
        std::optional<std::uint32_t> animation{};             ///< index in animations_
        std::uint32_t rest{};                                 ///< mesh of an animated instance without game_seconds
    };
    struct LoadedMesh {
        std::uint32_t page{};
        scene::Vec3 centre{};  ///< centre of the bounding sphere and box, in viewport axes
        scene::Vec3 half{};    ///< half extents of the bounding box
        float radius{};
        scene::Vec3 colour{};  ///< mean colour, for the box that replaces a far copy
        std::vector<Batch> batches;
        std::vector<Placed> placed;
    };
    /// Terrain: batches by square, and its painted squares.
    struct LoadedGround {
        std::size_t mesh{};
        std::uint32_t painted_page{};
        TerrainSquares squares;                          ///< without its vertices and indices
        std::vector<std::vector<IndexRange>> by_square;  ///< for each batch of the mesh: its triangles by square
    };
    struct Program {
        std::uint32_t name{};
        std::int32_t camera{};
        std::int32_t opacity{};
        std::int32_t colour{};
        std::int32_t texels{};
        std::int32_t plain{};
        std::int32_t fog{};
        std::int32_t waves{};
    };
    class Loading;
    class Listing;

    Renderer() = default;
    void unload(std::size_t kept);
    void unload_textures();
    void load_symbols();
    void load_meshes(const scene::Scene& scene, scene::Pictures* pictures);
    const Texture& texture_of(scene::PictureKey key, const art::RgbaImage& image);
    void load_white();
    [[nodiscard]] const Program& program_for(DrawList::Draw::RenderPass pass, Quality quality) const;
    [[nodiscard]] std::uint32_t sampling_for(const DrawList& list, DrawList::Draw::RenderPass pass) const;
    void bind_instances(std::uint32_t first) const;

    std::array<Program, 5> programs_{};  ///< images lit per pixel, per vertex; both with cutouts; painted meshes
    std::uint32_t copies_{};             ///< instance buffer
    std::uint32_t white_{};              ///< texture for surfaces without an image
    std::uint32_t quick_sampling_{};     ///< a sampler for pictures of a moving camera
    std::uint32_t mean_sampling_{};      ///< a sampler that returns the mean colour of an image
    std::vector<Page> pages_;            ///< the first has the cube and the symbols
    std::vector<LoadedMesh> meshes_;
    std::array<IndexRange, symbol_count> symbols_{};
    IndexRange cube_{};
    std::optional<LoadedGround> ground_;
    std::array<std::vector<Placed>, symbol_count> marks_;
    std::vector<scene::Animation> animations_;  ///< instances are placed at each of their meshes
    std::map<scene::PictureKey, Texture> textures_;
    LightBuffers lights_;
    GameLayers game_layers_;
    std::map<std::size_t, HangingRope> ropes_;  ///< ropes by record index
    std::size_t generation_{};
};

}  // namespace redforge::render
