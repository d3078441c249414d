// glTF of other programs: transforms, packed numbers, sparse parts, and Redforge exports that were changed.
#include <functional>

#include <catch2/catch.hpp>

#include "art/png.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/mesh/imported.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;
using Vertices = std::vector<model::Vector>;

namespace {

/// A document under construction: a triangle (0 0 0) (1 0 0) (0 2 0) in one node.
struct ForeignGltf {
    Bytes binary;
    json document{{"asset", {{"version", "2.0"}}},
                  {"scenes", json::array({{{"nodes", json::array({0})}}})},
                  {"nodes", json::array({{{"mesh", 0}}})},
                  {"materials", json::array({{{"name", "D02044"}}})},
                  {"accessors", json::array()},
                  {"bufferViews", json::array()}};

    ForeignGltf()
    {
        const std::size_t position = floats({0, 0, 0, 1, 0, 0, 0, 2, 0}, 3);
        document["meshes"] =
            json::array({{{"primitives", json::array({{{"attributes", {{"POSITION", position}}}, {"material", 0}}})}}});
    }
    std::size_t view(ByteView bytes)
    {
        binary.resize((binary.size() + 3) / 4 * 4);
        document["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", bytes.size()}});
        append(binary, bytes);
        return document["bufferViews"].size() - 1;
    }
    std::size_t accessor(ByteView bytes, int component, std::size_t count, const char* type, bool normalized = false)
    {
        const std::size_t made = view(bytes);
        document["accessors"].push_back({{"bufferView", made},
                                         {"componentType", component},
                                         {"count", count},
                                         {"type", type},
                                         {"normalized", normalized}});
        return document["accessors"].size() - 1;
    }
    std::size_t floats(const std::vector<float>& values, std::size_t width)
    {
        Bytes bytes;
        for (const float value : values) {
            append_le(bytes, std::bit_cast<std::uint32_t>(value));
        }
        return accessor(bytes, 5126, values.size() / width, width == 3 ? "VEC3" : "VEC2");
    }
    json& primitive() { return document["meshes"][0]["primitives"][0]; }
    json& node() { return document["nodes"][0]; }
    [[nodiscard]] Bytes bytes()
    {
        document["buffers"] = json::array({{{"byteLength", binary.size()}}});
        return write_glb(document, binary);
    }
    [[nodiscard]] Result<Imported> read(const ImportOptions& options = {}) { return read_gltf(bytes(), options); }
    [[nodiscard]] Vertices vertices()
    {
        const Result<Imported> imported = read();
        REQUIRE(imported);
        return imported->model.vertices;
    }
    [[nodiscard]] std::string error_text(const ImportOptions& options = {})
    {
        const Result<Imported> imported = read(options);
        return imported ? "" : describe(imported.error());
    }
};

/// An export of two triangles with two materials, to be changed like by other programs.
struct Changed {
    Bytes bytes;
    Glb glb;
    Changed()
    {
        model::Model model = redforge::test::need(model::read_model(model::test::triangle_v5()));
        model.faces.push_back(model.faces.front());
        model.faces.back().texture.image = 45;
        bytes = redforge::test::need(write_gltf(model));
        glb = redforge::test::need(read_glb(bytes));
    }
    /// Returns true if import recognises the exported model.
    [[nodiscard]] bool known() const
    {
        const Result<Imported> imported = read_gltf(write_glb(glb.document, glb.binary));
        REQUIRE(imported);
        return imported->is_original;
    }
    json& primitive(std::size_t i) { return glb.document["meshes"][0]["primitives"][i]; }
};

}  // namespace

TEST_CASE("glTF: a node's matrix is read column by column", "[exchange]")
{
    ForeignGltf made;
    // X becomes Y, Y becomes -X, then all move by 5 along X.
    made.node()["matrix"] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1};
    // (0 0 0) to (5 0 0), (1 0 0) to (5 1 0), (0 2 0) to (3 0 0); stored as (-x, -y, z) * 5120.
    CHECK(made.vertices() == Vertices{{-25600, 0, 0}, {-25600, -5120, 0}, {-15360, 0, 0}});
}

TEST_CASE("glTF: a rotation is read as x, y, z, w, and children follow their parent", "[exchange]")
{
    ForeignGltf made;
    made.document["nodes"] = json::array({{{"children", json::array({1})}, {"translation", {1, 0, 0}}},
                                          {{"mesh", 0}, {"rotation", {0, 0, 0.70710678, 0.70710678}}}});
    CHECK(made.vertices() == Vertices{{-5120, 0, 0}, {-5120, -5120, 0}, {5120, 0, 0}});
    // A rotated parent and a translated child: the translation is rotated too.
    made.document["nodes"] =
        json::array({{{"children", json::array({1})}, {"rotation", {0, 0, 0.70710678, 0.70710678}}},
                     {{"mesh", 0}, {"translation", {1, 0, 0}}}});
    CHECK(made.vertices() == Vertices{{0, -5120, 0}, {0, -10240, 0}, {10240, -5120, 0}});
}

TEST_CASE("glTF: without a scene, the roots are the nodes without a parent", "[exchange]")
{
    ForeignGltf made;
    made.document.erase("scenes");
    made.document["nodes"] = json::array({{{"mesh", 0}}, {{"children", json::array({0})}, {"translation", {1, 0, 0}}}});
    CHECK(made.vertices() == Vertices{{-5120, 0, 0}, {-10240, 0, 0}, {-5120, -10240, 0}});
}

TEST_CASE("glTF: normalized integers are fractions, other integers are themselves", "[exchange]")
{
    ForeignGltf made;
    const Bytes bytes{std::byte{127}, std::byte{0x80}, std::byte{0x81}, std::byte{0}};
    Bytes shorts;
    append_le(shorts, std::uint16_t{65535});
    append_le(shorts, std::uint16_t{0x8000});
    const auto signed_bytes = static_cast<std::uint32_t>(made.accessor(bytes, 5120, 3, "SCALAR", true));
    const auto fractions = static_cast<std::uint32_t>(made.accessor(shorts, 5123, 1, "SCALAR", true));
    const auto whole = static_cast<std::uint32_t>(made.accessor(shorts, 5123, 1, "SCALAR"));
    const auto signed_shorts = static_cast<std::uint32_t>(made.accessor(shorts, 5122, 2, "SCALAR", true));
    const Bytes file = made.bytes();
    const Glb glb = redforge::test::need(read_glb(file));
    GltfReader reader(glb);
    CHECK(**reader.accessor(signed_bytes, 1) == std::vector<double>{1, -1, -1});  // -128 is -1, too
    CHECK(**reader.accessor(fractions, 1) == std::vector<double>{1});
    CHECK(**reader.accessor(whole, 1) == std::vector<double>{65535});
    CHECK(**reader.accessor(signed_shorts, 1) == std::vector<double>{-1 / 32767.0, -1});
}

TEST_CASE("glTF: a sparse accessor replaces elements within its range", "[exchange]")
{
    ForeignGltf made;
    Bytes index;
    append_le(index, std::uint16_t{1});
    const std::size_t indices = made.view(index);
    Bytes value;
    for (const float part : {3.0F, 0.0F, 0.0F}) {
        append_le(value, std::bit_cast<std::uint32_t>(part));
    }
    const std::size_t values = made.view(value);
    made.document["accessors"][0]["sparse"] = {{"count", 1},
                                               {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                                               {"values", {{"bufferView", values}}}};
    CHECK(made.vertices() == Vertices{{0, 0, 0}, {-15360, 0, 0}, {0, -10240, 0}});
    const std::size_t at = made.document["bufferViews"][indices]["byteOffset"];
    made.binary[at] = std::byte{3};
    CHECK(made.error_text() == "accessors[0]: has a sparse index of 3; below its count");
    made.binary[at] = std::byte{1};
    const auto after = [&](const std::function<void(json&)>& change) {
        ForeignGltf changed = made;
        change(changed.document["accessors"][0]["sparse"]);
        return changed.error_text();
    };
    const std::string parts = "accessors[0]: has a sparse part without count, indices or values; is the file damaged?";
    CHECK(after([](json& sparse) { sparse.erase("count"); }) == parts);
    CHECK(after([](json& sparse) { sparse["count"] = 4; }) == parts);  // more than its three elements
    CHECK(after([](json& sparse) { sparse.erase("indices"); }) == parts);
    CHECK(after([](json& sparse) { sparse.erase("values"); }) == parts);
    CHECK(after([](json& sparse) { sparse = json::array({1, 2}); }) == parts);
    const std::string views = "accessors[0]: has a sparse part without views; is the file damaged?";
    CHECK(after([](json& sparse) { sparse["indices"].erase("bufferView"); }) == views);
    CHECK(after([](json& sparse) { sparse["indices"].erase("componentType"); }) == views);
    CHECK(after([](json& sparse) { sparse["indices"]["componentType"] = 7; }) == views);
    CHECK(after([](json& sparse) { sparse["values"].erase("bufferView"); }) == views);
    CHECK(after([](json& sparse) { sparse["values"]["bufferView"] = 99; }).find("99") != std::string::npos);
    CHECK(after([](json& sparse) { sparse["count"] = 2; }).starts_with("accessors[0]"));  // there is only one index
}

TEST_CASE("glTF: rejects sizes that would exhaust memory, and external files", "[exchange]")
{
    ForeignGltf many;
    many.document["accessors"][0] = {{"componentType", 5126}, {"count", (1U << 20U) + 1}, {"type", "VEC3"}};
    CHECK(many.error_text() == "accessors[0]: has 1048577 elements; at most 1048576, and 67108864 numbers in all");
    ForeignGltf elsewhere;
    const Bytes file = elsewhere.bytes();
    elsewhere.document["buffers"][0]["uri"] = "other.bin";
    const Bytes linked = write_glb(elsewhere.document, elsewhere.binary);
    const Result<Imported> imported = read_gltf(linked);
    REQUIRE_FALSE(imported);
    CHECK(describe(imported.error()) == "bufferViews[0]: is in another file; save the model as one .glb");
    ForeignGltf triangles;
    triangles.primitive()["indices"] = triangles.accessor(Bytes(3 * 65533, std::byte{0}), 5121, 3 * 65533, "SCALAR");
    CHECK(triangles.error_text() ==
          "meshes[0].primitives[0]: is too large: the scene has 65533 triangles; the game can hold 16383 "
          "faces: reduce the mesh");
    ForeignGltf lines;
    lines.primitive()["mode"] = 1;
    CHECK(lines.error_text() ==
          "meshes[0].primitives[0]: is not made of triangles; save the model as triangles, without points and lines");
}

TEST_CASE("glTF: rejects elements that do not fit after their offset in a view", "[exchange]")
{
    const std::string error = "accessors[0]: 3 elements do not fit its view of 36 bytes; is the file damaged?";
    for (const int offset : {0, 4, 12, 36, 40}) {
        INFO(offset);
        ForeignGltf made;
        made.document["accessors"][0]["byteOffset"] = offset;
        CHECK(made.error_text() == (offset == 0 ? "" : error));
    }
    ForeignGltf spread;
    spread.document["bufferViews"][0]["byteStride"] = 16;  // 2 * 16 + 12 bytes
    CHECK(spread.error_text() == error);
    ForeignGltf long_enough;
    long_enough.document["bufferViews"][0] = {{"buffer", 0}, {"byteOffset", 0}, {"byteLength", 44}, {"byteStride", 16}};
    long_enough.binary.resize(44);
    CHECK(long_enough.error_text().find("do not fit") == std::string::npos);
    ForeignGltf empty;
    empty.document["accessors"][0]["count"] = 0;
    empty.document["accessors"][0]["byteOffset"] = 40;
    CHECK(empty.error_text().find("do not fit") == std::string::npos);
}

TEST_CASE("glTF: rejects a view that ends after the bytes of the file", "[exchange]")
{
    const std::string error = "bufferViews[0]: ends after the 36 bytes of the binary chunk; is the file damaged?";
    const auto placed = [](std::uint64_t offset, std::uint64_t length) {
        ForeignGltf made;
        made.document["bufferViews"][0] = {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", length}};
        return made.error_text();
    };
    CHECK(placed(0, 36).empty());
    CHECK(placed(0, 37) == error);
    CHECK(placed(1, 36) == error);
    CHECK(placed(36, 1) == error);
    CHECK(placed(37, 0) == error);
    CHECK(placed(4, 0xFFFFFFFF) == error);
}

TEST_CASE("glTF: morph targets of other programs are steps from the base", "[exchange]")
{
    ForeignGltf made;
    const std::size_t target = made.floats({0, 0, 1, 0.5F, 0, 0, 0, 0, 0}, 3);
    made.primitive()["targets"] = json::array({{{"POSITION", target}}});
    const Result<Imported> imported = made.read();
    REQUIRE(imported);
    CHECK(imported->model.version.bytes == "v4.0");
    CHECK(model::positions_in(imported->model, 1) == Vertices{{0, 0, 5120}, {-7680, 0, 0}, {0, -10240, 0}});
}

TEST_CASE("glTF: texture coordinates are scaled by the size of the material's picture", "[exchange]")
{
    ForeignGltf made;
    const Bytes png =
        redforge::test::need(art::write_png(art::RgbaImage{32, 16, std::vector<std::uint8_t>(32 * 16 * 4, 255)}));
    made.document["images"] = json::array({{{"bufferView", made.view(png)}, {"mimeType", "image/png"}}});
    made.document["textures"] = json::array({{{"source", 0}}});
    made.document["materials"][0]["pbrMetallicRoughness"] = {{"baseColorTexture", {{"index", 0}}}};
    made.primitive()["attributes"]["TEXCOORD_0"] = made.floats({0, 0, 1, 0, 1, 1}, 2);
    const Result<Imported> imported = made.read();
    REQUIRE(imported);
    CHECK(imported->model.faces[0].u == std::vector<std::int16_t>{0, 512, 0});  // 32 texels of 16 steps
    CHECK(imported->model.faces[0].v == std::vector<std::int16_t>{0, 0, 256});
}

TEST_CASE("glTF: a material's colour is linear, a palette's is as displayed", "[exchange]")
{
    ForeignGltf made;
    made.document["materials"][0] = {{"name", "Wall"},
                                     {"pbrMetallicRoughness", {{"baseColorFactor", {0.21586, 0.21586, 0.21586, 1}}}}};
    ImportOptions options;
    options.palette = art::grey_colours();
    const Result<Imported> imported = made.read(options);
    REQUIRE(imported);
    CHECK(imported->model.faces[0].texture.colour == 128);  // ((128 / 255 + 0.055) / 1.055) ^ 2.4 = 0.21586
    // Each channel is converted separately.
    options.palette[5] = {255, 0, 128};
    made.document["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = {1.0, 0.0, 0.21586, 1};
    CHECK(redforge::test::need(made.read(options)).model.faces[0].texture.colour == 5);
    made.document["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = {"red", 0.0, 0.21586, 1};
    CHECK(made.error_text(options) == "materials[0].pbrMetallicRoughness.baseColorFactor[0]: is \"red\"; a number");
    made.document["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = {1.0, 0.0, 0.21586};
    CHECK(made.error_text(options) ==
          "materials[0].pbrMetallicRoughness.baseColorFactor: has 3 values; a list of 4 numbers");
}

TEST_CASE("glTF: recognises its own export until polygons, coordinates or materials change", "[exchange]")
{
    CHECK(Changed().known());
    {
        Changed other;  // normals follow from slots
        other.primitive(1)["attributes"]["NORMAL"] = other.primitive(1)["attributes"]["POSITION"];
        CHECK(other.known());
    }
    {
        Changed other;
        std::swap(other.primitive(0), other.primitive(1));
        CHECK(other.known());
    }
    {
        Changed other;  // one triangle is removed
        other.glb.document["meshes"][0]["primitives"].erase(1);
        CHECK_FALSE(other.known());
    }
    {
        Changed other;
        std::swap(other.primitive(0)["indices"], other.primitive(1)["indices"]);
        CHECK_FALSE(other.known());
    }
    {
        Changed other;
        other.glb.document["materials"][1]["name"] = "D02046";
        CHECK_FALSE(other.known());
    }
    {
        Changed other;
        other.glb.document["nodes"][0]["translation"] = {1, 0, 0};
        const Result<Imported> moved = read_gltf(write_glb(other.glb.document, other.glb.binary));
        REQUIRE(moved);
        CHECK(moved->is_original);
        CHECK(moved->model.vertices == Vertices{{-5120, 0, 0}, {-4352, 0, 0}, {-4352, 1024, 0}});
    }
    {
        Changed other;  // the second corner's coordinate: from 11 / 256 of the picture to its end
        const std::size_t accessor = other.primitive(0)["attributes"]["TEXCOORD_0"];
        const std::size_t view = other.glb.document["accessors"][accessor]["bufferView"];
        const std::size_t at = other.glb.document["bufferViews"][view]["byteOffset"];
        Bytes binary(other.glb.binary.begin(), other.glb.binary.end());
        store_le(binary.data() + at + 8, std::bit_cast<std::uint32_t>(1.0F));
        other.glb.binary = binary;
        CHECK_FALSE(other.known());
    }
}

TEST_CASE("glTF: malformed numbers are reported with their position", "[exchange]")
{
    const auto error_text = [](const std::function<void(ForeignGltf&)>& change) {
        ForeignGltf made;
        change(made);
        return made.error_text();
    };
    const std::string whole = "; a whole number from 0 to 4294967295";
    CHECK(error_text([](ForeignGltf& d) { d.document["bufferViews"][0]["byteOffset"] = -1; }) ==
          "bufferViews[0].byteOffset: is -1" + whole);
    for (const auto& wrong : {std::pair<json, std::string>{-5, "-5"},
                              {"12", "\"12\""},
                              {1e300, "1e+300"},
                              {4294967296, "4294967296"},
                              {json::array(), "[]"},
                              {json::array({1, 2}), "[1,2]"},
                              {json::object({{"a", "\u00e9"}}), R"({"a":"\u00e9"})"},
                              {std::string(38, 'x'), '"' + std::string(38, 'x') + '"'},
                              {std::string(39, 'x'), '"' + std::string(39, 'x') + "..."}}) {
        const json& length = wrong.first;
        const std::string& shown = wrong.second;
        CHECK(error_text([&](ForeignGltf& d) { d.document["bufferViews"][0]["byteLength"] = length; }) ==
              "bufferViews[0].byteLength: is " + shown + whole);
        CHECK(error_text([&](ForeignGltf& d) { d.document["accessors"][0]["count"] = length; }) ==
              "accessors[0].count: is " + shown + whole);
    }
    const auto with_buffer = [](const json& length) {
        ForeignGltf made;
        made.document["buffers"] = json::array({{{"byteLength", length}}});
        const Result<Imported> read = read_gltf(write_glb(made.document, made.binary));
        return read ? "" : describe(read.error());
    };
    CHECK(with_buffer(-5) == "buffers[0].byteLength: is -5" + whole);
    CHECK(with_buffer("12") == "buffers[0].byteLength: is \"12\"" + whole);
    CHECK(with_buffer(1e300) == "buffers[0].byteLength: is 1e+300" + whole);
    CHECK(with_buffer(37) == "buffers[0].byteLength: is 37; at most 36, the size of the binary chunk");
    CHECK(with_buffer(36).empty());
    CHECK(error_text([](ForeignGltf& d) { d.document["bufferViews"][0]["byteStride"] = 0; }) ==
          "accessors[0]: has a stride of 0; 12 to 252");
    CHECK(error_text([](ForeignGltf& d) {
              d.document["accessors"][0]["max"] = {1, "1", 1};
          }) == "accessors[0].max[1]: is \"1\"; a number");
    CHECK(error_text([](ForeignGltf& d) { d.document["bufferViews"][0]["byteStride"] = "12"; }) ==
          "bufferViews[0].byteStride: is \"12\"" + whole);
    CHECK(error_text([](ForeignGltf& d) { d.document["accessors"][0]["byteOffset"] = 2.5; }) ==
          "accessors[0].byteOffset: is 2.5" + whole);
    CHECK(error_text([](ForeignGltf& d) { d.primitive()["material"] = nullptr; }) ==
          "meshes[0].primitives[0].material: is null" + whole);
    CHECK(error_text([](ForeignGltf& d) { d.primitive()["attributes"]["NORMAL"] = -1; }) ==
          "meshes[0].primitives[0].attributes.NORMAL: is -1" + whole);
    const std::string accessors = "; an object of accessors";
    CHECK(error_text([](ForeignGltf& d) { d.primitive()["attributes"] = 5; }) ==
          "meshes[0].primitives[0].attributes: is 5" + accessors);
    CHECK(error_text([](ForeignGltf& d) { d.primitive()["attributes"] = "a"; }) ==
          "meshes[0].primitives[0].attributes: is \"a\"" + accessors);
    CHECK(error_text([](ForeignGltf& d) {
              d.primitive()["targets"] = json::array({json::object(), 5});
          }) == "meshes[0].primitives[0].targets[1]: is 5" + accessors);
    CHECK(error_text([](ForeignGltf& d) { d.primitive()["targets"] = 5; }) ==
          "meshes[0].primitives[0].targets: is 5; a list");
    CHECK(error_text([](ForeignGltf& d) {
              d.primitive()["targets"] = json::array({{{"POSITION", 1.5}}});
          }) == "meshes[0].primitives[0].targets[0].POSITION: is 1.5" + whole);
    CHECK(error_text([](ForeignGltf& d) { d.node()["children"] = {1.5}; }) == "nodes[0].children[0]: is 1.5" + whole);
    CHECK(error_text([](ForeignGltf& d) { d.node()["matrix"] = {1}; }) ==
          "nodes[0].matrix: has 1 values; a list of 16 numbers");
    CHECK(error_text([](ForeignGltf& d) {
              d.node()["rotation"] = {0, 0, 1};
          }) == "nodes[0].rotation: has 3 values; a list of 4 numbers");
    CHECK(error_text([](ForeignGltf& d) {
              d.node()["scale"] = {1, "1", 1};
          }) == "nodes[0].scale[1]: is \"1\"; a number");
    CHECK(error_text([](ForeignGltf& d) { d.document["scene"] = 9; }) == "scene: names scene 9; there are 1, from 0");
    CHECK(error_text([](ForeignGltf& d) { d.document["nodes"] = 3; }) == "nodes: is 3; a list");
    // JSON may write a whole number with a point.
    CHECK(error_text([](ForeignGltf& d) { d.document["accessors"][0]["byteOffset"] = 0.0; }) == "");
}

TEST_CASE("glTF: brackets in strings are not nesting levels, and 64 levels are read", "[exchange]")
{
    ForeignGltf made;
    std::string name(200, '[');
    name += "\"\\";
    name.append(200, '{');
    made.node()["name"] = name;
    CHECK(made.error_text() == "");
    json deep = json::array();
    for (int level = 0; level < 61; ++level) {
        deep = json::array({std::move(deep)});
    }
    made.document["asset"]["extras"] = deep;  // nesting depth with the document, the asset and the innermost list: 64
    CHECK(made.error_text() == "");
    made.document["asset"]["extras"] = json::array({deep});
    CHECK(made.error_text().find("JSON nested deeper than 64") != std::string::npos);
}
