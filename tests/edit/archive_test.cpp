// Archives: insert, replace and remove segments by name; split into parts and build again.
#include <map>

#include <catch2/catch.hpp>

#include "edit/archive/archive_edits.hpp"
#include "edit/archive/archive_names.hpp"
#include "edit/archive/archive_parts.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using redforge::test::need;

namespace {

using Words = std::vector<std::string>;

/// Returns the bytes of an archive with the triangle as BOX. Source: reference sheet "original models", 8.
Bytes one_segment()
{
    const Bytes triangle = triangle_v5();
    Layout file;
    file.text("OARC").u8(0, 0, 0, 4).u32(1).text("OARD").u8(0, 0, 0x01, 0x2E);  // 326 bytes - 24
    file.u32(80 + triangle.size()).text("BOX").u8(0, 0, 0, 0, 0, 0).u16(0).u8(0, 0, 0, 0);
    file.u32(1, 1).u8(0).u32(3, 4, 0).u32(0, 0, 0).u32(3, 4, 0).u32(0, 0, 0).u32(triangle.size());
    append(file.bytes, triangle);
    file.text("END ");
    return file.bytes;
}

edit::IncomingModel triangle(std::string name)
{
    return {"in.3D", std::move(name), need(read_model(triangle_v5())), false};
}

edit::IncomingModel animated(std::string name)
{
    return {"in.3DC", std::move(name), need(read_model(animated_v4())), true};
}

/// Returns an archive with BOX, CRATE and CRATE2 (the triangle), and OUTSIDE, a .3DC.
Rob sample_archive()
{
    Rob rob;
    const std::vector<edit::IncomingModel> models{triangle("BOX"), triangle("CRATE"), triangle("CRATE2"),
                                                  animated("OUTSIDE")};
    REQUIRE(edit::insert_segments(rob, models));
    return rob;
}

Words names_of(const Rob& rob)
{
    Words names;
    for (const Segment& segment : rob.segments) {
        names.emplace_back(segment.name.view());
    }
    return names;
}

/// Builds the output of take_models() and write_listing(). Returns an empty text if the bytes are equal, else the
/// violation.
std::string parts_violation(const Rob& rob)
{
    const Result<Bytes> bytes = write_rob(rob);
    std::vector<std::size_t> places(rob.segments.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        places[i] = i;
    }
    const Result<std::vector<edit::ArchivePart>> parts = edit::take_models(rob, places);
    if (!bytes || !parts) {
        return "cannot be written: " + describe(bytes ? parts.error() : bytes.error());
    }
    std::map<std::string, Bytes> files;
    for (const edit::ArchivePart& part : *parts) {
        if (!files.emplace(part.file_name, part.bytes).second) {
            return "two files " + part.file_name;
        }
    }
    Words used;
    const auto read = [&](const std::string& name) -> Result<Bytes> { return files.at(name); };
    const Result<Rob> built = edit::read_listing(edit::write_listing(rob), "archive.xml", read, used);
    if (!built) {
        return describe(built.error());
    }
    const Result<Bytes> again = write_rob(*built);
    return again && *again == *bytes && used.size() == files.size() ? "" : "another archive";
}

Rob random_rob(std::mt19937& random)
{
    const auto one_in = [&](std::uint32_t n) { return random() % n == 0; };
    Rob rob;
    for (std::size_t i = random() % 6; i > 0; --i) {
        Segment& segment = rob.segments.emplace_back();
        segment.name = one_in(4) ? FixedText<9>("SAME") : FixedText<9>("S" + std::to_string(i));
        if (one_in(6)) {
            segment.name = "a/..\x01\x80\xFFxy";
        }
        segment.flags = static_cast<std::uint8_t>(random());
        segment.type = static_cast<std::uint16_t>(random() % 4);
        if (!one_in(3)) {
            const bool v5 = one_in(2);
            segment.model = random_model(random, v5 ? "v5.0" : "v2.7", 1, 0, v5);
        } else if (one_in(2)) {
            segment.data = Bytes(1 + random() % 90, std::byte{7});
        }
        if (one_in(3)) {
            segment.num_faces = static_cast<std::uint32_t>(random());
            segment.positive = std::array<std::uint32_t, 3>{1, 2, static_cast<std::uint32_t>(random())};
        }
    }
    rob.end = one_in(5) ? 0 : 1;
    if (rob.end == 1 && one_in(4)) {
        rob.tail = Bytes(5, std::byte{9});
    }
    return rob;
}

}  // namespace

TEST_CASE("archive: a segment's name has 1 to 8 characters of A-Z 0-9 _", "[archive]")
{
    CHECK(edit::segment_name("crate_2") == "CRATE_2");
    CHECK(edit::segment_name("CRATE123") == "CRATE123");
    for (const char* const bad : {"", "CRATE1234", "A.B", "A B", "A/B", "\xC3\x84", "*"}) {
        CHECK_FALSE(edit::segment_name(bad));
    }
}

TEST_CASE("archive: each segment has its own label", "[archive]")
{
    Rob rob;
    for (const char* const name : {"BOX", "CRATE", "crate", "", "NINECHARS", "BOX2"}) {
        rob.segments.emplace_back().name = name;
    }
    rob.segments[5].name.bytes[6] = 'X';  // after the NUL
    CHECK(edit::segment_labels(rob) == Words{"BOX", "at-001", "at-002", "at-003", "at-004", "at-005"});
    CHECK(edit::segment_type_description(0) == "embedded");
    CHECK(edit::segment_type_description(1) == "menu");
    CHECK(edit::segment_type_description(2) == "external");
    CHECK(edit::segment_type_description(3) == "3");
}

TEST_CASE("archive: segments are selected by name, label or pattern, in archive order", "[archive]")
{
    using Places = std::vector<std::size_t>;
    Rob rob = sample_archive();
    CHECK(need(edit::select_segments(rob, {})) == Places{0, 1, 2, 3});
    CHECK(need(edit::select_segments(rob, Words{"outside", "box", "BOX"})) == Places{0, 3});
    CHECK(need(edit::select_segments(rob, Words{"crate*"})) == Places{1, 2});
    CHECK(need(edit::select_segments(rob, Words{"?OX"})) == Places{0});
    CHECK(edit::select_segments(rob, Words{"BOX", "CRATES"}).error().hint == "did you mean CRATE?");
    CHECK(edit::select_segments(rob, Words{"X*"}).error().message == "no segment is named X*");
    rob.segments[2].name = "BOX";
    CHECK(edit::select_segments(rob, Words{"BOX"}).error().hint == "name one: at-000, at-002");
    CHECK(need(edit::select_segments(rob, Words{"at-002"})) == Places{2});
}

TEST_CASE("archive: an inserted segment has the bytes of the reference sheet", "[archive]")
{
    Rob rob;
    const std::vector<edit::IncomingModel> box{triangle("box")};
    const Result<edit::EditLog> changes = edit::insert_segments(rob, box);
    REQUIRE(changes);
    REQUIRE(changes->size() == 1);
    CHECK(changes->front().path == "segments[0]");
    CHECK(changes->front().after == "BOX, embedded, 1 face, 1 frame");
    CHECK(need(write_rob(rob)) == one_segment());
}

TEST_CASE("archive: inserts a .3DC as an external segment with its faces, frames and box", "[archive]")
{
    const Segment segment = need(read_rob(need(write_rob(sample_archive())))).segments[3];
    CHECK(segment.type == 2);
    CHECK_FALSE(segment.model);
    CHECK(segment.data.empty());
    CHECK(segment.num_faces.stored == 1U);
    CHECK(segment.num_frames.stored == 2U);
    CHECK(segment.positive.stored == std::array<std::uint32_t, 3>{3, 4, 0});
    CHECK(segment.negative.stored == std::array<std::uint32_t, 3>{0, 0, 1});
    CHECK(header_of(segment).size == std::array<std::uint32_t, 3>{3, 4, 1});

    edit::IncomingModel point = animated("POINT");
    point.model.vertices.assign(4, {});
    Rob rob;
    REQUIRE(edit::insert_segments(rob, std::vector{point}));
    CHECK(rob == need(read_rob(need(write_rob(rob)))));
}

TEST_CASE("archive: an embedded v4.0 model is a menu model", "[archive]")
{
    Rob rob;
    edit::IncomingModel menu = animated("MENU");
    menu.is_external = false;
    REQUIRE(edit::insert_segments(rob, std::vector{menu}));
    CHECK(rob.segments[0].type == 1);
    REQUIRE(edit::replace_segments(rob, std::vector{triangle("MENU")}));
    CHECK(rob.segments[0].type == 1);
    REQUIRE(edit::replace_segments(rob, std::vector{animated("MENU")}));
    CHECK(rob.segments[0].type == 2);
    REQUIRE(edit::replace_segments(rob, std::vector{triangle("MENU")}));
    CHECK(rob.segments[0].type == 0);
}

TEST_CASE("archive: segments are inserted where requested, and counts follow", "[archive]")
{
    Rob rob = sample_archive();
    rob.segment_count = 9;
    REQUIRE(edit::insert_segments(rob, std::vector{triangle("A"), triangle("B")}, 1));
    CHECK(names_of(rob) == Words{"BOX", "A", "B", "CRATE", "CRATE2", "OUTSIDE"});
    const Result<Bytes> bytes = write_rob(rob);
    REQUIRE(bytes);
    CHECK(load_le<std::uint32_t>(bytes->data() + 8) == 6);
    REQUIRE(edit::remove_segments(rob, Words{"A", "B"}));
    CHECK(need(write_rob(rob)) == need(write_rob(sample_archive())));
}

TEST_CASE("archive: replacing keeps name, position and flags, and computes the rest", "[archive]")
{
    Rob rob = sample_archive();
    Segment& crate = rob.segments[1];
    crate.render_mode = 0x5A;
    crate.attributes = 2;
    crate.flags = 1;
    crate.positive = std::array<std::uint32_t, 3>{9, 9, 9};
    crate.num_faces = 77;
    rob.body_size = 5;
    rob.segment_count = 9;
    const Rob before = rob;
    const Result<edit::EditLog> none = edit::replace_segments(rob, std::vector{triangle("CRATE")});
    REQUIRE(none);
    CHECK(none->empty());
    CHECK(rob == before);

    edit::IncomingModel wide = triangle("crate");
    wide.model.vertices[1].x = 25600;
    REQUIRE(edit::replace_segments(rob, std::vector{wide}));
    CHECK_FALSE(rob.body_size.stored);
    CHECK_FALSE(rob.segment_count.stored);
    CHECK(names_of(rob) == names_of(before));
    const Segment& after = rob.segments[1];
    CHECK(after.render_mode == 0x5A);
    CHECK(after.attributes == 2);
    CHECK(after.flags == 1);
    CHECK(header_of(after).box.positive == std::array<std::uint32_t, 3>{100, 4, 0});
    CHECK(header_of(after).num_faces == 1);
}

TEST_CASE("archive: a rejected edit changes nothing", "[archive]")
{
    edit::IncomingModel bad = triangle("BAD");
    bad.model.faces[0].u = {};
    const auto error_text = [](auto change) {
        Rob rob = sample_archive();
        const Result<edit::EditLog> changes = change(rob);
        CHECK(rob == sample_archive());
        REQUIRE_FALSE(changes);
        return changes.error();
    };
    const auto insert = [&](std::vector<edit::IncomingModel> models, std::optional<std::size_t> at = {}) {
        return error_text([&](Rob& rob) { return edit::insert_segments(rob, models, at); });
    };
    const auto replace = [&](std::vector<edit::IncomingModel> models) {
        return error_text([&](Rob& rob) { return edit::replace_segments(rob, models); });
    };
    CHECK(insert({triangle("NEW"), triangle("crate")}).message == "a segment is named CRATE already");
    CHECK(insert({triangle("NEW"), triangle("new")}).message == "a new segment is named NEW already");
    CHECK(insert({triangle("NEW"), triangle("NINECHARS")}).message == "\"NINECHARS\" is not a name for a segment");
    CHECK(insert({triangle("NEW"), bad}).file == "in.3D");
    CHECK(insert({triangle("NEW")}, 5).message == "no position 5");
    edit::IncomingModel changed = triangle("BOX");
    changed.model.vertices[0].x = 1;
    CHECK(replace({changed, triangle("GONE")}).message == "no segment is named GONE");
    CHECK(replace({changed, triangle("box")}).message == "a second model for segment box");
    bad.name = "CRATE";
    CHECK(replace({changed, bad}).file == "in.3D");
    CHECK(error_text([](Rob& rob) {
              return edit::remove_segments(rob, Words{"BOX", "GONE"});
          }).message == "no segment is named GONE");
}

TEST_CASE("archive: the listing contains everything except the models", "[archive]")
{
    Rob rob;
    REQUIRE(edit::insert_segments(rob, std::vector{triangle("BOX")}));
    rob.segments[0].flags = 4;
    CHECK(edit::write_listing(rob) == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                      "<rob_listing>\n"
                                      "  <segment name=\"BOX\" flags=\"4\">\n"
                                      "    <model/>\n"
                                      "  </segment>\n"
                                      "</rob_listing>\n");
}

TEST_CASE("archive: random archives are rebuilt from their parts byte for byte", "[archive]")
{
    std::mt19937 random(11);
    int models = 0;
    for (int i = 0; i < 300; ++i) {
        const Rob rob = random_rob(random);
        INFO("archive " << i);
        REQUIRE(parts_violation(rob) == "");
        for (const Segment& segment : rob.segments) {
            models += segment.model ? 1 : 0;
        }
    }
    CHECK(models > 300);
}

TEST_CASE("archive: rejects a listing that does not match its files", "[archive]")
{
    const auto error = [](std::string_view segments) {
        const auto read = [](const std::string& name) -> Result<Bytes> {
            if (name == "BOX.3D") {
                return triangle_v5();
            }
            return fail({.code = ErrorCode::io, .message = "no file", .file = name});
        };
        Words used;
        const Result<Rob> rob =
            edit::read_listing("<rob_listing>" + std::string(segments) + "</rob_listing>", "archive.xml", read, used);
        return rob ? "" : describe(rob.error());
    };
    CHECK(error(R"(<segment name="BOX"><model/></segment>)") == "");
    CHECK(error(R"(<segment name="GONE"><model/></segment>)") == "GONE.3D: no file");
    CHECK(error(R"(<segment name="BOX"><model version="v5.0"/></segment>)") ==
          "archive.xml: segment BOX has a model here; use an empty <model/>, because the model is in BOX.3D");
    CHECK(error(R"(<segment nam="BOX"/>)") ==
          "archive.xml:1:23: <segment> has no attribute \"nam\"; did you mean name?");
}

TEST_CASE("archive: samples are rebuilt from their parts byte for byte", "[archive][samples]")
{
    const std::filesystem::path samples = redforge::test::samples_or_skip("archives built from their parts");
    if (samples.empty()) {
        return;
    }
    std::size_t embedded = 0;
    std::size_t other_headers = 0;
    for (const char* const name : {"game/FXART/ISLAND.ROB", "game/FXART/MISC.ROB", "models/TEST.ROB",
                                   "models/TESTMENU.ROB", "models/ODD_NAME.ROB", "models/ODD_SPARE.ROB"}) {
        INFO(name);
        const Bytes bytes = redforge::test::read_file(samples / name);
        const Result<Rob> rob = read_rob(bytes);
        REQUIRE(rob);
        CHECK(need(write_rob(*rob)) == bytes);
        CHECK(parts_violation(*rob) == "");
        for (const Segment& segment : rob->segments) {
            const bool given = segment.positive.stored || segment.negative.stored || segment.size.stored ||
                               segment.num_faces.stored || segment.num_frames.stored;
            embedded += segment.model ? 1U : 0U;
            other_headers += segment.model && given ? 1U : 0U;
        }
    }
    CHECK(embedded == 576);
    CHECK(other_headers == 0);  // the computed headers equal the stored ones
}
