// Differences of two documents: their operations turn one into the other and back, as values and as a list of edits.
#include <catch2/catch.hpp>

#include "edit/merge/pairing.hpp"
#include "edit/operation/compare.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/edits.hpp"
#include "edit/random_edits.hpp"
#include "rgm/map.hpp"
#include "support/outcome.hpp"
#include "support/random_map.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"
#include "tes/plugin/plugin.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Operation;

namespace {

const Format& map_format()
{
    return *edit::find_format("map");
}

/// Returns a map with these objects.
edit::Document map_with(const std::vector<NamedValues>& objects)
{
    edit::Document document(map_format());
    for (const NamedValues& object : objects) {
        append_record(document, "objects", object);
    }
    return document;
}

NamedValues object(int id, const std::string& script = "", int x = 0)
{
    return {{"id", std::to_string(id)}, {"script_name", script}, {"position.x", std::to_string(x)}};
}

/// Returns a plugin with one script that has these variables.
edit::Document script_with(std::vector<std::pair<std::uint32_t, std::string>> variables)
{
    edit::Document document(*edit::find_format("plugin"));
    tes::Record record;
    record.type = "SCPT";
    record.editor_id = "Door";
    tes::Script& script = record.subrecords.add<tes::Script>(20);
    for (const auto& [index, name] : variables) {
        tes::Variable& variable = script.variables.emplace_back();
        variable.index = index;
        variable.name = Text(std::string_view(name));
    }
    edit::get_if<tes::Plugin>(document)->entries.get().emplace_back(std::move(record));
    return document;
}

std::string edit_list(const edit::Document& from, const edit::Document& to)
{
    TextSink sink;
    edit::write_edit_list(sink, from.root(), to.root());
    return sink.str();
}

/// Returns the first violated law of the differences between two documents; empty if all laws hold.
std::string violation(const edit::Document& from, const edit::Document& to)
{
    if (!edit::differences(from.root(), from.root()).empty()) {
        return "a document differs from itself";
    }
    edit::Document changed = from;
    edit::Transaction made{"", edit::differences(from.root(), to.root())};
    if (made.empty() != same_document(from, to)) {
        return "no differences between documents that differ, or some between the same";
    }
    for (Operation& operation : made.operations) {
        edit::exchange(changed.root(), operation);
    }
    if (!same_document(changed, to)) {
        return "the operations do not lead to the other document";
    }
    edit::Transaction back = made;  // copies are deep, so both transactions can be applied
    edit::reverse(changed.root(), made);
    if (!same_document(changed, from)) {
        return "taking the operations back does not lead back";
    }
    edit::reverse(changed.root(), made);
    if (!same_document(changed, to)) {
        return "making them again does not lead to the other document";
    }
    edit::reverse(changed.root(), back);
    if (!same_document(changed, from)) {
        return "a copy of the operations does not lead back";
    }
    if (!edit::read_text(text_of(to), "to.xml")) {
        return {};  // no text can have the value
    }
    const std::string text = edit_list(from, to);
    const Result<XmlDocument> edits = XmlDocument::parse(text, "edits.xml");
    if (!edits) {
        return "the list of edits cannot be read: " + describe(edits.error());
    }
    if (const auto log = edit::apply(changed, *edits); !log) {
        return "the list of edits cannot be applied: " + describe(log.error()) + "\n" + text;
    }
    if (!same_document(changed, to)) {
        const auto difference = changed.difference(to);
        return "the list of edits does not lead to the other document: " +
               (difference ? difference->path + ": " + difference->left + " / " + difference->right : "") + "\n" + text;
    }
    return {};
}

}  // namespace

TEST_CASE("compare: differences of random documents of every format apply and revert", "[edit]")
{
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            INFO(format.name << ", seed " << seed);
            const edit::Document from = random_document(random, format, {.records = 5, .derived = seed % 2 == 0});
            edit::Document to = from;
            change_document(random, to.root(), 1 + seed % 12);
            CHECK(violation(from, to) == "");
            if (seed % 6 == 0) {
                CHECK(violation(from, random_document(random, format, {.derived = true})) == "");
            }
        }
    }
}

TEST_CASE("compare: differences of random maps give the other map's bytes", "[edit]")
{
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        INFO("seed " << seed);
        edit::Document from(map_format());
        edit::Document to(map_format());
        *edit::get_if<rgm::Map>(from) = random_map(seed);
        *edit::get_if<rgm::Map>(to) = random_map(seed + 1);
        REQUIRE(violation(from, to) == "");
        const Result<XmlDocument> edits = XmlDocument::parse(edit_list(from, to), "edits.xml");
        REQUIRE(edit::apply(from, *edits));
        CHECK(*from.write() == *to.write());
    }
}

TEST_CASE("compare: differences of sample maps apply byte for byte", "[edit]")
{
    const std::filesystem::path folder = samples_or_skip("differences of sample maps");
    if (folder.empty()) {
        return;
    }
    std::optional<edit::Document> before;
    for (const std::filesystem::path& path : maps_below(folder)) {
        INFO(path.string());
        const Bytes bytes = redforge::test::read_file(path);
        Result<edit::Document> map = edit::read_binary(bytes);
        REQUIRE(map);
        if (before) {
            const Result<XmlDocument> edits = XmlDocument::parse(edit_list(*before, *map), "edits.xml");
            REQUIRE(edits);
            const auto log = edit::apply(*before, *edits);
            INFO((log ? "" : describe(log.error())));
            REQUIRE(log);
            CHECK(*before->write() == bytes);
        }
        before = std::move(*map);
    }
}

TEST_CASE("compare: a changed field is one operation, even if its record moved", "[edit]")
{
    const edit::Document from = map_with({object(1, "DOOR01", 100), object(2, "GUARD"), object(3)});
    const edit::Document to = map_with({object(9), object(2, "GUARD"), object(3), object(1, "DOOR01", 200)});
    const auto operations = edit::differences(from.root(), to.root());
    REQUIRE(operations.size() == 3);
    CHECK(operations[0].kind == Operation::Kind::move);
    CHECK(operations[0].places == std::vector<std::size_t>{0, 2});
    CHECK(operations[1].kind == Operation::Kind::insert);
    CHECK(operations[1].places == std::vector<std::size_t>{0});
    CHECK(operations[2].kind == Operation::Kind::set);
    CHECK(edit::path_text(to.root(), operations[2].node) == "objects[3]");
}

TEST_CASE("compare: pairs records with the same key by similarity", "[edit]")
{
    const edit::Document from = map_with({object(7, "A", 1), object(7, "B", 2), object(7, "C", 3)});
    const edit::Document to = map_with({object(7, "A", 9), object(7, "C", 8)});
    const RecordHandle root = to.root();
    const ChildEntry& group = *root.table().find_child("objects");
    const auto list_of = [&](const edit::Document& document) { return document.root().group(group).find_list(""); };
    const edit::ListPairing pairing = edit::pair_records(list_of(from), list_of(to));
    CHECK(pairing.match == std::vector<std::size_t>{0, 2});
    CHECK(pairing.removed == std::vector<std::size_t>{1});
    CHECK(pairing.added.empty());
    CHECK(pairing.moved.empty());
}

TEST_CASE("compare: pairs records at any new position", "[edit]")
{
    constexpr std::size_t none = edit::no_match;
    using Places = std::vector<std::size_t>;
    const auto pairing = [](const std::vector<NamedValues>& before, const std::vector<NamedValues>& after) {
        const edit::Document from = map_with(before);
        const edit::Document to = map_with(after);
        const ChildEntry& group = *from.root().table().find_child("objects");
        return edit::pair_records(from.root().group(group).find_list(""), to.root().group(group).find_list(""));
    };
    const NamedValues a = object(1, "A", 10);
    const NamedValues b = object(2, "B", 20);
    const NamedValues c = object(3, "C", 30);
    const NamedValues d = object(4, "D", 40);
    edit::ListPairing found = pairing({a, b, c}, {c, a, b});
    CHECK(found.match == Places{2, 0, 1});
    CHECK(found.moved == Places{0});
    CHECK(found.added.empty());
    CHECK(found.removed.empty());
    found = pairing({a, b, c, d}, {b, a, d, c});
    CHECK(found.match == Places{1, 0, 3, 2});
    CHECK(found.moved == Places{0, 2});
    found = pairing({a, b, c}, {a, d, c});
    CHECK(found.match == Places{0, none, 2});
    CHECK(found.added == Places{1});
    CHECK(found.removed == Places{1});
    CHECK(found.moved.empty());
    found = pairing({a, b}, {d, a, c, b});
    CHECK(found.match == Places{none, 0, none, 1});
    CHECK(found.added == Places{0, 2});
    CHECK(found.removed.empty());
    found = pairing({d, a, c, b}, {b, a});
    CHECK(found.match == Places{3, 1});
    CHECK(found.removed == Places{0, 2});
    CHECK(found.moved.size() == 1);
    found = pairing({a, a, b}, {a, b, b});  // equal records pair one to one
    CHECK(found.match == Places{0, none, 2});
    CHECK(found.removed == Places{1});
    found = pairing({}, {a});
    CHECK(found.match == Places{none});
    CHECK(found.added == Places{0});
    found = pairing({a}, {});
    CHECK(found.match.empty());
    CHECK(found.removed == Places{0});

    // A record with another number matches if more than seven in ten of its values match.
    const auto numbered = [](int id, const std::vector<std::string>& values) {
        NamedValues all{{"id", std::to_string(id)}};
        const std::vector<std::string> names{"script_name", "position.x", "position.y"};
        for (std::size_t i = 0; i < values.size(); ++i) {
            all.push_back({names[i], values[i]});
        }
        return all;
    };
    CHECK(pairing({numbered(1, {"A", "5", "6"})}, {numbered(2, {"A", "5", "6"})}).match == Places{0});
    CHECK(pairing({numbered(1, {"A", "5"})}, {numbered(2, {"A", "5"})}).match == Places{none});
    CHECK(pairing({numbered(1, {"A", "5", "6"})}, {numbered(2, {"A", "5", "7"})}).match == Places{none});
    // Records with equal numbers match the most similar one.
    CHECK(pairing({object(7, "A", 1), object(7, "B", 2), object(7, "C", 3), object(7, "D", 4)},
                  {object(7, "C", 9), object(7, "D", 8)})
              .match == Places{2, 3});
    CHECK(pairing({object(7, "A", 1), object(7, "B", 2), object(7, "C", 3)}, {object(7, "C", 9), object(7, "A", 8)})
              .match == Places{2, none});  // in their order
    // Equal counts of records with one number match in order, whatever their content.
    CHECK(pairing({object(7, "A", 1), object(7, "B", 2)}, {object(7, "C", 3), object(7, "D", 4)}).match ==
          Places{0, 1});
}

TEST_CASE("compare: a renamed script variable is the same variable", "[edit]")
{
    const edit::Document from = script_with({{1, "once"}, {2, "timer"}, {3, "door"}});
    const edit::Document to = script_with({{1, "once"}, {4, "new"}, {2, "clock"}, {3, "door"}});
    const auto operations = edit::differences(from.root(), to.root());
    REQUIRE(operations.size() == 2);
    CHECK(operations[0].kind == Operation::Kind::insert);
    CHECK(operations[0].places == std::vector<std::size_t>{1});
    CHECK(operations[1].kind == Operation::Kind::set);
    CHECK(edit::path_text(to.root(), operations[1].node) == "scripts[Door].script_body.variables[2]");
}

TEST_CASE("compare: a script variable with another index and name is another variable", "[edit]")
{
    const edit::Document from = script_with({{1, "once"}, {2, "timer"}});
    const edit::Document to = script_with({{1, "once"}, {5, "clock"}});
    const auto operations = edit::differences(from.root(), to.root());
    REQUIRE(operations.size() == 2);
    CHECK(operations[0].kind == Operation::Kind::erase);
    CHECK(operations[1].kind == Operation::Kind::insert);
}

TEST_CASE("compare: the list of edits is minimal", "[edit]")
{
    edit::Document from = map_with({object(1, "DOOR01", 100), object(2), object(3), object(4), object(5)});
    edit::Document to = map_with({object(1, "DOOR01", 200), object(4), object(6, "NEW")});
    set_value(from, "objects.count", "9");
    set_value(to, "trailing", "ab01");
    CHECK(edit_list(from, to) == R"(<?xml version="1.0" encoding="UTF-8"?>
<edits patch="1">
  <set path="objects.count" was="9"/>
  <set path="objects[id=1].position.x" was="100" value="200"/>
  <remove path="objects[id=2]" was="#51ce540b2547"/>
  <remove path="objects[id=3]" was="#4dbbcf137ad1"/>
  <remove path="objects[id=5]" was="#67d935b28e05"/>
  <add path="objects" after="[id=4] [id=1]" before="end">
<object id="6" script_name="NEW"/>
  </add>
  <set path="trailing" was="" value="ab01"/>
</edits>
)");
    CHECK(violation(from, to) == "");
}

TEST_CASE("compare: an explicit empty value differs from a derived one", "[edit]")
{
    edit::Document from(map_format());
    edit::Document to(map_format());
    edit::get_if<rgm::Map>(from)->actors.blocks.push_back({"RAVA", {}, {}});
    edit::get_if<rgm::Map>(to)->actors.blocks.push_back({"RAVA", Bytes{}, {}});
    CHECK(violation(from, to) == "");
    CHECK(violation(to, from) == "");
}

TEST_CASE("compare: an exact list of edits changes only what it lists", "[edit]")
{
    edit::Document document(map_format());
    append_record(append_record(document, "actors"), "strings", {{"value", "open"}, {"offset", "4"}});
    const auto apply = [&](const std::string& edits) {
        return static_cast<bool>(edit::apply(document, need(XmlDocument::parse(edits, "edits.xml"))));
    };
    REQUIRE(apply(R"(<edits exact="1"><set path="actors[0].strings[0].value" value="shut"/></edits>)"));
    CHECK(value(document, "actors[0].strings[0].value") == "shut");
    CHECK(value(document, "actors[0].strings[0].offset") == "4");
    REQUIRE(apply(R"(<edits><set path="actors[0].strings[0].value" value="open"/></edits>)"));
    CHECK(value(document, "actors[0].strings[0].offset") == "");
    CHECK_FALSE(apply(R"(<edits exact="2"/>)"));
    CHECK_FALSE(apply(R"(<edits><set path="actors[0].strings[0].value"/></edits>)"));
}

TEST_CASE("compare: reversed and shuffled lists take time in proportion to their length", "[edit]")
{
    std::vector<NamedValues> objects;
    for (int i = 0; i < 20000; ++i) {
        objects.push_back(object(i, "SCRIPT"));
    }
    const edit::Document from = map_with(objects);
    std::ranges::reverse(objects);
    const edit::Document to = map_with(objects);
    CHECK(edit::differences(from.root(), to.root()).size() ==
          2);  // removed and added, because 19,999 moves would take too long
    edit::Document changed = from;
    for (Operation& operation : edit::differences(from.root(), to.root())) {
        edit::exchange(changed.root(), operation);
    }
    CHECK(same_document(changed, to));
}

TEST_CASE("compare: one move in a long list is one operation", "[edit]")
{
    std::vector<NamedValues> objects;
    for (int i = 0; i < 8000; ++i) {
        objects.push_back(object(i));
    }
    const edit::Document from = map_with(objects);
    std::ranges::rotate(objects, objects.begin() + 1);
    const auto operations = edit::differences(from.root(), map_with(objects).root());
    REQUIRE(operations.size() == 1);
    CHECK(operations[0].kind == Operation::Kind::move);
    CHECK(operations[0].places == std::vector<std::size_t>{0, 7999});
}
