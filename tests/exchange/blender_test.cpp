// Models to Blender and back: the data that Blender keeps by default is enough to restore the bytes.
#include <array>
#include <cstdlib>
#include <filesystem>
#include <random>

#include <catch2/catch.hpp>

#include "art/png.hpp"
#include "exchange/gltf/carrier.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/gltf_file.hpp"
#include "exchange/gltf/originals.hpp"
#include "exchange/map/map_gltf.hpp"
#include "exchange/map/map_import.hpp"
#include "exchange/mesh/imported.hpp"
#include "model/model.hpp"
#include "runner/skip.hpp"
#include "support/blender.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"
#include "support/sample_game.hpp"
#include "support/samples.hpp"
#include "support/source_folder.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;
using redforge::test::as_blender_writes;
using redforge::test::Keeps;
using redforge::test::need;

namespace {

Bytes reimport_from_blender(const model::Model& model)
{
    return need(model::write_model(need(read_gltf(as_blender_writes(need(write_gltf(model)), Keeps::defaults))).model));
}

/// Changes one float of an accessor of a .glb: component `part` of three in element `element`.
Bytes with_float(ByteView bytes, const json::json_pointer& accessor, std::size_t element, std::size_t part, float value)
{
    const Glb glb = need(read_glb(bytes));
    Bytes binary(glb.binary.begin(), glb.binary.end());
    const json& view =
        glb.document["bufferViews"][glb.document["accessors"][glb.document[accessor].get<std::size_t>()]["bufferView"]
                                        .get<std::size_t>()];
    store_le(binary.data() + view["byteOffset"].get<std::size_t>() + 12 * element + 4 * part,
             std::bit_cast<std::uint32_t>(value));
    return write_glb(glb.document, binary);
}

const json::json_pointer first_target("/meshes/0/primitives/0/targets/0/POSITION");

/// Returns true if Blender and the library that its importer needs are installed. Otherwise reports the test as
/// skipped.
bool has_blender()
{
    if (std::system("command -v blender > /dev/null 2>&1") == 0 &&                  // NOLINT: one thread
        std::system("/usr/bin/python3 -c 'import numpy' > /dev/null 2>&1") == 0) {  // NOLINT: as above
        return true;
    }
    redforge::test::skip("Blender with numpy is not installed");
    return false;
}

/// Imports a .glb into Blender and exports it. `arguments`: the name of the output, and changes; see
/// blender_round_trip.py. Returns the output as a .glb.
Bytes through_blender(ByteView glb, const std::string& arguments)
{
    const redforge::test::Folder folder;
    folder.put("in.glb", glb);
    const std::string command = "cd '" + folder.path.string() +
                                "' && timeout 120 blender -b --factory-startup -noaudio -P '" +
                                redforge::test::source_folder().string() +
                                "/tests/exchange/blender_round_trip.py' -- in.glb " + arguments + " > way.log 2>&1";
    INFO(command);
    REQUIRE(std::system(command.c_str()) == 0);  // NOLINT: as above
    const Bytes out = redforge::test::read_file(folder.path / arguments.substr(0, arguments.find(' ')));
    return is_text_gltf(out) ? need(pack_gltf(out,
                                              [&](const std::string& path) -> Result<Bytes> {
                                                  return redforge::test::read_file(folder.path / path);
                                              }))
                             : out;
}

}  // namespace

TEST_CASE("blender: restores bytes stored in a picture, whose red channel is 255", "[exchange]")
{
    for (const std::size_t size : {0U, 1U, 2U, 999U, 100000U}) {
        Bytes bytes;
        for (std::size_t i = 0; i < size; ++i) {
            bytes.push_back(static_cast<std::byte>(i * i >> 3U));
        }
        const Bytes png = need(picture_of_bytes(bytes));
        CHECK(bytes_of_picture(png) == bytes);
        const art::RgbaImage image = art::to_rgba(need(art::read_png(png)));
        for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
            REQUIRE(image.rgba[i] == 255);
            REQUIRE(image.rgba[i + 3] == 255);
        }
        // The same pixels with another compression.
        CHECK(bytes_of_picture(need(art::write_png(image, art::Effort::thorough))) == bytes);
    }
}

TEST_CASE("blender: a picture with a changed pixel, or any other picture, contains no bytes", "[exchange]")
{
    const Bytes bytes(100, std::byte{7});
    const art::RgbaImage image = art::to_rgba(need(art::read_png(need(picture_of_bytes(bytes)))));
    for (std::size_t pixel = 0; pixel < 66; ++pixel) {  // 8 + 24 bytes before the 100, two bytes a pixel
        art::RgbaImage other = image;
        other.rgba[4 * pixel + 2] ^= 1U;
        CHECK_FALSE(bytes_of_picture(need(art::write_png(other))));
    }
    CHECK_FALSE(bytes_of_picture(need(art::write_png(art::RgbaImage{1, 1, {255, 0, 0, 255}}))));
    CHECK_FALSE(bytes_of_picture(as_bytes("no picture")));
    CHECK_FALSE(bytes_of_picture({}));
}

TEST_CASE("blender: every material of a .glb has the model's file as its occlusion map", "[exchange]")
{
    model::Model model = need(model::read_model(model::test::triangle_v5()));
    model.faces.push_back(model.faces.front());
    model.faces.back().texture = {};
    model.faces.back().texture.colour = 9;
    const Glb glb = need(read_glb(need(write_gltf(model))));
    REQUIRE(glb.document["materials"].size() == 2);
    CHECK(glb.document["materials"][0]["occlusionTexture"]["index"] == 0);
    CHECK(glb.document["materials"][1]["occlusionTexture"]["index"] == 0);
    CHECK(glb.document["images"].size() == 1);
    const json plain = need(read_glb(need(write_gltf(model, {.originals = false})))).document;
    CHECK_FALSE(plain["materials"][0].contains("occlusionTexture"));
    CHECK_FALSE(plain.contains("images"));
}

TEST_CASE("blender: a model that Blender saved with default options is unchanged", "[exchange]")
{
    for (const Bytes& bytes : {model::test::triangle_v2(), model::test::triangle_v5(), model::test::animated_v4(),
                               model::test::narrow_v2(), model::test::wide_v2()}) {
        CHECK(reimport_from_blender(need(model::read_model(bytes))) == bytes);
    }
    struct Form {
        std::string_view version;
        std::size_t frames;
        std::uint32_t type;
        bool slots;
    };
    std::mt19937 random(23);
    for (const Form& form : {Form{"v2.6", 0, 0, false}, Form{"v2.7", 0, 0, false}, Form{"v2.6", 3, 3, false},
                             Form{"v2.7", 3, 4, false}, Form{"v4.0", 0, 8, false}, Form{"v4.0", 0, 0, true},
                             Form{"v4.0", 3, 2, false}, Form{"v4.0", 3, 4, false}, Form{"v5.0", 0, 8, true}}) {
        for (int i = 0; i < 10; ++i) {
            model::Model model = model::test::random_model(random, form.version, form.frames, form.type, form.slots);
            INFO(form.version << " " << form.frames << " " << form.type << " " << i);
            const Bytes bytes = need(model::write_model(model));
            model = need(model::read_model(bytes));
            CHECK((drawn_faces(model).empty() || reimport_from_blender(model) == bytes));
        }
    }
}

TEST_CASE("blender: sample models that Blender saved with default options are unchanged", "[exchange][samples]")
{
    const std::filesystem::path folder =
        redforge::test::samples_or_skip("sample models by way of Blender's default options");
    if (folder.empty()) {
        return;
    }
    std::size_t all = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".3D" && extension != ".3DC") {
            continue;
        }
        INFO(entry.path().filename());
        const Bytes bytes = redforge::test::read_file(entry.path());
        const model::Model model = need(model::read_model(bytes));
        if (!drawn_faces(model).empty()) {
            CHECK(reimport_from_blender(model) == bytes);
            ++all;
        }
    }
    CHECK(all > 200);
}

TEST_CASE("blender: restores only the model whose polygons exist", "[exchange]")
{
    const Bytes bytes = model::test::animated_v4();
    const Bytes written = as_blender_writes(need(write_gltf(need(model::read_model(bytes)))), Keeps::defaults);
    Glb glb = need(read_glb(written));
    glb.document["meshes"][0]["extras"]["redforge"]["model"] =
        original_file(need(model::read_model(model::test::triangle_v2()))).text;
    CHECK(need(model::write_model(need(read_gltf(write_glb(glb.document, glb.binary))).model)) == bytes);
}

TEST_CASE("blender: exports v2.x frames as base plus step, v4.0 frames as base minus step", "[exchange]")
{
    const auto target = [](const model::Model& model) {
        const Bytes file = need(write_gltf(model));  // must outlive the reader, which keeps views of it
        const Glb glb = need(read_glb(file));
        GltfReader reader(glb);
        return *need(reader.accessor(glb.document[first_target].get<std::uint32_t>(), 3));
    };
    model::Model v2 = need(model::read_model(model::test::narrow_v2()));
    v2.frames[0].deltas = {{0, 0, 0}, {512, 1024, 5120}, {0, 0, 0}};
    CHECK(target(v2) ==
          std::vector<double>{0, 0, 0, static_cast<double>(-0.1F), static_cast<double>(-0.2F), 1, 0, 0, 0});
    model::Model v4 = need(model::read_model(model::test::animated_v4()));
    v4.frames[0].deltas = {{0, 0, 0}, {512, 1024, 5120}, {0, 0, 0}, {0, 0, 0}};
    const std::vector<double> out = target(v4);
    REQUIRE(out.size() >= 6);
    CHECK(std::vector<double>(out.begin(), out.begin() + 6) ==
          std::vector<double>{0, 0, 0, static_cast<double>(0.1F), static_cast<double>(0.2F), -1});
}

TEST_CASE("blender: moves a vertex of a v2.x frame in the original and keeps other tables", "[exchange]")
{
    const Bytes bytes = model::test::narrow_v2();
    const model::Model model = need(model::read_model(bytes));
    // X of corner 1 in the later frame is drawn at -x / 5120 from the base. Stored steps are added. It was 1.
    const Imported back = need(read_gltf(with_float(need(write_gltf(model)), first_target, 1, 0, -300 / 5120.0F)));
    Bytes expected = bytes;
    store_le(expected.data() + 204, std::uint16_t{300});
    store_le(expected.data() + 12, std::uint32_t{32792});  // the radius: the last vertex is (768, 1024, -32768) there
    CHECK(need(model::write_model(back.model)) == expected);
    CHECK(back.notes == std::vector<std::string>{"vertices moved; normals and face data of the frames are unchanged, "
                                                 "because their rule is not known"});
    const Bytes wide = model::test::wide_v2();
    const Imported moved = need(
        read_gltf(with_float(need(write_gltf(need(model::read_model(wide)))), first_target, 2, 1, -512 / 5120.0F)));
    CHECK(moved.model.version.bytes == "v2.7");
    CHECK(moved.model.frames[0].vertices[2] == model::Vector{768, 1536, 100});
    CHECK(moved.model.frames[0].face_data == need(model::read_model(wide)).frames[0].face_data);
    CHECK(model::write_model(moved.model));
}

TEST_CASE("blender: a model that went through Blender round-trips byte for byte", "[exchange][blender]")
{
    if (!has_blender()) {
        return;
    }
    const Bytes original = model::test::narrow_v2();
    const Bytes back = through_blender(need(write_gltf(need(model::read_model(original)))), "out.glb");
    CHECK(need(model::write_model(need(read_gltf(back)).model)) == original);
}

TEST_CASE("blender: a map that went through Blender is the same, and its changes are found", "[exchange][blender]")
{
    if (!has_blender()) {
        return;
    }
    const redforge::test::SampleGame folder;
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    const scene::MapFiles files = scene::find_map_files(game, folder.path / "maps/a.rgm");
    scene::Pictures pictures(game, {}, 0);
    const rgm::Map map = rgm::sample_map();
    const scene::Scene scene = scene::scene_of(map, "a", game, files, pictures);
    const art::Terrain terrain = need(art::read_terrain(redforge::test::read_file(*files.terrain)));
    const Bytes exported = need(write_map_gltf(map, scene, &pictures));
    MapImportOptions options;
    options.remove_missing = true;
    options.models.palette = scene.colours;
    for (const std::string& way :
         {std::string("out.glb properties"), std::string("out.gltf properties"), std::string("out.glb")}) {
        INFO(way);
        const MapImport back = need(import_map(through_blender(exported, way), map, scene, &terrain, options));
        CHECK(back.map == map);
        CHECK_FALSE(back.terrain);
        CHECK(back.notes.size() == (way == "out.glb" ? 1 : 0));  // without lights
    }
    const MapImport moved =
        need(import_map(through_blender(exported, "out.glb properties move"), map, scene, &terrain, options));
    CHECK(moved.notes.empty());
    // The copy, and the cube, which is a new model. The first wall moved two units up and turned.
    CHECK(redforge::test::values(moved.map, "statics[*].id") ==
          std::vector<std::string>{"524288", "524289", "524290", "524291"});
    CHECK(redforge::test::values(moved.map, "statics[0].position") == std::vector<std::string>{"180", "-40", "250"});
    CHECK(redforge::test::value(moved.map, "statics[0].rotation_matrix") ==
          "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(redforge::test::values(moved.map, "statics[2].position") == std::vector<std::string>{"-20", "0", "250"});
    CHECK(redforge::test::value(moved.map, "statics[3].model_name") == "CRATE");
    REQUIRE(moved.models.size() == 1);
    CHECK(moved.models[0].model.faces.size() == 6);
    CHECK(redforge::test::count(moved.map, "lights") == 2);
    // Blender's X, Z and -Y are glTF's axes.
    CHECK(redforge::test::values(moved.map, "markers[2].position") == std::vector<std::string>{"80", "-120", "65436"});
}
