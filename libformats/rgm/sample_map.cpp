// An empty map and a small sample map.
#include "rgm/map.hpp"

namespace redforge::rgm {
namespace {

Command command(std::string_view name, std::int32_t first = 0, std::int32_t second = 0)
{
    return {{*find_command_kind(name)}, {first, second}, {}};
}

Bytes script(std::initializer_list<unsigned> bytes)
{
    Bytes result;
    for (const unsigned byte : bytes) {
        result.push_back(static_cast<std::byte>(byte));
    }
    return result;
}

/// A door that waits for its hook: SOUP `end` with its own start as target, then `return`.
Actor door()
{
    Actor actor;
    actor.header.script_name = "DOOR01";
    actor.header.instances = 2;
    actor.strings = {{"opened", {}}, {"closed", {}}};
    actor.variables = {{0, {}}, {0, {1, 2}}};
    actor.attributes = {{0, 100}, {31, 5}};
    actor.animation_files = {{0, 8, "c", "fxart\\DOORA001.3DC"}};
    actor.groups = {{0, 1, 0, {}, {command("ShowFrame", 0), command("EndAnimation")}, {}},
                    {4,
                     2,
                     1,
                     {},
                     {command("ShowFrame", 1), command("PlaySound", 12, 100), command("ShowFrame", 7),
                      command("BreakPoint"), command("EndAnimation")},
                     {}}};
    actor.hooks = {{5, 1}};
    actor.extra = ExtraData{};
    actor.extra->anim_frame_ref = 8;
    actor.name_space = NameSpace{"door"};
    actor.script = script({0x05, 0, 0, 0, 0, 0x12});
    return actor;
}

Actor guard()
{
    Actor actor;
    actor.header.script_name = "GUARD01";
    actor.header.size_primary = 0;
    actor.strings = {{"closed", {}}, {"halt", {}}};
    actor.variables = {{-1, {}}};
    actor.animation_files = {{0, 16, "c", "fxart\\GUARA001.3DC"}};
    actor.groups = {{0, 1, 0, {}, {command("ShowFrame", 0), command("GoToPrevious", 0), command("EndAnimation")}, {}}};
    actor.locations = {{0, 0, 0}, {2560, 0, -5120}};
    actor.extra = ExtraData{};
    actor.collision_spheres = {{0, -4, 0, 17, 96}};
    actor.name_space = NameSpace{"guard"};
    actor.script = script({0x05, 0, 0, 0, 0});
    return actor;
}

/// Size of FLAT in 26 of the 27 shipped maps. Its content is unknown, so it is zeros.
constexpr std::size_t default_flat_size = 1111;

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
    map.flat.resize(default_flat_size);
    return map;
}

Map sample_map()
{
    Map map = new_map();
    map.actors.records = {door(), guard()};

    map.objects.records.resize(4);  // in shipped maps the first four have no names
    map.objects.records.push_back(object(5, "DOOR01", 200, 300, 512));
    map.objects.records.push_back(object(6, "DOOR01", 200, 500, 1536));
    map.objects.records.push_back(object(7, "GUARD01", 320, 400, 0));
    map.objects.records.back().texture = {301, 4};
    for (Object& each : map.objects.records) {
        each.size_row = -1;  // no object has a mesh
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
    // A quarter turn about the vertical axis.
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
