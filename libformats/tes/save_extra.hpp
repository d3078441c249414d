// What references in saves of Oblivion, and the things that they carry, have besides what every reference has: scripts with their
// variables, owners, locks, counts. Each has a number by which the game knows its kind; names are those of OBSE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "tes/save_values.hpp"

namespace redforge::tes {

// ---------------------------------------------------------------------------------------------------------- scripts

/// A variable of a script that runs on a reference or quest: a number, or a form.
struct ScriptVariable {
    std::uint32_t index{};  ///< as in SLSD; 28 bits
    std::uint8_t kind{};    ///< the 4 bits above: 0 for numbers
    double value{};
    FormRef form;
};

inline constexpr std::array<EnumName, 2> variable_kinds{{{0, "number", "Number"}, {15, "form", "Form"}}};

template <class Archive>
void serialize(Archive& ar, ScriptVariable& variable, unsigned /*version*/)
{
    constexpr std::uint32_t index_bits = 0x0FFFFFFF;
    if constexpr (WireArchive<Archive>) {
        std::uint32_t word = variable.index | std::uint32_t{variable.kind} << 28U;
        field(ar, "index", word);
        variable.index = word & index_bits;
        variable.kind = static_cast<std::uint8_t>(word >> 28U);
        if (variable.kind == 0) {
            field(ar, "value", variable.value);
        } else {
            form_fields(ar, variable.form, "Form");
        }
    } else if constexpr (FormArchive<Archive>) {
        if (variable.kind != 0) {
            form_fields(ar, variable.form, "Form");
        }
    } else {
        field(ar, "index", variable.index,
              {.label = "Index", .min = 0, .max = index_bits, .always = true, .key = true});
        field(ar, "kind", variable.kind, {.label = "Kind", .max = 15, .enum_names = variable_kinds});
        field(ar, "value", variable.value, {.label = "Value", .doc = "Of a number"});
        form_fields(ar, variable.form, "Form");
    }
}

/// What the game notes of events that a script is notified of.
struct ScriptEvents {
    std::uint8_t mark{1};  ///< stands before it in the file; 0 where there are none
    std::uint32_t flags{};
    float seconds{};
};

template <class Archive>
void serialize(Archive& ar, ScriptEvents& events, unsigned /*version*/)
{
    if constexpr (!WireArchive<Archive>) {
        field(ar, "mark", events.mark, {.kind = Role::opaque, .min = 1});
    }
    field(ar, "flags", events.flags, {.label = "Events", .notation = Notation::hexadecimal});
    field(ar, "seconds", events.seconds, {.label = "Time", .unit = "s"});
}

/// Variables and events of a script.
struct ScriptState {
    std::vector<ScriptVariable> variables;
    std::optional<ScriptEvents> events;
};

template <class Archive>
void serialize(Archive& ar, ScriptState& script, unsigned /*version*/)
{
    list(ar, "", "variable", script.variables, {.label = "Variables", .doc = "Those that are not 0"});
    if constexpr (WireArchive<Archive>) {
        ar.marked(script.events);
    } else {
        list(ar, "events", "events", script.events, {.label = "Events"});
    }
}

// ------------------------------------------------------------------------------------------------------- extra data

/// The name of an element, as a parameter of a template.
struct ExtraName {
    std::array<char, 24> letters{};
    std::size_t size{};

    constexpr ExtraName(const char* name)  // NOLINT: so that a literal can be given
    {
        while (name[size] != '\0') {
            letters[size] = name[size];
            ++size;
        }
    }
    [[nodiscard]] constexpr std::string_view view() const { return {letters.data(), size}; }
};

/// A kind that says all by being there.
template <std::uint8_t number, ExtraName name>
struct ExtraMark {
    static constexpr std::uint8_t tag = number;
    static constexpr std::string_view element = name.view();
};

template <class Archive, std::uint8_t number, ExtraName name>
void serialize(Archive& /*ar*/, ExtraMark<number, name>& /*extra*/, unsigned /*version*/)
{
}

/// A kind that has one value.
template <std::uint8_t number, ExtraName name, class T>
struct ExtraValue {
    static constexpr std::uint8_t tag = number;
    static constexpr std::string_view element = name.view();

    T value{};
};

template <class Archive, std::uint8_t number, ExtraName name, class T>
void serialize(Archive& ar, ExtraValue<number, name, T>& extra, unsigned /*version*/)
{
    field(ar, "value", extra.value, {.label = "Value", .always = true});
}

/// A kind that names a form.
template <std::uint8_t number, ExtraName name>
struct ExtraForm {
    static constexpr std::uint8_t tag = number;
    static constexpr std::string_view element = name.view();

    FormRef form;
};

template <class Archive, std::uint8_t number, ExtraName name>
void serialize(Archive& ar, ExtraForm<number, name>& extra, unsigned /*version*/)
{
    form_fields(ar, extra.form, "Form");
}

/// 0x12: the script that runs on it.
struct ExtraScript {
    static constexpr std::uint8_t tag = 0x12;
    static constexpr std::string_view element = "script";

    FormRef form;
    ScriptState state;
};

template <class Archive>
void serialize(Archive& ar, ExtraScript& extra, unsigned /*version*/)
{
    form_fields(ar, extra.form, "Script");
    serialize(ar, extra.state, 0);
}

/// 0x1E: where an actor began its package.
struct ExtraStart {
    static constexpr std::uint8_t tag = 0x1E;
    static constexpr std::string_view element = "start_location";

    FormRef form;
    float x{};
    float y{};
    float z{};
    float rotation{};
};

template <class Archive>
void serialize(Archive& ar, ExtraStart& extra, unsigned /*version*/)
{
    form_fields(ar, extra.form, "Cell or worldspace");
    place_fields(ar, extra);
    field(ar, "rotation", extra.rotation, {.label = "Rotation about Z", .unit = "radians"});
}

/// 0x1F: a package that was given to an actor.
struct ExtraPackage {
    static constexpr std::uint8_t tag = 0x1F;
    static constexpr std::string_view element = "package";

    FormRef form;
    std::uint32_t flags{};
    std::uint32_t target{};
    std::uint16_t state{};
};

template <class Archive>
void serialize(Archive& ar, ExtraPackage& extra, unsigned /*version*/)
{
    form_fields(ar, extra.form, "Package");
    field(ar, "flags", extra.flags, {.label = "Flags", .kind = Role::opaque, .notation = Notation::hexadecimal});
    field(ar, "target", extra.target, {.label = "Target", .kind = Role::opaque});
    field(ar, "state", extra.state, {.label = "State", .kind = Role::opaque});
}

/// 0x20: the package of an actor who wants somebody to leave.
struct ExtraTrespass {
    static constexpr std::uint8_t tag = 0x20;
    static constexpr std::string_view element = "trespass_package";

    FormRef form;
    std::array<std::uint8_t, 59> values{};
};

template <class Archive>
void serialize(Archive& ar, ExtraTrespass& extra, unsigned /*version*/)
{
    form_fields(ar, extra.form, "Form");
    field(ar, "values", extra.values, {.label = "Values", .kind = Role::opaque, .always = true});
}

/// A package that is done once, and whether it was.
struct OncePackage {
    FormRef form;
    std::uint8_t state{};
};

template <class Archive>
void serialize(Archive& ar, OncePackage& package, unsigned /*version*/)
{
    form_fields(ar, package.form, "Package");
    field(ar, "state", package.state, {.label = "State", .kind = Role::opaque});
}

/// 0x21
struct ExtraOncePackages {
    static constexpr std::uint8_t tag = 0x21;
    static constexpr std::string_view element = "run_once";

    std::vector<OncePackage> packages;
};

template <class Archive>
void serialize(Archive& ar, ExtraOncePackages& extra, unsigned /*version*/)
{
    list(ar, "", "package", extra.packages, {.label = "Packages"});
}

/// An actor that follows another.
struct Follower {
    FormRef form;
};

template <class Archive>
void serialize(Archive& ar, Follower& follower, unsigned /*version*/)
{
    form_fields(ar, follower.form, "Actor");
}

/// 0x23
struct ExtraFollowers {
    static constexpr std::uint8_t tag = 0x23;
    static constexpr std::string_view element = "followers";

    std::vector<Follower> actors;
};

template <class Archive>
void serialize(Archive& ar, ExtraFollowers& extra, unsigned /*version*/)
{
    list(ar, "", "follower", extra.actors, {.label = "Followers"});
}

/// 0x31
struct ExtraLock {
    static constexpr std::uint8_t tag = 0x31;
    static constexpr std::string_view element = "lock";

    std::uint8_t level{};
    FormRef form;
    std::uint8_t flags{};
};

template <class Archive>
void serialize(Archive& ar, ExtraLock& extra, unsigned /*version*/)
{
    field(ar, "level", extra.level, {.label = "Level", .always = true});
    form_fields(ar, extra.form, "Key");
    field(ar, "flags", extra.flags, {.label = "Flags", .doc = "Bit 0: locked", .notation = Notation::hexadecimal});
}

/// 0x32: where a door leads.
struct ExtraTeleport {
    static constexpr std::uint8_t tag = 0x32;
    static constexpr std::string_view element = "teleport";

    float x{};
    float y{};
    float z{};
    float rotation_x{};
    float rotation_y{};
    float rotation_z{};
    FormRef form;
};

template <class Archive>
void serialize(Archive& ar, ExtraTeleport& extra, unsigned /*version*/)
{
    place_fields(ar, extra);
    rotation_fields(ar, extra);
    form_fields(ar, extra.form, "Door");
}

/// 0x36: of what came from a leveled list.
struct ExtraLeveledItem {
    static constexpr std::uint8_t tag = 0x36;
    static constexpr std::string_view element = "leveled_item";

    std::uint32_t value{};
    std::uint8_t unknown{};
};

template <class Archive>
void serialize(Archive& ar, ExtraLeveledItem& extra, unsigned /*version*/)
{
    field(ar, "value", extra.value, {.label = "Value", .kind = Role::opaque});
    field(ar, "unknown", extra.unknown, {.kind = Role::opaque});
}

/// 0x39: of things that cast spells.
struct ExtraCaster {
    static constexpr std::uint8_t tag = 0x39;
    static constexpr std::string_view element = "magic_caster";

    std::uint32_t unknown_1{};
    std::uint32_t unknown_2{};
    FormRef form;
};

template <class Archive>
void serialize(Archive& ar, ExtraCaster& extra, unsigned /*version*/)
{
    field(ar, "unknown_1", extra.unknown_1, {.kind = Role::opaque});
    field(ar, "unknown_2", extra.unknown_2, {.kind = Role::opaque});
    form_fields(ar, extra.form, "Form");
}

/// An effect of magic on a thing; nobody knows what its bytes say.
struct ThingEffect {
    std::array<std::uint8_t, 61> values{};
};

template <class Archive>
void serialize(Archive& ar, ThingEffect& effect, unsigned /*version*/)
{
    field(ar, "values", effect.values, {.label = "Values", .kind = Role::opaque, .always = true});
}

/// 0x3A: of things that spells have an effect on.
struct ExtraTarget {
    static constexpr std::uint8_t tag = 0x3A;
    static constexpr std::string_view element = "magic_target";

    FormRef form;
    std::vector<ThingEffect> effects;
};

template <class Archive>
void serialize(Archive& ar, ExtraTarget& extra, unsigned /*version*/)
{
    form_fields(ar, extra.form, "Form");
    list(ar, "", "effect", extra.effects, {.label = "Effects"});
}

/// 0x3E: where the player came into a plane of Oblivion.
struct ExtraOblivionEntry {
    static constexpr std::uint8_t tag = 0x3E;
    static constexpr std::string_view element = "oblivion_entry";

    FormRef form;
    float x{};
    float y{};
    float z{};
};

template <class Archive>
void serialize(Archive& ar, ExtraOblivionEntry& extra, unsigned /*version*/)
{
    form_fields(ar, extra.form, "Door");
    place_fields(ar, extra);
}

/// 0x4A: the sequence of an animation that ended last.
struct ExtraSequence {
    static constexpr std::uint8_t tag = 0x4A;
    static constexpr std::string_view element = "last_sequence";

    Text name;
};

template <class Archive>
void serialize(Archive& ar, ExtraSequence& extra, unsigned /*version*/)
{
    field(ar, "name", extra.name, {.label = "Name", .always = true});
}

/// 0x4B: how it moves. Each part has its size before it; nobody knows what they say.
struct ExtraMovement {
    static constexpr std::uint8_t tag = 0x4B;
    static constexpr std::string_view element = "saved_movement";

    Bytes first;
    Bytes second;
    Bytes third;
};

template <class Archive>
void serialize(Archive& ar, ExtraMovement& extra, unsigned /*version*/)
{
    if constexpr (WireArchive<Archive>) {
        ar.sized(extra.first, "first");
        ar.sized(extra.second, "second");
        ar.sized(extra.third, "third");
    } else {
        blob(ar, "first", extra.first, {.label = "First part"});
        blob(ar, "second", extra.second, {.label = "Second part"});
        blob(ar, "third", extra.third, {.label = "Third part"});
    }
}

/// Whom an actor was hit by although they are friends.
struct FriendHit {
    FormRef form;
    std::uint16_t count{};
    float seconds{};
};

template <class Archive>
void serialize(Archive& ar, FriendHit& hit, unsigned /*version*/)
{
    form_fields(ar, hit.form, "Actor");
    field(ar, "count", hit.count, {.label = "Hits", .kind = Role::opaque});
    field(ar, "seconds", hit.seconds, {.label = "Time", .kind = Role::opaque});
}

/// 0x4E
struct ExtraFriendHits {
    static constexpr std::uint8_t tag = 0x4E;
    static constexpr std::string_view element = "friend_hits";

    std::vector<FriendHit> hits;
};

template <class Archive>
void serialize(Archive& ar, ExtraFriendHits& extra, unsigned /*version*/)
{
    list(ar, "", "hit", extra.hits, {.label = "Hits"});
}

/// A line of a conversation.
struct SpokenLine {
    std::uint8_t index{};
    FormRef quest;
    FormRef topic;
    FormRef line;
};

template <class Archive>
void serialize(Archive& ar, SpokenLine& spoken, unsigned /*version*/)
{
    field(ar, "index", spoken.index, {.label = "Index"});
    form_fields(ar, spoken.quest, "Quest", {"quest", "quest_form", "quest_iref"});
    form_fields(ar, spoken.topic, "Topic", {"topic", "topic_form", "topic_iref"});
    form_fields(ar, spoken.line, "Dialogue line", {"line", "line_form", "line_iref"});
}

/// 0x59: what an actor talks of with another.
struct ExtraConversation {
    static constexpr std::uint8_t tag = 0x59;
    static constexpr std::string_view element = "conversation";

    Text topic;
    Text second_topic;
    std::vector<SpokenLine> lines;
};

template <class Archive>
void serialize(Archive& ar, ExtraConversation& extra, unsigned /*version*/)
{
    field(ar, "topic", extra.topic, {.label = "Topic"});
    field(ar, "second_topic", extra.second_topic, {.label = "Second topic"});
    counted_list<std::uint8_t>(ar, "", "line", extra.lines, {.label = "Lines"});
}

/// All kinds that are known. What follows another one stays bytes.
using AnyExtra = std::variant<
    ExtraForm<0x11, "persistent_cell">, ExtraScript, ExtraMark<0x1B, "worn">, ExtraMark<0x1C, "worn_left">, ExtraStart,
    ExtraPackage, ExtraTrespass, ExtraOncePackages, ExtraForm<0x22, "reference">, ExtraFollowers,
    ExtraMark<0x25, "ghost">, ExtraForm<0x27, "owner">, ExtraForm<0x28, "global">,
    ExtraValue<0x29, "rank", std::int32_t>, ExtraValue<0x2A, "count", std::int16_t>, ExtraValue<0x2B, "health", float>,
    ExtraValue<0x2C, "uses", std::uint8_t>, ExtraValue<0x2D, "time_left", float>, ExtraValue<0x2E, "charge", float>,
    ExtraValue<0x2F, "soul", std::uint8_t>, ExtraLock, ExtraTeleport, ExtraValue<0x33, "map_marker", std::uint8_t>,
    ExtraMark<0x35, "leveled_creature">, ExtraLeveledItem, ExtraValue<0x37, "scale", float>, ExtraCaster, ExtraTarget,
    ExtraValue<0x3D, "crime_gold", float>, ExtraOblivionEntry, ExtraForm<0x41, "dropper">,
    ExtraMark<0x47, "cannot_wear">, ExtraForm<0x48, "poison">, ExtraSequence, ExtraMovement, ExtraFriendHits,
    ExtraForm<0x4F, "heading_target">, ExtraMark<0x50, "bound_armor">,
    ExtraValue<0x52, "investment_gold", std::uint32_t>, ExtraForm<0x53, "starting_place">,
    ExtraValue<0x55, "quick_key", std::uint8_t>, ExtraConversation, ExtraValue<0x5A, "unknown_5a", std::uint8_t>,
    ExtraValue<0x5C, "unknown_5c", float>>;

/// The extra data of a reference, or of some things that are carried.
struct ExtraList {
    std::vector<AnyExtra> extras;
};

template <class Archive>
void serialize(Archive& ar, ExtraList& list_of, unsigned /*version*/)
{
    if constexpr (WireArchive<Archive>) {
        ar.tagged(list_of.extras);
    } else {
        list(ar, "", "", list_of.extras, {.label = "Extra data"});
    }
}

// -------------------------------------------------------------------------------------------------------- inventory

/// A change of how many of a form are carried, and what sets some of them apart.
struct InventoryItem {
    FormRef form;
    std::int32_t count{};
    std::vector<ExtraList> stacks;
};

template <class Archive>
void serialize(Archive& ar, InventoryItem& item, unsigned /*version*/)
{
    form_fields(ar, item.form, "Item");
    field(ar, "count", item.count,
          {.label = "Count", .doc = "How many more than the record says; fewer are negative", .always = true});
    counted_list<std::uint32_t>(ar, "", "stack", item.stacks, {.label = "Stacks"});
}

struct Inventory {
    std::vector<InventoryItem> items;
};

template <class Archive>
void serialize(Archive& ar, Inventory& inventory, unsigned /*version*/)
{
    list(ar, "", "item", inventory.items, {.label = "Items"});
}

}  // namespace redforge::tes
