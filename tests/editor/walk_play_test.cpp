// A walker on the routes of a walk map: start, choice of routes, and stops.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "editor/model/scene/walk_play.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;

/// Returns nodes on a line, 10 apart, in a walk map with a selection.
WalkLines street(std::size_t nodes, std::vector<WalkLines::Leg> legs)
{
    WalkLines walk;
    for (std::size_t i = 0; i < nodes; ++i) {
        walk.nodes.push_back({{static_cast<float>(10 * i), 0, 0}, false, true, {}});
    }
    walk.legs = std::move(legs);
    return walk;
}

/// Returns the position after each second at 10 units per second; "!" marks a stop before a blocked leg.
std::string seconds_of(const WalkLines& walk, int seconds)
{
    WalkPlay play = WalkPlay::begin(walk).value();
    std::string places;
    for (int i = 0; i < seconds; ++i) {
        play.advance(walk, 1, 10);
        places += (places.empty() ? "" : " ") + std::to_string(static_cast<int>(play.place().x)) +
                  (play.blocked() ? "!" : "");
    }
    return places;
}

}  // namespace

TEST_CASE("walk play: visits all routes, and turns back at dead ends", "[editor]")
{
    CHECK(seconds_of(street(4, {{0, 1}, {1, 2}, {2, 3}}), 7) == "10 20 30 20 10 0 10");
    // At a crossing it takes the leg that it has walked least often.
    CHECK(seconds_of(street(3, {{0, 1}, {0, 2}, {1, 2}}), 8) == "10 20 10 0 10 20 10 0");
    // Between two seconds it is between two nodes.
    const WalkLines walk = street(2, {{0, 1}});
    WalkPlay play = WalkPlay::begin(walk).value();
    play.advance(walk, 0.25F, 10);
    CHECK(play.place().x == Approx(2.5));
    play.advance(walk, 1, 10);
    CHECK(play.place().x == Approx(7.5));
}

TEST_CASE("walk play: starts at the selected node, and requires a walk map", "[editor]")
{
    WalkLines walk = street(3, {{0, 1}, {1, 2}});
    walk.nodes[2].marked = true;
    CHECK(seconds_of(walk, 2) == "10 0");
    for (WalkLines::Node& node : walk.nodes) {
        node.marked = node.in_marked_map = false;
    }
    CHECK_FALSE(WalkPlay::begin(walk).has_value());
    CHECK_FALSE(WalkPlay::begin({}).has_value());
}

TEST_CASE("walk play: waits a second at a blocked route and takes another", "[editor]")
{
    CHECK(seconds_of(street(3, {{0, 1}, {1, 2, true}}), 5) == "10 10! 0 10 10!");
    CHECK(seconds_of(street(2, {{0, 1, true}}), 3) == "0! 0! 0!");
}

TEST_CASE("walk play: follows one-way routes, and restarts at their end", "[editor]")
{
    CHECK(seconds_of(street(3, {{0, 1, false, true}, {2, 1, false, true}}), 5) == "10 0 10 0 10");
    CHECK(seconds_of(street(1, {}), 2) == "0 0");
    CHECK(seconds_of(street(2, {{0, 0}}), 2) == "0 0");
    // Nodes at one position take no time, but the walk continues.
    WalkLines walk = street(2, {{0, 1}});
    walk.nodes[1].place = {};
    CHECK(seconds_of(walk, 2) == "0 0");
}
