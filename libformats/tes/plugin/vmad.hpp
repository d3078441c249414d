// VMAD: the Papyrus scripts attached to a record, the values of their properties, and script fragments.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/leaf.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// An object of a property: a form, or an alias of a quest.
struct ObjectValue {
    static constexpr std::string_view element = "object";

    FormId form_id;
    std::int16_t alias{-1};  ///< -1 if there is none
    std::uint16_t unused{};

    friend bool operator==(const ObjectValue&, const ObjectValue&) = default;
};

template <class Archive>
void serialize(Archive& ar, ObjectValue& object, unsigned /*version*/)
{
    if constexpr (WireArchive<Archive>) {
        ar.object(object);  // the order is one of two
    } else {
        field(ar, "form_id", object.form_id, {.label = "FormID", .refers_to = Target::form, .always = true});
        field(ar, "alias", object.alias, {.label = "Alias", .doc = "-1: none."});
        field(ar, "unused", object.unused, {.kind = Role::reserved});
    }
}

/// A string of an array.
struct StringValue {
    static constexpr std::string_view element = "string";

    Text value;

    friend bool operator==(const StringValue&, const StringValue&) = default;
};

template <class Archive>
void serialize(Archive& ar, StringValue& string, unsigned /*version*/)
{
    field(ar, "value", string.value, {.always = true});
}

/// A number of an array of floats.
struct FloatValue {
    static constexpr std::string_view element = "number";

    float value{};

    friend bool operator==(const FloatValue& a, const FloatValue& b) { return same_value(a.value, b.value); }
};

template <class Archive>
void serialize(Archive& ar, FloatValue& number, unsigned /*version*/)
{
    field(ar, "value", number.value, {.always = true});
}

enum class PropertyType : std::uint8_t {
    none = 0,
    object = 1,
    string = 2,
    integer = 3,
    real = 4,
    boolean = 5,
    variable = 6,
    structure = 7,
    objects = 11,
    strings = 12,
    integers = 13,
    reals = 14,
    booleans = 15,
    variables = 16,
    structures = 17,
};

inline constexpr std::array<EnumName, 15> property_types{{{0, "none"},
                                                          {1, "object"},
                                                          {2, "string"},
                                                          {3, "int"},
                                                          {4, "float"},
                                                          {5, "bool"},
                                                          {6, "variable"},
                                                          {7, "struct"},
                                                          {11, "objects"},
                                                          {12, "strings"},
                                                          {13, "ints"},
                                                          {14, "floats"},
                                                          {15, "bools"},
                                                          {16, "variables"},
                                                          {17, "structs"}}};
inline constexpr std::array<EnumName, 2> property_states{{{1, "edited"}, {3, "removed"}}};
inline constexpr std::array<EnumName, 4> script_states{
    {{0, "local"}, {1, "inherited"}, {2, "removed"}, {3, "inherited_removed", "Inherited and removed"}}};

struct Property;

/// A struct in an array of structs; in games from Fallout 4 on.
struct Structure {
    static constexpr std::string_view element = "struct";

    std::vector<Property> members;

    friend bool operator==(const Structure&, const Structure&);
};

/// A property of a script with its value, or a member of a struct.
struct Property {
    static constexpr std::string_view element = "property";

    Text name;
    std::uint8_t type{};
    std::uint8_t status{1};
    std::uint8_t boolean{};
    ObjectValue object;
    std::int32_t integer{};  ///< also the number of elements of an array of variables
    float real{};
    Text string;
    std::vector<ObjectValue> objects;
    std::vector<StringValue> strings;
    std::vector<FloatValue> reals;
    std::vector<std::int32_t> integers;  ///< also of booleans
    std::vector<Property> members;
    std::vector<Structure> structures;

    friend bool operator==(const Property&, const Property&);
    /// One of each type, in the order of their numbers here.
    [[nodiscard]] static std::vector<Property> alternatives();
    [[nodiscard]] std::size_t alternative() const;
};

template <class Archive>
void serialize(Archive& ar, Structure& structure, unsigned /*version*/)
{
    list(ar, "", Property::element, structure.members, {.label = "Members"});
}

/// Describes the content of a property of one type, in text and in files.
template <class Archive>
void value_fields(Archive& ar, Property& property, std::size_t alternative)
{
    switch (alternative) {
    case 1: field(ar, "value", property.string, {.label = "Value", .always = true}); break;
    case 2: serialize(ar, property.object, 0); break;
    case 3: field(ar, "value", property.integer, {.label = "Value", .always = true}); break;
    case 4: field(ar, "value", property.real, {.label = "Value", .always = true}); break;
    case 5:
        field(ar, "value", property.boolean, {.label = "Value", .always = true, .notation = Notation::boolean});
        break;
    case 6: list(ar, "objects", ObjectValue::element, property.objects, {.label = "Objects"}); break;
    case 7: list(ar, "strings", StringValue::element, property.strings, {.label = "Strings"}); break;
    case 8: field(ar, "values", property.integers, {.label = "Values"}); break;
    case 9: list(ar, "numbers", FloatValue::element, property.reals, {.label = "Numbers"}); break;
    case 10: field(ar, "values", property.integers, {.label = "Values", .min = 0, .max = 255}); break;
    case 11: field(ar, "count", property.integer, {.label = "Number of elements", .always = true}); break;
    case 12: list(ar, "members", Property::element, property.members, {.label = "Members"}); break;
    case 13: list(ar, "structs", Structure::element, property.structures, {.label = "Structs"}); break;
    default: break;
    }
}

template <class Archive>
void serialize(Archive& ar, Property& property, unsigned alternative)
{
    field(ar, "name", property.name, {.label = "Name", .always = true, .key = true});
    field(ar, "type", property.type, {.label = "Type", .always = true, .enum_names = property_types});
    field(ar, "status", property.status, {.label = "Status", .enum_names = property_states});
    value_fields(ar, property, alternative);
}

/// A script that is attached to a record or to an alias.
struct AttachedScript {
    static constexpr std::string_view element = "script";

    Text name;
    std::uint8_t status{};
    std::vector<Property> properties;

    friend bool operator==(const AttachedScript&, const AttachedScript&) = default;
};

template <class Archive>
void serialize(Archive& ar, AttachedScript& script, unsigned /*version*/)
{
    field(ar, "name", script.name, {.label = "Name", .always = true, .key = true});
    field(ar, "status", script.status, {.label = "Status", .enum_names = script_states});
    list(ar, "properties", Property::element, script.properties, {.label = "Properties"});
}

/// A function of a script that runs at some event.
struct Fragment {
    static constexpr std::string_view element = "fragment";

    std::int8_t unknown{1};
    Text script;
    Text function;

    friend bool operator==(const Fragment&, const Fragment&) = default;
};

template <class Archive>
void fragment_fields(Archive& ar, Fragment& fragment)
{
    field(ar, "unknown", fragment.unknown, {.doc = "Known files: 1.", .kind = Role::opaque});
    field(ar, "script", fragment.script, {.label = "Script", .always = true});
    field(ar, "function", fragment.function, {.label = "Function", .always = true});
}

template <class Archive>
void serialize(Archive& ar, Fragment& fragment, unsigned /*version*/)
{
    fragment_fields(ar, fragment);
}

struct QuestFragment : Fragment {
    std::uint16_t stage{};
    std::int16_t unknown_stage{};
    std::int32_t log_entry{};

    friend bool operator==(const QuestFragment&, const QuestFragment&) = default;
};

template <class Archive>
void serialize(Archive& ar, QuestFragment& fragment, unsigned /*version*/)
{
    field(ar, "stage", fragment.stage, {.label = "Stage", .always = true});
    field(ar, "unknown_stage", fragment.unknown_stage, {.doc = "Known files: 0.", .kind = Role::opaque});
    field(ar, "log_entry", fragment.log_entry, {.label = "Log entry"});
    fragment_fields(ar, fragment);
}

struct PerkFragment : Fragment {
    std::uint16_t index{};
    std::int16_t unknown_index{};

    friend bool operator==(const PerkFragment&, const PerkFragment&) = default;
};

template <class Archive>
void serialize(Archive& ar, PerkFragment& fragment, unsigned /*version*/)
{
    field(ar, "index", fragment.index, {.label = "Index", .always = true});
    field(ar, "unknown_index", fragment.unknown_index, {.kind = Role::opaque});
    fragment_fields(ar, fragment);
}

inline constexpr std::array<EnumName, 2> phase_events{{{1, "start"}, {2, "completion"}}};

struct PhaseFragment : Fragment {
    static constexpr std::string_view element = "phase";

    std::uint8_t event{1};
    std::uint32_t phase{};

    friend bool operator==(const PhaseFragment&, const PhaseFragment&) = default;
};

template <class Archive>
void serialize(Archive& ar, PhaseFragment& fragment, unsigned /*version*/)
{
    field(ar, "event", fragment.event, {.label = "Event", .enum_names = phase_events});
    field(ar, "phase", fragment.phase,
          {.label = "Phase", .doc = "From 0; the Creation Kit shows 1 more.", .always = true});
    fragment_fields(ar, fragment);
}

/// Common beginning of all kinds of fragments. From version 3 on, a complete script replaces the file name.
struct FragmentFile {
    std::int8_t version{2};
    Text file;
    std::uint8_t status{};
    std::vector<Property> properties;

    friend bool operator==(const FragmentFile&, const FragmentFile&) = default;
};

template <class Archive>
void file_fields(Archive& ar, FragmentFile& file)
{
    field(ar, "version", file.version, {.doc = "2; 3 from Fallout 4 on.", .kind = Role::opaque});
    field(ar, "file", file.file, {.label = "Script file", .doc = "Without its extension."});
    field(ar, "status", file.status, {.doc = "From version 3 on.", .enum_names = script_states});
}

template <class Archive>
void file_children(Archive& ar, FragmentFile& file)
{
    list(ar, "properties", Property::element, file.properties, {.label = "Properties", .doc = "From version 3 on."});
}

inline constexpr std::array<EnumName, 3> fragment_events{{{1, "begin"}, {2, "end"}, {4, "change"}}};

/// Fragments of INFO, PACK and SCEN: one for each bit of `events`.
struct EventFragments : FragmentFile {
    static constexpr std::string_view element = "event_fragments";

    std::uint8_t events{};
    std::vector<Fragment> fragments;

    friend bool operator==(const EventFragments&, const EventFragments&) = default;
};

template <class Archive>
void serialize(Archive& ar, EventFragments& fragments, unsigned /*version*/)
{
    file_fields(ar, fragments);
    field(ar, "events", fragments.events, {.label = "Events", .enum_names = fragment_events, .flags = true});
    file_children(ar, fragments);
    list(ar, "fragments", Fragment::element, fragments.fragments, {.label = "Fragments"});
}

struct SceneFragments : EventFragments {
    static constexpr std::string_view element = "scene_fragments";

    std::vector<PhaseFragment> phases;

    friend bool operator==(const SceneFragments&, const SceneFragments&) = default;
};

template <class Archive>
void serialize(Archive& ar, SceneFragments& fragments, unsigned version)
{
    serialize(ar, static_cast<EventFragments&>(fragments), version);
    list(ar, "phases", PhaseFragment::element, fragments.phases, {.label = "Phases"});
}

struct PerkFragments : FragmentFile {
    static constexpr std::string_view element = "perk_fragments";

    std::vector<PerkFragment> fragments;

    friend bool operator==(const PerkFragments&, const PerkFragments&) = default;
};

template <class Archive>
void serialize(Archive& ar, PerkFragments& fragments, unsigned /*version*/)
{
    file_fields(ar, fragments);
    file_children(ar, fragments);
    list(ar, "fragments", PerkFragment::element, fragments.fragments, {.label = "Fragments"});
}

/// Scripts that are attached to an alias of a quest.
struct Alias {
    static constexpr std::string_view element = "alias";

    ObjectValue object;
    std::int16_t version{5};
    std::int16_t object_format{2};
    std::vector<AttachedScript> scripts;

    friend bool operator==(const Alias&, const Alias&) = default;
};

template <class Archive>
void serialize(Archive& ar, Alias& alias, unsigned /*version*/)
{
    serialize(ar, alias.object, 0);
    field(ar, "version", alias.version, {.doc = "Equal to the value of the properties in known files."});
    field(ar, "object_format", alias.object_format, {.doc = "Equal to the value of the properties in known files."});
    list(ar, "scripts", AttachedScript::element, alias.scripts, {.label = "Scripts"});
}

struct QuestFragments : FragmentFile {
    static constexpr std::string_view element = "quest_fragments";

    std::vector<QuestFragment> fragments;
    std::vector<Alias> aliases;

    friend bool operator==(const QuestFragments&, const QuestFragments&) = default;
};

template <class Archive>
void serialize(Archive& ar, QuestFragments& fragments, unsigned /*version*/)
{
    file_fields(ar, fragments);
    file_children(ar, fragments);
    list(ar, "fragments", QuestFragment::element, fragments.fragments, {.label = "Fragments"});
    list(ar, "aliases", Alias::element, fragments.aliases, {.label = "Aliases"});
}

/// A VMAD field. Spec: "VMAD Field".
struct Properties {
    static constexpr std::string_view element = properties_element;

    std::int16_t version{5};
    std::int16_t object_format{2};
    std::vector<AttachedScript> scripts;
    std::optional<EventFragments> event_fragments;  ///< INFO, PACK
    std::optional<SceneFragments> scene_fragments;
    std::optional<PerkFragments> perk_fragments;
    std::optional<QuestFragments> quest_fragments;

    friend bool operator==(const Properties&, const Properties&) = default;
};

template <class Archive>
void serialize(Archive& ar, Properties& properties, unsigned /*version*/)
{
    field(ar, "version", properties.version, {.doc = "2 to 5; 6 from Fallout 4 on."});
    field(ar, "object_format", properties.object_format,
          {.doc = "Order of the parts of an object: 1 or 2.", .min = 1, .max = 2});
    list(ar, "scripts", AttachedScript::element, properties.scripts, {.label = "Scripts"});
    list(ar, "event_fragments", EventFragments::element, properties.event_fragments, {.label = "Event fragments"});
    list(ar, "scene_fragments", SceneFragments::element, properties.scene_fragments, {.label = "Scene fragments"});
    list(ar, "perk_fragments", PerkFragments::element, properties.perk_fragments, {.label = "Perk fragments"});
    list(ar, "quest_fragments", QuestFragments::element, properties.quest_fragments, {.label = "Quest fragments"});
}

/// Reads the VMAD of a record of a type. Errors: malformed, with the offset in the field.
[[nodiscard]] Result<Properties> read_properties(ByteView bytes, std::string_view record_type);
/// Appends the bytes of a VMAD. Errors: out_of_range (its version cannot store a value).
[[nodiscard]] Status write_properties(Bytes& out, const Properties& properties, std::string_view record_type);

}  // namespace redforge::tes
