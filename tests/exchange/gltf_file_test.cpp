// Text glTF with its buffers and pictures in other files or in data URIs.
#include <catch2/catch.hpp>

#include "core/bytes/base64.hpp"
#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/gltf_file.hpp"
#include "exchange/mesh/imported.hpp"
#include "model/model.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;
using redforge::test::need;

namespace {

Result<Bytes> no_file(const std::string& path)
{
    return fail({.code = ErrorCode::io, .message = "no file " + path});
}

std::string error_of(const json& document)
{
    const std::string text = document.dump();
    return describe(redforge::test::require_error(pack_gltf(as_bytes(text), no_file)));
}

json with_buffer(const std::string& uri, std::size_t size)
{
    return {{"asset", {{"version", "2.0"}}}, {"buffers", {{{"uri", uri}, {"byteLength", size}}}}};
}

}  // namespace

TEST_CASE("base64: reads the vectors of RFC 4648, and rejects other texts", "[core]")
{
    for (const std::string_view bytes : {"", "f", "fo", "foo", "foob", "fooba", "foobar"}) {
        const auto read = read_base64(base64(as_bytes(bytes)));
        REQUIRE(read);
        CHECK(as_text(*read) == bytes);
    }
    CHECK(as_text(*read_base64("Zm9v")) == "foo");
    CHECK(as_text(*read_base64("Zm8")) == "fo");
    for (const std::string_view wrong : {"Z", "Zm9vY", "Zm9*", "Zm 9", "=Zm9", "Zm8==="}) {
        CHECK_FALSE(read_base64(wrong));
    }
}

TEST_CASE("gltf file: a model in several files is the same model as in a .glb", "[exchange]")
{
    const Bytes original = model::test::animated_v4();
    const Bytes file = need(write_gltf(need(model::read_model(original))));
    const Glb glb = need(read_glb(file));
    // The picture in a file of its own, and the buffer once in a file with a blank in its name, once as a data URI.
    json document = glb.document;
    const json& view = document["bufferViews"][document["images"][0]["bufferView"].get<std::size_t>()];
    const ByteView picture =
        glb.binary.subspan(view["byteOffset"].get<std::size_t>(), view["byteLength"].get<std::size_t>());
    document["images"][0].erase("bufferView");
    document["images"][0]["uri"] = "textures/own.png";
    std::vector<std::string> read;
    const auto read_file = [&](const std::string& path) -> Result<Bytes> {
        read.push_back(path);
        const ByteView content = path == "textures/own.png" ? picture : glb.binary;
        return Bytes(content.begin(), content.end());
    };
    for (const std::string& uri :
         {std::string("a%20b.bin"), "data:application/octet-stream;base64," + base64(glb.binary)}) {
        document["buffers"][0]["uri"] = uri;
        const std::string text = " \n" + document.dump(2);
        REQUIRE(is_text_gltf(as_bytes(text)));
        const Bytes packed = need(pack_gltf(as_bytes(text), read_file));
        CHECK(need(model::write_model(need(read_gltf(packed)).model)) == original);
    }
    CHECK(read == std::vector<std::string>{"a b.bin", "textures/own.png", "textures/own.png"});
    CHECK_FALSE(is_text_gltf(file));
}

TEST_CASE("gltf file: names the buffer that cannot be read", "[exchange]")
{
    CHECK(error_of(with_buffer("gone.bin", 4)) == "no file gone.bin");
    CHECK(error_of(with_buffer("../up.bin", 4)) ==
          "buffers[0].uri: is \"../up.bin\"; a file in the folder of the .gltf");
    CHECK(error_of(with_buffer("/etc/passwd", 4)) ==
          "buffers[0].uri: is \"/etc/passwd\"; a file in the folder of the .gltf");
    CHECK(error_of(with_buffer("http://x/y", 4)) ==
          "buffers[0].uri: is \"http://x/y\"; a file in the folder of the .gltf");
    CHECK(error_of(with_buffer("a%2", 4)) == "buffers[0].uri: \"a%2\" is not a URI; % with two hexadecimal digits");
    CHECK(error_of(with_buffer("data:text/plain,AAAA", 4)) ==
          "buffers[0].uri: is a data URI that is not base64; is the file damaged?");
    CHECK(error_of(with_buffer("data:;base64,AAAA", 4)) == "buffers[0]: has 3 bytes; 4, its byteLength");
    json document = with_buffer("data:;base64,AAAA", 3);
    document["bufferViews"] = {{{"buffer", 0}, {"byteOffset", 2}, {"byteLength", 2}}};
    CHECK(error_of(document) == "bufferViews[0]: ends after the 3 bytes of its buffer; is the file damaged?");
    document["bufferViews"][0]["buffer"] = 1;
    CHECK(error_of(document) == "bufferViews[0]: has no buffer that exists; there are 1");
    CHECK(error_of({{"buffers", {{{"byteLength", 1}}}}}) == "buffers[0]: has no uri; save the file again, or as .glb");
    CHECK(describe(redforge::test::require_error(pack_gltf(as_bytes("{"), no_file))) ==
          "byte 0 (0x0): the file is not a JSON object; is the file damaged?");
}
