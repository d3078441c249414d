// A map as binary glTF: positions computed by hand. Source: reference sheet "maps", "Placement in the viewport".
#include <catch2/catch.hpp>

#include "art/png.hpp"
#include "art/texture_bank.hpp"
#include "cli/program.hpp"
#include "core/files/files.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/gltf_scene.hpp"
#include "exchange/map/map_gltf.hpp"
#include "exchange/map/map_meshes.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/root_half.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"
#include "support/outcome.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;
using redforge::test::append_copy;
using redforge::test::append_record;
using redforge::test::append_records;
using redforge::test::need;
using redforge::test::set_value;

namespace {

// Rows of matrices, in Q4.28: 268435456 is one.
constexpr auto quarter_turn = "0 0 268435456 0 268435456 0 -268435456 0 0";
constexpr auto shear = "268435456 134217728 0 0 268435456 0 67108864 0 -268435456";  // (1 1/2 0) (0 1 0) (1/4 0 -1)

/// Returns a square of 20 units in the plane of stored X and Y, with palette colour 9 or an image.
model::Model square_model(std::optional<std::uint16_t> image)
{
    model::Model made;
    made.version = "v5.0";
    made.vertices = {{0, 0, 0}, {0, 5120, 0}, {5120, 5120, 0}, {5120, 0, 0}};
    model::Face face;
    if (image) {
        face.texture.bank = 302;
        face.texture.image = *image;
    } else {
        face.texture.colour = 9;
    }
    face.vertices = {0, 1, 2, 3};
    face.u = {0, 0, 512, 0};  // steps of 1/16 texel
    face.v = {0, 256, 0, -256};
    face.slots = {0, 1, 2, 3};
    made.faces = {face};
    return made;
}

/// Returns an archive with three models: PLAIN, and LEAF and TREE with one image.
model::Rob small_archive()
{
    model::Rob archive;
    for (const auto& [name, image] :
         {std::pair<const char*, std::optional<std::uint16_t>>{"PLAIN", {}}, {"LEAF", 1}, {"TREE", 1}}) {
        model::Segment& segment = archive.segments.emplace_back();
        segment.name = name;
        segment.model = square_model(image);
    }
    return archive;
}

/// Returns a game folder with only this archive.
scene::GameFolder game_of(model::Rob archive)
{
    scene::GameFolder game;
    for (std::size_t i = 0; i < archive.segments.size(); ++i) {
        game.segments[std::string(archive.segments[i].name.view())] = {0, i};
    }
    game.archives.emplace_back().rob = std::make_shared<const model::Rob>(std::move(archive));
    return game;
}

scene::GameFolder small_game()
{
    return game_of(small_archive());
}

/// Returns a map with one record of each kind.
rgm::Map small_map()
{
    rgm::Map map;
    append_record(map, "objects",
                  {{"id", "4096"},
                   {"script_name", "GUARD"},
                   {"model_name", "PLAIN"},
                   {"position", "2000,-200,65536"},
                   {"angle", "0,512,0"}});
    append_record(map, "statics",
                  {{"id", "524288"},
                   {"model_name", "PLAIN.3D"},
                   {"position", "41250,-200,53099"},
                   {"rotation_matrix", quarter_turn}});
    append_record(map, "ropes",
                  {{"id", "7"},
                   {"rope_model", "LEAF"},
                   {"static_model", "PLAIN"},
                   {"length", "2"},
                   {"position", "200,-400,65536"}});
    append_record(map, "lights",
                  {{"id", "2195234816"},
                   {"radius", "400"},
                   {"intensity", "255"},
                   {"red", "255"},
                   {"blue", "128"},
                   {"position", "-200,0,65536"}});
    append_record(map, "markers", {{"position", "0,-20,65536"}});
    return map;
}

struct Exported {
    Bytes bytes;
    Glb glb;
    std::size_t instances{};

    [[nodiscard]] const json& node(std::string_view name) const
    {
        static const json none;
        for (const json& node : glb.document["nodes"]) {
            if (node["name"] == name) {
                return node;
            }
        }
        return none;
    }
    /// Returns the names below a group.
    [[nodiscard]] std::vector<std::string> names_below(std::string_view group) const
    {
        std::vector<std::string> names;
        for (const json& child : node(group)["children"]) {
            names.push_back(glb.document["nodes"][child.get<std::size_t>()]["name"]);
        }
        return names;
    }
};

Exported export_map(const rgm::Map& map, const scene::GameFolder& game, scene::Pictures* pictures = nullptr)
{
    scene::Pictures none(game, art::grey_colours(), 0);
    const scene::Scene scene = scene::scene_of(map, "ISLE", game, {}, pictures != nullptr ? *pictures : none);
    const Result<Bytes> bytes = write_map_gltf(map, scene, pictures);
    REQUIRE(bytes);
    Exported made{*bytes, {}, scene.instances.size()};
    const Result<Glb> glb = read_glb(made.bytes);
    REQUIRE(glb);
    made.glb = *glb;
    return made;
}

void check_numbers(const json& found, const std::vector<double>& expected)
{
    INFO(found.dump());
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK(found[i].get<double>() == Approx(expected[i]).margin(2e-7));
    }
}

constexpr double last_z = 1 / 5120.0;  // viewport Z of map Z 65536: -(16,777,215 - 16,777,216) / 5120

/// Checks that every index of every primitive refers to an existing vertex.
void check_indices(const Exported& made)
{
    GltfReader reader(made.glb);
    for (const json& mesh : made.glb.document.value("meshes", json::array())) {
        for (const json& primitive : mesh["primitives"]) {
            const auto accessor = [&](const json& at, std::uint32_t width) {
                const auto found = reader.accessor(at.get<std::uint32_t>(), width);
                REQUIRE(found);
                return *found;
            };
            const std::size_t vertices = accessor(primitive["attributes"]["POSITION"], 3)->size() / 3;
            REQUIRE(accessor(primitive["attributes"]["NORMAL"], 3)->size() / 3 == vertices);
            REQUIRE(accessor(primitive["attributes"]["TEXCOORD_0"], 2)->size() / 2 == vertices);
            const std::vector<double>& indices = *accessor(primitive["indices"], 1);
            REQUIRE(indices.size() % 3 == 0);
            REQUIRE(*std::ranges::max_element(indices) < static_cast<double>(vertices));
            REQUIRE(primitive["material"].get<std::size_t>() < made.glb.document["materials"].size());
        }
    }
}

/// Returns the direction of the side from which the triangle's corners run counter-clockwise.
std::array<double, 3> side_of(const std::vector<double>& at, const std::vector<double>& indices, std::size_t triangle)
{
    std::array<std::array<double, 3>, 3> p{};
    for (std::size_t corner = 0; corner < 3; ++corner) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            p[corner][axis] = at[3 * static_cast<std::size_t>(indices[3 * triangle + corner]) + axis];
        }
    }
    std::array<double, 3> side{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t b = (axis + 1) % 3;
        const std::size_t c = (axis + 2) % 3;
        side[axis] = (p[1][b] - p[0][b]) * (p[2][c] - p[0][c]) - (p[1][c] - p[0][c]) * (p[2][b] - p[0][b]);
    }
    return side;
}

}  // namespace

TEST_CASE("map glTF: normals point in the direction of the face, along each axis", "[exchange]")
{
    for (const std::size_t turn : {0U, 1U, 2U}) {
        model::Rob archive = small_archive();
        for (model::Vector& vertex : archive.segments[0].model->vertices) {
            const std::array<std::int32_t, 3> old{vertex.x, vertex.y, vertex.z};
            vertex = {old[turn], old[(turn + 1) % 3], old[(turn + 2) % 3]};
        }
        const Exported made = export_map(small_map(), game_of(std::move(archive)));
        GltfReader reader(made.glb);
        // The first mesh is the object's model. Its square is in the XY plane, then XZ, then YZ.
        const json& primitive = made.glb.document["meshes"][0]["primitives"][0];
        const auto numbers = [&](const json& accessor, std::uint32_t width) {
            return **reader.accessor(accessor.get<std::uint32_t>(), width);
        };
        const std::vector<double> normals = numbers(primitive["attributes"]["NORMAL"], 3);
        const std::array<double, 3> side =
            side_of(numbers(primitive["attributes"]["POSITION"], 3), numbers(primitive["indices"], 1), 0);
        const std::size_t axis = 2 - turn;
        INFO("turn " << turn << ": " << side[0] << ' ' << side[1] << ' ' << side[2]);
        CHECK(std::abs(side[axis]) > 0);
        CHECK(normals[axis] == Approx(side[axis] > 0 ? 1 : -1));
    }
}

TEST_CASE("map glTF: records are nodes at the positions of the reference sheet", "[exchange]")
{
    const Exported made = export_map(small_map(), small_game());
    const json& object = made.node("object 4096 GUARD");
    // -2000 * 256 / 5120, 200 * 256 / 5120; a quarter turn about Y.
    check_numbers(object["translation"], {-100, 10, last_z});
    check_numbers(object["rotation"], {0, redforge::test::root_half, 0, redforge::test::root_half});
    const std::string was = "512000 -51200 16777216 0 512 0";  // a position in 256ths, and angles
    CHECK(object["extras"] == json{{"kind", "object"}, {"id", 4096}, {"record", 0}, {"was", was}});
    // S*M*S of the rows (0 0 1) (0 1 0) (-1 0 0) is (0 0 -1) (0 1 0) (1 0 0): a quarter turn back about Y.
    const json& still = made.node("static 524288 PLAIN.3D");
    check_numbers(still["translation"], {-2062.5, 10, -621.849804});  // -(16,777,215 - 13,593,344) / 5120
    check_numbers(still["rotation"], {0, -redforge::test::root_half, 0, redforge::test::root_half});
    CHECK(still["mesh"] == object["mesh"]);
    const json& rope = made.node("rope 7 LEAF");
    check_numbers(rope["translation"], {-10, 20, last_z});
    CHECK_FALSE(rope.contains("mesh"));
    CHECK(made.names_below("rope 7 LEAF") == std::vector<std::string>{"LEAF", "LEAF", "PLAIN"});
    std::vector<double> heights;
    for (const json& child : rope["children"]) {
        heights.push_back(made.glb.document["nodes"][child.get<std::size_t>()]["translation"][1]);
    }
    check_numbers(heights,
                  {-0.8, -1.6, -2.4});  // links are 0.8 apart, and the model at the end is 0.8 below the last link
    const json& light = made.node("light 2195234816");
    check_numbers(light["translation"], {10, 0, last_z});
    CHECK(light["extensions"]["KHR_lights_punctual"]["light"] == 0);
    const json& shining = made.glb.document["extensions"]["KHR_lights_punctual"]["lights"][0];
    CHECK(shining["type"] == "point");
    check_numbers(shining["color"], {1, 0, 0.21586050});             // ((128 / 255 + 0.055) / 1.055) ^ 2.4
    CHECK(shining["range"] == 20);                                   // 400 / 20
    CHECK(shining["intensity"].get<double>() == Approx(314.15927));  // pi * 1 * 10^2
    const json& marker = made.node("marker 0");
    check_numbers(marker["translation"], {0, 1, last_z});
    CHECK_FALSE(marker.contains("mesh"));
    CHECK_FALSE(marker.contains("children"));  // glTF does not allow an empty list
    CHECK(marker["extras"] == json{{"kind", "marker"}, {"id", 0}, {"record", 0}, {"was", "0 -20 65536"}, {"of", 1}});
}

TEST_CASE("map glTF: records are in groups, and each mesh exists once", "[exchange]")
{
    rgm::Map map = small_map();
    // Without its model, the node has no mesh but keeps its rotation.
    append_copy(map, "objects[0]", {{"model_name", "GONE"}, {"id", "5"}});
    set_value(map, "ropes[0].length", "0");  // the model at the end remains below the rope
    const Exported made = export_map(map, small_game());
    CHECK(made.names_below("objects") == std::vector<std::string>{"object 4096 GUARD", "object 5 GUARD"});
    CHECK_FALSE(made.node("object 5 GUARD").contains("mesh"));
    check_numbers(made.node("object 5 GUARD")["rotation"],
                  {0, redforge::test::root_half, 0, redforge::test::root_half});
    CHECK(made.node("object 5 GUARD")["extras"]["record"] == 1);
    CHECK(made.names_below("static objects") == std::vector<std::string>{"static 524288 PLAIN.3D"});
    CHECK(made.names_below("ropes") == std::vector<std::string>{"rope 7 LEAF"});
    CHECK(made.names_below("rope 7 LEAF") == std::vector<std::string>{"PLAIN"});
    CHECK(made.names_below("lights").size() == 1);
    CHECK(made.names_below("markers").size() == 1);
    CHECK(made.node("flats").is_null());             // empty groups are omitted
    CHECK(made.glb.document["meshes"].size() == 2);  // PLAIN and LEAF; the rope has no links
    CHECK(made.glb.document["scenes"][0]["nodes"].size() == 5);
    CHECK(made.glb.document["scenes"][0]["name"] == "ISLE");
    // A plain colour in linear light: index 9 of the greys is 9 / 255.
    const json& colour = made.glb.document["materials"][0];
    CHECK(colour["name"] == "colour_9");
    CHECK(colour["pbrMetallicRoughness"]["baseColorFactor"][0].get<double>() == Approx(9 / 255.0 / 12.92));
    check_indices(made);
}

TEST_CASE("map glTF: placed models are where the viewport draws them", "[exchange]")
{
    rgm::Map map = small_map();
    append_copy(map, "statics[0]", {{"rotation_matrix", shear}});
    const scene::GameFolder game = small_game();
    scene::Pictures pictures(game, art::grey_colours(), 0);
    const scene::Scene scene = scene::scene_of(map, "ISLE", game, {}, pictures);
    const Exported made = export_map(map, game);
    GltfReader reader(made.glb);
    const auto placed = meshes_of_scene(reader);
    REQUIRE(placed);
    REQUIRE(placed->size() == scene.instances.size());
    for (std::size_t i = 0; i < placed->size(); ++i) {
        INFO("instance " << i);
        const model::Mesh& mesh = scene.meshes[scene.instances[i].mesh].mesh;
        const json& primitive = made.glb.document["meshes"][(*placed)[i].mesh]["primitives"][0];
        const std::vector<double>& corners =
            **reader.accessor(primitive["attributes"]["POSITION"].get<std::uint32_t>(), 3);
        REQUIRE(corners.size() == 3 * mesh.vertices.size());
        for (std::size_t corner = 0; corner < mesh.vertices.size(); ++corner) {
            const model::MeshVertex& vertex = mesh.vertices[corner];
            const scene::Vec3 expected = scene::place(scene.instances[i].placement, {vertex.x, vertex.y, vertex.z});
            const auto found = transform_point((*placed)[i].place,
                                               {corners[3 * corner], corners[3 * corner + 1], corners[3 * corner + 2]});
            CHECK(found[0] == Approx(expected.x).margin(1e-4));
            CHECK(found[1] == Approx(expected.y).margin(1e-4));
            CHECK(found[2] == Approx(expected.z).margin(1e-4));
        }
    }
}

TEST_CASE("map glTF: stores each picture once, with its transparency", "[exchange]")
{
    const redforge::test::TemporaryFolder folder;
    art::TextureBank bank;
    art::Image& image = bank.images.emplace_back();
    image.name = "D02001";
    image.header.width = 32;
    image.header.height = 16;
    image.pixels.assign(512, std::byte{7});
    image.pixels[3] = std::byte{0};
    REQUIRE(write_file(folder.path() / "TEXBSI.302", redforge::test::need(art::write_texture_bank(bank))));
    scene::GameFolder game = small_game();
    game.banks[302] = folder.path() / "TEXBSI.302";
    std::vector<art::Colour> colours(256);
    colours[7] = {10, 20, 30};
    scene::Pictures pictures(game, colours, 0);
    rgm::Map map = small_map();
    set_value(map, "objects[0].model_name", "TREE");  // the rope has LEAF, which uses the same image
    const Exported made = export_map(map, game, &pictures);
    const json& document = made.glb.document;
    REQUIRE(document["images"].size() == 1);
    REQUIRE(document["materials"].size() == 2);
    const json& leaf = document["materials"][0];
    CHECK(leaf["name"] == "D02001");
    CHECK(leaf["alphaMode"] == "MASK");
    CHECK(leaf["pbrMetallicRoughness"]["baseColorTexture"]["index"] == 0);
    CHECK_FALSE(document["materials"][1].contains("alphaMode"));
    const GltfReader reader(made.glb);
    const auto png = reader.view(document["images"][0]["bufferView"].get<std::uint32_t>());
    REQUIRE(png);
    const auto read = art::read_png(*png);
    REQUIRE(read);
    REQUIRE(read->is_indexed());
    CHECK(read->indexed.width == 32);
    CHECK(read->indexed.indices[3] == 0);
    CHECK(read->colours[read->indexed.indices[4]] == art::Colour{10, 20, 30});
    // Corners at 0, 0, 512 and 512 steps of u, 1/16 texel, and 0, 256, 256 and 0 of v: whole pictures of 32 x 16.
    GltfReader again(made.glb);
    const json& tree = document["meshes"][made.node("object 4096 GUARD")["mesh"].get<std::size_t>()];
    const auto places = again.accessor(tree["primitives"][0]["attributes"]["TEXCOORD_0"].get<std::uint32_t>(), 2);
    REQUIRE(places);
    CHECK(**places == std::vector<double>{0, 0, 0, 1, 1, 1, 1, 0});
    check_indices(made);
}

TEST_CASE("map glTF: colours are from the map's palette; unknown ones have no colour", "[exchange]")
{
    model::Rob archive = small_archive();
    model::Texture& texture = archive.segments[2].model->faces[0].texture;
    texture = {};
    texture.code = 0xDEADBEEF;
    const scene::GameFolder game = game_of(std::move(archive));
    rgm::Map map = small_map();
    set_value(map, "objects[0].model_name", "TREE");
    scene::Pictures pictures(game, {}, 0);
    scene::Scene scene = scene::scene_of(map, "ISLE", game, {}, pictures);
    scene.colours[9] = {255, 0, 255};
    const Bytes bytes = redforge::test::need(write_map_gltf(map, scene, nullptr));
    const json materials = need(read_glb(bytes)).document["materials"];
    REQUIRE(materials.size() == 3);  // for TREE, PLAIN and LEAF
    CHECK(materials[0] == json{{"name", "unknown"}, {"pbrMetallicRoughness", {{"metallicFactor", 0}}}});
    CHECK(materials[1]["pbrMetallicRoughness"]["baseColorFactor"] == json{1.0, 0.0, 1.0, 1.0});
}

TEST_CASE("map glTF: a mesh has a primitive for each surface, and none without triangles", "[exchange]")
{
    scene::Scene scene;
    scene.meshes.emplace_back().name = "EMPTY";
    model::Mesh& mesh = scene.meshes.emplace_back().mesh;
    scene.meshes.back().name = "TWO";
    // Lengths: one, more, zero, and slightly too long to count as one.
    mesh.vertices = {{.x = 20, .normal_x = 0.6F, .normal_z = 0.8F, .u = 2, .v = 3},
                     {.y = 40, .normal_y = 3, .normal_z = 4, .u = 8, .v = 4},
                     {.z = 60, .u = 256, .v = -64},
                     {.x = -20, .y = -40, .z = -60, .normal_x = 1.01F, .u = 16, .v = 8}};
    mesh.surfaces = {{.bank = 302, .image = 1},
                     {.bank = 303, .image = 2},
                     {.colour = 9},
                     {.bank = 302, .image = 1, .known = false}};
    mesh.triangles = {{0, 1, 3, 0, 0}, {2, 1, 2, 1, 3}, {3, 1, 0, 2, 0}};
    scene.meshes.push_back({"", {mesh.vertices, {{2, 2, 2, 0, 1}}, mesh.surfaces}});
    Textures textures;
    textures.pictures[{302, 1}] = {8, 4, false, {}};
    GltfWriter writer;
    GltfMaterialList materials(writer, &textures);
    const MapMeshes made = need(map_meshes(scene, textures, writer, materials));
    CHECK(made.numbers == std::vector<std::optional<std::uint32_t>>{std::nullopt, 0, 1});
    const json meshes = json::parse("[" + made.meshes + "]");
    REQUIRE(meshes.size() == 2);
    CHECK(meshes[0]["name"] == "TWO");
    CHECK_FALSE(meshes[1].contains("name"));
    REQUIRE(meshes[0]["primitives"].size() == 2);
    REQUIRE(meshes[1]["primitives"].size() == 1);
    CHECK(meshes[0]["primitives"][0]["material"] == 0);
    CHECK(meshes[0]["primitives"][1]["material"] == 1);  // its surface is unknown
    CHECK(meshes[1]["primitives"][0]["material"] == 2);
    const GltfWriter::Collected file = writer.finish();
    const Bytes bytes = write_glb(json::parse("{\"asset\":{}" + file.members + "}"), file.binary);
    const Glb glb = need(read_glb(bytes));
    GltfReader reader(glb);
    const auto numbers = [&](const json& accessor, std::uint32_t width) {
        return **reader.accessor(accessor.get<std::uint32_t>(), width);
    };
    const json& first = meshes[0]["primitives"][0];
    const json& attributes = first["attributes"];
    CHECK(numbers(attributes["POSITION"], 3) == std::vector<double>{-1, 0, 0, 0, -2, 0, 0, 0, 3, 1, 2, -3});
    check_numbers(numbers(attributes["NORMAL"], 3), {-0.6, 0, 0.8, 0, -0.6, 0.8, 0, 0, 1, -1, 0, 0});
    // Texels of an 8 x 4 picture; of a missing one, assumed 256 x 256.
    CHECK(numbers(attributes["TEXCOORD_0"], 2) == std::vector<double>{0.25, 0.75, 1, 1, 1, -0.25, 2, 2});
    CHECK(numbers(first["indices"], 1) == std::vector<double>{0, 1, 3, 3, 1, 0});
    CHECK(numbers(meshes[0]["primitives"][1]["indices"], 1) == std::vector<double>{2, 1, 2});
    CHECK(numbers(meshes[1]["primitives"][0]["indices"], 1) == std::vector<double>{2, 2, 2});
}

TEST_CASE("map glTF: an empty map is an empty glTF", "[exchange]")
{
    const Exported made = export_map({}, {});
    CHECK(made.glb.document == json{{"asset", {{"version", "2.0"}, {"generator", "Redforge"}}},
                                    {"scene", 0},
                                    {"scenes", json::array({{{"name", "ISLE"}}})}});
    CHECK(made.glb.binary.empty());
    CHECK(made.bytes.size() % 4 == 0);
}

TEST_CASE("map glTF: names contain readable game text, with escaped quotes and slashes", "[exchange]")
{
    rgm::Map map;
    append_record(map, "objects", {{"id", "1"}, {"script_name", "A\"\\ü\\x01"}});
    const Exported made = export_map(map, {});
    CHECK(made.names_below("objects") == std::vector<std::string>{"object 1 A\"\\ü\\x01"});
}

TEST_CASE("map glTF: rejects too many ropes with their number", "[exchange]")
{
    rgm::Map map;
    append_records(map, "ropes", 1100);
    set_value(map, "ropes[*].rope_model", "PLAIN");
    set_value(map, "ropes[*].length", "32767");
    const scene::GameFolder game = small_game();
    scene::Pictures pictures(game, {}, 0);
    const Result<Bytes> bytes = write_map_gltf(map, scene::scene_of(map, "ROPES", game, {}, pictures), nullptr);
    REQUIRE_FALSE(bytes);
    CHECK(describe(bytes.error()) ==
          "1100 records and 563200 placed models are too many to export; at most 524288 together");
}

TEST_CASE("map glTF: a map's glTF can be imported as one model", "[exchange]")
{
    // Five squares are restored from two triangles each.
    const Result<Imported> back = read_gltf(export_map(small_map(), small_game()).bytes);
    REQUIRE(back);
    CHECK_FALSE(back->is_original);
    CHECK(back->model.faces.size() == 5);
}

TEST_CASE("map glTF: every index of every sample map is valid", "[exchange][samples]")
{
    const std::filesystem::path folder = redforge::test::samples_or_skip("sample maps as glTF");
    if (folder.empty()) {
        return;
    }
    const auto game = scene::index_game_folder(folder / "game");
    REQUIRE(game);
    std::size_t maps = 0;
    for (const auto& path : redforge::test::maps_below(folder)) {
        INFO(path.filename());
        const rgm::Map map = redforge::test::need(rgm::read_map(redforge::test::read_file(path)));
        const scene::MapFiles files = scene::find_map_files(*game, path);
        std::vector<std::string> problems;
        scene::Pictures pictures(*game, scene::colours_of_map(files, problems), 0);
        const scene::Scene scene = scene::scene_of(map, "MAP", *game, files, pictures);
        const Result<Bytes> bytes = write_map_gltf(map, scene, &pictures);
        REQUIRE(bytes);
        Exported made{*bytes, {}, scene.instances.size()};
        made.glb = redforge::test::need(read_glb(made.bytes));
        const auto placed = meshes_of_scene(GltfReader(made.glb));
        REQUIRE(placed);
        std::size_t drawn = 0;
        for (const scene::Instance& each : scene.instances) {
            drawn += scene.meshes[each.mesh].mesh.triangles.empty() ? 0U : 1U;
        }
        CHECK(placed->size() == drawn);
        std::size_t records = 0;
        for (const json& node : made.glb.document.value("nodes", json::array())) {
            const json extras = node.value("extras", json::object());
            records += extras.contains("kind") && extras["kind"] != "terrain" ? 1U : 0U;
        }
        CHECK(records == scene.markers.size());
        check_indices(made);
        ++maps;
    }
    CHECK(maps > 40);
}
