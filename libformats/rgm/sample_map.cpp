// Maps made from nothing: an empty one, and a small sample one.
#include "rgm/flat.hpp"
#include "rgm/light.hpp"
#include "rgm/map.hpp"
#include "rgm/marker.hpp"
#include "rgm/object.hpp"
#include "rgm/rope.hpp"
#include "rgm/sample_actors.hpp"
#include "rgm/size.hpp"
#include "rgm/static_object.hpp"
#include "rgm/walk_map.hpp"

namespace redforge::rgm {
namespace {

/// Size of FLAT in 26 of the 27 shipped maps; content unknown, so zeros.
constexpr std::size_t usual_flat_size = 1111;

Object object(std::uint32_t id, std::string_view script_name, std::int32_t x, std::int32_t z, std::int32_t turn)
{
    Object result;
    result.id = id;
    result.object_type = 1;
    result.is_active = 1;
    result.script_name = FixedText<9>(script_name);
    result.position.x = x;
    result.position.z = z;
    result.angle.y = turn;
    return result;
}

WalkMap walk_map()
{
    WalkMap map;
    map.header.position = {200, 0, 200};
    map.header.radius = 400;
    for (std::uint16_t i = 0; i < 4; ++i) {
        WalkNode node;
        node.header.node_pos_x = static_cast<std::uint16_t>(100 + i % 2 * 200);
        node.header.node_pos_z = static_cast<std::uint16_t>(100 + i / 2 * 200);
        node.routes = {{static_cast<std::uint16_t>((i + 1) % 4), {}}, {static_cast<std::uint16_t>((i + 3) % 4), {}}};
        map.nodes.push_back(node);
    }
    return map;
}

}  // namespace

Map new_map()
{
    Map map;
    map.flat.resize(usual_flat_size);
    return map;
}

Map sample_map()
{
    Map map = new_map();
    map.actors.records = sample_actors();

    map.objects.records.resize(4);  // as in shipped maps, the first four have no names
    map.objects.records.push_back(object(5, "DOOR01", 200, 300, 512));
    map.objects.records.push_back(object(6, "DOOR01", 200, 500, 1536));
    map.objects.records.push_back(object(7, "GUARD01", 320, 400, 0));
    map.objects.records.back().texture = {301, 4};
    for (Object& each : map.objects.records) {
        each.size_row = -1;  // none has a mesh
    }

    Rope rope;
    rope.id = 36864;
    rope.position = {260, -80, 400};
    rope.length = 6;
    rope.static_model = "BUCKET";
    rope.rope_model = "ROPELINK";
    map.ropes.records = {rope};

    StaticObject wall;
    wall.id = 524288;
    wall.model_name = "WALL01";
    wall.position = {180, 0, 250};
    map.statics.records = {wall, wall};
    map.statics.records[1].id = 524289;
    map.statics.records[1].position.z = 550;
    // A quarter turn about the vertical.
    map.statics.records[1].rotation_matrix = {0, 0, 0x10000000, 0, 0x10000000, 0, -0x10000000, 0, 0};

    Light lamp;
    lamp.id = 2195179707U;
    lamp.position = {300, -60, 400};
    lamp.radius = 600;
    lamp.intensity = 200;
    lamp.red = 255;
    lamp.green = 220;
    lamp.blue = 160;
    lamp.channel_map = {0, 1, 2, 3, 4, 5, 6, 7};
    map.lights.records = {lamp};

    Flat bush;
    bush.id = 20480;
    bush.position = {240, 0, 620};
    bush.texture = {108, 3};
    map.flats.records = {bush};

    map.markers.records = {{{210, 0, 400}, 1}, {{400, 0, 400}, 1}};
    map.sizes.records = {{0, {40, 90, 40}, {}, {20, 10, 20}, {20, 80, 20}}};
    map.walk_maps.records = {walk_map()};
    return map;
}

}  // namespace redforge::rgm
