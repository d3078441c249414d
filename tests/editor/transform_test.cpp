// Moving and rotating records: the fields with their position, the results of moves and angles, and the interactive
// tool.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <cmath>

#include <glm/glm.hpp>

#include "editor/model/scene/transform_tool.hpp"
#include "editor/model/text/angle_text.hpp"
#include "editor/session_support.hpp"
#include "rgm/position.hpp"
#include "scene/placement.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;
using test::SampleFile;

/// The sample map: door 4 at (200, 0, 300) rotated by 512, door 5 at (200, 0, 500) by 1536, guard 6 at (320, 0, 400).
struct ToolBench {
    SampleFile file;
    Session session = Session::open(file.path).value();
    TransformTool tool;

    explicit ToolBench(const std::vector<std::string>& selected)
    {
        static_cast<void>(session.select(at(session, selected)));
    }
    [[nodiscard]] std::string value(std::string_view path) const { return test::value(session.document(), path); }
    std::string place(const std::string& path) const
    {
        return value(path + ".position.x") + " " + value(path + ".position.y") + " " + value(path + ".position.z");
    }
    std::string angles(const std::string& path) const
    {
        return value(path + ".angle.x") + " " + value(path + ".angle.y") + " " + value(path + ".angle.z");
    }
    void begin(TransformTool::Mode mode, const std::string& keys, const Snapping& snapping = {.on = false})
    {
        REQUIRE(tool.begin(session, mode, snapping));
        for (const char key : keys) {
            CHECK(tool.key(key));
        }
    }
    void move(const std::string& keys) { begin(TransformTool::Mode::move, keys), tool.finish(); }
    void rotate(const std::string& keys) { begin(TransformTool::Mode::rotate, keys), tool.finish(); }
};

void check_same(const glm::dmat3& rotation, const scene::Mat3& drawn)
{
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            CHECK(rotation[column][row] == Approx(static_cast<double>(drawn[column][row])).margin(1e-6));
        }
    }
}

}  // namespace

TEST_CASE("rotation: angles and matrices rotate as they are drawn")
{
    for (const rgm::Angles& angles :
         {rgm::Angles{0, 0, 0}, {100, 700, 1900}, {512, 30, 0}, {1536, 1000, 77}, {900, 5, 1024}}) {
        const EulerAngles turns{static_cast<double>(angles.x), static_cast<double>(angles.y),
                                static_cast<double>(angles.z)};
        const glm::dmat3 rotation = rotation_of(turns);
        check_same(rotation, scene::object_rotation(angles));
        const EulerAngles back = turns_of(rotation, turns);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(std::remainder(back[i] - turns[i], 2048.0) == Approx(0).margin(0.001));
        }
        const Q28Matrix matrix = matrix_of(rotation);
        check_same(*rotation_of(matrix), scene::static_rotation(matrix));
        check_same(*rotation_of(matrix), scene::object_rotation(angles));
    }
    // A quarter turn is exact.
    CHECK(matrix_of(rotation_about(Axis::y, 512)) == Q28Matrix{0, 0, -268435456, 0, 268435456, 0, 268435456, 0, 0});
}

TEST_CASE("rotation: a matrix that scales, mirrors or shears is not a rotation")
{
    constexpr std::int32_t one = 268435456;
    CHECK(rotation_of(Q28Matrix{one, 0, 0, 0, one, 0, 0, 0, one}));
    CHECK_FALSE(rotation_of(Q28Matrix{2 * one, 0, 0, 0, one, 0, 0, 0, one}));
    CHECK_FALSE(rotation_of(Q28Matrix{-one, 0, 0, 0, one, 0, 0, 0, one}));
    CHECK_FALSE(rotation_of(Q28Matrix{one, one, 0, 0, one, 0, 0, 0, one}));
    CHECK_FALSE(rotation_of(Q28Matrix{}));
}

TEST_CASE("placing: finds every kind of placed record by its description")
{
    const ToolBench bench({});
    const auto placing = [&](const std::string& path) {
        return placing_of(bench.session.find(at(bench.session, path)).value().record.table());
    };
    for (const char* const path : {"objects[4]", "statics[0]", "ropes[0]", "lights[0]", "flats[0]", "markers[0]",
                                   "walk_maps[0]", "walk_maps[0].nodes[1]", "actors[1].locations[1]"}) {
        INFO(path);
        CHECK(placing(path).placed());
    }
    CHECK_FALSE(placing("sizes[0]").placed());
    CHECK_FALSE(placing("actors[0]").placed());
    const auto turns = [&](const std::string& path) {
        return placing(path).matrix != nullptr || placing(path).angles[1] != nullptr;
    };
    CHECK(turns("objects[4]"));
    CHECK(turns("statics[0]"));
    CHECK(turns("ropes[0]"));
    CHECK_FALSE(turns("lights[0]"));
    CHECK(placing("actors[1].locations[1]").unit == 1.0 / 256);
    const auto place = [&](const std::string& path) {
        return position_of(bench.session.root(), at(bench.session, path));
    };
    CHECK(place("objects[5]") == glm::dvec3(200, 0, 500));
    CHECK(place("walk_maps[0].nodes[3]") == glm::dvec3(300, 0, 300));
    // Relative to guard 6 at (320, 0, 400), the only object of that actor.
    CHECK(stored_position(bench.session.root(), at(bench.session, "actors[1].locations[1]")) == glm::dvec3(10, 0, -20));
    CHECK(place("actors[1].locations[1]") == glm::dvec3(330, 0, 380));
    // A node that moves with its map is not moved twice.
    CHECK(placed_records(bench.session.root(),
                         at(bench.session, {"walk_maps[0].nodes[3]", "walk_maps[0]", "sizes[0]"})) ==
          at(bench.session, std::vector<std::string>{"walk_maps[0]"}));
}

TEST_CASE("transform: walk nodes move with their map")
{
    ToolBench bench({"walk_maps[0]"});
    CHECK_FALSE(base_of(bench.session.root(), at(bench.session, "walk_maps[0].nodes[3]")));
    const auto node = [&](int number) {
        const std::string path = fmt::format("walk_maps[0].nodes[{}].", number);
        return fmt::format("{} {} {}", bench.value(path + "node_pos_x"), bench.value(path + "node_pos_y"),
                           bench.value(path + "node_pos_z"));
    };
    CHECK(node(1) == "300 0 100");
    bench.move("X50");
    CHECK(bench.place("walk_maps[0]") == "250 0 200");
    CHECK(node(0) == "150 0 100");
    CHECK(node(1) == "350 0 100");
    REQUIRE(bench.session.undo());
    CHECK(node(1) == "300 0 100");
    // Rotates about its position (200, 0, 200): node 1 gets the position of another one, and distances stay.
    bench.rotate("Y90");
    CHECK(bench.place("walk_maps[0]") == "200 0 200");
    CHECK((node(1) == "100 0 100" || node(1) == "300 0 300"));
    CHECK(node(0) != "100 0 100");
    // Out of a node's range, nothing moves.
    REQUIRE(bench.session.undo());
    bench.move("X-101");
    CHECK(bench.place("walk_maps[0]") == "200 0 200");
    CHECK(node(1) == "300 0 100");
}

TEST_CASE("placing: a location is relative to its actor's object")
{
    ToolBench bench({"objects[4]", "actors[1].locations[1]"});
    const auto middle = [&] { return middle_of(bench.session.root(), bench.session.selection()); };
    CHECK(middle() == glm::dvec3(265, 0, 340));  // between (200, 0, 300) and (330, 0, 380)
    // It moves with its object, and is not moved twice.
    CHECK(placed_records(bench.session.root(),
                         at(bench.session, std::vector<std::string>{"objects[6]", "actors[1].locations[1]"})) ==
          at(bench.session, std::vector<std::string>{"objects[6]"}));
    REQUIRE(bench.session.set(at(bench.session, std::vector<std::string>{"objects[6]"}), "script_name", "DOOR01"));
    CHECK_FALSE(position_of(bench.session.root(), at(bench.session, "actors[1].locations[1]")));
    CHECK(middle() == glm::dvec3(200, 0, 300));
    // It can still be moved, alone and with others.
    bench.move("Z100");
    CHECK(bench.value("actors[1].locations[1].offset_z") == "20480");
    static_cast<void>(bench.session.select(at(bench.session, std::vector<std::string>{"actors[1].locations[1]"})));
    bench.move("X1");
    CHECK(bench.value("actors[1].locations[1].offset_x") == "2816");
}

TEST_CASE("transform: several records of all kinds move as one step")
{
    ToolBench bench({"objects[4]", "statics[1]", "ropes[0]", "lights[0]", "flats[0]", "markers[0]",
                     "walk_maps[0].nodes[1]", "actors[1].locations[1]"});
    bench.move("Z100");
    CHECK(bench.place("objects[4]") == "200 0 400");
    CHECK(bench.place("statics[1]") == "180 0 650");
    CHECK(bench.place("ropes[0]") == "260 -80 500");
    CHECK(bench.place("lights[0]") == "300 -60 500");
    CHECK(bench.place("flats[0]") == "240 0 720");
    CHECK(bench.place("markers[0]") == "210 0 500");
    CHECK(bench.value("walk_maps[0].nodes[1].node_pos_z") == "200");
    CHECK(bench.value("actors[1].locations[1].offset_z") == "20480");
    CHECK(bench.session.undo_name() == "Move 8 records");
    REQUIRE(bench.session.undo());
    CHECK(bench.place("statics[1]") == "180 0 550");
    CHECK_FALSE(bench.session.modified());
}

TEST_CASE("transform: a typed angle rotates about the axis and the centre")
{
    ToolBench bench({"objects[4]"});
    bench.rotate("Y90");
    CHECK(bench.angles("objects[4]") == "0 1024 0");
    CHECK(bench.place("objects[4]") == "200 0 300");
    CHECK(bench.session.undo_name() == "Rotate DOOR01");
    bench.rotate("X-45");
    CHECK(bench.angles("objects[4]") == "256 1024 0");  // about the X axis of the map, seen from behind

    ToolBench two({"objects[4]", "objects[5]"});  // their centre is (200, 0, 400)
    two.rotate("90");
    CHECK(two.place("objects[4]") == "300 0 400");
    CHECK(two.place("objects[5]") == "100 0 400");
    CHECK(two.angles("objects[4]") == "0 1024 0");
    CHECK(two.angles("objects[5]") == "0 2048 0");
    CHECK(two.session.undo_name() == "Rotate 2 objects");
    two.rotate("YY90");  // each about its own axis
    CHECK(two.place("objects[4]") == "300 0 400");
    CHECK(two.angles("objects[4]") == "0 1536 0");
}

TEST_CASE("transform: rotates about the pivot: last record or each centre")
{
    ToolBench last({"objects[5]", "objects[4]"});
    last.begin(TransformTool::Mode::rotate, "Y90", {.on = false, .pivot = Pivot::last});
    last.tool.finish();
    CHECK(last.place("objects[4]") == "200 0 300");
    CHECK(last.place("objects[5]") == "0 0 300");
    CHECK(last.angles("objects[4]") == "0 1024 0");
    ToolBench each({"objects[4]", "objects[5]"});
    each.begin(TransformTool::Mode::rotate, "Y90", {.on = false, .pivot = Pivot::each});
    each.tool.finish();
    CHECK(each.place("objects[4]") == "200 0 300");
    CHECK(each.place("objects[5]") == "200 0 500");
    CHECK(each.angles("objects[5]") == "0 2048 0");
}

TEST_CASE("transform: a record with only a heading rotates about the vertical axis")
{
    ToolBench bench({"ropes[0]"});
    const std::string place = bench.place("ropes[0]");
    bench.rotate("Y90");
    CHECK(bench.value("ropes[0].angle_y") == "512");
    bench.rotate("X90");
    CHECK(bench.value("ropes[0].angle_y") == "512");
    CHECK(bench.place("ropes[0]") == place);
}

TEST_CASE("transform: surface snapping sets the height independently of the grid")
{
    ToolBench bench({"objects[4]"});
    bench.begin(TransformTool::Mode::move, "", {.on = true, .grid = 64, .surface = true});
    bench.tool.point_on_surface({10, -45, 50});
    CHECK(bench.place("objects[4]") == "192 -45 320");
    bench.tool.point({10, -45, 50});
    CHECK(bench.place("objects[4]") == "192 -64 320");
}

TEST_CASE("transform: corner snapping is exact, also along an axis")
{
    ToolBench bench({"objects[4]"});
    bench.begin(TransformTool::Mode::move, "", {.on = true, .grid = 64, .corners = true});
    bench.tool.point_on_corner({10.5, -45.25, 50});
    CHECK(bench.place("objects[4]") == "210.5 -45.25 350");
    CHECK(bench.tool.status_text().find(", to a corner") != std::string::npos);
    bench.tool.lock_axis(Axis::y);
    CHECK(bench.place("objects[4]") == "200 -45.25 300");
    bench.tool.lock_axis(std::nullopt);
    bench.tool.point({10, -45, 50});  // away from corners, the grid is used again
    CHECK(bench.place("objects[4]") == "192 -64 320");
}

TEST_CASE("transform: invalid matrices, and matrices without a rotation, keep their bits")
{
    ToolBench bench({"statics[0]", "statics[1]"});
    bench.move("X1");
    CHECK(bench.value("statics[1].rotation_matrix") == "0 0 268435456 0 268435456 0 -268435456 0 0");
    bench.rotate("Y90");
    CHECK(bench.value("statics[0].rotation_matrix") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    CHECK(bench.value("statics[1].rotation_matrix") == "268435456 0 0 0 268435456 0 0 0 268435456");
    REQUIRE(bench.session.set(at(bench.session, Paths{"statics[0]"}), "rotation_matrix", "9 9 9 0 1 0 0 0 1"));
    bench.rotate("Y45");
    CHECK(bench.value("statics[0].rotation_matrix") == "9 9 9 0 1 0 0 0 1");
    // A typed angle does not change the others.
    const auto set = [&](const std::string& path, const std::string& text) {
        return bench.session.set(at(bench.session, Paths{path}), "rotation_matrix:y", text);
    };
    CHECK(set("statics[0]", "512").error().message == "the matrix is not a rotation, so it has no angles");
    REQUIRE(set("statics[1]", "512"));
    CHECK(bench.session.undo_name() == "Rotate WALL01");
    CHECK(bench.value("statics[1].rotation_matrix") == "0 0 -268435456 0 268435456 0 268435456 0 0");
    REQUIRE(set("statics[1]", "+=512"));
    CHECK(bench.value("statics[1].rotation_matrix") == "-268435456 0 0 0 268435456 0 0 0 -268435456");
    CHECK(set("statics[1]", "much").error().hint == "expected an angle such as 90 or 512/2048");
}

TEST_CASE("transform: full turns and reserved bits of an angle stay unless rotated")
{
    ToolBench bench({"objects[4]"});
    REQUIRE(bench.session.set(at(bench.session, Paths{"objects[4]"}), "angle.x", "4096"));
    bench.rotate("Y90");
    CHECK(bench.angles("objects[4]") == "4096 1024 0");
    bench.rotate("Y-360");
    CHECK(bench.angles("objects[4]") == "4096 1024 0");
}

TEST_CASE("tool: the grid snaps the pointer, an axis locks it, a number overrides it")
{
    ToolBench bench({"objects[4]"});
    bench.begin(TransformTool::Mode::move, "", {.on = true, .grid = 64});
    bench.tool.point({10, 0, 50});
    CHECK(bench.place("objects[4]") == "192 0 320");
    bench.tool.invert_snapping(true);
    CHECK(bench.place("objects[4]") == "210 0 350");
    CHECK(bench.tool.status_text().starts_with("Move 10, 0, 50 "));
    bench.tool.point({10, -0.2, 50});
    CHECK(bench.tool.status_text().starts_with("Move 10, 0, 50 "));  // not -0
    bench.tool.point({10, 0, 50});
    bench.tool.invert_snapping(false);
    CHECK(bench.tool.key('X'));
    CHECK(bench.place("objects[4]") == "192 0 300");
    CHECK(bench.tool.key('5'));
    CHECK(bench.place("objects[4]") == "205 0 300");
    CHECK(bench.tool.status_text().starts_with("Move X 5 "));
    CHECK(bench.tool.key('\b'));
    CHECK(bench.place("objects[4]") == "192 0 300");
    CHECK(bench.tool.key('X'));  // the local X: a door rotated by a quarter turn points along Z
    bench.tool.point({0, 0, 50});
    CHECK(bench.place("objects[4]") == "200 0 364");
    CHECK(bench.tool.status_text().starts_with("Move local X "));
    CHECK_FALSE(bench.session.modified());
    SECTION("Esc reverts everything")
    {
        bench.tool.cancel();
        CHECK(bench.place("objects[4]") == "200 0 300");
        CHECK_FALSE(bench.session.can_undo());
    }
    SECTION("it is one step")
    {
        bench.tool.finish();
        CHECK(bench.session.undo_name() == "Move DOOR01");
        REQUIRE(bench.session.undo());
        CHECK(bench.place("objects[4]") == "200 0 300");
        CHECK_FALSE(bench.session.can_undo());
    }
    SECTION("any other action keeps the move")
    {
        REQUIRE(bench.session.save());
        CHECK_FALSE(bench.session.modified());
        CHECK(test::value(rgm::read_map(read_file(bench.file.path).value()).value(), "objects[4].position.z") == "364");
    }
}

TEST_CASE("tool: typed fractions are kept, and only the grid drops them")
{
    ToolBench bench({"objects[4]"});
    bench.begin(TransformTool::Mode::move, "Y-.5");
    CHECK(bench.place("objects[4]") == "200 -0.5 300");
    CHECK_FALSE(bench.tool.key('.'));  // a number has one point
    CHECK(bench.place("objects[4]") == "200 -0.5 300");
    bench.tool.finish();
    bench.begin(TransformTool::Mode::move, "");
    bench.tool.point({0.3, 10.2, 0});
    CHECK(bench.place("objects[4]") == "200 9.5 300");
    bench.tool.invert_snapping(true);  // on the grid
    CHECK(bench.place("objects[4]") == "208 16 300");
    bench.tool.finish();
    REQUIRE(bench.session.set(bench.session.selection(), "position.y", "-=200.25"));
    CHECK(bench.place("objects[4]") == "208 -184.25 300");
    CHECK(bench.session.set(bench.session.selection(), "position.y", "0.1").error().hint ==
          "expected a multiple of 1/256: the nearest are 0.09765625 and 0.1015625");
}

TEST_CASE("tool: a move out of range is rejected, and the last position is kept")
{
    ToolBench bench({"objects[4]"});
    bench.begin(TransformTool::Mode::move, "");
    bench.tool.point({0, 0, 20});
    bench.tool.point({1e9, 0, 0});
    CHECK(bench.tool.error() ==
          "objects[4].position.x: value \"1000000200\"; expected a number from -8388608 to 8388607.99609375 in "
          "steps of 1/256");
    CHECK(bench.place("objects[4]") == "200 0 320");
    bench.tool.point({0, 0, std::nan("")});
    CHECK(bench.place("objects[4]") == "200 0 320");
    bench.tool.point({1, 0, 0});
    CHECK(bench.tool.error().empty());
    CHECK(bench.place("objects[4]") == "201 0 300");
}

TEST_CASE("tool: copies are made and moved as one step, and Esc reverts both")
{
    ToolBench bench({"objects[4]"});
    const std::size_t before = bench.session.find("objects").has_value() ? 7 : 0;
    REQUIRE(bench.tool.begin_copies(bench.session, {.on = false}));
    CHECK(bench.tool.status_text().starts_with("Duplicate and move"));
    CHECK(bench.session.selection() == at(bench.session, std::vector<std::string>{"objects[5]"}));
    CHECK(bench.tool.key('X'));
    CHECK(bench.tool.key('5'));
    CHECK(bench.place("objects[5]") == "205 0 300");
    const auto count = [&] { return bench.session.find(at(bench.session, "objects")).value().members.size(); };
    SECTION("kept")
    {
        bench.tool.finish();
        CHECK(count() == before + 1);
        CHECK(bench.place("objects[4]") == "200 0 300");
        CHECK(bench.session.steps() == std::vector<std::string>{"Duplicate DOOR01"});
        REQUIRE(bench.session.undo());
        CHECK(count() == before);
        CHECK_FALSE(bench.session.can_undo());
        REQUIRE(bench.session.redo());
        CHECK(bench.place("objects[5]") == "205 0 300");
    }
    SECTION("reverted")
    {
        bench.tool.cancel();
        CHECK(count() == before);
        CHECK_FALSE(bench.session.can_undo());
        CHECK(bench.session.selection() == at(bench.session, std::vector<std::string>{"objects[4]"}));
    }
}

TEST_CASE("tool: a record without a position cannot be moved")
{
    ToolBench bench({"actors[0]", "sizes[0]"});
    CHECK_FALSE(bench.tool.begin(bench.session, TransformTool::Mode::move, {}));
    CHECK_FALSE(bench.tool.active());
    CHECK_FALSE(bench.tool.key('X'));
}

TEST_CASE("session: a series with one key is one step until something else happens")
{
    ToolBench bench({"objects[4]"});
    const auto nudge = [&] {
        return bench.session.make_in_series("nudge", "Move DOOR01", [&](edit::Recorder& recorder) {
            return move_records(recorder, bench.session.selection(), {{16, 0, 0}});
        });
    };
    REQUIRE(nudge());
    REQUIRE(nudge());
    CHECK(bench.place("objects[4]") == "232 0 300");
    bench.session.end_series();
    REQUIRE(nudge());
    REQUIRE(bench.session.undo());
    CHECK(bench.place("objects[4]") == "232 0 300");
    REQUIRE(nudge());
    REQUIRE(bench.session.undo());
    REQUIRE(bench.session.undo());
    CHECK(bench.place("objects[4]") == "200 0 300");
    CHECK_FALSE(bench.session.can_undo());
}

TEST_CASE("session: an added record has the next unused id")
{
    ToolBench bench({});
    REQUIRE(bench.session.add(at(bench.session, "statics")));
    CHECK(bench.value("statics[2].id") == "524290");
    REQUIRE(bench.session.add(at(bench.session, "objects[4]")));
    CHECK(bench.value("objects[5].id") == "8");
}

TEST_CASE("angles: are shown in degrees and 2048ths, and accept both")
{
    CHECK(angle_text(768) == "135° = 768/2048");
    CHECK(angle_text(0) == "0° = 0/2048");
    CHECK(angle_text(-1) == "-0.176° = -1/2048");
    CHECK(angle_text(-512) == "-90° = -512/2048");
    CHECK(angle_text(2560) == "90° = 2560/2048");
    CHECK(angle_text(100.5) == "17.666°");
    const std::string before = "135° = 768/2048";
    const auto typed = [&](std::string_view text) { return turn_text(text, before, true); };
    CHECK(typed("90") == "512");
    CHECK(typed("90°") == "512");
    CHECK(typed("90 deg") == "512");
    CHECK(typed("-90") == "-512");
    CHECK(typed("100/2048") == "100");
    CHECK(typed(before) == "768");
    CHECK(typed("90° = 768/2048") == "512");
    CHECK(typed("135° = 100/2048") == "100");
    CHECK(typed("+90") == "+=512");
    CHECK(typed("-=45°") == "-=256");
    CHECK(typed("*2") == "*=2");
    CHECK(typed("north") == "north");
    CHECK(turn_text("0.1", "", false) == "0.5688888888888889");
}

TEST_CASE("session: an angle may be negative")
{
    ToolBench bench({"objects[4]", "objects[5]"});
    REQUIRE(bench.session.set(bench.session.selection(), "angle.y", "-=1024"));
    CHECK(bench.angles("objects[4]") == "0 -512 0");
    CHECK(bench.angles("objects[5]") == "0 512 0");
    CHECK(bench.session.undo_name() == "Rotate 2 objects");
}

TEST_CASE("pivot: handles and tools share the pivot")
{
    const ToolBench bench({"objects[4]", "objects[5]", "actors[0]"});
    const auto at_place = [&](Pivot pivot) {
        return pivot_of(bench.session.root(), bench.session.selection(), pivot).value();
    };
    CHECK(at_place(Pivot::middle) == glm::dvec3(200, 0, 400));
    CHECK(at_place(Pivot::last) == glm::dvec3(200, 0, 500));  // the last record with a position
    CHECK(at_place(Pivot::each) == glm::dvec3(200, 0, 400));
    ToolBench turning({"objects[4]", "objects[5]", "actors[0]"});
    turning.begin(TransformTool::Mode::rotate, "", {.on = false, .pivot = Pivot::last});
    CHECK(turning.tool.centre() == glm::dvec3(200, 0, 500));
    CHECK_FALSE(pivot_of(bench.session.root(), at(bench.session, std::vector<std::string>{"actors[0]"}), Pivot::last));
}

TEST_CASE("tool: repeating an axis key selects the local axis, then all axes")
{
    ToolBench bench({"objects[4]"});
    CHECK_FALSE(bench.tool.key('X'));  // no tool is active
    bench.begin(TransformTool::Mode::move, "");
    bench.tool.point({10, 20, 30});
    CHECK(bench.place("objects[4]") == "210 20 330");
    CHECK(bench.tool.key('X'));
    CHECK(bench.place("objects[4]") == "210 0 300");
    CHECK(bench.tool.key('X'));  // after a quarter turn about Y, the local X is the map's Z
    CHECK(bench.place("objects[4]") == "200 0 330");
    CHECK(bench.tool.key('X'));
    CHECK(bench.place("objects[4]") == "210 20 330");
    CHECK(bench.tool.key('X'));
    CHECK(bench.tool.key('Z'));
    CHECK(bench.place("objects[4]") == "200 0 330");
    bench.tool.lock_axis(Axis::y);
    CHECK(bench.place("objects[4]") == "200 20 300");
    bench.tool.lock_axis(std::nullopt);
    CHECK(bench.place("objects[4]") == "210 20 330");
    CHECK_FALSE(bench.tool.key('W'));
    CHECK_FALSE(bench.tool.key('['));
    CHECK_FALSE(bench.tool.key('/'));
    CHECK_FALSE(bench.tool.key(':'));
}

TEST_CASE("tool: after Backspace removes the typed number, the pointer moves again")
{
    ToolBench bench({"objects[4]"});
    bench.begin(TransformTool::Mode::move, "X");
    bench.tool.point({10, 0, 0});
    CHECK(bench.tool.key('9'));
    CHECK(bench.tool.key('0'));
    CHECK(bench.place("objects[4]") == "290 0 300");
    bench.tool.point({11, 0, 0});  // ignored while a number is typed
    CHECK(bench.place("objects[4]") == "290 0 300");
    CHECK(bench.tool.key('-'));
    CHECK(bench.place("objects[4]") == "110 0 300");
    CHECK(bench.tool.key('-'));
    CHECK(bench.tool.key('\b'));
    CHECK(bench.place("objects[4]") == "209 0 300");
    CHECK(bench.tool.key('\b'));
    CHECK(bench.place("objects[4]") == "211 0 300");
    CHECK(bench.tool.key('\b'));  // nothing more to remove
    CHECK(bench.place("objects[4]") == "211 0 300");
    bench.tool.finish();
    bench.begin(TransformTool::Mode::rotate, "Y");
    bench.tool.point(90.0);
    const std::string turned = bench.angles("objects[4]");
    CHECK(bench.tool.key('5'));
    bench.tool.point(10.0);
    CHECK(bench.tool.key('\b'));
    CHECK(bench.angles("objects[4]") != turned);
    bench.tool.point(90.0);
    CHECK(bench.angles("objects[4]") == turned);
}
