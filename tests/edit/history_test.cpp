// The history of a document: undo, the saved state, the size limit, and positions of records.
#include <catch2/catch.hpp>

#include "edit/operation/history.hpp"
#include "edit/operation/recorder.hpp"
#include "rgm/map.hpp"
#include "support/outcome.hpp"
#include "support/values.hpp"

namespace {

using namespace redforge;
using namespace redforge::edit;

/// The sample map, whose light 0 has radius 600.
struct Sample {
    rgm::Map map = rgm::sample_map();
    RecordHandle root = handle_of(map);
    NodePath light = resolve(root, "lights[0]").value().front().node;
    NodePath objects = resolve(root, "objects").value().front().node;

    Transaction set_radius(int radius, const std::string& name = "Set")
    {
        Recorder recorder(root);
        REQUIRE(recorder.set(light, *record_at(root, light).table().find_field("radius"), std::to_string(radius)));
        return test::need(recorder.finish(name));
    }
    Transaction erase_objects(std::vector<std::size_t> places)
    {
        Recorder recorder(root);
        recorder.erase(objects, *record_at(root, objects).table().find_child(""), std::move(places));
        return test::need(recorder.finish("Remove"));
    }
    [[nodiscard]] int radius() const { return std::stoi(test::value(map, "lights[0].radius")); }
};

NodePath at(std::uint32_t index)
{
    return {{5, 0}, {0, index}, {2, 7}};
}

/// Returns the positions of records 0 to 5 of a list after a change; -1 for a removed one.
std::vector<int> after(Operation::Kind kind, std::vector<std::size_t> places)
{
    const Change change{kind, {{5, 0}}, 0, std::move(places)};
    std::vector<int> now;
    for (std::uint32_t i = 0; i < 6; ++i) {
        NodePath node = at(i);
        const bool there = follow(node, change);
        CHECK(node.back() == Step{2, 7});
        now.push_back(there ? static_cast<int>(node[1].index) : -1);
    }
    return now;
}

}  // namespace

TEST_CASE("history: undoes and redoes steps; a new step replaces undone ones")
{
    Sample sample;
    History history;
    std::vector<std::size_t> reported_sizes;
    history.listen([&](const Changes& changes) { reported_sizes.push_back(changes.size()); });
    history.push({});  // an empty transaction
    CHECK_FALSE(history.can_undo());
    history.push(sample.set_radius(1, "One"));
    history.push(sample.set_radius(2, "Two"));
    CHECK(history.undo_name() == "Two");
    const Changes undone = history.undo(sample.root);
    REQUIRE(undone.size() == 1);
    CHECK(undone[0].kind == Operation::Kind::set);
    CHECK(undone[0].node == sample.light);
    CHECK(sample.radius() == 1);
    CHECK(history.redo_name() == "Two");
    history.redo(sample.root);
    CHECK(sample.radius() == 2);
    history.undo(sample.root);
    history.push(sample.set_radius(3, "Three"));
    CHECK_FALSE(history.can_redo());
    history.undo(sample.root);
    history.undo(sample.root);
    CHECK(sample.radius() == 600);
    CHECK(history.undo(sample.root).empty());
    CHECK(reported_sizes == std::vector<std::size_t>{1, 1, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("history: is modified except in the saved state, also after that is dropped")
{
    Sample sample;
    History history;
    CHECK_FALSE(history.modified());
    history.push(sample.set_radius(1));
    history.mark_saved();
    CHECK_FALSE(history.modified());
    history.push(sample.set_radius(2));
    CHECK(history.modified());
    history.undo(sample.root);
    CHECK_FALSE(history.modified());
    history.undo(sample.root);
    CHECK(history.modified());
    history.push(sample.set_radius(3));  // the saved step is dropped; the new one has the same number
    CHECK(history.modified());
    history.undo(sample.root);
    CHECK(history.modified());
}

TEST_CASE("history: a copy can be moved to the saved state unless that is dropped")
{
    Sample sample;
    History history;
    history.push(sample.set_radius(1));
    history.mark_saved();
    history.push(sample.set_radius(2));
    const auto saved_radius = [&] {
        Sample copy;
        copy.map = sample.map;
        const bool can = history.take_to_saved(copy.root);
        return can ? copy.radius() : -1;
    };
    CHECK(saved_radius() == 1);
    history.undo(sample.root);
    history.undo(sample.root);
    CHECK(saved_radius() == 1);
    CHECK(sample.radius() == 600);
    history.push(sample.set_radius(3));
    CHECK(saved_radius() == -1);
}

TEST_CASE("history: has a size limit, and drops the oldest steps first")
{
    Sample sample;
    History history(2000);
    history.mark_saved();
    for (int radius = 1; radius <= 100; ++radius) {
        history.push(sample.set_radius(radius));
        CHECK(history.memory() <= 2000);
    }
    int undone = 0;
    for (; history.can_undo(); ++undone) {
        history.undo(sample.root);
    }
    CHECK(undone > 3);
    CHECK(undone < 20);
    CHECK(sample.radius() == 100 - undone);
    CHECK(history.modified());  // the saved state was trimmed

    // A saved state that can be reached remains at its position.
    History later(2000);
    int saved = 0;
    for (int radius = 1; radius <= 100; ++radius) {
        later.push(sample.set_radius(radius));
        if (radius == 98) {
            later.mark_saved();
            saved = sample.radius();
        }
    }
    CHECK(later.modified());
    later.undo(sample.root);
    CHECK(later.modified());
    later.undo(sample.root);
    CHECK_FALSE(later.modified());
    CHECK(sample.radius() == saved);
    later.undo(sample.root);
    CHECK(later.modified());

    // A history that fits the limit exactly is kept.
    History measured(std::size_t{1} << 20U);
    measured.push(sample.set_radius(1));
    measured.push(sample.set_radius(2));
    History exact(measured.memory());
    exact.push(sample.set_radius(3));
    exact.push(sample.set_radius(4));
    CHECK(exact.memory() == measured.memory());
    exact.undo(sample.root);
    CHECK(exact.can_undo());

    History small(1);
    small.push(sample.erase_objects({0, 1, 2}));
    const std::size_t with_records = small.memory();
    const std::size_t of_object = test::record(sample.map, "objects[0]").type->size;
    CHECK(with_records > 3 * of_object);
    small.undo(sample.root);
    CHECK(test::count(sample.map, "objects") == 7);
    CHECK(small.memory() + 3 * of_object <= with_records);  // the records are in the document again
}

TEST_CASE("history: a drag is one step, separate from saved and earlier steps")
{
    Sample sample;
    History history;
    history.push(sample.set_radius(1));
    history.begin_joining();
    for (const int radius : {2, 3, 4}) {
        history.push(sample.set_radius(radius));
    }
    history.mark_saved();  // ends the joining
    history.begin_joining();
    history.push(sample.set_radius(5));
    history.push(sample.set_radius(6));
    history.end_joining();
    history.push(sample.set_radius(7));
    history.undo(sample.root);
    CHECK(sample.radius() == 6);
    history.undo(sample.root);
    CHECK(sample.radius() == 4);
    CHECK_FALSE(history.modified());
    history.undo(sample.root);
    CHECK(sample.radius() == 1);
    history.redo(sample.root);
    CHECK(sample.radius() == 4);
    CHECK_FALSE(history.modified());
}

TEST_CASE("history: positions follow insertions, removals and moves")
{
    using Kind = Operation::Kind;
    CHECK(after(Kind::insert, {0}) == std::vector<int>{1, 2, 3, 4, 5, 6});
    CHECK(after(Kind::insert, {2, 3, 6}) == std::vector<int>{0, 1, 4, 5, 7, 8});
    CHECK(after(Kind::erase, {1, 4}) == std::vector<int>{0, -1, 1, 2, -1, 3});
    CHECK(after(Kind::move, {1, 3}) == std::vector<int>{0, 3, 1, 2, 4, 5});
    CHECK(after(Kind::move, {4, 0}) == std::vector<int>{1, 2, 3, 4, 0, 5});
    CHECK(after(Kind::set, {}) == std::vector<int>{0, 1, 2, 3, 4, 5});
    // A path to another list, to another record of the list, or to the parent does not change.
    NodePath other{{6, 0}, {0, 3}};
    CHECK(follow(other, {Kind::erase, {{5, 0}}, 0, {3}}));
    NodePath parent{{5, 0}};
    CHECK(follow(parent, {Kind::erase, {{5, 0}}, 0, {0}}));
    NodePath member{{5, 0}, {1, 3}};
    CHECK(follow(member, {Kind::erase, {{5, 0}}, 0, {3}}));
    CHECK(member == NodePath{{5, 0}, {1, 3}});
}
