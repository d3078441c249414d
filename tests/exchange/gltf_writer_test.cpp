// The binary chunk of a glTF: widths of indices, alignment, bounds.
#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "exchange/gltf/gltf_writer.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;

namespace {

json members_of(const GltfWriter::Collected& collected)
{
    return json::parse("{\"x\":0" + collected.members + '}');
}

}  // namespace

TEST_CASE("glTF: indices use two bytes below 65535, which is reserved, else four", "[exchange]")
{
    GltfWriter writer;
    CHECK(writer.indices({0, 1, 65534}) == 0);
    CHECK(writer.indices({0, 1, 65535}) == 1);
    const GltfWriter::Collected collected = writer.finish();
    const json members = members_of(collected);
    CHECK(members["accessors"][0] ==
          json{{"bufferView", 0}, {"componentType", 5123}, {"count", 3}, {"type", "SCALAR"}});
    CHECK(members["accessors"][1]["componentType"] == 5125);
    CHECK(members["bufferViews"][0] == json{{"buffer", 0}, {"byteOffset", 0}, {"byteLength", 6}, {"target", 34963}});
    CHECK(members["bufferViews"][1]["byteOffset"] == 8);  // every view begins at a multiple of four
    CHECK(members["buffers"] == json::array({{{"byteLength", 20}}}));
    CHECK(load_le<std::uint16_t>(collected.binary.data() + 4) == 65534);
    CHECK(load_le<std::uint32_t>(collected.binary.data() + 16) == 65535);
}

TEST_CASE("glTF: bounds are the minimum and maximum of each component", "[exchange]")
{
    GltfWriter writer;
    (void)writer.view(as_bytes("png"));  // three bytes; the next view is aligned
    (void)writer.triples({{1, -2, 0.1F}, {-3, 4, 0.1F}}, GltfWriter::Bounds::of_each_component);
    (void)writer.triples({{1, 2, 3}}, GltfWriter::Bounds::none);
    const json members = members_of(writer.finish());
    CHECK(members["accessors"][0]["min"].dump() == "[-3,-2,0.1]");
    CHECK(members["accessors"][0]["max"].dump() == "[1,4,0.1]");
    CHECK_FALSE(members["accessors"][1].contains("min"));
    CHECK(members["bufferViews"][1]["byteOffset"] == 4);
    CHECK_FALSE(members["bufferViews"][0].contains("target"));
}

TEST_CASE("glTF: writes nothing for an empty mesh", "[exchange]")
{
    CHECK(GltfWriter().finish().members.empty());
}
