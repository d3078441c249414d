// New records, copies between plugins, other FormIDs, and conflicts of a load order.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "core/file_fixture.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/changes.hpp"
#include "edit/operation/field_roles.hpp"
#include "edit/patch/edits.hpp"
#include "edit/plugin/bookkeeping.hpp"
#include "edit/plugin/form_numbers.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/plugin_conflicts.hpp"
#include "edit/plugin/plugin_records.hpp"
#include "edit/plugin/string_files.hpp"
#include "support/outcome.hpp"
#include "support/source_folder.hpp"
#include "support/values.hpp"
#include "tes/archive/game_archive.hpp"
#include "tes/strings/string_texts.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

edit::Document plugin(const std::string& header, const std::string& records)
{
    return need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\"" + header + "</header>" +
                                    records + "</plugin>",
                                "test"));
}

/// Returns the Skyrim.esm of the tests: a keyword, and a list that names it and a form of Update.esm.
edit::Document skyrim()
{
    return plugin(
        "><master name=\"Update.esm\"/>",
        "<group type=\"top\" label=\"KYWD\"><record type=\"KYWD\" editor_id=\"Iron\" form_id=\"01000900\"/></group>"
        "<group type=\"top\" label=\"FLST\"><record type=\"FLST\" editor_id=\"Metals\" form_id=\"01000901\">"
        "<form form_id=\"01000900\"/><form form_id=\"00000A00\"/><form form_id=\"01000901\"/></record></group>");
}

std::string items(const edit::Document& document, const std::string& record)
{
    return fmt::format("{}: {} {} {}", value(document, record + ".form_id"),
                       value(document, record + ".form[0].form_id"), value(document, record + ".form[1].form_id"),
                       value(document, record + ".form[2].form_id"));
}

/// Returns the text of a record.
std::string text_of(const edit::Document& document, const std::string& path)
{
    const std::vector<edit::Match> matches = need(edit::resolve(document.root(), path));
    TextSink sink;
    XmlWriter(sink).fragment("record", matches.front().record);
    return sink.str();
}

/// Returns the names of the subrecords of a record.
std::string elements_of(const edit::Document& document, const std::string& path)
{
    const RecordHandle record = need(edit::resolve(document.root(), path)).front().record;
    const ListView list = record.list(*record.table().find_child("subrecords"));
    std::string names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        names += fmt::format("{}{}", i == 0 ? "" : " ", list.item(i).name);
    }
    return names;
}

/// Returns the types of records that the definitions of both games have.
std::set<std::string> record_types()
{
    std::set<std::string> all;
    for (const std::string game : {"oblivion.def", "skyrim.def"}) {
        std::ifstream definitions(source_folder() / "libformats/tes/definitions" / game);
        for (std::string line; std::getline(definitions, line);) {
            if (line.starts_with("record ")) {
                all.insert(line.substr(7, 4));
            }
        }
    }
    return all;
}

std::string masters(const edit::Document& document)
{
    return edit::plugin_list_text(edit::plugins_named_by(document.root()));
}

}  // namespace

TEST_CASE("new record: has the next free FormID and a top group")
{
    edit::Document document =
        plugin(" form_version=\"44\" next_object_id=\"00000805\"><master name=\"Skyrim.esm\"/>", "");
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::add_form(recorder, "KYWD", "Steel")));
    CHECK(value(document, "records[Steel].form_id") == "01000805");
    CHECK(value(document, "records[Steel].form_version") == "44");
    CHECK(value(document, "entries[0].label") == "KYWD");
    CHECK(value(document, "header.next_object_id") == "00000806");
    static_cast<void>(need(edit::add_form(recorder, "KYWD", "Copper")));
    CHECK(value(document, "records[Copper].form_id") == "01000806");
    CHECK(require_error(edit::add_form(recorder, "KYWD", "steel")).message == "the plugin has a record steel");
    CHECK(require_error(edit::add_form(recorder, "REFR", "Door")).message ==
          "records of type REFR are inside a cell, worldspace or topic");
    CHECK(require_error(edit::add_form(recorder, "ABCD", "Door")).message ==
          "\"ABCD\" is not a type of records of this game");
}

TEST_CASE("new record: has the subrecords that its type requires, in their order")
{
    edit::Document document = plugin(" form_version=\"44\">", "");
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::add_form(recorder, "WEAP", "Sword")));
    static_cast<void>(need(edit::add_form(recorder, "GLOB", "Hour")));
    CHECK(text_of(document, "records[Hour]") ==
          "<record type=\"GLOB\" editor_id=\"Hour\" form_id=\"00000801\" form_version=\"44\">\n"
          "  <global_type value=\"float\"/>\n"
          "  <global_value value=\"0\"/>\n"
          "</record>\n");
    static_cast<void>(need(recorder.finish({})));
    const XmlDocument edits = need(XmlDocument::parse("<edits><add path=\"records[Sword]\"><weapon_template "
                                                      "form_id=\"00000000\"/><name text=\"Sword\"/></add></edits>",
                                                      "edits"));
    static_cast<void>(need(edit::apply(document, edits)));
    CHECK(elements_of(document, "records[Sword]") ==
          "bounds name weapon_basics weapon critical_special detection_sound weapon_template");
}

TEST_CASE("new record: a new record of each type of both games round-trips")
{
    for (const std::string size : {"oblivion", "later"}) {
        edit::Document document =
            need(edit::read_text("<plugin header_size=\"" + size + "\"><header version=\"1.7\"/></plugin>", "test"));
        edit::Recorder recorder(document);
        std::size_t made = 0;
        for (const std::string& type : record_types()) {
            made += edit::add_form(recorder, type, "x" + type) ? 1U : 0U;
        }
        static_cast<void>(need(recorder.finish({})));
        CHECK(made > 40);
        const Bytes bytes = need(document.write());
        CHECK_FALSE(document.difference(need(edit::read_binary(SharedBytes(bytes)))));
    }
}

TEST_CASE("apply: an added subrecord can name a form by its editor ID")
{
    edit::Document document = skyrim();
    const XmlDocument edits = need(
        XmlDocument::parse("<edits><add path=\"records[Metals]\"><form form_id=\"iron\"/></add></edits>", "edits"));
    static_cast<void>(need(edit::apply(document, edits)));
    CHECK(value(document, "records[Metals].form[3].form_id") == "01000900");
    CHECK(edits.root().first_child().first_child().attribute("form_id").value() == std::string("iron"));
    const XmlDocument wrong = need(
        XmlDocument::parse("<edits><add path=\"records[Metals]\"><form form_id=\"Gold\"/></add></edits>", "edits"));
    CHECK_FALSE(edit::apply(document, wrong));
}

TEST_CASE("new record: a script of Oblivion can get a source")
{
    edit::Document document =
        need(edit::read_text("<plugin header_size=\"oblivion\"><header version=\"1\"/></plugin>", "test"));
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::add_form(recorder, "SCPT", "MyScript")));
    CHECK(elements_of(document, "records[MyScript]") == "script_body");
}

TEST_CASE("copy: an override adds the masters that it needs")
{
    const edit::Document source = skyrim();
    edit::Document document = plugin("><master name=\"Other.esm\"/>", "");
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}}, "Metals", "")));
    CHECK(masters(document) == "Other.esm|Update.esm|Skyrim.esm");
    CHECK(items(document, "records[Metals]") == "02000901: 02000900 01000A00 02000901");
    CHECK(require_error(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}}, "Metals", "")).message ==
          "the plugin has the record 02000901 (Metals) already");
}

TEST_CASE("copy: a form of another plugin never becomes a form of the game")
{
    const edit::Document source =
        plugin("><master name=\"Update.esm\"/><master name=\"Light.esl\"/>",
               "<group type=\"top\" label=\"FLST\"><record type=\"FLST\" editor_id=\"Metals\" form_id=\"02000901\">"
               "<form form_id=\"01000014\"/><form form_id=\"00000014\"/></record></group>");
    edit::Document document = plugin("><master name=\"Light.esl\"/>", "");
    edit::Recorder recorder(document);
    CHECK(require_error(edit::copy_form(recorder, "Mod.esp", {&source, "Source.esp", {}}, "Metals", "")).message ==
          "FLST 02000901 has the form 01000014 of Light.esl, which would become the form 000014 of the game");
    edit::Document same = plugin("><master name=\"Update.esm\"/><master name=\"Light.esl\"/>", "");
    edit::Recorder other(same);
    CHECK(edit::copy_form(other, "Mod.esp", {&source, "Source.esp", {}}, "Metals", ""));
}

TEST_CASE("copy: fails if it needs the name of a plugin that is not known")
{
    const edit::Document source = skyrim();
    edit::Document document = plugin(">", "");
    edit::Recorder recorder(document);
    const auto copied = [&](std::string_view to, const std::string& from, std::string_view form = "Metals") {
        return require_error(edit::copy_form(recorder, to, {&source, from, {}}, form, "")).message;
    };
    CHECK(copied("Mod.esp", "Skyrim") ==
          "the record refers to forms of this plugin, and the file name of the plugin is not known");
    CHECK(copied("Skyrim", "Skyrim.esm", "Iron") ==
          "the record needs the master Skyrim.esm, which can be the target itself: the file name of the target is not "
          "known");
    CHECK(copied("", "Skyrim.esm", "Iron").starts_with("the record needs the master Skyrim.esm"));
    CHECK(copied("Update.esm", "Skyrim.esm") ==
          "Skyrim.esm cannot be a master of Update.esm: Skyrim.esm has the master Update.esm");
    CHECK(edit::copy_form(recorder, "Mod", {&source, "Skyrim.esm", {}}, "Metals", ""));
}

TEST_CASE("cell offsets: an edit that moves cells in the file removes them, and others keep them")
{
    const auto world = [] {
        return plugin(">", "<group type=\"top\" label=\"WRLD\"><record type=\"WRLD\" editor_id=\"Isle\" "
                           "form_id=\"00000900\"><cell_offsets offsets=\"5\"/><group "
                           "type=\"world_children\"><group type=\"exterior_block\"><group "
                           "type=\"exterior_sub_block\"><record type=\"CELL\" editor_id=\"Cove\" "
                           "form_id=\"00000901\"><grid x=\"1\" y=\"2\"/></record></group></group></group></record>"
                           "</group>");
    };
    const auto offsets_after = [&](const auto& edit) {
        edit::Document document = world();
        edit::Recorder recorder(document);
        static_cast<void>(need(edit(recorder)));
        edit::Transaction step = need(recorder.finish("Edit"));
        const std::vector<std::string> left = values(document, "records[Isle].cell_offsets.offsets");
        static_cast<void>(edit::reverse(document.root(), step));
        CHECK(!document.difference(world()));
        return left;
    };
    const std::vector<std::string> kept{"5"};
    CHECK(offsets_after([](auto& recorder) { return edit::set(recorder, "records[Cove].form_id", "00000902"); }) ==
          kept);
    CHECK(offsets_after([](auto& recorder) { return edit::set(recorder, "records[Cove].editor_id", "Bay"); }).empty());
    CHECK(offsets_after([](auto& recorder) { return edit::remove(recorder, "records[Cove]"); }).empty());
    CHECK(offsets_after([](auto& recorder) {
              return edit::set(recorder, "records[Isle].cell_offsets.offsets", "6");
          }) == std::vector<std::string>{"6"});
}

TEST_CASE("copy: a new record refers to itself by its own FormID")
{
    const edit::Document source = skyrim();
    edit::Document document = plugin(" next_object_id=\"00000800\">", "");
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}}, "Metals", "MyMetals")));
    CHECK(masters(document) == "Update.esm|Skyrim.esm");
    CHECK(items(document, "records[MyMetals]") == "02000800: 01000900 00000A00 02000800");
}

TEST_CASE("forms: inject gives a record a FormID of a master, and updates references")
{
    edit::Document document = skyrim();
    edit::Recorder recorder(document);
    const auto inject = [&](const std::string& record, const std::string& form) {
        return edit::inject_form(recorder, record, form, {});
    };
    CHECK(require_error(inject("Iron", "Other.esm:00ABCD")).message == "Other.esm is not one of its masters");
    CHECK(require_error(inject("Iron", "Update.esm")).message == "\"Update.esm\" is not a form of a master");
    static_cast<void>(need(inject("Iron", "update.esm:00ABCD")));
    CHECK(value(document, "records[Iron].form_id") == "0000ABCD");
    CHECK(items(document, "records[Metals]") == "01000901: 0000ABCD 00000A00 01000901");
    CHECK(require_error(inject("Metals", "Update.esm:ABCD")).message == "KYWD Iron has the FormID 0000ABCD");
}

TEST_CASE("copy: a deep copy includes the children, with free FormIDs if new")
{
    const edit::Document source = plugin(
        ">",
        "<group type=\"top\" label=\"DIAL\"><record type=\"DIAL\" editor_id=\"Hello\" form_id=\"00000900\">"
        "<group type=\"topic_children\"><record type=\"INFO\" form_id=\"00000901\"/>"
        "<record type=\"INFO\" editor_id=\"Second\" form_id=\"00000902\"><previous_info form_id=\"00000901\"/></record>"
        "</group></record></group>");
    edit::Document document = plugin(" next_object_id=\"00000800\">", "");
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}}, "Hello", "", true)));
    static_cast<void>(need(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}}, "Hello", "Mine", true)));
    std::string forms;
    for (const std::string& form : values(document, "records[*].form_id")) {
        forms += form + " ";
    }
    CHECK(forms == "00000900 00000901 00000902 01000800 01000801 01000802 ");
    CHECK(value(document, "records[Mine_Second].previous_info.form_id") == "01000801");
    CHECK(value(document, "header.next_object_id") == "00000803");
    CHECK(require_error(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}}, "Hello", "", true)).message ==
          "the plugin has the record 00000900 (Hello) already");
}

TEST_CASE("copy: an error in the source file names the source file")
{
    const edit::Document source = skyrim();
    edit::Document document = plugin(">", "");
    edit::Recorder recorder(document);
    const Error error =
        require_error(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}, "Data/Skyrim.esm"}, "Nope", ""));
    CHECK(error.message == "no record Nope");
    CHECK(error.file == "Data/Skyrim.esm");
}

TEST_CASE("copy: an interior cell is in the block and sub-block of its number")
{
    const edit::Document source =
        plugin(">",
               "<group type=\"top\" label=\"CELL\"><group type=\"interior_block\" number=\"6\"><group "
               "type=\"interior_sub_block\" "
               "number=\"5\"><record type=\"CELL\" editor_id=\"Inn\" form_id=\"00000900\"/></group></group></group>");
    edit::Document document = plugin(" next_object_id=\"00000801\">", "");
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}}, "Inn", "MyInn")));
    CHECK(value(document, "records[MyInn].form_id") == "00000801");  // object id 2049
    CHECK(value(document, "entries[0].group[0].number") == "9");
    CHECK(value(document, "entries[0].group[0].group[0].number") == "4");
}

TEST_CASE("forms: compact renumbers records for light plugins, and updates other files")
{
    edit::Document document = skyrim();
    set_value(document, "records[Iron].form_id", "01012345");
    set_value(document, "records[Metals].form[0].form_id", "01012345");
    const edit::FormNumbers numbers = need(edit::compact_numbers(*edit::plugin_of(document.root())));
    CHECK(numbers == edit::FormNumbers{{0x12345, 0x800}});
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::change_form_numbers(recorder, "", numbers)));
    CHECK(value(document, "records[Iron].form_id") == "01000800");
    CHECK(items(document, "records[Metals]") == "01000901: 01000800 00000A00 01000901");
    CHECK(value(document, "header.next_object_id") == "00000902");

    edit::Document other =
        plugin("><master name=\"Update.esm\"/><master name=\"Skyrim.esm\"/>",
               "<group type=\"top\" label=\"FLST\"><record type=\"FLST\" editor_id=\"List\" form_id=\"02000800\">"
               "<form form_id=\"01012345\"/><form form_id=\"00012345\"/><form form_id=\"02012345\"/></record></group>");
    edit::Recorder second(other);
    static_cast<void>(need(edit::change_form_numbers(second, "skyrim.esm", numbers)));
    CHECK(items(other, "records[List]") == "02000800: 01000800 00012345 02012345");
}

TEST_CASE("conflicts: reports a change that the last plugin does not have")
{
    const edit::Document base = skyrim();
    const std::string header = "><master name=\"Update.esm\"/><master name=\"Skyrim.esm\"/>";
    const auto with_name = [&](const std::string& text) {
        return plugin(header, "<group type=\"top\" label=\"KYWD\"><record type=\"KYWD\" editor_id=\"" + text +
                                  "\" form_id=\"01000900\"/></group>");
    };
    const edit::Document first = with_name("Copper");
    const edit::Document second = with_name("Iron");
    const std::vector<edit::OrderedPlugin> order{{"Update.esm", nullptr},
                                                 {"Skyrim.esm", edit::plugin_of(base.root())},
                                                 {"A.esp", edit::plugin_of(first.root())},
                                                 {"B.esp", edit::plugin_of(second.root())}};
    const edit::PluginComparison comparison = need(edit::overridden_fields(std::span(order).subspan(1)));
    CHECK(comparison.missing == std::vector<std::string>{"Update.esm"});
    CHECK(comparison.records == 1);
    const std::vector<edit::OverriddenField>& fields = comparison.fields;
    REQUIRE(fields.size() == 1);
    CHECK(fields[0].form == "Skyrim.esm:000900");
    CHECK(fields[0].field == "editor_id");
    CHECK(fields[0].is_conflict);
    std::string values;
    for (const edit::OverriddenField::Value& each : fields[0].values) {
        values += each.plugin + "=" + each.value + " ";
    }
    CHECK(values == "Skyrim.esm=\"Iron\" A.esp=\"Copper\" B.esp=\"Iron\" ");
}

TEST_CASE("conflicts: without the original, reports each field in which plugins differ")
{
    const edit::Document first =
        plugin("><master name=\"Iron.esp\"/>", "<group type=\"top\" label=\"KYWD\"><record "
                                               "type=\"KYWD\" editor_id=\"Copper\" form_id=\"00000900\"/></group>");
    const edit::Document second =
        plugin("><master name=\"Iron.esp\"/>", "<group type=\"top\" label=\"KYWD\"><record "
                                               "type=\"KYWD\" editor_id=\"Tin\" form_id=\"00000900\"/></group>");
    const std::vector<edit::OrderedPlugin> order{{"A.esp", edit::plugin_of(first.root())},
                                                 {"B.esp", edit::plugin_of(second.root())}};
    const edit::PluginComparison comparison = need(edit::overridden_fields(order));
    CHECK(comparison.missing == std::vector<std::string>{"Iron.esp"});
    REQUIRE(comparison.fields.size() == 1);
    CHECK(comparison.fields[0].form == "Iron.esp:000900");
    CHECK_FALSE(comparison.fields[0].has_original);
    CHECK(comparison.fields[0].is_conflict);
}

TEST_CASE("conflicts: reports an injected record that two plugins define differently")
{
    const auto with_name = [](const std::string& masters, const std::string& name) {
        return plugin(">" + masters, "<group type=\"top\" label=\"KYWD\"><record type=\"KYWD\" editor_id=\"" + name +
                                         "\" form_id=\"0000ABCD\"/></group>");
    };
    const std::string master = "<master name=\"Skyrim.esm\"/>";
    const edit::Document base = skyrim();  // without 0000ABCD
    const edit::Document first = with_name(master, "Copper");
    const edit::Document second = with_name(master, "Tin");
    const edit::Document patch = with_name(master + "<master name=\"a.esp\"/>", "Tin");
    std::vector<edit::OrderedPlugin> order{{"Skyrim.esm", edit::plugin_of(base.root())},
                                           {"A.esp", edit::plugin_of(first.root())},
                                           {"B.esp", edit::plugin_of(second.root())}};
    const std::vector<edit::OverriddenField> fields = need(edit::overridden_fields(order)).fields;
    REQUIRE(fields.size() == 1);
    CHECK(fields[0].form == "Skyrim.esm:00ABCD");
    CHECK_FALSE(fields[0].has_original);
    CHECK(fields[0].is_conflict);
    // A plugin with A.esp as a master changes the record of A.esp.
    order[2].plugin = edit::plugin_of(patch.root());
    CHECK_FALSE(need(edit::overridden_fields(order)).fields.at(0).is_conflict);
}

TEST_CASE("conflicts: light plugins have their own FormIDs; too many plugins are rejected")
{
    const edit::Document light = plugin(" flags=\"light\">", "<group type=\"top\" label=\"KYWD\"><record type=\"KYWD\" "
                                                             "editor_id=\"Iron\" form_id=\"00000800\"/></group>");
    const edit::Document full = plugin(">", "");
    std::vector<edit::OrderedPlugin> order;
    for (int i = 0; i < 300; ++i) {
        order.push_back({fmt::format("Light{}.esp", i), edit::plugin_of(light.root())});
    }
    CHECK(need(edit::overridden_fields(order)).fields.empty());
    for (int i = 0; i < 255; ++i) {
        order.push_back({fmt::format("Full{}.esp", i), edit::plugin_of(full.root())});
    }
    CHECK(edit::overridden_fields(order).error().message == "555 plugins and masters");
}

TEST_CASE("merge: merges a top group that both sides add")
{
    const auto with = [](const std::string& records) { return plugin(" form_version=\"44\">", records); };
    const auto keyword = [](const std::string& name, const std::string& form) {
        return "<group type=\"top\" label=\"KYWD\"><record type=\"KYWD\" editor_id=\"" + name + "\" form_id=\"" + form +
               "\"/></group>";
    };
    const edit::Document base = with("");
    const edit::Document ours = with(keyword("Iron", "00000800"));
    const edit::Merge joined = edit::merge(base, ours, with(keyword("Steel", "00000801")));
    CHECK(joined.conflicts.empty());
    CHECK(value(joined.document, "records[Iron].form_id") + value(joined.document, "records[Steel].form_id") ==
          "0000080000000801");
}

namespace {

/// Returns a string file in text form. `kind`: "plain" or "sized"; `texts`: texts by number.
edit::Document string_file(const std::string& kind, const std::string& texts)
{
    return need(edit::read_text("<strings kind=\"" + kind + "\">" + texts + "</strings>", "test"));
}

void write_strings(const std::filesystem::path& path, const std::string& kind, const std::string& texts)
{
    REQUIRE(edit::save(string_file(kind, texts), path, edit::Storage::binary, {.overwrite = Overwrite::allow}));
}

/// Returns a localised plugin with a book whose name has a string number.
edit::Document book(const std::string& id, const std::string& header = ">")
{
    return plugin(" flags=\"localized\"" + header,
                  "<group type=\"top\" label=\"BOOK\"><record type=\"BOOK\" editor_id=\"Bow\" form_id=\"00000900\">"
                  "<name text=\"\" string_id=\"" +
                      id + "\"/></record></group>");
}

}  // namespace

TEST_CASE("strings: a record copied to a localised plugin gets new numbers in each language")
{
    const TempFolder folder;
    std::filesystem::create_directories(folder.path() / "Strings");
    write_strings(folder.path() / "Strings" / "To_English.STRINGS", "plain",
                  "<string id=\"0x00000007\" text=\"Old\"/>");
    write_strings(folder.path() / "Strings" / "To_German.STRINGS", "plain", "<string id=\"0x00000007\" text=\"Alt\"/>");
    const edit::Document source =
        plugin(">", "<group type=\"top\" label=\"BOOK\"><record type=\"BOOK\" editor_id=\"Tome\" "
                    "form_id=\"00000900\"><name text=\"Tome\"/><description text=\"Pages\"/></record></group>");
    edit::Document target = plugin(" flags=\"localized\" next_object_id=\"00000801\">", "");
    edit::StringFiles strings = need(edit::StringFiles::of(folder.path() / "To.esp"));
    edit::Recorder recorder(target);
    static_cast<void>(
        need(edit::copy_form(recorder, "To.esp", {&source, "From.esp", {}}, "Tome", "MyTome", false, &strings)));
    CHECK(value(target, "records[MyTome].name.string_id") == "0x00000008");
    CHECK(value(target, "records[MyTome].description.string_id") == "0x00000009");
    WriteOptions options;
    REQUIRE(strings.add_to(options, folder.path() / "To.esp", nullptr));
    CHECK(options.side_files.size() == 4);
    REQUIRE(write_files(folder.path(), options.side_files, {.overwrite = Overwrite::allow}));
    const edit::StringFiles written = need(edit::StringFiles::of(folder.path() / "To.esp"));
    CHECK(written.texts(8) == edit::LanguageTexts{{"English", "Tome"}, {"German", "Tome"}});
    CHECK(written.texts(9) == edit::LanguageTexts{{"English", "Pages"}, {"German", "Pages"}});
    CHECK(std::filesystem::exists(folder.path() / "Strings" / "To_German.DLSTRINGS"));
}

TEST_CASE("strings: a merge copies texts, and renumbers ids that both sides used")
{
    const TempFolder folder;
    const std::string old = "<string id=\"0x00000001\" text=\"Sword\"/>";
    write_strings(folder.path() / "base_English.STRINGS", "plain", old);
    write_strings(folder.path() / "ours_English.STRINGS", "plain", old + "<string id=\"0x00000002\" text=\"Axe\"/>");
    write_strings(folder.path() / "theirs_English.STRINGS", "plain",
                  "<string id=\"0x00000001\" text=\"Blade\"/><string id=\"0x00000002\" text=\"Bow\"/>");
    edit::StringFiles base = need(edit::StringFiles::of(folder.path() / "base.esp"));
    edit::StringFiles ours = need(edit::StringFiles::of(folder.path() / "ours.esp"));
    edit::StringFiles theirs = need(edit::StringFiles::of(folder.path() / "theirs.esp"));
    edit::Document document =
        plugin(" flags=\"localized\">",
               "<group type=\"top\" label=\"BOOK\"><record type=\"BOOK\" "
               "editor_id=\"Bow\" form_id=\"00000900\"><name text=\"\" string_id=\"0x2\"/></record></group>");
    std::vector<std::string> notes;
    CHECK(need(edit::merge_strings(base, ours, theirs, document, edit::MergeFavor::none, notes)).empty());
    CHECK(ours.texts(1) == edit::LanguageTexts{{"English", "Blade"}});
    CHECK(ours.texts(2) == edit::LanguageTexts{{"English", "Axe"}});
    CHECK(ours.texts(3) == edit::LanguageTexts{{"English", "Bow"}});
    CHECK(value(document, "records[Bow].name.string_id") == "0x00000003");
    CHECK(notes ==
          std::vector<std::string>{"string 00000002 \"Bow\" of theirs -> 00000003, because ours has \"Axe\" there"});
}

TEST_CASE("strings: texts of an archive are copied to the files that replace it")
{
    const TempFolder folder;
    const std::string plain = "<string id=\"0x00000001\" text=\"Sword\"/><string id=\"0x00000003\" text=\"Bow\"/>";
    const std::vector<tes::FileToArchive> files{
        {.path = "strings/mod_english.strings", .content = need(string_file("plain", plain).write())}};
    put(folder / "Mod.bsa", std::string(as_text(need(tes::write_archive(tes::ArchiveGame::skyrim, files, false)))));
    edit::StringFiles strings = need(edit::StringFiles::of(folder / "Mod.esp"));
    REQUIRE(strings.reserve(string_uses(book("0x9"))));
    CHECK(need(strings.add(edit::StringKind::strings, {{"English", "Axe"}})) == 10);
    WriteOptions options;
    REQUIRE(strings.add_to(options, folder / "Mod.esp", nullptr));
    REQUIRE(write_files(folder.path(), options.side_files, {.overwrite = Overwrite::allow}));
    const edit::StringFiles written = need(edit::StringFiles::of(folder / "Mod.esp"));
    CHECK(written.texts(1) == edit::LanguageTexts{{"english", "Sword"}});
    CHECK(written.texts(3) == edit::LanguageTexts{{"english", "Bow"}});
    CHECK(written.texts(10) == edit::LanguageTexts{{"english", "Axe"}});
    CHECK(fs::exists(folder / "Strings" / "Mod_english.STRINGS"));

    // The string files of Dawnguard.esm are in "Skyrim - Interface.bsa".
    const std::vector<tes::FileToArchive> others{
        {.path = "strings/other_english.strings", .content = need(string_file("plain", plain).write())}};
    put(folder / "Big - Interface.bsa",
        std::string(as_text(need(tes::write_archive(tes::ArchiveGame::skyrim, others, false)))));
    CHECK(need(edit::StringFiles::of(folder / "Other.esm")).texts(1) == edit::LanguageTexts{{"english", "Sword"}});
    CHECK(tes::StringTexts({folder.path()}, "Other").text(3) == "Bow");

    put(folder / "Mod.bsa", "BSA");
    CHECK(require_error(edit::StringFiles::of(folder / "Mod.esp")).file == (folder / "Mod.bsa").string());
}

TEST_CASE("strings: no file is made for a plugin whose texts are elsewhere")
{
    const TempFolder folder;
    edit::StringFiles strings = need(edit::StringFiles::of(folder / "Mod.esp"));
    CHECK(require_error(strings.reserve(string_uses(book("0x9")))).message ==
          "record 00000900 Bow uses the text 00000009, and the plugin has no .STRINGS file");
    CHECK(strings.reserve(string_uses(book("0x0"))));
}

TEST_CASE("strings: a write next to another plugin does not replace other texts")
{
    const TempFolder folder;
    write_strings(folder / "Mod_English.STRINGS", "plain", "<string id=\"0x00000001\" text=\"Sword\"/>");
    write_strings(folder / "New_English.STRINGS", "plain", "<string id=\"0x00000001\" text=\"Only copy\"/>");
    edit::StringFiles strings = need(edit::StringFiles::of(folder / "Mod.esp"));
    WriteOptions options{.overwrite = Overwrite::allow};
    const Error error = require_error(strings.add_to(options, folder / "New.esp", nullptr));
    CHECK(error.code == ErrorCode::exists);
    CHECK(error.file == (folder / "New_English.STRINGS").string());
    options.overwrite = Overwrite::force;
    CHECK(strings.add_to(options, folder / "New.esp", nullptr));
}

TEST_CASE("strings: a merge rejects numbers whose texts are not known")
{
    const TempFolder folder;
    const std::string old = "<string id=\"0x00000001\" text=\"Sword\"/>";
    write_strings(folder / "base_English.STRINGS", "plain", old);
    write_strings(folder / "ours_English.STRINGS", "plain", old + "<string id=\"0x00000002\" text=\"Axe\"/>");
    const edit::StringFiles base = need(edit::StringFiles::of(folder / "base.esp"));
    const edit::StringFiles ours = need(edit::StringFiles::of(folder / "ours.esp"));
    const edit::StringFiles none = need(edit::StringFiles::of(folder / "theirs.esp"));
    const auto check = [&](const edit::StringFiles& theirs, const std::string& id) {
        return edit::check_strings(
            {{{"base.esp", &base, {}}, {"ours.esp", &ours, {}}, {"theirs.esp", &theirs, edit::string_uses(book(id))}}});
    };
    CHECK(require_error(check(none, "0x1")).message ==
          "a localised plugin without string files; the texts of its records are not known");
    CHECK(require_error(check(base, "0x2")).message ==
          "record 00000900 Bow uses the text 00000002, which its string files lack; ours has \"Axe\" there");
    CHECK(check(base, "0x1"));
    // Without any string files, as in a merge by git, only a number that both sides gave is rejected.
    const edit::StringUses uses = edit::string_uses(book("0x2"));
    const auto without_files = [&](const edit::StringUses& others) {
        return edit::check_strings({{{"base", &none, {}}, {"ours", &none, others}, {"theirs", &none, uses}}});
    };
    CHECK(without_files({}));
    CHECK(without_files(uses));
    CHECK(require_error(without_files({{2, {edit::StringKind::strings, {"00000901 Axe"}}}})).file == "theirs");
}

TEST_CASE("strings: a merge completes languages, and keeps texts that are used")
{
    const TempFolder folder;
    const std::string old = "<string id=\"0x00000001\" text=\"Sword\"/>";
    write_strings(folder / "base_English.STRINGS", "plain", old);
    write_strings(folder / "ours_English.STRINGS", "plain", "<string id=\"0x00000002\" text=\"Axe\"/>");
    write_strings(folder / "theirs_English.STRINGS", "plain", old);
    write_strings(folder / "theirs_German.STRINGS", "plain",
                  "<string id=\"0x00000001\" text=\"Schwert\"/><string id=\"0x00000002\" text=\"Bogen\"/>");
    const edit::StringFiles base = need(edit::StringFiles::of(folder / "base.esp"));
    edit::StringFiles ours = need(edit::StringFiles::of(folder / "ours.esp"));
    edit::StringFiles theirs = need(edit::StringFiles::of(folder / "theirs.esp"));
    edit::Document document = book("0x2");
    std::vector<std::string> notes;
    CHECK(need(edit::merge_strings(base, ours, theirs, document, edit::MergeFavor::none, notes)).empty());
    CHECK(ours.texts(2) == edit::LanguageTexts{{"English", "Axe"}, {"German", "Axe"}});
    CHECK(ours.texts(3) == edit::LanguageTexts{{"English", "Bogen"}, {"German", "Bogen"}});
    CHECK(value(document, "records[Bow].name.string_id") == "0x00000003");
    CHECK(notes.size() == 3);

    edit::StringFiles merged = need(edit::StringFiles::of(folder / "ours.esp"));
    const std::array<const edit::StringFiles*, 1> sources{&base};
    notes.clear();
    edit::keep_used_strings(merged, sources, edit::string_uses(book("0x1")), {}, notes);
    edit::keep_used_strings(merged, sources, edit::string_uses(book("0x7")), {}, notes);
    CHECK(merged.texts(1) == edit::LanguageTexts{{"English", "Sword"}});
    CHECK(notes == std::vector<std::string>{
                       "string 00000001 \"Sword\" stays, because record 00000900 Bow of the merged plugin uses it",
                       "record 00000900 Bow uses the text 00000007, which no string file has"});
}

TEST_CASE("strings: a patch that gives a record a number is rejected")
{
    CHECK(edit::check_patch_texts(book("0x1"), book("0x1")));
    CHECK(edit::check_patch_texts(book("0x1"), plugin(" flags=\"localized\">", "")));
    CHECK(require_error(edit::check_patch_texts(book("0x1"), book("0x2"))).code == ErrorCode::unsupported);
}

TEST_CASE("strings: string_changes compares the texts of the languages that both plugins have")
{
    const TempFolder folder;
    write_strings(folder / "a_English.STRINGS", "plain", "<string id=\"0x00000001\" text=\"Sword\"/>");
    write_strings(folder / "b_English.STRINGS", "plain", "<string id=\"0x00000001\" text=\"Blade\"/>");
    write_strings(folder / "b_German.STRINGS", "plain", "<string id=\"0x00000001\" text=\"Klinge\"/>");
    const std::vector<edit::StringChange> changes = edit::string_changes(need(edit::StringFiles::of(folder / "a.esp")),
                                                                         need(edit::StringFiles::of(folder / "b.esp")));
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].language + changes[0].before + changes[0].after == "EnglishSwordBlade");
}

TEST_CASE("conflicts: compares texts of localised plugins, not their numbers")
{
    const TempFolder folder;
    const auto texts = [&](const std::string& name, const std::string& id, const std::string& text) {
        write_strings(folder / (name + "_English.STRINGS"), "plain",
                      "<string id=\"" + id + "\" text=\"" + text + "\"/>");
    };
    texts("Base", "0x00000001", "Sword");
    texts("Same", "0x00000002", "Sword");
    texts("Other", "0x00000001", "Blade");
    const edit::Document base = book("0x1");
    const edit::Document override_2 = book("0x2", "><master name=\"Base.esm\"/>");
    const edit::Document override_1 = book("0x1", "><master name=\"Base.esm\"/>");
    const auto value_of = [&](const edit::Document& document, const std::string& name, bool has_texts) {
        const tes::StringTexts own({folder.path()}, name);
        const tes::StringTexts of_base({folder.path()}, "Base");
        const std::vector<edit::OrderedPlugin> order{{"Base.esm", edit::plugin_of(base.root()), &of_base},
                                                     {name + ".esp", edit::plugin_of(document.root()),
                                                      has_texts ? &own : nullptr}};
        const edit::PluginComparison compared = need(edit::overridden_fields(order));
        return compared.fields.empty() ? "" : compared.fields[0].field + " " + compared.fields[0].values[1].value;
    };
    CHECK(value_of(override_2, "Same", true).empty());
    CHECK(value_of(override_1, "Other", true) == "name.text \"Blade\"");
    CHECK(value_of(override_1, "Other", false) == "name.text \"(text 00000001 of Other.esp)\"");
}

TEST_CASE("strings: a folder is not written if another program changed its string files")
{
    const TempFolder folder;
    const std::filesystem::path strings_file = folder.path() / "Strings" / "To_English.STRINGS";
    std::filesystem::create_directory(folder.path() / "Strings");
    write_strings(strings_file, "plain", "<string id=\"0x00000001\" text=\"Sword\"/>");
    edit::Document document = plugin(" flags=\"localized\">", "");
    const std::filesystem::path path = folder.path() / "To";
    const FileSnapshot of_folder = need(edit::save(document, path, edit::Storage::folder, {})).seen;
    edit::StringFiles strings = need(edit::StringFiles::of(path));
    static_cast<void>(need(strings.add(edit::StringKind::strings, {{"English", "Axe"}})));
    FileSnapshot expected = of_folder;
    WriteOptions options{.overwrite = Overwrite::allow, .expected = &expected};
    REQUIRE(strings.add_to(options, path, &expected));
    CHECK(expected.files.contains("../Strings/To_English.STRINGS"));
    set_value(document, "header.version", "1.6");
    const auto save = [&] { return edit::save(document, path, edit::Storage::folder, options); };

    write_strings(strings_file, "plain", "<string id=\"0x00000001\" text=\"Blade\"/>");
    const Error changed = require_error(save());
    CHECK(changed.message == "was changed by another program after it was read here");
    CHECK(changed.file == strings_file.string());
    CHECK(need(edit::StringFiles::of(path)).texts(1) == edit::LanguageTexts{{"English", "Blade"}});
    CHECK(value(need(edit::load(path)).document, "header.version") == "1.7");

    write_strings(strings_file, "plain", "<string id=\"0x00000001\" text=\"Sword\"/>");
    REQUIRE(save());
    CHECK(need(edit::StringFiles::of(path)).texts(2) == edit::LanguageTexts{{"English", "Axe"}});
    CHECK(value(need(edit::load(path)).document, "header.version") == "1.6");
}

TEST_CASE("changes: omit unused bytes, and each line has the FormID")
{
    const auto with = [](const std::string& unused, const std::string& key) {
        return plugin(">",
                      "<group type=\"top\" label=\"WRLD\"><record type=\"WRLD\" editor_id=\"Land\" "
                      "form_id=\"00000900\"><group type=\"world_children\"><record type=\"CELL\" form_id=\"00000901\">"
                      "<group type=\"cell_children\"><group type=\"temporary\"><record type=\"REFR\" "
                      "editor_id=\"Gate\" form_id=\"00000902\"><lock level=\"adept\" unused=\"" +
                          unused + "\" key=\"" + key +
                          "\"/></record></group></group></record></group></record></group>");
    };
    const edit::Document before = with("000000", "00000000");
    const edit::Document after = with("112233", "00000903");
    const std::vector<edit::RecordChange> changes =
        edit::changes_between(before.root(), after.root(), {}, edit::ChangeScope::contents);
    REQUIRE(changes.size() == 1);
    CHECK(edit::change_lines(changes[0]) ==
          std::vector<std::string>{"records[Gate].lock 00000902 00000903: key \"00000000\" -> \"00000903\""});
    CHECK(edit::changes_between(before.root(), after.root(), {}, edit::ChangeScope::all)[0].fields.size() == 2);
    CHECK(edit::clear_leftovers(after.root()));
    CHECK(value(after, "records[Gate].lock.unused") == "000000");
}

TEST_CASE("subrecords: the error for a wrong element lists the elements of the record type")
{
    edit::Document document = need(
        edit::read_text("<plugin header_size=\"oblivion\"><group type=\"top\" label=\"LVLI\"><record type=\"LVLI\" "
                        "editor_id=\"L1\" form_id=\"00000900\"/></group></plugin>",
                        "test"));
    edit::Recorder recorder(document);
    const auto error = [&](const std::string& element) {
        const XmlDocument edits =
            need(XmlDocument::parse("<edits><add path=\"records[L1]\"><" + element + " level=\"1\"/></add></edits>",
                                    "test"));
        const Error found = require_error(edit::apply(recorder, edits));
        return fmt::format("{}; {}", found.message, found.hint);
    };
    const std::string all = "LVLI has <chance_none>, <leveled_flags>, <entry>, <leveled_unused>";
    CHECK(error("leveled_item") == "<leveled_item> added to records[L1]; did you mean <leveled_flags>? " + all);
    CHECK(error("entri") == "<entri> added to records[L1]; did you mean <entry>? " + all);
}

TEST_CASE("subrecords: the name of an effect differs from the name of its spell")
{
    const auto spell = [](const std::string& parts) {
        return need(edit::read_text("<plugin header_size=\"oblivion\"><group type=\"top\" label=\"SPEL\"><record "
                                    "type=\"SPEL\" editor_id=\"Ward\" form_id=\"00000900\">" +
                                        parts +
                                        "<spell_data cost=\"5\"/><script_effect script=\"00000901\"/><effect_name "
                                        "text=\"Glow\"/></record></group></plugin>",
                                    "test"));
    };
    const edit::Merge same = edit::merge(spell(""), spell("<name text=\"Ward\"/>"), spell("<name text=\"Ward\"/>"));
    CHECK(same.conflicts.empty());
    CHECK(need(edit::resolve(same.document.root(), "records[Ward].name")).size() == 1);
    const edit::Merge other = edit::merge(spell(""), spell("<name text=\"Ward\"/>"), spell("<name text=\"Shield\"/>"));
    CHECK(other.conflicts.size() == 1);
    edit::Document document = spell("");
    edit::Recorder recorder(document);
    const XmlDocument edits =
        need(XmlDocument::parse("<edits><add path=\"records[Ward]\"><name text=\"Ward\"/></add></edits>", "test"));
    static_cast<void>(need(edit::apply(recorder, edits)));
    CHECK(elements_of(document, "records[Ward]") == "name spell_data script_effect effect_name");
}
