// A new map: the first actors, CYRUS, and a marker.
#include <catch2/catch.hpp>

#include "rgm/new_map.hpp"
#include "support/outcome.hpp"

namespace {

using namespace redforge;
using namespace redforge::test;

void add_actor(rgm::Map& map, std::string_view name, std::int32_t health)
{
    rgm::Actor& actor = map.actors.records.emplace_back();
    actor.header.script_name = FixedText<9>(name);
    actor.attributes = {{3, static_cast<std::uint8_t>(health)}};
}

}  // namespace

TEST_CASE("new map: has the first 24 actors, the player and a marker, and no object")
{
    const rgm::NewMap made = rgm::new_map_like(nullptr);
    CHECK(made.copied_actors == 0);
    REQUIRE(made.map.actors.records.size() == 24);
    for (std::size_t i = 0; i < rgm::first_actors.size(); ++i) {
        CHECK(made.map.actors.records[i].header.script_name.view() == rgm::first_actors.at(i));
    }
    const rgm::Actor& player = made.map.actors.records[22];
    CHECK(player.header.script_name.view() == "CYRUS");
    CHECK(player.attributes == std::vector<rgm::Attribute>{{3, 100}});
    CHECK(player.groups.at(0).group_index == 0);
    CHECK(player.groups.at(0).anim_id == 1);  // the frame delay; 0 would last 256 updates
    CHECK(player.header.size_primary == 0);
    CHECK(made.map.sizes.records.at(0).total == rgm::Extent{48, 128, 49});
    CHECK(made.map.markers.records == std::vector<rgm::Marker>{{{32768, 0, 32768}, 1}});
    CHECK(made.map.objects.records.empty());
    CHECK(need(rgm::read_map(need(rgm::write_map(made.map)))) == made.map);
}

TEST_CASE("new map: copies the first actors and the size rows of another map")
{
    rgm::Map other = rgm::sample_map();
    other.sizes.records.resize(3);
    for (const std::string_view name : {"GREMLIN", "laser", "MAPCOUNT", "LASERS"}) {
        add_actor(other, name, 7);
    }
    const rgm::NewMap made = rgm::new_map_like(&other);
    CHECK(made.copied_actors == 3);
    REQUIRE(made.map.actors.records.size() == 24);
    CHECK(made.map.actors.records[1].header.script_name.view() == "laser");
    CHECK(made.map.actors.records[1].attributes == std::vector<rgm::Attribute>{{3, 7}});
    // The other map has no CYRUS, so the new one gets its own size row.
    CHECK(made.map.actors.records[22].header.size_primary == 3);
    CHECK(made.map.sizes.records.size() == 4);

    add_actor(other, "CYRUS", 80);
    other.actors.records.back().header.size_primary = 2;
    const rgm::Map with_player = rgm::new_map_like(&other).map;
    CHECK(with_player.actors.records[22].attributes == std::vector<rgm::Attribute>{{3, 80}});
    CHECK(with_player.actors.records[22].header.size_primary == 2);
    CHECK(with_player.sizes.records.size() == 3);
}
