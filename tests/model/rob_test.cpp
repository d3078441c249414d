// ROB archives: the header, lookups, and irregular ends.
#include <catch2/catch.hpp>

#include "model/model.hpp"
#include "model/model_xml.hpp"
#include "model/rob.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// Returns the bytes of an archive with one embedded triangle and one external model.
Bytes two_segments()
{
    Layout file;
    file.text("OARC").u8(0, 0, 0, 4).u32(2).text("OARD").u8(0, 0, 0, 0);
    const Bytes triangle = triangle_v5();
    file.u32(80 + triangle.size()).text("BOX").u8(0, 0, 0, 0, 0, 0).u16(0).u8(0x5A, 2, 1, 0);
    file.u32(1, 1).u8(0).u32(3, 4, 0).u32(0, 0, 0).u32(3, 4, 0).u32(0, 0, 0).u32(triangle.size());
    append(file.bytes, triangle);
    file.u32(80).text("OUTSIDE").u8(0, 0).u16(2).u8(0, 0, 0, 0);
    file.u32(9, 4).u8(0).u32(3, 0, 0).u32(0, 0, 0).u32(1, 0, 0).u32(2, 0, 0).u32(0);
    file.text("END ");
    const std::size_t size = file.bytes.size();
    store_be32(file.bytes.data() + 16, static_cast<std::uint32_t>(size - 24));
    return file.bytes;
}

std::string rob_law_one(ByteView bytes)
{
    const Result<Rob> rob = read_rob(bytes);
    if (!rob) {
        return describe(rob.error());
    }
    const Result<Bytes> written = write_rob(*rob);
    if (!written) {
        return describe(written.error());
    }
    const Result<Rob> back = from_xml<Rob>(text_of(*rob));
    if (!back || !(*back == *rob)) {
        return "text";
    }
    return *written == Bytes(bytes.begin(), bytes.end()) ? "" : "differs";
}

}  // namespace

TEST_CASE("ROB: decodes the models of segments, and computes the headers", "[model]")
{
    RawFallbacks kept;
    const Result<Rob> rob = read_rob(two_segments(), &kept);
    REQUIRE(rob);
    CHECK(kept.empty());
    REQUIRE(rob->segments.size() == 2);
    const Segment& box = rob->segments[0];
    CHECK(box.name.view() == "BOX");
    CHECK(box.render_mode == 0x5A);
    CHECK(box.attributes == 2);
    CHECK(box.flags == 1);
    REQUIRE(box.model);
    CHECK_FALSE(box.positive.stored);
    CHECK_FALSE(box.num_faces.stored);
    const Segment& outside = rob->segments[1];
    CHECK(outside.type == 2);
    CHECK(outside.num_faces.stored == 9);
    CHECK(outside.positive.stored == std::array<std::uint32_t, 3>{1, 0, 0});
    CHECK_FALSE(outside.size.stored);
    CHECK_FALSE(rob->segment_count.stored);
    CHECK_FALSE(rob->body_size.stored);
    CHECK(rob_law_one(two_segments()) == "");
}

TEST_CASE("ROB: finds segments by name, case-insensitive", "[model]")
{
    const Rob rob = need(read_rob(two_segments()));
    CHECK(find_segment(rob, "outside") == 1);
    CHECK_FALSE(find_segment(rob, "OUT"));
}

TEST_CASE("ROB: adding or removing a segment updates counts and sizes", "[model]")
{
    Rob rob = need(read_rob(two_segments()));
    rob.segments.push_back(rob.segments[0]);
    rob.segments[2].name = "SECOND";
    const Bytes three = need(write_rob(rob));
    CHECK(load_le<std::uint32_t>(three.data() + 8) == 3);
    CHECK(load_be32(three.data() + 16) == three.size() - 24);
    rob.segments.pop_back();
    CHECK(need(write_rob(rob)) == two_segments());
}

TEST_CASE("ROB: the box of an animated model is the box of frame 1", "[model]")
{
    Model model = need(read_model(animated_v4()));
    CHECK(bounding_box(model).positive == std::array<std::uint32_t, 3>{3, 4, 0});
    CHECK(bounding_box(model).negative == std::array<std::uint32_t, 3>{0, 0, 1});
    model.frames[0].deltas[0] = {2560, 0, 0};
    CHECK(bounding_box(model).negative == std::array<std::uint32_t, 3>{10, 0, 1});
}

TEST_CASE("law 1: every prefix and changed byte of an archive is rejected or round-trips", "[model]")
{
    const Bytes bytes = two_segments();
    for (std::size_t size = 20; size < bytes.size(); ++size) {
        INFO(size);
        REQUIRE(rob_law_one(ByteView(bytes).first(size)) == "");
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const unsigned value : {0x00U, 0x01U, 0x50U, 0x80U, 0xFFU}) {
            Bytes changed = bytes;
            changed[at] = static_cast<std::byte>(value);
            if (is_rob(changed)) {
                INFO(at << " = " << value);
                REQUIRE(rob_law_one(changed) == "");
            }
        }
    }
}

TEST_CASE("ROB: rejects documents that no file can store, naming the field", "[model]")
{
    Rob rob = need(read_rob(two_segments()));
    rob.segments[0].data = Bytes(3);
    CHECK(require_error(write_rob(rob)).field == "segments[0].data");
    rob = need(read_rob(two_segments()));
    rob.segments[0].model->faces[0].u = {};
    CHECK(require_error(write_rob(rob)).field == "segments[0].model.faces[0].u");
    rob = need(read_rob(two_segments()));
    rob.segments[1].data = triangle_v5();
    CHECK(require_error(write_rob(rob)).code == ErrorCode::mismatch);  // it would be read as a model
    rob = need(read_rob(two_segments()));
    rob.segments[0].segment_size = 90;
    CHECK_FALSE(write_rob(rob));
    rob = need(read_rob(two_segments()));
    rob.end = 2;
    CHECK(require_error(write_rob(rob)).field == "end");
}

TEST_CASE("ROB: keeps the rest of the file as bytes from an invalid segment on", "[model]")
{
    const auto reason = [](std::size_t size, std::string_view more) {
        Bytes bytes = two_segments();
        bytes.resize(size);
        append(bytes, as_bytes(more));
        RawFallbacks kept;
        const Result<Rob> rob = read_rob(bytes, &kept);
        REQUIRE(rob);
        CHECK(need(write_rob(*rob)) == bytes);
        return kept.empty() ? "" : kept.back().reason;
    };
    const std::size_t whole = two_segments().size();
    CHECK(reason(whole, "") == "");
    CHECK(reason(whole, "more") == "they follow \"END \"");
    CHECK(reason(whole - 4, "more") == "not a complete segment and not \"END \"");
}
