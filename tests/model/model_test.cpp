// Handwritten models: read values, derived values, and rejected files.
#include <catch2/catch.hpp>

#include "core/record/record_type.hpp"
#include "model/model.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

Error error_text(const Model& model)
{
    const Result<Bytes> written = write_model(model);
    REQUIRE_FALSE(written);
    return written.error();
}

Model read(ByteView bytes)
{
    Result<Model> model = read_model(bytes);
    REQUIRE(model);
    return *model;
}

}  // namespace

TEST_CASE("model: a regular v5.0 model has only faces, vertices and clusters", "[model]")
{
    RawFallbacks kept;
    const Result<Model> model = read_model(triangle_v5(), &kept);
    REQUIRE(model);
    CHECK(kept.empty());
    CHECK(to_xml(*model) == R"(<?xml version="1.0" encoding="UTF-8"?>
<model version="v5.0">
  <face shade="20" texture.bank="302" texture.image="44" vertices="0 1 2" u="16 160 -8" v="0 -32 320" slots="0 0 0"/>
  <vertex/>
  <vertex x="768"/>
  <vertex x="768" y="1024"/>
  <cluster x="384" y="512" radius="640" extent_x="1" extent_y="1.5" extent_z="0.5" faces="0"/>
</model>
)");
    CHECK(law_one(triangle_v5()).empty());
}

TEST_CASE("model: a regular v2.7 model also has its stale length and gradients", "[model]")
{
    RawFallbacks kept;
    Bytes bytes = triangle_v2();
    const Result<Model> model = read_model(bytes, &kept);
    REQUIRE(model);
    CHECK(kept.empty());
    CHECK(to_xml(*model) == R"(<?xml version="1.0" encoding="UTF-8"?>
<model version="v2.7">
  <header stale_length="184" offset_section4="168"/>
  <face shade="6" texture.bank="12" texture.image="6" vertices="0 1 2" u="1 3 5" v="2 4 6" u_gradient="10 -11 12" v_gradient="-13 14 -15"/>
  <vertex/>
  <vertex x="768"/>
  <vertex x="768" y="1024"/>
</model>
)");
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: a regular animated model has the base frame's type and frame steps", "[model]")
{
    RawFallbacks kept;
    const Result<Model> model = read_model(animated_v4(), &kept);
    REQUIRE(model);
    CHECK(kept.empty());
    CHECK(to_xml(*model) == R"(<?xml version="1.0" encoding="UTF-8"?>
<model version="v4.0">
  <base_frame type="deltas"/>
  <face texture.colour="42" vertices="0 1 2" u="0 0 0" v="0 0 0"/>
  <vertex/>
  <vertex x="768"/>
  <vertex x="768" y="1024"/>
  <vertex z="-256"/>
  <frame>
    <delta/>
    <delta/>
    <delta/>
    <delta/>
  </frame>
</model>
)");
    CHECK(law_one(animated_v4()).empty());
}

TEST_CASE("model: the high bits of packed normals are leftovers of the exporter", "[model]")
{
    // One frame of two vertices: its normal's word is at byte 12 of the packed data, which in the unpacked buffer is
    // the fourth word, the x of the second vertex. Both bits are set if it is negative, and one if it is at least
    // 0x40000000.
    for (const auto& [x, bits] : {std::pair{5, 0U}, {-5, 3U}, {0x40000000, 1U}}) {
        Model model;
        model.version = "v4.0";
        model.base_frame.type = 2;
        model.vertices = {{0, 0, 0}, {x, 0, 0}};
        Face face;
        face.vertices = {0, 1, 0};
        face.u = {0, 0, 0};
        face.v = {0, 0, 0};
        model.faces = {face};
        model.frames.resize(1);
        model.frames[0].deltas.resize(2);
        const Result<Bytes> bytes = write_model(model);
        REQUIRE(bytes);
        // header 64, face 34, vertices 24, normal 12, records 32, deltas 12
        CHECK(load_le<std::uint32_t>(bytes->data() + 178) >> 30 == bits);
    }
}

TEST_CASE("model: unknown values of a face are in the text", "[model]")
{
    Model model = read(triangle_v5());
    model.faces.at(0).reserved = 7;
    const Bytes bytes = need(write_model(model));
    CHECK(read(bytes).faces.at(0).reserved == 7);
    CHECK(to_xml(read(bytes)).find(" reserved=\"7\"") != std::string::npos);
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: moving a vertex recomputes the values that depend on it", "[model]")
{
    Model model = read(triangle_v5());
    model.vertices = {{0, 0, 0}, {0, 768, 0}, {0, 768, 2560}};
    const Result<Bytes> bytes = write_model(model);
    REQUIRE(bytes);
    CHECK(load_le<std::uint32_t>(bytes->data() + 0x0C) == 2672);  // sqrt(768^2 + 2560^2) = 2672.7
    CHECK(load_le<std::int32_t>(bytes->data() + 134) == 256);     // the face normal is along x now
    CHECK(load_le<std::uint32_t>(bytes->data() + 210) == 0x3F800000U);
}

TEST_CASE("model: removing a face updates every table, reference and count", "[model]")
{
    Model model = read(triangle_v5());
    model.faces.insert(model.faces.begin(), model.faces[0]);
    model.clusters[0].faces = {1, 0};
    const Bytes two = need(write_model(model));
    CHECK(law_one(two).empty());
    CHECK(load_le<std::uint32_t>(two.data() + 0x08) == 2);
    CHECK(load_le<std::uint32_t>(two.data() + 0x30) == 132);  // 64 + 2 x 34
    model.faces.pop_back();
    CHECK(error_text(model).field == "clusters[0].faces");
    model.clusters[0].faces = {0};
    CHECK(need(write_model(model)) == triangle_v5());
}

TEST_CASE("model: only values that differ from the computed ones are stored", "[model]")
{
    Bytes bytes = triangle_v5();
    store_le<std::uint32_t>(bytes.data() + 0x0C, 1281);
    store_le<std::int32_t>(bytes.data() + 142, 255);
    store_le<std::uint32_t>(bytes.data() + 0x24, 7);
    bytes[210 + 3] = std::byte{0x80};  // -0.0
    const Model model = read(bytes);
    CHECK(model.header.radius.stored == 1281);
    CHECK(model.header.unused.stored == 7);
    CHECK(model.faces[0].normal.stored == std::array{0, 0, 255});
    REQUIRE(model.vertex_normals.size() == 1);
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: bytes between tables are a gap, and tables keep their order around it", "[model]")
{
    Bytes bytes = triangle_v5();
    bytes.insert(bytes.begin() + 162, 4, std::byte{0xEE});
    for (const std::size_t word : {0x1CU, 0x28U, 0x2CU}) {
        store_le(bytes.data() + word, load_le<std::uint32_t>(bytes.data() + word) + 4);
    }
    for (const std::size_t entry : {202U, 206U, 210U}) {
        store_le<std::uint32_t>(bytes.data() + entry, 214);
    }
    append_le<std::uint8_t>(bytes, 1);
    RawFallbacks kept;
    const Result<Model> model = read_model(bytes, &kept);
    REQUIRE(model);
    REQUIRE(model->gaps.size() == 2);
    CHECK(model->gaps[0].before.bytes == "section4");
    CHECK(model->gaps[1].before.bytes == "end");
    CHECK(model->header == Header{});
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].size == 4);
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: tables in another order keep their offsets", "[model]")
{
    // Vertices before faces: 64 vertices, 100 faces.
    Bytes bytes = triangle_v5();
    std::rotate(bytes.begin() + 64, bytes.begin() + 98, bytes.begin() + 134);
    store_le<std::uint32_t>(bytes.data() + 0x30, 64);
    store_le<std::uint32_t>(bytes.data() + 0x3C, 100);
    store_le<std::uint32_t>(bytes.data() + 146, 64);
    store_le<std::uint32_t>(bytes.data() + 192, 100);
    const Model model = read(bytes);
    CHECK(model.vertices[2] == Vector{768, 1024, 0});
    CHECK(model.header.offset_vertex_coords.stored == 64);
    CHECK(model.header.offset_face_data.stored == 100);
    CHECK(model.gaps.empty());
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: a table inside another leaves no gap after it", "[model]")
{
    // The frame record moves from 146 into the faces (64 to 98): only its old position belongs to no table.
    Bytes bytes = triangle_v5();
    store_le<std::uint32_t>(bytes.data() + 0x14, 68);
    const Model model = read(bytes);
    CHECK(model.header.offset_frame_data.stored == 68);
    REQUIRE(model.gaps.size() == 1);
    CHECK(model.gaps[0].offset.stored == 146);
    CHECK(model.gaps[0].bytes.size() == 16);
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: a table past the end is missing, and the others are read", "[model]")
{
    Bytes bytes = triangle_v5();
    store_le<std::uint32_t>(bytes.data() + 0x34, 100000);
    RawFallbacks kept;
    const Result<Model> model = read_model(bytes, &kept);
    REQUIRE(model);
    CHECK(model->missing.face_normals == 1);
    CHECK(model->missing.faces == 0);
    CHECK(model->clusters.size() == 1);
    REQUIRE_FALSE(kept.empty());
    CHECK(kept[0].place == "face_normals");
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: a cluster without a face keeps its references as bytes", "[model]")
{
    Bytes bytes = triangle_v5();
    store_le<std::uint16_t>(bytes.data() + 196, 3);
    const Model model = read(bytes);
    CHECK(model.clusters[0].faces.empty());
    CHECK(model.clusters[0].references.size() == 6);
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: a v2 vertex reference that is not a multiple of 12 keeps the remainder", "[model]")
{
    Bytes bytes = triangle_v2();
    store_le<std::uint32_t>(bytes.data() + 116, 17);
    const Model model = read(bytes);
    CHECK(model.faces[0].vertices == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(model.faces[0].remainders == std::vector<std::uint8_t>{0, 5, 0});
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: a table that many frames share is read once or twice", "[model]")
{
    Model model = read(animated_v4());
    model.base_frame.type = 0;
    model.frames.clear();
    Bytes bytes = need(write_model(model));
    const std::size_t frames = 10000;
    const std::size_t records = bytes.size();
    bytes.resize(records + frames * 16);
    store_le<std::uint32_t>(bytes.data() + 0x10, static_cast<std::uint32_t>(frames));
    store_le<std::uint32_t>(bytes.data() + 0x14, static_cast<std::uint32_t>(records));
    for (std::size_t i = 0; i < frames; ++i) {
        store_le<std::uint32_t>(bytes.data() + records + 16 * i, 98);
        store_le<std::uint32_t>(bytes.data() + records + 16 * i + 4, 146);
    }
    const Model read_back = read(bytes);
    CHECK(read_back.missing.frames == 1);
    CHECK(law_one(bytes).empty());
}

TEST_CASE("model: rejects other files with a position and a hint", "[model]")
{
    const Result<Model> shorter = read_model(ByteView(triangle_v5()).first(63));
    REQUIRE_FALSE(shorter);
    CHECK(describe(shorter.error()) == "byte 63 (0x3F): 63 bytes; a model begins with a header of 64 bytes");
    Bytes other = triangle_v5();
    other[3] = std::byte{'9'};
    CHECK_FALSE(is_model(other));
    REQUIRE_FALSE(read_model(other));
    CHECK(require_error(read_model(other)).field == "version");
}

TEST_CASE("model: rejects documents that no file can store, naming the field", "[model]")
{
    const Model good = read(triangle_v5());
    Model model = good;
    model.version = "v3.0";
    CHECK(error_text(model).field == "version");
    model = good;
    model.faces[0].vertices.resize(256);  // one byte stores their number
    CHECK(error_text(model).field == "faces[0].vertices");
    model = good;
    model.faces[0].u = {1, 2};
    CHECK(error_text(model).field == "faces[0].u");
    model = good;
    model.faces[0].slots = {};
    CHECK(error_text(model).field == "faces[0].slots");
    model = good;
    model.faces[0].texture.image = 1000;
    CHECK(error_text(model).field == "faces[0].texture.image");
    model = good;
    model.faces[0].u_gradient = {1, 0, 0};
    CHECK(error_text(model).field == "faces[0].u_gradient");
    model = good;
    model.clusters[0].references.resize(5);
    CHECK(error_text(model).field == "clusters[0].references");
    model = good;
    model.frames.resize(1);
    CHECK(error_text(model).field == "frames[0].vertices");
    model = good;
    model.header.num_frames = 7;
    CHECK(error_text(model).field == "header.num_frames");
    model = good;
    model.header.num_faces = 2;
    CHECK(error_text(model).message.find("the file would have") != std::string::npos);
    model = good;
    model.header.offset_face_data = 0xFFFFFF00;
    CHECK(error_text(model).code == ErrorCode::mismatch);
    model = good;
    model.header.stale_length = 8;
    CHECK(error_text(model).field == "header.stale_length");
    model = good;
    model.header.offset_gradients = 8;
    CHECK(error_text(model).field == "header.offset_gradients");
    CHECK(error_text(model).hint == "only v2 models have it");
    model = good;
    model.animation.layout = 3;
    CHECK(error_text(model).field == "animation.layout");
    CHECK(error_text(model).hint == "only v2 .3DC models have one");
    model = read(triangle_v2());
    model.header.offset_frame_data = 8;
    CHECK(error_text(model).field == "header.offset_frame_data");
    model = good;
    model.gaps.push_back({"nowhere", {}, Bytes(3)});
    CHECK(error_text(model).field == "gaps[0].before");
    model = good;
    model.missing.vertices = 1;
    CHECK(error_text(model).field == "missing.vertices");
}

TEST_CASE("model: rejects values that its version or tables cannot have", "[model]")
{
    const auto field_of = [](const Bytes& file, const auto& change) {
        Model model = read(file);
        REQUIRE(write_model(model));
        change(model);
        const Result<Bytes> written = write_model(model);
        return written ? "" : written.error().field;
    };
    const Bytes v5 = triangle_v5();
    const Bytes v4 = animated_v4();
    const Bytes v2 = triangle_v2();
    CHECK(field_of(v5, [](Model& m) { m.missing.faces = 1; }) == "missing.faces");
    CHECK(field_of(v5, [](Model& m) { m.missing.section4 = 1; }) == "missing.section4");
    CHECK(field_of(v4, [](Model& m) { m.missing.frame_records = 1; }) == "missing.frame_records");
    CHECK(field_of(v4, [](Model& m) { m.header.num_frames.stored = 3; }) == "header.num_frames");
    CHECK(field_of(v2, [](Model& m) { m.base_frame.type = 1; }) == "base_frame");
    CHECK(field_of(v5, [](Model& m) { m.header.stale_length.stored = 1; }) == "header.stale_length");
    CHECK(field_of(v4, [](Model& m) { m.header.stale_length.stored = 1; }) == "header.stale_length");
    CHECK(field_of(v5, [](Model& m) { m.header.offset_gradients.stored = 1; }) == "header.offset_gradients");
    CHECK(field_of(v2, [](Model& m) { m.header.total_face_vertices.stored = 1; }) == "header.total_face_vertices");
    CHECK(field_of(wide_v2(), [](Model& m) { m.animation.layout = 5; }) == "animation.layout");
    CHECK(field_of(v5, [](Model& m) { m.animation.layout = 4; }) == "animation.layout");
    CHECK(field_of(wide_v2(), [](Model& m) { m.base_frame.type = 2; }) == "base_frame.type");
    CHECK(field_of(wide_v2(), [](Model& m) { m.frames[0].vertices.pop_back(); }) == "frames[0].vertices");
    CHECK(field_of(wide_v2(), [](Model& m) { m.frames[0].deltas.emplace_back(); }) == "frames[0].deltas");
    CHECK(field_of(wide_v2(), [](Model& m) { m.frames[0].top_bits.stored.emplace(1); }) == "frames[0].top_bits");
    CHECK(field_of(wide_v2(), [](Model& m) { m.frames[0].face_data.assign(3, std::byte{1}); }) ==
          "frames[0].face_data");
    CHECK(field_of(narrow_v2(), [](Model& m) { m.frames[0].normals.emplace_back(); }) == "frames[0].normals");
    CHECK(field_of(narrow_v2(), [](Model& m) { m.frames[0].packed_normals.assign(3, std::byte{1}); }) ==
          "frames[0].packed_normals");
    CHECK(field_of(v4, [](Model& m) { m.frames[0].deltas.pop_back(); }) == "frames[0].deltas");
    CHECK(field_of(v4, [](Model& m) { m.frames[0].packed_normals.assign(3, std::byte{1}); }) ==
          "frames[0].packed_normals");
}

TEST_CASE("model: its fields have paths", "[model]")
{
    Model model = read(triangle_v5());
    const ListView faces = handle_of(model).find_list("faces");
    REQUIRE(faces);
    const FieldView bank = faces.at(0).find_field("texture.bank");
    REQUIRE(bank);
    CHECK(bank.set("12"));
    CHECK(model.faces[0].texture.bank == 12);
    CHECK_FALSE(bank.set("2600"));
}

TEST_CASE("model: a stored value equal to the computed one is dropped", "[model]")
{
    Model model = read(triangle_v5());
    model.header.radius = 1280;
    model.faces[0].normal = std::array{0, 0, 256};
    CHECK(need(write_model(model)) == triangle_v5());
}

TEST_CASE("model: an animated model of one vertex has one step per frame", "[model]")
{
    Model model = need(read_model(animated_v4()));
    model.faces.clear();
    model.vertices.resize(1);
    for (Frame& frame : model.frames) {
        frame.deltas = {{1, -2, 3}};
        frame.packed_normals.clear();
        frame.face_data.clear();
    }
    const Bytes bytes = need(write_model(model));
    const Model read = need(read_model(bytes));
    REQUIRE(read.frames.size() == model.frames.size());
    REQUIRE(read.frames.back().deltas.size() == 1);
    CHECK(read.frames.back().deltas.front().y == -2);
    CHECK(read.frames.back().vertices.empty());
}
