// What is drawn in a picture, and how finely: by the size that it has in pixels.
#include "render/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr std::array<std::uint8_t, 4> no_tint{0, 0, 0, 0};

constexpr std::array<std::uint8_t, 4> tint_of(std::uint8_t cover)
{
    return {255, 140, 13, cover};  // orange
}
constexpr std::uint8_t symbol_cover = 178;  ///< of symbols, which have no outline

/// Radii in pixels: below them a copy is left out, or a box of one colour.
struct Limits {
    float nothing{};
    float box{};
};
constexpr Limits full_limits{.nothing = 0.25F, .box = 1};
constexpr Limits moving_limits{.nothing = 1, .box = 5};

/// From the units and axes of models to where a copy stands in the viewport, as shaders take it: see
/// scene::model_to_view().
std::array<float, 12> rows_of(const scene::Placement& placement)
{
    constexpr float s = 1 / scene::units_per_view;
    const glm::mat3& r = placement.rotation;
    const Vec3 at = placement.position;
    return {-s * r[0].x, -s * r[1].x, s * r[2].x,  at.x,        -s * r[0].y, -s * r[1].y,
            s * r[2].y,  at.y,        -s * r[0].z, -s * r[1].z, s * r[2].z,  at.z};
}

}  // namespace

/// A list in the making.
class Renderer::Listing {
public:
    Listing(const Renderer& renderer, const Camera& camera, const RenderOptions& looks, float height)
        : renderer_(renderer), looks_(looks), half_(height / 2),
          limits_(looks.quality == Quality::full ? full_limits : moving_limits)
    {
        list_.camera = camera;
        list_.quality = looks.quality;
        list_.shading = looks.shading;
        list_.sky = looks.sky;
        list_.fog = looks.fog;
        list_.generation = renderer.generation_;
    }

    DrawList make()
    {
        add_things(false);
        if (!looks_.selected.empty()) {
            add_things(true);
        }
        return std::move(list_);
    }

private:
    [[nodiscard]] const Camera& camera() const { return list_.camera; }
    /// Pixels that a length has at a place.
    [[nodiscard]] float pixels(float length, Vec3 place) const
    {
        return length * half_ / std::max(camera().half_height_at(place), 1e-6F);
    }
    [[nodiscard]] bool hidden(const scene::RecordRef& record) const
    {
        return (!looks_.hidden.empty() && looks_.hidden.contains(record)) || looks_.hidden_kinds.contains(record.first);
    }
    [[nodiscard]] bool selected(const scene::RecordRef& record) const
    {
        return !looks_.selected.empty() && looks_.selected.contains(record);
    }

    void add_things(bool behind)
    {
        const std::size_t begin = list_.draws.size();
        behind_ = behind;
        boxes_.clear();
        for (const LoadedMesh& mesh : renderer_.meshes_) {
            add_copies(mesh);
        }
        add_plain(renderer_.cube_, boxes_);
        for (std::size_t i = 0; i < symbol_count; ++i) {
            add_symbols(i);
        }
        // Few changes between the ways of drawing; of images the near first, as they hide others, and cutouts at last.
        std::stable_sort(list_.draws.begin() + static_cast<std::ptrdiff_t>(begin), list_.draws.end(),
                         [](const DrawList::Draw& a, const DrawList::Draw& b) {
                             return std::pair(a.cutout, a.depth) < std::pair(b.cutout, b.depth);
                         });
    }

    void add_copies(const LoadedMesh& mesh)
    {
        whole_.clear();
        float nearest = std::numeric_limits<float>::max();
        for (const Placed& placed : mesh.placed) {
            const auto& [rotation, position] = placed.placement;
            const Vec3 middle = rotation * mesh.centre + position;
            const bool marked = selected(placed.record);
            if ((behind_ && !marked) || hidden(placed.record) || !camera().sees(middle, mesh.radius)) {
                continue;
            }
            const float radius = pixels(mesh.radius, middle);
            if (radius < limits_.nothing && !marked) {
                continue;
            }
            const auto tint = marked ? tint_of(looks_.selected_cover) : no_tint;
            const glm::mat3& r = rotation;
            if (radius < limits_.box) {
                const Vec3 h = mesh.half;
                const Vec3 at = middle;
                boxes_.push_back({{r[0].x * h.x, r[1].x * h.y, r[2].x * h.z, at.x, r[0].y * h.x, r[1].y * h.y,
                                   r[2].y * h.z, at.y, r[0].z * h.x, r[1].z * h.y, r[2].z * h.z, at.z},
                                  tint,
                                  packed_colour(mesh.colour)});
                continue;
            }
            nearest = std::min(nearest, camera().half_height_at(middle));
            whole_.push_back({rows_of(placed.placement), tint});
        }
        if (whole_.empty()) {
            return;
        }
        const std::uint32_t first = add(whole_);
        find_pieces_seen(mesh);
        for (const Batch& batch : mesh.batches) {
            const auto first_range = static_cast<std::uint32_t>(list_.ranges.size());
            add_ranges(batch);
            if (const auto ranges = static_cast<std::uint32_t>(list_.ranges.size()) - first_range; ranges > 0) {
                list_.draws.push_back({.behind = behind_,
                                       .cutout = batch.cutout,
                                       .depth = nearest,
                                       .page = mesh.page,
                                       .texture = batch.texture,
                                       .texels = batch.texels,
                                       .colour = batch.colour,
                                       .first_range = first_range,
                                       .ranges = ranges,
                                       .first_copy = first,
                                       .copies = static_cast<std::uint32_t>(whole_.size())});
            }
        }
    }

    /// Which pieces of a mesh with one copy are in the picture; of several copies all of them are drawn.
    void find_pieces_seen(const LoadedMesh& mesh)
    {
        seen_.clear();
        if (whole_.size() == 1 && mesh.placed.size() == 1) {
            const auto& [rotation, position] = mesh.placed.front().placement;
            for (const Ball& piece : mesh.pieces) {
                seen_.push_back(camera().sees(rotation * piece.centre + position, piece.radius));
            }
        }
    }

    void add_ranges(const Batch& batch)
    {
        if (seen_.empty()) {
            list_.ranges.push_back(batch.range);
            return;
        }
        const std::size_t begin = list_.ranges.size();
        for (std::size_t i = 0; i < batch.pieces.size(); ++i) {
            const IndexRange& piece = batch.pieces[i];
            if (!seen_[i] || piece.count == 0) {
                continue;
            }
            IndexRange* const before = list_.ranges.size() > begin ? &list_.ranges.back() : nullptr;
            if (before != nullptr && before->first + before->count == piece.first) {
                before->count += piece.count;
            } else {
                list_.ranges.push_back(piece);
            }
        }
    }

    /// Of one colour for each copy: boxes and symbols.
    void add_plain(IndexRange range, const std::vector<DrawList::Copy>& copies)
    {
        if (!copies.empty()) {
            list_.ranges.push_back(range);
            list_.draws.push_back({.behind = behind_,
                                   .depth = std::numeric_limits<float>::max(),
                                   .texture = renderer_.white_,
                                   .first_range = static_cast<std::uint32_t>(list_.ranges.size() - 1),
                                   .first_copy = add(copies),
                                   .copies = static_cast<std::uint32_t>(copies.size())});
        }
    }

    std::uint32_t add(const std::vector<DrawList::Copy>& copies)
    {
        const auto first = static_cast<std::uint32_t>(list_.copies.size());
        list_.copies.insert(list_.copies.end(), copies.begin(), copies.end());
        return first;
    }

    void add_symbols(std::size_t symbol)
    {
        const bool shown = looks_.symbols && !looks_.hidden_symbols.contains(static_cast<Symbol>(symbol));
        std::vector<DrawList::Copy> copies;
        for (const Placed& placed : renderer_.marks_[symbol]) {
            const bool marked = selected(placed.record);
            // What is selected is seen, whether symbols are shown or not.
            if ((!shown && !marked) || (behind_ && !marked) || hidden(placed.record)) {
                continue;
            }
            const Vec3 at = placed.placement.position;
            const float s = symbol_radius(camera(), at);
            if (camera().sees(at, s)) {
                copies.push_back({{s, 0, 0, at.x, 0, s, 0, at.y, 0, 0, s, at.z},
                                  marked && symbol != static_cast<std::size_t>(Symbol::light)
                                      ? tint_of(std::max(symbol_cover, looks_.selected_cover))
                                      : no_tint,
                                  placed.dye});
            }
        }
        add_plain(renderer_.symbols_[symbol], copies);
    }

    const Renderer& renderer_;
    const RenderOptions& looks_;
    float half_;  ///< of the picture's height, pixels
    Limits limits_;
    bool behind_{};
    DrawList list_;
    std::vector<DrawList::Copy> boxes_;
    std::vector<DrawList::Copy> whole_;
    std::vector<bool> seen_;  ///< of the pieces of a mesh; empty: it is drawn as a whole
};

DrawList Renderer::list(const Camera& camera, const RenderOptions& looks, float height) const
{
    return Listing(*this, camera, looks, height).make();
}

}  // namespace redforge::render
