// Texture codes and derived data, compared with values computed by hand.
#include <bit>
#include <cmath>

#include <catch2/catch.hpp>

#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/texture_code.hpp"

using namespace redforge;
using namespace redforge::model;

namespace {

Vector normal_of(const std::vector<Vector>& corners, Rounding rounding)
{
    const std::vector<Corners> face{{0, 1, 2}};
    std::vector<Vector> out(1);
    face_normals(corners, face, rounding, out);
    return out[0];
}

}  // namespace

TEST_CASE("formula: the first corners of a face exist if all three are vertices", "[model]")
{
    std::vector<Face> faces;
    for (const std::vector<std::uint32_t>& corners : std::vector<std::vector<std::uint32_t>>{
             {0, 1, 2}, {3, 2, 1, 0}, {1, 2}, {}, {9, 1, 2}, {0, 9, 2}, {0, 1, 4}}) {
        faces.emplace_back().vertices = corners;
    }
    std::vector<std::vector<std::uint32_t>> found;
    for (const Corners& corners : first_corners(faces, 4)) {
        found.push_back({corners.a, corners.b, corners.c});
    }
    const std::vector<std::uint32_t> none{Corners::none, Corners::none, Corners::none};
    CHECK(found == std::vector<std::vector<std::uint32_t>>{{0, 1, 2}, {3, 2, 1}, none, none, none, none, none});
}

TEST_CASE("formula: truncates or rounds the normals of any number of faces", "[model]")
{
    const std::vector<Vector> positions{{0, 0, 0}, {256, 0, 0}, {0, 256, 0}, {0, 0, 256}};
    // 256 / sqrt(3) is 147.8; a face without area or with invalid corners has no normal.
    const std::vector<Corners> faces{{0, 1, 2}, {1, 2, 3}, {3, 2, 1}, {}, {0, 2, 3}, {0, 0, 1}, {0, 2, 1}};
    const std::vector<Vector> cut{{0, 0, 256}, {147, 147, 147}, {-147, -147, -147}, {}, {256, 0, 0}, {}, {0, 0, -256}};
    const std::vector<Vector> rounded{{0, 0, 256}, {148, 148, 148}, {-148, -148, -148}, {}, {256, 0, 0},
                                      {},          {0, 0, -256}};
    for (const std::size_t count : {0U, 1U, 7U, 15U, 16U, 17U, 33U}) {
        std::vector<Corners> all;
        std::vector<Vector> all_cut;
        std::vector<Vector> all_rounded;
        for (std::size_t i = 0; i < count; ++i) {
            all.push_back(faces[i % faces.size()]);
            all_cut.push_back(cut[i % faces.size()]);
            all_rounded.push_back(rounded[i % faces.size()]);
        }
        std::vector<Vector> out(count, Vector{7, 7, 7});
        face_normals(positions, all, Rounding::truncate, out);
        CHECK(out == all_cut);
        face_normals(positions, all, Rounding::nearest, out);
        CHECK(out == all_rounded);
    }
}

TEST_CASE("formula: a texture code is a name of six digits in base 40", "[model]")
{
    // D02044: 13 x 40^5 + 0 + 2 x 40^3 + 0 + 4 x 40 + 4
    const Texture texture = decode_texture(1331328164);
    CHECK(texture.bank == 302);
    CHECK(texture.image == 44);
    CHECK(texture.colour == Texture::no_colour);
    CHECK(encode_texture(texture) == 1331328164);

    // A00000 is bank 0, image 0: 10 x 40^5
    CHECK(decode_texture(1024000000) == Texture{});
    // Image 70 and higher, for which the public decimal formula is wrong. A00070 = A00000 + 7 x 40
    CHECK(decode_texture(1024000280).image == 70);
    // Z99999, the last code: 35 x 40^5 + 9 x (40^4 + 40^3 + 40^2 + 40 + 1)
    const Texture last = decode_texture(3584000000U + 9U * 2625641U);
    CHECK(last.bank == 2599);
    CHECK(last.image == 999);
}

TEST_CASE("formula: keeps a texture code that is not a name", "[model]")
{
    for (const std::uint32_t code : {0U, 1U, 1023999999U, 1024000010U, 4096000000U, 0xFFE00000U, 0xFFF10000U}) {
        const Texture texture = decode_texture(code);
        CHECK(texture.code.stored == code);
        CHECK(encode_texture(texture) == code);
        CHECK_FALSE(texture_error(texture, false));
    }
}

TEST_CASE("formula: a solid colour keeps its low byte", "[model]")
{
    const Texture texture = decode_texture(0xFFF02A3B);
    CHECK(texture.colour == 42);
    CHECK(texture.low == 0x3B);
    CHECK(encode_texture(texture) == 0xFFF02A3B);
}

TEST_CASE("formula: every v2 texture code round-trips", "[model]")
{
    CHECK(decode_texture_v2(255).colour == 255);
    CHECK(decode_texture_v2(256).bank == 2);
    CHECK(decode_texture_v2(12 << 7 | 6).image == 6);
    for (unsigned code = 0; code <= 0xFFFF; ++code) {
        const Texture texture = decode_texture_v2(static_cast<std::uint16_t>(code));
        REQUIRE(encode_texture_v2(texture) == code);
        REQUIRE_FALSE(texture_error(texture, true));
    }
}

TEST_CASE("formula: reports textures that a version cannot store", "[model]")
{
    Texture texture;
    texture.bank = 512;
    REQUIRE(texture_error(texture, true));
    CHECK(texture_error(texture, true)->field == "bank");
    CHECK(texture_error(texture, true)->hint == "2 to 511, or a colour");
    CHECK_FALSE(texture_error(texture, false));
    texture.colour = 3;
    CHECK(texture_error(texture, false));
}

TEST_CASE("formula: a face normal is (b-a) x (c-b), scaled to 256 and truncated or rounded", "[model]")
{
    CHECK(normal_of({{0, 0, 0}, {256, 0, 0}, {256, 256, 0}}, Rounding::truncate) == Vector{0, 0, 256});
    // x + y + z = 1: each component 256 / sqrt 3 = 147.80
    const std::vector<Vector> slope{{256, 0, 0}, {0, 256, 0}, {0, 0, 256}};
    CHECK(normal_of(slope, Rounding::truncate) == Vector{147, 147, 147});
    CHECK(normal_of(slope, Rounding::nearest) == Vector{148, 148, 148});
    // In the opposite order, truncated towards zero.
    CHECK(normal_of({slope[2], slope[1], slope[0]}, Rounding::truncate) == Vector{-147, -147, -147});
}

TEST_CASE("formula: a face without area has no normal", "[model]")
{
    CHECK(normal_of({{1, 2, 3}, {1, 2, 3}, {4, 5, 6}}, Rounding::truncate) == Vector{});
    Face face;
    face.vertices = {0, 1, 7};
    CHECK(first_corners({face}, 3)[0].a == Corners::none);
}

TEST_CASE("formula: normals of many faces equal the normals of each", "[model]")
{
    // 37 faces: two full blocks and a part of one.
    const std::vector<Vector> corners{{256, 0, 0}, {0, 256, 0}, {0, 0, 256}};
    std::vector<Corners> faces(37, Corners{0, 1, 2});
    faces[36] = {2, 1, 0};
    std::vector<Vector> out(37);
    face_normals(corners, faces, Rounding::truncate, out);
    CHECK(out[0] == Vector{147, 147, 147});
    CHECK(out[35] == Vector{147, 147, 147});
    CHECK(out[36] == Vector{-147, -147, -147});
}

TEST_CASE("formula: the radius is the largest distance from the origin", "[model]")
{
    const std::vector<Vector> positions{{768, 1024, 0}, {-100, 0, 0}};
    CHECK(radius_of(positions) == 1280);
    CHECK(radius_of({}) == 0);
    const std::vector<Vector> far{{-2147483647 - 1, -2147483647 - 1, -2147483647 - 1}};
    CHECK(radius_of(far) == 3719550720U);  // 2^31 x sqrt 3 = 3,719,550,786.9; the next smaller float
}

TEST_CASE("formula: a vertex normal is the normalised sum of face normals, or NaN", "[model]")
{
    Face up;
    up.vertices = {0, 1, 2};
    up.slots = {0, 0, 2};
    Face side;
    side.vertices = {0, 2, 3};
    side.slots = {0, 3, 3};
    const std::vector<Vector> normals{{0, 0, 256}, {256, 0, 0}};
    const auto by_slot = vertex_normals({up, side}, true, normals, 5);
    // slot 0: the normals (0, 0, 256) twice and (256, 0, 0) once: (256, 0, 512) / 572.43
    CHECK(by_slot[0][0] == Approx(0.4472136));
    CHECK(by_slot[0][2] == Approx(0.8944272));
    CHECK(by_slot[3] == std::array<float, 3>{1, 0, 0});
    CHECK(std::bit_cast<std::uint32_t>(by_slot[1][0]) == 0xFFC00000U);
    CHECK(std::bit_cast<std::uint32_t>(by_slot[4][2]) == 0xFFC00000U);
    const auto by_vertex = vertex_normals({up, side}, false, normals, 4);
    CHECK(by_vertex[1] == std::array<float, 3>{0, 0, 1});
    CHECK(by_vertex[0][0] == Approx(0.7071068));
}

TEST_CASE("formula: packed normals are three signed numbers of ten bits", "[model]")
{
    CHECK(pack_normal({-1, 256, -256}) == (0x3FFU | 0x100U << 10 | 0x300U << 20));
    CHECK(unpack_normal(0xC0000000U | 0x3FFU | 0x100U << 10 | 0x300U << 20) == Vector{-1, 256, -256});
}
