// Generated maps for the benchmarks, in the proportions of a large map.
#include "bench/documents.hpp"

#include <fmt/format.h>

#include "core/xml/xml_writer.hpp"
#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/walk_map.hpp"
#include "support/random.hpp"

namespace redforge::bench {
namespace {

using test::Random;

std::int32_t coordinate(Random& random, std::int32_t range)
{
    return static_cast<std::int32_t>(random.below(static_cast<std::size_t>(range))) - range / 2;
}

template <class P>
void put_somewhere(P& position, Random& random)
{
    position.x = coordinate(random, 100000);
    position.y = coordinate(random, 20000);
    position.z = static_cast<std::int32_t>(random.below(65000));
}

rgm::Actor actor(std::size_t number, Random& random)
{
    rgm::Actor a;
    a.header.script_name = FixedText<9>(fmt::format("ACT{:05}", number));
    a.header.instances = static_cast<std::uint16_t>(1 + random.below(2));
    for (std::size_t i = 0; i < 12; ++i) {
        a.strings.push_back({Text(fmt::format("line {} of actor {}: good morning, stranger", i, number)), {}});
    }
    for (std::size_t i = 0; i < 8; ++i) {
        a.variables.push_back({coordinate(random, 200), {}});
        a.attributes.push_back({static_cast<std::uint8_t>(i * 9 + random.below(9)), 7});
    }
    a.animation_files = {{825, 13, "c", "fxart\\GATEA001.3DC"}, {725, 36, "c", "fxart\\GATEA002.3DC"}};
    for (std::uint16_t g = 0; g < 20; ++g) {
        rgm::AnimationGroup& group = a.groups.emplace_back();
        group.group_index = g;
        for (std::size_t i = 0; i < 12; ++i) {
            group.commands.push_back(rgm::Command::from_word(static_cast<std::uint32_t>(random.below(49)) << 4 |
                                                             (random.once_in(6) ? 5U : 0U)));
        }
    }
    a.locations.assign(2, rgm::Location{119336, -512, 40});
    a.extra = rgm::ExtraData{};
    a.name_space = rgm::NameSpace{Text(fmt::format("actor{}", number))};
    a.script.resize(700);
    for (std::byte& b : a.script) {
        b = static_cast<std::byte>(random.bits());
    }
    return a;
}

}  // namespace

rgm::Map town(std::size_t scale)
{
    Random random(1);
    rgm::Map map;
    for (std::size_t i = 0; i < 6 * scale; ++i) {
        map.actors.records.push_back(actor(i, random));
    }
    for (std::size_t i = 0; i < 40 * scale; ++i) {
        rgm::Object& object = map.objects.records.emplace_back();
        object.id = static_cast<std::uint32_t>(4096 + i);
        object.object_type = 1;
        object.is_active = 1;
        object.script_name = FixedText<9>(fmt::format("ACT{:05}", i % (6 * scale)));
        object.model_name = "AA_ARCH1";
        put_somewhere(object.position, random);
        object.angle.y = static_cast<std::int32_t>(random.below(2048));
        object.texture = rgm::TextureData::unpack(static_cast<std::uint16_t>(random.bits()));
        object.intensity = 80;
        object.radius = 1025;
        object.red = 101;
        object.green = 34;
        object.blue = 187;
    }
    for (std::size_t i = 0; i < 120 * scale; ++i) {
        rgm::StaticObject& object = map.statics.records.emplace_back();
        object.id = static_cast<std::uint32_t>(0x80000 + i);
        object.model_name = FixedText<12>(fmt::format("BT_DOR{:02}", i % 100));
        put_somewhere(object.position, random);
        if (random.once_in(2)) {
            object.rotation_matrix = {66023056, 0, 260189000, 0, 268435456, 0, -260189000, 0, 66023056};
        }
    }
    for (std::size_t i = 0; i < 12 * scale; ++i) {
        rgm::Light& light = map.lights.records.emplace_back();
        light.id = static_cast<std::uint32_t>(0x82D8A000 + i);
        put_somewhere(light.position, random);
        light.radius = 735;
        light.intensity = 226;
        light.channel_map = {0, 1, 2, 3, 4, 5, 6, 7};
    }
    for (std::size_t i = 0; i < 8 * scale; ++i) {
        rgm::Flat& flat = map.flats.records.emplace_back();
        flat.id = static_cast<std::uint32_t>(20480 + i);
        put_somewhere(flat.position, random);
        flat.texture = {108, 25};
    }
    map.markers.records.resize(6 * scale);
    map.sizes.records.resize(4 * scale, rgm::Size{0, {72, 1, 2}, {}, {59, 1, 1}, {13, 0, 1}});
    for (std::size_t i = 0; i < scale; ++i) {
        rgm::WalkMap& walk = map.walk_maps.records.emplace_back();
        put_somewhere(walk.header.position, random);
        walk.header.radius = 5830;
        walk.nodes.resize(20);
        for (rgm::WalkNode& node : walk.nodes) {
            node.header.node_pos_x = static_cast<std::uint16_t>(random.bits());
            node.header.node_pos_z = static_cast<std::uint16_t>(random.bits());
            node.routes.assign(2, {7, {}});
        }
    }
    map.flat.resize(1111);
    return map;
}

std::string to_xml(const rgm::Map& map)
{
    TextSink out;
    XmlWriter writer(out);
    writer.document(rgm::Map::root, map);
    return out.str();
}

}  // namespace redforge::bench
