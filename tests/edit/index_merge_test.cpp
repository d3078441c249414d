// References by index: sizes of objects and routes of walk nodes follow their records in edits, merges and patches.
#include <string>

#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patching.hpp"
#include "edit/path/path.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

edit::Document map(const std::string& objects, const std::string& sizes, const std::string& nodes = "")
{
    const std::string walk_map = nodes.empty() ? "" : "<walk_maps><walk_map>" + nodes + "</walk_map></walk_maps>";
    return need(
        edit::read_text("<map><objects>" + objects + "</objects><sizes>" + sizes + "</sizes>" + walk_map + "</map>",
                        "test"));
}

std::string object(int id, int size_row)
{
    return "<object id=\"" + std::to_string(id) + "\" size_row=\"" + std::to_string(size_row) + "\"/>";
}

std::string size(int x)
{
    return "<size total.x=\"" + std::to_string(x) + "\"/>";
}

std::string node(int x, const std::string& routes)
{
    return "<node node_pos_x=\"" + std::to_string(x) + "\">" + routes + "</node>";
}

std::string route(int target)
{
    return "<route target_node_id=\"" + std::to_string(target) + "\"/>";
}

std::string value(const edit::Document& document, const std::string& path)
{
    return need(edit::resolve(document.root(), path)).front().field.text();
}

/// Returns the objects of a map with the sizes that they refer to: "1:100 2:200".
std::string objects(const edit::Document& document)
{
    std::string text;
    const ListView list = need(edit::resolve(document.root(), "objects")).front().record.find_list("");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string row = list.at(i).find_field("size_row").text();
        text += (i == 0 ? "" : " ") + list.at(i).find_field("id").text() + ":" +
                (row == "-1" ? "none" : value(document, "sizes[" + row + "].total.x"));
    }
    return text;
}

/// Returns the nodes of a walk map with the nodes that their routes lead to: "100>200 200>100,300".
std::string nodes(const edit::Document& document)
{
    std::string text;
    const ListView list = need(edit::resolve(document.root(), "walk_maps[0].nodes")).front().list;
    const auto x = [&](std::size_t i) { return list.at(i).find_field("node_pos_x").text(); };
    for (std::size_t i = 0; i < list.size(); ++i) {
        text += (i == 0 ? "" : " ") + x(i) + ">";
        const ListView routes = list.at(i).find_list("routes");
        for (std::size_t r = 0; r < routes.size(); ++r) {
            text += (r == 0 ? "" : ",") + x(std::stoul(routes.at(r).find_field("target_node_id").text()));
        }
    }
    return text;
}

std::string conflicts(const edit::Merge& merge)
{
    std::string text;
    for (const edit::Conflict& conflict : merge.conflicts) {
        text += conflict.path + "|" + conflict.field + "|" + conflict.what + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("indices: objects keep their sizes if other sizes are removed, moved or inserted", "[edit]")
{
    const auto edited = [](const std::string& edits) {
        edit::Document document = map(object(1, 0) + object(2, 1) + object(3, 2), size(100) + size(200) + size(300));
        const auto list = XmlDocument::parse("<edits>" + edits + "</edits>", "edits.xml");
        const auto log = edit::apply(document, *list);
        REQUIRE(log);
        return objects(document);
    };
    CHECK(edited("<remove path=\"sizes[0]\"/>") == "1:none 2:200 3:300");
    CHECK(edited("<move path=\"sizes[2]\" to=\"0\"/>") == "1:100 2:200 3:300");
    CHECK(edited("<add path=\"sizes\" at=\"1\">" + size(400) + "</add>") == "1:100 2:200 3:300");
}

TEST_CASE("indices: sizes that both sides add stay with their objects", "[edit]")
{
    const edit::Document base = map(object(1, 0), size(100));
    const edit::Document ours = map(object(1, 0) + object(2, 1), size(100) + size(200));
    const edit::Document theirs = map(object(1, 0) + object(3, 1), size(100) + size(300));
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(conflicts(merged) == "");
    CHECK(objects(merged.document) == "1:100 2:200 3:300");
    const Applied applied = patched(ours, patch_of(base, theirs));
    CHECK(applied.said == "");
    CHECK(objects(applied.document) == "1:100 2:200 3:300");

    const edit::Document same = map(object(1, 0) + object(3, 1), size(100) + size(200));
    CHECK(objects(edit::merge(base, ours, same).document) == "1:100 2:200 3:200");
}

TEST_CASE("indices: an object keeps its size if the other side removes another size", "[edit]")
{
    const std::string sizes = size(100) + size(200) + size(300);
    const edit::Document base = map(object(1, 1), sizes);
    const edit::Document ours = map(object(1, 0), size(200) + size(300));
    const edit::Merge merged = edit::merge(base, ours, map(object(1, 1) + object(2, 2), sizes));
    CHECK(conflicts(merged) == "");
    CHECK(objects(merged.document) == "1:200 2:300");

    const edit::Merge lost = edit::merge(base, ours, map(object(1, 1) + object(2, 0), sizes));
    CHECK(conflicts(lost) == "objects[1]|size_row|refers to a record that the other side removes\n");
}

TEST_CASE("indices: routes that both sides add lead to the nodes of their side", "[edit]")
{
    const auto changed = [&](const std::string& routes, const std::string& added) {
        return map("", "", node(100, route(1) + routes) + node(200, route(0)) + added);
    };
    const edit::Document base = changed("", "");
    const edit::Document ours = changed(route(2), node(300, route(0)));
    const edit::Document theirs = changed(route(2), node(400, route(1)));
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(conflicts(merged) == "");
    CHECK(nodes(merged.document) == "100>200,300,400 200>100 300>100 400>200");
}

TEST_CASE("indices: a route to a node that the other side removes is a conflict", "[edit]")
{
    const edit::Document base = map("", "", node(100, "") + node(200, "") + node(300, ""));
    const edit::Document ours = map("", "", node(100, "") + node(200, ""));
    const edit::Merge merged =
        edit::merge(base, ours, map("", "", node(100, route(2)) + node(200, route(0)) + node(300, "")));
    REQUIRE(merged.conflicts.size() == 1);
    CHECK(merged.conflicts.front().is_undecidable);
    CHECK(conflicts(merged) == "walk_maps[0].nodes[0]|target_node_id|refers to a record that the other side removes\n");
}

TEST_CASE("indices: a patch that adds sizes is rejected if the map has fewer sizes", "[edit]")
{
    const std::string patch =
        patch_of(map(object(1, 0), size(100) + size(200)), map(object(1, 2), size(100) + size(200) + size(300)));
    const Applied applied = patched(map(object(1, 0), size(100)), patch);
    CHECK(applied.is_error);
    CHECK(applied.said ==
          "patch.xml: sizes: the list had 2 records and has 1, and other records refer to them by index; merge the two "
          "versions of the file instead: redforge merge BASE OURS THEIRS");
}
