// Renaming: each kind of name, in its record and in all references, in documents, sources and lists of edits.
#include <catch2/catch.hpp>

#include "edit/document/document.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/script/rename.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;
using edit::RenameKind;

namespace {

edit::Document sample()
{
    const Format& format = *edit::find_format("map");
    return {format, format.make_new(true)};
}

/// Returns the changes of rename(), one line each: path, before, after; or the error.
std::vector<std::string> renamed(edit::Document& document, RenameKind kind, std::string_view from, std::string_view to)
{
    edit::Recorder recorder(document);
    const Result<edit::EditLog> log = edit::rename(recorder, kind, from, to);
    if (!log) {
        return {describe(log.error())};
    }
    static_cast<void>(recorder.finish(""));
    std::vector<std::string> lines;
    for (const edit::EditLine& line : *log) {
        lines.push_back(line.path + ": " + line.before + " -> " + line.after);
    }
    return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("rename: renames an actor in its record, in objects and in script strings", "[edit]")
{
    edit::Document map = sample();
    append_record(map, "actors[0].strings", {{"value", "door01"}});
    REQUIRE(renamed(map, RenameKind::actor, "DOOR01", "A").size() ==
            3);  // no string: the scripts of an actor with a name space use other names
    REQUIRE(renamed(map, RenameKind::actor, "A", "DOOR01").size() == 3);
    remove_records(map, "actors[0].name_space[*]");
    append_record(map, "actors[1].strings", {{"value", "DOOR01 "}});
    const std::string first = "actors[0].strings[" + std::to_string(count(map, "actors[0].strings") - 1) + "].value";
    CHECK(renamed(map, RenameKind::actor, "Door01", "GATE") ==
          Lines{"actors[0].script_name: DOOR01 -> GATE", "objects[4].script_name: DOOR01 -> GATE",
                "objects[5].script_name: DOOR01 -> GATE", first + ": door01 -> GATE"});
    CHECK(value(map, "actors[0].script_name") == "GATE");
    CHECK(value(map, "objects[5].script_name") == "GATE");
    CHECK(value(map, "objects[6].script_name") == "GUARD01");
    CHECK(renamed(map, RenameKind::actor, "NOBODY", "GATE2").empty());
    CHECK(renamed(map, RenameKind::actor, "GATE", "guard01") == Lines{"actors[1]: there is an actor GUARD01 already"});
    CHECK(renamed(map, RenameKind::actor, "GATE", "gate") ==
          Lines{"actors[0].script_name: GATE -> gate", "objects[4].script_name: GATE -> gate",
                "objects[5].script_name: GATE -> gate", first + ": GATE -> gate"});
    CHECK(renamed(map, RenameKind::actor, "", "A") == Lines{"from \"\" to \"A\"; give two different names"});
    CHECK(renamed(map, RenameKind::actor, "A", "") == Lines{"from \"A\" to \"\"; give two different names"});
    CHECK(renamed(map, RenameKind::actor, "A", "A") == Lines{"from \"A\" to \"A\"; give two different names"});
}

TEST_CASE("rename: a string must match completely and keeps its case", "[edit]")
{
    edit::Document map = sample();
    const std::string at = "actors[0].strings[" + std::to_string(count(map, "actors[0].strings")) + "].value";
    append_record(map, "actors[0].strings", {{"value", "open"}});
    append_record(map, "actors[0].strings", {{"value", "OPEN"}});
    CHECK(renamed(map, RenameKind::string, "open", "shut") == Lines{at + ": open -> shut"});
    CHECK(renamed(map, RenameKind::string, "pen", "x").empty());
}

TEST_CASE("rename: a dialogue label has four characters and is unique", "[edit]")
{
    edit::Document texts(*edit::find_format("dialogue"));
    append_record(texts, "entries", {{"label", "?abc"}});
    append_record(texts, "entries", {{"label", "?abd"}});
    CHECK(renamed(texts, RenameKind::label, "?abc", "?xyz") == Lines{"entries[0].label: ?abc -> ?xyz"});
    CHECK(renamed(texts, RenameKind::label, "?xyz", "?abd") ==
          Lines{"entries[1].label: there is a label ?abd already"});
    CHECK(renamed(texts, RenameKind::label, "?xyz", "?ab") ==
          Lines{"label \"?ab\"; a dialogue label has four characters"});
    CHECK(renamed(texts, RenameKind::label, "none", "?abd").empty());
    CHECK(renamed(texts, RenameKind::label, "#open", "#x").empty());  // a label of a script's source
}

TEST_CASE("rename: records with references report their name", "[edit]")
{
    edit::Document map = sample();
    const auto name = [&](std::string_view path, std::string_view element) {
        const auto target = edit::rename_target(record(map, path), element);
        return target ? std::string(edit::rename_word(target->kind)) + " " + target->name : "none";
    };
    CHECK(name("actors[0]", "actor") == "actor DOOR01");
    CHECK(name("objects[4]", "object") == "actor DOOR01");
    CHECK(name("objects[0]", "object") == "none");
    CHECK(name("lights[0]", "light") == "none");
    CHECK(edit::rename_kind("variable") == RenameKind::variable);
    CHECK(edit::rename_kind("label") == RenameKind::label);
    CHECK_FALSE(edit::rename_kind("labels"));
}

TEST_CASE("rename: source names actors and strings before a dot, after actor, in quotes", "[edit]")
{
    const std::string source =
        "actor DOOR01 {\n  DOOR01.Open(\"door01\", DOOR01) // DOOR01\n  Door01 (1)\n  a.DOOR01\n}\n";
    CHECK(edit::rename_in_source(source, RenameKind::actor, "DOOR01", "GATE") ==
          "actor GATE {\n  GATE.Open(\"GATE\", DOOR01) // DOOR01\n  Door01 (1)\n  a.DOOR01\n}\n");
    CHECK(edit::rename_in_source(source, RenameKind::string, "DOOR01", "GATE") ==
          "actor DOOR01 {\n  GATE.Open(\"door01\", DOOR01) // DOOR01\n  Door01 (1)\n  a.DOOR01\n}\n");
    CHECK(edit::rename_in_source(source, RenameKind::string, "door01", "GATE") ==
          "actor DOOR01 {\n  DOOR01.Open(\"GATE\", DOOR01) // DOOR01\n  Door01 (1)\n  a.DOOR01\n}\n");
    CHECK(edit::rename_in_source("RTX('?abc') \"?abc\" ?abc", RenameKind::label, "?abc", "?xyz") ==
          "RTX('?xyz') \"?abc\" ?abc");
    CHECK(edit::rename_in_source("DOOR01", RenameKind::actor, "DOOR01", "GATE") == "DOOR01");
}

TEST_CASE("rename: finds variables of plugin sources outside of texts and comments", "[edit]")
{
    CHECK(edit::rename_in_source("short n ; n\nset n to N + n2 + a.n\nMessage \"n\" n", RenameKind::variable, "n",
                                 "m") == "short m ; n\nset m to m + n2 + a.m\nMessage \"n\" m");
    CHECK(edit::rename_in_source("Message \"n", RenameKind::variable, "n", "m") == "Message \"n");
    CHECK(edit::rename_in_source("Message \"n\nset n", RenameKind::variable, "n", "m") == "Message \"n\nset m");
    CHECK(edit::rename_in_source("n;n", RenameKind::variable, "n", "m") == "m;n");
    CHECK(edit::rename_in_source("", RenameKind::variable, "n", "m") == "");
}

TEST_CASE("rename: renames labels and variables of map scripts, not equal words", "[edit]")
{
    CHECK(edit::rename_in_source("#open: goto #open #opened open", RenameKind::label, "#open", "#shut") ==
          "#shut: goto #shut #opened open");
    const auto script = [](std::string_view source, std::string_view from) {
        return edit::rename_in_script(source, RenameKind::variable, from, "speed");
    };
    CHECK(script("var3 = 1 var13 = var3", "var3") == "speed = 1 var13 = speed\nnames\n{\n    variable 3 = speed\n}\n");
    CHECK(script("var3 = 1\nnames { flag 1 = a }\n", "var3") ==
          "speed = 1\nnames {\n    variable 3 = speed flag 1 = a }\n");
    CHECK(script("var3 = 1", "var4") == "var3 = 1");
    // A property, a function or an actor can have the name of a variable.
    CHECK(script("count = me.count + count(1) actor count", "count") == "speed = me.count + count(1) actor count");
    CHECK(script("Count = 1", "count") == "Count = 1");
    CHECK(script("names { variable 3 = count }", "count") == "names { variable 3 = speed }");
}

TEST_CASE("rename: replaces whole words in a list of edits", "[edit]")
{
    CHECK(edit::rename_in_edits("<set path=\"objects[script_name=DOOR01]\" value=\"DOOR012\"/>", "DOOR01", "GATE") ==
          "<set path=\"objects[script_name=GATE]\" value=\"DOOR012\"/>");
}

TEST_CASE("rename: finds the field that names a record", "[edit]")
{
    edit::Document map = sample();
    const auto target = [&](const std::string& path, std::string_view element) {
        const auto found = edit::rename_target(record(map, path), element);
        return found ? std::to_string(static_cast<int>(found->kind)) + " " + found->name : "none";
    };
    const auto kind = [](RenameKind each) { return std::to_string(static_cast<int>(each)) + " "; };
    CHECK(target("actors[0]", "actor") == kind(RenameKind::actor) + "DOOR01");
    CHECK(target("objects[4]", "object") == kind(RenameKind::actor) + "DOOR01");
    CHECK(target("objects[0]", "object") == "none");
    CHECK(target("actors[0].strings[1]", "string") == kind(RenameKind::string) + "closed");
    CHECK(target("lights[0]", "light") == "none");
    CHECK(target("actors[0]", "object") == kind(RenameKind::actor) + "DOOR01");
    CHECK(target("actors[0]", "string") == "none");
}
