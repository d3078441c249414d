// Updates or removes values that depend on edited geometry.
#include "model/dependents.hpp"

#include <algorithm>
#include <set>

#include "model/clusters.hpp"
#include "model/gradients.hpp"
#include "model/layout.hpp"
#include "model/model.hpp"

namespace redforge::model {
namespace {

/// Maps the indices of a list before and after an edit. Equal records at the beginning and the end are matched.
class Moves {
public:
    template <class T>
    Moves(const std::vector<T>& before, const std::vector<T>& after) : before_(before.size()), after_(after.size())
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
    [[nodiscard]] std::size_t before() const { return before_; }
    [[nodiscard]] std::size_t after() const { return after_; }

    /// Returns the new index of a record, or nullopt if it was removed.
    [[nodiscard]] std::optional<std::size_t> now(std::size_t number) const
    {
        if (number < first_ || number >= before_) {
            return number;  // an invalid index stays unchanged
        }
        return number >= before_ - last_ ? std::optional(number - before_ + after_) : std::nullopt;
    }
    /// Returns the old index of a record, or nullopt if it was added.
    [[nodiscard]] std::optional<std::size_t> earlier(std::size_t number) const
    {
        if (number < first_) {
            return number;
        }
        return number >= after_ - last_ ? std::optional(number - after_ + before_) : std::nullopt;
    }
    /// Like earlier(), but also matches changed records by index, as far as both lists have some.
    [[nodiscard]] std::optional<std::size_t> likely(std::size_t number) const
    {
        const std::optional<std::size_t> same = earlier(number);
        return same || number >= before_ - last_ ? same : std::optional(number);
    }

private:
    std::size_t before_;
    std::size_t after_;
    std::size_t first_{};  ///< unchanged records at the beginning
    std::size_t last_{};   ///< unchanged records at the end
};

/// Reorders a list with one entry per record to follow `moves`. Does not change lists that already follow or had
/// another number of entries.
template <class List, class Added>
void follow(List& list, std::size_t each, const Moves& moves, Added added)
{
    if (moves.before() == moves.after() || list.empty() || list.size() != each * moves.before()) {
        return;
    }
    List moved;
    for (std::size_t i = 0; i < moves.after(); ++i) {
        const std::optional<std::size_t> was = moves.likely(i);
        for (std::size_t part = 0; part < each; ++part) {
            moved.push_back(was ? list[each * *was + part] : added(i));
        }
    }
    list = std::move(moved);
}

/// Resizes the tables of all frames to the vertices and faces. Added frames without tables get the positions of the
/// base frame, and copies of data that cannot be computed from the previous frame.
void complete_frames(Model& after, const Moves& faces, const Moves& vertices, const Moves& frames)
{
    const FrameForm form = frame_form(after);
    const auto follow_faces = [&](auto& frame) {
        const auto zero = [](std::size_t) { return std::byte{}; };
        follow(frame.packed_normals, form.normal, faces, zero);
        follow(frame.face_data, form.face_data, faces, zero);
    };
    follow_faces(after.base_frame);
    for (std::size_t i = 0; i < after.frames.size(); ++i) {
        Frame& frame = after.frames[i];
        follow_faces(frame);
        follow(frame.deltas, 1, vertices, [](std::size_t) { return Delta{}; });
        follow(frame.vertices, 1, vertices, [&](std::size_t added) { return after.vertices[added]; });
        for (NormalOverride& normal : frame.normals) {
            normal.face = static_cast<std::uint32_t>(faces.now(normal.face).value_or(after.faces.size()));
        }
        std::erase_if(frame.normals, [&](const NormalOverride& normal) { return normal.face >= after.faces.size(); });
        if (frames.likely(i) || after.missing.frames != 0) {
            continue;
        }
        if (frame.deltas.empty() && form.deltas()) {
            frame.deltas.resize(after.vertices.size());
        } else if (frame.vertices.empty() && form.vertex != 0 && !form.deltas()) {
            frame.vertices = after.vertices;
        }
        if (frame.packed_normals.empty() && frame.face_data.empty()) {
            frame.packed_normals = i == 0 ? after.base_frame.packed_normals : after.frames[i - 1].packed_normals;
            frame.face_data = i == 0 ? after.base_frame.face_data : after.frames[i - 1].face_data;
        }
    }
}

/// Removes the given table offsets of a v2 .3DC if its tables changed, so that the tables get the standard order.
void clear_stored_offsets(const Model& before, Model& after)
{
    const auto forget = [](auto& record) {
        record.vertex_offset.stored.reset();
        record.normal_offset.stored.reset();
        record.face_data_offset.stored.reset();
    };
    const auto sizes = [](const Model& model) {
        return std::array{model.vertices.size(), model.faces.size(), model.frames.size(),
                          static_cast<std::size_t>(total_corners(model))};
    };
    if (after.animation.layout == 0 || sizes(before) == sizes(after)) {
        return;
    }
    forget(after.base_frame);
    for (Frame& frame : after.frames) {
        forget(frame.record);
    }
    const Result<Plan> plan = plan_layout(before);
    const Section* const faces = plan ? plan->find(Table::faces) : nullptr;
    for (Gap& gap : after.gaps) {
        if (gap.offset.stored) {  // after the faces or at the end of the file
            gap.before = faces != nullptr && faces->offset + faces->size == *gap.offset.stored ? "vertices" : "end";
            gap.offset.stored.reset();
        }
    }
    after.animation.table_offset.stored.reset();
    after.animation.faces_size.stored.reset();
    after.header.num_frames.stored.reset();
    after.header.num_vertices.stored.reset();
    after.header.num_faces.stored.reset();
    after.header.offset_face_data.stored.reset();
}

/// Returns the faces before an edit, with the indices that their vertices have after it.
std::vector<Face> renumbered_faces(std::vector<Face> faces, const Moves& vertices)
{
    for (Face& face : faces) {
        for (std::uint32_t& vertex : face.vertices) {
            vertex = static_cast<std::uint32_t>(vertices.now(vertex).value_or(vertex));
        }
    }
    return faces;
}

/// Returns for each face whether its corner list changed. `before`: see renumbered_faces().
std::vector<bool> changed_corners(const std::vector<Face>& before, const Model& after, const Moves& moves)
{
    std::vector<bool> changed(after.faces.size());
    for (std::size_t i = 0; i < after.faces.size(); ++i) {
        const Face& face = after.faces[i];
        const std::optional<std::size_t> earlier = moves.earlier(i);
        changed[i] = !earlier || before[*earlier].vertices != face.vertices || before[*earlier].slots != face.slots;
    }
    return changed;
}

/// Returns for each face whether its corner list or the position of a corner changed. `reshaped`: changed_corners().
std::vector<bool> changed_faces(const Model& before, const Model& after, const std::vector<bool>& reshaped,
                                const Moves& vertices)
{
    const auto same_position = [&](std::uint32_t vertex) {
        const std::optional<std::size_t> was = vertices.earlier(vertex);
        return was && *was < before.vertices.size() && vertex < after.vertices.size() &&
               before.vertices[*was] == after.vertices[vertex];
    };
    std::vector<bool> changed = reshaped;
    for (std::size_t i = 0; i < after.faces.size(); ++i) {
        changed[i] = changed[i] || !std::ranges::all_of(after.faces[i].vertices, same_position);
    }
    return changed;
}

/// Renumbers the vertex normals of a model without slots, which have the indices of their vertices.
void renumber_vertex_normals(Model& model, const Moves& vertices)
{
    if (!std::ranges::all_of(model.faces, [](const Face& face) { return face.slots.empty(); })) {
        return;
    }
    std::erase_if(model.vertex_normals, [&](VertexNormalOverride& normal) {
        const std::optional<std::size_t> now = vertices.now(normal.slot);
        normal.slot = static_cast<std::uint32_t>(now.value_or(normal.slot));
        return !now;
    });
}

/// Removes given normals of changed faces. `changed`: faces whose corners changed or moved in the base frame.
/// `reshaped`: faces whose corner list changed; used for frames with their own positions.
void clear_stored_normals(Model& model, const std::vector<bool>& changed, const std::vector<bool>& reshaped)
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
        const std::vector<bool>& of_frame = frame.vertices.empty() ? changed : reshaped;
        std::erase_if(frame.normals, [&](const NormalOverride& normal) {
            return normal.face < of_frame.size() && of_frame[normal.face];
        });
    }
}

void update_clusters(const Model& before, Model& after, const Moves& moves, const std::vector<bool>& changed)
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
    for (std::size_t i = 0; i < std::min(after.faces.size(), max_references); ++i) {
        if (!moves.earlier(i)) {
            added.push_back(static_cast<std::uint16_t>(i));
        }
    }
    std::ranges::move(cluster_faces(after, std::move(added)), std::back_inserter(after.clusters));
}

/// Recomputes the gradients of faces whose corners or texture coordinates changed, in a model with gradients. Keeps
/// gradients that the same edit set.
void update_gradients(const Model& before, Model& after, const Moves& moves, const std::vector<bool>& changed)
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
    const Moves vertices(before.vertices, after.vertices);
    const std::vector<Face> faces = renumbered_faces(before.faces, vertices);
    const Moves moves(faces, after.faces);
    const std::vector<bool> reshaped = changed_corners(faces, after, moves);
    const std::vector<bool> changed = changed_faces(before, after, reshaped, vertices);
    update_gradients(before, after, moves, changed);
    if (same_geometry(before, after)) {
        return;
    }
    const Moves frames(before.frames, after.frames);
    for (std::size_t i = 0; i < after.frames.size(); ++i) {
        const std::optional<std::size_t> was = frames.likely(i);
        if (was && (before.frames[*was].vertices != after.frames[i].vertices ||
                    before.frames[*was].deltas != after.frames[i].deltas)) {
            after.frames[i].normals.clear();
        }
    }
    complete_frames(after, moves, vertices, frames);
    if (before.vertex_normals == after.vertex_normals) {
        renumber_vertex_normals(after, vertices);
    }
    clear_stored_normals(after, changed, reshaped);
    clear_stored_offsets(before, after);
    if (before.header.radius == after.header.radius) {
        after.header.radius.stored.reset();
    }
    update_clusters(before, after, moves, changed);
}

}  // namespace redforge::model
