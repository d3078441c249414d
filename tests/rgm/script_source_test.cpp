// Map scripts as source: effects of an edit, unaffected parts, and rejected sources.
#include <catch2/catch.hpp>

#include <map>

#include <fmt/format.h>

#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/document/document.hpp"
#include "rgm/format.hpp"
#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/definitions.hpp"
#include "soup/names/names.hpp"
#include "support/map_file.hpp"
#include "support/outcome.hpp"
#include "support/samples.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// A map in its folder form.
struct Folder {
    std::string xml;
    std::map<std::string, std::string> files;
};

SideCodecs codecs()
{
    return {rgm::map_format().side_codecs, {}};
}

Folder unpack(const rgm::Map& map)
{
    TextSink sink;
    SideFiles files(codecs());
    XmlWriter(sink, &files).document(rgm::Map::root, map);
    Folder folder{sink.str(), {}};
    for (const SideFile& file : files.files()) {
        folder.files[file.path] = file.text;
    }
    return folder;
}

Result<rgm::Map> pack(const Folder& folder, const LoadContext& context = {})
{
    const Result<XmlDocument> document = XmlDocument::parse(folder.xml, "map.xml");
    REQUIRE(document);
    rgm::Map map;
    XmlReader reader(*document, [&](const std::string& path) -> Result<std::string> { return folder.files.at(path); },
                     {codecs().codecs, context});
    const Status status = reader.document(rgm::Map::root, map);
    return status ? Result<rgm::Map>(std::move(map)) : fail(status.error());
}

std::string error_text(const Folder& folder)
{
    const Result<rgm::Map> map = pack(folder);
    return map ? "" : describe(map.error());
}

void append_actor(rgm::Map& map, const std::string& name, const std::string& statements)
{
    const RecordHandle made = append_record(map, "actors", {{"script_name", name}});
    const std::string source = "actor " + name + "\n{\n" + statements + "}\n";
    rgm::set_script(*static_cast<rgm::Actor*>(made.record), soup::assemble(source, "test").script.value());
}

constexpr std::string_view door = R"(    if flag_1 = 1
    {
        end
    }
    GATE.function_60(3)
  hook 0:
    function_41("GATE")
    end
)";

rgm::Map three_actors()
{
    rgm::Map map = rgm::new_map();
    append_actor(map, "FIRST",
                 "function_41(\"GATE\")\nfunction_41(\"bell\")\nhook 0:\n    end\nstart:\n    goto #a\n#a:\n    end\n");
    append_actor(map, "DOOR", std::string(door));
    append_actor(map, "LAST", "    var1 = 3\nhook 0:\nhook 1 upper 2:\n    function_41(\"last words\")\n");
    return map;
}

void replace(std::string& text, std::string_view what, std::string_view by)
{
    REQUIRE(text.find(what) != std::string::npos);
    text.replace(text.find(what), what.size(), by);
}

/// Returns the first actor with a name.
RecordHandle named(const rgm::Map& map, std::string_view name)
{
    for (std::size_t i = 0; i < count(map, "actors"); ++i) {
        const RecordHandle actor = record(map, "actors[" + std::to_string(i) + "]");
        if (value(actor, "script_name") == name) {
            return actor;
        }
    }
    FAIL("no actor " << name);
    return {};
}

soup::Script script_of(const RecordHandle& actor)
{
    return rgm::script_of(*static_cast<const rgm::Actor*>(actor.record));
}

using Hooks = std::vector<soup::Hook>;

}  // namespace

TEST_CASE("script source: an edit changes strings, hooks and code of its actor only")
{
    const rgm::Map before = rgm::read_map(rgm::write_map(three_actors()).value()).value();
    REQUIRE(script_of(named(before, "DOOR")).hooks == Hooks{{33, 0}});
    Folder folder = unpack(before);
    std::string& source = folder.files.at("scripts/DOOR.soup");
    replace(source, "flag_1 = 1", "flag_1 != 1");
    replace(source, "  hook 0:", "    function_7()\n  hook 0:");
    replace(source, "function_41(\"GATE\")", "function_41(\"GATE\")\n    function_41(\"creaks\")");
    replace(folder.xml, "<actor script_name=\"LAST\"",
            "<actor script_name=\"NEW\"><script file=\"scripts/NEW.soup\"/></actor><actor script_name=\"LAST\"");
    folder.files["scripts/NEW.soup"] = "actor NEW { function_41(\"new\") }";

    const Bytes bytes = rgm::write_map(pack(folder).value()).value();
    const rgm::Map after = rgm::read_map(bytes).value();
    const RecordHandle changed = named(after, "DOOR");
    CHECK(script_of(changed).hooks == Hooks{{37, 0}});
    CHECK(script_of(changed).strings == std::vector<std::string>{"GATE", "creaks"});
    CHECK(script_of(named(after, "NEW")).strings == std::vector<std::string>{"new"});
    for (const char* name : {"FIRST", "LAST"}) {
        INFO(name);
        CHECK(script_of(named(after, name)) == script_of(named(before, name)));
    }
    // The changed script has the new text, and the target of its `if` has not moved.
    CHECK(unpack(after).files.at("scripts/DOOR.soup").find("if flag_1 != 1\n    {\n        end\n    }\n") !=
          std::string::npos);
    CHECK(rgm::write_map(pack(unpack(after)).value()).value() == bytes);
}

TEST_CASE("script source: the XML next to a source has no strings, hooks or start")
{
    const Folder folder = unpack(three_actors());
    CHECK(folder.xml.find("<string ") == std::string::npos);
    CHECK(folder.xml.find("<hook ") == std::string::npos);
    CHECK(folder.xml.find("script_pc") == std::string::npos);
    CHECK(pack(folder).value() == three_actors());
}

TEST_CASE("script source: an assembly error has file, line and column")
{
    Folder folder = unpack(three_actors());
    folder.files.at("scripts/DOOR.soup") = "actor DOOR\n{\n    goto #nowhere\n}\n";
    CHECK(error_text(folder).starts_with("scripts/DOOR.soup:3:10: "));
}

namespace {

soup::Names game_names()
{
    return soup::Names(need(soup::read_definitions(
        as_bytes("[functions]\r\nfunction Sound parms 3\r\ntask RTX parms 1\r\n[refs]\r\nangle\r\n"
                 "[flags]\r\nBOOL Won 0\r\n"))));
}

}  // namespace

TEST_CASE("script source: a source without a names block uses the game's names")
{
    const soup::Names names = game_names();
    Folder folder = unpack(three_actors());
    folder.files.at("scripts/DOOR.soup") = "actor DOOR\n{\n    Sound(1, 2, 3)\n    end\n}\n";
    CHECK(error_text(folder).starts_with("scripts/DOOR.soup:3:5: "));
    LoadContext context;
    context.services.set(&names);
    const Result<rgm::Map> map = pack(folder, context);
    REQUIRE(map);
    CHECK(soup::disassemble(script_of(named(*map, "DOOR")), &names).text.find("Sound(1, 2, 3)") != std::string::npos);
}

TEST_CASE("script source: reports mistakes by file and actor even if packing succeeds")
{
    Folder folder = unpack(three_actors());
    folder.files.at("scripts/DOOR.soup") = "actor DOOR\n{\n    var7 = 1\n    RTX(\"abcd\")\n    end\n}\n";
    const soup::Names names = game_names();
    std::map<std::string, std::vector<std::string>> reported;
    LoadContext context;
    context.services.set(&names);
    const soup::MistakeReport report{
        [&](const std::vector<soup::Diagnostic>& mistakes, const std::string& file, std::string_view actor) {
            std::vector<std::string>& list = reported[file + " " + std::string(actor)];
            for (const soup::Diagnostic& each : mistakes) {
                list.push_back(fmt::format("{}:{}: {}", each.error.line, each.error.column, each.error.message));
            }
        }};
    context.services.set(&report);
    REQUIRE(pack(folder, context));
    using Reported = decltype(reported);
    CHECK(reported ==
          Reported{{"scripts/DOOR.soup DOOR",
                    {"3:5: the actor has no var7", "4:9: RTX takes a dialogue label, and is given the number "
                                                   "of a string"}},
                   {"scripts/FIRST.soup FIRST", {}},
                   {"scripts/LAST.soup LAST", {}}});
}

TEST_CASE("script source: values in the XML must agree with the source")
{
    Folder folder = unpack(three_actors());
    SECTION("the name")
    {
        replace(folder.xml, "script_name=\"DOOR\"", "script_name=\"DOOR2\"");
        CHECK(error_text(folder) ==
              "scripts/DOOR.soup:1:1: the source of an actor \"DOOR\", but the actor's script_name "
              "is \"DOOR2\"; give both the same name");
    }
    SECTION("the start")
    {
        replace(folder.xml, "script_name=\"DOOR\"", "script_name=\"DOOR\" script_pc=\"3\"");
        CHECK(error_text(folder) ==
              "scripts/DOOR.soup:1:1: a source, but also script_pc in the XML of actor \"DOOR\"; they "
              "are in the source; remove them from the XML");
    }
}

TEST_CASE("script source: string positions in RAST stay in the XML; a new string follows")
{
    rgm::Map map = three_actors();
    set_value(map, "actors[1].strings[0].offset", "7");
    Folder folder = unpack(map);
    CHECK(folder.xml.find("<string value=\"GATE\" offset=\"7\"/>") != std::string::npos);
    CHECK(pack(folder).value() == map);

    replace(folder.files.at("scripts/DOOR.soup"), "function_41(\"GATE\")",
            "function_41(\"GATE\")\n    function_41(\"creaks\")");
    const rgm::Map packed = pack(folder).value();
    const RecordHandle changed = named(packed, "DOOR");
    CHECK(values(changed, "strings[*].value") == std::vector<std::string>{"GATE", "creaks"});
    CHECK(values(changed, "strings[*].offset") == std::vector<std::string>{"7", ""});

    replace(folder.xml, "value=\"GATE\" offset", "value=\"DOOR\" offset");
    CHECK(
        error_text(folder) ==
        "scripts/DOOR.soup:1:1: string 0 of actor \"DOOR\" is \"DOOR\" in the XML, and \"GATE\" in the source; the XML "
        "has only the positions of strings in RAST; edit both, or remove the strings from the XML");
}

TEST_CASE("script source: a hex file next to XML with strings and hooks still packs")
{
    const rgm::Map map = rgm::read_map(small_map().bytes()).value();
    Folder folder = unpack(map);
    REQUIRE(folder.files.size() == 1);
    folder.files.begin()->second = "010203\n";
    folder.xml.insert(folder.xml.find("      <variable"), "      <string value=\"a\"/>\n      <string value=\"b\"/>\n");
    folder.xml.insert(folder.xml.find("      <location"), "      <hook offset=\"1\"/>\n");
    CHECK(pack(folder).value() == map);
}

TEST_CASE("script source: an edited sample map keeps every other actor")
{
    const std::filesystem::path samples = samples_or_skip("the edit of a sample map's script");
    if (samples.empty()) {
        return;
    }
    const rgm::Map before = rgm::read_map(test::read_file(samples / "game" / "MAPS" / "VILE.RGM")).value();
    const RecordHandle yard = named(before, "YARD00");
    REQUIRE(script_of(yard).hooks == Hooks{{18, 1}});
    REQUIRE(script_of(yard).strings == std::vector<std::string>{"isle19", "harbor02", "zone25"});

    Folder folder = unpack(before);
    std::string& source = folder.files.at("scripts/YARD00.soup");
    replace(source, "  hook 0 upper 1:", "    function_7(\"a new string\")\n  hook 0 upper 1:");
    replace(source, "if Camera.property_32 >= 256", "if Camera.property_32 < 256");
    replace(folder.xml, "<actor script_name=\"CYRUS\"",
            "<actor script_name=\"NEW\"><script file=\"scripts/NEW.soup\"/></actor><actor script_name=\"CYRUS\"");
    folder.files["scripts/NEW.soup"] = "actor NEW { hook 0: function_41(\"mine\") end }";

    const Bytes bytes = rgm::write_map(pack(folder).value()).value();
    const rgm::Map after = rgm::read_map(bytes).value();
    REQUIRE(count(after, "actors") == count(before, "actors") + 1);
    for (std::size_t i = 0; i < count(before, "actors"); ++i) {
        const RecordHandle actor = record(before, "actors[" + std::to_string(i) + "]");
        const std::string name = value(actor, "script_name");
        INFO(name);
        if (name != "YARD00") {
            const RecordHandle same = named(after, name);
            CHECK(script_of(same) == script_of(actor));
            CHECK(values(same, "variables[*].value") == values(actor, "variables[*].value"));
            CHECK(values(same, "variables[*].instances") == values(actor, "variables[*].instances"));
        }
    }
    const RecordHandle changed = named(after, "YARD00");
    CHECK(script_of(changed).hooks == Hooks{{27, 1}});
    CHECK(script_of(changed).strings == std::vector<std::string>{"isle19", "a new string", "harbor02", "zone25"});
    CHECK(script_of(changed).code.size() == script_of(yard).code.size() + 9);
    CHECK(script_of(named(after, "NEW")).strings == std::vector<std::string>{"mine"});
    CHECK(script_of(named(after, "NEW")).hooks == Hooks{{0, 0}});
    // Unpacking gives the written text: the target of the `if` and the labels did not move.
    const std::string again = unpack(after).files.at("scripts/YARD00.soup");
    CHECK(again == source);
    CHECK(rgm::write_map(pack(unpack(after)).value()).value() == bytes);
}

TEST_CASE("script source: every script of the sample maps is source and round-trips")
{
    const std::filesystem::path samples = samples_or_skip("scripts of the sample maps as source");
    if (samples.empty()) {
        return;
    }
    std::vector<std::filesystem::path> maps = maps_below(samples / "game");
    maps.push_back(samples / "COVER.RGM");
    std::size_t scripts = 0;
    for (const auto& path : maps) {
        INFO(path.string());
        const Bytes bytes = test::read_file(path);
        const Folder folder = unpack(rgm::read_map(bytes).value());
        for (const auto& [name, text] : folder.files) {
            INFO(name);
            CHECK_FALSE(soup::is_hex_source(text));
        }
        scripts += folder.files.size();
        CHECK(rgm::write_map(pack(folder).value()).value() == bytes);
    }
    CHECK(scripts > 1000);
}

TEST_CASE("script source: extracts comments without trailing blanks", "[rgm]")
{
    const auto codecs = edit::find_format("map")->side_codecs;
    const auto codec = std::ranges::find(codecs, std::string_view(".soup"), &SideCodec::extension);
    REQUIRE(codec != codecs.end());
    CHECK(codec->comments("actor A\n{\n  end // one  \n  // two words\n  //  \n}\n") ==
          std::vector<std::string>{"// one", "// two words", "//"});
    CHECK(codec->comments("actor A\n{\n  end\n}\n").empty());
}
