// An open file that another program changes: detected, reloaded as one step, kept, compared.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

#include "core/files/files.hpp"
#include "edit/patch/edits.hpp"
#include "edit/random_edits.hpp"
#include "editor/model/rows/difference_rows.hpp"
#include "editor/session_support.hpp"
#include "support/sample_file.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;
namespace fs = std::filesystem;

using test::at;
using test::SampleFile;
using test::value;

/// Simulates another program: changes a value and writes the file again.
void change_outside(const fs::path& path, std::string_view field, std::string_view value)
{
    edit::Loaded loaded = edit::load(path).value();
    edit::Recorder recorder(loaded.document);
    REQUIRE(edit::set(recorder, field, value).has_value());
    static_cast<void>(recorder.finish("Set"));
    const bool inside = loaded.storage == edit::Storage::folder && !fs::is_directory(path);
    const fs::path place = inside ? path.parent_path() : path;
    REQUIRE(edit::save(loaded.document, place, loaded.storage, {.overwrite = Overwrite::allow}).has_value());
}

void set_radius(Session& session, std::string_view radius)
{
    REQUIRE(session.set(at(session, Paths{"lights[0]"}), "radius", radius).has_value());
}

Result<edit::Changes> reload(Session& session)
{
    return session.reload(session.read_disk().value());
}

}  // namespace

TEST_CASE("disk: detects an external change by content, and reloads it as one step")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    CHECK(session.check_disk() == DiskState::same);
    fs::last_write_time(file.path, fs::file_time_type::clock::now());
    CHECK(session.check_disk() == DiskState::same);
    CHECK_FALSE(session.modified());

    REQUIRE(session.select(at(session, Paths{"objects[6]"})).has_value());
    change_outside(file.path, "lights[0].radius", "7");
    {
        edit::Loaded loaded = edit::load(file.path).value();
        edit::Recorder recorder(loaded.document);
        REQUIRE(edit::remove(recorder, "objects[1]").has_value());
        static_cast<void>(recorder.finish("Remove"));
        REQUIRE(edit::save(loaded.document, file.path, loaded.storage, {.overwrite = Overwrite::allow}).has_value());
    }
    const Bytes theirs = read_file(file.path).value();
    CHECK(session.check_disk() == DiskState::changed);
    CHECK(session.check_disk() == DiskState::changed);  // the state remains until the change is handled
    CHECK(session.modified());
    CHECK_FALSE(session.has_own_changes());

    REQUIRE(reload(session).has_value());
    CHECK(session.document().write().value() == theirs);
    CHECK(value(session.document(), "lights[0].radius") == "7");
    CHECK(session.steps() == std::vector<std::string>{"Reload SAMPLE.RGM"});
    CHECK_FALSE(session.modified());
    CHECK(session.path_of(session.selection().at(0)) == "objects[5]");
    CHECK(session.check_disk() == DiskState::same);

    REQUIRE(session.undo().has_value());
    CHECK(session.document().write().value() == file.bytes);
    CHECK(session.modified());
    REQUIRE(session.redo().has_value());
    CHECK_FALSE(session.modified());
    CHECK(session.document().write().value() == theirs);

    set_radius(session, "8");
    CHECK(session.save().has_value());  // no further external change
    CHECK(session.check_disk() == DiskState::same);
}

TEST_CASE("disk: reloading over local changes is one undoable step")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    set_radius(session, "601");
    change_outside(file.path, "objects[4].position.x", "77");
    CHECK(session.check_disk() == DiskState::changed);
    CHECK(session.has_own_changes());

    session.type({at(session, Paths{"lights[0]"}), "intensity", "5"});
    REQUIRE(reload(session).has_value());
    CHECK(value(session.document(), "lights[0].radius") == "600");
    CHECK(value(session.document(), "lights[0].intensity") == "200");
    CHECK(value(session.document(), "objects[4].position.x") == "77");
    CHECK(session.steps().size() == 3);  // the radius, the typed intensity, Reload
    CHECK_FALSE(session.modified());
    REQUIRE(session.undo().has_value());
    CHECK(value(session.document(), "lights[0].radius") == "601");
    CHECK(value(session.document(), "lights[0].intensity") == "5");
    CHECK(value(session.document(), "objects[4].position.x") == "200");
    CHECK(session.modified());
    REQUIRE(session.save().has_value());
    CHECK(value(rgm::read_map(read_file(file.path).value()).value(), "lights[0].radius") == "601");
}

TEST_CASE("disk: after Save As, the new file is watched")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const fs::path other = file.path.parent_path() / "OTHER.RGM";
    set_radius(session, "601");
    REQUIRE(session.save_as(other, edit::Storage::binary).has_value());
    change_outside(file.path, "lights[0].radius", "1");
    CHECK(session.check_disk() == DiskState::same);
    change_outside(other, "lights[0].radius", "602");
    CHECK(session.check_disk() == DiskState::changed);
    CHECK(value(session.read_disk().value().document, "lights[0].radius") == "602");
    REQUIRE(reload(session).has_value());
    CHECK(value(session.document(), "lights[0].radius") == "602");
    CHECK(session.path() == other);
    // If the file was removed, saving writes it again. The file with the first name stays unchanged.
    fs::remove(other);
    CHECK(session.check_disk() == DiskState::gone);
    set_radius(session, "603");
    REQUIRE(session.save().has_value());
    CHECK(value(rgm::read_map(read_file(other).value()).value(), "lights[0].radius") == "603");
    CHECK(value(rgm::read_map(read_file(file.path).value()).value(), "lights[0].radius") == "1");
}

TEST_CASE("disk: differences name record and field, ours and theirs")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    set_radius(session, "601");
    REQUIRE(session.remove(at(session, Paths{"statics[0]"})).has_value());
    {
        edit::Loaded loaded = edit::load(file.path).value();
        edit::Recorder recorder(loaded.document);
        REQUIRE(edit::set(recorder, "lights[0].radius", "7").has_value());
        REQUIRE(edit::set(recorder, "objects[4].position.x", "77").has_value());
        REQUIRE(edit::remove(recorder, "objects[0]").has_value());
        static_cast<void>(recorder.finish("Edit"));
        REQUIRE(edit::save(loaded.document, file.path, loaded.storage, {.overwrite = Overwrite::allow}).has_value());
    }
    const edit::Loaded theirs = session.read_disk().value();
    const std::vector<DifferenceRow> rows = difference_rows(session.root(), theirs.document.root());
    const std::vector<DifferenceRow> expected{
        {"objects[3] 0", "", "there", "not there"},
        {"objects[4] 5 DOOR01", "position.x", "200", "77"},
        {"statics[0] 524288 WALL01", "", "not there", "there"},
        {"lights[0] 2195179707", "radius", "601", "7"},
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        UNSCOPED_INFO(rows[i].record << " | " << rows[i].field << " | " << rows[i].mine << " | " << rows[i].theirs);
    }
    CHECK(rows == expected);
    CHECK(difference_rows(session.root(), session.root()).empty());
}

TEST_CASE("disk: a record that the other program moved shows both positions")
{
    const SampleFile file;
    const Session mine = Session::open(file.path).value();
    rgm::Map map = rgm::sample_map();
    std::swap(map.objects.records[4], map.objects.records[6]);
    map.objects.records[6].position.x = 77;
    REQUIRE(write_file(file.folder / "THEIRS.RGM", rgm::write_map(map).value()));
    const Session theirs = Session::open(file.folder / "THEIRS.RGM").value();
    const std::vector<DifferenceRow> rows = difference_rows(mine.root(), theirs.root());
    // A record between two that swapped places keeps its own row.
    CHECK(rows == std::vector<DifferenceRow>{{"objects[6] 7 GUARD01", "place", "objects[6]", "objects[4]"},
                                             {"objects[4] 5 DOOR01", "position.x", "200", "77"}});
}

TEST_CASE("disk: resolves each conflict with theirs or ours, as one step")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    set_radius(session, "601");
    REQUIRE(session.set(at(session, Paths{"objects[4]"}), "position.x", "201").has_value());
    change_outside(file.path, "lights[0].radius", "7");
    change_outside(file.path, "objects[4].position.x", "77");
    edit::Loaded theirs = session.read_disk().value();
    const std::vector<edit::Conflict> conflicts = session.conflicts_with(theirs).value();
    REQUIRE(conflicts.size() == 2);
    CHECK(value(session.document(), "lights[0].radius") == "601");  // no step was made
    CHECK(session.steps().size() == 2);
    const auto decide = [](const edit::Conflict& conflict) {
        return conflict.field == "radius" ? edit::MergeFavor::theirs : edit::MergeFavor::ours;
    };
    CHECK(session.merge(std::move(theirs), decide).value().size() == 2);
    CHECK(value(session.document(), "lights[0].radius") == "7");
    CHECK(value(session.document(), "objects[4].position.x") == "201");
    CHECK(session.check_disk() == DiskState::same);  // their version is known now
    REQUIRE(session.undo().has_value());
    CHECK(value(session.document(), "lights[0].radius") == "601");
    REQUIRE(session.redo().has_value());
    // The file still has their version, and saving replaces it without asking again.
    CHECK(session.modified());
    REQUIRE(session.save().has_value());
    CHECK(value(edit::load(file.path).value().document, "objects[4].position.x") == "201");
    CHECK(value(edit::load(file.path).value().document, "lights[0].radius") == "7");
}

TEST_CASE("disk: scripts differ by lines shown side by side")
{
    const auto lines = [](const std::vector<SideLine>& all) {
        std::vector<std::string> shown;
        for (const SideLine& line : all) {
            shown.push_back(fmt::format("{}{}|{}{}{}", line.left, line.left_text, line.right, line.right_text,
                                        line.same ? "" : " !"));
        }
        return shown;
    };
    CHECK(lines(side_by_side("a\nb\nc\n", "a\nB\nB2\nc\nd\n")) ==
          std::vector<std::string>{"1a|1a", "2b|2B !", "0|3B2 !", "3c|4c", "0|5d !"});
    CHECK(lines(side_by_side("", "a\n")) == std::vector<std::string>{"0|1a !"});
    CHECK(lines(side_by_side("a\n", "a\n")) == std::vector<std::string>{"1a|1a"});

    const SampleFile file;
    Session session = Session::open(file.path).value();
    const edit::Loaded before = session.read_disk().value();
    REQUIRE(session.set(at(session, Paths{"actors[1]"}), "script", "actor GUARD01\n{\n    return\n    end\n}\n")
                .has_value());
    const std::vector<DifferenceRow> rows = difference_rows(session.root(), before.document.root());
    const auto script = std::ranges::find(rows, "script", &DifferenceRow::field);
    REQUIRE(script != rows.end());
    CHECK(script->path == "actors[1]");
    CHECK(script->my_text.find("return") != std::string::npos);
    CHECK(script->their_text.find("return") == std::string::npos);
    CHECK(script->theirs.ends_with("differ"));
}

TEST_CASE("disk: lists the bytes that saving would change")
{
    const Bytes a{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
    Bytes b = a;
    CHECK(byte_description(a, b) == "All bytes are the same");
    b[2] = std::byte{9};
    CHECK(byte_description(a, b) == "1 of 4 bytes differs, the first is byte 2 (0x2)");
    b[3] = std::byte{9};
    CHECK(byte_description(a, b) == "2 of 4 bytes differ, the first is byte 2 (0x2)");
    b.pop_back();
    CHECK(byte_description(b, a) == "3 bytes in place of 4, which differ from byte 2 (0x2) on");
}

TEST_CASE("disk: after Keep Mine, saving does not ask until the file changes again")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    set_radius(session, "601");
    change_outside(file.path, "objects[4].position.x", "77");
    CHECK(session.check_disk() == DiskState::changed);
    CHECK(session.save().error().code == ErrorCode::changed);
    session.keep_mine(session.read_disk().value());
    CHECK(session.check_disk() == DiskState::same);
    REQUIRE(session.undo().has_value());
    CHECK(session.modified());  // the opened content is no longer on disk
    CHECK(session.has_own_changes());
    REQUIRE(session.redo().has_value());

    SECTION("saving")
    {
        REQUIRE(session.save().has_value());
        CHECK_FALSE(session.modified());
        const rgm::Map saved = rgm::read_map(read_file(file.path).value()).value();
        CHECK(value(saved, "lights[0].radius") == "601");
        CHECK(value(saved, "objects[4].position.x") == "200");
    }
    SECTION("another change")
    {
        change_outside(file.path, "objects[4].position.x", "78");
        CHECK(session.check_disk() == DiskState::changed);
        CHECK(session.save().error().code == ErrorCode::changed);
    }
    SECTION("reloading after that")
    {
        REQUIRE(reload(session).has_value());
        CHECK(value(session.document(), "objects[4].position.x") == "77");
        CHECK_FALSE(session.modified());
    }
}

TEST_CASE("disk: recovery after Keep Mine or Reload starts from the file's content")
{
    const SampleFile file;
    const fs::path left = file.folder / "left";
    const auto recovered = [&] { return Session::recover(find_unsaved(left).at(0)).value(); };
    {
        Session session = Session::open(file.path).value();
        session.keep_journal(file.folder / "journals");
        set_radius(session, "601");
        change_outside(file.path, "objects[4].position.x", "77");
        REQUIRE(session.check_disk() == DiskState::changed);
        SECTION("kept")
        {
            session.keep_mine(session.read_disk().value());
            set_radius(session, "602");
            test::copy_journal(file.folder / "journals", left);  // as a killed session leaves it
            Session again = recovered();
            CHECK(value(again.document(), "lights[0].radius") == "602");
            CHECK(value(again.document(), "objects[4].position.x") == "200");
            CHECK(again.steps() == std::vector<std::string>{"Keep my changes over the changed file",
                                                            "Set Radius of Light 2195179707 [0]"});
        }
        SECTION("read")
        {
            REQUIRE(reload(session).has_value());
            CHECK(fs::is_empty(file.folder / "journals"));
            REQUIRE(session.undo().has_value());
            test::copy_journal(file.folder / "journals", left);
            Session again = recovered();
            CHECK(value(again.document(), "lights[0].radius") == "601");
            CHECK(value(again.document(), "objects[4].position.x") == "200");
            CHECK(again.steps() == std::vector<std::string>{"Undo Reload SAMPLE.RGM"});
        }
    }
}

TEST_CASE("disk: a change is reported once and never overwritten silently")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    set_radius(session, "601");
    change_outside(file.path, "objects[4].position.x", "77");
    CHECK(session.check_disk() == DiskState::changed);
    session.acknowledge_disk_change();
    CHECK(session.check_disk() == DiskState::same);
    CHECK(session.save().error().code == ErrorCode::changed);
    REQUIRE(session.undo().has_value());
    CHECK(session.modified());
    change_outside(file.path, "objects[4].position.x", "781");
    CHECK(session.check_disk() == DiskState::changed);
}

TEST_CASE("disk: a missing file can be saved, and a returned file is accepted")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    fs::rename(file.path, file.folder / "AWAY.RGM");
    CHECK(session.check_disk() == DiskState::gone);
    CHECK(session.modified());
    CHECK_FALSE(session.has_own_changes());
    session.acknowledge_disk_change();
    CHECK(session.check_disk() == DiskState::same);
    CHECK(session.modified());
    SECTION("the file returns")
    {
        fs::rename(file.folder / "AWAY.RGM", file.path);
        CHECK(session.check_disk() == DiskState::same);
        CHECK_FALSE(session.modified());
    }
    SECTION("the document is saved")
    {
        REQUIRE(session.save().has_value());
        CHECK_FALSE(session.modified());
        CHECK(read_file(file.path).value() == file.bytes);
        CHECK(session.check_disk() == DiskState::same);
    }
}

TEST_CASE("disk: an unreadable file leaves the document unchanged and is tried again")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    rgm::Map map = rgm::sample_map();
    test::set_value(map, "lights[0].radius", "7");
    const Bytes whole = rgm::write_map(map).value();
    const auto write = [&](const Bytes& bytes) {
        REQUIRE(write_file(file.path, bytes, {.overwrite = Overwrite::allow}).has_value());
    };
    const Bytes garbage(100, std::byte{0xEE});
    for (const Bytes& broken : {Bytes{}, garbage, Bytes(whole.begin(), whole.begin() + 20),
                                Bytes(whole.begin(), whole.begin() + 473), Bytes(whole.begin(), whole.end() - 8)}) {
        write(broken);
        REQUIRE(session.check_disk() == DiskState::changed);
        CHECK_FALSE(session.read_disk().has_value());
        CHECK(session.check_disk() == DiskState::changed);
        CHECK(session.document().write().value() == file.bytes);
        CHECK(session.modified());  // the content exists only in the session now
        CHECK_FALSE(session.has_own_changes());
    }
    write(test::sample_file("save"));
    CHECK(session.check_disk() == DiskState::changed);
    const Error other = session.read_disk().error();
    CHECK(other.code == ErrorCode::mismatch);
    CHECK(other.message == "is another kind of file now: Oblivion save, not Redguard map");

    write(whole);
    CHECK(session.check_disk() == DiskState::changed);
    REQUIRE(reload(session).has_value());
    CHECK(value(session.document(), "lights[0].radius") == "7");
    CHECK_FALSE(session.modified());
}

TEST_CASE("disk: folders, XML and saves are watched too")
{
    const SampleFile file;
    const auto try_it = [&](const fs::path& path, std::string_view field, std::string_view now) {
        INFO(path << " " << field);
        Session session = Session::open(path).value();
        CHECK(session.check_disk() == DiskState::same);
        const Bytes before = session.document().write().value();
        change_outside(path, field, now);
        CHECK(session.check_disk() == DiskState::changed);
        const Bytes after = edit::load(path).value().document.write().value();
        REQUIRE(before != after);
        REQUIRE(reload(session).has_value());
        CHECK(session.document().write().value() == after);
        CHECK(session.steps().size() == 1);
        CHECK(session.check_disk() == DiskState::same);
        REQUIRE(session.undo().has_value());
        CHECK(session.document().write().value() == before);
        REQUIRE(session.save().has_value());
        CHECK(edit::load(path).value().document.write().value() == before);
    };
    const edit::Document map = edit::load(file.path).value().document;
    const fs::path text = file.folder / "sample.xml";
    REQUIRE(edit::save(map, text, edit::Storage::text, {}).has_value());
    try_it(text, "lights[0].radius", "7");
    const fs::path folder = file.folder / "unpacked";
    REQUIRE(edit::save(map, folder, edit::Storage::folder, {}).has_value());
    try_it(folder, "lights[0].radius", "7");
    try_it(folder / "map.xml", "lights[0].radius", "7");

    const fs::path save = file.folder / "Quick.ess";
    REQUIRE(write_file(save, test::sample_file("save")).has_value());
    try_it(save, "header.level", "9");
}

TEST_CASE("disk: XML of any format reloads as one step")
{
    const SampleFile file;
    for (const Format& format : edit::formats()) {
        INFO(format.name);
        test::Random random(11);
        const fs::path path = file.folder / (std::string(format.root()) + ".xml");
        int tried = 0;
        for (int i = 0; i < 60 && tried < 10; ++i) {
            const edit::Document first = test::random_document(random, format);
            edit::Document second = first;
            test::change_document(random, second.root(), 1 + random.below(10));
            const WriteOptions options{.overwrite = Overwrite::force};
            // Some random documents have no text form, or one that cannot be read.
            if (!edit::save(second, path, edit::Storage::text, options) || !edit::load(path) ||
                !edit::save(first, path, edit::Storage::text, options) || !edit::load(path)) {
                continue;
            }
            Session session = Session::open(path).value();
            REQUIRE(edit::save(second, path, edit::Storage::text, options).has_value());
            if (session.check_disk() == DiskState::same) {
                continue;
            }
            ++tried;
            const edit::Loaded theirs = session.read_disk().value();
            REQUIRE(session.reload(theirs).has_value());
            CHECK(test::same_document(session.document(), theirs.document));
            CHECK(session.steps().size() <= 1);
            CHECK_FALSE(session.modified());
            if (session.can_undo()) {
                REQUIRE(session.undo().has_value());
                CHECK(test::same_document(session.document(), first));
            }
        }
        CHECK(tried == 10);
    }
}

TEST_CASE("disk: an externally changed script of an unpacked folder is reloaded")
{
    const SampleFile file;
    const fs::path folder = file.folder / "unpacked";
    REQUIRE(edit::save(edit::load(file.path).value().document, folder, edit::Storage::folder, {}).has_value());
    fs::path script;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        script = entry.path().extension() == ".soup" && script.empty() ? entry.path() : script;
    }
    REQUIRE_FALSE(script.empty());
    Session session = Session::open(folder).value();
    const std::string source = read_text_file(script).value();
    SECTION("a removed file: the folder cannot be read, and the document is unchanged")
    {
        fs::remove(script);
        CHECK(session.check_disk() == DiskState::changed);
        CHECK_FALSE(session.read_disk().has_value());
    }
    SECTION("a changed comment is not a step")
    {
        const std::string commented = source + "// seen by nobody\n";
        REQUIRE(write_file(script, as_bytes(commented), {.overwrite = Overwrite::allow}).has_value());
        CHECK(session.check_disk() == DiskState::changed);
        REQUIRE(reload(session).has_value());
        CHECK_FALSE(session.can_undo());
        CHECK_FALSE(session.modified());
        CHECK(session.check_disk() == DiskState::same);
        REQUIRE(session.save().has_value());
        CHECK(read_text_file(script).value() == commented);
    }
}

TEST_CASE("disk: each edit is a row, and old and new lines of a text are paired")
{
    const auto rows = [](const std::string& before, const std::string& after) {
        return edit_rows({{"set", "actors[0].script", before, after}});
    };
    CHECK(rows("GUARD", "WATCH") == std::vector<DifferenceRow>{{"actors[0].script", "", "GUARD", "WATCH"}});
    CHECK(rows("a\nb\tc\nd\ne\n", "a\nB\nd\n") ==
          std::vector<DifferenceRow>{{"actors[0].script", "", "b c", "B"}, {"actors[0].script", "", "e", ""}});
    CHECK(rows("", "") == std::vector<DifferenceRow>{{"actors[0].script", "", "", ""}});
    CHECK(rows("a", "a\nb\n") == std::vector<DifferenceRow>{{"actors[0].script", "", "", "b"}});
}

TEST_CASE("disk: counts changed bytes and gives the position of the first")
{
    const auto words = [](std::string_view now, std::string_view then) {
        return byte_description(std::as_bytes(std::span(now)), std::as_bytes(std::span(then)));
    };
    CHECK(words("abc", "abc") == "All bytes are the same");
    CHECK(words("abcdefghijklmnopqr", "abcdefghijklmnopqR") == "1 of 18 bytes differs, the first is byte 17 (0x11)");
    CHECK(words("xbcx", "abcd") == "2 of 4 bytes differ, the first is byte 0 (0x0)");
    CHECK(words("abcd", "abx") == "4 bytes in place of 3, which differ from byte 2 (0x2) on");
    CHECK(words("a", "ab") == "1 byte in place of 2, which differ from byte 1 (0x1) on");
}
