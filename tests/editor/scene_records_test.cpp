// Records of a scene and their nodes in the document, and what changes mean for a scene.
#include <catch2/catch.hpp>

#include "edit/document.hpp"
#include "edit/recorder.hpp"
#include "editor/model/scene_records.hpp"
#include "rgm/map.hpp"

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
    /// What setting a field does.
    SceneEffect setting(std::string_view path, std::string_view field, std::string_view text)
    {
        edit::Recorder recorder(root);
        const NodeRef ref = parse_path(root, path).value();
        REQUIRE(recorder.set(ref.node, *edit::record_at(root, ref.node).table().find_field(field), text));
        return effect_on_scene(root, edit::changes_of(recorder.finish("")));
    }
};

}  // namespace

TEST_CASE("scene records: each kind has its list, and the way back")
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

TEST_CASE("scene records: an actor marks the objects that have its script")
{
    Sample sample;  // objects 4 and 5 are DOOR01, 6 is GUARD01
    const NodeRefs door{parse_path(sample.root, "actors[0].strings[1]").value()};
    CHECK(marked_records(sample.root, door) == std::set<RecordRef>{{Kind::object, 4}, {Kind::object, 5}});
    const NodeRefs both{parse_path(sample.root, "actors[1]").value(), parse_path(sample.root, "lights[0]").value()};
    CHECK(marked_records(sample.root, both) == std::set<RecordRef>{{Kind::object, 6}, {Kind::light, 0}});
    CHECK(marked_records(sample.root, {NodeRef{}}).empty());
}

TEST_CASE("scene records: a value moves one thing, gives it another shape, or is not seen")
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
    CHECK(effect_on_scene(sample.root, edit::changes_of(recorder.finish(""))).rebuild);
}
