// FormIDs that two versions of a plugin give to different records, and free FormIDs.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "edit/merge/merge.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/patch.hpp"
#include "edit/plugin/bookkeeping.hpp"
#include "edit/plugin/form_numbers.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/record_file.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"
#include "tes/form/plugin_file.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Notes = std::vector<std::string>;

edit::Document plugin_with(const std::string& groups, const std::string& masters = "<master name=\"Skyrim.esm\"/>")
{
    return need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\" next_object_id=\"00000900\">" +
                                    masters + "</header>" + groups + "</plugin>",
                                "test"));
}

/// Returns a top group of FLST: a list with one form.
std::string list(const std::string& editor_id, const std::string& form_id, const std::string& form)
{
    return fmt::format("<group type=\"top\" label=\"FLST\"><record type=\"FLST\" editor_id=\"{}\" form_id=\"{}\">"
                       "<form form_id=\"{}\"/></record></group>",
                       editor_id, form_id, form);
}

std::string keyword(const std::string& editor_id, const std::string& form_id)
{
    return fmt::format("<group type=\"top\" label=\"KYWD\"><record type=\"KYWD\" editor_id=\"{}\" "
                       "form_id=\"{}\"/></group>",
                       editor_id, form_id);
}

std::string form_id(const edit::Document& document, const std::string& record)
{
    return value(document, "records[" + record + "].form_id");
}

edit::PatchResult patched(edit::Document& document, const edit::Document& from, const edit::Document& to)
{
    TextSink sink;
    edit::write_edit_list(sink, from.root(), to.root(), {});
    const XmlDocument edits = need(XmlDocument::parse(sink.str(), "patch"));
    edit::Recorder recorder(document);
    edit::PatchResult result = need(edit::apply_patch(recorder, edits));
    static_cast<void>(need(recorder.finish({})));
    return result;
}

}  // namespace

TEST_CASE("merge: keeps two new records with one FormID, and updates references")
{
    const edit::Document base = plugin_with("");
    const edit::Document ours = plugin_with(keyword("Iron", "01000900"));
    const edit::Document theirs = plugin_with(list("Metals", "01000900", "01000900"));
    const edit::Merge merged = edit::merge(base, ours, theirs);
    REQUIRE_FALSE(merged.error);
    CHECK(merged.conflicts.empty());
    CHECK(merged.notes == Notes{"FLST Metals: number 000900 -> 000901, because KYWD Iron has 000900"});
    CHECK(form_id(merged.document, "Iron") == "01000900");
    CHECK(form_id(merged.document, "Metals") == "01000901");
    CHECK(value(merged.document, "records[Metals].form[0].form_id") == "01000901");
    CHECK(value(merged.document, "header.next_object_id") == "00000902");
}

TEST_CASE("merge: new records of a plugin that one side makes light get numbers up to FFF")
{
    const auto version = [](const std::string& flags, const std::string& groups) {
        return need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\" flags=\"" + flags +
                                        "\" next_object_id=\"00012346\"/>" + groups + "</plugin>",
                                    "test"));
    };
    const std::string old = keyword("Old", "00000801");
    const std::string both = "<record type=\"KYWD\" editor_id=\"Old\" form_id=\"00000801\"/></group>";
    const auto and_old = [&](std::string groups) { return groups.replace(groups.rfind("</group>"), 8, both); };
    // Ours removes Old, but theirs has 801: it is not free.
    const edit::Document base = version("0", old);
    const edit::Document ours = version("0", keyword("Iron", "00000800"));
    const edit::Document theirs = version("light", and_old(keyword("Tin", "00000800")));
    const edit::Merge merged = edit::merge(base, ours, theirs);
    REQUIRE_FALSE(merged.error);
    CHECK(form_id(merged.document, "Iron") == "00000800");
    CHECK(form_id(merged.document, "Tin") == "00000802");

    // A number above FFF is an error, whichever side makes the plugin light.
    const edit::Document light = version("light", old);
    const edit::Document large = version("0", and_old(keyword("Tin", "00012346")));
    const std::string message = "KYWD Tin 00012346 is outside 800 to FFF, and the other side makes the plugin light";
    const edit::Merge as_theirs = edit::merge(base, light, large);
    REQUIRE(as_theirs.error);
    CHECK(as_theirs.error->message == message);
    CHECK(as_theirs.error->file == "theirs");
    const edit::Merge as_ours = edit::merge(base, large, light);
    REQUIRE(as_ours.error);
    CHECK(as_ours.error->message == message);
    CHECK(as_ours.error->file.empty());
}

TEST_CASE("merge: new records of a plugin that its name makes light get numbers up to FFF")
{
    const auto version = [](const std::string& groups) {
        return need(
            edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\" next_object_id=\"00012346\"/>" +
                                groups + "</plugin>",
                            "test"));
    };
    const edit::Document base = version("");
    const edit::Document ours = version(keyword("Iron", "00000800"));
    const edit::Document theirs = version(keyword("Tin", "00000800"));
    for (const auto& [name, number] : {std::pair("Mod.esl", "00000801"), std::pair("Mod.esp", "00012346")}) {
        const tes::PluginFileName file{name};
        LoadContext context;
        context.services.set(&file);
        const edit::Merge merged = edit::merge(base, ours, theirs, edit::MergeFavor::none, context);
        CHECK(form_id(merged.document, "Tin") == number);

        edit::Document target = ours;
        edit::Recorder recorder(target, context);
        TextSink sink;
        edit::write_edit_list(sink, base.root(), theirs.root(), {});
        REQUIRE(edit::apply_patch(recorder, need(XmlDocument::parse(sink.str(), "patch"))));
        static_cast<void>(need(recorder.finish({})));
        CHECK(form_id(target, "Tin") == number);
    }
}

TEST_CASE("merge: new records with one FormID are a conflict that no side decides if theirs cannot get another")
{
    const auto conflict = [](const std::string& added, const std::string& by_theirs, const std::string& others) {
        const auto version = [&](const std::string& record) {
            return need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\" flags=\"light\"/><group "
                                        "type=\"top\" label=\"MISC\">" +
                                            others + record + "</group></plugin>",
                                        "test"));
        };
        const edit::Merge merged = edit::merge(version(""), version(added), version(by_theirs), edit::MergeFavor::both);
        REQUIRE_FALSE(merged.error);
        REQUIRE(!merged.conflicts.empty());
        CHECK(merged.conflicts[0].path == "records[00000FFF]");
        CHECK(edit::is_unresolved(merged.conflicts[0], edit::MergeFavor::both));
        return merged.conflicts[0].what;
    };
    const auto misc = [](const std::string& subrecords) {
        return "<record type=\"MISC\" form_id=\"00000FFF\">" + subrecords + "</record>";
    };
    CHECK(conflict(misc("<name text=\"Iron\"/>"),
                   misc("<name text=\"Tin\"/><subrecord type=\"ZZZZ\"><data>ff0f0000</data></subrecord>"), "") ==
          "theirs gives its FormID to MISC 00000FFF, which cannot get another one: MISC 00000FFF has bytes of unknown "
          "meaning in ZZZZ that may name a form with a new number");
    std::string all;  // numbers of a light plugin
    for (int number = 0x800; number < 0xFFF; ++number) {
        all += fmt::format("<record type=\"MISC\" form_id=\"{:08X}\"/>", number);
    }
    CHECK(conflict(misc("<name text=\"Iron\"/>"), misc("<name text=\"Tin\"/>"), all) ==
          "theirs gives its FormID to MISC 00000FFF, which cannot get another one: no number is free");
}

TEST_CASE("merge: a new record that both sides change is a conflict")
{
    const edit::Document base = plugin_with("");
    const edit::Document ours = plugin_with(list("Metals", "01000900", "00000014"));
    const edit::Document theirs = plugin_with(list("metals", "01000900", "00000015"));
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK(merged.notes.empty());
    REQUIRE(merged.conflicts.size() == 1);
    CHECK(merged.conflicts[0].what == "both add it, and differ");
}

TEST_CASE("merge: two new records without editor ID and with one FormID are two records, unless they are equal")
{
    const auto inn = [](const std::string& references) {
        return plugin_with("<group type=\"top\" label=\"CELL\"><group type=\"interior_block\" number=\"8\"><group "
                           "type=\"interior_sub_block\" number=\"4\"><record type=\"CELL\" editor_id=\"Inn\" "
                           "form_id=\"01000800\"><group type=\"cell_children\"><group type=\"temporary\">" +
                           references + "</group></group></record></group></group></group>");
    };
    const auto reference = [](const std::string& form) {
        return "<record type=\"REFR\" form_id=\"01000900\"><base form_id=\"" + form + "\"/></record>";
    };
    const edit::Document base = inn("");
    const edit::Document ours = inn(reference("00000A00"));
    const edit::Document theirs = inn(reference("00000B00"));
    const edit::Merge merged = edit::merge(base, ours, theirs);
    CHECK_FALSE(merged.error);
    CHECK(merged.conflicts.empty());
    CHECK(merged.notes == Notes{"REFR 01000900: number 000900 -> 000901, because REFR 01000900 has 000900"});
    CHECK(value(merged.document, "records[01000900].base.form_id") == "00000A00");
    CHECK(value(merged.document, "records[01000901].base.form_id") == "00000B00");

    const edit::Merge same = edit::merge(base, ours, ours);
    CHECK(same.notes.empty());
    CHECK(!same.document.difference(ours));

    edit::Document target = ours;
    const edit::PatchResult result = patched(target, base, theirs);
    CHECK(result.conflicts.empty());
    CHECK(value(target, "records[01000900].base.form_id") == "00000A00");
    CHECK(value(target, "records[01000901].base.form_id") == "00000B00");
    edit::Document again = theirs;
    CHECK(patched(again, base, theirs).conflicts.empty());
    CHECK(!again.difference(theirs));
}

TEST_CASE("forms: new numbers are not those of records that another plugin injects")
{
    const edit::Document document = plugin_with(keyword("Iron", "01012345"));
    const edit::Document other =
        plugin_with(keyword("Injected", "01000800"), "<master name=\"Skyrim.esm\"/><master name=\"Mod.esp\"/>");
    const tes::Plugin& plugin = *edit::plugin_of(document.root());
    const edit::UsedNumbers used = edit::numbers_used_in(other, "mod.esp");
    CHECK(used == edit::UsedNumbers{0x800});
    CHECK(need(edit::compact_numbers(plugin, used)) == edit::FormNumbers{{0x12345, 0x801}});
    CHECK(need(edit::consecutive_numbers(plugin, 0x800, false, used)) == edit::FormNumbers{{0x12345, 0x801}});
    const std::vector<std::string> names{"Iron"};
    CHECK(need(edit::free_numbers(plugin, names, 0x800, false, used)) == edit::FormNumbers{{0x12345, 0x801}});
}

TEST_CASE("merge: a single subrecord that both sides add is merged, or a conflict")
{
    const auto weapon = [](const std::string& subrecords) {
        return plugin_with("<group type=\"top\" label=\"WEAP\"><record type=\"WEAP\" editor_id=\"Sword\" "
                           "form_id=\"01000800\">" +
                           subrecords + "</record></group>");
    };
    const edit::Document base = weapon("");
    const edit::Document ours = weapon("<name text=\"Sword\"/><keywords><keyword form_id=\"00000014\"/></keywords>");
    const edit::Document alike = weapon("<name text=\"Sword\"/><keywords><keyword form_id=\"00000015\"/></keywords>");
    const edit::Document theirs = weapon("<name text=\"Blade\"/>");

    const edit::Merge joined = edit::merge(base, ours, alike);
    CHECK(joined.conflicts.empty());
    CHECK(values(joined.document, "records[Sword].name.text") == Notes{"Sword"});
    CHECK(values(joined.document, "records[Sword].keywords.keywords.form_id") == Notes{"00000014", "00000015"});

    const edit::Merge merged = edit::merge(base, ours, theirs);
    REQUIRE(merged.conflicts.size() == 1);
    CHECK(edit::conflict_line(merged.conflicts[0]) == "records[Sword].name: both add it, and differ");
    CHECK(values(edit::merge(base, ours, theirs, edit::MergeFavor::theirs).document, "records[Sword].name.text") ==
          Notes{"Blade"});

    edit::Document target = ours;
    const edit::PatchResult result = patched(target, base, theirs);
    REQUIRE(result.conflicts.size() == 1);
    CHECK(edit::conflict_line(result.conflicts[0]) == "records[Sword].name: both add it, and differ");
}

TEST_CASE("merge: subrecords that repeat are added by both sides")
{
    const auto actor = [](const std::string& subrecords) {
        return plugin_with("<group type=\"top\" label=\"NPC_\"><record type=\"NPC_\" editor_id=\"Smith\" "
                           "form_id=\"01000800\">" +
                           subrecords + "</record></group>");
    };
    const edit::Merge merged =
        edit::merge(actor(""), actor("<spell form_id=\"00000014\"/>"), actor("<spell form_id=\"00000015\"/>"));
    CHECK(merged.conflicts.empty());
    CHECK(values(merged.document, "records[Smith].spell.form_id") == Notes{"00000014", "00000015"});
}

TEST_CASE("patch: a new record gets a free FormID if the target uses its FormID")
{
    const edit::Document base = plugin_with("");
    const edit::Document theirs = plugin_with(list("Metals", "02000900", "02000900"),
                                              "<master name=\"Skyrim.esm\"/><master name=\"Update.esm\"/>");
    edit::Document ours = plugin_with(keyword("Iron", "01000900") + list("Irons", "01000901", "01000900"));
    const edit::PatchResult result = patched(ours, base, theirs);
    CHECK(result.conflicts.empty());
    CHECK(form_id(ours, "Iron") == "02000900");
    CHECK(value(ours, "records[Irons].form[0].form_id") == "02000900");
    CHECK(form_id(ours, "Metals") == "02000902");
    CHECK(value(ours, "records[Metals].form[0].form_id") == "02000902");
    CHECK(result.log.back().note == "number 000900 -> 000902, because KYWD Iron has 000900");
}

TEST_CASE("patch: a new group is added to the group of the target")
{
    const edit::Document base = plugin_with("");
    edit::Document ours = plugin_with(keyword("Iron", "01000900"));
    CHECK(patched(ours, base, plugin_with(keyword("Steel", "01000902"))).conflicts.empty());
    CHECK(value(ours, "entries[0].record[0].editor_id") == "Iron");
    CHECK(value(ours, "entries[0].record[1].editor_id") == "Steel");
}

TEST_CASE("patch: names a group by its label, not by its kind")
{
    const edit::Document base = plugin_with(keyword("Iron", "01000900"));
    const std::string two =
        "<group type=\"top\" label=\"KYWD\"><record type=\"KYWD\" editor_id=\"Iron\" "
        "form_id=\"01000900\"/><record type=\"KYWD\" editor_id=\"Steel\" form_id=\"01000901\"/></group>";
    edit::Document ours = plugin_with(keyword("Iron", "01000900") + list("Irons", "01000902", "01000900"));
    CHECK(patched(ours, base, plugin_with(two)).conflicts.empty());
    CHECK(form_id(ours, "Steel") == "01000901");
}

TEST_CASE("patch: removes and moves masters that the target does not have")
{
    const std::string three = "<master name=\"A.esm\"/><master name=\"B.esm\"/><master name=\"C.esm\"/>";
    const edit::Document base = plugin_with("", three);
    edit::Document ours = plugin_with("", "<master name=\"B.esm\"/>");
    const edit::Document theirs = plugin_with("", "<master name=\"C.esm\"/><master name=\"B.esm\"/>");
    CHECK(patched(ours, base, theirs).conflicts.empty());
    CHECK(edit::plugin_list_text(edit::plugins_named_by(ours.root())) == "B.esm");
}

TEST_CASE("patch: does not lower the next object id of the target")
{
    const auto with_next = [](const std::string& next) {
        return need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\" next_object_id=\"" + next +
                                        "\"/></plugin>",
                                    "test"));
    };
    edit::Document target = with_next("00000950");
    const edit::PatchResult lower = patched(target, with_next("00000900"), with_next("00000910"));
    CHECK(lower.conflicts.empty());
    CHECK(value(target, "header.next_object_id") == "00000950");
    const edit::PatchResult higher = patched(target, with_next("00000900"), with_next("00000960"));
    CHECK(higher.conflicts.empty());
    CHECK(value(target, "header.next_object_id") == "00000960");
}

TEST_CASE("forms: gives a named record a free FormID, and updates references")
{
    edit::Document document = plugin_with(keyword("Iron", "01000900") + list("Irons", "01000901", "01000900"));
    edit::Recorder recorder(document);
    const std::vector<std::string> names{"iron"};
    static_cast<void>(need(edit::assign_free_form_ids(recorder, names, 0x800)));
    CHECK(form_id(document, "Iron") == "01000800");
    CHECK(value(document, "records[Irons].form[0].form_id") == "01000800");
    const std::vector<std::string> foreign{"00000014"};
    CHECK(require_error(edit::assign_free_form_ids(recorder, foreign, {})).message == "no record 00000014");
}

TEST_CASE("forms: references to a repeated FormID stay with the other record, and are reported")
{
    edit::Document document =
        plugin_with(keyword("Iron", "01000900") + keyword("Steel", "01000900") + list("Irons", "01000901", "01000900"));
    edit::Recorder recorder(document);
    const std::vector<std::string> names{"Steel"};
    const edit::EditLog log = need(edit::assign_free_form_ids(recorder, names, {}));
    CHECK(form_id(document, "Iron") == "01000900");
    CHECK(form_id(document, "Steel") == "01000902");
    CHECK(value(document, "records[Irons].form[0].form_id") == "01000900");
    CHECK(log.front().note == "references to it mean KYWD Iron now; check FLST 01000901 (Irons)");
}

TEST_CASE("forms: rejects renumbering all records with the same FormID")
{
    edit::Document document = plugin_with(keyword("Iron", "01000900") + list("Metals", "01000900", "01000900"));
    edit::Recorder recorder(document);
    const std::vector<std::string> both{"Iron", "Metals"};
    CHECK(edit::assign_free_form_ids(recorder, both, {}).error().message ==
          "all 2 records with the FormID 01000900 are named");
}

TEST_CASE("forms: the error for no free FormID has the searched range")
{
    edit::Document document = plugin_with(keyword("Iron", "01000900"));
    set_value(document, "header.flags", "light");
    const std::vector<std::string> iron{"Iron"};
    edit::Recorder recorder(document);
    const auto error = [&](std::uint32_t first) {
        return describe(require_error(edit::assign_free_form_ids(recorder, iron, first)));
    };
    CHECK(error(0x1000) == "1000 cannot be the number of a new record; numbers are 800 to FFF");
    CHECK(error(0x7FF) == "7FF cannot be the number of a new record; numbers are 800 to FFF");
    static_cast<void>(need(edit::assign_free_form_ids(recorder, iron, 0xFFF)));
    CHECK(error(0xFFF) == "no FormID from FFF to FFF is free; redforge forms FILE next prints the next free FormID");
}

TEST_CASE("patch: a second record with the FormID of a master is a conflict")
{
    const edit::Document base = plugin_with("");
    edit::Document ours = plugin_with(keyword("Iron", "00000900"));
    TextSink sink;
    edit::write_edit_list(sink, base.root(), plugin_with(list("Metals", "00000900", "00000014")).root(), {});
    edit::Recorder recorder(ours);
    const edit::PatchResult result =
        need(edit::apply_patch(recorder, need(XmlDocument::parse(sink.str(), "patch")), {}));
    REQUIRE(result.conflicts.size() == 1);
    CHECK(result.conflicts[0].is_undecidable);
    CHECK(edit::conflict_line(result.conflicts[0]) ==
          "records[00000900]: two records would have this FormID: KYWD Iron, FLST Metals");
}

TEST_CASE("record file: renumbering its FormIDs keeps its comments")
{
    const std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?plugins Skyrim.esm?>\n"
                             "<record type=\"FLST\" editor_id=\"List\" form_id=\"01000800\">\n"
                             "  <!-- the metals -->\n"
                             "  <form form_id=\"01000801\"/>\n"
                             "</record>\n";
    CHECK(need(edit::renumber_record_file(text, "Skyrim.esm|Update.esm", "List.xml")) ==
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?plugins Skyrim.esm|Update.esm?>\n"
          "<record type=\"FLST\" editor_id=\"List\" form_id=\"02000800\">\n"
          "  <!-- the metals -->\n"
          "  <form form_id=\"02000801\"/>\n"
          "</record>\n");
}

TEST_CASE("header: a merge takes the larger next object id")
{
    const auto next = [](const std::string& form_id) {
        return need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\" next_object_id=\"" +
                                        form_id + "\"/></plugin>",
                                    "test"));
    };
    const edit::Merge merged = edit::merge(next("01000800"), next("01000900"), next("02000850"));
    CHECK(value(merged.document, "header.next_object_id") == "01000900");
}

TEST_CASE("unpacked plugins: a FormID that a git merge duplicated is an error")
{
    const edit::Document document = plugin_with(keyword("Iron", "01000900") + keyword("Steel", "01000900"));
    CHECK(require_error(edit::check_repeated_forms(document, "<?xml version=\"1.0\"?>\n")).message ==
          "several records have the FormID 01000900: KYWD Iron, KYWD Steel");
    CHECK(edit::repeated_forms_line(document) == "<?repeated_forms 01000900?>\n");
    CHECK(edit::check_repeated_forms(document, "<?xml version=\"1.0\"?>\n<?repeated_forms 01000900?>\n"));
}

namespace {

/// Returns a top group with an interior cell that has a persistent reference.
std::string interior(const std::string& name, const std::string& form_id, int block, int sub_block)
{
    return fmt::format(
        "<group type=\"top\" label=\"CELL\"><group type=\"interior_block\" number=\"{}\"><group "
        "type=\"interior_sub_block\" number=\"{}\"><record type=\"CELL\" editor_id=\"{}\" form_id=\"{}\"><group "
        "type=\"cell_children\"><group type=\"persistent\"><record type=\"REFR\" editor_id=\"{}Door\" "
        "form_id=\"01000A00\" flags=\"persistent\"/></group></group></record></group></group></group>",
        block, sub_block, name, form_id, name);
}

}  // namespace

TEST_CASE("forms: a renumbered interior cell moves to its block, with its references")
{
    edit::Document document = plugin_with(interior("Inn", "01012345", 5, 6));  // object id 74565
    const edit::FormNumbers numbers = need(edit::compact_numbers(*edit::plugin_of(document.root())));
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::change_form_numbers(recorder, "", numbers)));
    edit::Transaction step = need(recorder.finish("Compact"));
    CHECK(form_id(document, "Inn") == "01000800");  // object id 2048
    CHECK(value(document, "entries[0].group[0].number") == "8");
    CHECK(value(document, "entries[0].group[0].group[0].number") == "4");
    CHECK(value(document, "entries[0].group[0].group[0].record[0].groups[0].group[0].record[0].editor_id") ==
          "InnDoor");
    CHECK(need(edit::resolve(document.root(), "entries[0].group[*]")).size() == 1);  // the empty block is removed
    static_cast<void>(edit::reverse(document.root(), step));
    CHECK(!document.difference(plugin_with(interior("Inn", "01012345", 5, 6))));
}

TEST_CASE("merge: a renumbered cell moves to the block of its new FormID")
{
    const edit::Document base = plugin_with(interior("Inn", "01000800", 8, 4));
    const edit::Document ours = plugin_with(interior("Inn", "01000800", 8, 4) + keyword("Iron", "01000900"));
    std::string two = interior("Inn", "01000800", 8, 4);
    two.replace(two.rfind("</group>"), 8,
                "<group type=\"interior_block\" number=\"4\"><group type=\"interior_sub_block\" number=\"0\"><record "
                "type=\"CELL\" editor_id=\"Mill\" form_id=\"01000900\"/></group></group></group>");  // 2304
    const edit::Merge merged = edit::merge(base, ours, plugin_with(two));
    CHECK(merged.conflicts.empty());
    CHECK(form_id(merged.document, "Mill") == "01000A01");  // 2561
    CHECK(value(merged.document, "entries[0].group[1].number") == "1");
    CHECK(value(merged.document, "entries[0].group[1].group[0].record[0].editor_id") == "Mill");
}

TEST_CASE("set: setting the grid of a cell moves it to the block of the grid")
{
    const auto world = [](int block_x, int block_y, int x, int y, const std::string& grid) {
        return plugin_with(
            fmt::format("<group type=\"top\" label=\"WRLD\"><record type=\"WRLD\" editor_id=\"Land\" "
                        "form_id=\"01000800\"><group type=\"world_children\"><group type=\"exterior_block\" x=\"{}\" "
                        "y=\"{}\"><group type=\"exterior_sub_block\" x=\"{}\" y=\"{}\"><record type=\"CELL\" "
                        "editor_id=\"Field\" form_id=\"01000801\"><grid {}/></record></group></group></group>"
                        "</record></group>",
                        block_x, block_y, x, y, grid));
    };
    edit::Document document = world(0, 0, 0, 0, "x=\"1\" y=\"2\"");
    edit::Recorder recorder(document);
    const edit::EditLog log = need(edit::finish(recorder, need(edit::set(recorder, "records[Field].grid.x", "40"))));
    REQUIRE(log.size() == 3);  // with the moved record: removed and added
    CHECK(log[0].note == "the cell was moved to the block of its grid");
    CHECK(!document.difference(world(1, 0, 5, 0, "x=\"40\" y=\"2\"")));
    REQUIRE(edit::set(document, "records[Field].grid.x", "39"));  // the same block, another sub-block
    CHECK(!document.difference(world(1, 0, 4, 0, "x=\"39\" y=\"2\"")));
    REQUIRE(edit::set(document, "records[Field].editor_id", "Meadow"));
    CHECK(form_id(document, "Meadow") == "01000801");
}
