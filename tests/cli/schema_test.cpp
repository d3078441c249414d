// The committed schemas equal the program's output, and documents validate against them.
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "config/known_keys.hpp"
#include "core/xml/python_stub.hpp"
#include "core/xml/schema.hpp"
#include "edit/document/document.hpp"
#include "program.hpp"
#include "runner/skip.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

const std::filesystem::path schemas = source_folder() / "schemas";

bool has_xmllint()
{
    return run_shell(".", "command -v xmllint").status == 0;
}

}  // namespace

TEST_CASE("schema: regenerating the schemas changes nothing", "[schema]")
{
    for (const Format& format : edit::formats()) {
        const std::string name(format.root());
        INFO("run ./dev schemas when " << name << " differs");
        CHECK(to_xsd(edit::schema_of(format)) == read_whole(schemas / (name + ".xsd")));
        CHECK(to_reference_page(edit::schema_of(format)) + (name == "ini" ? config::known_keys_reference() : "") ==
              read_whole(schemas / (name + ".md")));
    }
}

TEST_CASE("python: stub classes have documented attributes for each field and list", "[schema]")
{
    const std::string stub = python_stub(edit::formats());
    const auto has = [&](std::string_view text) { return stub.find(text) != std::string::npos; };
    CHECK(stub.starts_with("\"\"\"Types of the documents of each format. Made by `redforge schema --python`.\"\"\"\n\n"
                           "from typing import Optional, Union\n\nfrom ._documents import Document\n"
                           "from ._records import Composite, List, Record, Word\n\n"
                           "class Map(Document):\n    \"\"\"A Redguard map.\"\"\"\n"));
    CHECK(has("\n\nclass MapObjectPosition(Composite):\n"
              "    x: float\n    \"\"\"X. Unit: map units.\"\"\"\n"
              "    y: float\n    \"\"\"Y. Grows downwards. Unit: map units.\"\"\"\n"
              "    z: float\n    \"\"\"Z. Unit: map units.\"\"\"\n\nclass MapObjectAngle(Composite):\n"));
    CHECK(has("    green: int\n    \"\"\"Green. -32768 to 32767.\"\"\"\n"));
    CHECK(has("    end_length: Optional[int]\n    \"\"\"0: a zero length word follows END. 0 to 0. "
              "None: computed when the file is written.\"\"\"\n"));
    CHECK(has("    actors: List[\"MapActor\"]\n    \"\"\"Actors. RAHD "));
    CHECK(has("    flat: bytes\n"));
    CHECK(has("\n    position: \"MapObjectPosition\"\n"));
    CHECK(has("    extra: List[Union[\"SavePersistentCell\", \"SaveScript2\", \"SaveWorn\", "));
    CHECK(has(
        "    \"\"\"Second parameter. One of: none, steal, pickpocket, trespass, attack, murder, steal_horse.\"\"\"\n"));
    CHECK_FALSE(has("position.x"));  // a part of a field belongs to the class of the field
    // A part of a field and a record can have one name, such as PluginCurrentVelocity.
    CHECK(has("\nclass PluginCurrentVelocity(Record):\n"));
    std::set<std::string> classes;
    std::vector<std::string> twice;
    std::istringstream lines(stub);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("class ") && !classes.insert(line.substr(0, line.find('('))).second) {
            twice.push_back(line);
        }
    }
    CHECK(twice.empty());
}

TEST_CASE("schema: unpacked documents validate", "[schema]")
{
    if (!has_xmllint()) {
        std::cout << "SKIPPED: Unpacked documents validate: xmllint is not installed\n";
        return;
    }
    const TemporaryFolder folder;
    const std::string schema = (schemas / "map.xsd").string();
    const char* samples = std::getenv("REDFORGE_SAMPLES");
    std::string inputs = "E.RGM S.RGM";
    if (samples != nullptr) {
        inputs +=
            " \"$REDFORGE_SAMPLES\"/*.RGM \"$REDFORGE_SAMPLES\"/quirky/*.RGM \"$REDFORGE_SAMPLES\"/game/MAPS/V*.RGM";
    }
    const ProcessResult made =
        run_shell(folder.path(), "redforge new map -o E.RGM && redforge new map --sample -o S.RGM && "
                                 "redforge unpack S.RGM && n=0 && for f in " +
                                     inputs + "; do n=$((n+1)); redforge unpack -q \"$f\" -o $n.xml || exit 1; done");
    INFO(made.output);
    REQUIRE(made.status == 0);
    const ProcessResult valid = run_shell(folder.path(), "xmllint --noout --schema '" + schema + "' *.xml S/map.xml");
    INFO(valid.output);
    CHECK(valid.status == 0);
}

TEST_CASE("schema: pack rejects what the schema rejects", "[schema]")
{
    if (!has_xmllint()) {
        std::cout << "SKIPPED: pack rejects what the schema rejects: xmllint is not installed\n";
        return;
    }
    const TemporaryFolder folder;
    const std::string schema = (schemas / "map.xsd").string();
    const std::vector<std::string> error{
        "<map><objects><object posotion.x=\"1\"/></objects></map>",
        "<map><objects><object position.x=\"8388608\"/></objects></map>",
        "<map><objects><object script_name=\"TENLETTERS\"/></objects></map>",
        "<map><objects><object id=\"1.5\"/></objects></map>",
        "<map><objects><objekt/></objects></map>",
        "<map><lights/><objects/></map>",
        "<map><objects/><objects/></map>",
        "<map>text</map>",
        "<map><flat>0</flat></map>",
        "<map><actors><actor/></actors></map>",
        "<map><actors><actor script_name=\"A\"><group group_index=\"0\"><command "
        "op=\"Dance\"/></group></actor></actors></map>",
        "<map><statics><static rotation_matrix=\"1 2 3\"/></statics></map>",
    };
    for (const std::string& text : error) {
        INFO(text);
        const ProcessResult validated =
            run_shell(folder.path(), "printf '%s' '" + text + "' | xmllint --noout --schema '" + schema + "' -");
        CHECK(validated.status != 0);
        const ProcessResult packed = run_shell(folder.path(), "printf '%s' '" + text + "' | redforge pack - -o X.RGM");
        CHECK(packed.status == 2);
        CHECK_FALSE(std::filesystem::exists(folder.path() / "X.RGM"));
    }
}

TEST_CASE("schema: the text of each file of the corpus and the samples validates", "[schema][corpus]")
{
    const char* const corpus = std::getenv("REDFORGE_CORPUS");
    const char* const samples = std::getenv("REDFORGE_SAMPLES");
    if (corpus == nullptr || samples == nullptr || !has_xmllint()) {
        return skip(corpus == nullptr    ? "REDFORGE_CORPUS is not set"
                    : samples == nullptr ? "REDFORGE_SAMPLES is not set"
                                         : "xmllint is not installed");
    }
    const TemporaryFolder folder;
    // The texts go to a folder for each root element. Twelve samples of each extension are enough.
    const ProcessResult valid = run_shell(folder.path(), R"sh(
        n=0
        { find "$REDFORGE_CORPUS" -type f ! -name '*.tsv'
          find "$REDFORGE_SAMPLES" -type f ! -name '*.json' | sort | awk '{ kind = $0; sub(/.*[.]/, "", kind)
              sub(/^[0-9]+$/, "0", kind) } seen[kind]++ < 12'; } |
            while read -r file; do
                n=$((n + 1)); redforge unpack -q "$file" -o $n.xml || echo "$file: status $?"
                root=$(grep -o -m1 '^<[a-z_][a-z_]*' $n.xml | tr -d '<'); mkdir -p "$root"; mv $n.xml "$root"
            done
        for root in *; do
            xmllint --noout --huge --schema ')sh" + schemas.string() +
                                                             R"sh('/$root.xsd $root/*.xml 2>&1 | grep -v ' validates$'
        done; ls)sh");
    CHECK(valid.output ==
          "cheats\ndefinitions\ndialogue\neffects\nfont\nini\nmap\nmodel\npalette\npictures\nplugin\nrob\n"
          "save\nterrain\ntexture_bank\nvisibility\n");
}

TEST_CASE("schema: a field that only some layouts of an element have is optional", "[schema]")
{
    // <effect> has a tag in Oblivion, and a FormID in Skyrim.
    const std::string schema = read_whole(schemas / "plugin.xsd");
    const std::size_t effect = schema.find("<xs:element name=\"effect\">");
    REQUIRE(effect != std::string::npos);
    const std::string element = schema.substr(effect, schema.find("</xs:element>", effect) - effect);
    CHECK(element.find("<xs:attribute name=\"form_id\">") != std::string::npos);
    CHECK(element.find("<xs:attribute name=\"value\">") != std::string::npos);
    CHECK(element.find("use=\"required\"") == std::string::npos);
}
