// The journal: what a window that was killed had not saved comes back, up to the last step that is whole.
#include <fstream>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "core/code_page.hpp"
#include "core/folder_fixture.hpp"
#include "edit/edits.hpp"
#include "editor/model/journal.hpp"
#include "editor/model/session.hpp"
#include "editor/model/transaction_bytes.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "support/random.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::editor;
namespace fs = std::filesystem;

namespace {

edit::Document sample()
{
    return {*edit::find_format("map"), std::make_shared<rgm::Map>(rgm::sample_map())};
}

std::string text_of(const edit::Document& document)
{
    TextSink sink;
    document.write_xml(sink);
    return sink.str();
}

/// A document with a history that is kept in a journal, as a window has it.
struct Window {
    edit::Document document = sample();
    edit::History history;
    Journal journal;

    explicit Window(const fs::path& folder)
        : journal(Journal::begin(folder, {folder / "X.RGM", edit::Storage::binary, {}}, *document.root().type).value())
    {
        history.keep([this](edit::History::Movement movement, edit::Transaction& last) {
            REQUIRE(journal.add(document.root(), movement, last));
        });
    }
    void set(std::string_view path, std::string_view value)
    {
        edit::Recorder recorder(document);
        REQUIRE(edit::set(recorder, path, value));
        history.push(recorder.finish("Set " + std::string(path)));
    }
    void apply(const std::string& edits)
    {
        const XmlDocument text = XmlDocument::parse("<edits>" + edits + "</edits>", "edits").value();
        edit::Recorder recorder(document);
        REQUIRE(edit::apply(recorder, text));
        history.push(recorder.finish("Apply"));
    }
};

/// The journal's bytes as a killed window leaves them: a copy, which nobody has locked.
Unsaved left_behind(const Window& window, const fs::path& folder, std::uintmax_t cut = 0)
{
    fs::create_directories(folder);
    const fs::path copy = folder / "left.journal";
    fs::copy_file(window.journal.path(), copy, fs::copy_options::overwrite_existing);
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
    REQUIRE(recover(unsaved, again, history));
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
            REQUIRE(recover(unsaved, again, history));
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
    fs::copy_file(window.journal.path(), folder / "left" / "c.journal");
    std::fstream damaged(folder / "left" / "c.journal", std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(40);
    damaged.put('\x7F');
    damaged.close();
    const std::vector<Unsaved> found = find_unsaved(folder / "left");
    REQUIRE(found.size() == 1);
    CHECK(found[0].obstacle == "their journal is damaged at its beginning");
    CHECK(found[0].steps.empty());
}

TEST_CASE("a journal of another version of the program is told with its steps, and not taken up", "[journal]")
{
    const test::TempFolder folder;
    Window window(folder / "live");
    window.set("objects[4].position.x", "1");
    std::string bytes = read_text_file(window.journal.path()).value();
    // The length of the first entry, its checksum, then what it says: two texts behind their lengths, and a third, which
    // describes the records.
    constexpr std::size_t payload = 4 + 3 * 8;
    const std::size_t description = bytes.find("map", payload) + 3 + 4;
    bytes[description] = bytes[description] == '0' ? '1' : '0';
    const auto length = load_le<std::uint32_t>(as_bytes(bytes).data());
    const Fingerprint print = fingerprint_of(as_bytes(bytes).subspan(payload, length));
    Bytes checksum;
    append_le(checksum, print.size);
    append_le(checksum, print.first);
    append_le(checksum, print.second);
    bytes.replace(4, checksum.size(), as_text(checksum));
    fs::create_directories(folder / "left");
    std::ofstream(folder / "left" / "a.journal", std::ios::binary) << bytes;

    const std::vector<Unsaved> found = find_unsaved(folder / "left");
    REQUIRE(found.size() == 1);
    CHECK(found[0].obstacle == "they were made with another version of Redforge");
    CHECK(found[0].steps == std::vector<std::string>{"Set objects[4].position.x"});
    edit::Document document = sample();
    edit::History history;
    const Status refused = recover(found[0], document, history);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message ==
          "the changes cannot be recovered: they were made with another version of Redforge");
    CHECK(text_of(document) == text_of(sample()));
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
        REQUIRE(recover(unsaved, again, history));
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
    const Bytes bytes = pack_last(document.root(), made);
    const std::string before = text_of(document);
    CHECK_FALSE(replay(document.root(), bytes));  // objects[6] is gone already
    CHECK(text_of(document) == before);
    // Whatever stands in the bytes, the answer is a transaction or a refusal.
    test::Random random(7);
    for (int i = 0; i < 2000; ++i) {
        Bytes damaged = bytes;
        damaged[random.below(damaged.size())] = static_cast<std::byte>(random.bits());
        edit::Document copy = sample();
        if (Result<edit::Transaction> replayed = replay(copy.root(), damaged)) {
            edit::reverse(copy.root(), *replayed);
        }
        CHECK(text_of(copy) == text_of(sample()));
    }
}

TEST_CASE("a window that is killed after any step is found with all its steps", "[journal][fault]")
{
    const test::TempFolder folder;
    for (int steps = 1; steps <= 20; ++steps) {
        const pid_t child = fork();
        if (child == 0) {
            Window window(folder.path());
            for (int i = 1; i <= steps; ++i) {
                window.set("objects[4].position.x", std::to_string(i));
            }
            kill(getpid(), SIGKILL);
        }
        int status = 0;
        waitpid(child, &status, 0);
        REQUIRE(WIFSIGNALED(status));
        const std::vector<Unsaved> found = find_unsaved(folder.path());
        REQUIRE(found.size() == 1);
        edit::Document again = sample();
        edit::History history;
        REQUIRE(recover(found.front(), again, history));
        CHECK(test::value(again, "objects[4].position.x") == std::to_string(steps));
        discard(found.front());
    }
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
        fs::copy(journals, folder / "left");  // as a killed session leaves it
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
    fs::copy(folder / "left", folder / "left again");
    CHECK(find_unsaved(folder / "left again").at(0).steps.size() == 1);
    CHECK(Session::recover(found[0]).error().code == ErrorCode::exists);
    REQUIRE(write_file(map, rgm::write_map(rgm::sample_map()).value(), {.overwrite = Overwrite::allow}));
    CHECK(Session::recover(found[0]).error().code == ErrorCode::mismatch);
    ::unsetenv("REDFORGE_BACKUPS");  // NOLINT(*mt-unsafe*): as above
}
