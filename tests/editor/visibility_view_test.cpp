// The view by PVO: statics that the cell of a position does not list are hidden, and the cell is drawn.
#include <catch2/catch.hpp>

#include "editor/model/scene/visibility_view.hpp"

using namespace redforge;
using namespace redforge::editor;

TEST_CASE("view by PVO: hides only the statics that the cell does not list")
{
    rgm::Visibility file;
    file.half_size = 1024;
    file.objects = {0, 2, 7};
    file.nodes = {{.mask = 0, .leaf = 0, .children = {}}};
    file.leaves = {{{3, 0}}};
    scene::Scene scene;
    for (std::size_t i = 0; i < 4; ++i) {
        scene.instances.push_back({scene::Kind::static_object, 0, i, {}});
        scene.instances.push_back({scene::Kind::object, 0, i, {}});
    }
    const scene::Vec3 inside = scene::view_position(100, -50, 200);
    const VisibleStatics seen = find_visible_from(file, scene, inside);
    CHECK(seen.hidden == std::set<scene::RecordRef>{{scene::Kind::static_object, 1}, {scene::Kind::static_object, 3}});
    CHECK(seen.cell.size() == 12);
    for (const auto& [from, to] : seen.cell) {
        CHECK(glm::length(to - from) == Approx(2048 / scene::units_per_view));
    }
    const VisibleStatics outside = find_visible_from(file, scene, scene::view_position(5000, 0, 0));
    CHECK(outside.hidden.empty());
    CHECK(outside.cell.empty());
    file.nodes[0].leaf = rgm::VisibilityNode::no_leaf;
    CHECK(find_visible_from(file, scene, inside).hidden.empty());
    CHECK(find_visible_from(file, scene, inside).cell.size() == 12);
}
