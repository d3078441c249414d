// Triangles that other programs made of polygons become polygons again; what is lost by joining stays apart.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include <catch2/catch.hpp>

#include "exchange/glb.hpp"
#include "exchange/gltf.hpp"
#include "exchange/gltf_reader.hpp"
#include "exchange/imported.hpp"
#include "exchange/join.hpp"
#include "exchange/numbers.hpp"
#include "exchange/obj.hpp"
#include "exchange/originals.hpp"
#include "exchange/polygons.hpp"
#include "model/face.hpp"
#include "model/frame.hpp"
#include "model/model.hpp"
#include "model/vector.hpp"
#include "support/outcome.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::exchange;
using nlohmann::json;

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

/// The corners of faces by their places: a model that comes back may number its vertices otherwise.
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

/// A triangle whose texture coordinates are its positions' x and y, a texel for 16 units.
Polygon triangle(const Polygons& in, std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    Polygon made;
    made.texture.bank = 302;
    for (const std::uint32_t vertex : {a, b, c}) {
        made.corners.push_back({vertex, 1, in.positions[vertex].x / 16.0, in.positions[vertex].y / 16.0});
    }
    return made;
}

/// Joined outlines of triangles on these positions.
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

/// What another program carries along of an export.
enum class Keeps : std::uint8_t { nothing, numbers, numbers_and_model };

/// A .glb as Blender writes it of what it read: a list of vertices for each primitive with equal ones once, and texture
/// coordinates that were turned over twice in single precision; extras only when it was told so.
Bytes as_blender_writes(ByteView bytes, Keeps keeps = Keeps::nothing)
{
    const Glb glb = test::need(read_glb(bytes));
    GltfReader reader(glb);
    json document = glb.document;
    Bytes binary;
    json accessors = json::array();
    json views = json::array();
    const auto add = [&](const Bytes& content, int component, std::size_t count, const char* type) {
        views.push_back({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", content.size()}});
        append(binary, content);
        accessors.push_back(
            {{"bufferView", views.size() - 1}, {"componentType", component}, {"count", count}, {"type", type}});
        return accessors.size() - 1;
    };
    json& mesh = document["meshes"][0];
    if (keeps != Keeps::numbers_and_model) {
        mesh.erase("extras");
    }
    document.erase("animations");
    for (json& primitive : mesh["primitives"]) {
        struct Source {
            const std::vector<double>* values;
            std::size_t width;
            json* place;
        };
        std::vector<Source> sources;
        const auto source = [&](json& place, std::uint32_t width) {
            sources.push_back({*reader.accessor(place.get<std::uint32_t>(), width), width, &place});
        };
        source(primitive["attributes"]["POSITION"], 3);
        source(primitive["attributes"]["NORMAL"], 3);
        source(primitive["attributes"]["TEXCOORD_0"], 2);
        for (const char* const set : number_sets) {
            if (keeps == Keeps::nothing) {
                primitive["attributes"].erase(set);
            } else if (primitive["attributes"].contains(set)) {
                source(primitive["attributes"][set], 2);
            }
        }
        if (primitive.contains("targets")) {
            for (json& target : primitive["targets"]) {
                source(target["POSITION"], 3);
            }
        }
        std::map<std::vector<float>, std::uint32_t> numbers;
        std::vector<std::vector<float>> kept;
        Bytes indices;
        for (const double index : **reader.accessor(primitive["indices"].get<std::uint32_t>(), 1)) {
            std::vector<float> vertex;
            for (const Source& from : sources) {
                for (std::size_t part = 0; part < from.width; ++part) {
                    const auto value =
                        static_cast<float>((*from.values)[static_cast<std::size_t>(index) * from.width + part]);
                    const bool turned = from.width == 2 && part == 1;
                    vertex.push_back(turned ? 1 - (1 - value) : value);
                }
            }
            const auto [number, added] = numbers.try_emplace(vertex, static_cast<std::uint32_t>(kept.size()));
            if (added) {
                kept.push_back(vertex);
            }
            append_le(indices, number->second);
        }
        std::size_t first = 0;
        for (const Source& from : sources) {
            Bytes content;
            for (const std::vector<float>& vertex : kept) {
                for (std::size_t part = 0; part < from.width; ++part) {
                    append_le(content, std::bit_cast<std::uint32_t>(vertex[first + part]));
                }
            }
            first += from.width;
            *from.place = add(content, 5126, kept.size(), from.width == 3 ? "VEC3" : "VEC2");
        }
        primitive["indices"] = add(indices, 5125, indices.size() / 4, "SCALAR");
    }
    document["accessors"] = accessors;
    document["bufferViews"] = views;
    document["buffers"] = json::array({{{"byteLength", binary.size()}}});
    return write_glb(document, binary);
}

/// Corners of faces by how many have them, for models whose faces come in another order.
std::map<std::size_t, std::size_t> corner_counts(const model::Model& model)
{
    std::map<std::size_t, std::size_t> counts;
    for (const model::Face& face : model.faces) {
        ++counts[face.vertices.size()];
    }
    return counts;
}

/// A prism of `sides` sides: two caps of that many corners, and a quad for each side; two frames.
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

TEST_CASE("two triangles of a square become the square, from the corner where they begin", "[exchange]")
{
    CHECK(joined(square, {{0, 1, 2}, {0, 2, 3}}) == Outlines{{0, 1, 2, 3}});
    CHECK(joined(square, {{1, 2, 3}, {3, 0, 1}}) == Outlines{{1, 2, 3, 0}});
    // The parts of one square stand apart from each other in the file.
    std::vector<model::Vector> two = square;
    for (const model::Vector& at : square) {
        two.push_back({at.x, at.y, 5000});
    }
    CHECK(joined(two, {{0, 1, 2}, {4, 5, 6}, {2, 3, 0}, {6, 7, 4}}) == Outlines{{0, 1, 2, 3}, {4, 5, 6, 7}});
}

TEST_CASE("triangles stay apart where joining would lose something", "[exchange]")
{
    const std::vector<std::array<std::uint32_t, 3>> halves{{0, 1, 2}, {0, 2, 3}};
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].texture.image = 1; }).size() == 2);
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].shade = 6; }).size() == 2);
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].corners[0].smooth = 2; }).size() == 2);
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].corners[0].u += 1; }).size() == 2);  // at the edge
    CHECK(joined(square, halves, [](Polygons& p) { p.faces[1].corners[2].u += 9; }).size() == 2);  // behind it
    CHECK(joined(square, halves, [](Polygons& p) { p.positions[3].z = 512; }).size() == 2);
    CHECK(joined(square, halves, [](Polygons& p) {
              p.frames.push_back(p.positions);
              p.frames[0][3].z = 512;  // folds in a later frame
          }).size() == 2);
    // Somebody has drawn a square and two triangles.
    CHECK(joined(square, halves, [](Polygons& p) {
              p.faces.push_back(p.faces[0]);
              p.faces[2].corners.push_back(p.faces[1].corners[2]);
          }).size() == 3);
}

TEST_CASE("squares side by side stay two, and no vertex between faces goes", "[exchange]")
{
    // 3 - 2 - 5
    // 0 - 1 - 4
    std::vector<model::Vector> row = square;
    row.push_back({2048, 0, 0});
    row.push_back({2048, 1024, 0});
    CHECK(joined(row, {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}}) == Outlines{{0, 1, 2, 3}, {1, 4, 5, 2}});
    // A square with a vertex in the middle keeps it.
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

TEST_CASE("a fan has at most 19 corners", "[exchange]")
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
    CHECK(found[1].size() == 7);  // 24 corners, and the two of the cut twice
}

TEST_CASE("a model that another program divided into triangles comes back as its polygons", "[exchange]")
{
    const model::Model model = prism(12);
    REQUIRE(corner_counts(model) == std::map<std::size_t, std::size_t>{{4, 12}, {12, 2}});
    const Bytes divided = as_blender_writes(test::need(write_gltf(model)));
    const Result<Imported> back = read_gltf(divided);
    REQUIRE(back);
    CHECK_FALSE(back->original);
    CHECK(places(back->model) == places(model));
    CHECK(back->model.vertices.size() == 24);
    CHECK(back->model.frames.size() == 1);
    ImportOptions triangles;
    triangles.keep_triangles = true;
    const Result<Imported> kept = read_gltf(divided, triangles);
    REQUIRE(kept);
    CHECK(corner_counts(kept->model) == std::map<std::size_t, std::size_t>{{3, 44}});  // 12 x 2 + 2 x 10
}

TEST_CASE("an .obj of another program that has only triangles is joined, our own is not", "[exchange]")
{
    const std::string text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl colour_1\nf 1 2 3\nf 1 3 4\n";
    CHECK(outlines(read_obj(text)->model) == Outlines{{0, 1, 2, 3}});
    CHECK(read_obj("# Redforge\n" + text)->model.faces.size() == 2);
    ImportOptions triangles;
    triangles.keep_triangles = true;
    CHECK(read_obj(text, triangles)->model.faces.size() == 2);
}

TEST_CASE("sample models that kept their numbers in another program come back byte for byte", "[exchange][samples]")
{
    const std::filesystem::path folder = test::samples_or_skip("sample models by way of another program");
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
        const Bytes bytes = test::read_file(entry.path());
        const model::Model model = test::need(model::read_model(bytes));
        if (drawn_faces(model).empty()) {
            continue;
        }
        const Bytes exported = test::need(write_gltf(model));
        const Imported back = test::need(read_gltf(as_blender_writes(exported, Keeps::numbers_and_model)));
        CHECK(test::need(model::write_model(back.model)) == bytes);
        ++all;
        // Without the model's file, what the game draws is the same.
        if (model.version.bytes.starts_with("v2") || drawn_faces(model).size() != model.faces.size()) {
            continue;
        }
        const Imported numbered =
            test::need(read_gltf(as_blender_writes(exported, Keeps::numbers), {.version = model.version.bytes}));
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

TEST_CASE("sample models that another program divided come back with as many polygons", "[exchange][samples]")
{
    const std::filesystem::path folder = test::samples_or_skip("joining the triangles of sample models");
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
        const model::Model model = test::need(model::read_model(test::read_file(entry.path())));
        const Result<Imported> back = read_gltf(as_blender_writes(test::need(write_gltf(model))));
        REQUIRE(back);
        CHECK(back->model.faces.size() <= model.faces.size());
        same += corner_counts(back->model) == corner_counts(model) ? 1U : 0U;
        ++all;
    }
    // Not all: some have triangles side by side that could as well be one face.
    CHECK(all >= 10);
    CHECK(same * 10 >= all * 8);
}

TEST_CASE("a model that went through Blender comes back byte for byte", "[exchange][blender]")
{
    namespace fs = std::filesystem;
    if (std::system("command -v blender > /dev/null 2>&1") != 0 ||                  // NOLINT: one thread
        std::system("/usr/bin/python3 -c 'import numpy' > /dev/null 2>&1") != 0) {  // NOLINT: what its importer needs
        WARN("skipped: Blender with numpy is not installed");
        return;
    }
    const fs::path folder = fs::temp_directory_path() / ("redforge-blender-" + std::to_string(std::rand()));  // NOLINT
    fs::create_directories(folder);
    const model::Model model = prism(12);
    const Bytes bytes = test::need(write_gltf(model));
    std::ofstream(folder / "in.glb", std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));  // NOLINT
    std::ofstream(folder / "way.py")
        << "import bpy, numpy\n"
           "numpy.bool = bool\n"  // its importer is older than its numpy
           "bpy.ops.wm.read_factory_settings(use_empty=True)\n"
           "bpy.ops.import_scene.gltf(filepath='in.glb')\n"
           "bpy.ops.export_scene.gltf(filepath='out.glb', export_format='GLB', export_extras=True)\n";
    const std::string command =
        "cd '" + folder.string() + "' && timeout 120 blender -b --factory-startup -noaudio -P way.py > way.log 2>&1";
    REQUIRE(std::system(command.c_str()) == 0);  // NOLINT: as above
    const Result<Imported> back = read_gltf(test::read_file(folder / "out.glb"));
    fs::remove_all(folder);
    REQUIRE(back);
    CHECK(test::need(model::write_model(back->model)) == test::need(model::write_model(model)));
}
