// A scene on the graphics card, drawn into whatever framebuffer is bound: windows and pictures alike.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "render/camera.hpp"
#include "render/light_buffers.hpp"
#include "render/painted_mesh.hpp"
#include "render/swing.hpp"
#include "render/symbols.hpp"
#include "render/terrain_squares.hpp"
#include "scene/pictures.hpp"
#include "scene/scene.hpp"

namespace redforge::render {

/// How surfaces are drawn: with their images, each in the mean colour of its image, or as the edges of triangles.
enum class Shading : std::uint8_t { textured, flat, wireframe };

/// `full`: what is left out or made coarser than it is, is less than a pixel. `moving`: quickly drawn, for pictures that
/// are followed by another at once: far ground is coarse, small models are boxes of their colour, and nothing smaller than
/// a pixel is drawn.
enum class Quality : std::uint8_t { full, moving };

/// Display options of a picture.
struct RenderOptions {
    bool symbols{};                         ///< show symbols of all objects without a model, not only of the selection;
                                            ///< see symbols.hpp
    std::set<scene::RecordRef> hidden{};    ///< not drawn
    std::set<scene::RecordRef> selected{};  ///< drawn in the colour of a selection, faintly through what hides them
    Shading shading{};
    std::set<scene::Kind> hidden_kinds{};  ///< kinds that are not drawn
    std::set<Symbol> hidden_symbols{};     ///< symbols that are drawn for the selection only
    Quality quality{Quality::full};
    std::uint8_t selected_cover{178};  ///< opacity of the selection colour, of 255
    std::optional<scene::Vec3> sky{};  ///< background; nullopt for the scene's own
    bool fog{};                        ///< what is far is lost in the scene's background; for views in perspective
    std::optional<float> swing{};      ///< seconds since ropes began to swing; nullopt if they hang at rest
};

/// Drawing cost of a picture, independent of the machine.
struct DrawCounts {
    std::size_t triangles{};
    std::size_t calls{};
    std::size_t copies{};  ///< of models and symbols
};

/// All that is drawn in a picture, in order. Made by Renderer::list(), of the scene that it has at that time.
struct DrawList {
    /// Data of one drawn copy, in shader layout: three rows of a matrix; tint and dye in bytes.
    struct Copy {
        std::array<float, 12> rows{};
        std::array<std::uint8_t, 4> tint{};                   ///< the last byte is the strength
        std::array<std::uint8_t, 4> dye{255, 255, 255, 255};  ///< of painted meshes: times the colours of their corners
    };
    static_assert(sizeof(Copy) == 56);
    struct Draw {
        enum class RenderPass : std::uint8_t { image, painted, cutout };
        bool behind{};         ///< draw it faintly where another object hides it
        RenderPass way{};      ///< cutout: with an image that has transparent pixels
        float depth{};         ///< depth of the nearest copy; near objects are drawn first, to hide others early
        std::uint32_t page{};  ///< whose buffers are used
        std::uint32_t texture{};
        std::array<float, 2> texels{1, 1};
        scene::Vec3 colour{1, 1, 1};  ///< times the texture
        std::uint32_t first_range{};  ///< in `ranges`; several are of one copy
        std::uint32_t ranges{};
        std::uint32_t first_copy{};
        std::uint32_t copies{};
    };

    Camera camera{};
    Quality quality{};
    Shading shading{};
    std::optional<scene::Vec3> sky{};
    bool fog{};
    std::vector<Copy> copies{};
    std::vector<IndexRange> ranges{};
    std::vector<Draw> draws{};
    std::size_t generation{};  ///< of the renderer's buffers

    [[nodiscard]] DrawCounts counts() const;
};

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

    /// Loads meshes and textures, in place of those before. `pictures` may be null: then all images are grey. Textures
    /// that were loaded from the same pictures need not be loaded again.
    void load(const scene::Scene& scene, scene::Pictures* pictures, bool same_pictures = false);
    /// Updates placements and lights from a scene with the loaded meshes, and loads the meshes that were appended
    /// since.
    void place(const scene::Scene& scene, scene::Pictures* pictures = nullptr);
    /// Clears and draws. Copies of a mesh that the camera sees are drawn at once.
    void draw(const Camera& camera, const RenderOptions& looks = {});

    /// Returns what draw() draws in a picture of `height` pixels.
    [[nodiscard]] DrawList list(const Camera& camera, const RenderOptions& looks, float height) const;
    /// Draws a list from position `from` until its end, or until `enough` returns true. Clears if `from` is 0. `enough` is
    /// called when the drawn part is complete. Returns the position to continue at. A list of an earlier scene is at its end.
    std::size_t draw(const DrawList& list, std::size_t from, const std::function<bool()>& enough = {});

private:
    struct Page {  ///< buffers that hold many meshes
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
        std::array<std::uint8_t, 4> dye{255, 255, 255, 255};  ///< of a symbol: times its colour
    };
    struct LoadedMesh {
        std::uint32_t page{};
        scene::Vec3 centre{};  ///< of a ball and of a box around it, in the axes of the viewport
        scene::Vec3 half{};    ///< of the box
        float radius{};
        scene::Vec3 colour{};  ///< of all of it, from far away
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
    [[nodiscard]] const Program& program_for(DrawList::Draw::RenderPass way, Quality quality) const;
    [[nodiscard]] std::uint32_t sampling_for(const DrawList& list, DrawList::Draw::RenderPass way) const;
    void point_at_copies(std::uint32_t first) const;

    std::array<Program, 5> programs_{};  ///< images: lit by pixel, by corner; the same with cutouts; painted
    std::uint32_t copies_{};             ///< the buffer
    std::uint32_t white_{};              ///< texture for surfaces without an image
    std::uint32_t quick_sampling_{};     ///< a sampler for pictures of a moving camera
    std::uint32_t mean_sampling_{};      ///< a sampler that gives the mean colour of an image everywhere
    std::vector<Page> pages_;            ///< the first has the cube and the symbols
    std::vector<LoadedMesh> meshes_;
    std::array<IndexRange, symbol_count> symbols_{};
    IndexRange cube_{};
    std::optional<LoadedGround> ground_;
    std::array<std::vector<Placed>, symbol_count> marks_;
    std::map<scene::PictureKey, Texture> textures_;
    LightBuffers lights_;
    std::map<std::size_t, HangingRope> ropes_;  ///< by record
    std::size_t generation_{};
};

}  // namespace redforge::render
