// Models as OBJ: the exact text, and the round trip of polygons.
#include <cmath>

#include <catch2/catch.hpp>

#include "art/png.hpp"
#include "exchange/mesh/build.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/obj/obj.hpp"
#include "model/clusters.hpp"
#include "model/model.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::exchange;

namespace {

std::string obj_error(const Result<Imported>& imported)
{
    return imported ? "" : describe(imported.error());
}

constexpr std::string_view square_obj = "o hut\r\n"
                                        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                                        "vt 0 1\nvt 0.5 1\nvt 0.5 0.5\nvt 0 0.5\n"
                                        "usemtl D02044\ng shade_20\n"
                                        "f 1/1 2/2 -2/3 -1/4\n";

/// Returns a flat polygon of n corners on a circle.
std::string polygon_of(int corners)
{
    std::string text = "usemtl colour_1\n";
    std::string face = "f";
    for (int i = 0; i < corners; ++i) {
        text += "v " + std::to_string(std::cos(i * 6.2831853 / corners)) + " " +
                std::to_string(std::sin(i * 6.2831853 / corners)) + " 0\n";
        face += " " + std::to_string(i + 1);
    }
    return text + face + "\n";
}

}  // namespace

TEST_CASE("OBJ: exports a polygon at the positions of the reference sheet", "[exchange]")
{
    const Result<ObjFiles> files =
        write_obj(redforge::test::need(model::read_model(model::test::triangle_v5())), {.name = "CRATE"});
    REQUIRE(files);
    CHECK(files->obj == "# Redforge\nmtllib CRATE.mtl\no CRATE\n"
                        "v 0 0 0\nv -0.15 0 0\nv -0.15 -0.2 0\n"
                        "vt 0.00390625 1\nvt 0.04296875 1.0078125\nvt 0.041015625 0.9296875\n"
                        "vn 0 0 1\n"
                        "g shade_20\nusemtl D02044\nf 1/1/1 2/2/1 3/3/1\n");
    REQUIRE(files->side_files.size() == 1);
    CHECK(files->side_files[0].name == "CRATE.mtl");
    CHECK(as_text(files->side_files[0].content) == "# Redforge\nnewmtl D02044\nKd 1 1 1\n\n");
}

TEST_CASE("OBJ: imports a polygon of another program as a face", "[exchange]")
{
    const Result<Imported> back = read_obj(square_obj);
    REQUIRE(obj_error(back) == "");
    CHECK(back->name == "hut");
    const model::Model& model = back->model;
    CHECK(model.vertices == std::vector<model::Vector>{{0, 0, 0}, {-5120, 0, 0}, {-5120, -5120, 0}, {0, -5120, 0}});
    REQUIRE(model.faces.size() == 1);
    const model::Face& face = model.faces[0];
    CHECK(face.shade == 20);
    CHECK(face.texture.bank == 302);
    CHECK(face.vertices == std::vector<std::uint32_t>{0, 1, 2, 3});
    // Half an image of 256 texels is 2048 of their sixteenths.
    CHECK(face.u == std::vector<std::int16_t>{0, 2048, 0, -2048});
    CHECK(face.v == std::vector<std::int16_t>{0, 0, 2048, 0});
}

TEST_CASE("OBJ: texture coordinates are scaled by the size of the picture next to the .mtl", "[exchange]")
{
    const auto beside = [](const std::string& name) -> Result<Bytes> {
        std::string content = "newmtl D02044\nmap_Kd wall.png\n";
        if (name == "wall.png") {
            content = std::string("\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x40\0\0\0\x20", 24);
        }
        const ByteView bytes = as_bytes(content);
        return Bytes(bytes.begin(), bytes.end());
    };
    const Result<Imported> back = read_obj("mtllib hut.mtl\n" + std::string(square_obj), {}, beside);
    REQUIRE(obj_error(back) == "");
    CHECK(back->model.faces[0].u == std::vector<std::int16_t>{0, 512, 0, -512});  // 64 wide
    CHECK(back->model.faces[0].v == std::vector<std::int16_t>{0, 0, 256, 0});     // 32 high
}

TEST_CASE("OBJ: faces keep up to 19 corners, and 20 are rejected", "[exchange]")
{
    const Result<Imported> back = read_obj(polygon_of(19));
    REQUIRE(obj_error(back) == "");
    CHECK(back->model.faces[0].vertices.size() == 19);
    CHECK(obj_error(read_obj(polygon_of(20))) == "faces[0]: has 20 corners; 3 to 19: divide the polygon");
}

TEST_CASE("OBJ: reports errors with their line", "[exchange]")
{
    CHECK(obj_error(read_obj("v 0 0\n")).find("a vertex without three numbers") != std::string::npos);
    const Result<Imported> missing = read_obj("v 0 0 0\nusemtl colour_1\nf 1 2 3\n");
    REQUIRE_FALSE(missing);
    CHECK(missing.error().line == 3);
    CHECK(missing.error().message == "a face names vertex 2");
}

TEST_CASE("OBJ: clamps and reports a texture step that is too long to divide", "[exchange]")
{
    const Result<Imported> back =
        read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 9e9 0\nvt 0 0\nusemtl D02044\nf 1/1 2/2 3/1\n");
    REQUIRE(obj_error(back) == "");
    CHECK(back->notes ==
          std::vector<std::string>{"cut texture coordinates of a face that step by more than 2047 texels"});
}

TEST_CASE("OBJ: texture coordinates far from 0 are moved by whole textures, face by face", "[exchange]")
{
    // 100 textures of 256 texels away; steps of half a texture are 2048 sixteenths.
    const Result<Imported> back = read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl colour_1\n"
                                           "vt 100.25 -99\nvt 100.75 -99\nvt 100.75 -98.5\nvt 7.25 1\n"
                                           "f 1/1 2/2 3/3\nf 1/4 2/4 3/4\n");
    REQUIRE(obj_error(back) == "");
    CHECK(back->model.faces[0].u == std::vector<std::int16_t>{1024, 2048, 0});
    CHECK(back->model.faces[0].v == std::vector<std::int16_t>{0, 0, -2048});
    CHECK(back->model.faces[1].u == std::vector<std::int16_t>{29696, 0, 0});  // in range without a shift
}

TEST_CASE("OBJ: a v4.0 model keeps edges from corner normals, and is smooth without them", "[exchange]")
{
    // Two triangles on the edge from (0 0 0) to (1 0 0), one along Y and one along Z.
    const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 -1\nvn 0 0 1\nvn 0 1 0\nusemtl colour_1\n";
    ImportOptions options;
    options.version = "v4.0";
    const Result<Imported> edged = read_obj(corners + "f 1//1 2//1 3//1\nf 2//2 1//2 4//2\n", options);
    REQUIRE(obj_error(edged) == "");
    CHECK(edged->model.base_frame.type == 0);
    CHECK(edged->model.faces[0].slots == std::vector<std::uint32_t>{0, 1, 2});
    CHECK(edged->model.faces[1].slots == std::vector<std::uint32_t>{3, 4, 5});
    const Result<Bytes> written = model::write_model(edged->model);
    REQUIRE(written);
    CHECK(redforge::test::need(model::read_model(*written)) == edged->model);
    const Result<Imported> smooth = read_obj(corners + "f 1//1 2//1 3//1\nf 2//1 1//1 4//1\n", options);
    REQUIRE(obj_error(smooth) == "");
    CHECK(smooth->model.base_frame.type == 8);
    CHECK(smooth->model.faces[0].slots.size() == 0);
    const Result<Imported> flat_faces = read_obj(corners + "f 1 2 3\nf 2 1 4\n", options);
    REQUIRE(obj_error(flat_faces) == "");
    CHECK(flat_faces->model.faces[1].slots == std::vector<std::uint32_t>{3, 4, 5});
}

TEST_CASE("OBJ: a group without a shade ends the previous one", "[exchange]")
{
    const Result<Imported> back = read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl colour_1\n"
                                           "g shade_20\nf 1 2 3\ng roof\nf 1 2 4\ng shade_999\nf 2 3 4\n");
    REQUIRE(obj_error(back) == "");
    CHECK(back->model.faces[0].shade == 20);
    CHECK(back->model.faces[1].shade == 0);
    CHECK(back->model.faces[2].shade == 0);
}

TEST_CASE("OBJ: rejects more faces than the game stores", "[exchange]")
{
    std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl colour_1\n";
    for (std::size_t i = 0; i < max_faces; ++i) {
        text += "f 1 2 3\n";
    }
    CHECK(obj_error(read_obj(text)) == "");
    CHECK(obj_error(read_obj(text + "f 1 2 3\n")) == "faces: there are 16384; at most 16383: reduce the mesh");
}

TEST_CASE("OBJ: material colours are matched to a palette if there is one", "[exchange]")
{
    const auto beside = [](const std::string&) -> Result<Bytes> {
        const ByteView bytes = as_bytes("newmtl Wood\nKd 1 0 0\n");
        return Bytes(bytes.begin(), bytes.end());
    };
    ImportOptions options;
    options.palette.assign(256, {0, 0, 0});
    options.palette[7] = {250, 3, 3};
    const Result<Imported> back =
        read_obj("mtllib x.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl Wood\nf 1 2 3\n", options, beside);
    REQUIRE(obj_error(back) == "");
    CHECK(back->model.faces[0].texture.colour == 7);
}

TEST_CASE("OBJ: texture coordinates are in units of the material's picture", "[exchange]")
{
    const Bytes picture = redforge::test::need(
        art::write_png(art::IndexedImage{32, 16, std::vector<std::uint8_t>(512, 1)}, art::grey_colours()));
    const auto beside = [&](const std::string& name) -> Result<Bytes> {
        const ByteView material = as_bytes("newmtl D02044\nKd 1 1 1\nmap_Kd D02044.png\n");
        return name.ends_with(".png") ? picture : Bytes(material.begin(), material.end());
    };
    const Result<Imported> back =
        read_obj("mtllib x.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 1\nvt 0.5 1\nvt 0 0.25\nusemtl D02044\nf 1/1 2/2 3/3\n",
                 {}, beside);
    REQUIRE(obj_error(back) == "");
    // In steps of 1/16 texel: half of 32 texels to the right, then back and three quarters of 16 down.
    CHECK(back->model.faces[0].u == std::vector<std::int16_t>{0, 256, -256});
    CHECK(back->model.faces[0].v == std::vector<std::int16_t>{0, 0, 192});
}

TEST_CASE("OBJ: clusters contain each face once, within the size of original clusters", "[exchange]")
{
    std::string text = "usemtl colour_1\n";
    for (int i = 0; i < 100; ++i) {
        const std::string x = std::to_string(i);
        text += "v " + x + " 0 0\nv " + x + ".5 0 0\nv " + x + " 1 0\nf -3 -2 -1\n";
    }
    const Result<Imported> back = read_obj(text);
    REQUIRE(obj_error(back) == "");
    std::vector<int> seen(100);
    for (const model::Cluster& cluster : back->model.clusters) {
        CHECK(cluster.faces.size() <= 10);  // a tenth of 100 faces
        for (const std::uint16_t face : cluster.faces) {
            ++seen[face];
        }
    }
    CHECK(seen == std::vector<int>(100, 1));
}

TEST_CASE("OBJ: reports wrong statements with their line", "[exchange]")
{
    const auto line_of = [](const std::string& text) {
        const Result<Imported> imported = read_obj(text);
        return imported ? 0U : imported.error().line;
    };
    const std::string begin = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    CHECK(line_of(begin + "usemtl colour_1\nf 1 2 3\n") == 0);
    CHECK(line_of("v 0 0 0\nv 1e9 0 0\n") == 2);                           // out of a model's range
    CHECK(line_of("v 0 0 0\nv 0 0\n") == 2);                               // a number is missing
    CHECK(line_of(begin + "usemtl colour_1\nusemtl ??\nf 1 2 3\n") == 6);  // a material without a texture
    CHECK(line_of(begin + "usemtl colour_1\nf 1 2 9\n") == 5);             // a missing vertex
}
