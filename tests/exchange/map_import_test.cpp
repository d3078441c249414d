// Changes of an exported map, back to the map: positions, rotations, copies, new records, heights, new models.
#include <cmath>
#include <filesystem>
#include <functional>

#include <catch2/catch.hpp>

#include "art/png.hpp"
#include "art/texture_bank.hpp"
#include "core/text/difference.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/map/map_gltf.hpp"
#include "exchange/map/map_import.hpp"
#include "exchange/root_half.hpp"
#include "model/mesh.hpp"
#include "rgm/map.hpp"
#include "scene/scene.hpp"
#include "support/outcome.hpp"
#include "support/sample_game.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;
using redforge::test::need;

namespace {

/// An exported map. The binary chunk and the JSON can be changed before they are imported.
class ExportedMap {
public:
    ExportedMap(const scene::GameFolder& game, const std::filesystem::path& path, rgm::Map of_map)
        : map(std::move(of_map)), game_(game), files_(scene::find_map_files(game, path)),
          pictures_(game, colours(files_), 0),
          scene_(scene::scene_of(map, path.stem().string(), game, files_, pictures_))
    {
        if (files_.terrain) {
            terrain_ = need(art::read_terrain(redforge::test::read_file(*files_.terrain)));
        }
        const Bytes bytes = need(write_map_gltf(map, scene_, nullptr));
        const Glb glb = need(read_glb(bytes));
        document = glb.document;
        binary.assign(glb.binary.begin(), glb.binary.end());
    }

    [[nodiscard]] Result<MapImport> read(bool remove_missing = false) const
    {
        return read_onto(map, scene_, remove_missing);
    }
    /// Imports the scene onto another state of the map.
    [[nodiscard]] Result<MapImport> read_onto(const rgm::Map& changed, bool remove_missing = false)
    {
        return read_onto(changed, scene::scene_of(changed, scene_.name, game_, files_, pictures_), remove_missing);
    }
    [[nodiscard]] Result<MapImport> read_onto(const rgm::Map& onto, const scene::Scene& scene,
                                              bool remove_missing) const
    {
        MapImportOptions options;
        options.remove_missing = remove_missing;
        options.has_model = [this](const std::string& stem) { return scene::has_model(game_, stem); };
        options.mesh_of = [this](const std::string& stem) {
            return std::optional(model::to_mesh(need(scene::load_model(game_, stem))));
        };
        options.models.palette = scene.colours;
        options.new_bank = 511;
        return import_map(write_glb(document, binary), onto, scene, terrain_ ? &*terrain_ : nullptr, options);
    }

    json& node(std::string_view name)
    {
        for (json& node : document["nodes"]) {
            if (node["name"] == name) {
                return node;
            }
        }
        throw std::runtime_error("no node " + std::string(name));
    }
    /// Adds a node to the scene. Returns it; valid until the next one is added.
    json& add(json node)
    {
        document["scenes"][0]["nodes"].push_back(document["nodes"].size());
        document["nodes"].push_back(std::move(node));
        return document["nodes"].back();
    }
    /// Removes a node from the scene, with the nodes below it.
    void remove(std::string_view name)
    {
        const auto index = static_cast<std::size_t>(&node(name) - &document["nodes"][0]);
        for (json& other : document["nodes"]) {
            json left = json::array();
            for (const json& child : other.value("children", json::array())) {
                child == index ? void() : left.push_back(child);
            }
            if (other.contains("children")) {
                other["children"] = left;
            }
        }
    }
    /// Returns the mesh of a placed model.
    json mesh_of(std::string_view name) { return node(name)["mesh"]; }

    [[nodiscard]] art::Terrain& terrain() { return terrain_.value(); }

    json document;
    Bytes binary;
    rgm::Map map;

private:
    static std::vector<art::Colour> colours(const scene::MapFiles& files)
    {
        std::vector<std::string> ignored;
        return scene::colours_of_map(files, ignored);
    }

    const scene::GameFolder& game_;
    scene::MapFiles files_;
    scene::Pictures pictures_;
    scene::Scene scene_;
    std::optional<art::Terrain> terrain_;
};

/// The sample map in its game folder.
struct SampleExport {
    redforge::test::SampleGame folder;
    scene::GameFolder game{need(scene::index_game_folder(folder.path))};
    ExportedMap map{game, folder.path / "maps/a.rgm", rgm::sample_map()};

    ExportedMap* operator->() { return &map; }
};

using Texts = std::vector<std::string>;

/// Returns the values of all fields of two records that differ, as "FIELD: OLD -> NEW".
Texts differences(const rgm::Map& before, const rgm::Map& after)
{
    Texts texts;
    const auto difference = find_difference(redforge::test::Root(before).record, redforge::test::Root(after).record);
    if (difference) {
        texts.push_back(difference->path);
    }
    return texts;
}

/// Calls `change` with each vertex of the terrain's mesh: x, y and z, which it can change.
void change_terrain(ExportedMap& map, const std::function<void(std::array<float, 3>&)>& change)
{
    const json& mesh = map.document["meshes"][map.mesh_of("terrain").get<std::size_t>()];
    const json& accessor =
        map.document["accessors"][mesh["primitives"][0]["attributes"]["POSITION"].get<std::size_t>()];
    const json& view = map.document["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    std::byte* const first = map.binary.data() + view["byteOffset"].get<std::size_t>();
    for (std::size_t i = 0; i < accessor["count"].get<std::size_t>(); ++i) {
        std::array<float, 3> at{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            at[axis] = std::bit_cast<float>(load_le<std::uint32_t>(first + 12 * i + 4 * axis));
        }
        change(at);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            store_le(first + 12 * i + 4 * axis, std::bit_cast<std::uint32_t>(at[axis]));
        }
    }
}

}  // namespace

TEST_CASE("map import: an unchanged scene changes nothing", "[exchange]")
{
    SampleExport sample;
    const MapImport back = need(sample->read(true));
    CHECK(back.map == sample->map);
    CHECK(back.notes == Texts{});
    CHECK(back.models.empty());
    CHECK_FALSE(back.terrain);
}

TEST_CASE("map import: an unchanged scene without extras changes nothing", "[exchange]")
{
    SampleExport sample;
    std::map<std::string, int> names;
    for (json& node : sample->document["nodes"]) {
        node.erase("extras");
        const std::string name = node["name"];
        const int number = names[name]++;
        node["name"] = number == 0 ? name : name + ".00" + std::to_string(number);  // as Blender does
    }
    const MapImport back = need(sample->read(true));
    CHECK(back.map == sample->map);
    CHECK(back.notes == Texts{});
}

TEST_CASE("map import: a moved node changes the coordinates in which it moved", "[exchange]")
{
    SampleExport sample;
    redforge::test::set_value(sample->map, "objects[4].position.z", "300");
    json& door = sample->node("object 5 DOOR01");
    door["translation"][0] = door["translation"][0].get<double>() - 5;  // one is 20 map units, in the other direction
    door["translation"][2] = door["translation"][2].get<double>() + 2.51;  // 50.2 map units
    json& flat = sample->node("flat 20480 108/3");
    flat["translation"][1] = flat["translation"][1].get<double>() + 1;
    const MapImport back = need(sample->read());
    CHECK(redforge::test::value(back.map, "objects[4].position.x") == "300");
    CHECK(redforge::test::value(back.map, "objects[4].position.y") == "0");
    CHECK(redforge::test::value(back.map, "objects[4].position.z") == "350");
    CHECK(redforge::test::value(back.map, "flats[0].position.y") == "-20");
    CHECK(back.notes == Texts{});
    rgm::Map expected = sample->map;
    redforge::test::set_value(expected, "objects[4].position", "300,0,350");
    redforge::test::set_value(expected, "flats[0].position", "240,-20,620");
    CHECK(differences(expected, back.map) == Texts{});
}

TEST_CASE("map import: values that changed in the map after the export stay", "[exchange]")
{
    SampleExport sample;
    rgm::Map changed = sample->map;
    redforge::test::set_value(changed, "objects[4].position.z", "999");
    redforge::test::set_value(changed, "objects[4].angle.y", "7");
    redforge::test::set_value(changed, "lights[0].red", "10");
    redforge::test::set_value(changed, "markers[0].position.x", "9");
    redforge::test::set_value(changed, "flats[0].position.x", "1");
    CHECK(need(sample->read_onto(changed)).map == changed);

    json& marker = sample->node("marker 1");
    marker["translation"][0] = marker["translation"][0].get<double>() - 5;  // 100 map units
    json& flat = sample->node("flat 20480 108/3");
    flat["translation"][1] = flat["translation"][1].get<double>() + 1;
    const MapImport back = need(sample->read_onto(changed));
    redforge::test::set_value(changed, "markers[1].position.x", "500");
    redforge::test::set_value(changed, "flats[0].position.y", "-20");
    CHECK(differences(changed, back.map) == Texts{});
    CHECK(back.notes == Texts{"flat 20480 108/3: was changed in the scene and, after the export, in the map; the "
                              "scene's changes were imported"});
}

TEST_CASE("map import: nodes of markers keep their markers if the map has others now", "[exchange]")
{
    SampleExport sample;
    json& marker = sample->node("marker 1");
    marker["translation"][0] = marker["translation"][0].get<double>() - 5;
    rgm::Map changed = sample->map;
    changed.markers.records.erase(changed.markers.records.begin());
    const MapImport fewer = need(sample->read_onto(changed));
    CHECK(redforge::test::values(fewer.map, "markers[*].position.x") == Texts{"500"});
    CHECK(fewer.notes == Texts{"marker 0: the map has no marker with the id 0, so the node was not imported"});
    changed = sample->map;
    changed.markers.records.insert(changed.markers.records.begin(), rgm::Marker{{1, 2, 3}, 1});
    CHECK(redforge::test::values(need(sample->read_onto(changed)).map, "markers[*].position.x") ==
          Texts{"1", "210", "500"});
    // The scene does not know the new marker.
    CHECK(redforge::test::require_error(sample->read_onto(changed, true)).message ==
          "marker 0 has no node, but markers were added to the map or removed from it after the export");
}

TEST_CASE("map import: heights are not imported if they changed in the map after the export", "[exchange]")
{
    SampleExport sample;
    sample->terrain().sections[0].heights[0] ^= std::byte{1};
    const MapImport back = need(sample->read());
    CHECK_FALSE(back.terrain);
    CHECK(back.notes == Texts{"terrain: the heights of the map were changed after the export, so those of the scene "
                              "were not imported; export the map again"});
}

TEST_CASE("map import: a scene of another map with equal ids is an error", "[exchange]")
{
    SampleExport sample;
    for (json& node : sample->document["nodes"]) {
        if (node.contains("extras")) {
            node["name"] = "object 5 OTHER";
        }
    }
    const Error error = redforge::test::require_error(sample->read());
    CHECK(error.code == ErrorCode::mismatch);
    CHECK(error.message ==
          "the scene seems to be of another map: of 7 nodes, 0 have the name of the record with their id");
}

TEST_CASE("map import: a mirrored object keeps its rotation, and is reported", "[exchange]")
{
    SampleExport sample;
    sample->node("object 7 GUARD01")["scale"] = {-1, 1, 1};
    const MapImport back = need(sample->read());
    CHECK(back.map == sample->map);
    CHECK(back.notes == Texts{"object 7 GUARD01: is mirrored, sheared or flat; its record keeps its rotation"});
}

TEST_CASE("map import: a moved group moves its records", "[exchange]")
{
    SampleExport sample;
    sample->node("markers")["translation"] = {0, 0, 1};
    const MapImport back = need(sample->read());
    CHECK(redforge::test::values(back.map, "markers[*].position.z") == Texts{"420", "420"});
}

TEST_CASE("map import: a rotated object gets new angles, a rotated static a new matrix", "[exchange]")
{
    SampleExport sample;
    sample->node("object 7 GUARD01")["rotation"] = {0, redforge::test::root_half, 0, redforge::test::root_half};
    sample->node("static 524288 WALL01")["rotation"] = {0, -redforge::test::root_half, 0, redforge::test::root_half};
    const MapImport back = need(sample->read());
    CHECK(redforge::test::value(back.map, "objects[6].angle.y") == "512");
    // The matrix of the other wall, which has this rotation.
    CHECK(redforge::test::value(back.map, "statics[0].rotation_matrix") ==
          redforge::test::value(sample->map, "statics[1].rotation_matrix"));
    CHECK(back.notes == Texts{});
}

TEST_CASE("map import: keeps angles above 360 degrees, and adds a rotation to them", "[exchange]")
{
    redforge::test::SampleGame folder;
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    rgm::Map map = rgm::sample_map();
    redforge::test::set_value(map, "objects[6].angle", "0,2098,-7");  // 50 and 2041
    ExportedMap exported(game, folder.path / "maps/a.rgm", map);
    CHECK(need(exported.read()).map == map);
    // Two degrees more about Y are 11.4 steps.
    json& node = exported.node("object 7 GUARD01");
    const double half = std::acos(-1) / 180;
    const auto [x, y, z, w] = node["rotation"].get<std::array<double, 4>>();
    const double c = std::cos(half);
    const double s = std::sin(half);
    node["rotation"] = {c * x + s * z, c * y + s * w, c * z - s * x, c * w - s * y};
    CHECK(redforge::test::values(need(exported.read()).map, "objects[6].angle") == Texts{"0", "2109", "-7"});
}

TEST_CASE("map import: the matrix of a static has its scale; other records have none", "[exchange]")
{
    SampleExport sample;
    sample->node("static 524288 WALL01")["scale"] = {2, 1, 0.5};
    sample->node("object 7 GUARD01")["scale"] = {2, 2, 2};
    sample->node("flat 20480 108/3")["rotation"] = {0, redforge::test::root_half, 0, redforge::test::root_half};
    const MapImport back = need(sample->read());
    CHECK(redforge::test::value(back.map, "statics[0].rotation_matrix") == "536870912 0 0 0 268435456 0 0 0 134217728");
    rgm::Map expected = sample->map;
    redforge::test::set_value(expected, "statics[0].rotation_matrix", "536870912 0 0 0 268435456 0 0 0 134217728");
    CHECK(back.map == expected);
    CHECK(back.notes == Texts{"object 7 GUARD01: is scaled; a map has no scale of its objects",
                              "flat 20480 108/3: is turned; a map has no rotation of its flats"});
}

TEST_CASE("map import: a copy becomes a record with a new id", "[exchange]")
{
    SampleExport sample;
    json copy = sample->node("static 524288 WALL01");
    copy["name"] = "static 524288 WALL01.001";
    copy["translation"][0] = copy["translation"][0].get<double>() - 10;
    sample->add(copy);
    json marker = sample->node("marker 1");
    marker["name"] = "marker 1.001";
    sample->add(marker);
    const MapImport back = need(sample->read());
    CHECK(redforge::test::values(back.map, "statics[*].id") == Texts{"524288", "524289", "524290"});
    CHECK(redforge::test::values(back.map, "statics[*].position.x") == Texts{"180", "180", "380"});
    CHECK(redforge::test::value(back.map, "statics[2].model_name") == "WALL01");
    CHECK(redforge::test::values(back.map, "markers[*].position.x") == Texts{"210", "400", "400"});
    CHECK(back.notes == Texts{});
}

TEST_CASE("map import: the renamed copy nearest to the record's position is the record", "[exchange]")
{
    SampleExport sample;
    json& moved = sample->node("static 524289 WALL01");
    json copy = moved;
    copy["name"] = "another";
    moved["name"] = "a wall";
    moved["translation"][1] = 50;
    sample->add(copy);
    const MapImport back = need(sample->read());
    CHECK(redforge::test::values(back.map, "statics[*].position.y") == Texts{"0", "0", "-1000"});
}

TEST_CASE("map import: a missing node is reported, or its record removed", "[exchange]")
{
    SampleExport sample;
    sample->remove("static 524288 WALL01");
    sample->remove("marker 0");
    const MapImport kept = need(sample->read());
    CHECK(kept.map == sample->map);
    CHECK(kept.notes == Texts{"static 524288 WALL01: its node is missing; the record stays without --delete",
                              "marker 0: its node is missing; the record stays without --delete"});
    const MapImport removed = need(sample->read(true));
    CHECK(redforge::test::values(removed.map, "statics[*].id") == Texts{"524289"});
    CHECK(redforge::test::values(removed.map, "markers[*].position.x") == Texts{"400"});
    CHECK(removed.notes == Texts{});
}

TEST_CASE("map import: a node named after a model is a new static, in objects an object", "[exchange]")
{
    SampleExport sample;
    sample->add({{"name", "Bucket.002"}, {"mesh", sample->mesh_of("BUCKET")}, {"translation", {-10, 1, 0}}});
    sample->add(
        {{"name", "door"}, {"mesh", 0}, {"rotation", {0, redforge::test::root_half, 0, redforge::test::root_half}}});
    json& group = sample->node("objects");
    group["children"].push_back(sample->document["nodes"].size() - 1);
    sample->document["scenes"][0]["nodes"].erase(sample->document["scenes"][0]["nodes"].size() - 1);
    const MapImport back = need(sample->read());
    CHECK(redforge::test::value(back.map, "statics[2].model_name") == "BUCKET");
    CHECK(redforge::test::value(back.map, "statics[2].id") == "524290");
    CHECK(redforge::test::values(back.map, "statics[2].position") == Texts{"200", "-20", "65536"});
    CHECK(redforge::test::value(back.map, "objects[7].model_name") == "DOOR");
    CHECK(redforge::test::value(back.map, "objects[7].id") == "8");
    CHECK(redforge::test::value(back.map, "objects[7].angle.y") == "512");
    CHECK(redforge::test::value(back.map, "objects[7].has_mesh") == "1");
    CHECK(back.models.empty());
    CHECK(back.notes == Texts{"door: its mesh is not the game's model DOOR, which its record shows; give another name "
                              "to the node and the mesh for a new model"});
}

TEST_CASE("map import: new lights and empties become lights and markers", "[exchange]")
{
    SampleExport sample;
    json& lights = sample->document["extensions"]["KHR_lights_punctual"]["lights"];
    // pi * (51 / 255) * 10^2 / 4
    lights.push_back({{"type", "point"}, {"color", {1, 0, 0.2158605}}, {"intensity", 15.7079633}, {"range", 10}});
    lights.push_back({{"type", "point"}, {"intensity", 39.4234}});  // at 128, the radius is 10
    lights.push_back({{"type", "directional"}});
    for (const int light : {1, 2, 3}) {
        sample->add({{"name", "Lamp" + std::to_string(light)},
                     {"translation", {-1, 2, 0}},
                     {"extensions", {{"KHR_lights_punctual", {{"light", light}}}}}});
    }
    sample->add({{"name", "Empty"}, {"translation", {-3, 0, 0}}});
    sample->add({{"name", "Camera"}, {"camera", 0}});
    const MapImport back = need(sample->read());
    CHECK(redforge::test::values(back.map, "lights[*].id") == Texts{"2195179707", "2195179708", "2195179709"});
    CHECK(redforge::test::values(back.map, "lights[1].position") == Texts{"20", "-40", "65536"});
    CHECK(redforge::test::values(back.map, "lights[*].radius") == Texts{"600", "200", "200"});
    CHECK(redforge::test::values(back.map, "lights[*].intensity") == Texts{"200", "51", "128"});
    CHECK(redforge::test::value(back.map, "lights[1].blue") == "128");
    CHECK(redforge::test::value(back.map, "lights[2].channel_map") == "0 1 2 3 4 5 6 7");
    CHECK(redforge::test::values(back.map, "markers[2].position") == Texts{"60", "0", "65536"});
    CHECK(redforge::test::value(back.map, "markers[2].usable") == "1");
    CHECK(back.notes == Texts{"Lamp3: is a sun, and lights of maps are points; its light was not imported",
                              "Camera: is a camera and was not imported"});
}

TEST_CASE("map import: a light's colour, range and brightness change its record", "[exchange]")
{
    SampleExport sample;
    json& light = sample->document["extensions"]["KHR_lights_punctual"]["lights"][0];
    light.erase("range");  // as Blender does
    CHECK(need(sample->read()).map == sample->map);
    light["color"][1] = 0;
    light["intensity"] = light["intensity"].get<double>() / 2;
    MapImport back = need(sample->read());
    CHECK(redforge::test::value(back.map, "lights[0].green") == "0");
    CHECK(redforge::test::value(back.map, "lights[0].intensity") == "100");
    CHECK(redforge::test::value(back.map, "lights[0].radius") == "600");
    light["range"] = 60;  // twice the radius
    back = need(sample->read());
    CHECK(redforge::test::value(back.map, "lights[0].radius") == "1200");
    CHECK(redforge::test::value(back.map, "lights[0].intensity") == "25");
}

TEST_CASE("map import: heights come from the terrain's mesh, in steps of the curve", "[exchange]")
{
    SampleExport sample;
    const auto is_point = [](const std::array<float, 3>& at, int x, int row) {
        return std::abs(at[0] + 12.8F * static_cast<float>(x)) < 0.1F &&
               std::abs(at[2] + 12.8F * static_cast<float>(row)) < 0.1F;
    };
    change_terrain(sample.map, [&](std::array<float, 3>& at) {
        if (is_point(at, 130, 7)) {
            at[1] = 2081 / 20.0F;  // step 92 is 2040, step 93 is 2080
        } else if (is_point(at, 3, 200)) {
            at[1] = 500;  // 10,000 units
        } else if (is_point(at, 10, 10)) {
            at[1] += 0.2F;  // 4 units
        }
    });
    const MapImport back = need(sample->read());
    CHECK(back.map == sample->map);
    CHECK(back.changed_heights == 2);
    REQUIRE(back.terrain);
    art::Terrain expected = need(art::read_terrain(need(art::write_terrain(redforge::test::SampleGame::terrain()))));
    expected.sections[1].heights[7 * 128 + 2] = std::byte{93};
    expected.sections[2].heights[72 * 128 + 3] = std::byte{127};
    CHECK(*back.terrain == expected);
    CHECK(back.notes == Texts{"terrain: 1 point outside of 0 to 7760 units, which is the range of heights: "
                              "x 3, row 200: 10000",
                              "terrain: 1 point moved by less than a step of heights and did not change: "
                              "x 10, row 10: 44"});
}

TEST_CASE("map import: terrain heights stay if the world's shift changes after the export", "[exchange]")
{
    const redforge::test::SampleGame folder;
    const auto game_with = [&](const std::string& shift) {
        folder.put("world.ini", "[world]\nworld_map[0]=maps\\a.rgm\nworld_world[0]=maps\\a.wld\n" + shift);
        return need(scene::index_game_folder(folder.path));
    };
    const std::filesystem::path file = folder.path / "maps/a.rgm";
    const scene::GameFolder shifted = game_with("world_scapeshift[0]=200\n");
    ExportedMap exported(shifted, file, rgm::sample_map());
    const scene::GameFolder plain = game_with("");
    ExportedMap importer(plain, file, rgm::sample_map());
    importer.document = exported.document;
    importer.binary = exported.binary;
    CHECK(need(importer.read()).changed_heights == 0);
    CHECK(need(importer.read()).notes.empty());
}

TEST_CASE("map import: heights of a shifted terrain are those of the file", "[exchange]")
{
    const redforge::test::SampleGame folder;
    folder.put("world.ini", "[world]\nworld_map[0]=maps\\a.rgm\nworld_world[0]=maps\\a.wld\nworld_scapeshift[0]=200\n");
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    ExportedMap map(game, folder.path / "maps/a.rgm", rgm::sample_map());
    CHECK(need(map.read()).changed_heights == 0);
    change_terrain(map, [](std::array<float, 3>& at) {
        if (std::abs(at[0] + 12.8F * 130) < 0.1F && std::abs(at[2] + 12.8F * 7) < 0.1F) {
            CHECK(at[1] == Approx(-200 / 20.0));  // step 0 is 0 units, 200 units lower
            at[1] = 1880 / 20.0F;                 // 2,080 units above the shifted height 0: step 93
        }
    });
    const MapImport back = need(map.read());
    CHECK(back.changed_heights == 1);
    REQUIRE(back.terrain);
    CHECK(back.terrain->sections[1].heights[7 * 128 + 2] == std::byte{93});
    CHECK(back.notes.empty());
}

TEST_CASE("map import: a mesh that the game does not have becomes a model", "[exchange]")
{
    SampleExport sample;
    const json mesh = sample->mesh_of("BUCKET");
    json crate = sample->document["meshes"][mesh.get<std::size_t>()];
    crate["name"] = "Old crate.001";
    const std::size_t index = sample->document["meshes"].size();
    sample->document["meshes"].push_back(crate);
    sample->add({{"name", "Crate left"}, {"mesh", index}, {"scale", {2, 2, 2}}});
    sample->add({{"name", "Crate right"}, {"mesh", index}, {"translation", {-1, 0, 0}}});
    const MapImport back = need(sample->read());
    REQUIRE(back.models.size() == 1);
    CHECK(back.models[0].name == "OLDCRATE");
    CHECK(back.models[0].model.faces.size() == 6);
    CHECK(back.models[0].model.faces[0].texture.colour == 2);
    CHECK(redforge::test::values(back.map, "statics[2,3].model_name") == Texts{"OLDCRATE", "OLDCRATE"});
    CHECK(redforge::test::value(back.map, "statics[2].rotation_matrix") == "536870912 0 0 0 536870912 0 0 0 536870912");
    CHECK(back.notes == Texts{});
}

TEST_CASE("map import: a new picture becomes an image of a new texture bank", "[exchange]")
{
    SampleExport sample;
    // Red and blue are colours 1 and 3 of the palette.
    const Bytes png = need(art::write_png(art::RgbaImage{2, 1, {255, 0, 0, 255, 0, 0, 255, 255}}));
    sample->document["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", sample->binary.size()}, {"byteLength", png.size()}});
    append(sample->binary, png);
    sample->document["buffers"][0]["byteLength"] = sample->binary.size();
    const auto last = [&](const char* list) { return sample->document[list].size() - 1; };
    sample->document["images"].push_back({{"name", "wood"}, {"bufferView", last("bufferViews")}});
    sample->document["textures"].push_back({{"source", last("images")}});
    sample->document["materials"].push_back(
        {{"name", "Wood"}, {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", last("textures")}}}}}});
    json crate = sample->document["meshes"][sample->mesh_of("BUCKET").get<std::size_t>()];
    crate["name"] = "Crate";
    crate["primitives"][0]["material"] = last("materials");
    sample->document["meshes"].push_back(crate);
    sample->add({{"name", "Crate"}, {"mesh", last("meshes")}});
    const MapImport back = need(sample->read());
    REQUIRE(back.textures.images.size() == 1);
    CHECK(back.textures.images[0].name.view() == "F11000");
    CHECK(back.textures.images[0].pixels == Bytes{std::byte{1}, std::byte{3}});
    REQUIRE(back.models.size() == 1);
    CHECK(back.models[0].model.faces[0].texture.bank == 511);
    CHECK(back.models[0].model.faces[0].texture.image == 0);
    CHECK(back.notes == Texts{});
}

TEST_CASE("map import: changed meshes, moved links and unknown records are reported", "[exchange]")
{
    SampleExport sample;
    sample->node("static 524288 WALL01")["mesh"] = sample->mesh_of("BUCKET");
    json& rope = sample->node("rope 36864 ROPELINK");
    sample->document["nodes"][rope["children"][1].get<std::size_t>()]["translation"][0] = 1;
    json gone = sample->node("marker 0");
    gone["extras"] = {{"kind", "static"}, {"id", 77}, {"record", 40}};
    gone["name"] = "static 77 GONE";
    sample->add(gone);
    sample->document["animations"] = json::array({json::object()});
    const MapImport back = need(sample->read());
    CHECK(back.map == sample->map);
    CHECK(
        back.notes ==
        Texts{"1 animation: a map has no animated nodes",
              "static 77 GONE: the map has no static with the id 77, so the node was not imported",
              "static 524288 WALL01: its mesh is not the model of its record; `redforge model import` changes models",
              "rope 36864 ROPELINK: its links were changed, which a map cannot store; to change their number, set its "
              "length"});
}

TEST_CASE("map import: finds records by their id if the map has changed since the export", "[exchange]")
{
    SampleExport sample;
    redforge::test::remove_records(sample->map, "statics[0]");
    sample->node("static 524289 WALL01")["translation"][1] = 1;
    redforge::test::SampleGame folder;
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    ExportedMap now(game, folder.path / "maps/a.rgm", sample->map);
    now.document = sample->document;
    now.binary = sample->binary;
    const MapImport back = need(now.read());
    CHECK(redforge::test::values(back.map, "statics[*].position.y") == Texts{"-20"});
    CHECK(back.notes == Texts{"static 524288 WALL01: the map has no static with the id 524288, so the node was not "
                              "imported"});
}

TEST_CASE("map import: rejects scenes without the map's nodes, and coordinates out of range", "[exchange]")
{
    SampleExport sample;
    SampleExport other;
    other->document["nodes"] = json::array({{{"name", "Cube"}, {"mesh", 0}}});
    other->document["scenes"][0]["nodes"] = json::array({0});
    CHECK(describe(redforge::test::require_error(other->read(true))) ==
          "no node comes from the map; export the map with `redforge model export`, and keep the names of its nodes");
    sample->node("marker 0")["translation"][0] = 1e300;
    sample->node("marker 1")["translation"][0] = 1e12;
    const MapImport back = need(sample->read());
    CHECK(back.map == sample->map);
    CHECK(back.notes == Texts{"marker 0: is too far away for a map and keeps its position",
                              "marker 1: is too far away for a map and keeps its position"});
}

TEST_CASE("map import: every sample map is the same after export and import", "[exchange][samples]")
{
    const std::filesystem::path folder = redforge::test::samples_or_skip("export and import of sample maps");
    if (folder.empty()) {
        return;
    }
    const scene::GameFolder game = need(scene::index_game_folder(folder / "game"));
    std::size_t maps = 0;
    for (const std::filesystem::path& path : redforge::test::maps_below(folder)) {
        INFO(path.filename());
        const Bytes bytes = redforge::test::read_file(path);
        const Result<rgm::Map> map = rgm::read_map(bytes);
        if (!map) {
            continue;
        }
        const ExportedMap exported(game, path, *map);
        const MapImport back = need(exported.read(true));
        CHECK(back.notes == Texts{});
        CHECK_FALSE(back.terrain);
        CHECK(need(rgm::write_map(back.map)) == bytes);
        ++maps;
    }
    CHECK(maps > 20);
}
