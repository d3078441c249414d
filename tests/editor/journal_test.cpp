// The journal: restores the unsaved steps of a killed window, up to the last complete one.
#include <algorithm>
#include <fstream>
#include <map>

#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "core/text/code_page.hpp"
#include "editor/journal_window.hpp"
#include "editor/model/session/journal_entry.hpp"
#include "editor/model/session/session.hpp"
#include "editor/session_support.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"
#include "support/random.hpp"
#include "support/values.hpp"
#include "tes/save_file.hpp"

using namespace redforge;
using namespace redforge::editor;
using redforge::test::journals::head_of_map;
using redforge::test::journals::put_journal;
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

/// Copies the journal, which is then like the journal of a killed editor: not locked.
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

/// Returns the only journal of a folder.
Unsaved only_one(const fs::path& folder)
{
    const std::vector<Unsaved> found = find_unsaved(folder);
    REQUIRE(found.size() == 1);
    return found.front();
}

}  // namespace

TEST_CASE("journal: restores every kind of step", "[journal]")
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
    // All recovered steps can be undone.
    while (history.can_undo()) {
        history.undo(again.root());
    }
    CHECK(text_of(again) == text_of(sample()));
}

TEST_CASE("journal: a record with nested records is restored from a stored step", "[journal]")
{
    // The player's position and actor values: three groups of 72 numbers, and three numbers.
    Bytes values(std::size_t{3} * 72 * 4 + 12);
    values[2] = std::byte{0x80};  // first value of the first group: 1
    values[3] = std::byte{0x3F};
    values[72 * 4 + 3] = std::byte{0x40};  // first value of the second group: 2
    values[values.size() - 9] = std::byte{0xC0};
    const test::RawChange player{0x14, 50, 0x4, 125,
                                 test::join({test::little(3, 4), Bytes(24), values, test::hex("00"), test::hex("00 00"),
                                             test::hex("77")})};
    const Bytes bytes = test::save_of({player});
    edit::Document document = edit::read_binary(SharedBytes(bytes)).value();
    edit::Recorder recorder(document);
    const XmlDocument text = XmlDocument::parse("<edits><duplicate path=\"changes[0]\"/></edits>", "edits").value();
    REQUIRE(edit::apply(recorder, text));
    edit::Transaction made = test::need(recorder.finish("Copy"));
    const StoredTransaction stored = store_last(document.root(), made);
    edit::Document again = edit::read_binary(SharedBytes(bytes)).value();
    const Result<edit::Transaction> replayed = replay(again.root(), stored);
    INFO((replayed ? "" : describe(replayed.error())));
    REQUIRE(replayed);
    CHECK(text_of(again) == text_of(document));
    CHECK(test::value(again, "changes[1].player_values.effects.strength") == "1");
    CHECK(test::value(again, "changes[1].player_values.effects.luck") == "0");
    CHECK(test::value(again, "changes[1].player_values.other.strength") == "2");
    CHECK(test::value(again, "changes[1].player_values.health") == "-2");
}

TEST_CASE("journal: a truncated journal loses only its last step", "[journal]")
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

TEST_CASE("journal: ignores other files, and reports a damaged beginning", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    window.set("objects[4].position.x", "1");
    CHECK(find_unsaved(folder / "live").empty());  // its window still runs
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

TEST_CASE("journal: reports and skips version 1, whose steps use field numbers", "[journal]")
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
    for (int i = 0; i < 2; ++i) {  // the header, and a step
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
    const Result<std::vector<std::string>> error = recover(found[0], document, history, drafts);
    REQUIRE_FALSE(error);
    CHECK(error.error().message == "the changes cannot be recovered: they were made with an older version of Redforge");
    CHECK(text_of(document) == text_of(sample()));
}

TEST_CASE("journal: offers nothing if all steps were undone", "[journal]")
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

TEST_CASE("journal: drafts are restored with their last text at their record", "[journal]")
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

TEST_CASE("journal: is deleted on close and restarted on save", "[journal]")
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
        window.history.undo(window.document.root());  // an undo past the save
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

TEST_CASE("journal: rejects a step that does not fit, and applies no part of it", "[journal]")
{
    edit::Document document = sample();
    edit::Recorder recorder(document);
    REQUIRE(edit::remove(recorder, "objects[6]"));
    edit::Transaction made = test::need(recorder.finish("Remove"));
    const StoredTransaction stored = store_last(document.root(), made);
    CHECK(stored.operations.at(0).node == std::vector<StoredStep>{{"objects", 0}});
    const std::string before = text_of(document);
    const auto error = replay(document.root(), stored);  // objects[6] is already removed
    REQUIRE_FALSE(error);
    CHECK(error.error().message ==
          "the change \"Remove\" does not fit the document: the number of records in the list differs");
    CHECK(text_of(document) == before);
}

TEST_CASE("journal: a damaged step is either rejected or can be undone", "[journal]")
{
    edit::Document document = sample();
    edit::Recorder recorder(document);
    const XmlDocument text = XmlDocument::parse("<edits><set path=\"objects[1].position.x\" value=\"7\"/>"
                                                "<duplicate path=\"actors[1]\"/><move path=\"objects[0]\" to=\"3\"/>"
                                                "<remove path=\"lights[0]\"/></edits>",
                                                "edits")
                                 .value();
    REQUIRE(edit::apply(recorder, text));
    edit::Transaction made = test::need(recorder.finish("Apply"));
    const StoredTransaction stored = store_last(document.root(), made);
    REQUIRE(stored.operations.size() >= 4);
    test::Random random(7);
    int error = 0;
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
            ++error;
        }
        CHECK(text_of(copy) == text_of(sample()));
    }
    CHECK(error > 500);
}

TEST_CASE("journal: another session takes over the steps since the last save", "[journal]")
{
    const test::TempFolder folder;
    const fs::path map = folder / "X.RGM";
    REQUIRE(write_file(map, rgm::write_map(rgm::sample_map()).value()));
    ::setenv("REDFORGE_BACKUPS", "0", 1);  // NOLINT(*mt-unsafe*): no other thread reads it
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
    // The session continues the journal, so its next copy has the undo too.
    CHECK(find_unsaved(folder / "left").empty());
    test::copy_journal(folder / "left", folder / "left again");
    CHECK(find_unsaved(folder / "left again").at(0).steps.size() == 1);
    CHECK(Session::recover(found[0]).error().code == ErrorCode::exists);
    ::unsetenv("REDFORGE_BACKUPS");  // NOLINT(*mt-unsafe*): as above
}

TEST_CASE("journal: keeps drafts of a killed session, and of a closed one on request", "[journal]")
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
        const Status error = session.apply_draft(actor, "script");
        REQUIRE_FALSE(error);
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
    // The fixed draft is applied, and the journal records that.
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

TEST_CASE("journal: the file name is the document's name with a number", "[journal]")
{
    const test::TempFolder folder;
    const Window first(folder / "live");
    const Window second(folder / "live");
    CHECK(first.journal.path() == folder / "live" / "X-1.journal");
    CHECK(second.journal.path() == folder / "live" / "X-2.journal");

    edit::Document document = sample();
    JournalBase base{folder / (std::string(120, 'm') + ".xml"), edit::Storage::text, {}};
    base.seen.files.emplace("map.xml", Fingerprint{11, 12, 13});
    Journal journal = Journal::begin(folder / "live", base, *document.root().type).value();
    CHECK(journal.path().filename() == std::string(100, 'm') + "-1.journal");
    Draft draft;
    draft.id = 1;
    draft.record = parse_path(document.root(), "actors[0]").value();
    REQUIRE(journal.add(document.root(), draft, ""));
    fs::create_directories(folder / "left");
    test::copy_journal(journal.path(), folder / "left" / "a.journal");
    const Unsaved unsaved = only_one(folder / "left");
    CHECK(unsaved.base.path == base.path);
    CHECK(unsaved.base.storage == edit::Storage::text);
    REQUIRE(unsaved.base.seen.files.size() == 1);
    CHECK(unsaved.base.seen.files.begin()->first == "map.xml");
    CHECK(unsaved.base.seen.files.begin()->second == Fingerprint{11, 12, 13});
}

TEST_CASE("journal: reports and skips an unknown version or format", "[journal]")
{
    const test::TempFolder folder;
    const std::string later = "their journal is damaged, or a later version of Redforge wrote it";
    JournalEntry dropped;
    dropped.kind = JournalEntry::Kind::draft_dropped;
    const auto obstacle = [&](const JournalHead& head, const Bytes& entry) {
        put_journal(folder / "a.journal", head, {entry});
        return only_one(folder.path()).obstacle;
    };
    JournalHead head = head_of_map();
    head.storage = 200;
    CHECK(obstacle(head, to_bytes(dropped)) == later);
    head = head_of_map();
    head.format = "dreams";
    CHECK(obstacle(head, to_bytes(dropped)) == "this version of Redforge does not know files of that kind");
    CHECK(obstacle(head_of_map(), test::make_bytes({1, 2, 3})) == later);
    CHECK(obstacle(head_of_map(), {}) == later);  // an empty entry is valid

    // If it is recovered nevertheless, the readable steps are applied, and the rest is an error.
    Unsaved unsaved = only_one(folder.path());
    unsaved.obstacle.clear();
    edit::Document document = sample();
    edit::History history;
    Drafts drafts;
    CHECK(recover(unsaved, document, history, drafts).error().code == ErrorCode::malformed);
    fs::remove(folder / "a.journal");
    CHECK_FALSE(recover(unsaved, document, history, drafts));
    CHECK_FALSE(Journal::resume(unsaved));
}

TEST_CASE("journal: reports a step that does not fit, and applies the earlier ones", "[journal]")
{
    const test::TempFolder folder;
    edit::Document document = sample();
    edit::Recorder recorder(document);
    REQUIRE(edit::remove(recorder, "objects[6]"));
    edit::Transaction made = test::need(recorder.finish("Remove"));
    JournalEntry entry;
    entry.step = store_last(document.root(), made);
    put_journal(folder / "a.journal", head_of_map(), {to_bytes(entry), to_bytes(entry)});
    const Unsaved unsaved = only_one(folder.path());
    CHECK(unsaved.steps == std::vector<std::string>{"Remove", "Remove"});
    edit::Document again = sample();
    edit::History history;
    Drafts drafts;
    CHECK(recover(unsaved, again, history, drafts).value() == std::vector<std::string>{"Remove"});
    CHECK(text_of(again) == text_of(document));
    CHECK(history.names() == std::vector<std::string>{"Remove"});
}

TEST_CASE("journal: keeps a draft without its record, and skips a text that does not fit", "[journal]")
{
    const test::TempFolder folder;
    const auto entry = [](std::uint32_t id, const std::string& record, std::uint64_t front, std::uint64_t back) {
        JournalEntry made;
        made.kind = JournalEntry::Kind::draft;
        made.draft.id = id;
        made.draft.record = record;
        made.draft.name = "GUARD01";
        made.draft.field = "script";
        made.draft.front = front;
        made.draft.back = back;
        made.draft.middle = "end";
        return to_bytes(made);
    };
    put_journal(folder / "a.journal", head_of_map(),
                {entry(7, "actors[1]", 0, 0), entry(8, "actors[999]", 0, 0), entry(9, "actors[0]", 1, 0),
                 entry(7, "actors[1]", 2, 2), entry(7, "actors[1]", 2, 1)});
    edit::Document document = sample();
    edit::History history;
    Drafts drafts;
    REQUIRE(recover(only_one(folder.path()), document, history, drafts));
    REQUIRE(drafts.all().size() == 2);
    CHECK(drafts.all()[1].id == 8);
    CHECK(drafts.all()[1].lost);
    CHECK(drafts.all()[1].text == "end");
    CHECK(drafts.all()[0].id == 7);
    CHECK(drafts.all()[0].name == "GUARD01");
    CHECK(drafts.all()[0].field == "script");
    CHECK(drafts.all()[0].text == "enendd");  // the first two bytes of "end", the new "end", the last byte
}

TEST_CASE("journal: stores shorter and longer drafts with repeated letters", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    Draft draft;
    draft.id = 3;
    draft.record = parse_path(window.document.root(), "actors[0]").value();
    draft.field = "script";
    std::string before;
    int number = 0;
    for (const std::string text : {"aaaa", "aa", "aaaaaa", "", "ab", "aab", "abab"}) {
        draft.text = text;
        REQUIRE(window.journal.add(window.document.root(), draft, before));
        before = text;
        edit::Document again = sample();
        edit::History history;
        Drafts drafts;
        REQUIRE(recover(left_behind(window, folder / ("left" + std::to_string(++number))), again, history, drafts));
        REQUIRE(drafts.all().size() == 1);
        CHECK(drafts.all()[0].text == text);
    }
}

TEST_CASE("journal: restores redo and grouped steps", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    const auto set_joined = [&](const std::string& path, const std::string& value) {
        edit::Recorder recorder(window.document);
        REQUIRE(edit::set(recorder, path, value));
        window.history.join_last(test::need(recorder.finish("Drag")));
    };
    window.set("objects[4].position.x", "1");
    set_joined("objects[4].position.x", "2");
    window.set("objects[4].position.y", "3");
    window.set("objects[4].position.z", "4");
    window.history.undo(window.document.root());
    window.history.undo(window.document.root());
    window.history.redo(window.document.root());
    edit::Document again = sample();
    edit::History history;
    Drafts drafts;
    REQUIRE(recover(left_behind(window, folder / "left"), again, history, drafts));
    CHECK(text_of(again) == text_of(window.document));
    CHECK(history.names() == window.history.names());
    CHECK(history.size() == 3);
    CHECK(history.done() == 2);
    history.redo(again.root());
    CHECK(test::value(again, "objects[4].position.z") == "4");

    // After a save that follows the first step: undo a step of two parts, then the step before the save.
    Window other(folder / "other");
    const std::string x = test::value(sample(), "objects[4].position.x");
    other.set("objects[4].position.x", "1");
    REQUIRE(
        other.journal.restart({folder / "other" / "X.RGM", edit::Storage::binary, {}}, *other.document.root().type));
    edit::Document saved = sample();
    REQUIRE(edit::set(saved, "objects[4].position.x", "1"));
    other.set("objects[4].position.y", "2");
    edit::Recorder recorder(other.document);
    REQUIRE(edit::set(recorder, "objects[4].position.y", "3"));
    other.history.join_last(test::need(recorder.finish("Drag")));
    other.history.undo(other.document.root());
    other.history.undo(other.document.root());
    edit::History of_other;
    Drafts none;
    REQUIRE(recover(left_behind(other, folder / "left other"), saved, of_other, none));
    CHECK(test::value(saved, "objects[4].position.x") == x);
    CHECK(text_of(saved) == text_of(other.document));
    CHECK(of_other.undo_name() == "Undo Set objects[4].position.x");
}

TEST_CASE("journal: two undos past a save are recovered and listed", "[journal]")
{
    const test::TempFolder folder;
    const edit::Document before = sample();
    Window window(folder.path());
    window.set("objects[4].position.x", "1");
    window.set("objects[4].position.y", "2");
    const edit::Document saved = window.document;
    REQUIRE(window.journal.restart({folder / "X.RGM", edit::Storage::binary, {}}, *window.document.root().type));
    window.history.undo(window.document.root());
    window.history.undo(window.document.root());
    REQUIRE(text_of(window.document) == text_of(before));

    const Unsaved unsaved = left_behind(window, folder / "left");
    CHECK(unsaved.steps ==
          std::vector<std::string>{"Undo Set objects[4].position.y", "Undo Set objects[4].position.x"});
    edit::Document recovered = saved;
    edit::History history;
    Drafts drafts;
    REQUIRE(recover(unsaved, recovered, history, drafts));
    CHECK(text_of(recovered) == text_of(before));
}

TEST_CASE("journal: the newest is first, and a recovered one is removed on close", "[journal]")
{
    const test::TempFolder folder;
    JournalEntry entry;
    entry.step.name = "Set";
    for (const int number : {1, 3, 2}) {
        const fs::path path = folder / (std::to_string(number) + ".journal");
        put_journal(path, head_of_map(), {to_bytes(entry)});
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(number));
    }
    const std::vector<Unsaved> found = find_unsaved(folder.path());
    REQUIRE(found.size() == 3);
    CHECK(found[0].journal == folder / "1.journal");
    CHECK(found[1].journal == folder / "2.journal");
    CHECK(found[2].journal == folder / "3.journal");
    CHECK(found[0].last - found[2].last > std::chrono::minutes(119));
    CHECK(found[0].last - found[2].last < std::chrono::minutes(121));
    {
        const Result<Journal> taken = Journal::resume(found[1]);
        REQUIRE(taken);
        CHECK(taken->path() == folder / "2.journal");
        CHECK(find_unsaved(folder.path()).size() == 2);
    }
    CHECK_FALSE(fs::exists(folder / "2.journal"));
    discard(found[0]);
    CHECK_FALSE(fs::exists(folder / "1.journal"));
    CHECK(fs::exists(folder / "3.journal"));
}

TEST_CASE("journal: reports a huge length in a damaged entry, and offers other journals", "[journal]")
{
    const test::TempFolder folder;
    JournalEntry draft;
    draft.kind = JournalEntry::Kind::draft;
    draft.draft.name = "Script of DOOR01";
    const Bytes good = to_bytes(draft);
    Bytes bad = good;
    // Change the length of the name, 8 bytes before its text, to 2^56 + 16.
    const auto at =
        static_cast<std::size_t>(std::ranges::search(as_text(bad), draft.draft.name).begin() - as_text(bad).begin());
    bad[at - 1] = std::byte{1};
    put_journal(folder / "bad.journal", head_of_map(), {bad});
    put_journal(folder / "good.journal", head_of_map(), {good});

    std::map<std::string, std::string> obstacles;
    for (const Unsaved& each : find_unsaved(folder.path())) {
        obstacles.emplace(each.journal.filename().string(), each.obstacle);
    }
    CHECK(obstacles ==
          std::map<std::string, std::string>{{"bad.journal",
                                              "their journal is damaged, or a later version of Redforge wrote it"},
                                             {"good.journal", ""}});
}
