// New records, copies between plugins, other FormIDs, and conflicts of a load order.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "edit/master_lists.hpp"
#include "edit/merge.hpp"
#include "edit/plugin_conflicts.hpp"
#include "edit/plugin_records.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

edit::Document plugin(const std::string& header, const std::string& records)
{
    return need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\"" + header + "</header>" +
                                    records + "</plugin>",
                                "test"));
}

/// Skyrim.esm of the tests: a keyword, and a list that names it and a form of Update.esm.
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

TEST_CASE("copy: a new record refers to itself by its own FormID")
{
    const edit::Document source = skyrim();
    edit::Document document = plugin(" next_object_id=\"00000800\">", "");
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::copy_form(recorder, "Mod.esp", {&source, "Skyrim.esm", {}}, "Metals", "MyMetals")));
    CHECK(masters(document) == "Update.esm|Skyrim.esm");
    CHECK(items(document, "records[MyMetals]") == "02000800: 01000900 00000A00 02000800");
}

TEST_CASE("forms: compact gives records numbers of light plugins, and other files follow")
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

TEST_CASE("conflicts: a change that the last plugin lacks is one, with each value")
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
    const std::vector<edit::OverriddenField> fields = edit::overridden_fields(std::span(order).subspan(1));
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

TEST_CASE("merge: two new records with one FormID stop it, and a top group of both is one")
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
    const edit::Merge failed = edit::merge(
        base, ours,
        with("<group type=\"top\" label=\"FLST\"><record type=\"FLST\" editor_id=\"List\" form_id=\"00000800\"/>"
             "</group>"));
    REQUIRE(failed.error);
    CHECK(failed.error->message == "both sides add a record with the FormID 00000800: KYWD Iron, FLST List");
}
