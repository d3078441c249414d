// Generic editing follows traits of fields and hooks of formats, not the names of elements.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "core/format.hpp"
#include "core/record/describe.hpp"
#include "edit/hooks.hpp"
#include "edit/patch/edits.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace redforge::traits_test {

/// A connection from one stop to another.
struct Link {
    std::uint16_t stop{};
    friend bool operator==(const Link&, const Link&) = default;
};

template <class Archive>
void serialize(Archive& ar, Link& link, unsigned /*version*/)
{
    field(ar, "stop", link.stop, {.index_in = "stops"});
}

struct Stop {
    std::vector<Link> links;
    friend bool operator==(const Stop&, const Stop&) = default;
};

template <class Archive>
void serialize(Archive& ar, Stop& stop, unsigned /*version*/)
{
    list(ar, "links", "link", stop.links);
}

/// A record with the element names of a walk map's lists, but without their trait.
struct Route {
    std::uint16_t length{};
    friend bool operator==(const Route&, const Route&) = default;
};

template <class Archive>
void serialize(Archive& ar, Route& route, unsigned /*version*/)
{
    field(ar, "length", route.length);
}

struct Node {
    std::vector<Route> routes;
    friend bool operator==(const Node&, const Node&) = default;
};

template <class Archive>
void serialize(Archive& ar, Node& node, unsigned /*version*/)
{
    list(ar, "routes", "route", node.routes);
}

struct Sign {
    std::uint16_t id{};
    friend bool operator==(const Sign&, const Sign&) = default;
};

template <class Archive>
void serialize(Archive& ar, Sign& sign, unsigned /*version*/)
{
    field(ar, "id", sign.id, {.key = true});
}

struct Network {
    static constexpr std::string_view root = "network";

    std::vector<Stop> stops;
    std::vector<Node> nodes;
    std::vector<Sign> statics;
    std::vector<Sign> numbered;
    friend bool operator==(const Network&, const Network&) = default;
};

template <class Archive>
void serialize(Archive& ar, Network& network, unsigned /*version*/)
{
    list(ar, "stops", "stop", network.stops);
    list(ar, "nodes", "node", network.nodes);
    list(ar, "statics", "static", network.statics);
    list(ar, "numbered", "sign", network.numbered, {.append_only = true});
}

}  // namespace redforge::traits_test

namespace redforge {

template const RecordType& record_type<traits_test::Network>(unsigned);

}  // namespace redforge

using namespace redforge::traits_test;

namespace {

const Format& network_format()
{
    static const Format format = [] {
        Format made;
        made.name = "network";
        made.extension = ".net";
        made.type = &record_type<Network>;
        return made;
    }();
    return format;
}

/// Returns three stops with links to each other: 0 to 1 and 2; 1 to 0; 2 to 1 and to a missing stop.
edit::Document network()
{
    edit::Document document(network_format());
    auto& data = *edit::get_if<Network>(document);
    data.stops = {{{{1}, {2}}}, {{{0}}}, {{{1}, {9}}}};
    data.nodes = {{{{1}}}, {{{0}}}, {{{1}}}};
    data.statics = {{1}, {2}};
    data.numbered = {{1}, {2}};
    return document;
}

/// Applies edits. Returns the note on changed references.
std::string edit_network(edit::Document& document, const std::string& edits)
{
    const XmlDocument text = need(XmlDocument::parse("<edits>" + edits + "</edits>", "edits"));
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::apply(recorder, text)));
    std::string note = recorder.warn_about_references().value_or("");
    static_cast<void>(need(recorder.finish({})));
    return note;
}

}  // namespace

TEST_CASE("traits: indices follow removed records of their list", "[edit]")
{
    edit::Document document = network();
    CHECK(edit_network(document, "<remove path=\"stops[1]\"/>") ==
          "1 link was renumbered with their stops, 2 links were removed with the stops that they led to");
    CHECK(edit::get_if<Network>(document)->stops == std::vector<Stop>{{{{1}}}, {{{9}}}});
}

TEST_CASE("traits: indices follow moved records of their list", "[edit]")
{
    edit::Document document = network();
    CHECK(edit_network(document, "<move path=\"stops[0]\" to=\"2\"/>") == "4 links were renumbered with their stops");
    CHECK(edit::get_if<Network>(document)->stops == std::vector<Stop>{{{{2}}}, {{{0}, {9}}}, {{{0}, {1}}}});
}

TEST_CASE("traits: fields without the trait stay, whatever their lists are called", "[edit]")
{
    edit::Document document = network();
    CHECK(edit_network(document, "<remove path=\"nodes[1]\"/><move path=\"nodes[0]\" to=\"1\"/>") == "");
    CHECK(edit::get_if<Network>(document)->nodes == std::vector<Node>{{{{1}}}, {{{1}}}});
}

TEST_CASE("traits: copies go to the end of a list whose records other files number", "[edit]")
{
    edit::Document document = network();
    edit_network(document, "<duplicate path=\"statics[0]\"/><duplicate path=\"numbered[0]\"/>");
    CHECK(edit::get_if<Network>(document)->statics == std::vector<Sign>{{1}, {1}, {2}});
    CHECK(edit::get_if<Network>(document)->numbered == std::vector<Sign>{{1}, {2}, {1}});
}

TEST_CASE("traits: only the static objects of maps are numbered by other files", "[edit]")
{
    std::vector<std::string> lists;
    for (const ChildEntry& group : edit::find_format("map")->root_type().tables.front().children) {
        if (group.items.empty()) {
            continue;
        }
        for (const ChildEntry& list : group.items.front().type->tables.front().children) {
            if (edit::has_external_indices(list)) {
                lists.push_back(group.name);
            }
        }
    }
    CHECK(lists == std::vector<std::string>{"statics"});
}

TEST_CASE("hooks: are null for formats without hooks", "[edit]")
{
    const edit::Document document = network();
    const edit::FormatHooks& hooks = edit::hooks_of(document.root());
    CHECK(hooks.numbering == nullptr);
    CHECK(hooks.reference_names == nullptr);
    CHECK(edit::hooks_of(edit::Document(*edit::find_format("plugin")).root()).numbering != nullptr);
    CHECK(edit::hooks_of(edit::Document(*edit::find_format("save")).root()).numbering != nullptr);
    CHECK(edit::hooks_of(edit::Document(*edit::find_format("map")).root()).numbering == nullptr);
}

TEST_CASE("formats: only dialogue stays mapped while it is edited", "[edit]")
{
    std::vector<std::string_view> roots;
    for (const Format& format : edit::formats()) {
        if (format.is_edited_mapped) {
            CHECK(format.keeps_views);
            roots.push_back(format.root());
        }
    }
    CHECK(roots == std::vector<std::string_view>{"dialogue"});
}

TEST_CASE("formats: files without a signature are recognised by their names", "[edit]")
{
    std::vector<std::string_view> roots;
    for (const Format& format : edit::formats()) {
        if (format.can_be_named != nullptr) {
            roots.push_back(format.root());
        }
    }
    CHECK(roots == std::vector<std::string_view>{"cheats", "ini", "strings", "game_state", "log"});
}
