// Looks up the visible objects of a position in a PVO.
#include "editor/model/scene/visibility_view.hpp"

#include "rgm/visibility_edit.hpp"
#include "scene/placement.hpp"

namespace redforge::editor {

VisibleStatics find_visible_from(const rgm::Visibility& file, const scene::Scene& scene, scene::Vec3 eye)
{
    VisibleStatics seen;
    const std::array<std::int32_t, 3> place = scene::map_position(eye);
    const std::optional<rgm::VisibilityCell> cell = rgm::cell_at(file, place[0], place[1], place[2]);
    if (!cell) {
        return seen;
    }
    if (cell->leaf) {
        const std::vector<std::uint32_t> shown = rgm::objects_of(file, file.leaves[*cell->leaf]);
        const std::set<std::size_t> numbers(shown.begin(), shown.end());
        for (const scene::Instance& each : scene.instances) {
            if (each.kind == scene::Kind::static_object && !numbers.contains(each.record)) {
                seen.hidden.emplace(each.kind, each.record);
            }
        }
    }
    const auto corner = [&](unsigned bits) {
        const auto along = [&](std::size_t axis) {
            return static_cast<double>(cell->low.at(axis) + ((bits >> axis & 1U) != 0 ? cell->size : 0));
        };
        return scene::view_position(along(0), along(1), along(2));
    };
    for (unsigned from = 0; from < 8; ++from) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            if ((from >> axis & 1U) == 0) {
                seen.cell.emplace_back(corner(from), corner(from | 1U << axis));
            }
        }
    }
    return seen;
}

}  // namespace redforge::editor
