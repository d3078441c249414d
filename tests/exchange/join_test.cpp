// Joins triangles of other programs to polygons, but only if the join is lossless.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>

#include <catch2/catch.hpp>

#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/originals.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/mesh/join.hpp"
#include "exchange/mesh/polygons.hpp"
#include "exchange/obj/obj.hpp"
#include "model/model.hpp"
#include "support/blender.hpp"
#include "support/outcome.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::exchange;
using redforge::test::as_blender_writes;
using redforge::test::Keeps;
using redforge::test::need;

namespace {

using Outlines = std::vector<std::vector<std::uint32_t>>;

Outlines outlines(const model::Model& model)
{
    Outlines all;
    for (const model::Face& face : model.faces) {
        all.emplace_back(face.vertices.begin(), face.vertices.end());
    }
    return all;
}

/// Returns the corners of faces by position, because an imported model can number its vertices differently.
std::vector<std::vector<std::array<std::int32_t, 3>>> places(const model::Model& model)
{
    std::vector<std::vector<std::array<std::int32_t, 3>>> all;
    for (const auto& outline : outlines(model)) {
        auto& face = all.emplace_back();
        for (const std::uint32_t vertex : outline) {
            const model::Vector& at = model.vertices[vertex];
            face.push_back({at.x, at.y, at.z});
        }
    }
    return all;
}

/// Returns a triangle whose texture coordinates are x and y of its positions, one texel for 16 units.
Polygon triangle(const Polygons& in, std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    Polygon made;
    made.texture.bank = 302;
    for (const std::uint32_t vertex : {a, b, c}) {
        made.corners.push_back({vertex, 1, in.positions[vertex].x / 16.0, in.positions[vertex].y / 16.0});
    }
    return made;
}

/// Returns the joined outlines of triangles on these positions.
Outlines joined(std::vector<model::Vector> positions, const std::vector<std::array<std::uint32_t, 3>>& triangles,
                const std::function<void(Polygons&)>& change = {})
{
    Polygons polygons;
    polygons.positions = std::move(positions);
    for (const auto& [a, b, c] : triangles) {
        polygons.faces.push_back(triangle(polygons, a, b, c));
    }
    if (change) {
        change(polygons);
    }
    join_triangles(polygons);
    Outlines all;
    for (const Polygon& face : polygons.faces) {
        std::vector<std::uint32_t>& outline = all.emplace_back();
        std::ranges::transform(face.corners, std::back_inserter(outline), &Corner::vertex);
    }
    return all;
}

const std::vector<model::Vector> square{{0, 0, 0}, {1024, 0, 0}, {1024, 1024, 0}, {0, 1024, 0}};

/// Returns the number of faces by their number of corners, independent of the order of faces.
std::map<std::size_t, std::size_t> corner_counts(const model::Model& model)
{
    std::map<std::size_t, std::size_t> counts;
    for (const model::Face& face : model.faces) {
        ++counts[face.vertices.size()];
    }
    return counts;
}

/// Returns a prism of `sides` sides and two frames: two caps with that many corners, and a quad for each side.
model::Model prism(std::uint32_t sides)
{
    std::string text = "# Redforge\nusemtl D02044\n";
    std::string bottom = "f";
    std::string top = "f";
    std::string walls;
    for (std::uint32_t i = 0; i < sides; ++i) {
        const double angle = i * 6.283185307 / sides;
        const std::string x = std::to_string(std::cos(angle));
        const std::string z = std::to_string(std::sin(angle));
        text += "v " + x + " 0 " + z + "\nv " + x + " 1 " + z + "\nvt " + x + " " + z + "\n";
        const auto corner = [](std::uint32_t vertex, std::uint32_t place) {
            return " " + std::to_string(vertex) + "/" + std::to_string(place);
        };
        bottom += corner(2 * i + 1, i + 1);
        const std::uint32_t back = sides - 1 - i;
        top += corner(2 * back + 2, back + 1);
        const std::uint32_t next = (i + 1) % sides;
        const std::string place = std::to_string(sides + 1);
        walls += "f " + std::to_string(2 * i + 1) + "/" + place + " " + std::to_string(2 * i + 2) + "/" + place + " " +
                 std::to_string(2 * next + 2) + "/" + place + " " + std::to_string(2 * next + 1) + "/" + place + "\n";
    }
    ImportOptions options;
    options.version = "v4.0";
    Result<Imported> made = read_obj(text + "vt 0 0\n" + bottom + "\n" + top + "\n" + walls, options);
    REQUIRE(made);
    model::Model model = made->model;
    model.base_frame.type = 2;
    for (model::Face& face : model.faces) {
        face.slots = {};
    }
    model.frames.resize(1);
    for (std::size_t i = 0; i < model.vertices.size(); ++i) {
        model.frames[0].deltas.push_back({static_cast<std::int16_t>(100), 0, static_cast<std::int16_t>(-50)});
    }
    return model;
}

}  // namespace

TEST_CASE("join: joins two triangles to a square with the original first corner", "[exchange]")
{
    CHECK(joined(square, {{0, 1, 2}, {0, 2, 3}}) == Outlines{{0, 1, 2, 3}});
    CHECK(joined(square, {{1, 2, 3}, {3, 0, 1}}) == Outlines{{1, 2, 3, 0}});
    // The two triangles of a square are not adjacent in the file.
    std::vector<model::Vector> two = square;
    for (const model::Vector& at : square) {
        two.push_back({at.x, at.y, 5000});
    }
    CHECK(joined(two, {{0, 1, 2}, {4, 5, 6}, {2, 3, 0}, {6, 7, 4}}) == Outlines{{0, 1, 2, 3}, {4, 5, 6, 7}});
}

TEST_CASE("join: keeps triangles separate if joining would lose data", "[exchange]")
{
    const std::vector<std::array<std::uint32_t, 3>> halves{{0, 1, 2}, {0, 2, 3}};
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].texture.image = 1; }).size() == 2);
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].shade = 6; }).size() == 2);
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].corners[0].smooth = 2; }).size() == 2);
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].corners[0].u += 1; }).size() == 2);  // on the common edge
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].corners[2].u += 9; }).size() == 2);  // off the edge
    CHECK(joined(square, halves, [](Polygons& p) { p.positions[3].z = 512; }).size() == 2);
    CHECK(joined(square, halves, [](Polygons& p) {
              p.frames.push_back(p.positions);
              p.frames[0][3].z = 512;  // folds in a later frame
          }).size() == 2);
    // The original has a square and two triangles.
    CHECK(joined(square, halves, [](Polygons& p) {
              p.faces.push_back(p.faces[0]);
              p.faces[2].corners.push_back(p.faces[1].corners[2]);
          }).size() == 3);
}

TEST_CASE("join: keeps adjacent squares and the vertices between faces", "[exchange]")
{
    // 3 - 2 - 5
    // 0 - 1 - 4
    std::vector<model::Vector> row = square;
    row.push_back({2048, 0, 0});
    row.push_back({2048, 1024, 0});
    CHECK(joined(row, {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}}) == Outlines{{0, 1, 2, 3}, {1, 4, 5, 2}});
    // A square with a vertex in the middle keeps the vertex.
    std::vector<model::Vector> centred = square;
    centred.push_back({512, 512, 0});
    const Outlines around = joined(centred, {{4, 0, 1}, {4, 1, 2}, {4, 2, 3}, {4, 3, 0}});
    std::vector<bool> used(5);
    for (const auto& outline : around) {
        for (const std::uint32_t vertex : outline) {
            used[vertex] = true;
        }
    }
    CHECK(used == std::vector<bool>(5, true));
}

TEST_CASE("join: keeps polygons separate unless a triangle covers parts of both", "[exchange]")
{
    const std::vector<std::array<std::uint32_t, 3>> halves{{0, 1, 2}, {0, 2, 3}};
    const auto numbered = [](std::array<std::uint32_t, 6> polygons) {
        return [polygons](Polygons& p) {
            for (std::size_t i = 0; i < polygons.size(); ++i) {
                p.faces[i / 3].corners[i % 3].numbers.polygon = polygons[i];
            }
        };
    };
    CHECK(joined(square, halves, numbered({7, 7, 7, 7, 7, 7})).size() == 1);
    CHECK(joined(square, halves, numbered({7, 7, 7, 8, 8, 8})).size() == 2);
    CHECK(joined(square, halves, numbered({7, 7, 7, 0, 0, 0})).size() == 2);
    CHECK(joined(square, halves, numbered({7, 7, 7, 7, 8, 8})).size() == 1);
}

TEST_CASE("join: keeps coplanar neighbours with different polygon numbers", "[exchange]")
{
    // Two triangles of one square; without numbers, they become the square.
    const model::Model model =
        redforge::test::need(
            read_obj("# Redforge\nusemtl D02044\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                     "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n"))
            .model;
    REQUIRE(model.faces.size() == 2);
    const Bytes bytes = redforge::test::need(write_gltf(model));
    CHECK(redforge::test::need(read_gltf(as_blender_writes(bytes, Keeps::nothing))).model.faces.size() == 1);
    CHECK(redforge::test::need(read_gltf(as_blender_writes(bytes, Keeps::uv_maps))).model.faces.size() == 2);
    CHECK(redforge::test::need(read_gltf(as_blender_writes(bytes, Keeps::defaults))).model == model);
}

TEST_CASE("join: a fan has at most 19 corners", "[exchange]")
{
    std::vector<model::Vector> circle;
    std::vector<std::array<std::uint32_t, 3>> fan;
    for (std::uint32_t i = 0; i < 24; ++i) {
        circle.push_back({static_cast<std::int32_t>(std::lround(20000 * std::cos(i * 6.283185307 / 24))),
                          static_cast<std::int32_t>(std::lround(20000 * std::sin(i * 6.283185307 / 24))), 0});
        if (i >= 2) {
            fan.push_back({0, i - 1, i});
        }
    }
    const Outlines found = joined(circle, fan);
    REQUIRE(found.size() == 2);
    CHECK(found[0].size() == 19);
    CHECK(found[1].size() == 7);  // 24 corners, and the two corners of the cut twice
}

TEST_CASE("join: restores the polygons of a model that another program triangulated", "[exchange]")
{
    const model::Model model = prism(12);
    REQUIRE(corner_counts(model) == std::map<std::size_t, std::size_t>{{4, 12}, {12, 2}});
    const Bytes divided = as_blender_writes(redforge::test::need(write_gltf(model)));
    const Result<Imported> back = read_gltf(divided);
    REQUIRE(back);
    CHECK_FALSE(back->is_original);
    CHECK(places(back->model) == places(model));
    CHECK(back->model.vertices.size() == 24);
    CHECK(back->model.frames.size() == 1);
    ImportOptions triangles;
    triangles.keep_triangles = true;
    const Result<Imported> kept = read_gltf(divided, triangles);
    REQUIRE(kept);
    CHECK(corner_counts(kept->model) == std::map<std::size_t, std::size_t>{{3, 44}});  // 12 x 2 + 2 x 10
}

TEST_CASE("join: joins a foreign .obj of triangles, but not an own one", "[exchange]")
{
    const std::string text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl colour_1\nf 1 2 3\nf 1 3 4\n";
    CHECK(outlines(need(read_obj(text)).model) == Outlines{{0, 1, 2, 3}});
    CHECK(need(read_obj("# Redforge\n" + text)).model.faces.size() == 2);
    ImportOptions triangles;
    triangles.keep_triangles = true;
    CHECK(need(read_obj(text, triangles)).model.faces.size() == 2);
}

TEST_CASE("join: sample models that kept their numbers round-trip byte for byte", "[exchange][samples]")
{
    const std::filesystem::path folder = redforge::test::samples_or_skip("sample models by way of another program");
    if (folder.empty()) {
        return;
    }
    std::size_t all = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "models")) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".3D" && extension != ".3DC") {
            continue;
        }
        INFO(entry.path().filename());
        const Bytes bytes = redforge::test::read_file(entry.path());
        const model::Model model = redforge::test::need(model::read_model(bytes));
        if (drawn_faces(model).empty()) {
            continue;
        }
        const Bytes exported = redforge::test::need(write_gltf(model));
        const Imported back = redforge::test::need(read_gltf(as_blender_writes(exported, Keeps::uv_maps_and_extras)));
        CHECK(redforge::test::need(model::write_model(back.model)) == bytes);
        ++all;
        // Without the stored model file, the drawn faces are equal.
        if (model.version.bytes.starts_with("v2") || drawn_faces(model).size() != model.faces.size()) {
            continue;
        }
        const Imported numbered = redforge::test::need(
            read_gltf(as_blender_writes(exported, Keeps::uv_maps), {.version = model.version.bytes}));
        REQUIRE(numbered.model.faces.size() == model.faces.size());
        for (std::size_t i = 0; i < model.faces.size(); ++i) {
            const model::Face& face = model.faces[i];
            const model::Face& found = numbered.model.faces[i];
            REQUIRE(std::tie(found.shade, found.texture, found.u, found.v) ==
                    std::tie(face.shade, face.texture, face.u, face.v));
        }
        CHECK(places(numbered.model) == places(model));
    }
    CHECK(all >= 10);
}

TEST_CASE("join: triangulated sample models get the original number of polygons", "[exchange][samples]")
{
    const std::filesystem::path folder = redforge::test::samples_or_skip("joining the triangles of sample models");
    if (folder.empty()) {
        return;
    }
    std::size_t same = 0;
    std::size_t all = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "models")) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".3D" && extension != ".3DC") {
            continue;
        }
        INFO(entry.path().filename());
        const model::Model model = redforge::test::need(model::read_model(redforge::test::read_file(entry.path())));
        const Result<Imported> back = read_gltf(as_blender_writes(redforge::test::need(write_gltf(model))));
        REQUIRE(back);
        CHECK(back->model.faces.size() <= model.faces.size());
        same += corner_counts(back->model) == corner_counts(model) ? 1U : 0U;
        ++all;
    }
    // Not all, because some models have adjacent triangles that could be one face.
    CHECK(all >= 10);
    CHECK(same * 10 >= all * 8);
}
