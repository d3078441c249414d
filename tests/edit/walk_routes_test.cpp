// Routes of walk maps follow their nodes: removing, adding or moving a node renumbers them.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "edit/operation/history.hpp"
#include "edit/patch/edits.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Lines = std::vector<std::string>;

/// Returns four nodes 100 apart. Routes: 0 to 1, 2 and 3; 1 to 0; 2 to 3, with a stored cost, and to a missing node; 3
/// to 1.
edit::Document walk_map()
{
    edit::Document map(*edit::find_format("map"));
    append_record(map, "walk_maps");
    for (const char* const x : {"100", "200", "300", "400"}) {
        append_record(map, "walk_maps[0].nodes", {{"node_pos_x", x}});
    }
    const auto route = [&](const char* from, const char* to) {
        append_record(map, std::string("walk_maps[0].nodes[") + from + "].routes", {{"target_node_id", to}});
    };
    route("0", "1");
    route("0", "2");
    route("0", "3");
    route("1", "0");
    route("2", "3");
    route("2", "77");
    route("3", "1");
    set_value(map, "walk_maps[0].nodes[2].routes[0].cost", "7");
    return map;
}

/// Returns the targets of each node's routes: "1 2 3 | 0 | 3 77 | 1".
std::string targets(const edit::Document& map)
{
    std::string text;
    for (std::size_t n = 0; n < count(map, "walk_maps[0].nodes"); ++n) {
        text += n == 0 ? "" : " |";
        for (const std::string& target :
             values(map, "walk_maps[0].nodes[" + std::to_string(n) + "].routes[*].target_node_id")) {
            text += (n == 0 && text.empty() ? "" : " ") + target;
        }
    }
    return text;
}

/// Applies edits, and returns the note on routes.
std::string apply(edit::Document& map, const std::string& edits, const std::string& attributes = {})
{
    const XmlDocument text = need(XmlDocument::parse("<edits" + attributes + ">" + edits + "</edits>", "edits"));
    edit::Recorder recorder(map);
    static_cast<void>(need(edit::apply(recorder, text)));
    const std::string note = recorder.warn_about_references().value_or("");
    static_cast<void>(recorder.finish({}));
    return note;
}

}  // namespace

TEST_CASE("walk routes: removing a node removes its routes and renumbers later ones")
{
    edit::Document map = walk_map();
    REQUIRE(targets(map) == "1 2 3 | 0 | 3 77 | 1");
    CHECK(apply(map, "<remove path=\"walk_maps[0].nodes[1]\"/>") ==
          "3 routes were renumbered with their nodes, 2 routes were removed with the nodes that they led to");
    CHECK(targets(map) == "1 2 | 2 77 |");
    CHECK(values(map, "walk_maps[0].nodes[*].node_pos_x") == Lines{"100", "300", "400"});
    // A stored cost is kept.
    CHECK(value(map, "walk_maps[0].nodes[1].routes[0].cost") == "7");
}

TEST_CASE("walk routes: each edit of a list sees the result of the previous one")
{
    edit::Document map = walk_map();
    CHECK(apply(map, "<remove path=\"walk_maps[0].nodes[3]\"/>"
                     "<add path=\"walk_maps[0].nodes\" at=\"0\"><node><route target_node_id=\"1\"/></node></add>"
                     "<remove path=\"walk_maps[0].nodes[2]\"/>") ==
          "4 routes were renumbered with their nodes, 3 routes were removed with the nodes that they led to");
    // The first node leads to the old node 0, which leads to the old node 2.
    CHECK(targets(map) == "1 | 2 | 77");
}

TEST_CASE("walk routes: a moved or duplicated node keeps the routes to it")
{
    edit::Document map = walk_map();
    apply(map, "<move path=\"walk_maps[0].nodes[0]\" to=\"2\"/>");
    CHECK(targets(map) == "2 | 3 77 | 0 1 3 | 0");
    map = walk_map();
    apply(map, "<move path=\"walk_maps[0].nodes[3]\" to=\"1\"/>");
    CHECK(targets(map) == "2 3 1 | 2 | 0 | 1 77");
    map = walk_map();
    apply(map, "<duplicate path=\"walk_maps[0].nodes[2]\" to=\"0\"/>");
    CHECK(targets(map) == "4 77 | 2 3 4 | 1 | 4 77 | 2");
}

TEST_CASE("walk routes: an exact list of edits does not renumber routes")
{
    edit::Document map = walk_map();
    CHECK(apply(map, "<remove path=\"walk_maps[0].nodes[1]\"/>", " exact=\"1\"").empty());
    CHECK(targets(map) == "1 2 3 | 3 77 | 1");
}

TEST_CASE("walk routes: a removal is undone as one step")
{
    edit::Document map = walk_map();
    const Bytes before = need(map.write());
    edit::Recorder recorder(map);
    static_cast<void>(need(edit::remove(recorder, "walk_maps[0].nodes[node_pos_x<250]")));
    edit::Transaction step = need(recorder.finish("Remove"));
    CHECK(targets(map) == "1 77 |");
    static_cast<void>(edit::reverse(map.root(), step));
    CHECK(need(map.write()) == before);
}

TEST_CASE("walk routes: nodes added together renumber each other's routes")
{
    edit::Document map = walk_map();
    apply(map, "<add path=\"walk_maps[0].nodes\"><node><route target_node_id=\"3\"/></node></add>"
               "<add path=\"walk_maps[0].nodes\" at=\"0\"><node><route target_node_id=\"4\"/></node></add>");
    // All other nodes move by one, and their routes follow. The routes of the new node are as written.
    CHECK(targets(map) == "4 | 2 3 4 | 1 | 4 77 | 2 | 4");
}
