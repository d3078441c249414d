// Selects the objects of a picture and their level of detail, by their size in pixels.
#include "render/opengl/renderer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <glm/gtc/matrix_access.hpp>

namespace redforge::render {
namespace {

using scene::Vec3;

constexpr std::array<std::uint8_t, 4> no_tint{0, 0, 0, 0};

constexpr std::array<std::uint8_t, 4> tint_of(std::uint8_t cover)
{
    return {255, 140, 13, cover};  // orange
}
constexpr std::uint8_t symbol_cover = 178;  ///< opacity of the selection colour on symbols, which have no outline

/// Radii in pixels below which a copy is omitted, or drawn as a box of one colour.
struct Limits {
    float nothing{};
    float box{};
};
constexpr Limits full_limits{.nothing = 0.25F, .box = 1};
constexpr Limits moving_limits{.nothing = 1, .box = 5};

constexpr float near_cell = 14;   ///< cell width in pixels from which terrain is textured
constexpr float min_quad = 4.5F;  ///< approximate minimum width of a painted quad, pixels

/// Returns the transform of a copy from model space to the viewport, as the shaders need it: see
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

/// Builder of a DrawList.
class Renderer::Listing {
public:
    Listing(const Renderer& renderer, const Camera& camera, const RenderOptions& looks, float height)
        : renderer_(renderer), looks_(looks), half_(height / 2),
          limits_(looks.quality == Quality::full ? full_limits : moving_limits)
    {
        if (looks.game_seconds) {
            for (const scene::Animation& animation : renderer.animations_) {
                animated_.push_back(scene::mesh_at(animation, *looks.game_seconds));
            }
        }
        list_.camera = camera;
        list_.quality = looks.quality;
        list_.shading = looks.shading;
        list_.sky = looks.sky;
        list_.draw_under = looks.draw_under;
        list_.fog = looks.fog;
        list_.game_seconds = looks.game_seconds;
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
    using RenderPass = DrawList::Draw::RenderPass;

    [[nodiscard]] const Camera& camera() const { return list_.camera; }
    /// Returns the length in pixels of a viewport length at a position.
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

    [[nodiscard]] scene::Placement placement_of(const Placed& placed) const
    {
        if (!looks_.swing || placed.record.first != scene::Kind::rope) {
            return placed.placement;
        }
        const auto rope = renderer_.ropes_.find(placed.record.second);
        return rope == renderer_.ropes_.end()
                   ? placed.placement
                   : swinging_placement(placed.placement, rope->second, rope->first, *looks_.swing);
    }

    /// Returns true if an instance shows this mesh now. An animated instance is in the lists of all its meshes.
    [[nodiscard]] bool shows(const Placed& placed, std::size_t mesh) const
    {
        return !placed.animation || mesh == (looks_.game_seconds ? animated_[*placed.animation] : placed.rest);
    }

    void add_things(bool behind)
    {
        const std::size_t begin = list_.draws.size();
        draws_occluded_ = behind;
        boxes_.clear();
        for (std::size_t i = 0; i < renderer_.meshes_.size(); ++i) {
            if (renderer_.ground_ && renderer_.ground_->mesh == i) {
                add_ground(*renderer_.ground_, renderer_.meshes_[i]);
            } else {
                add_copies(i);
            }
        }
        add_painted(0, renderer_.cube_, boxes_);
        for (std::size_t i = 0; i < symbol_count; ++i) {
            add_symbols(i);
        }
        // Sort by render pass (cutouts last), then near objects first, because they hide others.
        std::stable_sort(list_.draws.begin() + static_cast<std::ptrdiff_t>(begin), list_.draws.end(),
                         [](const DrawList::Draw& a, const DrawList::Draw& b) {
                             return std::pair(a.pass, a.depth) < std::pair(b.pass, b.depth);
                         });
    }

    void add_copies(std::size_t number)
    {
        const LoadedMesh& mesh = renderer_.meshes_[number];
        whole_.clear();
        float nearest = std::numeric_limits<float>::max();
        for (const Placed& placed : mesh.placed) {
            if (!shows(placed, number)) {
                continue;
            }
            const scene::Placement at = placement_of(placed);
            const auto& [rotation, position] = at;
            const Vec3 middle = rotation * mesh.centre + position;
            const bool marked = selected(placed.record);
            if ((draws_occluded_ && !marked) || hidden(placed.record) || !camera().can_see(middle, mesh.radius)) {
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
                boxes_.push_back({{r[0].x * h.x, r[1].x * h.y, r[2].x * h.z, middle.x, r[0].y * h.x, r[1].y * h.y,
                                   r[2].y * h.z, middle.y, r[0].z * h.x, r[1].z * h.y, r[2].z * h.z, middle.z},
                                  tint,
                                  packed_paint(mesh.colour)});
                continue;
            }
            nearest = std::min(nearest, camera().half_height_at(middle));
            whole_.push_back({rows_of(at), tint});
        }
        if (whole_.empty()) {
            return;
        }
        const std::uint32_t first = add(whole_);
        for (const Batch& batch : mesh.batches) {
            add_batch(mesh, batch, first, static_cast<std::uint32_t>(whole_.size())).depth = nearest;
            list_.ranges.push_back(batch.range);
        }
    }

    /// Appends a draw. The caller appends its ranges afterwards.
    DrawList::Draw& add_batch(const LoadedMesh& mesh, const Batch& batch, std::uint32_t first, std::uint32_t count)
    {
        return list_.draws.emplace_back(DrawList::Draw{.behind = draws_occluded_,
                                                       .pass = batch.cutout ? RenderPass::cutout : RenderPass::image,
                                                       .page = mesh.page,
                                                       .texture = batch.texture,
                                                       .texels = batch.texels,
                                                       .colour = batch.colour,
                                                       .first_range = static_cast<std::uint32_t>(list_.ranges.size()),
                                                       .ranges = 1,
                                                       .first_copy = first,
                                                       .copies = count});
    }

    void add_painted(std::uint32_t page, IndexRange range, const std::vector<DrawList::Copy>& copies)
    {
        if (copies.empty() || range.count == 0) {
            return;
        }
        const std::uint32_t first = add(copies);
        add_painted(page, {&range, 1}, first, static_cast<std::uint32_t>(copies.size()));
    }

    void add_painted(std::uint32_t page, std::span<const IndexRange> ranges, std::uint32_t first, std::uint32_t count)
    {
        list_.draws.push_back({.behind = draws_occluded_,
                               .pass = RenderPass::painted,
                               .page = page,
                               .first_range = static_cast<std::uint32_t>(list_.ranges.size()),
                               .ranges = static_cast<std::uint32_t>(ranges.size()),
                               .first_copy = first,
                               .copies = count});
        list_.ranges.insert(list_.ranges.end(), ranges.begin(), ranges.end());
    }

    std::uint32_t add(const std::vector<DrawList::Copy>& copies)
    {
        const auto first = static_cast<std::uint32_t>(list_.copies.size());
        list_.copies.insert(list_.copies.end(), copies.begin(), copies.end());
        return first;
    }

    /// Adds the terrain: near squares with images, far squares as painted meshes.
    void add_ground(const LoadedGround& ground, const LoadedMesh& mesh)
    {
        if (draws_occluded_ || mesh.placed.empty() || hidden(mesh.placed.front().record)) {
            return;
        }
        constexpr float s = 1 / scene::units_per_view;
        const std::uint32_t copy = add({{{-s, 0, 0, 0, 0, -s, 0, 0, 0, 0, s, 0}, no_tint}});
        std::vector<std::size_t> near;
        std::vector<IndexRange> far;
        for (std::size_t i = 0; i < ground.squares.squares.size(); ++i) {
            const TerrainSquares::Square& square = ground.squares.squares[i];
            if (!camera().can_see(square.centre, square.radius)) {
                continue;
            }
            const float cell = pixels_of_cell(ground, square);
            if (looks_.quality == Quality::full || cell >= near_cell) {
                near.push_back(i);
                continue;
            }
            std::size_t level = 0;
            while (level + 1 < TerrainSquares::levels && cell * static_cast<float>(1U << level) < min_quad) {
                ++level;
            }
            far.push_back(square.painted[level]);
        }
        for (std::size_t i = 0; i < mesh.batches.size(); ++i) {
            const auto first = static_cast<std::uint32_t>(list_.ranges.size());
            for (const std::size_t square : near) {
                const IndexRange& range = ground.by_square[i][square];
                if (range.count == 0) {
                    continue;
                }
                IndexRange* const before = list_.ranges.size() > first ? &list_.ranges.back() : nullptr;
                if (before != nullptr && before->first + before->count == range.first) {
                    before->count += range.count;
                } else {
                    list_.ranges.push_back(range);
                }
            }
            if (const auto count = static_cast<std::uint32_t>(list_.ranges.size()) - first; count > 0) {
                DrawList::Draw& draw = add_batch(mesh, mesh.batches[i], copy, 1);
                draw.ground = true;
                draw.first_range = first;
                draw.ranges = count;
                draw.depth = std::numeric_limits<float>::max();  // draw terrain last, because objects hide most of it
            }
        }
        if (!far.empty()) {
            add_painted(ground.painted_page, far, copy, 1);
        }
    }

    /// Returns the width of a cell in pixels at the nearest point of a square.
    [[nodiscard]] float pixels_of_cell(const LoadedGround& ground, const TerrainSquares::Square& square) const
    {
        // Depth of the nearest point of the bounding sphere: depth of its centre minus its radius.
        const glm::mat4& m = camera().matrix;
        const float depth_of_unit = glm::length(Vec3(glm::row(m, 3)));
        const float up = glm::length(Vec3(glm::row(m, 1)));
        const float nearest =
            camera().half_height_at(square.centre) - (up > 0 ? square.radius * depth_of_unit / up : 0.0F);
        return ground.squares.cell * half_ / std::max(nearest, 1e-6F);
    }

    void add_symbols(std::size_t symbol)
    {
        const bool shown = looks_.symbols && !looks_.hidden_symbols.contains(static_cast<Symbol>(symbol));
        std::vector<DrawList::Copy> copies;
        for (const Placed& placed : renderer_.marks_[symbol]) {
            const bool marked = selected(placed.record);
            // The selection is always visible, even if symbols are hidden.
            if ((!shown && !marked) || (draws_occluded_ && !marked) || hidden(placed.record)) {
                continue;
            }
            const Vec3 at = placed.placement.position;
            const float s = symbol_radius(camera(), at);
            if (camera().can_see(at, s)) {
                copies.push_back({{s, 0, 0, at.x, 0, s, 0, at.y, 0, 0, s, at.z},
                                  marked && symbol != static_cast<std::size_t>(Symbol::light)
                                      ? tint_of(std::max(symbol_cover, looks_.selected_cover))
                                      : no_tint,
                                  placed.dye});
            }
        }
        add_painted(0, renderer_.symbols_[symbol], copies);
    }

    const Renderer& renderer_;
    const RenderOptions& looks_;
    float half_;  ///< half the picture's height, pixels
    Limits limits_;
    bool draws_occluded_{};
    DrawList list_;
    std::vector<DrawList::Copy> boxes_;
    std::vector<DrawList::Copy> whole_;
    std::vector<std::uint32_t> animated_;  ///< the present mesh of each animation; empty if no time is given
};

DrawList Renderer::list(const Camera& camera, const RenderOptions& looks, float height) const
{
    return Listing(*this, camera, looks, height).make();
}

}  // namespace redforge::render
