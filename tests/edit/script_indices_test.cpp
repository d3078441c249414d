// References by index in scripts of maps: variables and locations of actors, and markers.
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patching.hpp"
#include "edit/path/path.hpp"
#include "soup/names/definitions.hpp"
#include "soup/names/names.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

const LoadContext& dog_names()
{
    static const soup::Names names(need(soup::read_definitions(
        as_bytes("[functions]\r\ntask MoveToLocation parms 2\r\ntask MoveMarker parms 2\r\n"
                 "function LoadWorld parms 3\r\n[refs]\r\nangle\r\n[flags]\r\nBOOL Won 0\r\n"))));
    static const LoadContext context = [] {
        LoadContext made;
        made.services.set(&names);
        return made;
    }();
    return context;
}

/// Returns the statements that all versions have between those of ours and theirs.
std::string shared_statements()
{
    std::string text;
    for (int i = 1; i <= 8; ++i) {
        text += fmt::format("    var0 = {}\n", 100 + i);
    }
    return text;
}

/// Returns a map with two markers and the actor DOG, with `var0`, the location 10 and these parts.
edit::Document map_of_dog(const std::string& top, const std::string& bottom = "", const std::string& lists = "",
                          const std::string& markers = "")
{
    return need(edit::read_text("<map><actors><actor script_name=\"DOG\"><variable value=\"7\"/>" + lists +
                                    "<script><![CDATA[\nactor DOG\n{\n" + top + shared_statements() + bottom +
                                    "    end\n}\n]]></script></actor></actors><markers><marker position.x=\"1\"/>"
                                    "<marker position.x=\"2\"/>" +
                                    markers + "</markers></map>",
                                "test", {}, dog_names()));
}

/// Returns the statements of the script that the versions do not share.
std::string statements_of_dog(const edit::Document& document)
{
    const edit::Match actor = need(edit::resolve(document.root(), "actors[0]")).front();
    const ChildEntry& script = *actor.record.table().find_child("script");
    std::string text;
    for (const std::string& line : edit::SourceLines(edit::source_of(actor.record, script, dog_names())).lines) {
        if (line.starts_with("    ") && line != "    end" && line.find("var0 = 10") == std::string::npos) {
            text += line.substr(4) + "; ";
        }
    }
    return text;
}

std::string report_of(const edit::Merge& merge)
{
    std::string text;
    for (const edit::Conflict& conflict : merge.conflicts) {
        text += conflict_line(conflict) + "\n";
    }
    for (const std::string& note : merge.notes) {
        text += note + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("script indices: variables that both sides add stay separate, even if they are equal", "[edit]")
{
    const auto value = GENERATE(as<std::string>{}, "0", "22");
    const std::string more = "<variable value=\"" + value + "\"/>";
    const edit::Document base = map_of_dog("");
    const edit::Document ours = map_of_dog("    var1 = 111\n", "", "<variable value=\"0\"/>");
    const edit::Document theirs = map_of_dog("", "    var1 = 222\n    var0 = var1\n", more);
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(report_of(merged) == "actors[0]: theirs adds var1, which is var2 now, because ours adds 1 variable\n");
    CHECK(statements_of_dog(merged.document) == "var1 = 111; var2 = 222; var0 = var2; ");
    CHECK(values(merged.document, "actors[0].variables[*].value") == std::vector<std::string>{"7", "0", value});

    const Applied applied = patched(ours, patch_of(base, theirs), {.merge = true});
    CHECK(applied.said == "");
    CHECK(statements_of_dog(applied.document) == "var1 = 111; var2 = 222; var0 = var2; ");
    CHECK(values(applied.document, "actors[0].variables[*].value") == std::vector<std::string>{"7", "0", value});
}

TEST_CASE("script indices: a variable that both sides use in the same way stays one", "[edit]")
{
    const edit::Document ours = map_of_dog("    var1 = 111\n", "    var0 = 3\n", "<variable/>");
    const edit::Document theirs = map_of_dog("    var1 = 111\n", "", "<variable/>", "<marker/>");
    const edit::Merge merged = edit::merge(map_of_dog(""), ours, theirs);
    CHECK(report_of(merged) == "");
    CHECK(statements_of_dog(merged.document) == "var1 = 111; var0 = 3; ");
    CHECK(count(merged.document, "actors[0].variables") == 2);
}

TEST_CASE("script indices: locations and markers that both sides add stay with their statements", "[edit]")
{
    const auto changed = [](bool is_ours) {
        const std::string calls = "    MoveToLocation(2, 0)\n    MoveMarker(2, 0)\n    LoadWorld(0, 2, 0)\n";
        const std::string x = is_ours ? "20" : "30";
        return map_of_dog(is_ours ? calls : "", is_ours ? "" : calls,
                          "<location offset_x=\"10\"/><location offset_x=\"" + x + "\"/>",
                          "<marker position.x=\"" + x + "\"/>");
    };
    const edit::Document base = map_of_dog("", "", "<location offset_x=\"10\"/>");
    const std::string result = "MoveToLocation(2, 0); MoveMarker(2, 0); LoadWorld(0, 2, 0); "
                               "MoveToLocation(3, 0); MoveMarker(3, 0); LoadWorld(0, 2, 0); ";
    const edit::Merge merged = edit::merge(base, changed(true), changed(false), {}, dog_names());
    CHECK(report_of(merged) ==
          "theirs: statements that may have old numbers of markers keep them: actors[0].script: LoadWorld(0, 2, 0), "
          "other maps that load this one (LoadWorld) keep their marker numbers\n");
    CHECK(statements_of_dog(merged.document) == result);
    CHECK(values(merged.document, "markers[*].position.x") == std::vector<std::string>{"1", "2", "20", "30"});
    CHECK(values(merged.document, "actors[0].locations[*].offset_x") == std::vector<std::string>{"10", "20", "30"});

    const Applied applied =
        patched(changed(true), patch_of(base, changed(false)), {.merge = true, .context = dog_names()});
    CHECK(applied.said == "");
    CHECK(statements_of_dog(applied.document) == result);

    // Without names, the statements are named.
    CHECK(report_of(edit::merge(base, changed(true), changed(false))).find("locations keep them: actors[0].script: ") !=
          std::string::npos);
}

TEST_CASE("script indices: scripts follow edits of locations, markers and variables", "[edit]")
{
    const auto edited = [](const std::string& edits, std::string& note) {
        edit::Document document =
            map_of_dog("    MoveToLocation(2, 0)\n    MoveMarker(1, 0)\n    LoadWorld(0, 1, 0)\n    var1 = 5\n", "",
                       "<variable/><location offset_x=\"10\"/><location offset_x=\"20\"/>");
        const XmlDocument list = need(XmlDocument::parse("<edits>" + edits + "</edits>", "edits.xml"));
        edit::Recorder recorder(document, dog_names());
        static_cast<void>(need(edit::apply(recorder, list)));
        note = recorder.warn_about_references().value_or("");
        static_cast<void>(need(recorder.finish({})));
        return statements_of_dog(document);
    };
    std::string note;
    CHECK(edited("<remove path=\"actors[DOG].locations[0]\"/>", note) ==
          "MoveToLocation(1, 0); MoveMarker(1, 0); LoadWorld(0, 1, 0); var1 = 5; ");
    CHECK(note == "1 location number was renumbered with their locations");
    CHECK(edited("<remove path=\"actors[DOG].locations[1]\"/>", note) ==
          "MoveToLocation(2, 0); MoveMarker(1, 0); LoadWorld(0, 1, 0); var1 = 5; ");
    CHECK(note == "statements keep numbers of removed locations: actors[0].script: MoveToLocation(2, 0)");
    CHECK(edited("<move path=\"markers[1]\" to=\"0\"/>", note) ==
          "MoveToLocation(2, 0); MoveMarker(0, 0); LoadWorld(0, 1, 0); var1 = 5; ");
    CHECK(note ==
          "1 marker number was renumbered with their markers, statements that may have old numbers of markers keep "
          "them: actors[0].script: LoadWorld(0, 1, 0), other maps that load this one (LoadWorld) keep their marker "
          "numbers");
    CHECK(edited("<add path=\"actors[DOG].variables\" at=\"1\"><variable/></add>", note) ==
          "MoveToLocation(2, 0); MoveMarker(1, 0); LoadWorld(0, 1, 0); var2 = 5; ");
}

TEST_CASE("script indices: a location that one side removes and the other uses is a conflict", "[edit]")
{
    const std::string locations = "<location offset_x=\"10\"/><location offset_x=\"20\"/>";
    const edit::Document base = map_of_dog("    MoveToLocation(2, 0)\n", "", locations);
    const edit::Document ours = map_of_dog("    MoveToLocation(1, 0)\n", "", "<location offset_x=\"20\"/>");
    CHECK(statements_of_dog(
              edit::merge(base, ours, map_of_dog("    MoveToLocation(2, 0)\n", "    MoveToLocation(2, 9)\n", locations),
                          {}, dog_names())
                  .document) == "MoveToLocation(1, 0); MoveToLocation(1, 9); ");
    CHECK(report_of(edit::merge(base, ours,
                                map_of_dog("    MoveToLocation(2, 0)\n", "    MoveToLocation(1, 9)\n", locations), {},
                                dog_names())) ==
          "actors[0] DOG: script: MoveToLocation(1, 9): refers to a record that the other side removes\n");
}

TEST_CASE("script indices: variables that both sides add are a conflict if a script cannot have so many", "[edit]")
{
    std::string many;
    for (int i = 1; i < 250; ++i) {
        many += "<variable/>";
    }
    const std::string more = many + "<variable/><variable/><variable/><variable/>";
    const edit::Merge merged =
        edit::merge(map_of_dog("", "", many), map_of_dog("    var250 = 1\n", "", more),
                    map_of_dog("", "    var252 = 2\n", more), edit::MergeFavor::both, dog_names());
    REQUIRE(merged.conflicts.size() == 1);
    CHECK(merged.conflicts.front().is_undecidable);
    CHECK(report_of(merged) == "actors[0]: variables: both sides add some, and a script has at most 256\n");
}
