// Copy and paste in plugins and saves, and unique FormIDs.
#include <catch2/catch.hpp>

#include "editor/plugin_support.hpp"
#include "editor/session_support.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
using test::Opened;
using test::plugin;
using test::written;

std::string message(const Error& error)
{
    return describe(error);
}

Bytes save_with(const std::string& created, const std::string& next)
{
    edit::Document save = test::sample_document("save");
    test::set_value(save, "created[0].form_id", created);
    test::set_value(save, "globals.next_object_id", next);
    return test::file_of(save);
}

/// Cuts and pastes every record that can be copied, one after the other. Returns their number.
std::size_t cut_and_paste_all(Session& session, const NodeRef& below = {})
{
    std::size_t count = 0;
    for (const NodeRef& ref : nodes_below(session.find(below).value())) {
        const NodeInfo info = session.find(ref).value();
        INFO(session.path_of(ref));
        count += can_have_nodes(info) ? cut_and_paste_all(session, ref) : 0;
        CHECK(session.copy_error({ref}).has_value() == !info.is_one_of_many());
        if (!info.is_one_of_many()) {
            continue;
        }
        ++count;
        const std::size_t steps = session.steps_done();
        const std::string text = session.copied({ref});
        const NodeRef parent = parent_node(session.root(), ref);
        const bool is_plugin = session.path_of(ref).starts_with("plugins[");
        const Status removed = session.remove({ref}, "Cut");
        if (is_plugin) {
            // Records of the save refer to forms of the plugin, so it has to stay.
            REQUIRE(!removed);
            CHECK(describe(removed.error()).find("refer to forms of") != std::string::npos);
            continue;
        }
        if (!removed) {  // a jump leads to this command
            CHECK(describe(removed.error()).find("refers to a command that the edit removes") != std::string::npos);
            continue;
        }
        REQUIRE(session.select({parent}));
        const Result<Session::Pasted> pasted = session.paste(text, {}, 16);
        INFO((pasted ? std::string{} : describe(pasted.error())));
        REQUIRE(pasted);
        REQUIRE(pasted->records.size() == 1);
        CHECK(parent_node(session.root(), pasted->records[0]) == parent);
        CHECK(session.copied(pasted->records) == text);
        REQUIRE(session.undo());
        REQUIRE(session.undo());
        CHECK(session.steps_done() == steps);
    }
    return count;
}

}  // namespace

TEST_CASE("clipboard: cut and paste preserves every record")
{
    SECTION("map")
    {
        const test::SampleFile file;
        Session session = Session::open(file.path).value();
        for (const char* const number : {"1", "2", "3"}) {  // four have id 0
            REQUIRE(session.set(test::at(session, Paths{"objects[" + std::string(number) + "]"}), "id",
                                std::string("10") + number));
        }
        CHECK(cut_and_paste_all(session) > 40);
        CHECK(session.steps_done() == 3);
    }
    SECTION("plugin")
    {
        Opened here("Mod.esp", written());
        CHECK(cut_and_paste_all(here.session) > 10);
        CHECK_FALSE(here.session.modified());
    }
    SECTION("save")
    {
        Opened here("Quick.ess", save_with("FF000A10", "FF000A11"));
        CHECK(cut_and_paste_all(here.session) > 15);
        CHECK_FALSE(here.session.modified());
    }
}

TEST_CASE("clipboard: reports why a record cannot be copied")
{
    Opened here("Quick.ess", save_with("FF000A10", "FF000A11"));
    const auto why = [&](std::string_view path) { return message(here.session.copy_error(here.at(path)).value()); };
    CHECK(why("changes") == "Change records cannot be copied; select some of them");
    CHECK(why("header") == "Header cannot be copied; select records of a list");
    CHECK(
        why("changes[1].full_name") ==
        "changes[1].full_name cannot be copied; there can be only one, so it could not be pasted; select records of a "
        "list");
    CHECK(message(here.session.copy_error({}).value()) == "nothing is selected; select records");
}

TEST_CASE("clipboard: a pasted record gets a new FormID and editor ID if they are taken")
{
    Opened here("Mod.esp", written());
    const std::string text = here.session.copied(here.at("records[0]"));
    CHECK(text.starts_with("<records plugins=\"Oblivion.esm, Mod.esp\">"));
    const Result<Session::Pasted> pasted = here.session.paste(text, {}, 16);
    REQUIRE(pasted);
    CHECK(here.session.path_of(pasted->records[0]) == "records[LeverACopy]");
    CHECK(here.value("records[2].editor_id") == "LeverACopy");  // after the others of its group
    CHECK(here.value("records[LeverACopy].form_id") == "01000903");
    CHECK(here.session.undo_name() == "Paste 1 record");
    REQUIRE(here.session.paste(text, {}, 16));
    CHECK(here.value("records[LeverACopy2].form_id") == "01000904");
    REQUIRE(here.session.save());
    const edit::Document saved = edit::read_binary(SharedBytes(read_file(here.place.path).value())).value();
    CHECK(tes::count_records(*edit::get_if<tes::Plugin>(saved)).records == 6);

    SECTION("a property is pasted into the selected script")
    {
        const std::string property = here.session.copied(here.at("records[0].properties.scripts[0].properties[0]"));
        CHECK(here.session.paste(property, {}, 16).error().message == "<property> cannot be pasted here");
        REQUIRE(here.session.select(here.at("records[1].properties.scripts[0]")));
        const Result<Session::Pasted> there = here.session.paste(property, {}, 16);
        REQUIRE(there);
        CHECK(here.session.path_of(there->records[0]) == "records[LeverB].properties.scripts[0].properties[1]");
    }
}

TEST_CASE("clipboard: rejects FormIDs that mean other forms in the target, with the reason")
{
    Opened one("Mod.esp", written());
    Opened other("Other.esp", written());
    const Result<Session::Pasted> pasted = other.session.paste(one.session.copied(one.at("records[0]")), {}, 16);
    REQUIRE_FALSE(pasted);
    CHECK(message(pasted.error()) == "FormIDs in the copied records mean other forms here; records of a plugin can "
                                     "only be pasted into the same plugin");
    CHECK_FALSE(other.session.modified());

    edit::Document foreign = test::sample_document("save");
    test::append_record(foreign, "plugins", {{"name", "Knights.esp"}});
    Opened theirs("Theirs.ess", test::file_of(foreign));
    Opened here("Quick.ess", save_with("FF000A10", "FF000A11"));
    const Result<Session::Pasted> error = here.session.paste(theirs.session.copied(theirs.at("changes[1]")), {}, 16);
    REQUIRE_FALSE(error);
    CHECK(message(error.error()) == "FormIDs in the copied records mean other forms here; they were copied with the "
                                    "plugins Oblivion.esm, Knights.esp, Knights.esp");
}

TEST_CASE("clipboard: a save has one change record for each form")
{
    Opened here("Quick.ess", save_with("FF000A10", "FF000A11"));
    const std::string text = here.session.copied(here.at("changes[1]"));
    const Result<Session::Pasted> second = here.session.paste(text, {}, 16);
    REQUIRE_FALSE(second);
    CHECK(message(second.error()) == "a second change record of 0001D15C; a save has one change record for each form; "
                                     "remove the existing one first");
    CHECK_FALSE(here.session.modified());

    Opened other("Other.ess", save_with("FF000A10", "FF000A11"));
    REQUIRE(other.session.remove(other.at("changes[1]")));
    REQUIRE(other.session.paste(text, {}, 16));
    CHECK(other.session.copied(other.at("changes[3]")) == text);
    CHECK(other.value("globals.next_object_id") == "FF000A11");
    REQUIRE(other.session.save());

    // A record created during play gets the next FormID if its own is taken.
    REQUIRE(here.session.paste(here.session.copied(here.at("created[0]")), {}, 16));
    CHECK(here.value("created[1].form_id") == "FF000A11");
    CHECK(here.value("globals.next_object_id") == "FF000A12");
}

TEST_CASE("forms: an added change record has an unused FormID")
{
    Opened here("Quick.ess", save_with("FF000A10", "FF000A05"));
    const Result<NodeRef> added = here.session.add(here.session.find("changes").value());
    REQUIRE(added);
    CHECK(here.value(here.session.path_of(*added) + ".form_id") == "FF000A11");
    CHECK(here.value("globals.next_object_id") == "FF000A12");
    REQUIRE(here.session.save());
    REQUIRE(here.session.undo());
    CHECK(here.value("globals.next_object_id") == "FF000A05");
}

TEST_CASE("forms: rejects a typed FormID that another record has")
{
    using namespace tes::test;
    edit::Document filled = plugin();
    test::add_group(filled, "STAT",
                    {test::scripted_record("STAT", "", 0x01000910), test::scripted_record("STAT", "", 0x00000910)});
    Opened here("Mod.esp", test::file_of(filled));
    const auto typed = [&](Opened& in, std::string_view path, std::string_view form_id) {
        const Status status = in.session.set(in.at(path), "form_id", form_id);
        return status ? std::string("set") : message(status.error());
    };
    for (const char* const taken : {"01000902", "01000800", "01000910", "00000910"}) {
        CHECK(typed(here, "records[0]", taken) ==
              "records[LeverA].form_id: " + std::string(taken) +
                  " is the FormID of another record; each record needs a unique FormID");
    }
    CHECK_FALSE(here.session.modified());
    CHECK(typed(here, "records[0]", "01000900") == "set");  // its own FormID
    CHECK_FALSE(here.session.modified());
    CHECK(typed(here, "records[0]", "01000911") == "set");
    CHECK(here.value("records[0].form_id") == "01000911");
    const Status both = here.session.set({here.at("records[1]")[0], here.at("records[2]")[0]}, "form_id", "01000920");
    REQUIRE_FALSE(both);
    CHECK(here.value("records[1].form_id") == "01000902");
    // A property may name any form.
    CHECK(typed(here, "records[0].properties.scripts[0].properties[0]", "01000902") == "set");

    Opened save("Quick.ess", save_with("FF000A10", "FF000A11"));
    CHECK(typed(save, "changes[0]", "0001D15C") ==
          "changes[0].form_id: 0001D15C is the FormID of another record; each record needs a unique FormID");
    CHECK(typed(save, "created[0]", "0001D15C") == "set");  // a created record and its change record share a FormID
}
