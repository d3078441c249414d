// Models as binary glTF: content of the file, and round trip.
#include <catch2/catch.hpp>

#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/originals.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/mesh/polygons.hpp"
#include "exchange/mesh/surface.hpp"
#include "model/model.hpp"
#include "support/game.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;

namespace {

float float_at(ByteView bytes, std::size_t offset)
{
    return std::bit_cast<float>(load_le<std::uint32_t>(bytes.data() + offset));
}

/// Returns the floats of an accessor without a stride.
std::vector<float> floats(const Glb& glb, std::size_t accessor, std::size_t width)
{
    const json& found = glb.document["accessors"][accessor];
    const json& view = glb.document["bufferViews"][found["bufferView"].get<std::size_t>()];
    std::vector<float> values(found["count"].get<std::size_t>() * width);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = float_at(glb.binary, view["byteOffset"].get<std::size_t>() + 4 * i);
    }
    return values;
}

/// Returns a glTF with one mesh: float positions, then 16-bit indices.
Bytes small_gltf(const std::vector<float>& positions, const std::vector<std::uint16_t>& indices, json node,
                 const json& more = json::object())
{
    Bytes binary;
    for (const float value : positions) {
        append_le(binary, std::bit_cast<std::uint32_t>(value));
    }
    const std::size_t split = binary.size();
    for (const std::uint16_t index : indices) {
        append_le(binary, index);
    }
    node["mesh"] = 0;
    json document{{"asset", {{"version", "2.0"}}}};
    document["scenes"] = json::array({{{"nodes", json::array({0})}}});
    document["nodes"] = json::array({node});
    document["materials"] = json::array({{{"name", "D02044.001"}}});
    document["meshes"] = json::array(
        {{{"primitives", json::array({{{"attributes", {{"POSITION", 0}}}, {"indices", 1}, {"material", 0}}})}}});
    document["accessors"] =
        json::array({{{"bufferView", 0}, {"componentType", 5126}, {"count", positions.size() / 3}, {"type", "VEC3"}},
                     {{"bufferView", 1}, {"componentType", 5123}, {"count", indices.size()}, {"type", "SCALAR"}}});
    document["bufferViews"] =
        json::array({{{"buffer", 0}, {"byteLength", split}},
                     {{"buffer", 0}, {"byteOffset", split}, {"byteLength", binary.size() - split}}});
    document["buffers"] = json::array({{{"byteLength", binary.size()}}});
    document.update(more);
    return write_glb(document, binary);
}

std::string error_text(const Result<Imported>& imported)
{
    return imported ? "" : describe(imported.error());
}

/// Returns the triangle of triangle_v5() as an unchanged import: same positions, numbers and texels.
Polygons triangle_polygons(const model::Model& model)
{
    Polygon polygon{.texture = model.faces[0].texture, .shade = model.faces[0].shade, .number = 1};
    constexpr std::array<std::pair<double, double>, 3> texels{{{1, 0}, {11, -2}, {10.5, 18}}};
    for (std::uint32_t i = 0; i < 3; ++i) {
        polygon.corners.push_back({.vertex = i, .u = texels[i].first, .v = texels[i].second, .numbers = {1, i + 1}});
    }
    return {.positions = model.vertices, .faces = {polygon}, .vertex_numbers = {1, 2, 3}};
}

/// One unit of a drawn model in stored coordinates is 5120.
const std::vector<float> corner_triangle{0, 0, 0, 1, 0, 0, 0, 2, 0};

}  // namespace

TEST_CASE("glTF: exports a triangle at the positions of the reference sheet", "[exchange]")
{
    const model::Model model = redforge::test::need(model::read_model(model::test::triangle_v5()));
    const Result<Bytes> bytes = write_gltf(model, {.name = "CRATE"});
    REQUIRE(bytes);
    const Result<Glb> glb = read_glb(*bytes);
    REQUIRE(glb);
    const json& document = glb->document;
    CHECK(document["nodes"][0]["name"] == "CRATE");
    CHECK(document["materials"][0]["name"] == "D02044");
    CHECK_FALSE(document.contains("animations"));
    const json& primitive = document["meshes"][0]["primitives"][0];
    const auto accessor = [&](const char* name) { return primitive["attributes"][name].get<std::size_t>(); };
    // (0, 0, 0) (768, 0, 0) (768, 1024, 0) drawn at (-x, -y, z) / 5120
    CHECK(floats(*glb, accessor("POSITION"), 3) == std::vector<float>{0, 0, 0, -0.15F, 0, 0, -0.15F, -0.2F, 0});
    CHECK(floats(*glb, accessor("NORMAL"), 3) == std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0, 1});
    // Steps (16, 0) (160, -32) (-8, 320) in 1/16 texel, of an image with assumed sides of 256
    CHECK(floats(*glb, accessor("TEXCOORD_0"), 2) ==
          std::vector<float>{1 / 256.0F, 0, 11 / 256.0F, -2 / 256.0F, 10.5F / 256, 18 / 256.0F});
    // From the side of its normal, the triangle runs counter-clockwise in the stored order: 0 1 2.
    const json& view =
        document["bufferViews"]
                [document["accessors"][primitive["indices"].get<std::size_t>()]["bufferView"].get<std::size_t>()];
    const std::size_t at = view["byteOffset"].get<std::size_t>();
    CHECK(load_le<std::uint16_t>(glb->binary.data() + at) == 0);
    CHECK(load_le<std::uint16_t>(glb->binary.data() + at + 2) == 1);
    CHECK(load_le<std::uint16_t>(glb->binary.data() + at + 4) == 2);
}

TEST_CASE("glTF: normals are converted like positions: (-x, -y, z)", "[exchange]")
{
    // Faces of one vertex each along stored X and Y: (0 1 0) x (0 -1 1) = (1 0 0), and (0 0 1) x (1 0 -1) = (0 1 0).
    model::Model model;
    model.version = "v4.0";
    model.base_frame.type = 8;
    model.vertices = {{0, 0, 0}, {0, 256, 0}, {0, 0, 256}, {512, 0, 0}, {512, 0, 256}, {768, 0, 0}};
    for (const std::uint32_t first : {0U, 3U}) {
        model::Face& face = model.faces.emplace_back();
        face.texture.colour = 1;
        face.vertices = {first, first + 1, first + 2};
        face.u = {0, 0, 0};
        face.v = {0, 0, 0};
    }
    const Bytes bytes = redforge::test::need(write_gltf(model));
    const Glb glb = redforge::test::need(read_glb(bytes));
    const json& attributes = glb.document["meshes"][0]["primitives"][0]["attributes"];
    CHECK(floats(glb, attributes["NORMAL"].get<std::size_t>(), 3) ==
          std::vector<float>{-1, 0, 0, -1, 0, 0, -1, 0, 0, 0, -1, 0, 0, -1, 0, 0, -1, 0});
}

TEST_CASE("glTF: later frames are morph targets of one animation", "[exchange]")
{
    const model::Model model = redforge::test::need(model::read_model(model::test::animated_v4()));
    model::Model moved = model;
    moved.frames[0].deltas[1] = {-512, 1024, 5120};  // subtracted from the base
    const Result<Bytes> bytes = write_gltf(moved);
    REQUIRE(bytes);
    const Glb glb = redforge::test::need(read_glb(*bytes));
    const json& mesh = glb.document["meshes"][0];
    CHECK(mesh["extras"]["targetNames"] == json::array({"frame 1"}));
    const json& targets = mesh["primitives"][0]["targets"];
    REQUIRE(targets.size() == 1);
    const std::vector<float> steps = floats(glb, targets[0]["POSITION"].get<std::size_t>(), 3);
    CHECK(steps == std::vector<float>{0, 0, 0, -0.1F, 0.2F, -1, 0, 0, 0});
    REQUIRE(glb.document["animations"].size() == 1);
    const json& sampler = glb.document["animations"][0]["samplers"][0];
    CHECK(floats(glb, sampler["output"].get<std::size_t>(), 1) == std::vector<float>{0, 1});
}

TEST_CASE("glTF: a frame step over 16 bits is imported like a model of another program", "[exchange]")
{
    const model::Model model = redforge::test::need(model::read_model(model::test::animated_v4()));
    const Bytes exported = redforge::test::need(write_gltf(model));
    const Glb glb = redforge::test::need(read_glb(exported));
    const std::size_t accessor = glb.document["meshes"][0]["primitives"][0]["targets"][0]["POSITION"];
    const std::size_t view = glb.document["accessors"][accessor]["bufferView"];
    const std::size_t at = glb.document["bufferViews"][view]["byteOffset"];
    // X of the first corner, in units of 5120: the base (0) minus the frame (-32767 or -32768), a step of 15 or 16
    // bits.
    for (const auto& [units, known] : {std::pair{32767.0F / 5120, true}, std::pair{32768.0F / 5120, false}}) {
        Bytes binary(glb.binary.begin(), glb.binary.end());
        store_le(binary.data() + at, std::bit_cast<std::uint32_t>(units));
        const Result<Imported> imported = read_gltf(write_glb(glb.document, binary));
        REQUIRE(error_text(imported) == "");
        CHECK(imported->is_original == known);
        REQUIRE(imported->model.frames.size() == 1);
        if (known) {
            CHECK(imported->model.frames[0].deltas[0].x == 32767);
        }
    }
}

TEST_CASE("glTF: a model read back from its .glb is identical", "[exchange]")
{
    std::mt19937 random(20261121);
    for (int round = 0; round < 60; ++round) {
        const bool v5 = round % 2 == 0;
        const std::uint32_t type = std::array{0U, 2U, 4U, 8U}[static_cast<std::size_t>(round / 2 % 4)];
        const std::size_t frames = v5 ? 1 : 1 + static_cast<std::size_t>(round) % 4;
        const model::Model model =
            model::test::random_model(random, v5 ? "v5.0" : "v4.0", frames, v5 ? 0 : type, v5 || round % 3 == 0);
        INFO("round " << round);
        const Result<Bytes> exported = write_gltf(model);
        REQUIRE(exported);
        const Result<Imported> back = read_gltf(*exported);
        REQUIRE(error_text(back) == "");
        CHECK(back->is_original);
        CHECK(redforge::test::need(model::write_model(back->model)) == redforge::test::need(model::write_model(model)));
        CHECK(redforge::test::need(write_gltf(back->model)) == *exported);
    }
}

TEST_CASE("glTF: a v2 model is restored, or becomes v5.0 with the same polygons", "[exchange]")
{
    const model::Model model = redforge::test::need(model::read_model(model::test::triangle_v2()));
    const Bytes exported = redforge::test::need(write_gltf(model));
    const Imported same = redforge::test::need(read_gltf(exported));
    CHECK(same.is_original);
    CHECK(redforge::test::need(model::write_model(same.model)) == model::test::triangle_v2());
    const Result<Imported> back = read_gltf(exported, {.version = "v5.0"});
    REQUIRE(error_text(back) == "");
    CHECK(back->model.version.bytes == "v5.0");
    REQUIRE(back->model.faces.size() == 1);
    const model::Face& face = back->model.faces[0];
    CHECK(face.shade == 6);
    CHECK(face.texture.bank == 12);
    CHECK(face.texture.image == 6);
    CHECK(face.u == std::vector<std::int16_t>{1, 3, 5});
    CHECK(face.v == std::vector<std::int16_t>{2, 4, 6});
    CHECK(face.slots == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(back->model.clusters.size() == 1);
}

TEST_CASE("glTF: faces of a v2 model stay flat: each corner has its own normal", "[exchange]")
{
    model::Model model = redforge::test::need(model::read_model(model::test::triangle_v2()));
    model.vertices.push_back({0, 0, 1024});
    model.faces.push_back(model.faces.front());
    model.faces.back().vertices = {1, 0, 3};  // shares an edge with the first face, at a right angle
    const Result<Imported> back = read_gltf(redforge::test::need(write_gltf(model)), {.version = "v5.0"});
    REQUIRE(error_text(back) == "");
    CHECK(back->model.faces[0].slots == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(back->model.faces[1].slots == std::vector<std::uint32_t>{3, 4, 5});
}

TEST_CASE("glTF: rejects unterminated or deeply nested JSON before parsing it", "[exchange]")
{
    json deep = 1;
    for (int i = 0; i < 80; ++i) {
        deep = json::array({deep});
    }
    CHECK(error_text(read_gltf(write_glb({{"asset", deep}}, {}))).find("JSON nested deeper than 64") !=
          std::string::npos);
    const std::string blanks = std::string((16U << 20U) + 1, ' ');
    CHECK(error_text(read_gltf(write_glb(json::object(), {}, blanks))).find("bytes of JSON; at most 16777216") !=
          std::string::npos);
}

TEST_CASE("glTF: moving a vertex of an export moves it in the model and its cluster", "[exchange]")
{
    const model::Model model = redforge::test::need(model::read_model(model::test::triangle_v5()));
    Bytes bytes = redforge::test::need(write_gltf(model));
    const Glb glb = redforge::test::need(read_glb(bytes));
    const auto offset = static_cast<std::size_t>(glb.binary.data() - bytes.data());
    // The second corner is the first accessor's second triple: to x = -0.3.
    store_le(bytes.data() + offset + 12, std::bit_cast<std::uint32_t>(-0.3F));
    const Result<Imported> back = read_gltf(bytes);
    REQUIRE(error_text(back) == "");
    CHECK(back->is_original);
    CHECK(back->model.vertices[1] == model::Vector{1536, 0, 0});
    CHECK(back->model.faces == model.faces);
    REQUIRE(back->model.clusters.size() == 1);
    CHECK(back->model.clusters[0].x == 768);
    CHECK(back->model.clusters[0].y == 512);
    CHECK(back->model.clusters[0].radius == 923);  // the root of 768^2 + 512^2 is 923.03
}

TEST_CASE("glTF: imports a mesh of another program as a v5.0 model", "[exchange]")
{
    const Result<Imported> back = read_gltf(small_gltf(corner_triangle, {0, 1, 2}, {{"name", "hut"}}));
    REQUIRE(error_text(back) == "");
    CHECK(back->name == "hut");
    CHECK_FALSE(back->is_original);
    const model::Model& model = back->model;
    CHECK(model.version.bytes == "v5.0");
    CHECK(model.vertices == std::vector<model::Vector>{{0, 0, 0}, {-5120, 0, 0}, {0, -10240, 0}});
    REQUIRE(model.faces.size() == 1);
    CHECK(model.faces[0].texture.bank == 302);
    CHECK(model.faces[0].texture.image == 44);
    CHECK(model.faces[0].vertices == std::vector<std::uint32_t>{0, 1, 2});
    REQUIRE(model.clusters.size() == 1);
    CHECK(model.clusters[0].faces == std::vector<std::uint16_t>{0});
    const Result<Bytes> written = model::write_model(model);
    REQUIRE(written);
    CHECK(redforge::test::need(model::read_model(*written)) == model);
}

TEST_CASE("glTF: nodes place meshes; faces of a mirroring node still face outwards", "[exchange]")
{
    const Result<Imported> back =
        read_gltf(small_gltf(corner_triangle, {0, 1, 2}, {{"translation", {1, 0, 0}}, {"scale", {-1, 1, 1}}}));
    REQUIRE(error_text(back) == "");
    // x becomes 1 - x. The mirroring swaps the second and third corner.
    CHECK(back->model.vertices == std::vector<model::Vector>{{-5120, 0, 0}, {0, 0, 0}, {-5120, -10240, 0}});
    CHECK(back->model.faces[0].vertices == std::vector<std::uint32_t>{0, 2, 1});
}

TEST_CASE("glTF: rejects models that the game cannot store, with the reason", "[exchange]")
{
    CHECK(error_text(read_gltf(small_gltf(corner_triangle, {0, 1, 3}, json::object()))) ==
          "meshes[0].primitives[0]: has an index of 3; below 3");
    CHECK(error_text(read_gltf(small_gltf(corner_triangle, {0, 1, 1}, json::object()))) ==
          "faces: there is no face with an area; a model has at least one");
    CHECK(error_text(read_gltf(small_gltf({0, 0, 0, 1e9F, 0, 0, 0, 2, 0}, {0, 1, 2}, json::object()))) ==
          "vertices: a vertex at -1000000000; within 419,430 of the origin, the range of 32 bits");
    CHECK(error_text(read_gltf(small_gltf(corner_triangle, {0, 1, 2}, json::object(),
                                          {{"materials", json::array({{{"name", "Wood"}}})}}))) ==
          "materials: the material \"Wood\" names no texture; a name such as D02044 (bank 302, image 44) or colour_42, "
          "or a palette to match colours to");
    CHECK(error_text(read_gltf(small_gltf(corner_triangle, {0, 1, 2}, json::object(),
                                          {{"extensionsRequired", {"KHR_draco_mesh_compression"}}}))) ==
          "extensionsRequired: is [\"KHR_draco_mesh_compression\"]; save the model without compression and extensions");
    const model::Model animated = redforge::test::need(model::read_model(model::test::animated_v4()));
    CHECK(error_text(read_gltf(redforge::test::need(write_gltf(animated)), {.version = "v5.0"})) ==
          "version: v5.0 for a model of 2 frames; v5.0 models have one frame: v4.0, or a mesh without morph targets");
    CHECK(error_text(read_gltf(as_bytes("glTF"))).find("not a binary glTF (.glb) file") != std::string::npos);
}

TEST_CASE("glTF: a node with a scale below 1 keeps the direction of faces", "[exchange]")
{
    const Imported whole = redforge::test::need(read_gltf(small_gltf(corner_triangle, {0, 1, 2}, json::object())));
    const Imported half = redforge::test::need(
        read_gltf(small_gltf(corner_triangle, {0, 1, 2}, {{"scale", json::array({0.5, 0.25, 0.5})}})));
    CHECK(half.model.vertices == std::vector<model::Vector>{{0, 0, 0}, {-2560, 0, 0}, {0, -2560, 0}});
    CHECK(half.model.faces.at(0).vertices == whole.model.faces.at(0).vertices);
    const Imported mirrored = redforge::test::need(
        read_gltf(small_gltf(corner_triangle, {0, 1, 2}, {{"scale", json::array({0.5, 0.25, -0.5})}})));
    CHECK(mirrored.model.faces.at(0).vertices != whole.model.faces.at(0).vertices);
}

TEST_CASE("glTF: a model file over 11 MiB is not stored in a .glb", "[exchange]")
{
    Bytes bytes = model::test::triangle_v5();
    bytes.resize((std::size_t{11} << 20U) + 1, std::byte{1});
    const model::Model large = redforge::test::need(model::read_model(bytes));
    const OriginalFile file = original_file(large);
    CHECK(file.text.empty());
    CHECK(file.picture.empty());
}

TEST_CASE("glTF: rejects nodes that do not form a tree", "[exchange]")
{
    const Bytes bytes = small_gltf(corner_triangle, {0, 1, 2}, {{"children", json::array({0})}});
    CHECK(error_text(read_gltf(bytes)) == "nodes[0]: has two parents in the scene; nodes are a tree");
}

TEST_CASE("glTF: rejects or reads a file that is truncated at any byte", "[exchange]")
{
    const Bytes whole =
        redforge::test::need(write_gltf(redforge::test::need(model::read_model(model::test::animated_v4()))));
    for (std::size_t size = 0; size < whole.size(); size += 3) {
        const Result<Imported> back = read_gltf(ByteView(whole).first(size));
        CHECK_FALSE(back);
    }
}

TEST_CASE("glTF: materials are named by their texture or colour", "[exchange]")
{
    model::Texture image;
    image.bank = 302;
    image.image = 44;
    CHECK(surface_name(image) == "D02044");
    CHECK(surface_of("D02044") == image);
    CHECK(surface_of("d02044.003") == image);
    model::Texture colour;
    colour.colour = 42;
    CHECK(surface_name(colour) == "colour_42");
    CHECK(surface_of("colour_42") == colour);
    colour.low = 0x3B;
    CHECK(surface_name(colour) == "code_FFF02A3B");
    CHECK(surface_of("code_FFF02A3B") == colour);
    CHECK_FALSE(surface_of("colour_256"));
    CHECK_FALSE(surface_of("Material"));
}

TEST_CASE("glTF: an incomplete stored model is ignored", "[exchange]")
{
    const Bytes bytes =
        redforge::test::need(write_gltf(redforge::test::need(model::read_model(model::test::triangle_v5()))));
    const Glb glb = redforge::test::need(read_glb(bytes));
    REQUIRE(redforge::test::need(read_gltf(bytes)).is_original);
    const std::string text = glb.document["meshes"][0]["extras"]["redforge"]["model"];
    for (const json& kept : {json("="), json("\"" + text), json(text.substr(0, 40)), json(7), json::array({text})}) {
        json changed = glb.document;
        changed["materials"][0].erase("occlusionTexture");
        changed["meshes"][0]["extras"]["redforge"]["model"] = kept;
        const Imported imported = redforge::test::need(read_gltf(write_glb(changed, glb.binary)));
        CHECK_FALSE(imported.is_original);
        CHECK(model::write_model(imported.model));
    }
}

TEST_CASE("glTF: stores polygon, vertex and slot of each corner, and each face's cluster", "[exchange]")
{
    model::Model model = redforge::test::need(model::read_model(model::test::triangle_v5()));
    model.faces.front().shade = 20;
    model.faces.push_back(model.faces.front());
    model.faces.back().vertices = {2, 0, 1};
    model.faces.back().slots = {2, 0, 1};
    const Bytes bytes = redforge::test::need(write_gltf(model));
    const Glb glb = redforge::test::need(read_glb(bytes));
    const json& attributes = glb.document["meshes"][0]["primitives"][0]["attributes"];
    const auto set = [&](const char* name) { return floats(glb, attributes[name].get<std::size_t>(), 2); };
    CHECK(set("TEXCOORD_1") == std::vector<float>{1, 1, 1, 2, 1, 3, 2, 1, 2, 2, 2, 3});        // polygon, corner
    CHECK(set("TEXCOORD_2") == std::vector<float>{1, 1, 2, 1, 3, 1, 3, 3, 1, 1, 2, 2});        // vertex, slot
    CHECK(set("TEXCOORD_3") == std::vector<float>{20, 1, 20, 1, 20, 1, 20, 0, 20, 0, 20, 0});  // shade, cluster
}

TEST_CASE("glTF: stores the model file as base 64 text, and restores it", "[exchange]")
{
    model::Model model = redforge::test::cube(20, {.colour = 9});
    const OriginalFile file = original_file(model);
    CHECK(file.text.substr(0, 4) == "djQu");  // "v4." in base64
    const std::optional<model::Model> back = original_of(std::string_view(file.text));
    REQUIRE(back);
    CHECK(redforge::test::need(model::write_model(*back)) == redforge::test::need(model::write_model(model)));
    CHECK_FALSE(original_of("djQu*" + file.text.substr(5)));
    CHECK_FALSE(original_of(std::string_view()));
    const std::optional<model::Model> of_picture = original_of(ByteView(file.picture));
    REQUIRE(of_picture);
    CHECK(redforge::test::need(model::write_model(*of_picture)) == redforge::test::need(model::write_model(model)));
}

TEST_CASE("glTF: recognises a polygon only if numbers, positions and texels are equal", "[exchange]")
{
    const model::Model model = redforge::test::need(model::read_model(model::test::triangle_v5()));
    const Polygons whole = triangle_polygons(model);
    std::vector<std::string> notes;
    const auto is_original = [&](const auto& change) {
        Polygons changed = whole;
        change(changed);
        return take_original(model, changed, notes).has_value();
    };
    CHECK(take_original(model, whole, notes) == model);
    CHECK_FALSE(is_original([](Polygons& p) { p.faces[0].number = 2; }));
    CHECK_FALSE(is_original([](Polygons& p) { p.faces[0].number = 0; }));
    CHECK_FALSE(is_original([](Polygons& p) { p.faces[0].corners.pop_back(); }));
    CHECK_FALSE(is_original([](Polygons& p) { p.faces[0].texture.image += 1; }));
    CHECK_FALSE(is_original([](Polygons& p) { p.faces.push_back(p.faces[0]); }));
    CHECK_FALSE(is_original([](Polygons& p) { p.frames.push_back(p.positions); }));
    for (std::size_t corner = 0; corner < 3; ++corner) {
        CHECK_FALSE(is_original([&](Polygons& p) { p.faces[0].corners[corner].numbers.corner += 1; }));
        CHECK_FALSE(is_original([&](Polygons& p) { p.vertex_numbers[corner] = 4; }));
        // Rounding changes at most half of a step of 1/16 texel.
        CHECK(is_original([&](Polygons& p) { p.faces[0].corners[corner].u += 0.031; }));
        CHECK(is_original([&](Polygons& p) { p.faces[0].corners[corner].v -= 0.031; }));
        CHECK_FALSE(is_original([&](Polygons& p) { p.faces[0].corners[corner].u += 0.033; }));
        CHECK_FALSE(is_original([&](Polygons& p) { p.faces[0].corners[corner].v -= 0.033; }));
    }
    CHECK(notes.empty());
}

TEST_CASE("glTF: restores a rounded original, and applies moved vertices and shades", "[exchange]")
{
    model::Model model = redforge::test::need(model::read_model(model::test::triangle_v5()));
    model.vertices[2] = {0, 4'000'000, -4'000'000};  // two units are half a millionth of its size
    const Polygons whole = triangle_polygons(model);
    std::vector<std::string> notes;
    Polygons changed = whole;
    changed.positions[2] = {0, 4'000'002, -3'999'998};
    CHECK(take_original(model, changed, notes) == model);
    changed.positions[2] = {0, 4'000'003, -4'000'000};
    const std::optional<model::Model> moved = take_original(model, changed, notes);
    REQUIRE(moved);
    CHECK(moved->vertices[2] == model::Vector{0, 4'000'003, -4'000'000});
    CHECK(moved->vertices[1] == model.vertices[1]);
    // Another program may split vertices by corner. Two copies of one vertex must still have one position.
    model.faces.push_back(model.faces[0]);
    changed = triangle_polygons(model);
    changed.faces.push_back(changed.faces[0]);
    changed.faces[1].number = 2;
    changed.faces[1].corners[0].vertex = 3;
    changed.vertex_numbers.push_back(1);
    changed.positions.push_back(model.vertices[0]);
    REQUIRE(take_original(model, changed, notes) == model);
    changed.positions[3].z = 9;
    CHECK_FALSE(take_original(model, changed, notes));
    changed.positions[0].z = 9;
    REQUIRE(take_original(model, changed, notes));
    CHECK(take_original(model, changed, notes)->vertices[0] == model::Vector{0, 0, 9});
    changed = whole;
    model.faces.pop_back();
    changed.faces[0].shade = 21;
    const std::optional<model::Model> shaded = take_original(model, changed, notes);
    model.faces[0].shade = 21;
    CHECK(shaded == model);
    CHECK(notes.empty());
}

TEST_CASE("glTF: base 64 rejects other characters, and padding is optional", "[exchange]")
{
    const model::Model model = redforge::test::need(model::read_model(model::test::triangle_v5()));
    const std::string text = original_file(model).text;
    CHECK(text.size() == 296);  // 222 bytes: a multiple of three
    CHECK(original_of(std::string_view(text)) == model);
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string other = text;
        other[i] = '*';
        CHECK_FALSE(original_of(std::string_view(other)));
    }
    CHECK_FALSE(original_of(std::string_view(text + "*")));
    // 232 bytes leave a remainder of one byte, 230 bytes of two.
    for (const auto& [file, fill] : {std::pair{model::test::narrow_v2(), "=="}, {model::test::animated_v4(), "="}}) {
        const model::Model other = redforge::test::need(model::read_model(file));
        const std::string filled = original_file(other).text;
        const std::size_t bare = filled.find('=');
        CHECK(filled.substr(bare) == fill);
        CHECK(original_of(std::string_view(filled)) == other);
        CHECK(original_of(std::string_view(filled).substr(0, bare)) == other);
    }
}
