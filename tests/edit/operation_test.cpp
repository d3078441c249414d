// Operations, transactions and the recorder; adjustments of numbers; joined insertions.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "edit/operation/compare.hpp"
#include "edit/operation/list_edit.hpp"
#include "edit/patch/edits.hpp"
#include "edit/random_edits.hpp"
#include "rgm/map.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::Adjustment;
using edit::Document;
using edit::Operation;

namespace {

/// Returns a map with objects of ids 0, 1, 2, ...
Document map_of(std::uint32_t count)
{
    Document document(*edit::find_format("map"));
    for (std::uint32_t id = 0; id < count; ++id) {
        append_record(document, "objects", {{"id", std::to_string(id)}});
    }
    return document;
}

struct Place {
    edit::NodePath node;
    const ChildEntry* list;
};

Place objects_place(const Document& document)
{
    const RecordHandle root = document.root();
    const ChildEntry& group = *root.table().find_child("objects");
    return {{{root.table().number_of(group), 0}}, root.group(group).table().find_child("")};
}

edit::NodePath object_node(const Document& document, std::uint32_t index)
{
    edit::NodePath node = objects_place(document).node;
    node.push_back({0, index});
    return node;
}

const FieldEntry& object_field(const Document& document, std::string_view name)
{
    return *edit::record_at(document.root(), object_node(document, 0)).table().find_field(name);
}

std::string adjusted(std::string_view text, double value)
{
    const auto adjustment = Adjustment::parse(text);
    return adjustment ? fmt::format("{}", adjustment->of(value)) : "a value";
}

Status apply(Document& document, const std::string& edits)
{
    const auto log = edit::apply(document, need(XmlDocument::parse(edits, "edits.xml")));
    return log ? Status{} : fail(log.error());
}

using Ids = std::vector<std::string>;

Ids object_ids(const Document& document)
{
    return values(document, "objects[*].id");
}

}  // namespace

TEST_CASE("operation: an operator before a number adjusts; a minus sign does not", "[edit]")
{
    CHECK(adjusted("+100", 5) == "105");
    CHECK(adjusted("+=100", 5) == "105");
    CHECK(adjusted("-=10", 5) == "-5");
    CHECK(adjusted("*2", 5) == "10");
    CHECK(adjusted("*=2.5", 4) == "10");
    CHECK(adjusted("/=2", 5) == "2.5");
    CHECK(adjusted("/4", 8) == "2");
    CHECK(adjusted("+=-3", 5) == "2");
    for (const std::string_view value : {"-10", "10", "", "+", "-=", "+x", "+1x", "/0", "/=0", "*inf", "+nan", "=5"}) {
        INFO(value);
        CHECK(adjusted(value, 5) == "a value");
    }
}

TEST_CASE("operation: an adjustment out of range is rejected and changes nothing", "[edit]")
{
    Document map = map_of(1);
    edit::Recorder recorder(map);
    REQUIRE(recorder.set(object_node(map, 0), object_field(map, "position.x"), "+=100"));
    REQUIRE(recorder.set(object_node(map, 0), object_field(map, "position.x"), "/=3"));
    CHECK(value(map, "objects[0].position.x") == "33");
    const Status error = recorder.set(object_node(map, 0), object_field(map, "position.x"), "*9999999");
    REQUIRE_FALSE(error);
    CHECK(error.error().field == "objects[0].position.x");
    CHECK(value(map, "objects[0].position.x") == "33");
    recorder.revert();
    CHECK(value(map, "objects[0].position.x") == "0");
}

TEST_CASE("operation: an unfinished recorder reverts everything", "[edit]")
{
    Document map = map_of(3);
    const auto [node, list] = objects_place(map);
    {
        edit::Recorder recorder(map);
        recorder.erase(node, *list, {0, 2});
        edit::DetachedRecords records(*list);
        records.append();
        recorder.insert(node, *list, {1}, std::move(records));
        recorder.move(node, *list, 0, 1);
        REQUIRE(recorder.set_integer(object_node(map, 1), object_field(map, "id"), 77));
        CHECK(object_ids(map) == Ids{"0", "77"});
    }
    CHECK(object_ids(map) == Ids{"0", "1", "2"});
}

TEST_CASE("operation: setting an equal value is not a change", "[edit]")
{
    Document map = map_of(1);
    edit::Recorder recorder(map);
    REQUIRE(recorder.set(object_node(map, 0), object_field(map, "id"), "0"));
    REQUIRE(recorder.set_integer(object_node(map, 0), object_field(map, "id"), 0));
    CHECK(recorder.empty());
    CHECK_FALSE(recorder.set_integer(object_node(map, 0), object_field(map, "object_type"), 256));
}

TEST_CASE("operation: detached records are copied completely", "[edit]")
{
    Document map = map_of(0);
    append_record(append_record(map, "actors"), "strings", {{"value", "open"}});
    const RecordHandle actors = map.root().group(*map.root().table().find_child("actors"));
    edit::DetachedRecords records(*actors.table().find_child(""));
    records.append_copy(actors.find_list(""), 0);
    const edit::DetachedRecords copy = records;
    set_value(records.view().at(0), "strings[0].value", "shut");
    CHECK(value(copy.view().at(0), "strings[0].value") == "open");
    CHECK(copy.size() == 1);
    CHECK(edit::DetachedRecords().size() == 0);
}

TEST_CASE("operation: steps of a drag join into one change for each field", "[edit]")
{
    Document map = map_of(2);
    const auto step = [&](std::int64_t x, std::int64_t y) {
        edit::Recorder recorder(map);
        for (std::uint32_t i = 0; i < 2; ++i) {
            REQUIRE(recorder.set_integer(object_node(map, i), object_field(map, "position.x"), x));
            REQUIRE(recorder.set_integer(object_node(map, i), object_field(map, "position.y"), y));
        }
        return need(recorder.finish("Move"));
    };
    edit::Transaction drag = step(1, 2);
    edit::join(drag, step(3, 4));
    edit::join(drag, step(5, 6));
    CHECK(drag.operations.size() == 4);
    edit::reverse(map.root(), drag);
    CHECK(value(map, "objects[0].position.x") == "0");
    CHECK(value(map, "objects[1].position.y") == "0");
    edit::reverse(map.root(), drag);
    CHECK(value(map, "objects[0].position.x") == "5");
    CHECK(value(map, "objects[1].position.y") == "6");
}

TEST_CASE("operation: joined random transactions revert and apply, in every format", "[edit]")
{
    for (const Format& format : edit::formats()) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            INFO(format.name << ", seed " << seed);
            Random random(seed);
            const Document before = random_document(random, format, {.records = 4});
            Document document = before;
            edit::Transaction all;
            for (int step = 0; step < 4; ++step) {
                edit::Recorder recorder(document.root());
                for (int i = 0; i < 6; ++i) {
                    // Few records, so that fields are set repeatedly.
                    std::vector<RecordHandle> records;
                    std::vector<edit::NodePath> nodes;
                    collect_records(document.root(), records, &nodes);
                    records.resize(std::min<std::size_t>(records.size(), 6));
                    const RecordHandle record = random.pick(records);
                    const std::shared_ptr<void> other = record.type->make();
                    record.type->copy(other.get(), record.record);
                    const RecordHandle changed{other.get(), record.type, record.page};
                    change_field(random, changed);
                    const auto number = static_cast<std::size_t>(std::ranges::find(records, record) - records.begin());
                    for (Operation& operation : edit::differences(record, changed)) {
                        const FieldEntry& field = record.table().fields[operation.member];
                        recorder.set(nodes[number], field, std::move(operation.value));
                    }
                }
                edit::join(all, need(recorder.finish("")));
            }
            const Document after = document;
            edit::reverse(document.root(), all);
            CHECK(same_document(document, before));
            edit::reverse(document.root(), all);
            CHECK(same_document(document, after));
        }
    }
}

TEST_CASE("operation: fields that depend on a kind are not joined", "[edit]")
{
    edit::Transaction earlier;
    Operation& operation = earlier.operations.emplace_back();
    operation.kind = Operation::Kind::set;
    operation.of_variant = true;
    edit::Transaction later = earlier;
    edit::join(earlier, std::move(later));
    CHECK(earlier.operations.size() == 2);
}

TEST_CASE("operation: many insertions into a list equal single ones", "[edit]")
{
    Random random(1);
    Document map = map_of(5);
    Ids expected = object_ids(map);
    {
        edit::Recorder recorder(map);
        const auto [node, list] = objects_place(map);
        edit::ListEdit edits(node, edit::record_at(map.root(), node).list(*list), "objects");
        for (std::uint32_t id = 100; id < 5100; ++id) {
            const std::size_t place = random.once_in(2) ? 0 : random.below(expected.size() + 1);
            if (random.once_in(3)) {
                const std::size_t original = random.below(expected.size());
                edits.insert_copy(place, original);
                expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(place), Ids(expected)[original]);
            } else {
                set_value(edits.insert(place, 0), "id", std::to_string(id));
                expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(place), std::to_string(id));
            }
        }
        edits.finish(recorder);
        static_cast<void>(recorder.finish(""));
    }
    CHECK(object_ids(map) == expected);
}

TEST_CASE("operation: a record inserted just before can be copied", "[edit]")
{
    Document map = map_of(2);
    edit::Recorder recorder(map);
    const auto [node, list] = objects_place(map);
    edit::ListEdit edits(node, edit::record_at(map.root(), node).list(*list), "objects");
    set_value(edits.insert(2, 0), "id", "100");
    edits.insert_copy(0, 2);
    edits.finish(recorder);
    static_cast<void>(recorder.finish(""));
    CHECK(object_ids(map) == Ids{"100", "0", "1", "100"});
}

TEST_CASE("operation: a query sees earlier edits", "[edit]")
{
    Document map = map_of(40);
    REQUIRE(apply(map, R"(<edits>
        <set path="objects[id=7].id" value="100"/>
        <set path="objects[id=7].id" value="0" expect="0"/>
        <set path="objects[id=100].radius" value="1"/>
        <move path="objects[id=100]" to="0"/>
        <set path="objects[id=100].radius" value="+=1"/>
        <remove path="objects[id=8]"/>
        <set path="objects[id=9].radius" value="9"/>
        <duplicate path="objects[id=9]"><set path="id" value="109"/></duplicate>
        <set path="objects[id=109].radius" value="10"/>
        <set path="objects[radius=9].script_name" value="Guard"/>
        <set path="objects[script_name=GUARD, id=9].world_id" value="5"/>
        <set path="objects[script_name=nan].world_id" value="5" expect="0"/>
    </edits>)"));
    CHECK(value(map, "objects[0].id") == "100");
    CHECK(value(map, "objects[0].radius") == "2");
    CHECK(value(map, "objects[8].id") == "9");
    CHECK(value(map, "objects[8].radius") == "9");
    CHECK(value(map, "objects[8].world_id") == "5");
    CHECK(value(map, "objects[9].id") == "109");
    CHECK(value(map, "objects[9].radius") == "10");
    CHECK_FALSE(apply(map, R"(<edits><set path="objects[idd=7].id" value="100"/></edits>)"));
}

TEST_CASE("operation: invalid steps lead to no record", "[edit]")
{
    const Document map = map_of(2);
    const auto found = [&](const edit::NodePath& node) {
        return static_cast<bool>(edit::find_record(map.root(), node));
    };
    CHECK(found({}));
    CHECK(found(object_node(map, 1)));
    CHECK_FALSE(found(object_node(map, 2)));
    const std::vector<ChildEntry>& children = map.root().table().children;
    const auto count = static_cast<std::uint32_t>(children.size());
    CHECK_FALSE(found({{count, 0}}));
    REQUIRE(children.back().name == "trailing");
    CHECK_FALSE(found({{count - 1, 0}}));  // bytes
}

TEST_CASE("operation: a selector can name several records by number", "[edit]")
{
    Document map = map_of(10);
    const auto count = [&](std::string_view path) {
        const auto matches = edit::resolve(map.root(), path);
        return matches ? static_cast<int>(matches->size()) : -1;
    };
    CHECK(count("objects[1,4,7..9]") == 5);
    CHECK(count("objects[0..9].id") == 10);
    CHECK(count("objects[3..3]") == 1);
    CHECK(count("objects[8..10]") == -1);
    CHECK(count("objects[4..3]") == -1);
    CHECK(count("objects[4,4]") == -1);
    CHECK(count("objects[4,]") == -1);
    REQUIRE(apply(map, R"(<edits><remove path="objects[1,4,7..9]"/></edits>)"));
    CHECK(object_ids(map) == Ids{"0", "2", "3", "5", "6"});
}

TEST_CASE("operation: text that is not a finite number is compared as text", "[edit]")
{
    Document map = map_of(1);
    set_value(map, "objects[0].script_name", "INF");
    CHECK(need(edit::resolve(map.root(), "objects[script_name=INF]")).size() == 1);
}

TEST_CASE("operation: a failed edit gives the reason and changes nothing", "[edit]")
{
    const auto error_text = [](const std::string& edit) {
        Document map = map_of(3);
        append_record(map, "actors", {{"script_name", "DOOR01"}});
        const Status done = ::apply(map, "<edits><add path=\"objects\"><object id=\"9\"/></add>" + edit + "</edits>");
        if (done) {
            return std::string();
        }
        CHECK(object_ids(map) == Ids{"0", "1", "2"});
        return done.error().message + "; " + done.error().hint;
    };
    const std::string number = "; expected a whole number from 0 to 2147483647";
    for (const std::string kind : {"set", "remove", "move", "duplicate", "add"}) {
        INFO(kind);
        const std::string more = kind == "set" ? "value=\"1\"" : kind == "move" ? "to=\"0\"" : "";
        const std::string path = kind == "add" ? "objects" : kind == "set" ? "objects[0].id" : "objects[0]";
        for (const std::string wrong : {"x", "-1", "2147483648", ""}) {
            CHECK(error_text("<" + kind + " path=\"" + path + "\" expect=\"" + wrong + "\" " + more + "/>") ==
                  "expect=\"" + wrong + "\"" + number);
        }
    }
    CHECK(error_text("<add path=\"objects\" at=\"x\"><object/></add>") == "at=\"x\"" + number);
    CHECK(error_text("<add path=\"objects\" at=\"5\"><object/></add>") ==
          "position 5 in a list of 4 records; positions are 0 to 4");
    CHECK(error_text("<add path=\"objects\" at=\"4\"><object/></add>") == "");
    CHECK(error_text("<add path=\"objects\"/>") == "<add> without content; put <object> into it");
    CHECK(error_text("<add path=\"objects\"><light/></add>") == "<light> added to objects; it holds <object>");
    CHECK(error_text("<move path=\"objects[0]\"/>") == "<move> without to; it must be given");
    CHECK(error_text("<move path=\"objects[0]\" to=\"x\"/>") == "to=\"x\"" + number);
    CHECK(error_text("<move path=\"objects[0]\" to=\"4\"/>") == "to=\"4\"; positions are 0 to 3");
    CHECK(error_text("<move path=\"objects[0]\" to=\"3\"/>") == "");
    CHECK(error_text("<duplicate path=\"objects[0]\" to=\"5\"/>") == "to=\"5\"; positions are 0 to 4");
    CHECK(error_text("<duplicate path=\"objects[0]\" to=\"4\"/>") == "");
    CHECK(error_text("<duplicate path=\"objects[0]\" to=\"x\"/>") == "to=\"x\"" + number);
    CHECK(error_text("<set path=\"objects[0].id\"/>") ==
          "<set> without value; only a computed field can be set without a value");
    for (const std::string selector : {"4", "-5", "99", "-99", "1234567"}) {
        INFO(selector);
        CHECK(error_text("<remove path=\"objects[" + selector + "]\"/>").find("no record " + selector) !=
              std::string::npos);
    }
    CHECK(error_text("<remove path=\"objects[-4]\"/>") == "");
    CHECK(error_text("<remove path=\"objects[3]\"/>") == "");
    CHECK(error_text("<remove path=\"objects[id=7]\"/>") == "nothing matches; ");
    CHECK(error_text("<remove path=\"objects[id=7]\" expect=\"0\"/>") == "");
    CHECK(error_text("<remove path=\"objects[id=7]\" expect=\"any\"/>") == "");
    CHECK(error_text("<move path=\"objects[id=7]\" to=\"0\" expect=\"any\"/>") == "nothing matches; ");
}

TEST_CASE("operation: an old value of bytes matches in any spelling", "[edit]")
{
    const auto fits = [](const std::string& was) {
        Document map = map_of(1);
        set_value(map, "flat", "01fe");
        return bool{::apply(map, "<edits exact=\"1\"><set path=\"flat\" was=\"" + was + "\" value=\"03\"/></edits>")};
    };
    CHECK(fits("01fe"));
    CHECK(fits("01 FE"));
    CHECK_FALSE(fits("01ff"));
    CHECK_FALSE(fits("01"));
    CHECK_FALSE(fits("01f"));
    CHECK_FALSE(fits(""));
    CHECK_FALSE(fits("#0123"));
}

TEST_CASE("operation: joint edits of a list equal edits one after another", "[edit]")
{
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        Document map = map_of(40);
        Ids expected = object_ids(map);
        std::uint32_t next = 100;
        std::string edits = "<edits>";
        for (int i = 0; i < 60; ++i) {
            const std::size_t at = random.below(expected.size());
            const std::string id = expected[at];
            const std::string path =
                random.once_in(2) ? "objects[id=" + id + "]" : "objects[" + std::to_string(at) + "]";
            const auto place = [&](std::size_t index) { return expected.begin() + static_cast<std::ptrdiff_t>(index); };
            switch (random.below(4)) {
            case 0:
                if (expected.size() > 2) {
                    edits += "<remove path=\"" + path + "\"/>";
                    expected.erase(place(at));
                }
                break;
            case 1: {
                const std::size_t to = random.below(expected.size());
                edits += "<move path=\"" + path + "\" to=\"" + std::to_string(to) + "\"/>";
                expected.erase(place(at));
                expected.insert(place(to), id);
                break;
            }
            case 2: {
                const std::string copy = std::to_string(next++);
                edits += "<duplicate path=\"" + path + "\"><set path=\"id\" value=\"" + copy + "\"/></duplicate>";
                expected.insert(place(at + 1), copy);
                break;
            }
            default: {
                const std::string added = std::to_string(next++);
                const std::size_t to = random.below(expected.size() + 1);
                edits += "<add path=\"objects\" at=\"" + std::to_string(to) + "\"><object id=\"" + added + "\"/></add>";
                expected.insert(place(to), added);
            }
            }
        }
        INFO("seed " << seed);
        REQUIRE(::apply(map, edits + "</edits>"));
        CHECK(object_ids(map) == expected);
    }
    Document map = map_of(20);
    const Status gone = apply(map, R"(<edits><remove path="objects[id=3]"/><remove path="objects[id=3]"/></edits>)");
    REQUIRE_FALSE(gone);
    CHECK(gone.error().message == "nothing matches");
    CHECK(object_ids(map).size() == 20);
}

TEST_CASE("operation: the memory use of a value includes its allocations", "[edit]")
{
    Document map = map_of(1);
    append_record(map, "actors", {{"script_name", "DOOR01"}});
    append_record(map, "actors[0].animation_files", {{"file_path", std::string(100, 'x')}});
    const auto value_of = [&map](std::string_view record_path, std::string_view name) {
        const FieldView field = record(map, record_path).find_field(name);
        REQUIRE(field);
        return edit::LeafValue(*field.entry->ops, field.value);
    };
    CHECK(edit::LeafValue().memory() == 0);
    CHECK(value_of("objects[0]", "id").memory() == 0);
    const edit::LeafValue path = value_of("actors[0].animation_files[0]", "file_path");
    CHECK(path.memory() == path.ops()->size + 100);
    edit::LeafValue id = value_of("objects[0]", "id");
    const edit::LeafValue moved(std::move(id));
    CHECK(id.ops() == nullptr);  // NOLINT(*use-after-move): left empty
    CHECK(moved.ops()->get_integer(moved.get()) == 0);
}
