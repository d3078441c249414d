// Valid edits of a plugin or save that break a game: each is rejected without --force, or applied with a note.
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge::test;

namespace {

/// Makes Mod.esp of Oblivion with its master next to it, Stone.esp of Skyrim, and a save.
constexpr std::string_view prepare = R"(set -e
echo '<plugin header_size="oblivion"><group type="top" label="WEAP"><record type="WEAP" editor_id="Axe" form_id="00000900"><name text="Axe"/></record></group></plugin>' | redforge pack - -o Oblivion.esm -q
redforge new plugin --sample -o Mod.esp -q
redforge apply - Mod.esp -i -q --no-backup <<'END'
<edits><add path="entries">
<group type="top" label="ENCH"><record type="ENCH" editor_id="Fire" form_id="01000810"/></group>
<group type="top" label="WEAP">
<record type="WEAP" editor_id="Sword" form_id="01000811"><enchantment form_id="01000810"/></record>
<record type="WEAP" editor_id="Bow" form_id="01000812"/>
<record type="WEAP" editor_id="Axe" form_id="00000900"><name text="Great axe"/></record>
</group>
<group type="top" label="CELL"><record type="CELL" editor_id="Room" form_id="01000813"><group type="cell_children"><group type="temporary">
<record type="REFR" form_id="01000830"><base form_id="01000811"/></record>
</group></group></record></group>
</add></edits>
END
redforge set Mod.esp "scripts[Greeting].source=scn Greeting
short count
ref target
begin GameMode
  set count to 1
  target.Disable
  player.AddItem Sword 1
end" -i -q --no-backup
redforge pack - -o Stone.esp -q <<'END'
<plugin header_size="later"><header form_version="43"/><group type="top" label="ACTI"><record type="ACTI" editor_id="Stone" form_id="00000800"><properties version="5" object_format="2"><script name="Keeper"><property name="Count" type="int" value="1"/><property name="Other" type="int" value="2"/></script></properties></record></group></plugin>
END
redforge new save --sample -o Quick.ess -q
redforge check Mod.esp Stone.esp Quick.ess)";

struct Row {
    std::string_view file;
    std::string_view edit;     ///< an edit for `apply`
    std::string_view finding;  ///< the expected finding
    bool is_refused{};
};

}  // namespace

TEST_CASE("safety: fifteen dangerous edits are rejected or print a note", "[cli]")
{
    const TemporaryFolder folder;
    const ProcessResult prepared = run_shell(folder.path(), std::string(prepare));
    INFO(prepared.output);
    REQUIRE(prepared.status == 0);
    const std::vector<Row> rows{
        {"Mod.esp", R"(<set path="records[Sword].form_id" value="01000812"/>)",
         "records[Bow].form_id: records[Sword] has 01000812 too [form-id-twice]", true},
        {"Mod.esp", R"(<set path="records[Sword].enchantment.form_id" value="05000810"/>)",
         "records[Sword].enchantment.form_id: 05000810 is of master 5; the plugin has 1 [unlisted-master]", false},
        {"Mod.esp", R"(<set path="records[Sword].enchantment.form_id" value="01000999"/>)",
         "records[Sword].enchantment.form_id: no record of the plugin has 01000999 [missing-form]", false},
        {"Mod.esp", R"(<set path="records[Sword].enchantment.form_id" value="01000812"/>)",
         "records[Sword].enchantment.form_id: 01000812 is a WEAP, not ENCH [form-type]", false},
        {"Stone.esp", R"(<set path="records[Stone].properties.scripts[0].properties[1].name" value="count"/>)",
         "records[Stone].properties.scripts[0].properties[1].name: "
         "records[Stone].properties.scripts[0].properties[0] is count too [property-twice]",
         true},
        {"Stone.esp", R"(<set path="records[Stone].properties.version" value="6"/>)",
         "records[Stone].properties.version: version 6; Skyrim reads up to 5 [properties-version]", true},
        {"Mod.esp", R"(<remove path="scripts[Greeting].references[2]"/>)",
         "scripts[Greeting].script_body.compiled: the code names reference 3; the script has 2 [script-names]", true},
        {"Mod.esp", R"(<remove path="scripts[Greeting].variables[name=count]"/>)",
         "scripts[Greeting].script_body.compiled: the code names variable 2, which the script does not have "
         "[script-names]",
         true},
        {"Mod.esp", R"(<remove path="scripts[Greeting].variables[name=target]"/>)",
         "scripts[Greeting].script_body.references[0].variable: the script has no variable 3 [script-names]", true},
        {"Mod.esp", R"(<set path="scripts[Greeting].variables[name=target].index" value="2"/>)",
         "count has index 2 too [variable-twice]", true},
        {"Mod.esp", R"(<set path="header.record_count" value="70"/>)",
         "header.record_count: 70 records and groups; there are 13 [record-count]", false},
        {"Mod.esp", R"(<set path="records[01000830].flags" value="deleted"/>)",
         "records[01000830].flags: a script or package that names it makes the game crash [deleted-reference]", false},
        {"Mod.esp", R"(<set path="records[Axe].name.text" value="Axe"/>)",
         "records[Axe]: Oblivion.esm has the same record with equal content [same-as-master]", false},
        {"Quick.ess", R"(<set path="changes[0].form_id" value="05000800"/>)",
         "05000800 is of plugin 5; the load order has 2 [unlisted-plugin]", true},
        {"Quick.ess", R"(<set path="changes[0].form_id" value="00014F2C"/>)",
         "changes[3].form_id: changes[0] is of 00014F2C too [change-twice]", true},
    };
    CHECK(rows.size() == 15);
    for (const Row& row : rows) {
        const auto apply = [&](std::string_view options) {
            return run_shell(folder.path(), std::string("rm -f New; redforge apply - ")
                                                .append(row.file)
                                                .append(" -o New ")
                                                .append(options)
                                                .append(" <<'END'\n<edits>")
                                                .append(row.edit)
                                                .append("</edits>\nEND\n"));
        };
        const ProcessResult outcome = apply("");
        CAPTURE(row.edit, outcome.output);
        CHECK(outcome.output.find(row.finding) != std::string::npos);
        CHECK(outcome.status == (row.is_refused ? 2 : 0));
        CHECK(exists(folder.path() / "New") != row.is_refused);
        CHECK(apply("--force").status == 0);
        CHECK(exists(folder.path() / "New"));
    }
}
