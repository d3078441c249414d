// Snapshots: every kind of content comes back, and patches between them are exact.
#include <catch2/catch.hpp>

#include "editor/model/snapshot.hpp"
#include "rgm/map.hpp"
#include "support/random_map.hpp"

namespace {

using namespace redforge;
using namespace redforge::editor;

edit::Document document_of(const rgm::Map& map)
{
    return {*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(map)};
}

rgm::Map map_of(edit::Document document)
{
    return *edit::get_if<rgm::Map>(document);
}

Bytes bytes(std::initializer_list<unsigned char> values)
{
    Bytes result;
    for (const unsigned char value : values) {
        result.push_back(std::byte{value});
    }
    return result;
}

/// The sample map with whatever it lacks: given derived values, kept bytes, sections in another order.
rgm::Map map_of_all_kinds()
{
    rgm::Map map = rgm::sample_map();
    map.sections.given = rgm::SectionOrder{{"MPOB", "END ", "A\0b "}};
    map.end_length = 0;
    map.trailing = bytes({1, 2, 3});
    map.raw_sections = {{"XXXX", bytes({0, 255})}};
    map.objects.count = 99;
    map.objects.tail = bytes({7});
    map.objects.records[0].position = {-8388608, 1, 8388607, 2, 16777215};
    map.objects.records[0].script_name.bytes = {'A', '\0', 'b', '\xFF'};
    map.actors.blocks = {{"RAVA", bytes({0, 0}), bytes({9})}};
    map.actors.string_pool = rgm::StringPool{{{"caf\x82"}, {""}}, bytes({1})};
    rgm::Actor& actor = map.actors.records[0];
    actor.header.rasb_length = 12;
    actor.strings[0].offset = 3;
    actor.raw_parts = {{"RAHK", bytes({5})}};
    actor.placements = {{"RASC", 2, bytes({4})}};
    actor.groups[0].tail = bytes({8});
    return map;
}

}  // namespace

TEST_CASE("editor: a snapshot of a map with all kinds of content restores an equal map")
{
    const rgm::Map map = map_of_all_kinds();
    const Format& format = *edit::find_format(rgm::Map::root);
    const Bytes snapshot = take_snapshot(document_of(map));
    CHECK(map_of(restore_snapshot(format, snapshot)) == map);
    // The same document, the same bytes: this is what "modified" compares.
    CHECK(take_snapshot(restore_snapshot(format, snapshot)) == snapshot);
    CHECK(take_snapshot(document_of(rgm::sample_map())) != snapshot);
}

TEST_CASE("editor: snapshots of random maps restore equal maps")
{
    const Format& format = *edit::find_format(rgm::Map::root);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        INFO("seed " << seed);
        const rgm::Map map = test::random_map(seed);
        CHECK(map_of(restore_snapshot(format, take_snapshot(document_of(map)))) == map);
    }
}

TEST_CASE("editor: every format that can be read can be kept as a snapshot, and so be edited")
{
    for (const Format& format : edit::formats()) {
        INFO(format.name);  // a new format needs its line in editor/model/snapshot.cpp
        REQUIRE(can_snapshot(format));
        const edit::Document document(format, format.make());
        CHECK_FALSE(restore_snapshot(format, take_snapshot(document)).difference(document).has_value());
    }
}

TEST_CASE("editor: a patch is the stretch that differs, and leads both ways")
{
    struct Case {
        Bytes from;
        Bytes to;
        std::size_t offset;
        Bytes before;
        Bytes after;
    };
    const std::vector<Case> cases{
        {bytes({1, 2, 3, 4}), bytes({1, 9, 3, 4}), 1, bytes({2}), bytes({9})},
        {bytes({1, 2, 3}), bytes({1, 2, 7, 8, 3}), 2, bytes({}), bytes({7, 8})},
        {bytes({1, 2, 3}), bytes({3}), 0, bytes({1, 2}), bytes({})},
        {bytes({5, 5}), bytes({5, 5, 5}), 2, bytes({}), bytes({5})},
        {bytes({}), bytes({1}), 0, bytes({}), bytes({1})},
        {bytes({1}), bytes({1}), 1, bytes({}), bytes({})},
    };
    for (const Case& each : cases) {
        const Patch patch = make_patch(each.from, each.to);
        CHECK(patch.offset == each.offset);
        CHECK(patch.before == each.before);
        CHECK(patch.after == each.after);
        Bytes state = each.from;
        apply_patch(state, patch);
        CHECK(state == each.to);
        revert_patch(state, patch);
        CHECK(state == each.from);
    }
}
