// Frames of v2 .3DC models: reading handwritten files, and edits.
#include <catch2/catch.hpp>

#include "edit/patch/edits.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using redforge::test::need;

namespace {

std::uint32_t word_at(const Bytes& bytes, std::size_t at)
{
    return load_le<std::uint32_t>(bytes.data() + at);
}

edit::Document document_of(const Bytes& bytes)
{
    return {*edit::find_format("model"), std::make_shared<Model>(need(read_model(bytes)))};
}

/// Returns the file after edits.
Model edited(const Bytes& bytes, const std::string& edits)
{
    edit::Document document = document_of(bytes);
    const XmlDocument parsed = need(XmlDocument::parse("<edits>" + edits + "</edits>", "edits.xml"));
    static_cast<void>(need(edit::apply(document, parsed, {})));
    return need(read_model(need(document.write())));
}

std::string error_field(const Model& model)
{
    const Result<Bytes> written = write_model(model);
    return written ? "written" : written.error().field;
}

}  // namespace

TEST_CASE("v2 .3DC: a narrow file stores points and the deltas of each frame", "[model]")
{
    RawFallbacks kept;
    const Model model = need(read_model(narrow_v2(), &kept));
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "144 to 146");
    CHECK(to_xml(model) == R"(<?xml version="1.0" encoding="UTF-8"?>
<model version="v2.6">
  <header radius="1280"/>
  <animation layout="narrow" unknown_50="70" unknown_54="71"/>
  <base_frame>
    <packed_normals>01020304</packed_normals>
    <face_data>050000000600000007000000</face_data>
  </base_frame>
  <face shade="6" texture.bank="12" texture.image="6" vertices="0 1 2" u="1 3 5" v="2 4 6"/>
  <vertex/>
  <vertex x="768"/>
  <vertex x="768" y="1024"/>
  <frame>
    <delta/>
    <delta x="1" y="-2"/>
    <delta z="-32768"/>
    <packed_normals>08090a0b</packed_normals>
    <face_data>0c0000000d0000000e000000</face_data>
  </frame>
  <gap before="vertices">
    <bytes>abcd</bytes>
  </gap>
</model>
)");
    CHECK(positions_in(model, 1) == std::vector<Vector>{{0, 0, 0}, {769, -2, 0}, {768, 1024, -32768}});
    CHECK(law_one(narrow_v2()).empty());
}

TEST_CASE("v2 .3DC: a wide file stores points and normals of each frame", "[model]")
{
    const Model model = need(read_model(wide_v2()));
    CHECK(to_xml(model) == R"(<?xml version="1.0" encoding="UTF-8"?>
<model version="v2.7">
  <header offset_section4="9"/>
  <animation layout="wide"/>
  <base_frame reserved="7"/>
  <face shade="6" texture.bank="12" texture.image="6" vertices="0 1 2" u="1 3 5" v="2 4 6" normal="0 0 100"/>
  <vertex/>
  <vertex x="768"/>
  <vertex x="768" y="1024"/>
  <frame>
    <vertex z="100"/>
    <vertex x="768" z="100"/>
    <vertex x="768" y="1024" z="100"/>
    <face_data>010000000200000003000000040000000500000006000000</face_data>
  </frame>
  <gap before="end">
    <bytes>ee</bytes>
  </gap>
</model>
)");
    CHECK(law_one(wide_v2()).empty());
}

TEST_CASE("model: reads a v2 animation with bytes between its frame records and faces", "[model]")
{
    for (const Bytes& original : {narrow_v2(), wide_v2()}) {
        const Model expected = need(read_model(original));
        const std::uint32_t faces = word_at(original, 0x3C);
        constexpr std::uint32_t gap = 4;
        Bytes bytes = original;
        bytes.insert(bytes.begin() + faces, gap, std::byte{0xEE});
        store_le(bytes.data() + 0x3C, faces + gap);
        for (std::uint32_t at = 88; at < faces; at += 4) {
            const std::uint32_t offset = word_at(bytes, at);
            const bool is_offset =
                faces == 112 || (at - 88) % 16 < 12;  // the fourth word of a wide record is not an offset
            store_le(bytes.data() + at, is_offset ? offset + gap : offset);
        }

        const Model model = need(read_model(bytes));
        CHECK(model.missing == MissingTables{});
        CHECK(model.animation.layout == expected.animation.layout);
        CHECK(model.vertices == expected.vertices);
        CHECK(positions_in(model, 1) == positions_in(expected, 1));
        REQUIRE_FALSE(model.gaps.empty());
        CHECK(model.gaps[0].bytes == Bytes(gap, std::byte{0xEE}));
        CHECK(law_one(bytes).empty());
    }
}

TEST_CASE("model: reads a v2 animation with a gap before any of its tables", "[model]")
{
    for (const Bytes& original : {narrow_v2(), wide_v2()}) {
        const Model expected = need(read_model(original));
        const std::uint32_t faces = word_at(original, 0x3C);
        const std::uint32_t record = (faces - 88) / 2;  // bytes of the record of a frame
        std::vector<std::uint32_t> words{0x3C};         // positions of words that are offsets
        for (const std::uint32_t frame : {88U, 88 + record}) {
            words.insert(words.end(), {frame, frame + 4, frame + 8});
        }
        for (const std::uint32_t word : words) {
            constexpr std::uint32_t gap = 16;
            const std::uint32_t at = word_at(original, word);
            CAPTURE(word, at);
            Bytes bytes = original;
            bytes.insert(bytes.begin() + at, gap, std::byte{0xEE});
            for (const std::uint32_t each : words) {
                const std::uint32_t offset = word_at(original, each);
                store_le(bytes.data() + each, offset >= at ? offset + gap : offset);
            }
            const Model model = need(read_model(bytes));
            CHECK(model.missing == MissingTables{});
            CHECK(model.vertices == expected.vertices);
            CHECK(positions_in(model, 1) == positions_in(expected, 1));
            CHECK(law_one(bytes).empty());
        }
    }
}

TEST_CASE("animation: frame differences are added in v2 and subtracted in v4", "[model]")
{
    Model model;
    model.vertices = {{10, 20, 30}};
    model.frames.resize(1);
    model.frames[0].deltas = {{1, 2, -3}};
    model.version = "v4.0";
    model.base_frame.type = 2;
    CHECK(positions_in(model, 1) == std::vector<Vector>{{9, 18, 33}});
    model.version = "v2.6";
    model.base_frame.type = 0;
    model.animation.layout = 3;
    CHECK(positions_in(model, 1) == std::vector<Vector>{{11, 22, 27}});
}

TEST_CASE("v2 .3DC: an archive stores the box of its second frame", "[model]")
{
    const Box box = bounding_box(need(read_model(narrow_v2())));
    CHECK(box.positive == std::array<std::uint32_t, 3>{3, 4, 0});
    CHECK(box.negative == std::array<std::uint32_t, 3>{0, 0, 128});  // 32,768 / 256
}

TEST_CASE("v2: the words at 0x14 and 0x2C announce animation, not the frame count", "[model]")
{
    Bytes bytes = triangle_v2();
    bytes[0x10] = std::byte{9};  // like in four menu pages
    const Model model = need(read_model(bytes));
    CHECK(model.header.num_frames.stored == 9);
    CHECK(model.vertices.size() == 3);
    CHECK(model.faces[0].u_gradient == std::array{10, -11, 12});
    CHECK(law_one(bytes).empty());
}

TEST_CASE("v2 .3D: a stale length of 64 does not mean animation", "[model]")
{
    Bytes bytes = triangle_v2();
    bytes[0x10] = std::byte{1};
    bytes[0x14] = std::byte{64};
    CHECK(need(read_model(bytes)).animation.layout == 0);
    CHECK(need(read_model(bytes)).vertices.size() == 3);
    CHECK(law_one(bytes).empty());
}

TEST_CASE("v2: rounds normals of wide frames to the nearest value", "[model]")
{
    Model model = need(read_model(wide_v2()));
    model.faces[0].normal = {};
    model.vertices = {{256, 0, 0}, {0, 256, 0}, {0, 0, 256}};  // 256 / sqrt 3 = 147.80
    model.frames[0].vertices = model.vertices;
    const Bytes bytes = need(write_model(model));
    CHECK(word_at(bytes, 188) == 148);  // normal of the base frame
    CHECK(word_at(bytes, 260) == 148);
}

TEST_CASE("v2 .3DC: moving a base point moves it in narrow frames, not in wide ones", "[model]")
{
    const Model narrow = edited(narrow_v2(), R"(<set path="vertices[2].z" value="32"/>)");
    CHECK(positions_in(narrow, 0)[2] == Vector{768, 1024, 32});
    CHECK(positions_in(narrow, 1)[2] == Vector{768, 1024, -32736});
    CHECK_FALSE(narrow.header.radius.stored);
    const Model wide = edited(wide_v2(), R"(<set path="vertices[2].z" value="32"/>)");
    CHECK(positions_in(wide, 1)[2] == Vector{768, 1024, 100});
    CHECK_FALSE(wide.faces[0].normal.stored);  // the normal follows from the new corners
}

TEST_CASE("v2 .3DC: adding, copying and removing frames updates offsets", "[model]")
{
    for (const Bytes& bytes : {narrow_v2(), wide_v2()}) {
        INFO(to_xml(need(read_model(bytes))));
        const std::size_t record = word_at(bytes, 0x3C) == 112 ? 12 : 16;
        const std::size_t frame = bytes.size() == 232 ? 34 : 72;
        const std::vector<Vector> pose = positions_in(need(read_model(bytes)), 1);

        const Model twice = edited(bytes, R"(<duplicate path="frames[0]"/>)");
        REQUIRE(twice.frames.size() == 2);
        CHECK(positions_in(twice, 2) == pose);
        CHECK(twice.frames[1].face_data == twice.frames[0].face_data);
        CHECK(twice.missing == MissingTables{});
        const Bytes written = need(write_model(twice));
        CHECK(written.size() == bytes.size() + record + frame);
        CHECK(word_at(written, 0x10) == 3);
        CHECK(word_at(written, 0x3C) == 88 + 3 * record);
        CHECK(word_at(written, 80 - 8) == word_at(bytes, 72));  // the gap keeps its size

        const Model empty = edited(bytes, R"(<add path="frames"><frame/></add>)");
        REQUIRE(empty.frames.size() == 2);
        CHECK(positions_in(empty, 2) == empty.vertices);  // equal to the base frame
        CHECK(empty.frames[1].face_data == empty.frames[0].face_data);
        CHECK(empty.frames[1].packed_normals == empty.frames[0].packed_normals);

        const Model none = edited(bytes, R"(<remove path="frames[0]"/>)");
        CHECK(none.frames.empty());
        CHECK(none.animation.layout == need(read_model(bytes)).animation.layout);
        const Bytes one = need(write_model(none));
        CHECK(one.size() == bytes.size() - record - frame);
        CHECK(word_at(one, 0x10) == 1);
        CHECK(word_at(one, 0x14) == 64);
    }
}

TEST_CASE("v2 .3DC: adding or removing a face resizes every frame", "[model]")
{
    const Model two = edited(narrow_v2(), R"(<duplicate path="faces[0]"/>)");
    CHECK(two.base_frame.packed_normals ==
          Bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, {}, {}, {}, {}});
    CHECK(two.frames[0].face_data.size() == 24);
    CHECK(two.frames[0].face_data[0] == std::byte{12});
    CHECK(two.frames[0].face_data[12] == std::byte{});
    const Bytes bytes = need(write_model(two));
    CHECK(word_at(bytes, 68) == 64);  // bytes of the faces
    CHECK(law_one(bytes).empty());

    const Model front = edited(bytes, R"(<remove path="faces[1]"/><set path="faces[0].shade" value="20"/>)");
    CHECK(front.base_frame.packed_normals == need(read_model(narrow_v2())).base_frame.packed_normals);

    const Model wide = edited(wide_v2(), R"(<duplicate path="faces[0]"/>)");
    CHECK(wide.frames[0].face_data.size() == 48);
    CHECK(wide.faces[0].normal.stored == std::array{0, 0, 100});
    CHECK(need(read_model(need(write_model(wide)))).missing == MissingTables{});
}

TEST_CASE("v2 .3DC: an added vertex has the same index in every frame", "[model]")
{
    for (const Bytes& bytes : {narrow_v2(), wide_v2(), animated_v4()}) {
        edit::Document document = document_of(bytes);
        const std::vector<Vector> pose = positions_in(need(read_model(bytes)), 1);
        const std::size_t count = pose.size();
        static_cast<void>(need(edit::apply(
            document,
            need(XmlDocument::parse("<edits><add path=\"vertices\"><vertex x=\"5\"/></add></edits>", "edits.xml")),
            {})));
        const Model more = need(read_model(need(document.write())));
        REQUIRE(more.vertices.size() == count + 1);
        CHECK(more.vertices[count] == Vector{5, 0, 0});
        const std::vector<Vector> after = positions_in(more, 1);
        CHECK(std::vector(after.begin(), after.begin() + static_cast<std::ptrdiff_t>(count)) == pose);
        const std::string inserted = "<edits><add path=\"vertices\" at=\"0\"><vertex x=\"7\"/></add></edits>";
        static_cast<void>(need(edit::apply(document, need(XmlDocument::parse(inserted, "edits.xml")), {})));
        CHECK(positions_in(need(read_model(need(document.write()))), 1)[1] == pose[0]);
        static_cast<void>(need(
            edit::apply(document,
                        need(XmlDocument::parse("<edits><remove path=\"vertices[0]\"/></edits>", "edits.xml")), {})));
        CHECK(positions_in(need(read_model(need(document.write()))), 1)[0] == pose[0]);
    }
}

TEST_CASE("v2 .3DC: tables in another order keep their positions until their sizes change", "[model]")
{
    // Moves the second frame's points to the end: from 198 to 214, and its normals and data to 198.
    Bytes bytes = narrow_v2();
    std::rotate(bytes.begin() + 198, bytes.begin() + 216, bytes.end());
    store_le<std::uint32_t>(bytes.data() + 100, 214);
    store_le<std::uint32_t>(bytes.data() + 104, 198);
    store_le<std::uint32_t>(bytes.data() + 108, 202);
    const Model model = need(read_model(bytes));
    CHECK(model.missing == MissingTables{});
    CHECK(positions_in(model, 1) == positions_in(need(read_model(narrow_v2())), 1));
    CHECK(model.frames[0].record.vertex_offset.stored == 214);
    CHECK(law_one(bytes).empty());
    const Model more = edited(bytes, R"(<duplicate path="frames[0]"/>)");
    CHECK(more.frames[0].record == FrameRecord{});
    CHECK(positions_in(more, 2) == positions_in(model, 1));
}

TEST_CASE("v2 .3DC: reordered tables of the base frame keep their positions too", "[model]")
{
    // Moves its normals and face data (182 to 198) before its points (146 to 182).
    Bytes bytes = narrow_v2();
    std::rotate(bytes.begin() + 146, bytes.begin() + 182, bytes.begin() + 198);
    store_le<std::uint32_t>(bytes.data() + 88, 162);
    store_le<std::uint32_t>(bytes.data() + 92, 146);
    store_le<std::uint32_t>(bytes.data() + 96, 150);
    const Model model = need(read_model(bytes));
    CHECK(model.vertices[2] == Vector{768, 1024, 0});
    CHECK(model.base_frame.vertex_offset.stored == 162);
    CHECK(law_one(bytes).empty());
    const Model more = edited(bytes, R"(<duplicate path="frames[0]"/>)");
    CHECK_FALSE(more.base_frame.vertex_offset.stored);
    CHECK(more.gaps[0].before.bytes == "vertices");
    CHECK(more.gaps[0].bytes.size() == 2);
    CHECK(more.vertices == model.vertices);
}

TEST_CASE("v2 .3DC: keeps inconsistent parts as bytes, and decodes the rest", "[model]")
{
    Bytes bytes = narrow_v2();
    store_le<std::uint32_t>(bytes.data() + 100, 5000);  // the second frame's points
    Model model = need(read_model(bytes));
    CHECK(model.missing.frames == 1);
    CHECK(model.vertices.size() == 3);
    CHECK(model.base_frame.face_data.size() == 12);
    CHECK(law_one(bytes).empty());

    bytes = narrow_v2();
    store_le<std::uint32_t>(bytes.data() + 64, 84);  // 28 bytes do not hold two records of 3 or 4 words
    model = need(read_model(bytes));
    CHECK(model.missing.frame_records == 1);
    CHECK(model.faces.size() == 1);
    CHECK(model.vertices.empty());
    CHECK(law_one(bytes).empty());

    bytes = narrow_v2();
    store_le<std::uint32_t>(bytes.data() + 72, 3);  // a gap with another length than in the file
    store_le<std::uint32_t>(bytes.data() + 76, 16402);
    model = need(read_model(bytes));
    CHECK(model.animation.gap_size.stored == 3);
    CHECK(model.animation.mark.stored == 16402);
    CHECK(model.animation.layout == 3);
    CHECK(model.vertices.size() == 3);
    CHECK(law_one(bytes).empty());
}

TEST_CASE("v2 .3DC: accepts stored high bits that equal the computed ones", "[model]")
{
    const Bytes file = animated_v4();
    Model model = need(read_model(file));
    CHECK_FALSE(model.frames[0].top_bits.stored);
    model.frames[0].top_bits = std::vector<std::uint8_t>{0};
    CHECK(need(write_model(model)) == file);
    model.frames[0].top_bits = std::vector<std::uint8_t>{1};
    const Bytes other = need(write_model(model));
    CHECK(other[217] == std::byte{0x50});  // the last byte of the packed normal at 214: 256 << 20, and 1 << 30
    CHECK(need(read_model(other)).frames[0].top_bits.stored == std::vector<std::uint8_t>{1});
    model.frames[0].top_bits = std::vector<std::uint8_t>{0, 0};  // the model has one face
    CHECK(error_field(model) == "frames[0].top_bits");
}

TEST_CASE("v2 .3DC: rejects documents that no file can store, naming the field", "[model]")
{
    const Model good = need(read_model(narrow_v2()));
    Model model = good;
    model.animation.layout = 5;
    CHECK(error_field(model) == "animation.layout");
    model = good;
    model.animation.layout = 0;
    CHECK(error_field(model) == "base_frame");
    model = good;
    model.version = "v4.0";
    CHECK(error_field(model) == "animation.layout");
    model = good;
    model.frames[0].packed_normals.pop_back();
    CHECK(error_field(model) == "frames[0].packed_normals");
    model = good;
    model.base_frame.face_data.push_back({});
    CHECK(error_field(model) == "base_frame.face_data");
    model = good;
    model.frames[0].normals.push_back({0, 1, 2, 3});
    CHECK(error_field(model) == "frames[0].normals");
    model = good;
    model.frames[0].top_bits = std::vector<std::uint8_t>{1};
    CHECK(error_field(model) == "frames[0].top_bits");
    model = good;
    model.faces[0].normal = std::array{1, 2, 3};
    CHECK(error_field(model) == "faces[0].normal");
    model = good;
    model.base_frame.type = 2;
    CHECK(error_field(model) == "base_frame.type");
    model = good;
    model.frames[0].deltas.clear();
    CHECK(error_field(model) == "frames[0].deltas");
    model = good;
    model.frames[0].record.reserved = 5;  // narrow records have no such word
    CHECK(error_field(model) == "frames[0].record.reserved");
    model = good;
    model.base_frame.packed_normals.assign(4, {});
    model.frames[0].packed_normals.clear();
    CHECK(error_field(model) == "written");  // both are 0
}
