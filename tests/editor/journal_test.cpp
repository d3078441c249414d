// The journal: what a window that was killed had not saved comes back, up to the last step that is whole.
#include <fstream>

#include <catch2/catch.hpp>

#include "core/code_page.hpp"
#include "core/file_fixture.hpp"
#include "editor/journal_window.hpp"
#include "editor/model/journal_entry.hpp"
#include "editor/model/session.hpp"
#include "editor/session_support.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "support/random.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::editor;
using redforge::test::journals::sample;
using redforge::test::journals::Window;
namespace fs = std::filesystem;

namespace {

std::string text_of(const edit::Document& document)
{
    TextSink sink;
    document.write_xml(sink);
    return sink.str();
}

/// The journal's bytes as a killed window leaves them: a copy, which nobody has locked.
Unsaved left_behind(const Window& window, const fs::path& folder, std::uintmax_t cut = 0)
{
    fs::create_directories(folder);
    const fs::path copy = folder / "left.journal";
    test::copy_journal(window.journal.path(), copy);
    fs::resize_file(copy, fs::file_size(copy) - cut);
    const std::vector<Unsaved> found = find_unsaved(folder);
    REQUIRE(found.size() == 1);
    return found.front();
}

}  // namespace

TEST_CASE("every kind of step comes back from the journal", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    window.set("objects[4].position.x", "111");
    window.set("actors[0].strings[0].value", "caf\xC3\xA9");
    window.apply("<remove path=\"lights[*]\"/><move path=\"objects[0]\" to=\"3\"/>"
                 "<duplicate path=\"actors[1]\"><set path=\"script_name\" value=\"COPY\"/></duplicate>"
                 "<set path=\"actors[0].script\" value=\"00 01 02\"/>");
    window.history.undo(window.document.root());
    window.history.undo(window.document.root());
    window.history.redo(window.document.root());
    window.set("statics[0].model_name", "CHAIR");

    const Unsaved unsaved = left_behind(window, folder / "left");
    CHECK(unsaved.base.path == folder / "live" / "X.RGM");
    CHECK(unsaved.steps == std::vector<std::string>{"Set objects[4].position.x", "Set actors[0].strings[0].value",
                                                    "Set statics[0].model_name"});
    edit::Document again = sample();
    edit::History history;
    Drafts drafts;
    REQUIRE(recover(unsaved, again, history, drafts));
    CHECK(text_of(again) == text_of(window.document));
    CHECK(history.modified());
    // What came back can be undone to the beginning.
    while (history.can_undo()) {
        history.undo(again.root());
    }
    CHECK(text_of(again) == text_of(sample()));
}

TEST_CASE("a journal that was cut anywhere loses the last step and no other", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    std::vector<std::string> states{text_of(window.document)};
    std::vector<std::uintmax_t> ends{fs::file_size(window.journal.path())};
    for (int i = 1; i <= 20; ++i) {
        window.set("objects[4].position.x", std::to_string(i));
        states.push_back(text_of(window.document));
        ends.push_back(fs::file_size(window.journal.path()));
    }
    for (std::size_t step = 2; step <= 20; ++step) {
        for (const std::uintmax_t cut : {std::uintmax_t{0}, std::uintmax_t{1}, ends[step] - ends[step - 1] - 1}) {
            const Unsaved unsaved = left_behind(window, folder / "left", ends[20] - ends[step] + cut);
            edit::Document again = sample();
            edit::History history;
            Drafts drafts;
            REQUIRE(recover(unsaved, again, history, drafts));
            CHECK(text_of(again) == states[cut == 0 ? step : step - 1]);
        }
    }
}

TEST_CASE("what is no journal is passed over; one that is damaged at its beginning is told", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    window.set("objects[4].position.x", "1");
    CHECK(find_unsaved(folder / "live").empty());  // its window is alive
    CHECK(find_unsaved(folder / "nothing").empty());
    fs::create_directories(folder / "left");
    std::ofstream(folder / "left" / "a.journal") << "no journal at all";
    std::ofstream(folder / "left" / "b.journal") << "";
    CHECK(find_unsaved(folder / "left").empty());
    test::copy_journal(window.journal.path(), folder / "left" / "c.journal");
    std::fstream damaged(folder / "left" / "c.journal", std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(40);
    damaged.put('\x7F');
    damaged.close();
    const std::vector<Unsaved> found = find_unsaved(folder / "left");
    REQUIRE(found.size() == 1);
    CHECK(found[0].obstacle == "their journal is damaged at its beginning");
    CHECK(found[0].steps.empty());
}

TEST_CASE("a journal of a version whose steps went by numbers is told, and not taken up", "[journal]")
{
    const test::TempFolder folder;
    const Bytes head = [] {
        Bytes bytes;
        const std::string_view magic = "redforge journal 1";
        append_le(bytes, static_cast<std::uint32_t>(magic.size()));
        bytes.insert(bytes.end(), as_bytes(magic).begin(), as_bytes(magic).end());
        return bytes;
    }();
    Bytes bytes;
    for (int i = 0; i < 2; ++i) {  // its head, and a step
        const Fingerprint print = fingerprint_of(head);
        append_le(bytes, static_cast<std::uint32_t>(head.size()));
        append_le(bytes, print.size);
        append_le(bytes, print.first);
        append_le(bytes, print.second);
        bytes.insert(bytes.end(), head.begin(), head.end());
    }
    REQUIRE(write_file(folder / "a.journal", bytes));
    const std::vector<Unsaved> found = find_unsaved(folder.path());
    REQUIRE(found.size() == 1);
    CHECK(found[0].obstacle == "they were made with an older version of Redforge");
    edit::Document document = sample();
    edit::History history;
    Drafts drafts;
    const Status refused = recover(found[0], document, history, drafts);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message ==
          "the changes cannot be recovered: they were made with an older version of Redforge");
    CHECK(text_of(document) == text_of(sample()));
}

TEST_CASE("nothing is offered when all steps were taken back", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    window.set("objects[4].position.x", "1");
    window.history.undo(window.document.root());
    fs::create_directories(folder / "left");
    test::copy_journal(window.journal.path(), folder / "left" / "a.journal");
    CHECK(find_unsaved(folder / "left").empty());
    window.history.redo(window.document.root());
    CHECK(left_behind(window, folder / "left again").steps == std::vector<std::string>{"Set objects[4].position.x"});
}

TEST_CASE("drafts come back from the journal with their last text, at the record that they are of", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    Draft draft;
    draft.id = 1;
    draft.record = parse_path(window.document.root(), "actors[1]").value();
    draft.field = "script";
    draft.name = "GUARD01";
    draft.text = "actor GUARD01\n{\n    goto #nowhere\n}\n";
    REQUIRE(window.journal.add(window.document.root(), draft, ""));
    const std::string before = draft.text;
    draft.text = "actor GUARD01\n{\n    goto #nowhere at all\n}\n";
    REQUIRE(window.journal.add(window.document.root(), draft, before));
    Draft other = draft;
    other.id = 2;
    other.record = parse_path(window.document.root(), "actors[0]").value();
    REQUIRE(window.journal.add(window.document.root(), other, ""));
    REQUIRE(window.journal.add_dropped(other));
    window.apply("<duplicate path=\"actors[0]\"><set path=\"script_name\" value=\"COPY\"/></duplicate>");

    const Unsaved unsaved = left_behind(window, folder / "left");
    CHECK(unsaved.drafts == std::vector<std::string>{"GUARD01"});
    edit::Document again = sample();
    edit::History history;
    Drafts drafts;
    REQUIRE(recover(unsaved, again, history, drafts));
    REQUIRE(drafts.all().size() == 1);
    CHECK(drafts.all()[0].text == "actor GUARD01\n{\n    goto #nowhere at all\n}\n");
    const std::string place = path_of(again.root(), drafts.all()[0].record);
    CHECK(test::value(again, place + ".script_name") == "GUARD01");
}

TEST_CASE("a journal is gone when its document is closed, and begins anew when it is saved", "[journal]")
{
    const test::TempFolder folder;
    fs::path path;
    {
        Window window(folder / "live");
        path = window.journal.path();
        window.set("objects[4].position.x", "1");
        REQUIRE(window.journal.restart({folder / "live" / "X.RGM", edit::Storage::binary, {}},
                                       *window.document.root().type));
        window.history.mark_saved();
        const edit::Document saved = window.document;
        window.history.undo(window.document.root());  // past the save
        const Unsaved unsaved = left_behind(window, folder / "left");
        CHECK(unsaved.steps == std::vector<std::string>{"Undo Set objects[4].position.x"});
        edit::Document again = saved;
        edit::History history;
        Drafts drafts;
        REQUIRE(recover(unsaved, again, history, drafts));
        CHECK(text_of(again) == text_of(window.document));
        CHECK(fs::exists(path));
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("steps that do not fit the document are refused, and nothing is half done", "[journal]")
{
    edit::Document document = sample();
    edit::Recorder recorder(document);
    REQUIRE(edit::remove(recorder, "objects[6]"));
    edit::Transaction made = recorder.finish("Remove");
    const StoredTransaction stored = store_last(document.root(), made);
    CHECK(stored.operations.at(0).node == std::vector<StoredStep>{{"objects", 0}});
    const std::string before = text_of(document);
    const auto refused = replay(document.root(), stored);  // objects[6] is gone already
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "the change \"Remove\" does not fit the document:  has other records");
    CHECK(text_of(document) == before);
}

TEST_CASE("whatever a stored step says, it is made or refused, and can be taken back", "[journal]")
{
    edit::Document document = sample();
    edit::Recorder recorder(document);
    const XmlDocument text = XmlDocument::parse("<edits><set path=\"objects[1].position.x\" value=\"7\"/>"
                                                "<duplicate path=\"actors[1]\"/><move path=\"objects[0]\" to=\"3\"/>"
                                                "<remove path=\"lights[0]\"/></edits>",
                                                "edits")
                                 .value();
    REQUIRE(edit::apply(recorder, text));
    edit::Transaction made = recorder.finish("Apply");
    const StoredTransaction stored = store_last(document.root(), made);
    REQUIRE(stored.operations.size() >= 4);
    test::Random random(7);
    int refused = 0;
    for (int i = 0; i < 2000; ++i) {
        StoredTransaction damaged = stored;
        StoredOperation& operation = damaged.operations[random.below(damaged.operations.size())];
        switch (random.below(5)) {
        case 0: operation.member += 'x'; break;
        case 1: operation.kind = static_cast<edit::Operation::Kind>(random.below(8)); break;
        case 2:
            operation.text = "many";
            operation.has_text = true;
            break;
        case 3: operation.places.push_back(random.below(9)); break;
        default:
            if (!operation.node.empty()) {
                operation.node[random.below(operation.node.size())].index = static_cast<std::uint32_t>(random.bits());
            }
        }
        edit::Document copy = sample();
        if (Result<edit::Transaction> replayed = replay(copy.root(), damaged)) {
            edit::reverse(copy.root(), *replayed);
        } else {
            ++refused;
        }
        CHECK(text_of(copy) == text_of(sample()));
    }
    CHECK(refused > 500);
}

TEST_CASE("a session keeps a journal from its first step to its save, and another session takes it up", "[journal]")
{
    const test::TempFolder folder;
    const fs::path map = folder / "X.RGM";
    REQUIRE(write_file(map, rgm::write_map(rgm::sample_map()).value()));
    ::setenv("REDFORGE_BACKUPS", "0", 1);  // NOLINT(*mt-unsafe*): no other thread looks
    const fs::path journals = folder / "journals";
    {
        Session session = Session::open(map).value();
        session.keep_journal(journals);
        CHECK_FALSE(fs::exists(journals));
        const NodeRefs objects{session.find("objects[4]").value()};
        REQUIRE(session.set(objects, "position.x", "77"));
        REQUIRE(session.save());
        CHECK(fs::is_empty(journals));
        REQUIRE(session.set(objects, "position.x", "88"));
        Session moved = std::move(session);
        REQUIRE(moved.set(objects, "position.x", "99"));
        REQUIRE_FALSE(fs::is_empty(journals));
        test::copy_journal(journals, folder / "left");  // as a killed session leaves it
    }
    CHECK(fs::is_empty(journals));
    const std::vector<Unsaved> found = find_unsaved(folder / "left");
    REQUIRE(found.size() == 1);
    CHECK(found[0].steps.size() == 2);
    Session again = Session::recover(found[0]).value();
    CHECK(again.modified());
    CHECK(test::value(again.document(), "objects[4].position.x") == "99");
    REQUIRE(again.undo());
    CHECK(test::value(again.document(), "objects[4].position.x") == "88");
    // Its journal is ours now, and goes on: what is left behind this time has the undo too.
    CHECK(find_unsaved(folder / "left").empty());
    test::copy_journal(folder / "left", folder / "left again");
    CHECK(find_unsaved(folder / "left again").at(0).steps.size() == 1);
    CHECK(Session::recover(found[0]).error().code == ErrorCode::exists);
    REQUIRE(write_file(map, rgm::write_map(rgm::sample_map()).value(), {.overwrite = Overwrite::allow}));
    CHECK(Session::recover(found[0]).error().code == ErrorCode::mismatch);
    ::unsetenv("REDFORGE_BACKUPS");  // NOLINT(*mt-unsafe*): as above
}

TEST_CASE("a session that is killed leaves its drafts, and one that was closed can leave them", "[journal]")
{
    const test::TempFolder folder;
    const fs::path map = folder / "X.RGM";
    REQUIRE(write_file(map, rgm::write_map(rgm::sample_map()).value()));
    const fs::path journals = folder / "journals";
    {
        Session session = Session::open(map).value();
        session.keep_journal(journals);
        const NodeRef actor = session.find("actors[0]").value();
        session.keep_draft(actor, "script", "actor DOOR01\n{\n    goto #a\n}\n");
        const Status refused = session.apply_draft(actor, "script");
        REQUIRE_FALSE(refused);
        CHECK(session.draft(actor, "script")->problem.find("#a") != std::string::npos);
        REQUIRE(session.set({session.find("objects[4]").value()}, "position.x", "77"));
        REQUIRE(session.save());
        test::copy_journal(journals, folder / "left");  // as a killed session leaves it
        session.leave_journal(true);
    }
    const std::vector<Unsaved> kept = find_unsaved(journals);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].steps.empty());
    CHECK(kept[0].drafts == std::vector<std::string>{"DOOR01"});
    const std::vector<Unsaved> found = find_unsaved(folder / "left");
    REQUIRE(found.size() == 1);
    Session again = Session::recover(found[0]).value();
    REQUIRE(again.drafts().size() == 1);
    CHECK(again.drafts()[0].text == "actor DOOR01\n{\n    goto #a\n}\n");
    CHECK_FALSE(again.modified());
    CHECK(test::value(again.document(), "objects[4].position.x") == "77");
    // Mended it is applied, and the journal says so.
    const NodeRef actor = again.find("actors[0]").value();
    again.keep_draft(actor, "script", "actor DOOR01\n{\n    end\n}\n");
    REQUIRE(again.apply_draft(actor, "script"));
    CHECK(again.drafts().empty());
    test::copy_journal(folder / "left", folder / "left again");
    const std::vector<Unsaved> last = find_unsaved(folder / "left again");
    REQUIRE(last.size() == 1);
    CHECK(last[0].drafts.empty());
    CHECK(last[0].steps == std::vector<std::string>{"Set Script of DOOR01"});
}
