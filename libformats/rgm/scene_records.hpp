// The record sections of a map, MPOB to WDNM. Objects (MPOB) and walk maps (WDNM) have their own headers.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "rgm/counted.hpp"
#include "rgm/object.hpp"
#include "rgm/position.hpp"
#include "rgm/walk_map.hpp"

namespace redforge::rgm {

/// MPRP: a rope or chain of equal links, 80 bytes. Spec: "MPRP (Rope Chains)".
struct Rope {
    static constexpr std::string_view element = "rope";
    static constexpr std::string_view section = "MPRP";

    std::uint32_t id{};
    FinePosition position;
    std::int32_t angle_y{};
    std::int32_t type{};
    std::int32_t swing{};
    std::int32_t speed{};
    std::int16_t length{};
    FixedText<9> static_model;
    FixedText<9> rope_model;
    std::array<std::int32_t, 7> reserved_tail{};

    friend bool operator==(const Rope&, const Rope&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Rope& rope, unsigned /*version*/)
{
    field(ar, "id", rope.id, {.label = "Rope id", .key = true});
    field(ar, "position", rope.position, {.label = "Position"});
    field(ar, "angle_y", rope.angle_y,
          {.label = "Heading", .unit = "2048ths of a turn", .notation = Notation::angle_2048});
    field(ar, "type", rope.type, {.label = "Type"});
    field(ar, "swing", rope.swing, {.label = "Swing"});
    field(ar, "speed", rope.speed, {.label = "Speed"});
    field(ar, "length", rope.length, {.label = "Length", .unit = "links"});
    field(ar, "static_model", rope.static_model, {.label = "Model at the end", .refers_to = Target::model});
    field(ar, "rope_model", rope.rope_model, {.label = "Model of a link", .refers_to = Target::model});
    field(ar, "reserved_tail", rope.reserved_tail, {.kind = Role::reserved});
    superseded<std::uint8_t>(ar, "reserved", rope.position.x, {.by = "position.x", .take = take_fraction});
}

/// MPSO: a static object, 66 bytes. Spec: "MPSO (Static Objects)".
struct StaticObject {
    static constexpr std::string_view element = "static";
    static constexpr std::string_view section = "MPSO";

    std::uint32_t id{};
    FixedText<12> model_name;
    Position position;
    /// Q4.28, row by row; 268435456 is 1.0.
    std::array<std::int32_t, 9> rotation_matrix{0x10000000, 0, 0, 0, 0x10000000, 0, 0, 0, 0x10000000};
    std::array<std::uint8_t, 2> unused{};

    friend bool operator==(const StaticObject&, const StaticObject&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, StaticObject& object, unsigned /*version*/)
{
    field(ar, "id", object.id, {.label = "Object id", .key = true});
    field(ar, "model_name", object.model_name, {.label = "Model", .refers_to = Target::model});
    field(ar, "position", object.position, {.label = "Position"});
    field(ar, "rotation_matrix", object.rotation_matrix,
          {.label = "Rotation",
           .unit = "Q4.28",
           .doc = "Three rows; 268435456 is 1.0.",
           .notation = Notation::fixed_q28});
    field(ar, "unused", object.unused, {.kind = Role::reserved});
}

/// MPSL: a light, 42 bytes. Source: reference sheet "maps", "Map records" [likely]. The spec, "MPSL (Lights)", reads
/// the first eight bytes as colour, type and parameter.
struct Light {
    static constexpr std::string_view element = "light";
    static constexpr std::string_view section = "MPSL";

    std::uint32_t id{};
    std::uint32_t world{};
    Position position;
    std::int16_t radius{};
    std::int16_t intensity{};
    std::int16_t red{};
    std::int16_t green{};
    std::int16_t blue{};
    std::array<std::uint8_t, 8> channel_map{};
    std::array<std::uint8_t, 4> reserved{};

    friend bool operator==(const Light&, const Light&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Light& light, unsigned /*version*/)
{
    field(ar, "id", light.id, {.label = "Light id", .key = true});
    field(ar, "world", light.world,
          {.label = "World",
           .doc = "Probably the number of the world in WORLD.INI. Lights of an unknown second kind have 0."});
    field(ar, "position", light.position, {.label = "Position"});
    field(ar, "radius", light.radius, {.label = "Radius", .unit = "map units"});
    field(ar, "intensity", light.intensity, {.label = "Intensity"});
    field(ar, "red", light.red, {.label = "Red", .notation = Notation::colour});
    field(ar, "green", light.green, {.label = "Green", .notation = Notation::colour});
    field(ar, "blue", light.blue, {.label = "Blue", .notation = Notation::colour});
    field(ar, "channel_map", light.channel_map,
          {.label = "Channels", .doc = "0 to 7 in order if the light is active, otherwise all 0."});
    field(ar, "reserved", light.reserved, {.kind = Role::reserved});
}

/// MPSF: an upright textured quad, 24 bytes. Spec: "MPSF (Flat Objects)".
struct Flat {
    static constexpr std::string_view element = "flat";
    static constexpr std::string_view section = "MPSF";

    std::uint32_t id{};
    std::int32_t reserved{};
    Position position;
    TextureData texture;
    std::int16_t reserved_tail{};

    friend bool operator==(const Flat&, const Flat&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Flat& flat, unsigned /*version*/)
{
    field(ar, "id", flat.id, {.label = "Object id", .key = true});
    field(ar, "reserved", flat.reserved, {.kind = Role::reserved});
    field(ar, "position", flat.position, {.label = "Position"});
    field(ar, "texture", flat.texture, {.label = "Texture"});
    field(ar, "reserved_tail", flat.reserved_tail, {.kind = Role::reserved});
}

/// MPMK: a marker, 13 bytes. In the section all positions precede all flags. Source: reference sheet "maps", "Map
/// records" [sure].
struct Marker {
    static constexpr std::string_view element = "marker";
    static constexpr std::string_view section = "MPMK";

    Position position;
    std::uint8_t usable{1};  ///< 1 = usable marker

    friend bool operator==(const Marker&, const Marker&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Marker& marker, unsigned /*version*/)
{
    field(ar, "position", marker.position, {.label = "Position"});
    field(ar, "usable", marker.usable, {.label = "Usable", .notation = Notation::boolean});
}

/// Three lengths of MPSZ.
struct Extent {
    using composite = void;

    std::int32_t x{};
    std::int32_t y{};
    std::int32_t z{};

    friend bool operator==(const Extent&, const Extent&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Extent& extent, unsigned /*version*/)
{
    field(ar, "x", extent.x, {.label = "X", .unit = "map units"});
    field(ar, "y", extent.y, {.label = "Y", .unit = "map units"});
    field(ar, "z", extent.z, {.label = "Z", .unit = "map units"});
}

/// MPSZ: the box of a model, 49 bytes. Objects (size_row) and actors refer to it by index. The section has no count.
/// The header of the model's segment in the map's archive has the same twelve numbers. Source: reference sheet "retail
/// facts", 2, "MPSZ" [measured on all 806 records of shipped maps].
struct Size {
    static constexpr std::string_view element = "size";
    static constexpr std::string_view section = "MPSZ";
    static constexpr std::string_view indexed_by = "size_row size_primary size_secondary size_tertiary";

    std::uint8_t flag{};
    Extent total;     ///< positive + negative in shipped maps
    Extent centre;    ///< 0 in shipped maps
    Extent positive;  ///< from the origin, rounded down; not negative
    Extent negative;

    friend bool operator==(const Size&, const Size&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, Size& size, unsigned /*version*/)
{
    field(ar, "flag", size.flag, {.label = "Flag"});
    field(ar, "total", size.total, {.label = "Total"});
    field(ar, "centre", size.centre, {.label = "Centre"});
    field(ar, "positive", size.positive, {.label = "Positive"});
    field(ar, "negative", size.negative, {.label = "Negative"});
}

/// The record sections of a map.
struct SceneSections {
    Counted<Object> objects;
    Counted<Rope> ropes;
    Counted<StaticObject> statics;
    Counted<Light> lights;
    Counted<Flat> flats;
    Counted<Marker> markers;
    Uncounted<Size> sizes;
    Counted<WalkMap> walk_maps;
};

/// A member of SceneSections.
template <class Section>
struct SceneSection {
    using Record = typename decltype(Section::records)::value_type;

    Section SceneSections::*member;
    std::string_view name;
    std::string_view label;
};
template <class Section>
SceneSection(Section SceneSections::*, std::string_view, std::string_view) -> SceneSection<Section>;

/// All members of SceneSections, in standard file order. Every map has these sections, but a map without content in a
/// section whose record declares `static constexpr bool optional = true` does not have it.
inline constexpr std::tuple scene_sections{
    SceneSection{&SceneSections::objects, "objects", "Objects"},
    SceneSection{&SceneSections::ropes, "ropes", "Ropes"},
    SceneSection{&SceneSections::statics, "statics", "Static objects"},
    SceneSection{&SceneSections::lights, "lights", "Lights"},
    SceneSection{&SceneSections::flats, "flats", "Flats"},
    SceneSection{&SceneSections::markers, "markers", "Markers"},
    SceneSection{&SceneSections::sizes, "sizes", "Sizes"},
    SceneSection{&SceneSections::walk_maps, "walk_maps", "Walk maps"},
};

template <class Archive>
void serialize(Archive& ar, SceneSections& sections, unsigned /*version*/)
{
    const auto describe = [&]<class Section>(const SceneSection<Section>& each) {
        group(ar, each.name, sections.*each.member,
              {.label = each.label, .doc = SceneSection<Section>::Record::section});
    };
    std::apply([&](const auto&... each) { (describe(each), ...); }, scene_sections);
}

}  // namespace redforge::rgm
