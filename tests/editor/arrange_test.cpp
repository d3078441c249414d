// Aligning, distributing, and moving to the position of another record.
#include <catch2/catch.hpp>

#include "editor/model/scene/arrange.hpp"
#include "editor/session_support.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;
using test::SampleFile;

/// The sample map: doors 4 and 5 at (200, 0, 300) and (200, 0, 500), guard 6 at (320, 0, 400), a lamp at (300, -60,
/// 400).
struct PlacedSession {
    SampleFile file;
    Session session = Session::open(file.path).value();

    std::string place(const std::string& path) const
    {
        const glm::dvec3 place = position_of(session.root(), at(session, path)).value();
        return std::to_string(static_cast<int>(place.x)) + " " + std::to_string(static_cast<int>(place.y)) + " " +
               std::to_string(static_cast<int>(place.z));
    }
    NodeRefs refs(const std::vector<std::string>& paths) const { return at(session, paths); }
    void align(const std::vector<std::string>& paths, Axis axis, AlignTo to)
    {
        REQUIRE(session.make("Align",
                             [&](edit::Recorder& recorder) { return align_records(recorder, refs(paths), axis, to); }));
    }
};

const std::vector<std::string> three{"objects[4]", "objects[6]", "lights[0]"};

}  // namespace

TEST_CASE("arrange: aligns to minimum, centre and maximum for all kinds of records", "[editor]")
{
    PlacedSession desk;
    SECTION("least")
    {
        desk.align(three, Axis::x, AlignTo::least);
        CHECK(desk.place("objects[6]") == "200 0 400");
        CHECK(desk.place("lights[0]") == "200 -60 400");
    }
    SECTION("middle")
    {
        desk.align(three, Axis::x, AlignTo::middle);
        CHECK(desk.place("objects[4]") == "260 0 300");
        CHECK(desk.place("lights[0]") == "260 -60 400");
    }
    SECTION("greatest")
    {
        desk.align(three, Axis::y, AlignTo::least);
        CHECK(desk.place("objects[4]") == "200 -60 300");
        desk.align(three, Axis::z, AlignTo::greatest);
        CHECK(desk.place("objects[4]") == "200 -60 400");
    }
    CHECK(desk.place("objects[5]") == "200 0 500");
}

TEST_CASE("arrange: a location is aligned by its map position, or stays without one", "[editor]")
{
    PlacedSession desk;
    // 10, 0, -20 from guard 6: at (330, 0, 380).
    desk.align({"objects[4]", "actors[1].locations[1]"}, Axis::x, AlignTo::least);
    CHECK(desk.place("actors[1].locations[1]") == "200 0 380");
    REQUIRE(desk.session.set(desk.refs({"objects[6]"}), "script_name", "DOOR01"));
    desk.align({"objects[4]", "objects[6]", "actors[1].locations[1]"}, Axis::z, AlignTo::least);
    CHECK(desk.place("objects[6]") == "320 0 300");
    CHECK(stored_position(desk.session.root(), at(desk.session, "actors[1].locations[1]")) == glm::dvec3(-120, 0, -20));
}

TEST_CASE("arrange: distributes evenly between the outermost records in order", "[editor]")
{
    PlacedSession desk;
    REQUIRE(desk.session.make("Distribute", [&](edit::Recorder& recorder) {
        // X: 180, 200, 240, 300
        return distribute_records(recorder, desk.refs({"lights[0]", "flats[0]", "objects[4]", "statics[0]"}), Axis::x);
    }));
    CHECK(desk.place("statics[0]") == "180 0 250");
    CHECK(desk.place("objects[4]") == "220 0 300");
    CHECK(desk.place("flats[0]") == "260 0 620");
    CHECK(desk.place("lights[0]") == "300 -60 400");
}

TEST_CASE("arrange: distributing rounds to whole units, aligning keeps fractions", "[editor]")
{
    PlacedSession desk;
    const auto x = [&](const std::string& path) { return test::value(desk.session.document(), path + ".position.x"); };
    REQUIRE(desk.session.set(desk.refs({"objects[4]"}), "position.x", "180.25"));
    REQUIRE(desk.session.set(desk.refs({"lights[0]"}), "position.x", "301"));
    const std::vector<std::string> some{"objects[4]", "objects[5]", "lights[0]"};
    SECTION("distributed")
    {
        REQUIRE(desk.session.make("Distribute", [&](edit::Recorder& recorder) {
            return distribute_records(recorder, desk.refs(some), Axis::x);
        }));
        CHECK(x("objects[5]") == "241");  // 240.625
    }
    SECTION("in the middle")
    {
        desk.align(some, Axis::x, AlignTo::middle);
        CHECK(x("objects[5]") == "241");
    }
    SECTION("at the edge")
    {
        desk.align(some, Axis::x, AlignTo::least);
        CHECK(x("objects[5]") == "180.25");
    }
}

TEST_CASE("arrange: moves records to the exact position of another", "[editor]")
{
    PlacedSession desk;
    REQUIRE(desk.session.make("Take position", [&](edit::Recorder& recorder) {
        return move_to_record(recorder, desk.refs(three), at(desk.session, "lights[0]"));
    }));
    CHECK(desk.place("objects[4]") == "300 -60 400");
    CHECK(desk.place("objects[6]") == "300 -60 400");
    CHECK(desk.session.undo_name() == "Take position");
    REQUIRE(desk.session.undo());
    CHECK_FALSE(desk.session.modified());
}

TEST_CASE("arrange: an array along a line or a circle is one step", "[editor]")
{
    PlacedSession desk;
    REQUIRE(duplicate_array(desk.session, desk.refs({"objects[6]"}), {.count = 2, .step = {100, 0, -10}}).has_value());
    CHECK(desk.place("objects[6]") == "320 0 400");
    CHECK(desk.place("objects[7]") == "420 0 390");
    CHECK(desk.place("objects[8]") == "520 0 380");
    REQUIRE(desk.session.undo().has_value());
    CHECK_FALSE(desk.session.can_undo());

    const ArrayCopies ring{.count = 3, .circle = true, .centre = {200, 0, 400}, .angle = 90};
    REQUIRE(duplicate_array(desk.session, desk.refs({"objects[4]"}), ring).has_value());
    CHECK(desk.place("objects[4]") == "200 0 300");
    CHECK(desk.place("objects[6]") == "200 0 500");  // half a turn from the original
    CHECK(desk.session.steps().size() == 1);
}
