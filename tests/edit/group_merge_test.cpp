// Merges and patches of subrecords that belong together, and of records that a side moves or deletes.
#include <string>

#include <catch2/catch.hpp>

#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "edit/merge/merge.hpp"
#include "edit/patching.hpp"
#include "edit/path/path.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

edit::Document plugin(const std::string& records)
{
    return need(
        edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\"></header>" + records + "</plugin>",
                        "test"));
}

edit::Document record(const std::string& type, const std::string& subrecords)
{
    return plugin("<group type=\"top\" label=\"" + type + "\"><record type=\"" + type +
                  "\" editor_id=\"R\" form_id=\"00000900\">" + subrecords + "</record></group>");
}

std::string effect(const std::string& form)
{
    return "<effect form_id=\"" + form + "\"/><effect_data magnitude=\"5\"/>";
}

std::string condition(int value)
{
    return "<condition value=\"" + std::to_string(value) + "\"/>";
}

/// Returns the subrecords of the record R, each with its last letters: "effect 912, effect_data, condition 7".
std::string subrecords(const edit::Document& document)
{
    const ListView list = need(edit::resolve(document.root(), "records[R]")).front().record.find_list("subrecords");
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const FieldView form = list.at(i).find_field("form_id");
        const FieldView value = list.at(i).find_field("value");
        text += (i == 0 ? "" : ", ") + std::string(list.item(i).name);
        text += form ? " " + form.text().substr(5) : value ? " " + value.text() : "";
    }
    return text;
}

/// Returns the conflicts of a merge, and those of a patch from base to theirs for ours.
std::string conflicts(const edit::Document& base, const edit::Document& ours, const edit::Document& theirs)
{
    std::string text;
    for (const edit::Conflict& conflict : edit::merge(base, ours, theirs).conflicts) {
        text += conflict.path + "|" + conflict.what + "\n";
    }
    return text + test::patched(ours, patch_of(base, theirs)).said;
}

/// Returns the subrecords of a merge that has no conflict, if the patch gives the same.
std::string merged(const edit::Document& base, const edit::Document& ours, const edit::Document& theirs)
{
    const std::string text = conflicts(base, ours, theirs);
    const std::string by_merge = subrecords(edit::merge(base, ours, theirs).document);
    const std::string by_patch = subrecords(test::patched(ours, patch_of(base, theirs)).document);
    return !text.empty() ? text : by_merge == by_patch ? by_merge : by_merge + "\npatch: " + by_patch;
}

const std::string first = effect("00000912") + condition(1);
const std::string second = effect("00000913") + condition(2);

/// Returns a plugin with two cells, which contain these references.
edit::Document cells(const std::string& in_first, const std::string& in_second)
{
    const auto cell = [](const std::string& form, const std::string& references) {
        return "<record type=\"CELL\" form_id=\"" + form +
               "\"><group type=\"cell_children\"><group type=\"temporary\">" + references + "</group></group></record>";
    };
    return plugin("<group type=\"top\" label=\"CELL\"><group type=\"interior_block\" number=\"0\"><group "
                  "type=\"interior_sub_block\" number=\"0\">" +
                  cell("00000A00", in_first) + cell("00000A64", in_second) + "</group></group></group>");
}

std::string reference(const std::string& attributes, const std::string& base = "00000123")
{
    return "<record type=\"REFR\" form_id=\"00000810\"" + attributes + "><base form_id=\"" + base + "\"/></record>";
}

std::size_t count_references(const edit::Document& document)
{
    TextSink sink;
    document.write_xml(sink);
    const std::string text = sink.str();
    std::size_t count = 0;
    for (std::size_t at = text.find("REFR"); at != std::string::npos; at = text.find("REFR", at + 1)) {
        ++count;
    }
    return count;
}

/// Returns the conflicts of a merge.
std::string conflicts_of(const edit::Merge& merge)
{
    std::string text = merge.error ? merge.error->message : "";
    for (const edit::Conflict& conflict : merge.conflicts) {
        text += (text.empty() ? "" : "; ") + conflict.what;
    }
    return text;
}

}  // namespace

TEST_CASE("merge: a condition stays with its effect if the other side adds an effect after it")
{
    CHECK(merged(record("SPEL", first + second), record("SPEL", first + second + effect("00000914")),
                 record("SPEL", first + second + condition(3))) ==
          "effect 912, effect_data, condition 1, effect 913, effect_data, condition 2, condition 3, effect 914, "
          "effect_data");
}

TEST_CASE("merge: a condition stays with its effect if the other side reorders the effects")
{
    CHECK(merged(record("SPEL", first + second), record("SPEL", second + first),
                 record("SPEL", first + condition(3) + second)) ==
          "effect 913, effect_data, condition 2, effect 912, effect_data, condition 1, condition 3");
}

TEST_CASE("merge: equal conditions belong to different effects")
{
    const std::string other = effect("00000913") + condition(1);
    const edit::Merge merge =
        edit::merge(record("SPEL", first + other), record("SPEL", other), record("SPEL", first + other + condition(3)));
    CHECK(merge.conflicts.empty());
    CHECK(subrecords(merge.document) == "effect 913, effect_data, condition 1, condition 3");
}

TEST_CASE("merge: an addition to an effect that the other side removes is a conflict")
{
    CHECK(conflicts(record("SPEL", first + second), record("SPEL", first),
                    record("SPEL", first + second + condition(3))) ==
          "records[R].effect[1]|theirs changes it, ours removes it\n"
          "records[R].subrecords||the record before it, to which it belongs, is not here\n");
    CHECK(conflicts(record("SPEL", first + second), record("SPEL", first + second + condition(3)),
                    record("SPEL", first)) ==
          "records[R].effect[1]|ours changes it, theirs removes it\n"
          "records[R].condition[2]||the patch changes the record to which it belongs\n");
}

TEST_CASE("merge: the text of a condition stays with its condition in an effect")
{
    const std::string text = "<condition_text2 text=\"x\"/>";
    const std::string two = effect("00000912") + condition(1) + condition(2);
    CHECK(merged(record("SPEL", two), record("SPEL", effect("00000912") + condition(2)), record("SPEL", two + text)) ==
          "effect 912, effect_data, condition 2, condition_text2");
    CHECK(merged(record("SPEL", two), record("SPEL", two + condition(3)),
                 record("SPEL", effect("00000912") + condition(1) + text + condition(2))) ==
          "effect 912, effect_data, condition 1, condition_text2, condition 2, condition 3");
    CHECK(
        conflicts(record("SPEL", two), record("SPEL", effect("00000912") + condition(1)), record("SPEL", two + text)) ==
        "records[R].condition[1]|theirs changes it, ours removes it\n"
        "records[R].subrecords||the record before it, to which it belongs, is not here\n");
}

TEST_CASE("merge: a condition stays with its log entry in a quest stage")
{
    const auto stage = [](int number, const std::string& entries) {
        return "<stage index=\"" + std::to_string(number) + "\"/>" + entries;
    };
    const std::string entry = "<log_entry value=\"0x40\"/>";
    const std::string other = "<log_entry value=\"0x80\"/>";
    CHECK(merged(record("QUST", stage(1, entry + other)), record("QUST", stage(1, entry + other + condition(2))),
                 record("QUST", stage(1, entry + condition(1) + other))) ==
          "stage, log_entry 0x40, condition 1, log_entry 0x80, condition 2");
    CHECK(conflicts(record("QUST", stage(1, entry + other)), record("QUST", stage(1, entry)),
                    record("QUST", stage(1, entry + other + condition(1)))) != "");
}

TEST_CASE("merge: an owner stays with its entry of a leveled list")
{
    const std::string one = "<entry level=\"1\" form_id=\"00000911\" count=\"1\"/>";
    const std::string two = "<entry level=\"1\" form_id=\"00000912\" count=\"1\"/>";
    const std::string owner = "<item_extra owner=\"00000013\"/>";
    CHECK(merged(record("LVLI", one + two), record("LVLI", two), record("LVLI", one + two + owner)) ==
          "entry 912, item_extra");
    CHECK(conflicts(record("LVLI", one + two), record("LVLI", one), record("LVLI", one + two + owner)) ==
          "records[R].entry[1]|theirs changes it, ours removes it\n"
          "records[R].subrecords||the record before it, to which it belongs, is not here\n");
}

TEST_CASE("merge: a record that one side moves and the other removes is a conflict")
{
    const edit::Document base = cells(reference(""), "");
    const edit::Document moved = cells("", reference(""));
    const edit::Document removed = cells("", "");
    CHECK(conflicts_of(edit::merge(base, moved, removed)) == "ours moves it, theirs removes it");
    CHECK(conflicts_of(edit::merge(base, removed, moved)) == "theirs moves it, ours removes it");
    CHECK(count_references(edit::merge(base, moved, removed, edit::MergeFavor::ours).document) == 1);
    CHECK(count_references(edit::merge(base, moved, removed, edit::MergeFavor::theirs).document) == 0);
    CHECK(count_references(edit::merge(base, removed, moved, edit::MergeFavor::ours).document) == 0);
    CHECK(count_references(edit::merge(base, removed, moved, edit::MergeFavor::theirs).document) == 1);
}

TEST_CASE("merge: each side can win if one moves a record and the other changes it")
{
    const edit::Document base = cells(reference(""), "");
    const edit::Document moved = cells("", reference(""));
    const edit::Document changed = cells(reference("", "00000777"), "");
    for (const edit::MergeFavor favor :
         {edit::MergeFavor::none, edit::MergeFavor::ours, edit::MergeFavor::theirs, edit::MergeFavor::both}) {
        for (const bool is_swapped : {false, true}) {
            const edit::Merge merge =
                is_swapped ? edit::merge(base, changed, moved, favor) : edit::merge(base, moved, changed, favor);
            CHECK(!merge.error);
            CHECK(!merge.conflicts.empty());
            CHECK(count_references(merge.document) == 1);
        }
    }
}

TEST_CASE("merge: a record that one side marks as deleted and the other changes is a conflict")
{
    const edit::Document base = cells(reference(""), "");
    const edit::Document deleted = cells(reference(" flags=\"deleted\""), "");
    const edit::Document changed = cells(reference("", "00000777"), "");
    CHECK(conflicts_of(edit::merge(base, deleted, changed)) == "theirs changes it, ours marks it as deleted");
    CHECK(conflicts_of(edit::merge(base, changed, deleted)) == "ours changes it, theirs marks it as deleted");
}
