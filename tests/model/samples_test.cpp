// Sample models and archives: exact round trips, no raw bytes, and the values in the generator's values.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "model/geometry.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"
#include "model/model_xml.hpp"
#include "model/rob.hpp"
#include "runner/skip.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using nlohmann::json;
using redforge::test::need;

namespace {

namespace fs = std::filesystem;

/// Returns the folder of the samples. Returns nullopt, and skips the test, if there is none.
std::optional<fs::path> samples()
{
    const char* const folder = std::getenv("REDFORGE_SAMPLES");
    if (folder == nullptr || !fs::is_directory(folder)) {
        redforge::test::skip("REDFORGE_SAMPLES does not name the folder of the samples");
        return std::nullopt;
    }
    return fs::path(folder);
}

Bytes load(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    const ByteView bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

std::vector<fs::path> files_of(const fs::path& folder, std::initializer_list<std::string_view> extensions)
{
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (std::ranges::find(extensions, entry.path().extension().string()) != extensions.end()) {
            found.push_back(entry.path());
        }
    }
    std::ranges::sort(found);
    return found;
}

Vector vector_of(const json& three)
{
    return {three[0].get<std::int32_t>(), three[1].get<std::int32_t>(), three[2].get<std::int32_t>()};
}

void compare_faces(const Model& model, const json& faces)
{
    REQUIRE(model.faces.size() == faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const Face& face = model.faces[i];
        const json& expected = faces[i];
        INFO("face " << i);
        CHECK(face.shade == expected["shade"]);
        REQUIRE(face.vertices.size() == expected["v"].size());
        for (std::size_t corner = 0; corner < face.vertices.size(); ++corner) {
            CHECK(face.vertices[corner] == expected["v"][corner]);
            CHECK(face.u[corner] == expected["uv"][corner][0]);
            CHECK(face.v[corner] == expected["uv"][corner][1]);
            if (expected.contains("slots")) {
                CHECK(face.slots[corner] == expected["slots"][corner]);
            }
        }
        if (expected.contains("bank")) {
            CHECK(face.texture.bank == expected["bank"]);
            CHECK(face.texture.image == expected["image"]);
            CHECK(face.texture.colour == Texture::no_colour);
        }
    }
}

void compare_clusters(const Model& model, const json& clusters)
{
    REQUIRE(model.clusters.size() == clusters.size());
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const Cluster& cluster = model.clusters[i];
        CHECK(Vector{cluster.x, cluster.y, cluster.z} == vector_of(clusters[i]["centre"]));
        CHECK(cluster.radius == clusters[i]["radius"]);
        CHECK(cluster.faces == clusters[i]["faces"].get<std::vector<std::uint16_t>>());
        for (std::size_t axis = 0; clusters[i].contains("extent") && axis < 3; ++axis) {
            CHECK(cluster.extent[axis].value == clusters[i]["extent"][axis].get<float>());
        }
    }
}

void compare_frames(const Model& model, const json& account)
{
    if (account.contains("anim") && !account["anim"].empty()) {
        REQUIRE(model.frames.size() == account["anim"].size());
        for (std::size_t frame = 0; frame < model.frames.size(); ++frame) {
            REQUIRE(model.frames[frame].deltas.size() == account["anim"][frame].size());
            for (std::size_t i = 0; i < model.frames[frame].deltas.size(); ++i) {
                const Delta& delta = model.frames[frame].deltas[i];
                REQUIRE(Vector{delta.x, delta.y, delta.z} == vector_of(account["anim"][frame][i]));
            }
        }
    }
    if (account.contains("poses")) {  // v2: every frame, including the base frame
        REQUIRE(model.frames.size() + 1 == account["poses"].size());
        for (std::size_t frame = 0; frame < account["poses"].size(); ++frame) {
            const std::vector<Vector> positions = positions_in(model, frame);
            REQUIRE(positions.size() == account["poses"][frame].size());
            for (std::size_t i = 0; i < positions.size(); ++i) {
                REQUIRE(positions[i] == vector_of(account["poses"][frame][i]));
            }
        }
        CHECK(model.animation.layout == account["table_record"]);
        CHECK((model.animation.layout == 4) == account["wide"]);
        const json& gap = account["gap"];
        REQUIRE(model.gaps.size() == (gap["length"] == 0 ? 0U : 1U));
        if (!model.gaps.empty()) {
            CHECK(model.gaps[0].bytes.size() == gap["length"]);
            CHECK(model.gaps[0].before.bytes == (gap["place"] == "after faces" ? "vertices" : "end"));
        }
    }
    for (std::size_t frame = 0; account.contains("stored_deltas") && frame < model.frames.size(); ++frame) {
        REQUIRE(model.frames[frame].deltas.size() == account["stored_deltas"][frame].size());
        for (std::size_t i = 0; i < model.frames[frame].deltas.size(); ++i) {
            const Delta& delta = model.frames[frame].deltas[i];
            REQUIRE(Vector{delta.x, delta.y, delta.z} == vector_of(account["stored_deltas"][frame][i]));
        }
    }
    if (account.contains("anim_absolute")) {
        REQUIRE(model.frames.size() == account["anim_absolute"].size());
        for (std::size_t frame = 0; frame < model.frames.size(); ++frame) {
            REQUIRE(model.frames[frame].vertices.size() == account["anim_absolute"][frame].size());
            for (std::size_t i = 0; i < model.frames[frame].vertices.size(); ++i) {
                REQUIRE(model.frames[frame].vertices[i] == vector_of(account["anim_absolute"][frame][i]));
            }
        }
    }
}

void compare_with(const Model& model, const json& account)
{
    CHECK(model.version.bytes == account["version"]);
    REQUIRE(model.vertices.size() == account["vertices"].size());
    for (std::size_t i = 0; i < model.vertices.size(); ++i) {
        REQUIRE(model.vertices[i] == vector_of(account["vertices"][i]));
    }
    compare_faces(model, account["faces"]);
    compare_frames(model, account);
    if (account.contains("section4")) {
        compare_clusters(model, account["section4"]);
    }
    if (account.contains("stale_14")) {
        CHECK(model.header.stale_length.value_or(0) == account["stale_14"]);
        CHECK(model.header.unused.value_or(0) == account["unused_24"]);
    }
    if (account.contains("gradients") && !account["gradients"].empty()) {
        for (std::size_t i = 0; i < model.faces.size(); ++i) {
            for (std::size_t part = 0; part < 3; ++part) {
                CHECK(model.faces[i].u_gradient[part] == account["gradients"][i][part]);
                CHECK(model.faces[i].v_gradient[part] == account["gradients"][i][part + 3]);
            }
        }
    }
    if (account["frame_type"].is_number()) {
        CHECK(model.base_frame.type == account["frame_type"]);
    }
}

}  // namespace

TEST_CASE("samples: every model round-trips both ways", "[model][samples]")
{
    const std::optional<fs::path> folder = samples();
    if (!folder) {
        return;
    }
    std::size_t count = 0;
    std::size_t animated = 0;
    for (const char* const part : {"models", "game"}) {
        for (const fs::path& path : files_of(*folder / part, {".3D", ".3DC"})) {
            INFO(path.filename());
            const Bytes bytes = load(path);
            CHECK(law_one(bytes) == "");
            const Model model = need(read_model(bytes));
            CHECK(model.missing == MissingTables{});
            CHECK_FALSE(to_mesh(model, model.frames.size()).triangles.empty());
            const bool odd = path.filename().string().starts_with("ODD_") || path.parent_path().filename() == "3DART";
            if (model.animation.layout != 0) {
                // The positions of the tables of an animated v2 model are computed. Its single gap is part of the
                // format.
                CHECK(model.gaps.size() <= 1);
                CHECK_FALSE((model.header.offset_face_data.stored || model.header.num_frames.stored ||
                             model.header.num_faces.stored || model.header.num_vertices.stored));
                CHECK_FALSE((model.animation.table_offset.stored || model.animation.faces_size.stored));
                CHECK_FALSE(model.animation.gap_size.stored);
                CHECK(model.base_frame.face_data.size() ==
                      model.faces.size() * (model.animation.layout == 3 ? 12 : 24));
                CHECK(std::ranges::none_of(model.frames, [](const Frame& frame) {
                    return frame.record.vertex_offset.stored || frame.record.normal_offset.stored ||
                           frame.record.face_data_offset.stored || frame.face_data.empty();
                }));
                ++animated;
            } else if (!odd) {
                // Regular files store no layout: every derived value equals the computed one.
                CHECK(model.gaps.empty());
                CHECK(model.vertex_normals.empty());
                Header rest = model.header;
                rest.stale_length = {};
                rest.unused = {};
                CHECK(rest == Header{});
                CHECK(
                    std::ranges::none_of(model.faces, [](const Face& face) { return face.normal.stored.has_value(); }));
                CHECK(std::ranges::none_of(model.frames, [](const Frame& frame) {
                    return frame.top_bits.stored || !frame.normals.empty() || !(frame.record == FrameRecord{});
                }));
            }
            ++count;
        }
    }
    CHECK(count > 10);
    CHECK(animated == 14);
}

TEST_CASE("samples: models match the generator's values", "[model][samples]")
{
    const std::optional<fs::path> folder = samples();
    if (!folder) {
        return;
    }
    std::size_t count = 0;
    for (const fs::path& path : files_of(*folder / "models", {".3D", ".3DC"})) {
        INFO(path.filename());
        std::ifstream in(path.string() + ".json");
        REQUIRE(in);
        const json account = json::parse(in);
        const Bytes bytes = load(path);
        const Result<Model> model = read_model(bytes);
        REQUIRE(model);
        compare_with(*model, account);
        CHECK(load_le<std::uint32_t>(bytes.data() + 0x0C) == account["radius"]);
        // The stored normals equal the computed ones, except those that a face stores.
        for (std::size_t i = 0; account.contains("face_normals") && i < model->faces.size(); ++i) {
            const std::size_t at = load_le<std::uint32_t>(bytes.data() + 0x34) + 12 * i;
            CHECK(load_le<std::int32_t>(bytes.data() + at) == account["face_normals"][i][0]);
            CHECK_FALSE(model->faces[i].normal.stored);
        }
        ++count;
    }
    CHECK(count == 12);
}

TEST_CASE("samples: every archive round-trips both ways, with all models decoded", "[model][samples]")
{
    const std::optional<fs::path> folder = samples();
    if (!folder) {
        return;
    }
    for (const fs::path& path : files_of(*folder, {".ROB"})) {
        INFO(path.filename());
        const Bytes bytes = load(path);
        RawFallbacks kept;
        const Result<Rob> rob = read_rob(bytes, &kept);
        REQUIRE(rob);
        CHECK(kept.empty());
        const Result<Bytes> written = write_rob(*rob);
        REQUIRE(written);
        CHECK(*written == bytes);
        const Result<Rob> back = from_xml<Rob>(text_of(*rob));
        REQUIRE(back);
        CHECK(*back == *rob);
        for (const Segment& segment : rob->segments) {
            INFO(segment.name.view());
            CHECK(segment.model.has_value() == (segment.type != 2));
            CHECK(segment.data.empty());
            if (segment.model) {
                CHECK_FALSE((segment.positive.stored || segment.negative.stored || segment.size.stored));
                CHECK_FALSE((segment.num_faces.stored || segment.num_frames.stored));
            }
        }
    }
}

TEST_CASE("samples: archives match the generator's values", "[model][samples]")
{
    const std::optional<fs::path> folder = samples();
    if (!folder) {
        return;
    }
    for (const char* const name : {"TEST.ROB", "TESTMENU.ROB"}) {
        INFO(name);
        const Rob rob = need(read_rob(load(*folder / "models" / name)));
        std::ifstream in(*folder / "models" / (std::string(name) + ".json"));
        const json account = json::parse(in);
        REQUIRE(rob.segments.size() == account["segments"].size());
        for (std::size_t i = 0; i < rob.segments.size(); ++i) {
            const Segment& segment = rob.segments[i];
            const json& expected = account["segments"][i];
            CHECK(segment.name.view() == expected["name"].get<std::string>());
            CHECK(segment.type == expected["type"]);
            CHECK(segment.render_mode == expected["render"]);
            CHECK(segment.attributes == expected["attributes"]);
            CHECK(segment.flags == expected["byte_11"]);
            if (segment.model) {
                const Box box = bounding_box(*segment.model);
                CHECK(segment.model->faces.size() == expected["num_faces"]);
                CHECK(box.positive == expected["positive"].get<std::array<std::uint32_t, 3>>());
                CHECK(box.negative == expected["negative"].get<std::array<std::uint32_t, 3>>());
            } else {
                CHECK(segment.num_frames.stored == expected["num_frames"].get<std::uint32_t>());
            }
        }
    }
}
