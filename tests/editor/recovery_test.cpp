// Recovery of a killed session: nothing typed is lost if the file was changed, replaced or removed meanwhile.
#include <fstream>

#include <catch2/catch.hpp>

#include "editor/model/session/session.hpp"
#include "editor/session_support.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::editor;
using redforge::test::at;
using redforge::test::SampleFile;
using redforge::test::value;
namespace fs = std::filesystem;

namespace {

/// A session that sets X of an object to 100 and types a script with an error, and is killed.
struct KilledSession {
    SampleFile file;
    fs::path left = file.folder / "left";

    explicit KilledSession(edit::Storage storage = edit::Storage::binary)
    {
        if (storage != edit::Storage::binary) {
            const edit::Document map = edit::load(file.path).value().document;
            fs::remove(file.path);
            file.path = file.folder / (storage == edit::Storage::text ? "sample.xml" : "unpacked");
            REQUIRE(edit::save(map, file.path, storage, {}).has_value());
        }
        Session session = Session::open(file.path).value();
        session.keep_journal(file.folder / "journals");
        REQUIRE(session.set({at(session, "objects[4]")}, "position.x", "100").has_value());
        session.keep_draft(at(session, "actors[1]"), "script", "actor GUARD01\n{\n    goto #nowhere\n}\n");
        test::copy_journal(file.folder / "journals", left);
    }
    [[nodiscard]] Unsaved unsaved() const { return find_unsaved(left).at(0); }
    [[nodiscard]] Session recover() const { return Session::recover(unsaved()).value(); }
    void change_outside(std::string_view field, std::string_view text) const
    {
        Session other = Session::open(file.path).value();
        const std::string path(field.substr(0, field.find('.')));
        REQUIRE(other.set({at(other, path)}, field.substr(field.find('.') + 1), text).has_value());
        REQUIRE(other.save().has_value());
    }
};

std::string draft_text(const Session& session)
{
    return session.drafts().size() == 1 ? session.drafts()[0].text : std::string{};
}

const std::string guard_draft = "actor GUARD01\n{\n    goto #nowhere\n}\n";

}  // namespace

TEST_CASE("recovery: merges with a file that another program changed", "[journal]")
{
    for (const edit::Storage storage : {edit::Storage::binary, edit::Storage::text, edit::Storage::folder}) {
        INFO(static_cast<int>(storage));
        const KilledSession killed(storage);
        killed.change_outside("lights[0].radius", "77");
        Session session = killed.recover();
        CHECK(session.path() == killed.file.path);
        CHECK(session.storage() == storage);
        CHECK(value(session.document(), "objects[4].position.x") == "100");
        CHECK(draft_text(session) == guard_draft);
        REQUIRE(session.check_disk() == DiskState::changed);
        CHECK(session.save().error().code == ErrorCode::changed);
        CHECK(session.merge(session.read_disk().value()).value().empty());
        CHECK(value(session.document(), "objects[4].position.x") == "100");
        CHECK(value(session.document(), "lights[0].radius") == "77");
        CHECK(draft_text(session) == guard_draft);
        REQUIRE(session.save().has_value());
        CHECK(value(edit::load(killed.file.path).value().document, "lights[0].radius") == "77");
    }
}

TEST_CASE("recovery: opens the copy of a file that was removed or is unreadable", "[journal]")
{
    const KilledSession killed;
    const bool removed = GENERATE(true, false);
    fs::remove(killed.file.path);
    if (!removed) {
        std::ofstream(killed.file.path) << "no map";
    }
    Session session = killed.recover();
    CHECK(session.check_disk() == (removed ? DiskState::gone : DiskState::changed));
    CHECK(value(session.document(), "objects[4].position.x") == "100");
    CHECK(draft_text(session) == guard_draft);
    REQUIRE(session.save(OutsideChange::overwrite).has_value());
    CHECK(value(edit::load(killed.file.path).value().document, "objects[4].position.x") == "100");
}

TEST_CASE("recovery: merges the journals of two sessions of a file", "[journal]")
{
    const KilledSession killed;
    {
        Session second = Session::open(killed.file.path).value();
        second.keep_journal(killed.file.folder / "journals");
        REQUIRE(second.set({at(second, "lights[0]")}, "radius", "77").has_value());
        test::copy_journal(killed.file.folder / "journals", killed.file.folder / "second");
    }
    Session session = killed.recover();
    REQUIRE(session.save().has_value());
    Session second = Session::recover(find_unsaved(killed.file.folder / "second").at(0)).value();
    REQUIRE(second.check_disk() == DiskState::changed);
    CHECK(second.merge(second.read_disk().value()).value().empty());
    CHECK(value(second.document(), "objects[4].position.x") == "100");
    CHECK(value(second.document(), "lights[0].radius") == "77");
}

TEST_CASE("recovery: without the copy, keeps drafts and lists the lost steps", "[journal]")
{
    const KilledSession killed;
    fs::remove_all(base_copy(killed.unsaved()).parent_path());
    {
        Session other = Session::open(killed.file.path).value();
        REQUIRE(other.move({at(other, "actors[1]")}, -1).has_value());  // changes the number of the guard
        REQUIRE(other.save().has_value());
    }
    Session session = killed.recover();
    CHECK(session.not_recovered() == killed.unsaved().steps);
    CHECK(session.not_recovered().size() == 1);
    REQUIRE(session.drafts().size() == 1);
    CHECK(session.drafts()[0].text == guard_draft);
    const std::string guard = session.path_of(session.drafts()[0].record);
    CHECK(value(session.document(), guard + ".script_name") == "GUARD01");
    CHECK(fs::exists(killed.unsaved().journal));

    // The drafts are in a journal of the new session too.
    const std::vector<Unsaved> all = [&] {
        test::copy_journal(killed.left, killed.file.folder / "again");
        return find_unsaved(killed.file.folder / "again");
    }();
    CHECK(all.size() == 2);
}

TEST_CASE("recovery: continuing a journal without its copy stores a new copy", "[journal]")
{
    const KilledSession killed;
    fs::remove_all(base_copy(killed.unsaved()).parent_path());
    const Session session = killed.recover();
    CHECK(session.not_recovered().empty());
    CHECK(value(session.document(), "objects[4].position.x") == "100");
    CHECK(fs::exists(killed.left / "SAMPLE-1.base" / "SAMPLE.RGM"));
}

TEST_CASE("recovery: the copy of the file is from before the first step", "[journal]")
{
    const SampleFile file;
    const fs::path copy = file.folder / "journals" / "SAMPLE-1.base" / "SAMPLE.RGM";
    {
        Session session = Session::open(file.path).value();
        session.keep_journal(file.folder / "journals");
        REQUIRE(write_file(file.path, Bytes(10), {.overwrite = Overwrite::allow}).has_value());
        REQUIRE(session.set({at(session, "lights[0]")}, "radius", "77").has_value());
        CHECK(read_file(copy).value() == file.bytes);
    }
    CHECK_FALSE(fs::exists(copy.parent_path()));
}

TEST_CASE("recovery: a second outside change is merged too", "[journal]")
{
    const SampleFile file;
    const auto change = [&](const char* record, const char* field, const char* text) {
        Session other = Session::open(file.path).value();
        REQUIRE(other.set({at(other, record)}, field, text).has_value());
        REQUIRE(other.save().has_value());
    };
    Session session = Session::open(file.path).value();
    session.keep_journal(file.folder / "journals");
    REQUIRE(session.set({at(session, "objects[4]")}, "position.x", "100").has_value());
    change("lights[0]", "radius", "77");
    REQUIRE(session.check_disk() == DiskState::changed);
    REQUIRE(session.merge(session.read_disk().value()).has_value());
    change("objects[5]", "position.y", "55");
    REQUIRE(session.check_disk() == DiskState::changed);
    CHECK(session.merge(session.read_disk().value()).value().empty());
    CHECK(value(session.document(), "objects[4].position.x") == "100");
    CHECK(value(session.document(), "lights[0].radius") == "77");
    CHECK(value(session.document(), "objects[5].position.y") == "55");
}
