// The round-trip check of the text form, part by part: it covers the whole document and names the damaged part.
#include <set>

#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "edit/document/text_round_trip.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

constexpr std::size_t actor_count = 1000;

/// Returns a map whose actors have scripts of one byte, the actor's number.
edit::Document map_of_actors()
{
    edit::Document document(*edit::find_format("map"));
    for (std::size_t i = 0; i < actor_count; ++i) {
        append_record(document, "actors", {{"script", fmt::format("{:02x}", i % 256)}});
        append_record(document, "objects", {{"id", std::to_string(i)}});
    }
    set_value(document, "flat", "0102");
    return document;
}

/// Writes a wrong text for the actor whose byte is 200, and the bytes of other scripts.
std::string write_wrong_text(const RecordHandle& record, const LoadContext& /*context*/)
{
    const auto& script = record.blob(*record.table().find_child("script"));
    return bytes_to_side_text(script == Bytes{std::byte{200}} ? Bytes{std::byte{7}} : script);
}

}  // namespace

TEST_CASE("text round trip: is checked in parts, and writes each side file once")
{
    const edit::Document document = map_of_actors();
    std::size_t files = 0;
    std::set<std::string> paths;
    const auto error = edit::prove_text(document, {document.format().side_codecs, {}}, true, [&](const SideFile& file) {
        ++files;
        paths.insert(file.path);
    });
    CHECK_FALSE(error);
    CHECK(files == actor_count);
    CHECK(paths.size() == actor_count);
}

TEST_CASE("text round trip: names the field of a difference in any part")
{
    const edit::Document document = map_of_actors();
    const std::vector<SideCodec> wrong{{.extension = ".soup", .write = &write_wrong_text}};
    const auto error = edit::prove_text(document, {wrong, {}}, true, [](const SideFile&) {});
    REQUIRE(error);
    CHECK(error->code == ErrorCode::mismatch);
    CHECK(error->field == "actors[200].script at byte 0");
    CHECK(error->message == "unpacking and packing gives 0x07 where the file has 0xc8");
}
