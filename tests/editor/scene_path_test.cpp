// Records of a scene and their paths in the document.
#include <catch2/catch.hpp>

#include "editor/model/scene_path.hpp"

using namespace redforge::editor;
using redforge::scene::Kind;
using redforge::scene::RecordRef;

TEST_CASE("scene paths: each kind of record has its list, and the way back")
{
    CHECK(path_of({Kind::object, 4}) == "objects[4]");
    CHECK(path_of({Kind::static_object, 0}) == "statics[0]");
    CHECK(path_of({Kind::rope, 1}) == "ropes[1]");
    CHECK(path_of({Kind::flat, 2}) == "flats[2]");
    CHECK(path_of({Kind::light, 3}) == "lights[3]");
    CHECK(path_of({Kind::marker, 5199}) == "markers[5199]");
    CHECK(path_of({Kind::terrain, 0}).empty());
    CHECK(path_of({Kind::model, 0}).empty());
    CHECK(record_at("objects[4]") == RecordRef{Kind::object, 4});
    CHECK(record_at("markers[5199]") == RecordRef{Kind::marker, 5199});
    for (const char* const other : {"", "objects", "objects[", "objects[4", "objects[x]", "actors[4]", "[4]",
                                    "objects[99999999999999999999]", "objectsX[4]"}) {
        INFO(other);
        CHECK(record_at(other) == std::nullopt);
    }
}
