// Forgetting and renewing what edits of geometry have made untrue.
#include "model/dependents.hpp"

#include <algorithm>
#include <set>

#include "model/cluster.hpp"
#include "model/clusters.hpp"
#include "model/face.hpp"
#include "model/frame.hpp"
#include "model/gradients.hpp"
#include "model/layout.hpp"
#include "model/model.hpp"
#include "model/vector.hpp"
#include "model/vertex_normal.hpp"

namespace redforge::model {
namespace {

/// Where the faces of a model went: equal ones at the beginning and at the end keep their place there.
class FaceMoves {
public:
    FaceMoves(const std::vector<Face>& before, const std::vector<Face>& after)
        : before_(before.size()), after_(after.size())
    {
        const std::size_t most = std::min(before_, after_);
        if (before_ == after_) {
            first_ = most;
            return;
        }
        while (first_ < most && before[first_] == after[first_]) {
            ++first_;
        }
        while (last_ < most - first_ && before[before_ - 1 - last_] == after[after_ - 1 - last_]) {
            ++last_;
        }
    }
    /// The number that a face has now; nothing when it was removed.
    [[nodiscard]] std::optional<std::size_t> now(std::size_t face) const
    {
        if (face < first_ || face >= before_) {
            return face;  // a number that names no face is not ours to change
        }
        return face >= before_ - last_ ? std::optional(face - before_ + after_) : std::nullopt;
    }
    /// The number that a face had; nothing when it was added.
    [[nodiscard]] std::optional<std::size_t> earlier(std::size_t face) const
    {
        if (face < first_) {
            return face;
        }
        return face >= after_ - last_ ? std::optional(face - after_ + before_) : std::nullopt;
    }

private:
    std::size_t before_;
    std::size_t after_;
    std::size_t first_{};  ///< faces that stay where they are
    std::size_t last_{};   ///< faces at the end that are the same
};

bool same_position(const std::vector<Vector>& before, const std::vector<Vector>& after, std::uint32_t vertex)
{
    return vertex < before.size() && vertex < after.size() && before[vertex] == after[vertex];
}

/// Which faces have other corners than before, or corners elsewhere.
std::vector<bool> changed_faces(const Model& before, const Model& after, const FaceMoves& moves)
{
    std::vector<bool> changed(after.faces.size());
    for (std::size_t i = 0; i < after.faces.size(); ++i) {
        const Face& face = after.faces[i];
        const std::optional<std::size_t> earlier = moves.earlier(i);
        changed[i] = !earlier || before.faces[*earlier].vertices != face.vertices ||
                     before.faces[*earlier].slots != face.slots ||
                     !std::ranges::all_of(face.vertices, [&](std::uint32_t vertex) {
                         return same_position(before.vertices, after.vertices, vertex);
                     });
    }
    return changed;
}

void forget_normals(Model& model, const std::vector<bool>& changed)
{
    std::set<std::uint32_t> slots;
    for (std::size_t i = 0; i < changed.size(); ++i) {
        if (changed[i]) {
            Face& face = model.faces[i];
            face.normal.stored.reset();
            const auto& touched = face.slots.empty() ? face.vertices : face.slots;
            slots.insert(touched.begin(), touched.end());
        }
    }
    std::erase_if(model.vertex_normals,
                  [&](const VertexNormalOverride& normal) { return slots.contains(normal.slot); });
    for (Frame& frame : model.frames) {
        std::erase_if(frame.normals, [&](const NormalOverride& normal) {
            return normal.face < changed.size() && changed[normal.face];
        });
    }
}

void renew_clusters(const Model& before, Model& after, const FaceMoves& moves, const std::vector<bool>& changed)
{
    if (before.clusters.empty() || before.clusters != after.clusters) {
        return;
    }
    if (after.version.bytes.starts_with("v2")) {
        after.clusters = grid_clusters(after);
        return;
    }
    for (Cluster& cluster : after.clusters) {
        std::vector<std::uint16_t> faces;
        for (const std::uint16_t face : cluster.faces) {
            if (const std::optional<std::size_t> now = moves.now(face)) {
                faces.push_back(static_cast<std::uint16_t>(*now));
            }
        }
        const bool moved = faces.size() != cluster.faces.size() || std::ranges::any_of(faces, [&](std::uint16_t face) {
                               return face < changed.size() && changed[face];
                           });
        cluster.faces = std::move(faces);
        if (moved) {
            fit_cluster(after, cluster);
        }
    }
    std::erase_if(after.clusters,
                  [](const Cluster& cluster) { return cluster.faces.empty() && cluster.references.empty(); });
    std::vector<std::uint16_t> added;
    for (std::size_t i = 0; i < std::min(after.faces.size(), most_references); ++i) {
        if (!moves.earlier(i)) {
            added.push_back(static_cast<std::uint16_t>(i));
        }
    }
    std::ranges::move(cluster_faces(after, std::move(added)), std::back_inserter(after.clusters));
}

/// In a model that has gradients, those of faces whose corners or texture coordinates changed. Gradients that the same
/// edit gave are left as they are.
void renew_gradients(const Model& before, Model& after, const FaceMoves& moves, const std::vector<bool>& changed)
{
    if (std::ranges::none_of(before.faces, has_gradients)) {
        return;
    }
    for (std::size_t i = 0; i < after.faces.size(); ++i) {
        Face& face = after.faces[i];
        const std::optional<std::size_t> earlier = moves.earlier(i);
        const Face* const was = earlier ? &before.faces[*earlier] : nullptr;
        const bool given = was == nullptr ? has_gradients(face)
                                          : was->u_gradient != face.u_gradient || was->v_gradient != face.v_gradient;
        if (!given && (changed[i] || was->u != face.u || was->v != face.v)) {
            fit_gradients(after, face);
        }
    }
}

bool same_geometry(const Model& before, const Model& after)
{
    return before.vertices == after.vertices && before.frames == after.frames &&
           std::ranges::equal(before.faces, after.faces, [](const Face& a, const Face& b) {
               return a.vertices == b.vertices && a.slots == b.slots;
           });
}

}  // namespace

void update_dependents(const Model& before, Model& after)
{
    const FaceMoves moves(before.faces, after.faces);
    const std::vector<bool> changed = changed_faces(before, after, moves);
    renew_gradients(before, after, moves, changed);
    if (same_geometry(before, after)) {
        return;
    }
    forget_normals(after, changed);
    for (std::size_t i = 0; i < after.frames.size(); ++i) {
        if (i >= before.frames.size() || before.frames[i].vertices != after.frames[i].vertices ||
            before.frames[i].deltas != after.frames[i].deltas) {
            after.frames[i].normals.clear();
        }
    }
    if (before.header.radius == after.header.radius) {
        after.header.radius.stored.reset();
    }
    renew_clusters(before, after, moves, changed);
}

}  // namespace redforge::model
