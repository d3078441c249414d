// Plugins and saves in a session: their outline, names of forms, edits, saving.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "editor/model/rows/property_rows.hpp"
#include "editor/model/rows/record_table.hpp"
#include "editor/model/scene/walk_edit.hpp"
#include "editor/model/text/form_name.hpp"
#include "editor/model/text/script_page.hpp"
#include "editor/plugin_support.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;

using test::Opened;
using test::plugin;
using test::written;
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("plugin: the outline is a tree of groups and records with ids")
{
    Opened here("Mod.esp", written());
    CHECK(here.names_below(here.row("entries")) ==
          Names{"ACTI [0]: Activator, 2 records", "QUST [1]: Quest, 1 record", "SCPT [2]: 1 record"});
    CHECK(here.outline.content(here.row("entries")) == "3 groups");
    CHECK(here.outline.content(here.row("entries[0]")) == "Activator, 2 records");
    CHECK(here.names_below(here.row("entries[0]")) ==
          Names{"ACTI LeverA 01000900: Mod.esp:000900", "ACTI LeverB 01000902: Mod.esp:000902"});
    CHECK(here.outline.above(here.row("records[1]")) == here.row("entries[0]"));
    CHECK(here.session.called(here.at("records[2]")) == "QUST Errand 01000901");
    CHECK(here.session.path_of(here.session.find("records[2]").value()) == "records[Errand]");

    SECTION("removed and restored records")
    {
        REQUIRE(here.session.remove(here.at("records[0]")));
        CHECK(here.outline.name(here.row("records[0]")) == "ACTI LeverB 01000902");
        REQUIRE(here.session.undo());
        CHECK(here.outline.name(here.row("records[0]")) == "ACTI LeverA 01000900");
    }
    SECTION("a filter keeps the groups of its matches")
    {
        Outline found = Outline::filtered(here.session, "leverb").value();
        const Outline::Row group = found.find(here.session.find("entries[0]").value()).value();
        REQUIRE(found.below(group).size() == 1);
        CHECK(found.name(found.below(group)[0]) == "ACTI LeverB 01000902");
    }
}

TEST_CASE("plugin: the grid shows plugin and editor ID of a FormID")
{
    Opened here("Mod.esp", written());
    const auto note = [&](std::string_view path, std::string_view field) {
        const PropertyRows rows = make_rows(here.session, here.at(path));
        return std::ranges::find(rows.rows, field, &PropertyRow::name)->note;
    };
    CHECK(note("records[0].properties.scripts[0].properties[0]", "form_id") == "Mod.esp:000900 LeverA");
    CHECK(note("records[0]", "flags").empty());
    REQUIRE(here.session.set(here.at("records[0].properties.scripts[0].properties[0]"), "form_id", "0001D15C"));
    CHECK(note("records[0].properties.scripts[0].properties[0]", "form_id") == "Oblivion.esm:01D15C");
    CHECK(form_place(here.session, "00000000").empty());
}

TEST_CASE("plugin: the grid sets values of subrecords")
{
    const std::string text =
        R"(<plugin header_size="oblivion"><header/><group type="top" label="QUST">)"
        R"(<record type="QUST" editor_id="Errand" form_id="00000900"><name text="An errand"/>)"
        R"(<condition value="1" function="get_level"/><script form_id="00000901"/>)"
        R"(<condition value="2" function="get_level"/></record></group><group type="top" label="SCPT">)"
        R"(<record type="SCPT" editor_id="Words" form_id="00000901"/></group></plugin>)";
    Opened here("Mod.xml", Bytes(as_bytes(text).begin(), as_bytes(text).end()));
    const NodeRefs errand = here.at("records[Errand]");
    PropertyRows made = make_rows(here.session, errand);
    Names plain;
    for (const PropertyRow& row : made.rows) {
        if (row.role == Role::plain) {
            plain.push_back(fmt::format("{}: {} {}", row.name, row.part ? row.part->label : "-", row.label));
        }
    }
    CHECK(plain ==
          Names{"type: - Type", "editor_id: - Editor ID", "form_id: - FormID", "flags: - Flags",
                "form_version: - Form version", "name.text:  Name", "script.form_id:  Script",
                "condition[1].operator: Condition [1] Operator", "condition[1].value: Condition [1] Comparison value",
                "condition[1].function: Condition [1] Function", "condition[1].other1: Condition [1] First parameter",
                "condition[1].other2: Condition [1] Second parameter", "condition[3].operator: Condition [3] Operator",
                "condition[3].value: Condition [3] Comparison value", "condition[3].function: Condition [3] Function",
                "condition[3].other1: Condition [3] First parameter",
                "condition[3].other2: Condition [3] Second parameter"});
    const auto row = [&](std::string_view name) { return *std::ranges::find(made.rows, name, &PropertyRow::name); };
    CHECK(row("script.form_id").note == "Mod.xml:000901 Words");
    CHECK(row("type").note == "Quest");
    CHECK(row("flags").note.empty());

    const PendingEdit edit = edit_of(made, row("condition[3].value"), "7");
    CHECK(edit.field == "value");
    REQUIRE(here.session.set(edit.owners, edit.field, edit.text));
    CHECK(here.value("records[Errand].condition[1].value") == "7");
    CHECK(here.value("records[Errand].condition[0].value") == "1");
    CHECK(edit_of(made, row("editor_id"), "Task").owners == errand);

    // Several forms show their common parts.
    made = make_rows(here.session, {errand.front(), here.at("records[Words]").front()});
    CHECK(std::ranges::none_of(made.rows, [](const PropertyRow& each) { return each.part.has_value(); }));
}

TEST_CASE("plugin: the grid limits the rows of nested records")
{
    std::string text = R"(<plugin header_size="oblivion"><header/><group type="top" label="QUST">)";
    for (int i = 0; i < 201; ++i) {
        text += fmt::format(R"(<record type="QUST" form_id="{:08X}"><name text="{}"/>)", 0x900 + i, i);
        for (int n = 0; n < (i == 0 ? 60 : 0); ++n) {
            text += R"(<condition function="get_level"/>)";
        }
        text += "</record>";
    }
    text += "</group></plugin>";
    Opened here("Mod.xml", Bytes(as_bytes(text).begin(), as_bytes(text).end()));
    const auto parts_of = [&](std::size_t forms) {
        NodeRefs selected;
        for (std::size_t i = 0; i < forms; ++i) {
            selected.push_back(here.at(fmt::format("records[{}]", i)).front());
        }
        return std::ranges::count_if(make_rows(here.session, selected).rows,
                                     [](const PropertyRow& row) { return row.part.has_value(); });
    };
    CHECK(parts_of(1) == 201);  // its name, and 40 of 60 conditions, which makes 200 parts
    CHECK(parts_of(200) == 1);
    CHECK(parts_of(201) == 0);
}

TEST_CASE("plugin: a subrecord value of several forms is set in all of them")
{
    const std::string text = R"(<plugin header_size="oblivion"><header/><group type="top" label="WEAP">)"
                             R"(<record type="WEAP" editor_id="Club" form_id="00000900"><name text="Club"/>)"
                             R"(<script form_id="00000900"/><weapon damage="12" weight="3"/></record>)"
                             R"(<record type="WEAP" editor_id="Mace" form_id="00000901">)"
                             R"(<script form_id="00000901"/><weapon damage="20" weight="3"/>)"
                             R"(</record><record type="WEAP" editor_id="None" form_id="00000902"/></group></plugin>)";
    Opened here("Mod.xml", Bytes(as_bytes(text).begin(), as_bytes(text).end()));
    const NodeRefs both{here.at("records[Club]").front(), here.at("records[Mace]").front()};
    const PropertyRows made = make_rows(here.session, both);
    const auto has = [&](std::string_view name) {
        return std::ranges::find(made.rows, name, &PropertyRow::name) != made.rows.end();
    };
    const auto row = [&](std::string_view name) { return *std::ranges::find(made.rows, name, &PropertyRow::name); };
    CHECK_FALSE(has("name.text"));
    CHECK(row("weapon.damage").differs);
    CHECK(row("weapon.damage").text.empty());
    CHECK(row("script.form_id").note.empty());
    CHECK_FALSE(row("weapon.weight").differs);
    CHECK(row("weapon.weight").text == "3");
    const PendingEdit edit = edit_of(made, row("weapon.damage"), "+5");
    REQUIRE(here.session.set(edit.owners, edit.field, edit.text));
    CHECK(here.value("records[Club].weapon.damage") == "17");
    CHECK(here.value("records[Mace].weapon.damage") == "25");

    const PropertyRows three = make_rows(here.session, {both[0], both[1], here.at("records[None]").front()});
    CHECK(std::ranges::none_of(three.rows, [](const PropertyRow& each) { return each.part.has_value(); }));
}

TEST_CASE("plugin: shows the parameters of a condition's function")
{
    const std::string text =
        R"(<plugin header_size="oblivion"><header/><group type="top" label="QUST">)"
        R"(<record type="QUST" editor_id="Errand" form_id="00000900">)"
        R"(<condition value="1" function="get_item_count" form1="0000000F"/><condition function="get_level"/>)"
        R"(</record></group></plugin>)";
    Opened here("Mod.xml", Bytes(as_bytes(text).begin(), as_bytes(text).end()));
    const auto shown = [&](std::string_view path) {
        Names names;
        for (const PropertyRow& row : make_rows(here.session, here.at(path)).rows) {
            if (row.role == Role::plain) {
                names.push_back(row.name);
            }
        }
        return names;
    };
    const std::string first = "records[Errand].condition[0]";
    CHECK(shown(first) == Names{"operator", "value", "function", "form1", "other2"});
    CHECK(shown("records[Errand].condition[1]") == Names{"operator", "value", "function", "other1", "other2"});
    // Show a stored value even if the function has no such parameter, so that the user can fix it.
    REQUIRE(here.session.set(here.at(first), "function", "get_actor_value"));
    CHECK(shown(first) == Names{"operator", "value", "function", "form1", "actor_value1", "other2"});
    REQUIRE(here.session.set(here.at(first), "form1", "00000000"));
    CHECK(shown(first) == Names{"operator", "value", "function", "actor_value1", "other2"});
    REQUIRE(here.session.set(here.at(first), "operator", "use_global"));
    CHECK(shown(first) == Names{"operator", "value", "global", "function", "actor_value1", "other2"});
    // Several records show their common parameters.
    const NodeRefs both{here.at(first).front(), here.at("records[Errand].condition[1]").front()};
    Names names;
    for (const PropertyRow& row : make_rows(here.session, both).rows) {
        names.push_back(row.name);
    }
    CHECK(names == Names{"operator", "value", "function", "other2", "unused", "padding", "reserved"});

    const RecordTable table(here.session, table_list_at(here.session, here.at(first).front()).value());
    const auto is_there = [&](std::size_t row, std::string_view name) {
        const auto column = std::ranges::find(table.columns(), name, &TableColumn::name);
        REQUIRE(column != table.columns().end());
        return table.has_value(row, static_cast<std::size_t>(column - table.columns().begin()));
    };
    CHECK(is_there(0, "actor_value1"));
    CHECK_FALSE(is_there(1, "actor_value1"));
    CHECK(is_there(1, "function"));
}

TEST_CASE("plugin: edits, undoes and saves with a backup; only the edit changes the file")
{
    const Bytes before = written();
    Opened here("Mod.esp", before);
    const std::string path = "records[0].properties.scripts[0].properties[0]";
    REQUIRE(here.session.set(here.at(path), "form_id", "01000902"));
    REQUIRE(here.session.undo());
    CHECK_FALSE(here.session.modified());
    REQUIRE(here.session.redo());
    const Result<Written> written = here.session.save();
    REQUIRE(written.has_value());
    REQUIRE(written->backup.has_value());
    CHECK(read_file(*written->backup).value() == before);
    const Bytes after = read_file(here.place.path).value();
    REQUIRE(after.size() == before.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        different += after[i] != before[i] ? 1U : 0U;
    }
    CHECK(different == 1);
    std::filesystem::remove(*written->backup);
    // Another program writes the file, so saving asks.
    REQUIRE(write_file(here.place.path, before, {.overwrite = Overwrite::allow}).has_value());
    REQUIRE(here.session.set(here.at(path), "form_id", "01000901"));
    const Result<Written> again = here.session.save();
    REQUIRE_FALSE(again.has_value());
    CHECK(again.error().code == ErrorCode::changed);
}

TEST_CASE("plugin: an edited source is compiled with the names of its masters")
{
    using namespace tes::test;
    const auto header = [](const Bytes& masters) {
        return record(20, "TES4", 0, joined({sub("HEDR", Bytes(12)), masters}));
    };
    const Bytes hour = record(20, "GLOB", 0x900, sub("EDID", zstring("Hour")));
    const test::Place base("Base.esm", joined({header({}), top_group(20, "GLOB", hour)}));
    const Bytes door =
        record(20, "SCPT", 0x01000801,
               joined({sub("EDID", zstring("Door")), schr(0, static_cast<std::uint32_t>(small_code().size()), 1, 0),
                       sub("SCDA", small_code()),
                       sub("SCTX", text("scn Door\r\nshort count\r\nBegin GameMode\r\n\tset count to 1\r\nEnd")),
                       slsd(1, 1), sub("SCVR", zstring("count"))}));
    const Bytes masters = joined({sub("MAST", zstring("Base.esm")), sub("DATA", Bytes(8))});
    const std::filesystem::path path = base.folder / "Mod.esp";
    REQUIRE(write_file(path, joined({header(masters), top_group(20, "SCPT", door)})).has_value());
    Session session = Session::open(path).value();
    const std::vector<ScriptPlace> scripts = all_scripts(session);
    REQUIRE(scripts.size() == 1);
    const NodeRefs script{scripts.front().record};
    const std::string& source = scripts.front().field;
    const Status set = session.set(script, source, "scn Door\nshort count\nBegin GameMode\n\tset count to Hour\nEnd");
    INFO((set ? std::string() : describe(set.error())));
    REQUIRE(set);
    CHECK(test::value(session.document(), "scripts[Door].references[0].form_id") == "00000900");
    // If a source does not compile, the code is unchanged, and the script page reports it.
    REQUIRE(session.set(script, source, "scn Door\nshort count\nBegin GameMode\n\tset count to Minute\nEnd"));
    CHECK(test::value(session.document(), "scripts[Door].references[0].form_id") == "00000900");
}

TEST_CASE("save: parts of an actor are added and removed together with its flags")
{
    const Bytes before = test::sample_file("save");
    Opened here("Quick.ess", before);
    CHECK(here.names_below(here.row("changes")) ==
          Names{"Creature: 1 record", "NPC: 1 record", "Quest: 1 record", "Reference: 1 record"});
    const Outline::Row npcs = here.outline.below(here.row("changes"))[1];
    CHECK(here.outline.name(here.outline.below(npcs)[0]) == "0001D15C");
    CHECK(here.outline.content(here.outline.below(npcs)[0]) == "Oblivion.esm:01D15C");
    REQUIRE(here.session.add(here.session.find("changes[1].ai_data").value()));
    CHECK(here.session.undo_name() == "Add Ai data");
    REQUIRE(here.session.remove(here.at("changes[1].full_name")));
    const Result<Written> written = here.session.save();
    REQUIRE(written.has_value());
    std::filesystem::remove(*written->backup);
    const edit::Document saved = edit::read_binary(read_file(here.place.path).value()).value();
    CHECK(test::count(saved, "npc[0].ai_data") == 1);
    CHECK(test::count(saved, "npc[0].full_name") == 0);
    REQUIRE(here.session.undo());
    REQUIRE(here.session.undo());
    const Result<Written> back = here.session.save();
    REQUIRE(back.has_value());
    std::filesystem::remove(*back->backup);
    CHECK(read_file(here.place.path).value() == before);
}

TEST_CASE("save: nested lists are shown, and their records added and removed")
{
    Opened here("Quick.ess", test::sample_file("save"));
    const std::string npc = "changes[1].";
    if (here.session.find(npc + "factions").value().list) {  // no factions: the added part has one
        const Result<NodeRef> first = here.session.add(here.session.find(npc + "factions").value());
        REQUIRE(first);
        CHECK(here.session.path_of(*first) == npc + "factions[0]");
    }
    const NodeRef factions = here.session.find(npc + "factions").value();
    const std::size_t before = here.session.find(factions)->members.size();
    REQUIRE(before >= 1);
    CHECK(here.outline.below(here.row(npc + "factions")).size() == before);
    const Result<NodeRef> added = here.session.add(factions);
    REQUIRE(added);
    CHECK(here.session.path_of(*added) == npc + "factions[" + std::to_string(before) + "]");
    CHECK(here.outline.below(here.row(npc + "factions")).size() == before + 1);
    CHECK(here.outline.content(here.row(npc + "factions")) == std::to_string(before + 1) + " records");
    REQUIRE(here.session.set({*added}, "rank", "3"));
    const Result<Written> written = here.session.save();
    REQUIRE(written.has_value());
    std::filesystem::remove(*written->backup);
    const edit::Document saved = edit::read_binary(read_file(here.place.path).value()).value();
    CHECK(test::value(saved, "npc[0].factions[" + std::to_string(before) + "].rank") == "3");
    REQUIRE(here.session.remove({*added}));
    CHECK(here.session.find(factions)->members.size() == before);
}

TEST_CASE("save: a part that is only a list is not added empty")
{
    Opened here("Quick.ess", test::sample_file("save"));
    for (const std::string part : {"changes[1].factions", "changes[1].spells", "changes[1].modifiers"}) {
        INFO(part);
        if (!here.session.find(part).value().list) {
            REQUIRE(here.session.remove(here.at(part)));
        }
        const Result<NodeRef> added = here.session.add(here.session.find(part).value());
        REQUIRE(added);
        CHECK(here.session.path_of(*added) == part + "[0]");
    }
}

TEST_CASE("plugin: a copied form gets a new FormID and editor ID")
{
    edit::Document two = plugin();
    test::set_value(two, "header.next_object_id", "00000903");
    Opened here("Mod.esp", test::file_of(two));
    const std::string own = here.value("records[1].form_id").substr(0, 2);
    REQUIRE(own == "01");
    REQUIRE(here.session.duplicate(here.at("records[0]")));
    CHECK(here.value("records[0].form_id") == "01000900");
    CHECK(here.value("records[1].form_id") == "01000903");
    CHECK(here.value("records[1].editor_id") == "LeverACopy");
    CHECK(here.value("header.next_object_id") == "00000904");
    REQUIRE(here.session.duplicate(here.at("records[0]")));
    CHECK(here.value("records[1].form_id") == "01000904");
    CHECK(here.value("records[1].editor_id") == "LeverACopy2");
    const Result<NodeRef> added = here.session.add(here.session.find("entries[label=SCPT]").value());
    REQUIRE(added);
    CHECK(here.session.path_of(*added) == "scripts[01000905]");
    CHECK(here.value("scripts[01000905].type") == "SCPT");
    CHECK(here.value("scripts[01000905].editor_id").empty());
    REQUIRE(here.session.save());
    for (int i = 0; i < 3; ++i) {
        here.session.undo().value();
    }
    CHECK(here.value("header.next_object_id") == "00000903");
    CHECK(here.session.save());
    CHECK(read_file(here.place.path).value() == test::file_of(two));
}

TEST_CASE("plugin: a copied form avoids FormIDs of undecoded records")
{
    edit::Document crowded = plugin();
    const auto fill = [&](std::uint32_t first, std::uint32_t last) {
        std::vector<tes::Record> all;
        for (std::uint32_t number = first; number <= last; ++number) {
            tes::Record& record = all.emplace_back();
            record.type = "STAT";
            record.form_id = 0x01000000 + number;
        }
        test::add_group(crowded, "STAT", std::move(all));
    };
    test::set_value(crowded, "header.next_object_id", "00000903");

    SECTION("after the last number")
    {
        fill(0x903, 0x907);
        Opened here("Mod.esp", test::file_of(crowded));
        REQUIRE(here.session.duplicate({here.at("records[0]")[0], here.at("records[1]")[0]}));
        CHECK(here.value("records[2].form_id") == "01000908");
        CHECK(here.value("records[3].form_id") == "01000909");
        CHECK(here.value("header.next_object_id") == "0000090A");
    }
    SECTION("the first unused number if the header's next one is the maximum")
    {
        fill(0x800, 0x8FE);
        test::set_value(crowded, "header.next_object_id", "00FFFFFF");
        Opened here("Mod.esp", test::file_of(crowded));
        REQUIRE(here.session.duplicate(here.at("records[0]")));
        CHECK(here.value("records[1].form_id") == "010008FF");
        CHECK(here.value("header.next_object_id") == "00FFFFFF");
        REQUIRE(here.session.duplicate(here.at("records[0]")));
        CHECK(here.value("records[1].form_id") == "01000903");
    }
    SECTION("an error without changes if none is free")
    {
        fill(0x800, 0xFFF);
        test::set_value(crowded, "header.flags", "light");
        Opened here("Mod.esl", test::file_of(crowded));
        const Result<NodeRefs> copies = here.session.duplicate(here.at("records[0]"));
        REQUIRE_FALSE(copies);
        CHECK(describe(copies.error()) ==
              "no FormID of the plugin's own is left for a new record; all numbers from 000800 to 000FFF are taken");
        CHECK_FALSE(here.session.add(here.session.find("entries[label=SCPT]").value()));
        CHECK_FALSE(here.session.modified());
        CHECK_FALSE(here.session.find("records[LeverACopy]").has_value());
    }
}

TEST_CASE("plugin: 254 masters leave room for own records, 255 do not")
{
    using namespace tes::test;
    const auto with_masters = [](std::uint32_t count) {
        Bytes header =
            sub("HEDR",
                joined({number(std::uint32_t{0x3F800000}), number(std::uint32_t{2}), number(std::uint32_t{0x900})}));
        for (std::uint32_t i = 0; i < count; ++i) {
            append(header, joined({sub("MAST", zstring("M" + std::to_string(i) + ".esm")), sub("DATA", Bytes(8))}));
        }
        return joined({record(20, "TES4", 0, header),
                       top_group(20, "WEAP", record(20, "WEAP", 0x00000801, sub("EDID", zstring("Sword"))))});
    };
    Opened most("Mod.esp", with_masters(254));
    REQUIRE(most.session.duplicate(most.at("records[0]")));
    CHECK(most.value("records[1].form_id") == "FE000900");
    CHECK(most.value("records[1].editor_id") == "SwordCopy");
    CHECK(most.value("header.next_object_id") == "00000901");
    Opened more("Mod.esp", with_masters(255));
    const Result<NodeRefs> copies = more.session.duplicate(more.at("records[0]"));
    REQUIRE_FALSE(copies);
    CHECK(describe(copies.error()) ==
          "header.parts: no FormID is left after those of 255 masters; a plugin with records of its own has at most "
          "254 masters");
    CHECK_FALSE(more.session.modified());
}

TEST_CASE("save: a FormID in a plain list is copied unchanged")
{
    edit::Document save = test::sample_document("save");
    Opened here("Quick.ess", test::file_of(save));
    const std::string next = here.value("globals.next_object_id");
    const std::string form = here.value("form_ids[1].form_id");
    REQUIRE(here.session.duplicate(here.at("form_ids[1]")));
    CHECK(here.value("form_ids[2].form_id") == form);
    CHECK(here.value("globals.next_object_id") == next);
}

TEST_CASE("save: a form has one change record; created forms get the next FormID")
{
    edit::Document save = test::sample_document("save");
    test::set_value(save, "created[0].form_id", "FF000A10");
    test::set_value(save, "globals.next_object_id", "FF000A05");  // after the existing objects
    Opened here("Quick.ess", test::file_of(save));
    const Result<NodeRefs> second = here.session.duplicate(here.at("changes[1]"));
    REQUIRE_FALSE(second);
    CHECK(
        describe(second.error()) ==
        "changes[1]: a second change record of 0001D15C; a save has one change record for each form; add a record for "
        "another form");
    CHECK_FALSE(here.session.modified());
    REQUIRE(here.session.duplicate(here.at("created[0]")));
    CHECK(here.value("created[0].form_id") == "FF000A10");
    CHECK(here.value("created[1].form_id") == "FF000A11");
    CHECK(here.value("globals.next_object_id") == "FF000A12");
    REQUIRE(here.session.undo());
    CHECK(here.value("globals.next_object_id") == "FF000A05");
}

TEST_CASE("plugin: names come from masters next to the plugin, texts from strings files")
{
    using namespace tes::test;
    const auto header = [](std::size_t size, std::uint32_t flags, bool has_master) {
        Bytes parts = sub("HEDR", joined({number(std::uint32_t{0x3F800000}), Bytes(8)}));
        append(parts, has_master ? joined({sub("MAST", zstring("Base.esm")), sub("DATA", Bytes(8))}) : Bytes{});
        return tes::test::record(size, "TES4", 0, parts, flags);
    };
    const test::Place place("Base.esm",
                            joined({header(20, 0, false),
                                    top_group(20, "ENCH",
                                              tes::test::record(20, "ENCH", 0x910, sub("EDID", zstring("Fire"))))}));
    REQUIRE(write_file(place.folder / "Mod.esp",
                       joined({header(20, 0, true),
                               top_group(20, "WEAP",
                                         tes::test::record(20, "WEAP", 0x01000800,
                                                           joined({sub("EDID", zstring("Sword")),
                                                                   sub("ENAM", number(std::uint32_t{0x910}))})))})));
    Session mod = Session::open(place.folder / "Mod.esp").value();
    const auto note = [](Session& session, std::string_view path, std::string_view field) {
        const PropertyRows rows = make_rows(session, {session.find(path).value()});
        const auto row = std::ranges::find(rows.rows, field, &PropertyRow::name);
        return row == rows.rows.end() ? std::string("no such row") : row->note;
    };
    CHECK(note(mod, "records[Sword].enchantment", "form_id") == "Base.esm:000910 Fire");
    CHECK(FormNames(mod).description("00000910") == "Base.esm:000910 Fire");
    CHECK(FormNames(mod).description("01000800") == "Mod.esp:000800 Sword");
    mod.use_names({});  // no names of a game folder: files next to the plugin are still used
    CHECK(note(mod, "records[Sword].enchantment", "form_id") == "Base.esm:000910 Fire");

    REQUIRE(write_file(place.folder / "Text_English.STRINGS",
                       joined({number(std::uint32_t{1}), number(std::uint32_t{5}), number(std::uint32_t{7}),
                               number(std::uint32_t{0}), zstring("Iron")})));
    REQUIRE(write_file(place.folder / "Text.esp",
                       joined({header(24, 0x80, false),
                               top_group(24, "WEAP",
                                         tes::test::record(24, "WEAP", 0x800,
                                                           joined({sub("EDID", zstring("Sword")),
                                                                   sub("FULL", number(std::uint32_t{7}))})))})));
    Session text = Session::open(place.folder / "Text.esp").value();
    CHECK(note(text, "records[Sword].name", "string_id") == "0x00000007 \"Iron\"");
}

TEST_CASE("plugin: has no actors and walk maps")
{
    Opened here("Mod.esp", test::written());
    const auto error_text = [](const auto& result) {
        return result ? std::string("done") : result.error().message + "; " + result.error().hint;
    };
    CHECK(error_text(here.session.add_actor({})) == "this document has no actors; open a map");
    CHECK(error_text(add_walk_node(here.session, {}, {0, 0, 0})) == "this document has no walk maps; open a map");
    CHECK_FALSE(here.session.modified());
}

TEST_CASE("forms: adding a list-only part creates its first record")
{
    Opened here("Quick.ess", test::sample_file("save"));
    const auto added = [&](const char* part) {
        const NodeRef ref = here.session.find(part).value();
        CHECK(here.session.find(ref)->members.size() == 0);
        const NodeRef node = here.session.add(ref).value();
        const std::optional<NodeInfo> info = here.session.find(node);
        REQUIRE(info);
        CHECK(info->is_record());
        return here.session.path_of(node);
    };
    CHECK(added("changes[2].factions") == "changes[2].factions[0]");
    CHECK(here.value("changes[2].factions[0].rank") == "0");
    CHECK(added("changes[2].spells") == "changes[2].spells[0]");
    REQUIRE(here.session.undo());
    REQUIRE(here.session.undo());
    CHECK_FALSE(here.session.can_undo());
}

TEST_CASE("plugin: forms follow a removed master in the same step")
{
    const std::string text = "<plugin header_size=\"later\"><header version=\"1.7\"><master name=\"Skyrim.esm\"/>"
                             "<master name=\"Update.esm\"/></header><group type=\"top\" label=\"FLST\">"
                             "<record type=\"FLST\" editor_id=\"Own\" form_id=\"02000800\">"
                             "<form form_id=\"01000900\"/></record></group></plugin>";
    Opened here("Mod.esp", edit::read_text(text, "test").value().write().value());
    const auto forms = [&] {
        return test::value(here.session.document(), "records[Own].form_id") + " " +
               test::value(here.session.document(), "records[Own].form[0].form_id");
    };
    CHECK_FALSE(here.session.remove(here.at("header.parts[1]")));  // records refer to it
    REQUIRE(here.session.remove(here.at("header.parts[0]")));
    CHECK(forms() == "01000800 00000900");
    CHECK(here.session.take_notes() == std::vector<std::string>{"2 FormIDs were renumbered with the list of plugins"});
    REQUIRE(here.session.undo());
    CHECK(forms() == "02000800 01000900");
}
