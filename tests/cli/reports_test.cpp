// Rebuilt inputs of public bug reports: the program handles each as their README requires.
//
// The inputs are in the folder that REDFORGE_REPORTS names, else in `reports` next to the sample files; without it the
// test is skipped.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "program.hpp"
#include "support/sanitized.hpp"

using namespace redforge::test;

namespace {

namespace fs = std::filesystem;

/// A command in a copy of the reports, its output including errors, and its exit status.
struct Row {
    std::string what;
    std::string command;
    std::string output;
    int status{};
};

const std::vector<Row>& rows()
{
    static const std::vector<Row> all{
        {"a light plugin of HEDR 1.70 has records 800 to FFF", "redforge check -q esplugin40_light170.esp",
         "esplugin40_light170.esp: records[K123].form_id: error: 123 is outside 800 to FFF, the range of a light "
         "plugin "
         "[light-range]\n"
         "esplugin40_light170.esp: records[K1800].form_id: error: 1800 is outside 800 to FFF, the range of a light "
         "plugin [light-range]\n",
         1},
        {"a file with .esl is a light plugin", "redforge check -q loot1003_byname.esl",
         "loot1003_byname.esl: records[K1800].form_id: error: 1800 is outside 800 to FFF, the range of a light plugin "
         "[light-range]\n",
         1},
        {"damaged files stay damaged after --fix",
         "for f in trunc.esp cut.ess cut.RTX cut.3DC pastend.esp; do cp $f before; redforge check $f -q > /dev/null; "
         "s=$?; "
         "redforge check $f --fix -i -q --no-backup > fixed; t=$?; redforge check $f -q > /dev/null; "
         "echo $f $s $t $? $(grep -c 'error: .*damaged' fixed) $(cmp $f before && echo same); done",
         "trunc.esp 1 1 1 1 same\ncut.ess 1 1 1 1 same\ncut.RTX 1 1 1 2 same\ncut.3DC 1 1 1 2 same\npastend.esp 1 1 1 "
         "2 "
         "same\n"},
        {"compressed data that does not inflate is an error",
         "redforge check -q --select damaged xedit911_compressed.esp | sed 's/.*, in //'",
         "01000801 [damaged]\n01000804 [damaged]\n01000805 [damaged]\n01000806 [damaged]\n01000807 [damaged]\n01000808 "
         "[damaged]\n"},
        {"own records follow the masters of a merged plugin",
         "cd merge_masters && redforge merge base.esp mine.esp yours.esp -o m.esp -q && redforge find m.esp "
         "'records[*].form_id' && redforge find m.esp '*:*ABC' && redforge find m.esp '*:*DEF'",
         "records[ListA].form_id=04000800\nrecords[ListB].form_id=04000801\n"
         "records[ListA].form[1].form_id=02000ABC\nrecords[ListB].form[1].form_id=03000DEF\n"},
        {"the next free FormID never conflicts",
         "cd merge_nextid && redforge merge nb.esp nm.esp ny.esp -o n.esp -q && redforge get n.esp "
         "header.next_object_id",
         "00000803\n"},
        {"a new master renumbers the plugin's own record",
         "redforge apply addm.xml spriggit69_light.esp -o m.esp -q; redforge get m.esp 'records[K].form_id'",
         "02000800\n"},
        {"a new record raises the next free FormID and has the form version of the plugin",
         "redforge apply add.xml spriggit69_light.esp -o a.esp -q; redforge get a.esp header.next_object_id "
         "'records[New].form_version'",
         "header.next_object_id=00000802\nrecords[New].form_version=44\n"},
        {"a record outside the range of a light plugin is rejected",
         "redforge apply add2.xml spriggit69_light.esp -o a2.esp; ls a2.esp 2>/dev/null",
         "redforge: add2.xml:1:9: entries[label=KYWD]: FormID 01001801: the number 1801 is out of the range of a light "
         "plugin; its records have the numbers 800 to FFF\n",
         2},
        {"a record file that plugin.xml does not name is an error", "redforge pack spriggit_unlisted/Mod -o M.esp",
         "redforge: spriggit_unlisted/Mod/WEAP/V2.xml: not a part of the unpacked folder: plugin.xml does not name it; "
         "name "
         "it in plugin.xml (file=\"WEAP/V2.xml\"), move it out of the folder, or remove it\n",
         2},
        {"a German word is not read as Chinese",
         "f=houseCARL740_ascii.esp; p='records[0].name.text'; redforge set $f $p=Größe -i -q --no-backup && redforge "
         "get $f "
         "$p && redforge set $f \"$p=Größe 2\" -i -q --no-backup && redforge get $f $p",
         "Größe\nGröße 2\n"},
        {"a string that no file of strings has is an error", "redforge check -q xedit359_loc/Loc.esp",
         "xedit359_loc/Loc.esp: records[W2].name.string_id: error: no file of strings has string 999 (0x000003E7) "
         "[missing-string]\n",
         1},
        {"a file of strings without texts is read",
         "redforge info -q xedit359_loc/Strings/Loc_English.ILSTRINGS | head -1",
         "xedit359_loc/Strings/Loc_English.ILSTRINGS: strings of a plugin (file), 8 bytes\n"},
        {"a new plugin in a save renumbers its forms",
         "redforge apply rp2.xml Q.ess -o R.ess -q; redforge get R.ess quick_keys[0].form_id && redforge verify -q "
         "R.ess",
         "02000800\n"},
        {"sounds of odd sizes",
         "redforge unpack odd.SFX -o odd -q; for f in odd/effects/*; do od -An -tu4 -j40 -N4 $f | tr -d ' '; done",
         "7\n4\n0\n"},
        {"a script's properties can grow past 64 KiB, with a size of their own",
         "redforge set mutagen286_vmadgrow.esp \"records[Act].properties.scripts[0].properties[name=R].value=$(head -c "
         "20000 /dev/zero | tr '\\0' r)\" -i -q --no-backup && grep -c XXXX mutagen286_vmadgrow.esp && redforge verify "
         "-q "
         "mutagen286_vmadgrow.esp",
         "1\n"},
        {"and shrink again",
         "echo '<edits><remove path=\"records[Act].properties.scripts[0].properties[name=Prop01*|Prop02*]\"/></edits>' "
         "> "
         "e.xml; redforge apply e.xml mutagen382_vmad.esp -i --no-backup && grep -c XXXX mutagen382_vmad.esp; redforge "
         "verify -q mutagen382_vmad.esp",
         "200 changes -> mutagen382_vmad.esp\n0\n"},
        {"a text can grow past 64 KiB",
         "redforge apply big.xml slade739_book.esp -o b.esp -q && grep -ca XXXX b.esp && redforge verify -q b.esp",
         "1\n"},
        {"objects of properties are references", "redforge check -q xedit110_vmadref.esp | sed 's/.*: warning: //'",
         "no record of the plugin has 01018786 [missing-form]\nno record of the plugin has 01999999 [missing-form]\n"},
        {"a cell in no group", "redforge check -q esplugin8_cell.esp",
         "esplugin8_cell.esp: records[Loose]: error: a CELL that is in no group [record-outside-group]\n", 1},
        {"a FormID twice", "redforge check -q wrye228_gmst.esp",
         "wrye228_gmst.esp: records[xUnknown].form_id: error: records[fA] has 00000000 too [form-id-twice]\n", 1},
        {"variables keep their numbers when their declarations change order",
         "redforge new plugin --sample -o P.esp -q && redforge apply so.xml P.esp -i -q --no-backup && redforge apply "
         "so2.xml P.esp -i -q --no-backup && redforge get P.esp 'scripts[Ord].compiled' | grep '^; i'",
         "; i1 = a\n; i2 = b\n; i3 = c\n"},
        {"a script decompiles to the same code",
         "{ echo '<edits><add path=\"entries[label=SCPT]\"><record type=\"SCPT\" editor_id=\"FloatTest\" "
         "form_id=\"01000802\"><script_body/></record></add><set path=\"scripts[FloatTest].source\"><![CDATA['; iconv "
         "-f "
         "cp1251 -t utf-8 s1.txt; echo ']]></set></edits>'; } > s1.xml; redforge new plugin --sample -o P.esp -q; "
         "redforge "
         "apply s1.xml P.esp -i -q --no-backup --encoding 1251; redforge script compile s1.txt > a; redforge script "
         "decompile P.esp --actor FloatTest --encoding 1251 | iconv -f utf-8 -t cp1251 > b.txt; redforge script "
         "compile "
         "b.txt | cmp - a && test -s a && echo same",
         "same\n"},
        {"plugins/s1.esp: short sources survive the folder form",
         "redforge unpack plugins/s1.esp -o s1 -q && redforge pack s1 -o s1.esp -q && cmp s1.esp plugins/s1.esp && "
         "echo same",
         "same\n"},
        {"plugins/S.esp: counts follow their lists",
         "cd plugins; echo '<edits><remove path=\"records[W1].keywords.keywords[0]\"/><remove "
         "path=\"records[L1].entry[0]\"/></edits>' > e.xml; redforge apply e.xml S.esp -o T.esp -q; redforge check -q "
         "--select wrong-count "
         "T.esp; LC_ALL=C grep -caP 'KSIZ\\x04\\x00\\x01\\x00\\x00\\x00' T.esp; LC_ALL=C grep -caP "
         "'LLCT\\x01\\x00\\x01' T.esp; redforge get T.esp 'records[W1].keyword_count.value'",
         "1\n1\n1\n"},
        {"plugins/C.esp: function 448 is HasPerk, and its parameter is a perk",
         "redforge get plugins/C.esp 'records[MyPerk].condition.function' && redforge find plugins/C.esp --refs "
         "OtherPerk",
         "has_perk\nrecords[MyPerk].condition.form1=01000801 (OtherPerk)\n"},
        {"plugins/added_master: an added record and its use follow the masters",
         "cd plugins/added_master; redforge merge base.esp ours.esp theirs2.esp -o m.esp -q; redforge get m.esp "
         "'records[W3].form_id' 'records[L1].entry[1].form_id'",
         "records[W3].form_id=02000803\nrecords[L1].entry[1].form_id=02000803\n"},
        {"generic: a list may be called nodes",
         "cd generic; redforge apply remove.xml net.esp --definitions nodes.def -o o.esp -q && redforge verify -q "
         "--definitions nodes.def o.esp",
         ""},
        {"generic: a list may be called statics",
         "cd generic; redforge apply dup.xml row.esp --definitions thing.def -o a.esp -q; sed s/things/statics/ "
         "dup.xml > "
         "d.xml; redforge apply d.xml row.esp --definitions static.def -o b.esp -q; cmp a.esp b.esp; redforge get "
         "a.esp "
         "'records[Net].net.things[*].a' --definitions thing.def | sed 's/.*=//' | tr '\\n' ' '",
         "1 1 2 3 "},
        {"generic: a count can be set to its own value",
         "cd generic; redforge set cnt.esp 'records[Net].net.n=2' --definitions c.def -o o.esp -q && cmp cnt.esp o.esp "
         "&& "
         "echo same",
         "same\n"},
        {"hostile/SYSTEM.INI: an edit gives a file that can be read",
         "redforge set hostile/SYSTEM.INI 'sections[0].rest=3' -i -q --no-backup && redforge get hostile/SYSTEM.INI "
         "'sections[0].rest' && redforge verify -q hostile/SYSTEM.INI",
         "3\n"},
        {"modder/apply-in-place.sh", "mkdir d; cd d; sh ../modder/apply-in-place.sh",
         "1 change -> TEXBSI.302\nrc 0\nwith -o it is right\n"},
        {"modder/ci-no-annotation.sh", "mkdir d; cd d; sh ../modder/ci-no-annotation.sh 2>/dev/null",
         "::error file=S/scripts/GUARD01.soup,line=8,col=9,title=unreadable::( where a statement should be\nrc 2\n"
         "      \"results\": [\n"},
        {"modder/ini-merge.sh",
         "mkdir d; cd d; export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a; sh "
         "../modder/ini-merge.sh > log 2>&1; tail -2 log; tr -d '\\r' < r/ITEM.INI",
         "ITEM.INI: merge: redforge\nini.xml: merge: redforge\n[items]\nname[1] = ?x\ndescription[1] = y\n"},
        {"modder/script-ignored.sh", "mkdir d; cd d; sh ../modder/script-ignored.sh 2>&1 | grep rc", "rc 2\n"},
    };
    return all;
}

/// Checks with `verify` that files without a row survive the text forms.
constexpr std::string_view verify_all =
    "find . -type f \\( -name '*.es[pml]' -o -name '*.ess' -o -name '*.SFX' -o -name '*.RTX' -o -name '*.3DC' -o -name "
    "'*.INI' -o -name '*STRINGS' \\) | sort | xargs redforge verify -q | grep -v '^ok'";

fs::path reports_or_skip()
{
    const char* const named = std::getenv("REDFORGE_REPORTS");    // NOLINT(*mt-unsafe*): the tests never set it
    const char* const samples = std::getenv("REDFORGE_SAMPLES");  // NOLINT(*mt-unsafe*)
    const fs::path folder = named != nullptr     ? fs::path(named)
                            : samples != nullptr ? fs::path(samples).parent_path() / "reports"
                                                 : fs::path();
    if (folder.empty() || !fs::is_directory(folder)) {
        WARN("skipped: REDFORGE_REPORTS names no folder of reports");
        return {};
    }
    return folder;
}

}  // namespace

TEST_CASE("bug reports: each input has the right result", "[cli]")
{
    const fs::path reports = reports_or_skip();
    if (reports.empty() || sanitized || !has_shell()) {
        return;
    }
    for (const Row& row : rows()) {
        CAPTURE(row.what);
        const TemporaryFolder folder;
        fs::copy(reports, folder.path() / "r", fs::copy_options::recursive);
        REQUIRE(run_shell(folder.path(), "chmod -R u+w r").status == 0);
        const ProcessResult outcome = run_shell(folder.path() / "r", row.command);
        CHECK(outcome.output == row.output);
        CHECK(outcome.status == row.status);
    }
}

TEST_CASE("bug reports: each input survives the text forms", "[cli]")
{
    const fs::path reports = reports_or_skip();
    if (!reports.empty() && !sanitized && has_shell()) {
        CHECK(run_shell(reports, std::string(verify_all)).output.empty());
    }
}
