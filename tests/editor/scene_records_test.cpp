// Records of a scene, their nodes in the document, and the effect of edits on a scene.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/operation/recorder.hpp"
#include "editor/model/scene/scene_records.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"
#include "rgm/walk_map.hpp"
#include "support/outcome.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using redforge::scene::Kind;
using redforge::scene::RecordRef;

struct Sample {
    rgm::Map map = rgm::sample_map();
    RecordHandle root = handle_of(map);

    std::optional<RecordRef> record(std::string_view path)
    {
        const Result<NodeRef> ref = parse_path(root, path);
        return ref ? scene_record(root, *ref) : std::nullopt;
    }
    std::string path(const RecordRef& record)
    {
        const std::optional<NodeRef> ref = node_of(root, record);
        return ref ? path_of(root, *ref) : std::string{};
    }
    /// Returns the effect of setting a field.
    SceneEffect setting(std::string_view path, std::string_view field, std::string_view text)
    {
        edit::Recorder recorder(root);
        const NodeRef ref = parse_path(root, path).value();
        REQUIRE(recorder.set(ref.node, *edit::record_at(root, ref.node).table().find_field(field), text));
        return effect_on_scene(root, edit::changes_of(test::need(recorder.finish(""))));
    }
};

}  // namespace

TEST_CASE("scene records: maps each kind to its list and back")
{
    Sample sample;
    CHECK(sample.path({Kind::object, 4}) == "objects[4]");
    CHECK(sample.path({Kind::static_object, 0}) == "statics[0]");
    CHECK(sample.path({Kind::rope, 0}) == "ropes[0]");
    CHECK(sample.path({Kind::flat, 0}) == "flats[0]");
    CHECK(sample.path({Kind::light, 0}) == "lights[0]");
    CHECK(sample.path({Kind::marker, 0}) == "markers[0]");
    CHECK(sample.path({Kind::terrain, 0}).empty());
    CHECK(sample.path({Kind::model, 0}).empty());
    CHECK(sample.record("objects[4]") == RecordRef{Kind::object, 4});
    CHECK(sample.record("markers[0]") == RecordRef{Kind::marker, 0});
    for (const char* const other : {"", "objects", "actors[0]", "actors[0].strings[1]"}) {
        INFO(other);
        CHECK(sample.record(other) == std::nullopt);
    }
}

TEST_CASE("scene records: the models of an archive are records with their content")
{
    model::Rob archive;
    archive.segments.resize(3);
    for (model::Segment& segment : archive.segments) {
        segment.model.emplace().faces.resize(2);
    }
    const RecordHandle root = handle_of(archive);
    const auto record = [&](std::string_view path) { return scene_record(root, parse_path(root, path).value()); };
    CHECK(record("segments[2]") == RecordRef{Kind::model, 2});
    CHECK(record("segments[1].model.faces[1]") == RecordRef{Kind::model, 1});
    CHECK(record("segments") == std::nullopt);
    CHECK(path_of(root, node_of(root, {Kind::model, 2}).value()) == "segments[2]");
}

TEST_CASE("scene records: an actor marks the objects with its script")
{
    Sample sample;  // objects 4 and 5 are DOOR01, 6 is GUARD01
    const NodeRefs door{parse_path(sample.root, "actors[0].strings[1]").value()};
    CHECK(marked_records(sample.root, door) == std::set<RecordRef>{{Kind::object, 4}, {Kind::object, 5}});
    const NodeRefs both{parse_path(sample.root, "actors[1]").value(), parse_path(sample.root, "lights[0]").value()};
    CHECK(marked_records(sample.root, both) == std::set<RecordRef>{{Kind::object, 6}, {Kind::light, 0}});
    CHECK(marked_records(sample.root, {NodeRef{}}).empty());
}

TEST_CASE("scene records: a value moves a record, or the scene is rebuilt")
{
    Sample sample;
    const SceneEffect moved = sample.setting("objects[4]", "position.x", "7");
    CHECK_FALSE(moved.rebuild);
    CHECK(moved.placed == std::vector<RecordRef>{{Kind::object, 4}});
    CHECK(sample.setting("lights[0]", "intensity", "9").placed == std::vector<RecordRef>{{Kind::light, 0}});
    CHECK(sample.setting("objects[4]", "model_name", "CRATE").rebuild);
    CHECK(sample.setting("actors[0]", "texture_id", "3").rebuild);
    for (const SceneEffect& unseen :
         {sample.setting("objects[4]", "world_id", "3"), sample.setting("actors[0].strings[0]", "value", "shut"),
          sample.setting("sizes[0]", "flag", "3")}) {
        CHECK_FALSE(unseen.rebuild);
        CHECK(unseen.placed.empty());
    }
    edit::Recorder recorder(sample.root);
    const NodeRef lights = parse_path(sample.root, "lights").value();
    recorder.erase(lights.node, *edit::record_at(sample.root, lights.node).table().find_child(""), {0});
    CHECK(effect_on_scene(sample.root, edit::changes_of(test::need(recorder.finish("")))).rebuild);
}

TEST_CASE("scene records: changed actors rebuild the scene, but not changes in their lists")
{
    Sample sample;
    const auto rebuilds = [&](std::string_view path, bool erases) {
        edit::Recorder recorder(sample.root);
        const NodeRef list = parse_path(sample.root, path).value();
        const RecordHandle parent = edit::record_at(sample.root, list.node);
        const ChildEntry& child = list.list ? parent.table().children.at(*list.list) : *parent.table().find_child("");
        if (erases) {
            recorder.erase(list.node, child, {0});
        } else {
            recorder.move(list.node, child, 0, 1);
        }
        edit::Transaction made = test::need(recorder.finish(""));
        const SceneEffect effect = effect_on_scene(sample.root, edit::changes_of(made));
        edit::reverse(sample.root, made);
        CHECK(effect.placed.empty());
        return effect.rebuild;
    };
    CHECK(rebuilds("actors", true));
    CHECK(rebuilds("actors", false));
    CHECK_FALSE(rebuilds("actors[0].strings", true));
    CHECK_FALSE(rebuilds("actors[0].strings", false));
    CHECK_FALSE(rebuilds("actors[1].groups[0].commands", true));
    CHECK_FALSE(rebuilds("walk_maps", true));
}

TEST_CASE("scene records: walk nodes are at their map positions, with routes as lines")
{
    Sample sample;
    const auto lines = [&](std::initializer_list<std::string_view> selected) {
        NodeRefs refs;
        for (const std::string_view path : selected) {
            refs.push_back(parse_path(sample.root, path).value());
        }
        return walk_lines(sample.root, refs);
    };
    const auto marked = [&](std::initializer_list<std::string_view> selected) {
        std::vector<std::size_t> nodes;
        const WalkLines walk = lines(selected);
        for (std::size_t i = 0; i < walk.nodes.size(); ++i) {
            if (walk.nodes[i].marked) {
                nodes.push_back(i);
            }
        }
        return nodes;
    };
    // At (100, 100), (300, 100), (100, 300) and (300, 300), for any position of the walk map. 20 map units are one
    // viewport unit, and X is reversed.
    const WalkLines walk = lines({});
    REQUIRE(walk.nodes.size() == 4);
    CHECK(walk.nodes[0].place.x == Approx(-5));
    CHECK(walk.nodes[1].place.x == Approx(-15));
    CHECK(walk.nodes[0].place.y == 0);
    CHECK(walk.nodes[2].place.z - walk.nodes[1].place.z == Approx(10));
    // Routes in both directions are one leg.
    CHECK(walk.legs == std::vector<WalkLines::Leg>{{0, 1}, {0, 3}, {1, 2}, {2, 3}});
    CHECK(marked({}).empty());
    CHECK(marked({"objects[4]", "walk_maps"}).empty());
    CHECK(marked({"walk_maps[0].nodes[2]"}) == std::vector<std::size_t>{2});
    CHECK(marked({"walk_maps[0].nodes[2].routes[1]", "walk_maps[0].nodes[0]"}) == std::vector<std::size_t>{0, 2});
    CHECK(marked({"walk_maps[0]"}) == std::vector<std::size_t>{0, 1, 2, 3});
    // The nodes of a second walk map are numbered from 0; a dangling route is not drawn.
    sample.map.walk_maps.records.push_back(sample.map.walk_maps.records.front());
    sample.map.walk_maps.records.back().nodes[0].routes[0].target_node_id = 4;  // node 1 still leads to node 0
    const WalkLines two = lines({});
    REQUIRE(two.nodes.size() == 8);
    CHECK(std::vector<WalkLines::Leg>(two.legs.begin() + 4, two.legs.end()) ==
          std::vector<WalkLines::Leg>{{5, 4, false, true}, {4, 7}, {5, 6}, {6, 7}});
    CHECK(marked({"walk_maps[1].nodes[0]"}) == std::vector<std::size_t>{4});
    // Walk maps with a selection are last, so that they are drawn over the others.
    CHECK(marked({"walk_maps[0].nodes[2]"}) == std::vector<std::size_t>{6});
    const WalkLines first_marked = lines({"walk_maps[0].nodes[2]"});
    std::vector<bool> in_marked_map;
    for (const WalkLines::Node& node : first_marked.nodes) {
        in_marked_map.push_back(node.in_marked_map);
    }
    CHECK(in_marked_map == std::vector<bool>{false, false, false, false, true, true, true, true});
    CHECK(std::vector<WalkLines::Leg>(first_marked.legs.begin(), first_marked.legs.begin() + 4) ==
          std::vector<WalkLines::Leg>{{1, 0, false, true}, {0, 3}, {1, 2}, {2, 3}});
}
