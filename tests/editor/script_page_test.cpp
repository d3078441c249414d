// The script page without a window: colours, blocks, problems, completion, call tips, links, applying, searching.
#include <catch2/catch.hpp>

#include <algorithm>

#include "editor/model/text/script_page.hpp"
#include "editor/session_support.hpp"
#include "obscript/user_commands.hpp"
#include "rgm/script_source.hpp"
#include "soup/names/definitions.hpp"
#include "support/game.hpp"
#include "support/sample_file.hpp"
#include "tes/plugin_builder.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::at;

constexpr std::string_view definitions = "[functions]\n"
                                         "task RTX parms 1\n"
                                         "function Open parms 0\n"
                                         "task RotateByAxis parms 3\n"
                                         "[refs]\n"
                                         "angle\n"
                                         "[flags]\n"
                                         "NUMBER DoorOpen 0 ; how far\n";

soup::Names names()
{
    soup::Names names;
    names.declare_function(1, {"RTX", soup::CallKind::task, 1, true});
    names.declare_function(2, {"Open", soup::CallKind::function, 0, true});
    names.declare_function(3, {"RotateByAxis", soup::CallKind::task, 3, true});
    names.declare_flag(0, "DoorOpen");
    names.declare_function(4, {"LoadWorld", soup::CallKind::task, 1, true});
    names.declare_property(0, "angle");
    names.items = {{8, "rusty key"}, {10, "Rune"}, {80, "lamp"}};
    names.maps = {{1, "ISLAND"}};
    names.dialogue = [](std::string_view label) {
        return label == "lckd" ? std::optional<std::string>("It is locked.") : std::nullopt;
    };
    return names;
}

constexpr std::string_view source = "actor DOOR01\n"
                                    "{\n"
                                    "    // a door\n"
                                    "    if DoorOpen = 1\n"
                                    "    {\n"
                                    "        GUARD01.Open()\n"
                                    "    }\n"
                                    "  #open:\n"
                                    "    RTX('lckd')\n"
                                    "    var1 = Me.angle\n"
                                    "    RotateByAxis(1, 512, 30)\n"
                                    "    goto #open\n"
                                    "}\n";

ScriptStyle style(const ScriptText& text, std::string_view word, std::size_t from = 0)
{
    return text.styles().at(text.text().find(word, from));
}

ScriptLink link(const ScriptText& text, std::string_view word)
{
    return link_at(text, text.text().find(word) + 1).value();
}

}  // namespace

TEST_CASE("script page: each word has the colour of its kind", "[editor][soup]")
{
    const soup::Names known = names();
    const ScriptText text(std::string(source), ScriptLanguage::soup, &known);
    CHECK(style(text, "// a door") == ScriptStyle::comment);
    CHECK(style(text, "if") == ScriptStyle::keyword);
    CHECK(style(text, "DoorOpen") == ScriptStyle::flag);
    CHECK(style(text, "GUARD01") == ScriptStyle::object);
    CHECK(style(text, "Open()") == ScriptStyle::function);
    CHECK(style(text, "'lckd'") == ScriptStyle::letters);
    CHECK(style(text, "var1") == ScriptStyle::variable);
    CHECK(style(text, "angle") == ScriptStyle::property);
    CHECK(style(text, "512") == ScriptStyle::number);
    CHECK(style(text, "#open:") == ScriptStyle::label);
    CHECK(text.styles().size() == source.size());
    // A source of Oblivion: its comments begin with a semicolon.
    const ScriptText letters("short aAzZ09_", ScriptLanguage::source, nullptr);
    CHECK(std::ranges::count(letters.styles(), ScriptStyle::variable) == 7);  // the whole word
    const ScriptText other("scn A ; hello\nset x to 12\n", ScriptLanguage::source, nullptr);
    CHECK(style(other, "scn") == ScriptStyle::keyword);
    CHECK(style(other, "hello") == ScriptStyle::comment);
    CHECK(style(other, "12") == ScriptStyle::number);
}

TEST_CASE("script page: plugin commands, variables and blocks have colours", "[editor]")
{
    const auto table = obscript::UserCommands::read("GetFoo = command 2BCD 1 R").value();
    const std::string plugin_source =
        "scn A\nshort met\nbegin OnActivate\n  AddItem Gold001 1\n  set MET to GetFoo Keeper\nend\n";
    const ScriptText text(plugin_source, ScriptLanguage::source, nullptr, table.get());
    CHECK(style(text, "AddItem") == ScriptStyle::function);
    CHECK(style(text, "GetFoo") == ScriptStyle::function);
    CHECK(style(text, "OnActivate") == ScriptStyle::keyword);
    CHECK(style(text, "met") == ScriptStyle::variable);
    CHECK(style(text, "MET") == ScriptStyle::variable);
    CHECK(style(text, "Gold001") == ScriptStyle::plain);
    CHECK(text.problems(nullptr).empty());
    CHECK(style(ScriptText(plugin_source, ScriptLanguage::source, nullptr), "GetFoo") == ScriptStyle::plain);
    const std::size_t parameter = plugin_source.find("Keeper") + 6;
    REQUIRE(parameters_for(text, parameter));
    CHECK(parameters_for(text, parameter)->text == "GetFoo reference");
}

TEST_CASE("script page: a block folds at the line before its brace", "[editor][soup]")
{
    const std::vector<FoldLine> folds = ScriptText(std::string(source), ScriptLanguage::soup, nullptr).folds();
    REQUIRE(folds.size() == 14);
    CHECK(folds[0] == FoldLine{0, true});    // actor DOOR01
    CHECK(folds[1] == FoldLine{1, false});   // {
    CHECK(folds[3] == FoldLine{1, true});    // if
    CHECK(folds[5] == FoldLine{2, false});   // GUARD01.Open()
    CHECK(folds[6] == FoldLine{2, false});   // }
    CHECK(folds[7] == FoldLine{1, false});   // #open:
    CHECK(folds[13] == FoldLine{0, false});  // after the end
    const std::vector<FoldLine> other =
        ScriptText("scn A\nbegin gamemode\nif a\nset a to 1\nendif\nend", ScriptLanguage::source, nullptr).folds();
    CHECK(other == std::vector<FoldLine>{{0, false}, {0, true}, {1, true}, {2, false}, {2, false}, {1, false}});
}

TEST_CASE("script page: a problem has a range and a reason", "[editor][soup]")
{
    const soup::Names known = names();
    const std::string bad = "actor DOOR01\n{\n    RTY('lckd')\n    goto #nowhere\n}\n";
    const std::vector<ScriptProblem> problems = ScriptText(bad, ScriptLanguage::soup, &known).problems(nullptr);
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].line == 3);
    CHECK(bad.substr(problems[0].range.begin, problems[0].range.end - problems[0].range.begin) == "RTY");
    CHECK(problems[0].message.find("did you mean RTX?") != std::string::npos);
    CHECK(bad.substr(problems[1].range.begin, problems[1].range.end - problems[1].range.begin) == "#nowhere");
    CHECK(problems[1].severity == soup::Severity::error);
    const ScriptText good(std::string(source), ScriptLanguage::soup, &known);
    CHECK(good.problems(nullptr).empty());
    // At the end of an incomplete text, a problem still has a range.
    for (const ScriptProblem& each : ScriptText("actor A\n{", ScriptLanguage::soup, nullptr).problems(nullptr)) {
        CHECK(each.range.begin < each.range.end);
    }
    const std::string cut = "set i1 to";
    for (const ScriptProblem& each : ScriptText(cut + "\n", ScriptLanguage::statements, nullptr).problems(nullptr)) {
        CHECK(each.range.begin < each.range.end);
    }
    for (const ScriptProblem& each : ScriptText(cut, ScriptLanguage::statements, nullptr).problems(nullptr)) {
        CHECK(each.range.begin < each.range.end);
    }
    // A name that differs from the actor's is a mistake in its line.
    const std::string renamed = "// of a door\n\nactor DOOR02\n{\n    end\n}\n";
    soup::Script before;
    before.name = "DOOR01";
    const std::vector<ScriptProblem> names_of = ScriptText(renamed, ScriptLanguage::soup, &known).problems(&before);
    REQUIRE_FALSE(names_of.empty());
    CHECK(names_of[0].line == 3);
    CHECK(renamed.substr(names_of[0].range.begin, names_of[0].range.end - names_of[0].range.begin) == "DOOR02");
    // Empty lines count.
    const std::string spaced = "actor DOOR01\n\n\n{\n\n    RTY('lckd')\n    end\n}\n";
    const std::vector<ScriptProblem> later = ScriptText(spaced, ScriptLanguage::soup, &known).problems(nullptr);
    REQUIRE(later.size() == 1);
    CHECK(later[0].line == 6);
    CHECK(later[0].range.begin == spaced.find("RTY"));
    const std::vector<ScriptProblem> code =
        ScriptText("set i1 to\n", ScriptLanguage::statements, nullptr).problems(nullptr);
    REQUIRE(code.size() == 1);
    CHECK(code[0].line == 1);
    const std::string far = "ScriptName\n\n\nset i1 to\nEnd\n";
    const std::vector<ScriptProblem> late = ScriptText(far, ScriptLanguage::statements, nullptr).problems(nullptr);
    REQUIRE_FALSE(late.empty());
    CHECK(late[0].line == 4);
    CHECK(late[0].range.begin >= far.find("set"));
    CHECK(late[0].range.begin <= far.find("\nEnd"));
}

TEST_CASE("script page: plugin sources have problems, fixes, completion and parameters", "[editor]")
{
    const std::string bad = "scn A\nshort done\nbegin GameMode\nset done = 1\nplayer.AddItm gold001 1\nend\n";
    const ScriptText text(bad, ScriptLanguage::source, nullptr);
    const std::vector<ScriptProblem> problems = text.problems(nullptr);
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].message == "set without to; write set VARIABLE to VALUE");
    CHECK(problems[0].line == 4);
    CHECK(bad.substr(problems[0].range.begin, 1) == "=");
    CHECK(problems[0].fix == std::vector<SourceEdit>{{bad.find('='), 1, "to"}});
    CHECK(problems[1].message == "no command is called AddItm; did you mean AddItem?");
    // Result scripts have neither name nor blocks.
    CHECK(ScriptText("player.AddItem gold001 1\n", ScriptLanguage::source, nullptr).problems(nullptr).empty());

    const auto suggested = [](const std::string& typed) {
        return suggestions_for(ScriptText(typed, ScriptLanguage::source, nullptr), typed.size(), {}).words;
    };
    CHECK(suggested("scn A\nbegin G") == std::vector<std::string>{"GameMode"});
    CHECK(suggested("player.ModActorValue Stren") == std::vector<std::string>{"Strength"});
    const std::vector<std::string> forms{"SwanFeather", "Sword"};
    const auto with_forms = [&forms](const std::string& typed) {
        return suggestions_for(ScriptText(typed, ScriptLanguage::source, nullptr), typed.size(), forms).words;
    };
    CHECK(with_forms("player.AddItem swan") == std::vector<std::string>{"SwanFeather"});
    CHECK(with_forms("player.AddItem Swor") == std::vector<std::string>{"Sword"});
    CHECK(with_forms("; Swor").empty());
    CHECK(with_forms("player.Swor").empty());
    const std::string call = "player.AddItem gold001 ";
    const auto tip = parameters_for(ScriptText(call, ScriptLanguage::source, nullptr), call.size());
    REQUIRE(tip);
    CHECK(tip->text.starts_with("reference.AddItem "));
    CHECK(tip->argument.begin > tip->text.find(','));
    CHECK(explanation_for(text, bad.find("done")).starts_with("short done\nVariable of this script"));
}

TEST_CASE("script page: completion follows the context", "[editor][soup]")
{
    const soup::Names known = names();
    const std::vector<std::string> objects{"DOOR01", "rope"};
    const auto words = [&](std::string text, std::size_t cut = 0) {
        const ScriptText whole(text, ScriptLanguage::soup, &known);
        return completions_at(whole, text.size() - cut, objects).words;
    };
    using Words = std::vector<std::string>;
    CHECK(words("actor A { ro") == Words{"rope", "RotateByAxis"});
    CHECK(words("actor A { Do") == Words{"DOOR01", "DoorOpen"});
    CHECK(words("actor A { Me.a") == Words{"angle"});
    CHECK(words("actor A { #open: goto #o") == Words{"open"});
    CHECK(words("actor A { // ro").empty());
    CHECK(words("actor A { \"ro\"", 1).empty());
    CHECK(words("actor A { 12").empty());
    CHECK(completions_at(ScriptText("", ScriptLanguage::soup, nullptr), 0, {}).begin == 0);
    CHECK(completions_at(ScriptText("Ro", ScriptLanguage::soup, &known), 2, {}).begin == 0);
    CHECK(completions_at(ScriptText(" Ro", ScriptLanguage::soup, &known), 3, {}).begin == 1);
}

TEST_CASE("script page: names of items and maps are completed in brackets", "[editor][soup]")
{
    const soup::Names known = names();
    using Words = std::vector<std::string>;
    const auto words = [&](const std::string& text) {  // at the |
        const std::size_t at = text.find('|');
        const ScriptText whole(text.substr(0, at) + text.substr(at + 1), ScriptLanguage::soup, &known);
        return completions_at(whole, at, {}).words;
    };
    CHECK(words("actor A { if ActiveItem() = <|") == Words{"8: rusty key>", "10: Rune>", "80: lamp>"});
    CHECK(words("actor A { Open(<8|") == Words{"8: rusty key>", "80: lamp>"});
    CHECK(words("actor A { Open(<8: ru|") == Words{"8: rusty key>"});
    CHECK(words("actor A { Open(<8|> )") == Words{"8: rusty key", "80: lamp"});
    CHECK(words("actor A { Open(<RU|") == Words{"Rune>", "rusty key>"});
    CHECK(words("actor A { LoadWorld(<|") == Words{"1: ISLAND>"});
    CHECK(words("actor A { RotateByAxis(1, <|") == Words{"8: rusty key>", "10: Rune>", "80: lamp>"});
    CHECK(words("actor A { if var1 < ro|") == Words{"RotateByAxis"});
    CHECK(words("actor A { // (<|").empty());
    CHECK(words("actor A { \"(<|\"").empty());
    CHECK(completions_at(ScriptText("actor A { Open(<8", ScriptLanguage::soup, &known), 17, {}).begin == 16);
}

TEST_CASE("script page: attributes and dialogue labels are completed by function", "[editor][soup]")
{
    soup::Names known(soup::read_definitions(as_bytes("[functions]\nfunction SetMyAttr parms 2\ntask RTX parms 1\n"
                                                      "[equates]\nauto\nattr_health\nattr_group\nendauto\n[flags]\n"))
                          .value());
    known.labels = [] { return std::vector<std::string>{"abcd", "abxy", "lckd"}; };
    const auto words = [&](const std::string& text) {  // at the |
        const std::size_t at = text.find('|');
        const ScriptText whole(text.substr(0, at) + text.substr(at + 1), ScriptLanguage::soup, &known);
        return completions_at(whole, at, {}).words;
    };
    using Words = std::vector<std::string>;
    CHECK(words("actor A { SetMyAttr(|") == Words{"attr_group", "attr_health"});
    CHECK(words("actor A { SetMyAttr(attr_h|") == Words{"attr_health"});
    CHECK(words("actor A { SetMyAttr(0, attr_g|") == Words{"attr_group"});
    CHECK(words("actor A { SetMyAttr(0, |").front() == "actor");
    CHECK(words("actor A { RTX('ab|cd')") == Words{"abcd", "abxy"});
    CHECK(words("actor A { RTX('abcd'|)").empty());
    const ScriptText text("actor A { SetMyAttr(attr_group, 1) }", ScriptLanguage::soup, &known);
    CHECK(link(text, "attr_group").words == "attr_group is 1");
    const std::vector<ScriptProblem> problems =
        ScriptText("actor A { RTX(\"abcd\") end }", ScriptLanguage::soup, &known).problems(nullptr);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].fix == std::vector<SourceEdit>{{14, 6, "'abcd'"}});
}

TEST_CASE("script page: a call tip highlights the current parameter", "[editor][soup]")
{
    const soup::Names known = names();
    const auto tip = [&](const std::string& text) {
        return call_tip_at(ScriptText(text, ScriptLanguage::soup, &known), text.size());
    };
    const auto parameter = [](const CallTip& made) {
        return made.text.substr(made.argument.begin, made.argument.end - made.argument.begin);
    };
    REQUIRE(tip("actor A { RotateByAxis(1, ").has_value());
    CHECK(tip("actor A { RotateByAxis(1, ")->text == "task RotateByAxis(axis, angle, time)");
    CHECK(parameter(*tip("actor A { RotateByAxis(1, ")) == "angle");
    CHECK(parameter(*tip("actor A { RotateByAxis(Open(), 2, ")) == "time");
    CHECK(parameter(*tip("actor A { RTX(")) == "dialogue");
    CHECK_FALSE(tip("actor A { RTX('lckd') ").has_value());
    CHECK_FALSE(tip("actor A { Unknown(").has_value());
    CHECK_FALSE(tip("").has_value());
}

TEST_CASE("script page: names link to their label, object, string or text", "[editor][soup]")
{
    const soup::Names known = names();
    const ScriptText text(std::string(source), ScriptLanguage::soup, &known);
    const ScriptLink label = link_at(text, text.text().rfind("#open")).value();
    CHECK(label.kind == ScriptLink::Kind::label);
    CHECK(label.target == text.text().find("#open:"));
    CHECK(link(text, "'lckd'").words == "It is locked.");
    CHECK(link(text, "RotateByAxis").words ==
          "task RotateByAxis(axis, angle, time), number 3: turns the object about an axis by an angle");
    CHECK(link(text, "DoorOpen").words == "flag 0");
    CHECK(link(text, "angle").words == "property 0");
    CHECK(link(text, "GUARD01").kind == ScriptLink::Kind::object);
    const ScriptText hooked("actor A\n{\n  hook 0:\n    return\n}\n", ScriptLanguage::soup, nullptr);
    CHECK(link(hooked, "hook").words.find("It is not known which event calls which hook") != std::string::npos);
    CHECK_FALSE(link_at(text, text.text().find("512")).has_value());

    const test::SampleFile file;
    const Session session = Session::open(file.path).value();
    const ScriptPlace door = scripts_at(session, at(session, "objects[4]")).at(0);
    const auto leads_to = [&](ScriptLink::Kind kind, const std::string& name) {
        const std::optional<NodeRef> node = node_of(session, door, {kind, {}, name, 0, {}});
        return node ? session.path_of(*node) : std::string{};
    };
    CHECK(session.path_of(door.record) == "actors[0]");
    CHECK(leads_to(ScriptLink::Kind::object, "guard") == "objects[6]");  // a name space
    CHECK(leads_to(ScriptLink::Kind::object, "Me") == "objects[4]");
    CHECK(leads_to(ScriptLink::Kind::string, "closed") == "actors[0].strings[1]");
    CHECK(leads_to(ScriptLink::Kind::variable, "1") == "actors[0].variables[1]");
    CHECK(leads_to(ScriptLink::Kind::variable, "9").empty());
    CHECK(leads_to(ScriptLink::Kind::object, "nobody").empty());
    CHECK(leads_to(ScriptLink::Kind::label, "guard").empty());  // a label is in the text itself
    CHECK(leads_to(ScriptLink::Kind::words, "guard").empty());
}

TEST_CASE("script page: applying sets strings, hooks and start as one undoable step", "[editor][soup]")
{
    const test::SampleFile file;
    Session session = Session::open(file.path).value();
    const ScriptPlace door = scripts_at(session, at(session, "actors[0].strings[1]")).at(0);
    const std::string before = script_text(session, door);
    const std::string text =
        "actor DOOR01\n{\n    end\n  start:\n    // by hand\n    if \"opened\" = \"new\"\n    {\n        return\n"
        "    }\n  hook 0:\n    return\n  hook 1:\n    end\n}\n";
    REQUIRE(session.set({door.record}, door.field, text));
    CHECK(session.undo_name() == "Set Script of DOOR01");
    CHECK(session.steps().size() == 1);
    CHECK(session.find("actors[0].strings").value() == at(session, "actors[0].strings"));
    REQUIRE(test::count(session.document(), "actors[0].strings") == 2);
    CHECK(test::value(session.document(), "actors[0].strings[1].value") == "new");
    CHECK(test::count(session.document(), "actors[0].hooks") == 2);
    CHECK(test::value(session.document(), "actors[0].script_pc") == "5");
    REQUIRE(session.undo());
    CHECK(script_text(session, door) == before);
    CHECK_FALSE(session.modified());

    SECTION("a mistake changes nothing and is reported with its position")
    {
        const Status status = session.set({door.record}, door.field, "actor DOOR01\n{\n    goto\n}\n");
        REQUIRE_FALSE(status.has_value());
        CHECK(status.error().line == 4);
        const Status other = session.set({door.record}, door.field, "actor GUARD01\n{\n}\n");
        REQUIRE_FALSE(other.has_value());
        CHECK(other.error().message == "This text names actor GUARD01; the actor is DOOR01 now");
        CHECK(other.error().line == 1);
        CHECK(other.error().column == 1);
        CHECK_FALSE(session.modified());
    }
    SECTION("a typed text keeps its comments until the script changes")
    {
        WrittenScripts written;
        REQUIRE(session.redo());
        written.remember(session, door, text);
        CHECK(written.text(session, door) == text);
        REQUIRE(session.undo());
        CHECK(written.text(session, door) == before);
        REQUIRE(session.redo());
        CHECK(written.text(session, door) == text);
    }
}

TEST_CASE("script page: comments survive a rename of the actor", "[editor][soup]")
{
    const test::SampleFile file;
    Session session = Session::open(file.path).value();
    const ScriptPlace door = scripts_at(session, at(session, "objects[4]")).at(0);
    const std::string text = "// of the house\n" + script_text(session, door);
    const std::size_t name = text.find("DOOR01");
    REQUIRE(name != std::string::npos);
    WrittenScripts written;
    CHECK(written.text(session, door) == script_text(session, door));
    written.remember(session, door, text);
    CHECK(written.text(session, door) == text);
    REQUIRE(session.set({door.record}, "script_name", "GATE0001"));
    CHECK(written.text(session, door) == text.substr(0, name) + "GATE0001" + text.substr(name + 6));
    // A script that was replaced is shown unchanged.
    REQUIRE(session.set({door.record}, door.field, "actor GATE0001\n{\n  start:\n    return\n}\n"));
    CHECK(written.text(session, door) == script_text(session, door));
    CHECK(written.text(session, door).find("of the house") == std::string::npos);
}

TEST_CASE("script page: uses the game's names without copying them into the text", "[editor][soup]")
{
    const test::Folder game;
    game.put("soup386/SOUP386.DEF", definitions);
    rgm::Map map = rgm::sample_map();
    game.put("MAPS/A.RGM", rgm::write_map(map).value());
    Session session = Session::open(game.path / "MAPS/A.RGM").value();
    REQUIRE(session.names() != nullptr);
    const ScriptPlace door = scripts_at(session, at(session, "actors[0]")).at(0);
    const std::string text = "actor DOOR01\n{\n    RTX('lckd')\n    end\n  hook 0 upper 1:\n    end\n}\n";
    REQUIRE(session.set({door.record}, door.field, text));
    CHECK(script_text(session, door).find("RTX('lckd')") != std::string::npos);
    CHECK(script_text(session, door).find("names") == std::string::npos);
}

TEST_CASE("script page: search lists script, line and position", "[editor][soup]")
{
    const test::SampleFile file;
    const Session session = Session::open(file.path).value();
    const std::vector<ScriptHit> hits = search_scripts(session, "ACTOR", {});
    REQUIRE(hits.size() == 2);
    CHECK(hits[1].script == "GUARD01");
    CHECK(hits[1].line == 1);
    CHECK(hits[1].text == "actor GUARD01");
    CHECK(hits[1].range == TextRange{0, 5});
    CHECK(search_scripts(session, "nothing like it", {}).empty());
    CHECK(search_scripts(session, "", {}).empty());
    CHECK(object_names(session) == std::vector<std::string>{"door", "guard"});
}

TEST_CASE("script page: a plugin script has its source and its compiled code", "[editor][tes]")
{
    const test::Folder folder;
    folder.put("Mod.esp", test::sample_file("plugin"));
    Session session = Session::open(folder.path / "Mod.esp").value();
    const std::vector<ScriptPlace> places = scripts_at(session, at(session, "scripts[0].variables[0]"));
    REQUIRE(places.size() == 2);
    CHECK(places[0].language == ScriptLanguage::source);
    CHECK(places[1].language == ScriptLanguage::statements);
    CHECK(script_text(session, places[0]).starts_with("scn Greeting\n\nshort met\n"));
    CHECK(script_text(session, places[1]).find("set met to 1\n") != std::string::npos);
    CHECK(script_name(session, places[0]) == "SCPT Greeting 01000800");
    REQUIRE(session.set({places[0].record}, "source", "scn Greeting\nshort count\n"));
    const RecordHandle script = test::record(session.document(), "scripts[0].script_body");
    CHECK(as_text(script.blob(*script.table().find_child("source"))) == "scn Greeting\r\nshort count\r\n");
    REQUIRE(session.set({places[1].record}, "compiled", "ScriptName\nBegin OnActivate\nActivate\nEnd\n"));
    CHECK_FALSE(session.set({places[1].record}, "compiled", "set i1 to\n").has_value());
    REQUIRE(session.undo());
    REQUIRE(session.undo());
    CHECK_FALSE(session.modified());
    CHECK(search_scripts(session, "stranger", {}).size() == 1);
}

TEST_CASE("script page: lists the scripts of a plugin in file order", "[editor][tes]")
{
    using namespace tes::test;
    const auto body = [](std::string_view words) {
        return joined({schr(0, 0, 0, 0), sub("SCTX", text("set x to 1 ; " + std::string(words)))});
    };
    const Bytes plugin = joined(
        {tes4(20, 8),
         top_group(20, "WEAP",
                   record(20, "WEAP", 0x01000801, joined({sub("EDID", zstring("Sword")), sub("SCTX", text("here"))}))),
         top_group(20, "SCPT",
                   joined({record(20, "SCPT", 0x01000802, joined({sub("EDID", zstring("First")), body("here")})),
                           record(20, "SCPT", 0x01000803, sub("EDID", zstring("Empty"))),
                           record(20, "SCPT", 0x01000804, joined({sub("EDID", zstring("Second")), body("here")}))})),
         top_group(20, "QUST",
                   record(20, "QUST", 0x01000805,
                          joined({sub("EDID", zstring("Errand")), body("here"), body("away"), body("here")})))});
    const test::Folder folder;
    folder.put("Mod.esp", plugin);
    Session session = Session::open(folder.path / "Mod.esp").value();
    std::vector<std::string> found;
    for (const ScriptHit& hit : search_scripts(session, "here", {})) {
        found.push_back(hit.script + " " + session.path_of(hit.place.record));
    }
    CHECK(found == std::vector<std::string>{"SCPT First 01000802 scripts[First].script_body",
                                            "SCPT Second 01000804 scripts[Second].script_body",
                                            "QUST Errand 01000805 0 records[Errand].script_body[0]",
                                            "QUST Errand 01000805 2 records[Errand].script_body[2]"});
}
