// Edited sources of a plugin: in its text, and by edits of the plugin.
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/patch.hpp"
#include "obscript/code_text.hpp"
#include "obscript/user_commands.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"
#include "tes/script/script_head.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes;
using namespace redforge::tes::test;

namespace {

constexpr std::string_view door_source = "scn Door\r\nshort count\r\nBegin GameMode\r\n\tset count to 1\r\nEnd";

Bytes script_record(std::uint32_t form_id, std::string_view name, std::string_view source, std::string_view variable,
                    std::uint32_t index)
{
    return record(20, "SCPT", form_id,
                  joined({sub("EDID", zstring(name)),
                          schr(0, static_cast<std::uint32_t>(small_code().size()), index, 0), sub("SCDA", small_code()),
                          sub("SCTX", text(source)), slsd(index, 1), sub("SCVR", zstring(variable))}));
}

/// Returns a plugin with a door that has a script, a global, and a quest whose script has a variable `stage` of index
/// 3.
Bytes plugin_of_door()
{
    const Bytes watch =
        record(20, "SCPT", 0x01000901,
               joined({sub("EDID", zstring("Watch")), schr(0, 0, 3, 1), slsd(3, 1), sub("SCVR", zstring("stage"))}));
    return joined(
        {tes4(20, 7),
         top_group(20, "GLOB",
                   record(20, "GLOB", 0x01000900, joined({sub("EDID", zstring("Hour")), sub("FNAM", text("s"))}))),
         top_group(20, "SCPT", joined({watch, script_record(0x01000800, "Door", door_source, "count", 1)})),
         top_group(20, "QUST",
                   record(20, "QUST", 0x01000902,
                          joined(
                              {sub("EDID", zstring("WatchQuest")), sub("SCRI", number(std::uint32_t{0x01000901}))})))});
}

std::string text_of(const Bytes& plugin)
{
    const edit::Document document(*edit::find_format("plugin"), std::make_shared<Plugin>(need(read_plugin(plugin))));
    TextSink sink;
    document.write_xml(sink);
    return std::string(sink.str());
}

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

const Script& script_named(const Plugin& plugin, std::string_view name)
{
    for (Record* each : records_of(plugin)) {
        if (each->editor_id.bytes == name) {
            return part_of<Script>(*each);
        }
    }
    FAIL("no script " << name);
    throw 0;
}

const Script& door_of(const edit::Document& document)
{
    return script_named(*static_cast<const Plugin*>(document.data()), "Door");
}

constexpr std::string_view new_lines =
    "short more\nBegin GameMode\n\tset more to Hour\n\tset count to WatchQuest.stage\n";

/// Returns the code of: Begin GameMode, set more to Hour, set count to WatchQuest.stage, End.
Bytes new_code()
{
    return joined({number(0x0000001DU), number(0x00060010U), number(std::uint16_t{0}), number(std::uint32_t{33}),
                   number(0x00090015U), text("s"), number(std::uint16_t{2}), number(std::uint16_t{4}), text(" G"),
                   number(std::uint16_t{1}), number(0x000C0015U), text("s"), number(std::uint16_t{1}),
                   number(std::uint16_t{7}), text(" r"), number(std::uint16_t{2}), text("s"), number(std::uint16_t{3}),
                   number(0x00000011U)});
}

void check_new_door(const Script& door)
{
    CHECK(door.compiled == new_code());
    REQUIRE(door.variables.size() == 2);
    CHECK(door.variables[0].name.bytes == "count");
    CHECK(door.variables[1].name.bytes == "more");
    CHECK(door.variables[1].index == 2);
    CHECK(door.variables[1].is_integer == 1);
    REQUIRE(door.references.size() == 2);
    CHECK(std::get<FormReference>(door.references[0]).form_id == FormId{0x01000900});
    CHECK(std::get<FormReference>(door.references[1]).form_id == FormId{0x01000902});
}

}  // namespace

TEST_CASE("script compile: packing a text without edited sources gives the same bytes", "[tes]")
{
    const Bytes plugin = plugin_of_door();
    CHECK(need(need(edit::read_text(text_of(plugin), "door.xml")).write()) == plugin);
}

TEST_CASE("script compile: variables with unusual names round-trip through the text", "[tes]")
{
    for (const std::string_view name : {"command foo", "A.B = ref x", "r1 = 5 x"}) {
        const Bytes plugin =
            joined({tes4(20, 2), top_group(20, "SCPT", script_record(0x01000800, "Door", door_source, name, 1))});
        CHECK(need(need(edit::read_text(text_of(plugin), "door.xml")).write()) == plugin);
    }
}

TEST_CASE("script compile: packing compiles an edited source", "[tes]")
{
    const std::string edited = replaced(text_of(plugin_of_door()), "Begin GameMode\n\tset count to 1\n", new_lines);
    const edit::Document document = need(edit::read_text(edited, "door.xml"));
    check_new_door(door_of(document));
    // The packed file reads back, and its text has nothing to compile.
    const Bytes packed = need(document.write());
    check_new_door(script_named(need(read_plugin(packed)), "Door"));
    CHECK(need(need(edit::read_text(text_of(packed), "door.xml")).write()) == packed);
}

TEST_CASE("script compile: rejects an invalid source, and edits of both source and code", "[tes]")
{
    const std::string text = text_of(plugin_of_door());
    const Error unknown =
        require_error(edit::read_text(replaced(text, "set count to 1\n", "set count to Minute\n"), "door.xml"));
    CHECK(unknown.message.starts_with("scripts[Door]: the source was edited, and line 4, column 15: "));
    CHECK(unknown.hint.ends_with("to keep the compiled code as it is, remove the first line of its text"));
    CHECK(unknown.file == "door.xml");

    const std::string both =
        replaced(replaced(text, "set count to 1\n", "set count to 2\n"), "  set count to 1", "  set count to 3");
    CHECK(require_error(edit::read_text(both, "door.xml")).message ==
          "the source and the compiled code were both edited");

    const std::string code = replaced(text, "  set count to 1", "  set count to 3");
    CHECK(as_text(door_of(need(edit::read_text(code, "door.xml"))).compiled).find(" 3") != std::string_view::npos);
}

TEST_CASE("script compile: without fingerprints, editing a source keeps the code", "[tes]")
{
    std::string text = replaced(text_of(plugin_of_door()), "set count to 1\n", "set count to 2\n");
    const std::size_t begin = text.find("; source ");
    REQUIRE(begin != std::string::npos);
    text.erase(begin, text.find('\n', begin) + 1 - begin);
    CHECK(door_of(need(edit::read_text(text, "door.xml"))).compiled == small_code());
}

TEST_CASE("script compile: setting a source compiles it unless the code is set too", "[tes]")
{
    edit::Document document(*edit::find_format("plugin"),
                            std::make_shared<Plugin>(need(read_plugin(plugin_of_door()))));
    const auto set = [&](const std::vector<std::pair<std::string, std::string>>& values) {
        edit::Recorder recorder(document);
        for (const auto& [path, value] : values) {
            static_cast<void>(need(edit::set(recorder, path, value)));
        }
        return redforge::test::need(recorder.finish("Set"));
    };
    const std::string source = "scn Door\nshort count\n";
    edit::Transaction made = set({{"scripts[Door].source", source + std::string(new_lines) + "End"}});
    check_new_door(door_of(document));
    edit::reverse(document.root(), made);
    CHECK(need(document.write()) == plugin_of_door());

    // With an error in the source, the code is unchanged.
    made = set({{"scripts[Door].source", source + "Begin GameMode\nset count to Minute\nEnd"}});
    CHECK(door_of(document).compiled == small_code());
    edit::reverse(document.root(), made);

    made = set({{"scripts[Door].source", source + "Begin GameMode\nset count to 2\nEnd"},
                {"scripts[Door].compiled", "ScriptName\n"}});
    CHECK(door_of(document).compiled == joined({number(0x0000001DU)}));
}

TEST_CASE("script compile: compiling keeps the index and flags of variables", "[tes]")
{
    edit::Document document = need(edit::read_text(
        "<plugin header_size=\"oblivion\"><group type=\"top\" label=\"SCPT\"><record type=\"SCPT\" editor_id=\"Door\" "
        "form_id=\"00000800\"><script_body/></record></group></plugin>",
        "a.xml"));
    const auto set = [&](std::string_view path, std::string_view value) {
        static_cast<void>(need(edit::set(document, path, value)));
    };
    const auto variables = [&] {
        std::string all;
        for (const Variable& each : door_of(document).variables) {
            all += fmt::format("{} {} {} {:02X};", each.index, each.name.bytes, each.is_integer,
                               std::to_integer<int>(each.value[0]));
        }
        return all;
    };
    set("scripts[Door].source", "scn Door\nshort a\nfloat b\nshort c\n");
    CHECK(variables() == "1 a 1 00;2 b 0 00;3 c 1 00;");
    set("scripts[Door].variables[0].value", "01 00 00 00 00 00 00 00 00 00 00 00");
    set("scripts[Door].variables[1].value", "02 00 00 00 00 00 00 00 00 00 00 00");
    set("scripts[Door].variables[2].value", "03 00 00 00 00 00 00 00 00 00 00 00");
    // Another order, another type and case, one removed, one added.
    set("scripts[Door].source", "scn Door\nshort d\nshort c\nfloat A\n");
    CHECK(variables() == "1 A 0 01;3 c 1 03;4 d 1 00;");
}

TEST_CASE("script compile: setting the source of a script without code compiles it", "[tes]")
{
    edit::Document document = need(edit::read_text(
        "<plugin header_size=\"oblivion\"><group type=\"top\" label=\"SCPT\"><record type=\"SCPT\" editor_id=\"Door\" "
        "form_id=\"00000800\"><script_body/></record></group></plugin>",
        "a.xml"));
    static_cast<void>(need(
        edit::set(document, "scripts[Door].source", "scn Door\nshort count\nBegin GameMode\nset count to 1\nEnd")));
    const Script& door = door_of(document);
    // Begin GameMode, set count (variable 1) to 1, End.
    CHECK(door.compiled == joined({number(0x0000001DU), number(0x00060010U), number(std::uint16_t{0}),
                                   number(std::uint32_t{15}), number(0x00070015U), text("s"), number(std::uint16_t{1}),
                                   number(std::uint16_t{2}), text(" 1"), number(0x00000011U)}));
    REQUIRE(door.variables.size() == 1);
    CHECK(door.variables[0].name.bytes == "count");
    CHECK(door.variables[0].index == 1);
}

TEST_CASE("script compile: reports the first of two invalid sources", "[tes]")
{
    const Bytes plugin =
        joined({tes4(20, 3), top_group(20, "SCPT",
                                       joined({script_record(0x01000800, "Door", door_source, "count", 1),
                                               script_record(0x01000801, "Lever", door_source, "count", 1)}))});
    const std::string text = text_of(plugin);
    const std::size_t second = text.find("editor_id=\"Lever\"");
    REQUIRE(second != std::string::npos);
    const std::string edited = replaced(text.substr(0, second), "set count to 1", "set nothing to 1") +
                               replaced(text.substr(second), "set count to 1", "set count to 2");
    CHECK(require_error(edit::read_text(edited, "door.xml"))
              .message.starts_with("scripts[Door]: the source was edited, and line "));
}

TEST_CASE("script compile: compiles the edited source of an added script", "[tes]")
{
    const Bytes plugin = plugin_of_door();
    const std::string all = text_of(plugin);
    const std::size_t begin = all.rfind("<record type=\"SCPT\"", all.find("editor_id=\"Door\""));
    const std::size_t end = all.find("</record>", begin) + std::string_view("</record>").size();
    REQUIRE(begin < end);
    const std::string edited =
        replaced(all.substr(begin, end - begin), "Begin GameMode\n\tset count to 1\n", new_lines);
    edit::Document document(*edit::find_format("plugin"), std::make_shared<Plugin>(need(read_plugin(plugin))));
    const auto applied = [&](const std::string& edits) {
        const XmlDocument list = need(XmlDocument::parse(edits, "edits.xml"));
        return edit::apply(document, list);
    };
    const std::string door = "<remove path=\"scripts[Door]\"/><add path=\"entries[label=SCPT]\">";
    static_cast<void>(need(applied("<edits>" + door + edited + "</add></edits>")));
    check_new_door(door_of(document));

    const std::string wrong = replaced(edited, "set more to Hour", "set more to Minute");
    CHECK(require_error(applied("<edits>" + door + wrong + "</add></edits>"))
              .message.starts_with("scripts[Door]: the source was edited, and line "));
    check_new_door(door_of(document));
}

TEST_CASE("script compile: a difference in fingerprints only is not reported", "[tes]")
{
    const edit::Document before(*edit::find_format("plugin"),
                                std::make_shared<Plugin>(need(read_plugin(plugin_of_door()))));
    edit::Document after = before;
    static_cast<void>(
        need(edit::set(after, "scripts[Door].source", "scn Door\nshort count\nBegin GameMode\n\tset count to 2\nEnd")));
    std::vector<std::string> lines;
    for (const edit::RecordChange& change : edit::changes_between(before.root(), after.root())) {
        std::ranges::move(edit::change_lines(change), std::back_inserter(lines));
    }
    const std::string path = "scripts[Door].script_body 01000800: ";
    CHECK(lines == std::vector<std::string>{path + "source", "  @@ -1,5 +1,5 @@", "   scn Door", "   short count",
                                            "   Begin GameMode", "  -\tset count to 1", "  +\tset count to 2", "   End",
                                            path + "compiled", "  @@ -1,5 +1,5 @@", "   ; i1 = count", "   ScriptName",
                                            "   Begin GameMode", "  -  set count to 1", "  +  set count to 2",
                                            "   End"});
}

TEST_CASE("script compile: merges two changes of one script, and compiles the result", "[tes]")
{
    const edit::Document base(*edit::find_format("plugin"),
                              std::make_shared<Plugin>(need(read_plugin(plugin_of_door()))));
    const auto with_source = [&](std::string_view source) {
        edit::Document side = base;
        static_cast<void>(need(edit::set(side, "scripts[Door].source", source)));
        return side;
    };
    const edit::Document ours = with_source("scn Door\nshort count\nshort more\nBegin GameMode\n\tset count to 1\nEnd");
    const edit::Document theirs =
        with_source("scn Door\nshort count\nBegin GameMode\n\tset count to WatchQuest.stage\nEnd");
    const edit::Document both =
        with_source("scn Door\nshort count\nshort more\nBegin GameMode\n\tset count to WatchQuest.stage\nEnd");
    edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(merged.conflicts.empty());
    CHECK(need(merged.document.write()) == need(both.write()));

    // The sides give index 2 to different variables, to which other scripts can refer by index.
    const edit::Document other =
        with_source("scn Door\nshort count\nshort less\nBegin GameMode\n\tset count to 3\nEnd");
    const edit::Document line = with_source("scn Door\nshort count\nBegin GameMode\n\tset count to 1\nEnd\nshort more");
    merged = edit::merge(base, line, other);
    REQUIRE(merged.conflicts.size() == 1);
    CHECK(merged.conflicts[0].what == "both change it, and the merged source does not compile: variable 2 is more in "
                                      "ours and less in theirs");
    CHECK(need(merged.document.write()) == need(line.write()));
}

TEST_CASE("script compile: a patch compiles its changed source, in other copies too", "[tes]")
{
    const edit::Document base(*edit::find_format("plugin"),
                              std::make_shared<Plugin>(need(read_plugin(plugin_of_door()))));
    const auto with_source = [&](std::string_view source) {
        edit::Document side = base;
        static_cast<void>(need(edit::set(side, "scripts[Door].source", source)));
        return side;
    };
    const edit::Document theirs =
        with_source("scn Door\nshort count\nBegin GameMode\n\tset count to 1\nset count to WatchQuest.stage\nEnd");
    TextSink sink;
    edit::write_edit_list(sink, base.root(), theirs.root());
    const std::string patch = sink.str();
    CHECK(patch.find(" compile=\"1\"") != std::string::npos);
    CHECK(patch.find("compiled") == std::string::npos);
    CHECK(patch.find("references") == std::string::npos);
    const XmlDocument list = need(XmlDocument::parse(patch, "patch.xml"));
    edit::Document same = base;
    static_cast<void>(need(edit::apply(same, list)));
    CHECK(need(same.write()) == need(theirs.write()));

    edit::Document ours = with_source("scn Door\nshort count\nshort more\nBegin GameMode\n\tset count to 1\nEnd");
    edit::Recorder recorder(ours);
    const edit::PatchResult result = need(edit::apply_patch(recorder, list, {.merge = true}));
    CHECK(result.conflicts.empty());
    static_cast<void>(recorder.finish("Patch"));
    CHECK(need(ours.write()) == need(edit::merge(base,
                                                 with_source("scn Door\nshort count\nshort more\nBegin GameMode\n"
                                                             "\tset count to 1\nEnd"),
                                                 theirs)
                                         .document.write()));
}

TEST_CASE("script compile: calling a command with unknown types is an error", "[tes]")
{
    const std::string stamp = "; source 0000000000000001, code 0000000000000002\n";
    const auto commands = [&](const std::string& line) {
        const auto head = read_script_head(stamp + line, CodePage::cp1252);
        REQUIRE(head);
        return head->names.commands;
    };
    CHECK(commands("; foo = command 2BCD 1 ~\n").empty());
    CHECK(commands("; foo = command 2BCD 1 s~\n").empty());
    CHECK(commands("; foo = command 2BCD 1 \xC3\xA9\n").empty());
    CHECK(commands("; foo = command 2BCD 1 s?\n").empty());
    CHECK(commands("; foo = command 2BCD 1 ?\n").at("foo") == obscript::InferredCommand{0x2BCD, 1, "?"});
    CHECK(commands("; foo = command 2BCD 1 sf\n").at("foo") == obscript::InferredCommand{0x2BCD, 1, "sf"});
    CHECK(commands("; foo = command 2BCD 0 \n").at("foo") == obscript::InferredCommand{0x2BCD, 0, ""});
    // More required parameters than types: the compiler requires only those with a type.
    const obscript::KnownNames names{.forms = {}, .variables = {}, .commands = commands("; foo = command 2BCD 5 f\n")};
    obscript::NamedEnvironment environment(names);
    const obscript::Compiled compiled = obscript::compile("foo", environment, {.kind = obscript::ScriptKind::result});
    REQUIRE(compiled.messages.size() == 1);
    CHECK(compiled.messages[0].error.message == "foo lacks parameter 1, number");
}

TEST_CASE("script compile: sources can call commands of a command table", "[tes]")
{
    const std::string edited = replaced(text_of(plugin_of_door()), "Begin GameMode\n\tset count to 1\n",
                                        "Begin GameMode\n\tset count to GetFoo 2\n");
    CHECK(require_error(edit::read_text(edited, "door.xml")).message.find("GetFoo") != std::string::npos);
    LoadContext context;
    context.services.set(obscript::UserCommands::read("GetFoo = command 2BCD 1 i").value());
    const edit::Document document = need(edit::read_text(edited, "door.xml", {}, context));
    const std::string code = obscript::to_statements(door_of(document).compiled, true, CodePage::cp1252);
    CHECK(code.find("set i1 to op2BCD{01006e02000000}") != std::string::npos);
}
