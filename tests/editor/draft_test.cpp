// Drafts: typed script texts and their records.
#include <catch2/catch.hpp>

#include "editor/model/session/draft.hpp"
#include "editor/session_support.hpp"

using namespace redforge;
using namespace redforge::editor;
using redforge::test::at;

namespace {

Draft draft_of(const NodeRef& record, const std::string& text, const std::string& name = "DOOR01",
               const std::string& field = "script")
{
    Draft draft;
    draft.record = record;
    draft.field = field;
    draft.name = name;
    draft.text = text;
    return draft;
}

}  // namespace

TEST_CASE("drafts: a record has one draft for each field", "[editor]")
{
    Drafts drafts;
    const NodeRef first{{{0, 0}}, {}};
    const NodeRef second{{{0, 1}}, {}};
    CHECK(drafts.keep(draft_of(first, "a")).id == 1);
    CHECK(drafts.keep(draft_of(second, "b")).id == 2);
    CHECK(drafts.keep(draft_of(first, "c")).id == 1);
    CHECK(drafts.keep(draft_of(first, "d", "DOOR01", "source")).id == 3);
    REQUIRE(drafts.all().size() == 3);
    CHECK(drafts.find(first, "script")->text == "c");
    CHECK(drafts.find(first, "source")->text == "d");
    CHECK(drafts.find(2)->text == "b");
    CHECK(drafts.find(4) == nullptr);
    // A draft with a number from the journal replaces the draft of the record.
    Draft given = draft_of(first, "e");
    given.id = 7;
    CHECK(drafts.keep(given).id == 7);
    CHECK(drafts.find(1) == nullptr);
    CHECK(drafts.find(first, "script")->text == "e");
    CHECK(drafts.keep(draft_of(NodeRef{{{0, 2}}, {}}, "f")).id == 8);
    Draft moved = draft_of(second, "g");
    moved.id = 7;
    CHECK(drafts.keep(moved).text == "g");
    CHECK(drafts.find(first, "script") == nullptr);
    CHECK(drafts.find(2) == nullptr);
    drafts.drop(7);
    CHECK(drafts.find(7) == nullptr);
    CHECK(drafts.all().size() == 2);
}

TEST_CASE("drafts: a draft follows its record through renames and undo", "[editor]")
{
    const redforge::test::SampleFile file;
    Session session = Session::open(file.path).value();
    const NodeRef door = at(session, "actors[0]");
    const NodeRef guard = at(session, "actors[1]");
    session.keep_draft(door, "script", "of door");
    session.keep_draft(guard, "script", "of guard");
    const auto draft_texts = [&session] {
        std::string text;
        for (const Draft& each : session.drafts()) {
            text += each.name + (each.lost ? " lost: " : ": ") + each.text + "; ";
        }
        return text;
    };
    CHECK(draft_texts() == "DOOR01: of door; GUARD01: of guard; ");
    REQUIRE(session.set({door}, "script_name", "GATE"));
    CHECK(draft_texts() == "GATE: of door; GUARD01: of guard; ");
    REQUIRE(session.remove({door}));
    CHECK(draft_texts() == "GATE lost: of door; GUARD01: of guard; ");
    CHECK(session.draft(at(session, "actors[0]"), "script")->text == "of guard");
    REQUIRE(session.undo());
    CHECK(draft_texts() == "GATE: of door; GUARD01: of guard; ");
    CHECK(session.draft(at(session, "actors[0]"), "script")->text == "of door");
    CHECK(session.draft(at(session, "actors[1]"), "script")->text == "of guard");
    REQUIRE(session.undo());
    CHECK(draft_texts() == "DOOR01: of door; GUARD01: of guard; ");
}
