// Lists of records as tables: columns, cells, sorting, filters, blocks of values, and rows after edits.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include "editor/model/rows/chosen_columns.hpp"
#include "editor/model/rows/record_table.hpp"
#include "editor/model/session/first_selection.hpp"
#include "editor/plugin_support.hpp"
#include "editor/session_support.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;

using test::at;
using test::Opened;
using test::SampleFile;
using Texts = std::vector<std::string>;

RecordTable table_of(const Session& session, std::string_view path)
{
    return {session, table_list_at(session, at(session, path)).value()};
}

std::size_t column(const RecordTable& table, std::string_view name)
{
    const auto found = std::ranges::find(table.columns(), name, &TableColumn::name);
    INFO(name);
    REQUIRE(found != table.columns().end());
    return static_cast<std::size_t>(found - table.columns().begin());
}

Texts texts(const RecordTable& table, std::string_view name)
{
    Texts all;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        all.push_back(table.text(row, column(table, name)));
    }
    return all;
}

/// Returns the number of columns with a label.
std::size_t labelled(const RecordTable& table, std::string_view label)
{
    return static_cast<std::size_t>(std::ranges::count(table.columns(), label, &TableColumn::label));
}

std::size_t steps(const Session& session)
{
    return session.steps_done();
}

}  // namespace

TEST_CASE("table: the list depends on the selected section, record or its siblings")
{
    const SampleFile file;
    const Session session = Session::open(file.path).value();
    const auto title = [&](std::string_view path) {
        return title_of(session, table_list_at(session, at(session, path)).value());
    };
    CHECK(title("objects") == "Objects");
    CHECK(title("objects[4]") == "Objects");
    CHECK(title("actors[0].strings") == "Strings of DOOR01 [0]");
    CHECK(title("actors[0].strings[1]") == "Strings of DOOR01 [0]");
    CHECK(title("actors[0]") == "Actors");
    CHECK(title("") == "Objects");  // the list with most records
    CHECK(table_of(session, "objects").rows() == 7);
    CHECK(table_of(session, "actors[1].locations").rows() == 2);
}

TEST_CASE("table: cells show and set the same values as the grid")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    RecordTable table = table_of(session, "objects");
    session.listen([&](const edit::Changes& changes) { static_cast<void>(table.follow(changes)); });
    CHECK(table.name(4) == "DOOR01 [4]");
    CHECK(table.columns()[column(table, "position.x")].label == "Position X");
    CHECK(texts(table, "position.x") == Texts{"0", "0", "0", "0", "200", "200", "320"});
    CHECK(texts(table, "angle.y") ==
          Texts{"0\u00b0", "0\u00b0", "0\u00b0", "0\u00b0", "90\u00b0", "270\u00b0", "0\u00b0"});
    CHECK(table.text(4, column(table, "is_active")) == "yes");
    const auto type = [&](std::size_t row, std::string_view name, const std::string& text) {
        const RecordValue value = table.typed(row, column(table, name), text).value();
        REQUIRE(session.set({value.record}, value.field, value.text));
    };
    type(4, "position.x", "+50");
    CHECK(table.text(4, column(table, "position.x")) == "250");
    CHECK(session.undo_name() == "Move DOOR01");
    type(4, "angle.y", "180");
    CHECK(test::value(session.document(), "objects[4].angle.y") == "1024");
    CHECK(table.text(4, column(table, "object_type")) == "3D object");
    CHECK(table.typed(0, column(table, "object_type"), "3d")->text ==
          table.typed(0, column(table, "object_type"), "3D object")->text);
    CHECK(table.typed(0, column(table, "object_type"), "3")->text == "3");
    type(4, "is_active", "no");
    CHECK(test::value(session.document(), "objects[4].is_active") == "0");

    // The angles of a matrix can be edited.
    RecordTable statics = table_of(session, "statics");
    CHECK(texts(statics, "rotation_matrix:y") == Texts{"0\u00b0", "270\u00b0"});
    const RecordValue turn = statics.typed(0, column(statics, "rotation_matrix:y"), "270").value();
    REQUIRE(session.set({turn.record}, turn.field, turn.text));
    CHECK(test::value(session.document(), "statics[0].rotation_matrix") ==
          test::value(session.document(), "statics[1].rotation_matrix"));
}

TEST_CASE("table: sorts by number or text, and filters by conditions")
{
    const SampleFile file;
    const Session session = Session::open(file.path).value();
    RecordTable table = table_of(session, "objects");
    const std::size_t z = column(table, "position.z");
    const std::size_t name = column(table, "script_name");
    table.sort(RecordTable::Order{z, true});
    CHECK(texts(table, "position.z") == Texts{"500", "400", "300", "0", "0", "0", "0"});
    CHECK(session.path_of(table.node(0)) == "objects[5]");
    table.sort(RecordTable::Order{name, true});
    CHECK(texts(table, "script_name") == Texts{"GUARD01", "DOOR01", "DOOR01", "", "", "", ""});

    const auto found = [&](std::size_t by, const std::string& condition) {
        table.filter(by, condition);
        const Texts ids = texts(table, "id");
        table.filter(by, "");
        return ids;
    };
    table.sort({});
    CHECK(found(name, "oor") == Texts{"5", "6"});
    CHECK(found(name, "D*01") == Texts{"5", "6", "7"});
    CHECK(found(name, "=d*01") == Texts{"5", "6"});
    CHECK(found(name, "!oor").size() == 5);
    CHECK(found(z, ">300") == Texts{"6", "7"});
    CHECK(found(z, ">=300") == Texts{"5", "6", "7"});
    CHECK(found(z, "<= 0").size() == 4);
    CHECK(found(z, "300..400") == Texts{"5", "7"});
    CHECK(found(z, "!=400").size() == 6);
    CHECK(found(z, "=400") == Texts{"7"});
    CHECK(found(z, "30") == Texts{"5"});
    CHECK(found(z, "<300").size() == 4);
    CHECK(found(z, "<=300").size() == 5);
    CHECK(found(z, "!300..400") == Texts{"0", "0", "0", "0", "6"});
    CHECK(found(name, "=") == Texts{"0", "0", "0", "0"});
    CHECK(found(name, "!").size() == 7);
    CHECK(found(name, "<A").empty());
    CHECK(found(z, ">").size() == 7);  // an incomplete condition
    CHECK(found(z, "300..").size() == 7);
    CHECK(found(name, "a..z").empty());  // for texts, it is a pattern
    CHECK(found(column(table, "angle.y"), ">100") == Texts{"6"});

    // Rows must meet both conditions, and keep their order.
    table.sort(RecordTable::Order{z, true});
    table.filter(name, "door");
    table.filter(z, ">100");
    CHECK(texts(table, "id") == Texts{"6", "5"});
    CHECK(table.all_rows() == 7);
    table.show_all();
    CHECK(table.rows() == 7);
}

TEST_CASE("table: pasting a block is one step, and skips read-only cells")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    RecordTable table = table_of(session, "objects");
    const std::size_t x = column(table, "position.x");
    const std::size_t z = column(table, "position.z");
    table.sort(RecordTable::Order{z, true});
    const std::array<std::size_t, 3> rows{0, 1, 2};
    const std::array<std::size_t, 2> columns{x, z};
    const std::size_t before = steps(session);
    REQUIRE(session.set("Paste", table.put(rows, columns, cells_in("1\t500\n2\t20\n3\t30\n"))));
    CHECK(steps(session) == before + 1);
    CHECK(test::value(session.document(), "objects[5].position.x") == "1");
    CHECK(test::value(session.document(), "objects[5].position.z") == "500");
    CHECK(test::value(session.document(), "objects[6].position.x") == "2");
    CHECK(test::value(session.document(), "objects[4].position.z") == "30");
    REQUIRE(session.undo());
    CHECK(test::value(session.document(), "objects[5].position.x") == "200");

    SECTION("one value for all")
    {
        CHECK(table.put(rows, columns, {{"200"}}).size() == 4);  // two rows already have the value
        REQUIRE(session.set("Fill", table.put(rows, {&x, 1}, {{"77"}})));
        CHECK(texts(table, "position.x") == Texts{"77", "77", "77", "0", "0", "0", "0"});
    }
    SECTION("if one value is rejected, none is set")
    {
        CHECK_FALSE(session.set("Paste", table.put(rows, {&x, 1}, {{"1"}, {"2"}, {"far"}})));
        CHECK(steps(session) == before);
        CHECK(test::value(session.document(), "objects[5].position.x") == "200");
    }
    SECTION("cleared cells have the values of new records")
    {
        const std::size_t active = column(table, "is_active");
        REQUIRE(session.set("Clear", table.cleared(rows, {&x, 1})));
        CHECK(texts(table, "position.x") == Texts{"0", "0", "0", "0", "0", "0", "0"});
        REQUIRE(session.set("Clear", table.cleared(rows, {&active, 1})));
        CHECK(table.text(0, active) == table.text(3, active));
    }
}

TEST_CASE("table: rows follow added, removed and moved records")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    RecordTable table = table_of(session, "objects");
    RecordTable::TableChange table_change{};
    session.listen([&](const edit::Changes& changes) { table_change = table.follow(changes); });

    SECTION("in the document's order")
    {
        REQUIRE(session.remove(at(session, Paths{"objects[0]", "objects[5]"})));
        CHECK(table_change == RecordTable::TableChange::rows);
        CHECK(texts(table, "script_name") == Texts{"", "", "", "DOOR01", "GUARD01"});
        REQUIRE(session.undo());
        CHECK(texts(table, "id") == Texts{"0", "0", "0", "0", "5", "6", "7"});
        REQUIRE(session.move(at(session, Paths{"objects[6]"}), -1));
        CHECK(texts(table, "id") == Texts{"0", "0", "0", "0", "5", "7", "6"});
        REQUIRE(session.set(at(session, Paths{"objects[4]"}), "position.x", "9"));
        CHECK(table_change == RecordTable::TableChange::values);
    }
    SECTION("sorted and filtered: rows stay, and a new one is shown")
    {
        table.filter(column(table, "script_name"), "*01");
        table.sort(RecordTable::Order{column(table, "position.z"), true});
        REQUIRE(texts(table, "id") == Texts{"6", "7", "5"});
        REQUIRE(session.remove(at(session, Paths{"objects[1]", "objects[6]"})));
        CHECK(texts(table, "id") == Texts{"6", "5"});
        CHECK(session.path_of(table.node(0)) == "objects[4]");
        REQUIRE(session.set(at(session, Paths{"objects[4]"}), "position.z", "1"));
        CHECK(texts(table, "id") == Texts{"6", "5"});
        const NodeRef added = session.add(at(session, "objects[4]")).value();
        CHECK(table.rows() == 3);
        CHECK(table.rows_of({added}) == std::vector<std::size_t>{2});
        REQUIRE(session.undo());
        CHECK(texts(table, "id") == Texts{"6", "5"});
    }
    SECTION("a nested list is removed with its record, and follows its moves")
    {
        table = table_of(session, "actors[1].strings");
        CHECK(texts(table, "value") == Texts{"closed", "halt"});
        REQUIRE(session.remove(at(session, Paths{"actors[0]"})));
        CHECK(title_of(session, table.list()).starts_with("Strings of GUARD01 [0]"));
        CHECK(texts(table, "value") == Texts{"closed", "halt"});
        REQUIRE(session.remove(at(session, Paths{"actors[0]"})));
        CHECK(table_change == RecordTable::TableChange::gone);
    }
    SECTION("changes in the list of another record have no effect")
    {
        table = table_of(session, "actors[0].strings");
        REQUIRE(session.add(at(session, "actors[0].strings")));
        REQUIRE(session.set(at(session, Paths{"actors[0].strings[0]"}), "value", "one"));
        REQUIRE(session.set(at(session, Paths{"actors[0].strings[1]"}), "value", "two"));
        REQUIRE(session.set(at(session, Paths{"actors[0].strings[2]"}), "value", "three"));
        table.filter(column(table, "value"), "*e*");
        REQUIRE(texts(table, "value") == Texts{"one", "three"});
        REQUIRE(session.remove(at(session, Paths{"actors[0].strings[1]", "actors[1].strings[0]"})));
        CHECK(texts(table, "value") == Texts{"one", "three"});
        CHECK(table.all_rows() == 2);
        REQUIRE(session.undo());
        CHECK(texts(table, "value") == Texts{"one", "two", "three"});  // added records are shown
    }
    SECTION("many changes reload the rows")
    {
        table.sort(RecordTable::Order{column(table, "position.z"), true});
        REQUIRE(session.make("Many", [&](edit::Recorder& recorder) -> Status {
            const NodeRef parent = at(session, "objects");
            const ChildEntry& list = *session.find(parent)->members.child;
            for (int i = 0; i < 100; ++i) {
                edit::DetachedRecords records(list);
                static_cast<void>(records.append());
                recorder.insert(parent.node, list, {0}, std::move(records));
            }
            return {};
        }));
        CHECK(table.rows() == 107);
        CHECK(table.text(0, column(table, "position.z")) == "500");
    }
}

TEST_CASE("table: lists plugin records at any depth with their content")
{
    Opened here("Mod.esp", test::written());
    RecordTable table = table_of(here.session, "");
    here.session.listen([&](const edit::Changes& changes) { static_cast<void>(table.follow(changes)); });
    CHECK(title_of(here.session, table.list()) == "Records");
    CHECK(texts(table, "editor_id") == Texts{"LeverA", "LeverB", "Errand", "Greeting"});
    CHECK(texts(table, "type") == Texts{"ACTI", "ACTI", "QUST", "SCPT"});
    CHECK(labelled(table, "Type") == 1);
    const RecordTable activators = table_of(here.session, "entries[0]");
    CHECK(texts(activators, "type") == Texts{"ACTI", "ACTI"});
    CHECK(labelled(activators, "Type") == 1);
    CHECK(activators.name(1) == "LeverB");
    CHECK(table.name(2) == "Errand");
    CHECK(table.shown(1, column(table, "form_id")) == "01000902  Mod.esp:000902");
    CHECK(table.text(1, column(table, "form_id")) == "01000902");
    CHECK(table.has(here.at("records[1]").front()));
    CHECK_FALSE(table.has(here.at("entries[0]").front()));
    table.filter(column(table, "form_id"), "levera");
    CHECK(texts(table, "editor_id") == Texts{"LeverA"});
    table.show_all();

    REQUIRE(here.session.remove(here.at("records[0]")));
    CHECK(texts(table, "editor_id") == Texts{"LeverB", "Errand", "Greeting"});
    CHECK(table.rows_of(here.at("records[1]")) == std::vector<std::size_t>{1});
    CHECK(table.rows_of(here.at("records[1].properties")) == std::vector<std::size_t>{1});
    REQUIRE(here.session.undo());
    const RecordValue value = table.typed(3, column(table, "editor_id"), "Hello").value();
    REQUIRE(here.session.set({value.record}, value.field, value.text));
    CHECK(here.value("scripts[0].editor_id") == "Hello");

    const RecordTable group(here.session, table_list_at(here.session, here.at("entries[0]").front()).value());
    CHECK(texts(group, "editor_id") == Texts{"LeverA", "LeverB"});
    CHECK(table_list_at(here.session, here.at("records[0].properties.scripts[0].properties[0]").front())
              ->parent.list.has_value());
}

TEST_CASE("table: lists change records of a save by type, with their parts as columns")
{
    Opened here("Quick.ess", test::sample_file("save"));
    const TableList all = table_list_at(here.session, here.at("changes").front()).value();
    CHECK(types_of(here.session, all) == Texts{"Creature", "NPC", "Quest", "Reference"});
    RecordTable table(here.session, all);
    CHECK(texts(table, "#type") == Texts{"Reference", "NPC", "Creature", "Quest"});
    REQUIRE(column(table, "#type") == 0);
    CHECK(table.columns()[0].label == "Type");
    CHECK(table.columns()[0].face.read_only);
    CHECK(table.columns()[0].standard);
    CHECK_FALSE(table.is_editable(1, 0));
    const std::vector<std::size_t> shown = default_columns(table.columns());
    REQUIRE(shown.size() > 3);
    CHECK(shown[0] == 0);
    CHECK(shown[1] == column(table, "form_id"));
    CHECK_FALSE(table.columns()[shown[2]].minor);
    CHECK(table.columns()[shown.back()].minor);
    CHECK(table.columns()[column(table, "version")].minor);  // always 125
    CHECK(texts(table, "base_data.level") == Texts{"", "22", "3", ""});
    CHECK(texts(table, "factions.") == Texts{"", "1", "", ""});
    const std::size_t strength = column(table, "attributes.strength");
    CHECK_FALSE(table.is_editable(0, strength));
    CHECK_FALSE(table.is_editable(2, strength));  // it has no such part
    CHECK_FALSE(table.typed(2, strength, "5"));
    CHECK_FALSE(table.is_editable(1, column(table, "factions.")));
    const RecordValue value = table.typed(1, strength, "77").value();
    REQUIRE(here.session.set({value.record}, value.field, value.text));
    CHECK(here.value("changes[1].attributes.strength") == "77");

    const TableList npcs = table_list_at(here.session, here.at("changes[1]").front()).value();
    CHECK(npcs.type == "NPC");
    const RecordTable of_type(here.session, npcs);
    CHECK(of_type.rows() == 1);
    CHECK(here.session.path_of(of_type.node(0)) == "changes[1]");
    CHECK(of_type.name(0) == "Oblivion.esm:01D15C");
    CHECK(of_type.shown(0, column(of_type, "form_id")) == "0001D15C");
    const auto rows_of = [&](const char* path) { return of_type.rows_of(here.at(path)); };
    CHECK(rows_of("changes[1]") == std::vector<std::size_t>{0});
    CHECK(rows_of("changes[1].spells[0]") == std::vector<std::size_t>{0});
    CHECK(rows_of("changes[0]").empty());
    CHECK(rows_of("changes[2]").empty());
    CHECK(rows_of("globals[0]").empty());
    CHECK(of_type.has(here.at("changes[1]").front()));
    CHECK_FALSE(of_type.has(here.at("changes[2]").front()));
    CHECK(of_type.columns()[column(of_type, "attributes.strength")].standard);
    const auto paths_of = [&](std::string_view type) {
        TableList list = all;
        list.type = type;
        const RecordTable table_of_type(here.session, list);
        Texts paths;
        for (std::size_t row = 0; row < table_of_type.rows(); ++row) {
            paths.push_back(here.session.path_of(table_of_type.node(row)));
        }
        return paths;
    };
    CHECK(paths_of("Reference") == Texts{"changes[0]"});
    CHECK(paths_of("Quest") == Texts{"changes[3]"});
    CHECK(paths_of("Cell").empty());

    RecordTable factions(here.session, table_list_at(here.session, here.at("changes[1].factions").front()).value());
    here.session.listen([&](const edit::Changes& changes) { static_cast<void>(factions.follow(changes)); });
    CHECK(title_of(here.session, factions.list()) == "Factions of NPC 0001D15C");
    CHECK(texts(factions, "rank") == Texts{"2"});
    REQUIRE(here.session.add(here.session.find("changes[1].factions").value()));
    CHECK(factions.rows() == 2);
}

TEST_CASE("table: an empty list has the columns of its record types")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    REQUIRE(session.remove(at(session, Paths{"lights[0]"})));
    const RecordTable table = table_of(session, "lights");
    CHECK(table.rows() == 0);
    CHECK(table.columns()[column(table, "radius")].standard);
}

TEST_CASE("table: converts to and from quoted spreadsheet text")
{
    using Cells = RecordTable::Cells;
    CHECK(cells_in("1\t2\r\n3\t4\r\n") == Cells{{"1", "2"}, {"3", "4"}});
    CHECK(cells_in("one") == Cells{{"one"}});
    CHECK(cells_in("a\t\t\nb") == Cells{{"a", "", ""}, {"b"}});
    CHECK(cells_in("\"two\nlines\"\t\"say \"\"no\"\"\"\nx") == Cells{{"two\nlines", "say \"no\""}, {"x"}});
    CHECK(cells_in("\"no cell\" of quotes\t\"open") == Cells{{"\"no cell\" of quotes", "\"open"}});
    CHECK(cells_in("").empty());
    const Cells cells{{"a\tb", "c\"d"}, {"", "two\nlines"}};
    CHECK(cells_in(text_of(cells)) == cells);
    CHECK(text_of({{"1", "2"}}) == "1\t2\n");
}

TEST_CASE("table: stores chosen columns as text, and drops unknown ones")
{
    const std::vector<ChosenColumn> columns{{"script_name", 120}, {"position.x", 64}};
    CHECK(format_columns(columns) == "script_name=120;position.x=64");
    CHECK(parse_columns(format_columns(columns)) == columns);
    CHECK(parse_columns("=5;a;b=x;c=90000") == std::vector<ChosenColumn>{{"c", 2000}});
    CHECK(parse_columns("").empty());
}

TEST_CASE("table: finds rows of records in sorted and filtered order")
{
    const SampleFile file;
    const Session session = Session::open(file.path).value();
    RecordTable table = table_of(session, "objects");
    using Rows = std::vector<std::size_t>;
    CHECK(table.rows_of({at(session, "objects[5]")}) == Rows{5});
    CHECK(table.rows_of({at(session, "objects[6]"), at(session, "objects[4]")}) == Rows{4, 6});
    CHECK(table.rows_of({at(session, "lights[0]")}).empty());
    CHECK(table.rows_of({at(session, "lights[0]"), at(session, "objects[0]")}) == Rows{0});
    CHECK(table.rows_of({}).empty());
}

TEST_CASE("table: a save opens at the player, and shows change records instead of FormIDs")
{
    const Opened here("Quick.ess", test::sample_file("save"));
    const std::string first = here.session.path_of(first_selection(here.session));
    INFO(first);
    CHECK(first.starts_with("changes"));
    CHECK(title_of(here.session, table_list_at(here.session, NodeRef{}).value()) == "Change records");
    const SampleFile map;
    CHECK(first_selection(Session::open(map.path).value()) == NodeRef{});
}

TEST_CASE("table: an attached script of a form shows its properties")
{
    const Opened here("Mod.esp", test::written());
    const std::string script = "records[editor_id=LeverA].properties.scripts[0]";
    for (const std::string& path :
         {script, script + ".properties[0]", std::string("records[editor_id=LeverA].properties")}) {
        INFO(path);
        const RecordTable table = table_of(here.session, path);
        CHECK(texts(table, "name") == Texts{"Door"});
    }
}
