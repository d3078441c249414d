// Recorders, sessions and edited documents renumber forms if the list of plugins changes.
#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "edit/document/edited_document.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/patch/edits.hpp"
#include "edit/plugin/master_lists.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// Returns a plugin with two masters, its own record, and an override of a record of Update.esm.
edit::Document sample_plugin()
{
    return need(edit::read_text(
        "<plugin header_size=\"later\"><header version=\"1.7\" next_object_id=\"00000801\">"
        "<master name=\"Skyrim.esm\"/><master name=\"Update.esm\"/></header>"
        "<group type=\"top\" label=\"FLST\"><record type=\"FLST\" editor_id=\"Own\" form_id=\"02000800\">"
        "<form form_id=\"01000900\"/><form form_id=\"02000800\"/></record></group></plugin>",
        "test"));
}

std::string forms(const edit::Document& document)
{
    return fmt::format("{} {} {}", value(document, "records[Own].form_id"),
                       value(document, "records[Own].form[0].form_id"),
                       value(document, "records[Own].form[1].form_id"));
}

}  // namespace

TEST_CASE("recorder: removing a master and renumbering are one step")
{
    edit::Document document = sample_plugin();
    const edit::Document before = document;
    edit::Recorder recorder(document);
    static_cast<void>(need(edit::remove(recorder, "header.parts[0]")));
    edit::Transaction step = need(recorder.finish("Remove"));
    CHECK(forms(document) == "01000800 00000900 01000800");
    CHECK(recorder.warn_about_references() == "3 FormIDs were renumbered with the list of plugins");
    static_cast<void>(edit::reverse(document.root(), step));
    CHECK(!document.difference(before));
}

TEST_CASE("recorder: a list edited without renumbering keeps its numbers")
{
    edit::Document document = sample_plugin();
    edit::Recorder recorder(document);
    recorder.leave_dependents();
    static_cast<void>(need(edit::remove(recorder, "header.parts[0]")));
    static_cast<void>(need(recorder.finish("Remove")));
    CHECK(forms(document) == "02000800 01000900 02000800");
}

TEST_CASE("recorder: a master that records refer to cannot be removed")
{
    edit::Document document = sample_plugin();
    const edit::Document before = document;
    const Error error = require_error(edit::remove(document, "header.parts[1]"));
    CHECK(error.message == "1 record refers to forms of Update.esm: FLST 02000800 (Own)");
    CHECK(!document.difference(before));
}

TEST_CASE("edited document: each change of an open transaction renumbers, and undo restores")
{
    edit::EditedDocument document(sample_plugin(), {});
    const edit::Document before = document.document();
    REQUIRE(document.begin("Masters"));
    const auto remove = [](edit::Recorder& recorder) -> Status {
        const Result<edit::EditLog> log = edit::remove(recorder, "header.parts[0]");
        return log ? Status{} : fail(log.error());
    };
    REQUIRE(document.change("Remove", remove));
    CHECK(forms(document.document()) == "01000800 00000900 01000800");
    CHECK(!document.change("Remove", remove));  // records refer to Update.esm
    CHECK(forms(document.document()) == "01000800 00000900 01000800");
    REQUIRE(document.commit());
    CHECK(need(document.undo()));
    CHECK(!document.document().difference(before));
}

TEST_CASE("save: forms follow a plugin that is inserted into the load order")
{
    edit::Document save = need(edit::read_text("<save><plugin name=\"Oblivion.esm\"/><plugin name=\"Mod.esp\"/>"
                                               "<reference type=\"refr\" flags=\"0\" form_id=\"01000900\"/></save>",
                                               "test"));
    const XmlDocument edits = need(
        XmlDocument::parse("<edits><add path=\"plugins\" at=\"1\"><plugin name=\"New.esm\"/></add></edits>", "edits"));
    static_cast<void>(need(edit::apply(save, edits)));
    CHECK(value(save, "changes[0].form_id") == "02000900");
}

TEST_CASE("masters: names that are not those of another plugin are rejected")
{
    edit::Document document = sample_plugin();
    const edit::Document before = document;
    edit::Recorder recorder(document);
    edit::PluginList list = need(edit::PluginList::of(recorder, "Mod.esp"));
    CHECK(require_error(list.add("")).message == "\"\" is not the name of a plugin");
    CHECK(require_error(list.add("a/b.esp")).message == "\"a/b.esp\" is not the name of a plugin");
    CHECK(require_error(list.add("foo.txt")).message == "\"foo.txt\" is not the name of a plugin");
    CHECK(require_error(list.add(".esp")).message == "\".esp\" is not the name of a plugin");
    CHECK(require_error(list.add("mod.ESP")).message == "a plugin cannot be its own master");
    CHECK(require_error(list.rename("Skyrim.esm", "Mod.esp")).message == "a plugin cannot be its own master");
    CHECK(!document.difference(before));
}

TEST_CASE("masters: sort puts unlisted plugins after the others of their kind")
{
    edit::Document document =
        need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\"><master name=\"Z.esm\"/><master "
                             "name=\"B.esp\"/><master name=\"Y.esp\"/><master name=\"A.esm\"/><master name=\"C.esp\"/>"
                             "</header></plugin>",
                             "test"));
    edit::Recorder recorder(document);
    edit::PluginList list = need(edit::PluginList::of(recorder));
    std::vector<std::string> missing;
    static_cast<void>(need(list.sort({"A.esm", "C.esp", "B.esp"}, missing)));
    CHECK(list.names() == std::vector<std::string>{"A.esm", "Z.esm", "C.esp", "B.esp", "Y.esp"});
    CHECK(missing == std::vector<std::string>{"Z.esm", "Y.esp"});
}

TEST_CASE("masters: the list counts a master as used exactly if it cannot be removed")
{
    // Without a master, the plugin's own form 01000014 would be the player of the game.
    edit::Document document =
        need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\"><master name=\"A.esp\"/><master "
                             "name=\"B.esp\"/></header><group type=\"top\" label=\"KYWD\"><record type=\"KYWD\" "
                             "editor_id=\"Low\" form_id=\"02000014\"/></group></plugin>",
                             "test"));
    edit::Recorder recorder(document);
    edit::PluginList list = need(edit::PluginList::of(recorder));
    CHECK(list.uses() == std::vector<std::size_t>{0, 0, 1});
    CHECK(need(list.prune()).size() == 1);
    CHECK(list.names() == std::vector<std::string>{"A.esp"});
    CHECK(value(document, "records[Low].form_id") == "01000014");
    CHECK(list.uses() == std::vector<std::size_t>{1, 1});
    CHECK(require_error(list.remove("A.esp")).message ==
          "without a plugin before it, 01000000 and higher become 00000000, and numbers below 800 are then forms of "
          "the game itself: KYWD 01000014 (Low)");
}

TEST_CASE("masters: a form of the game needs the game's main file, and no other master")
{
    const auto with_masters = [](std::string_view first, std::string_view second) {
        return need(edit::read_text(
            fmt::format(
                "<plugin header_size=\"later\"><header version=\"1.7\"><master name=\"{}\"/><master "
                "name=\"{}\"/></header><group type=\"top\" label=\"FLST\"><record type=\"FLST\" "
                "editor_id=\"List\" form_id=\"02000800\"><form form_id=\"00000014\"/></record></group></plugin>",
                first, second),
            "test"));
    };
    edit::Document document = with_masters("A.esp", "B.esp");
    const edit::Document original = document;
    edit::Recorder recorder(document);
    edit::PluginList list = need(edit::PluginList::of(recorder));
    CHECK(list.uses() == std::vector<std::size_t>{0, 0, 1});
    CHECK(need(list.prune()).size() == 2);
    CHECK(list.names().empty());
    CHECK(value(document, "records[List].form_id") == "00000800");
    CHECK(value(document, "records[List].form.form_id") == "00000014");
    static_cast<void>(need(list.add("A.esp")));
    static_cast<void>(need(list.add("B.esp")));
    CHECK(!document.difference(original));

    edit::Document of_game = with_masters("Skyrim.esm", "B.esp");
    edit::Recorder edits(of_game);
    edit::PluginList masters = need(edit::PluginList::of(edits));
    CHECK(need(masters.prune()).size() == 1);
    CHECK(masters.names() == std::vector<std::string>{"Skyrim.esm"});
    CHECK(require_error(masters.remove("Skyrim.esm")).message ==
          "1 record refers to forms of Skyrim.esm: FLST 01000800 (List)");
}

TEST_CASE("masters: a record of a form of the game needs a master")
{
    edit::Document document =
        need(edit::read_text("<plugin header_size=\"later\"><header version=\"1.7\"><master name=\"A.esp\"/><master "
                             "name=\"B.esp\"/></header><group type=\"top\" label=\"NPC_\"><record type=\"NPC_\" "
                             "editor_id=\"Player\" form_id=\"00000007\"/></group></plugin>",
                             "test"));
    edit::Recorder recorder(document);
    edit::PluginList list = need(edit::PluginList::of(recorder));
    CHECK(need(list.prune()).size() == 1);
    CHECK(list.names() == std::vector<std::string>{"A.esp"});
    CHECK(require_error(list.remove("A.esp")).message == "1 record refers to forms of A.esp: NPC_ 00000007 (Player)");
}
