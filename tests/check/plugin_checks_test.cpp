// Checks of plugins and saves: each finds its mistake, and nothing in a plugin without one.
#include <catch2/catch.hpp>

#include <memory>

#include <fmt/format.h>

#include "check/check.hpp"
#include "edit/document/document.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"
#include "tes/archive/game_archive.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/save/save.hpp"

using namespace redforge;
using namespace redforge::test;
using namespace redforge::tes::test;

namespace {

using Lines = std::vector<std::string>;

Services with_data(const tes::DataFolder& data)
{
    Services services;
    services.set(&data);
    return services;
}

/// Returns the findings as "PATH: MESSAGE [CHECK]".
Lines findings_in(const edit::Document& document, const check::Selection& selection = {})
{
    Lines lines;
    for (const check::Finding& finding : check::run(document, {}, selection)) {
        lines.push_back(fmt::format("{}: {} [{}]", finding.path(document.root()), finding.message, finding.check->id));
    }
    return lines;
}

/// Returns the findings of duplicate-key in a plugin with these groups, as "PATH: MESSAGE".
Lines duplicate_keys(std::initializer_list<Bytes> groups)
{
    Bytes bytes = tes4(20, static_cast<std::uint32_t>(groups.size()));
    for (const Bytes& each : groups) {
        append(bytes, each);
    }
    const edit::Document plugin(*edit::find_format("plugin"),
                                std::make_shared<tes::Plugin>(need(tes::read_plugin(bytes))));
    Lines lines = findings_in(plugin, {{"duplicate-key"}, {}});
    for (std::string& line : lines) {
        line.resize(line.rfind(" ["));
    }
    return lines;
}

/// Returns all findings in a plugin with one master, Base.esm, these groups, and this count of records and groups.
Lines findings(std::size_t header, std::uint32_t count, const Bytes& groups)
{
    const Bytes hedr = joined({number(std::uint32_t{0x3F800000}), number(count), number(std::uint32_t{0x900})});
    const Bytes first =
        record(header, "TES4", 0, joined({sub("HEDR", hedr), sub("MAST", zstring("Base.esm")), sub("DATA", Bytes(8))}));
    return findings_in(need(edit::read_binary(SharedBytes(joined({first, groups})))));
}

Bytes form(std::uint32_t form_id)
{
    return number(form_id);
}
Bytes weapon(std::uint32_t form_id, std::string_view name, std::uint32_t enchantment)
{
    return record(20, "WEAP", form_id, joined({sub("EDID", zstring(name)), sub("ENAM", form(enchantment))}));
}
Bytes enchantment(std::uint32_t form_id)
{
    return record(20, "ENCH", form_id, sub("EDID", zstring("Fire")));
}
/// Returns a script with these indices of variables, code and references.
Bytes script(std::initializer_list<std::uint32_t> variables, const Bytes& code, const Bytes& references)
{
    Bytes data = joined(
        {sub("EDID", zstring("Small")), schr(0, static_cast<std::uint32_t>(code.size()), 0, 0), sub("SCDA", code)});
    for (const std::uint32_t index : variables) {
        append(data, joined({slsd(index, 1), sub("SCVR", zstring("v" + std::to_string(data.size())))}));
    }
    return top_group(20, "SCPT", record(20, "SCPT", 0x01000801, joined({data, references})));
}

}  // namespace

TEST_CASE("check: duplicate-key compares groups of a plugin by type and label")
{
    const auto block = [](std::uint32_t type, std::uint32_t number_of_block) {
        return group(20, number(number_of_block), type, {});
    };
    CHECK(duplicate_keys({block(2, 7), block(3, 7), block(2, 8)}) == Lines{});
    CHECK(duplicate_keys({block(2, 7), block(3, 7), block(2, 7)}) ==
          Lines{"entries[2].number: entries[0] has type interior_block, number 7 too"});
}

TEST_CASE("check: reports duplicate, unlisted, missing and mistyped FormIDs")
{
    const auto with = [](const Bytes& weapons) {
        return findings(20, 5,
                        joined({top_group(20, "ENCH", enchantment(0x01000800)), top_group(20, "WEAP", weapons)}));
    };
    const Bytes sword = weapon(0x01000801, "Sword", 0x01000800);
    CHECK(with(joined({sword, weapon(0x01000802, "Bow", 0x00012345)})) == Lines{});
    // Any first byte after the masters is the plugin's own.
    CHECK(with(joined({sword, weapon(0x01000801, "Bow", 0)})) ==
          Lines{"records[Bow].form_id: records[Sword] has 01000801 too [form-id-twice]"});
    CHECK(with(joined({sword, weapon(0x05000801, "Bow", 0)})) ==
          Lines{"records[Bow].form_id: records[Sword] has 05000801 too [form-id-twice]",
                "records[Bow].form_id: 05000801 is of master 5; the plugin has 1 [unlisted-master]"});
    CHECK(with(joined({sword, weapon(0x01000802, "Bow", 0x02012345)})) ==
          Lines{"records[Bow].enchantment.form_id: 02012345 is of master 2; the plugin has 1 [unlisted-master]",
                "records[Bow].enchantment.form_id: no record of the plugin has 02012345 [missing-form]"});
    CHECK(
        with(joined({weapon(0x02000801, "Axe", 0), weapon(0x02000802, "Bow", 0x02000800)})) ==
        Lines{
            "records[Axe].form_id: 02000801 is of master 2; the plugin has 1 (3 FormIDs begin so) [unlisted-master]"});
    CHECK(with(joined({sword, weapon(0x01000802, "Bow", 0x01000999)})) ==
          Lines{"records[Bow].enchantment.form_id: no record of the plugin has 01000999 [missing-form]"});
    // Object ids below 0x800 belong to forms of the game's program; a plugin does not contain them.
    CHECK(with(joined({sword, weapon(0x01000802, "Bow", 0x010007FF)})) == Lines{});
    const Bytes first = joined({weapon(0x01000801, "Sword", 0), weapon(0x01000802, "Bow", 0x01000800)});
    CHECK(findings(20, 3, top_group(20, "WEAP", first)) ==
          Lines{"records[Bow].enchantment.form_id: no record of the plugin has 01000800 [missing-form]"});
    CHECK(with(joined({sword, weapon(0x01000802, "Bow", 0x01000801)})) ==
          Lines{"records[Bow].enchantment.form_id: 01000801 is a WEAP, not ENCH [form-type]"});
}

TEST_CASE("check: reports connections of a path grid that do not fit its points")
{
    const auto grid = [](std::initializer_list<std::uint16_t> connections) {
        Bytes points;
        for (const std::uint8_t count : {std::uint8_t{1}, std::uint8_t{1}}) {
            append(points, joined({Bytes(12), number(count), Bytes(3)}));
        }
        Bytes all;
        for (const std::uint16_t each : connections) {
            append_le(all, each);
        }
        const Bytes data = joined({sub("DATA", number(std::uint16_t{2})), sub("PGRP", points), sub("PGRR", all)});
        return findings(20, 2, top_group(20, "PGRD", record(20, "PGRD", 0x01000801, data)));
    };
    const std::string place = "records[01000801].path_connections.points: ";
    CHECK(grid({1, 0}) == Lines{});
    CHECK(grid({1, 2}) == Lines{place + "point 2; the path grid has 2 points [path-grid]"});
    CHECK(grid({1}) == Lines{place + "1 connection; the counts of the points give 2 [path-grid]"});
}

TEST_CASE("check: reports a face with a vertex that the model does not have")
{
    const auto model = [](const std::string& vertices) {
        return "<model version=\"v4.0\"><face vertices=\"" + vertices + "\"/><vertex x=\"1\"/></model>";
    };
    CHECK(findings_in(need(edit::read_text(model("0 0 0"), "test"))) == Lines{});
    CHECK(findings_in(need(edit::read_text(model("0 0 1"), "test"))) ==
          Lines{"faces[0].vertices: has vertex 1; the model has 1 vertex [face-vertex]"});
    CHECK(findings_in(need(edit::read_text("<rob><segment name=\"A\">" + model("7") + "</segment></rob>", "test"))) ==
          Lines{"segments[0].model.faces[0].vertices: has vertex 7; the model has 1 vertex [archive-face-vertex]"});
}

TEST_CASE("check: reports a second subrecord of a type that occurs once")
{
    const auto actor = [](const std::vector<std::string>& tags) {
        Bytes data = sub("EDID", zstring("Smith"));
        for (const std::string& tag : tags) {
            append(data, sub(tag, tag == "FULL" ? zstring("Smith") : Bytes(4)));
        }
        return findings(20, 2, top_group(20, "NPC_", record(20, "NPC_", 0x01000800, data)));
    };
    CHECK(actor({"FULL", "SPLO", "SPLO"}) == Lines{});
    CHECK(actor({"FULL", "FULL", "SPLO"}) ==
          Lines{"records[Smith].name[1]: a second FULL; a NPC_ has one [repeated-subrecord]"});
}

TEST_CASE("check: ignores references to masters that are not loaded")
{
    CHECK(findings(20, 4,
                   joined({top_group(20, "ENCH", enchantment(0x00000800)),
                           top_group(20, "WEAP", weapon(0x00000801, "Sword", 0x00000802))})) == Lines{});
}

TEST_CASE("check: records are in the group of their type, and the header counts them")
{
    CHECK(findings(20, 2, top_group(20, "ENCH", weapon(0x01000801, "Sword", 0))) ==
          Lines{"records[Sword]: a WEAP in the group of ENCH [record-outside-group]"});
    CHECK(findings(20, 1, weapon(0x01000801, "Sword", 0)) ==
          Lines{"records[Sword]: a WEAP that is in no group [record-outside-group]"});
    CHECK(findings(20, 7, top_group(20, "WEAP", weapon(0x01000801, "Sword", 0))) ==
          Lines{"header.record_count: counts more records and groups than the file has: it is cut off between two "
                "groups, or the count is wrong [damaged]",
                "header.record_count: 7 records and groups; there are 2 [record-count]"});
    CHECK(findings(20, 1, top_group(20, "WEAP", weapon(0x01000801, "Sword", 0))) ==
          Lines{"header.record_count: 1 records and groups; there are 2 [record-count]"});
}

TEST_CASE("check: finds problems after records that have groups")
{
    const auto topic = [](std::uint32_t form_id, std::string_view name) {
        return record(20, "DIAL", form_id, sub("EDID", zstring(name)));
    };
    const auto lines = [](std::uint32_t of, std::uint32_t form_id) {
        return group(20, number(of), 7, record(20, "INFO", form_id, sub("NAM1", zstring("Well met."))));
    };
    CHECK(findings(20, 10,
                   joined({top_group(20, "DIAL",
                                     joined({topic(0x01000801, "First"), lines(0x01000801, 0x01000802),
                                             lines(0x01000801, 0x01000803), topic(0x01000804, "Second"),
                                             topic(0x01000801, "Third")})),
                           top_group(20, "WEAP", weapon(0x01000803, "Sword", 0))})) ==
          Lines{"records[Third].form_id: records[First] has 01000801 too [form-id-twice]",
                "records[Sword].form_id: records[01000803] has 01000803 too [form-id-twice]"});
}

TEST_CASE("check: reports records equal to their master's, and wrong references to masters")
{
    const Folder folder;
    const auto header = [](std::initializer_list<std::string_view> masters) {
        Bytes parts = sub("HEDR", joined({number(std::uint32_t{0x3F800000}), number(std::uint32_t{4}), form(0x900)}));
        for (const std::string_view master : masters) {
            append(parts, joined({sub("MAST", zstring(master)), sub("DATA", Bytes(8))}));
        }
        return record(20, "TES4", 0, parts);
    };
    const auto weapons = [](std::uint32_t enchantment) {
        return top_group(20, "WEAP", joined({weapon(0x801, "Sword", enchantment), weapon(0x802, "Axe", 0)}));
    };
    folder.put("Base.esm", joined({header({}), top_group(20, "ENCH", enchantment(0x800)), weapons(0)}));
    folder.put("Patch.esm", joined({header({"Base.esm"}), weapons(0x800)}));
    const tes::DataFolder data({folder.path});
    const auto found = [&](std::initializer_list<std::string_view> masters, std::uint32_t enchantment) {
        const edit::Document plugin =
            need(edit::read_binary(SharedBytes(joined({header(masters), weapons(enchantment)}))));
        Lines lines;
        for (const check::Finding& finding :
             check::run(plugin, {.services = with_data(data)}, {{"same-as-master", "missing-form", "form-type"}, {}})) {
            lines.push_back(
                fmt::format("{}: {} [{}]", finding.path(plugin.root()), finding.message, finding.check->id));
        }
        return lines;
    };
    const std::string same = "has the same record with equal content [same-as-master]";
    CHECK(found({"Base.esm"}, 0) == Lines{"records[Sword]: Base.esm " + same, "records[Axe]: Base.esm " + same});
    CHECK(found({"Base.esm"}, 0x800) == Lines{"records[Axe]: Base.esm " + same});
    // The last master that has the record counts.
    CHECK(found({"Base.esm", "Patch.esm"}, 0) == Lines{"records[Axe]: Patch.esm " + same});
    CHECK(found({"Base.esm", "Patch.esm"}, 0x800) ==
          Lines{"records[Sword]: Patch.esm " + same, "records[Axe]: Patch.esm " + same});
    CHECK(found({"Base.esm", "Gone.esm"}, 0) == Lines{});
    CHECK(found({"Base.esm"}, 0x810) ==
          Lines{"records[Sword].enchantment.form_id: no record of its master has 00000810 [missing-form]",
                "records[Axe]: Base.esm " + same});
    CHECK(found({"Base.esm"}, 0x802) ==
          Lines{"records[Sword].enchantment.form_id: 00000802 is a WEAP, not ENCH [form-type]",
                "records[Axe]: Base.esm " + same});
}

TEST_CASE("check: reports deleted references")
{
    const auto cell = [](std::string_view type, std::uint32_t flags) {
        const Bytes inside =
            group(20, form(0x01000800), 9, record(20, type, 0x01000801, sub("NAME", form(0x20)), flags));
        return findings(20, 5,
                        top_group(20, "CELL",
                                  joined({record(20, "CELL", 0x01000800, sub("EDID", zstring("Room"))),
                                          group(20, form(0x01000800), 6, inside)})));
    };
    CHECK(cell("REFR", 0) == Lines{});
    CHECK(cell("LAND", 0x20) == Lines{});
    CHECK(cell("REFR", 0x20) == Lines{"records[01000801].flags: a script or package that names it makes the game crash "
                                      "[deleted-reference]"});
}

TEST_CASE("check: Oblivion scripts list each variable and reference of their code")
{
    // set v(1) to v(2); the code of tests of plugins sets variable 1.
    const Bytes reference = sub("SCRO", form(0x14));
    CHECK(findings(20, 2, script({1}, small_code(), reference)) == Lines{});
    CHECK(findings(20, 2, script({1, 2, 1}, small_code(), reference)).size() == 1);
    CHECK(findings(20, 2, script({1, 2, 1}, small_code(), reference))
              .front()
              .ends_with("has index 1 too [variable-twice]"));
    CHECK(findings(20, 2, script({2}, small_code(), reference)) ==
          Lines{"scripts[Small].script_body.compiled: the code names variable 1, which the script does not have "
                "[script-names]"});
    CHECK(findings(20, 2, script({1}, small_code(), sub("SCRV", form(3)))) ==
          Lines{"scripts[Small].script_body.references[0].variable: the script has no variable 3 [script-names]"});
    // Activate, called on reference 2.
    const Bytes call = joined({number(0x0002001CU), number(0x0000100DU)});
    CHECK(findings(20, 2, script({}, call, joined({reference, reference}))) == Lines{});
    CHECK(findings(20, 2, script({}, call, reference)) ==
          Lines{"scripts[Small].script_body.compiled: the code names reference 2; the script has 1 [script-names]"});
}

TEST_CASE("check: script properties have unique names and a version that Skyrim reads")
{
    const auto with = [](const Bytes& vmad) {
        return findings(24, 2,
                        top_group(24, "ACTI",
                                  record(24, "ACTI", 0x01000800,
                                         joined({sub("EDID", zstring("Stone")), sub("VMAD", vmad)}))));
    };
    const auto vmad = [](std::int16_t version, std::string_view second) {
        const auto property = [](std::string_view name) {
            return joined({wstring(name), number(std::uint16_t{0x0103}), number(std::int32_t{7})});
        };
        return joined({number(version), number(std::int16_t{2}), number(std::uint16_t{1}), wstring("Keeper"), Bytes(1),
                       number(std::uint16_t{2}), property("Count"), property(second)});
    };
    CHECK(with(vmad(5, "Other")) == Lines{});
    CHECK(with(vmad(5, "count")) ==
          Lines{"records[Stone].properties.scripts[0].properties[1].name: "
                "records[Stone].properties.scripts[0].properties[0] is count too [property-twice]"});
    CHECK(with(vmad(6, "Other")) ==
          Lines{"records[Stone].properties.version: version 6; Skyrim reads up to 5 [properties-version]"});
}

TEST_CASE("check: change records of a save are unique and of listed plugins")
{
    tes::Save save;
    save.plugins.resize(2, {Text("Oblivion.esm")});
    save.plugins[1].name = Text("Mod.esp");
    const auto found = [&](std::initializer_list<std::uint32_t> forms) {
        save.changes = {};
        for (const std::uint32_t form_id : forms) {
            save.changes.add("change");
            tes::form_id_of(save.changes.back()) = form_id;
        }
        return findings_in(edit::Document(*edit::find_format("save"), std::make_shared<tes::Save>(save)),
                           {{"change-twice", "unlisted-plugin"}, {}});
    };
    CHECK(found({0x07, 0x14, 0xFEFFFFFF, 0xFEFFFFFF, 0x01000800, 0xFF000001}) == Lines{});
    CHECK(found({0x14, 0x07, 0x14}) == Lines{"changes[2].form_id: changes[0] is of 00000014 too [change-twice]"});
    CHECK(found({0x02000800}) ==
          Lines{"changes[0].form_id: 02000800 is of plugin 2; the load order has 2 [unlisted-plugin]"});
}

namespace {

/// Returns a plugin in text form with these groups.
edit::Document plugin_of_text(const std::string& groups)
{
    return need(
        edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\"/>" + groups + "</plugin>", "test"));
}

}  // namespace

TEST_CASE("check: reports models and scripts that the game does not have")
{
    const Folder folder;
    const std::vector<tes::FileToArchive> files{{"meshes\\Clutter\\Cup.nif", zstring("a")},
                                                {"scripts\\door.pex", zstring("b")}};
    const edit::Document document = need(edit::read_text(
        "<plugin header_size=\"later\"><header version=\"1.7\"><master name=\"Base.esm\"/></header>"
        "<group type=\"top\" label=\"MISC\"><record type=\"MISC\" editor_id=\"A\" form_id=\"01000800\"><properties "
        "version=\"5\" object_format=\"2\"><script name=\"Door\"/><script name=\"Gone\"/></properties><model "
        "text=\"clutter\\cup.NIF\"/></record><record type=\"MISC\" editor_id=\"B\" form_id=\"01000801\"><model "
        "text=\"clutter\\own.nif\"/></record><record type=\"MISC\" editor_id=\"C\" form_id=\"01000802\"><model "
        "text=\"clutter\\none.nif\"/></record></group></plugin>",
        "test"));
    const auto found = [&] {
        const tes::DataFolder data({folder.path});
        Lines lines;
        for (const check::Finding& each :
             check::run(document, {.file = folder.path / "A.esp", .services = with_data(data)},
                        {{"missing-file"}, {}})) {
            lines.push_back(fmt::format("{}: {}", each.path(document.root()), each.message));
        }
        return lines;
    };
    const edit::Document base = need(
        edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\" flags=\"master\"/></plugin>", "test"));
    folder.put("Base.esm", need(base.encode()).joined());
    CHECK(found() == Lines{});  // without archives, the folder is not a game
    folder.put("Meshes/clutter/OWN.nif", "c");
    folder.put("Base.bsa", need(tes::write_archive(tes::ArchiveGame::skyrim, files, true)));
    std::filesystem::rename(folder.path / "Base.esm", folder.path / "Other.esm");
    CHECK(found() == Lines{});  // the archives can be those of another game
    std::filesystem::rename(folder.path / "Other.esm", folder.path / "Base.esm");
    CHECK(found() ==
          Lines{"records[A].properties.scripts[1].name: no folder and no archive of the game has scripts/Gone.pex",
                "records[C].model.text: no folder and no archive of the game has meshes/clutter/none.nif"});
    folder.put("Base.bsa", "BSA");
    CHECK(found() == Lines{fmt::format(": an archive cannot be read: {}: byte 0 (0x0): is not a BSA or BA2 archive",
                                       (folder.path / "Base.bsa").string())});
}

TEST_CASE("check: reports a cell in a wrong block, and the fix moves it")
{
    const auto exterior = [](int block_x, int block_y, int x, int y) {
        return plugin_of_text(fmt::format(
            "<group type=\"top\" label=\"WRLD\"><record type=\"WRLD\" editor_id=\"Land\" form_id=\"00000800\"><group "
            "type=\"world_children\"><group type=\"exterior_block\" x=\"{}\" y=\"{}\"><group "
            "type=\"exterior_sub_block\" x=\"{}\" y=\"{}\"><record type=\"CELL\" editor_id=\"Field\" "
            "form_id=\"00000801\"><grid x=\"40\" y=\"-1\"/></record></group></group></group></record></group>",
            block_x, block_y, x, y));
    };
    CHECK(findings_in(exterior(1, -1, 5, -1)) == Lines{});
    edit::Document document = exterior(0, 0, 0, 0);
    const std::vector<check::Finding> found = check::run(document, {});
    REQUIRE(found.size() == 1);
    CHECK(found[0].message == "in block 0,0, sub-block 0,0; its grid belongs to block 1,-1, sub-block 5,-1");
    edit::Recorder recorder(document);
    REQUIRE(check::fix(recorder, found));
    static_cast<void>(need(recorder.finish("Fix")));
    CHECK(findings_in(document) == Lines{});
    CHECK(!document.difference(exterior(1, -1, 5, -1)));
    CHECK(
        findings_in(plugin_of_text("<group type=\"top\" label=\"CELL\"><group type=\"interior_block\" "
                                   "number=\"9\"><group type=\"interior_sub_block\" number=\"4\"><record "
                                   "type=\"CELL\" editor_id=\"Inn\" form_id=\"00000800\"/></group></group></group>")) ==
        Lines{
            "records[Inn]: in block 9, sub-block 4; the object id 2048 belongs to block 8, sub-block 4 [cell-group]"});
}

TEST_CASE("check: reports a reference whose flag contradicts its group")
{
    const auto cell = [](const std::string& group, const std::string& flags) {
        return findings_in(
            plugin_of_text("<group type=\"top\" label=\"CELL\"><group type=\"interior_block\" number=\"8\"><group "
                           "type=\"interior_sub_block\" number=\"4\"><record type=\"CELL\" editor_id=\"Inn\" "
                           "form_id=\"00000800\"><group type=\"cell_children\"><group type=\"" +
                           group + "\"><record type=\"ACHR\" editor_id=\"Guard\" form_id=\"00000801\" flags=\"" +
                           flags + "\"/></group></group></record></group></group></group>"));
    };
    CHECK(cell("persistent", "persistent") == Lines{});
    CHECK(cell("temporary", "initially_disabled") == Lines{});
    CHECK(cell("persistent", "initially_disabled") ==
          Lines{"records[Guard].flags: not persistent, in the group of persistent references [reference-group]"});
    CHECK(cell("temporary", "persistent") ==
          Lines{"records[Guard].flags: persistent, in the group of temporary references [reference-group]"});
}

TEST_CASE("check: reports subrecords with an unexpected order or size")
{
    const auto keyword = [](const Bytes& parts) {
        return findings(24, 2, top_group(24, "KYWD", record(24, "KYWD", 0x01000800, parts)));
    };
    CHECK(keyword(joined({sub("EDID", zstring("Iron")), sub("CNAM", Bytes(4))})) == Lines{});
    CHECK(keyword(joined({sub("EDID", zstring("Iron")), sub("CNAM", Bytes(3))})) ==
          Lines{"records[Iron].subrecord.data: 3 bytes do not fit the layout of CNAM in a KYWD [subrecord-layout]"});
    const auto sound = [](const Bytes& parts) {
        return findings(24, 2, top_group(24, "SOUN", record(24, "SOUN", 0x01000800, parts)));
    };
    CHECK(sound(joined({sub("EDID", zstring("Bell")), sub("OBND", Bytes(12)), sub("FNAM", zstring("bell.wav"))})) ==
          Lines{});
    CHECK(sound(joined({sub("EDID", zstring("Bell")), sub("FNAM", zstring("bell.wav")), sub("OBND", Bytes(12))})) ==
          Lines{"records[Bell].bounds: OBND after FNAM; a SOUN has it before [subrecord-order]"});
}
