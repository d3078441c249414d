// Rotations: the direction of each angle, angles of a matrix, and matrices set as angles.
#include <catch2/catch.hpp>

#include <cmath>

#include "edit/document/document.hpp"
#include "edit/operation/rotation.hpp"
#include "edit/path/path.hpp"
#include "rgm/map.hpp"

using namespace redforge;
using edit::Axis;
using edit::EulerAngles;
using edit::Q28Matrix;

namespace {

constexpr std::int32_t one = 268435456;  // 1.0 in Q4.28

/// Rows of a rotation matrix, in reading order.
using Rows = std::array<std::array<double, 3>, 3>;

Rows rows_of(const glm::dmat3& matrix)
{
    Rows rows{};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column)) = matrix[column][row];
        }
    }
    return rows;
}

void check_near(const glm::dmat3& found, const glm::dmat3& expected)
{
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            CHECK(found[column][row] == Approx(expected[column][row]).margin(1e-9));
        }
    }
}

void check_turns(const EulerAngles& found, const EulerAngles& expected)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        INFO("axis " << axis);
        CHECK(found.at(axis) == Approx(expected.at(axis)).margin(1e-6));
    }
}

/// Sets the matrix of a static to a value. Returns the text of the result.
std::string made_of(const Q28Matrix& matrix, std::string_view value)
{
    edit::Document map(*edit::find_format("map"), edit::find_format("map")->make_new(true));
    edit::get_if<rgm::Map>(map)->statics.records[0].rotation_matrix = matrix;
    const auto matches = edit::resolve(map.root(), "statics[0].rotation_matrix");
    REQUIRE(matches);
    const Result<std::optional<std::string>> text = edit::matrix_text(matches->at(0).field, value);
    return !text ? text.error().message : text->value_or("no angles");
}

constexpr Q28Matrix no_turn{one, 0, 0, 0, one, 0, 0, 0, one};

}  // namespace

TEST_CASE("rotation: quarter turns are exact, and about Z they are reversed", "[edit]")
{
    CHECK(rows_of(edit::rotation_about(Axis::x, 512)) == Rows{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}});
    CHECK(rows_of(edit::rotation_about(Axis::y, 512)) == Rows{{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}});
    CHECK(rows_of(edit::rotation_about(Axis::z, 512)) == Rows{{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}});
    CHECK(rows_of(edit::rotation_about(Axis::y, 1024)) == Rows{{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}});
    CHECK(rows_of(edit::rotation_about(Axis::x, -512)) == rows_of(edit::rotation_about(Axis::x, 1536)));
    CHECK(rows_of(edit::rotation_about(Axis::x, 2048 + 512)) == rows_of(edit::rotation_about(Axis::x, 512)));
    // An eighth of a turn is not a right angle, and stays exact.
    CHECK(edit::rotation_about(Axis::y, 256)[0][0] == Approx(std::sqrt(0.5)));
    CHECK(edit::rotation_about(Axis::y, 256)[2][0] == Approx(std::sqrt(0.5)));
}

TEST_CASE("rotation: turns about Z first, then X, then Y", "[edit]")
{
    CHECK(rows_of(edit::rotation_of(EulerAngles{512, 512, 0})) == Rows{{{0, 1, 0}, {0, 0, -1}, {-1, 0, 0}}});
    CHECK(rows_of(edit::rotation_of(EulerAngles{512, 0, 512})) == Rows{{{0, 1, 0}, {0, 0, -1}, {-1, 0, 0}}});
    CHECK(rows_of(edit::rotation_of(EulerAngles{0, 512, 512})) == Rows{{{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}});
}

TEST_CASE("rotation: chooses the angles that are nearest to the previous ones", "[edit]")
{
    for (const EulerAngles& turns :
         {EulerAngles{0, 0, 0}, EulerAngles{100, 200, 300}, EulerAngles{1800, 30, 2000}, EulerAngles{700, 20, 1000},
          EulerAngles{1300, 1600, 90}, EulerAngles{512, 100, 300}, EulerAngles{1536, 100, 300}}) {
        CAPTURE(turns[0], turns[1], turns[2]);
        check_turns(edit::turns_of(edit::rotation_of(turns), turns), turns);
    }
    // More than a quarter turn about X equals less than one, with half turns about Y and Z.
    check_turns(edit::turns_of(edit::rotation_of(EulerAngles{700, 0, 0})), {700, 0, 0});
    check_turns(edit::turns_of(edit::rotation_of(EulerAngles{700, 0, 0}), {300, 1000, 1000}), {324, 1024, 1024});
    check_turns(edit::turns_of(edit::rotation_of(EulerAngles{324, 1024, 1024})), {700, 0, 0});
    // At a quarter turn about X, Y and Z rotate about one axis: Y keeps its angle, and Z gets the rest.
    check_turns(edit::turns_of(edit::rotation_of(EulerAngles{512, 100, 300}), {0, 150, 0}), {512, 150, 250});
    check_turns(edit::turns_of(edit::rotation_of(EulerAngles{1536, 100, 300}), {0, 150, 0}), {1536, 150, 350});
    check_turns(edit::turns_of(edit::rotation_of(EulerAngles{512, 100, 300}), {0, -1898, 0}), {512, 150, 250});
    for (const double x : {512.0, 1536.0}) {
        const glm::dmat3 rotation = edit::rotation_of(EulerAngles{x, 700, 1900});
        check_near(edit::rotation_of(edit::turns_of(rotation, {3, 5, 7})), rotation);
    }
}

TEST_CASE("rotation: a matrix is a rotation if it does not scale, mirror or shear", "[edit]")
{
    const Q28Matrix quarter{0, 0, -one, 0, one, 0, one, 0, 0};
    REQUIRE(edit::rotation_of(quarter));
    CHECK(rows_of(*edit::rotation_of(quarter)) == rows_of(edit::rotation_about(Axis::y, 512)));
    CHECK(edit::matrix_of(edit::rotation_about(Axis::y, 512)) == quarter);
    CHECK(edit::matrix_of(edit::rotation_about(Axis::x, 512)) == Q28Matrix{one, 0, 0, 0, 0, one, 0, -one, 0});
    CHECK(edit::matrix_of(edit::rotation_about(Axis::z, 512)) == Q28Matrix{0, one, 0, -one, 0, 0, 0, 0, one});
    for (const EulerAngles& turns : {EulerAngles{100, 200, 300}, EulerAngles{1800, 30, 2000}}) {
        const auto again = edit::rotation_of(edit::matrix_of(edit::rotation_of(turns)));
        REQUIRE(again);
        check_turns(edit::turns_of(*again, turns), turns);
    }
    CHECK_FALSE(edit::rotation_of(Q28Matrix{one / 2, 0, 0, 0, one / 2, 0, 0, 0, one / 2}));
    CHECK_FALSE(edit::rotation_of(Q28Matrix{-one, 0, 0, 0, one, 0, 0, 0, one}));
    CHECK_FALSE(edit::rotation_of(Q28Matrix{one, one / 8, 0, 0, one, 0, 0, 0, one}));
    CHECK_FALSE(edit::rotation_of(Q28Matrix{}));
}

TEST_CASE("rotation: a matrix takes angles in degrees, in 2048ths, or relative", "[edit]")
{
    CHECK(made_of(no_turn, "0,90deg,0") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(made_of(no_turn, "0,512,0") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(made_of(no_turn, "0 , 90 degrees , 0") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(made_of(no_turn, "512,0,0") == "268435456 0 0 0 0 268435456 0 -268435456 0");
    CHECK(made_of(no_turn, "0,0,512") == "0 268435456 0 -268435456 0 0 0 0 268435456");
    CHECK(made_of(no_turn, "+=0,90deg,0") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(made_of(no_turn, "-=0,90deg,0") == "0 0 268435456 0 268435456 0 -268435456 0 0");
    const Q28Matrix quarter{0, 0, -one, 0, one, 0, one, 0, 0};
    CHECK(made_of(quarter, "+=0,512,0") == "-268435456 0 0 0 268435456 0 0 0 -268435456");
    CHECK(made_of(quarter, "-=0,512,0") == "268435456 0 0 0 268435456 0 0 0 268435456");
    CHECK(made_of(quarter, "0,0,0") == "268435456 0 0 0 268435456 0 0 0 268435456");
    CHECK(made_of(no_turn, "1 0 0 0 1 0 0 0 1") == "no angles");
    CHECK(made_of(no_turn, "5") == "no angles");
    for (const std::string wrong : {"0,90deg", "0,90deg,0,0", "0,x,0", "0,1e9,0", "0,-1e9,0", "1,2", "+=1,2", ",,"}) {
        CHECK(made_of(no_turn, wrong) == "value \"" + wrong + "\"");
    }
    CHECK(made_of({one / 2, 0, 0, 0, one, 0, 0, 0, one}, "+=0,1,0") ==
          "the matrix is not a rotation, so it has no angles to change");
    CHECK(made_of({one / 2, 0, 0, 0, one, 0, 0, 0, one}, "0,0,0") == "268435456 0 0 0 268435456 0 0 0 268435456");
}

TEST_CASE("rotation: X and Y of the view are reversed in the map", "[edit]")
{
    CHECK(edit::flip({1, 2, 3}) == glm::dvec3(-1, -2, 3));
    CHECK(edit::flip(edit::flip({1, 2, 3})) == glm::dvec3(1, 2, 3));
}
