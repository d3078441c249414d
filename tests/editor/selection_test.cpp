// The selection after undo and redo.
#include <catch2/catch.hpp>

#include "editor/session_support.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;

using test::at;
using test::SampleFile;

}  // namespace

TEST_CASE("selection: undo and redo select the changed records, or the last selection")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const auto select = [&](const Paths& paths) { REQUIRE(session.select(at(session, paths))); };
    const auto selected = [&] {
        Paths paths;
        for (const NodeRef& ref : session.selection()) {
            paths.push_back(session.path_of(ref));
        }
        return paths;
    };

    SECTION("a copy")
    {
        select({"objects[4]"});
        session.select(session.duplicate(session.selection()).value());
        CHECK(selected() == Paths{"objects[5]"});
        select({"lights[0]"});
        session.undo().value();
        CHECK(selected() == Paths{"objects[4]"});
        session.redo().value();
        CHECK(selected() == Paths{"objects[5]"});
    }
    SECTION("a record that was added to a section")
    {
        select({"flats"});
        session.select({session.add(session.selection().front()).value()});
        session.undo().value();
        CHECK(selected() == Paths{"flats"});
    }
    SECTION("records that were removed")
    {
        select({"objects[4]", "objects[6]"});
        REQUIRE(session.remove(session.selection()));
        CHECK(selected().empty());
        select({"objects[3]"});
        session.undo().value();
        CHECK(selected() == Paths{"objects[4]", "objects[6]"});
        session.redo().value();
        CHECK(selected() == Paths{"objects[3]"});
    }
    SECTION("a value of an unselected record")
    {
        REQUIRE(session.set(at(session, Paths{"objects[4]", "objects[5]"}), "position.x", "7"));
        select({"objects[6]", "objects[4]"});
        session.undo().value();
        CHECK(selected() == Paths{"objects[6]", "objects[4]"});  // one of them changed, so it is already visible
        session.redo().value();
        select({"lights[0]"});
        session.undo().value();
        CHECK(selected() == Paths{"objects[4]", "objects[5]"});
    }
    SECTION("a removal that also changes references")
    {
        select({"objects[4]"});
        const NodeRef removed = session.selection().front();
        REQUIRE(session.make("Remove", [&](edit::Recorder& recorder) {
            const NodeRef light = session.find("lights[0]").value();
            const Status status =
                recorder.set(light.node, *edit::record_at(recorder.root(), light.node).table().find_field("radius"),
                             "1");
            recorder.erase(at(session, "objects").node, *session.find(removed)->parent.child, {4});
            return status;
        }));
        select({"objects[3]"});  // the neighbour
        session.undo().value();
        CHECK(selected() == Paths{"objects[4]"});
        session.redo().value();
        CHECK(selected() == Paths{"objects[3]"});
        session.undo().value();
        select({"markers[0]"});  // not near the other change either
        session.redo().value();
        CHECK(selected() == Paths{"objects[3]"});
        session.undo().value();
        select({"lights[0]"});
        session.redo().value();
        CHECK(selected() == Paths{"lights[0]"});  // the change is already visible
    }
    SECTION("dragged copies: copying and moving are one step")
    {
        select({"objects[4]"});
        session.select(session.duplicate(session.selection(), 0).value());
        const edit::NodePath copy = session.selection().front().node;
        REQUIRE(session.preview("Move", [&](edit::Recorder& recorder) {
            return recorder.set(copy, *edit::record_at(recorder.root(), copy).table().find_field("position.x"), "9");
        }));
        session.keep_preview(Session::Keep::joined);
        CHECK(session.steps().size() == 1);
        session.undo().value();
        CHECK(selected() == Paths{"objects[4]"});
        session.redo().value();
        CHECK(selected() == Paths{"objects[5]"});
    }
    SECTION("a drag with another selection in the middle")
    {
        select({"objects[4]"});
        REQUIRE(session.preview("Add", [&](edit::Recorder& recorder) {
            const ChildEntry& list = *session.find(at(session, "objects[6]"))->parent.child;
            edit::DetachedRecords records(list);
            static_cast<void>(records.append(0));
            recorder.insert(at(session, "objects").node, list, {7}, std::move(records));
            return Status{};
        }));
        select({"lights[0]"});  // the selection is kept
        session.undo().value();
        CHECK(selected() == Paths{"objects[4]"});
    }
    SECTION("several steps at once, and a dropped step")
    {
        select({"objects[4]"});
        session.select(session.duplicate(session.selection()).value());
        session.select(session.duplicate(session.selection()).value());
        REQUIRE(session.go_to_step(0));
        CHECK(selected() == Paths{"objects[4]"});
        session.redo().value();
        REQUIRE(session.set(at(session, Paths{"lights[0]"}), "radius", "1"));
        session.undo().value();
        session.undo().value();
        CHECK(selected() == Paths{"objects[4]"});
    }
}

TEST_CASE("selection: previous and next visit the last selections, without removed records", "[editor]")
{
    const SampleFile file;
    Session session = Session::open(file.path).value();
    const auto select = [&](const Paths& paths) { REQUIRE(session.select(at(session, paths))); };
    const auto named = [&](const std::optional<NodeRefs>& refs) {
        Paths paths;
        for (const NodeRef& ref : refs.value_or(NodeRefs{})) {
            paths.push_back(session.path_of(ref));
        }
        return paths;
    };
    const auto go_back = [&] {
        std::optional<NodeRefs> refs = session.previous_selection();
        if (refs) {
            REQUIRE(session.select(*refs));
        }
        return named(refs);
    };
    const auto go_on = [&] {
        std::optional<NodeRefs> refs = session.next_selection();
        if (refs) {
            REQUIRE(session.select(*refs));
        }
        return named(refs);
    };
    CHECK_FALSE(session.has_previous_selection());
    REQUIRE(session.select({NodeRef{}}));  // the document
    select({"objects[4]"});
    select({"objects[5]", "objects[6]"});
    CHECK(go_back() == Paths{"objects[4]"});
    CHECK_FALSE(session.has_previous_selection());
    CHECK(go_on() == Paths{"objects[5]", "objects[6]"});
    CHECK_FALSE(session.has_next_selection());
    select({});  // a click on empty space
    CHECK(go_back() == Paths{"objects[5]", "objects[6]"});
    CHECK(go_back() == Paths{"objects[4]"});
    select({"lights[0]"});  // replaces what came after
    CHECK_FALSE(session.has_next_selection());
    CHECK(go_back() == Paths{"objects[4]"});
    // Records keep their selections when others are removed. A removed record leaves them.
    REQUIRE(session.remove(at(session, Paths{"objects[0]"})));
    CHECK(named(session.selection()) == Paths{"objects[3]"});
    CHECK(go_on() == Paths{"lights[0]"});
    REQUIRE(session.remove(at(session, Paths{"objects[3]"})));
    CHECK_FALSE(session.has_previous_selection());
    for (int i = 0; i < 40; ++i) {
        select({i % 2 == 0 ? "objects[0]" : "objects[1]"});
    }
    int steps = 0;
    while (session.has_previous_selection()) {
        go_back();
        ++steps;
    }
    CHECK(steps == 31);
}
