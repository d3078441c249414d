// A save of Oblivion (.ess): header and screenshot, plugins, state of the game, created records, change records,
// FormIDs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/format.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "tes/plugin/record.hpp"
#include "tes/save/save_changes.hpp"
#include "tes/save/save_parts.hpp"
#include "tes/save/save_screenshot.hpp"
#include "tes/save/save_values.hpp"

namespace redforge::tes {

/// The data that the game's list of saves shows.
struct SaveHeader {
    std::uint32_t number{};  ///< 0 for quick and automatic saves
    Text player_name;
    Derived<std::uint8_t> player_name_size;
    std::uint16_t level{};
    Text location;
    Derived<std::uint8_t> location_size;
    float days{};           ///< days in the game
    std::uint32_t ticks{};  ///< milliseconds played
    SystemTime time;        ///< time of saving
    Screenshot screenshot;
    std::optional<RawPart> raw;  ///< replaces all other members if the header does not fit its layout
};

template <class Archive>
void serialize(Archive& ar, SaveHeader& header, unsigned /*version*/)
{
    field(ar, "number", header.number, {.label = "Save number", .doc = "0 for quick and automatic saves."});
    terminated_text(ar, "player_name", "player_name_size", header.player_name, header.player_name_size, "Player");
    field(ar, "level", header.level, {.label = "Level"});
    terminated_text(ar, "location", "location_size", header.location, header.location_size, "Location");
    field(ar, "days", header.days, {.label = "Days in the game"});
    field(ar, "ticks", header.ticks, {.label = "Time played", .unit = "ms"});
    field(ar, "time", header.time, {.label = "Save time"});
    group(ar, "screenshot", header.screenshot, {.label = "Screenshot"});
    list(ar, "raw", "raw", header.raw, {.doc = "The whole header, if it does not match its layout."});
}

/// A plugin of the load order.
struct LoadedPlugin {
    Text name;  ///< at most 255 bytes
};

template <class Archive>
void serialize(Archive& ar, LoadedPlugin& plugin, unsigned /*version*/)
{
    field(ar, "name", plugin.name, {.label = "File name", .always = true, .key = true, .ignores_case = true});
}

/// A global variable of the game's scripts.
struct Global {
    FormRef form;
    float value{};
};

template <class Archive>
void serialize(Archive& ar, Global& global, unsigned /*version*/)
{
    form_fields(ar, global.form, "Global");
    field(ar, "value", global.value, {.label = "Value", .always = true});
}

/// Position of the player, and the game's global variables.
struct Globals {
    Derived<std::uint32_t> form_ids_offset;
    Derived<std::uint32_t> change_count;
    FormId next_object_id;   ///< FormID of the next created form
    FormId world_id;         ///< last worldspace outdoors
    std::int32_t world_x{};  ///< cell of its grid
    std::int32_t world_y{};
    FormId location_id;  ///< the interior cell, or the worldspace
    float x{};           ///< units
    float y{};
    float z{};
    std::vector<Global> globals;
};

template <class Archive>
void serialize(Archive& ar, Globals& globals, unsigned /*version*/)
{
    field(ar, "form_ids_offset", globals.form_ids_offset,
          {.label = "FormID offset", .unit = "bytes", .kind = Role::derived});
    field(ar, "change_count", globals.change_count, {.label = "Change records", .kind = Role::derived});
    field(ar, "next_object_id", globals.next_object_id, form_id_info("Next created FormID"));
    field(ar, "world_id", globals.world_id, form_id_info("Last worldspace"));
    field(ar, "world_x", globals.world_x, {.label = "Cell X"});
    field(ar, "world_y", globals.world_y, {.label = "Cell Y"});
    field(ar, "location_id", globals.location_id, form_id_info("Cell or worldspace"));
    place_fields(ar, globals);
    list(ar, "", "global", globals.globals, {.label = "Global variables"});
}

/// Number of deaths of an actor.
struct DeathCount {
    FormRef form;
    std::uint16_t count{};
};

template <class Archive>
void serialize(Archive& ar, DeathCount& deaths, unsigned /*version*/)
{
    form_fields(ar, deaths.form, "Actor");
    field(ar, "count", deaths.count, {.label = "Deaths", .always = true});
}

/// The state of the game's class TES.
struct Statistics {
    float seconds{};  ///< time played
    std::vector<DeathCount> deaths;
    std::optional<RawPart> raw;
};

template <class Archive>
void serialize(Archive& ar, Statistics& statistics, unsigned /*version*/)
{
    field(ar, "seconds", statistics.seconds, {.label = "Time in the game", .unit = "s"});
    list(ar, "deaths", "death", statistics.deaths, {.label = "Death counts"});
    list(ar, "raw", "raw", statistics.raw, {.doc = "The whole part, if it does not match its layout."});
}

/// A record created during the game, in the format of Oblivion's plugins. Its FormIDs follow the save's load order.
struct CreatedRecord {
    FixedText<4> type;
    FormId form_id;
    std::uint32_t flags{};
    std::uint32_t version_control{};
    Text editor_id;
    Subrecords subrecords;
    Bytes data;  ///< all subrecords as bytes, only in texts of earlier versions

    [[nodiscard]] bool is_compressed() const { return (flags & compressed_flag) != 0; }
};

template <class Archive>
void serialize(Archive& ar, CreatedRecord& record, unsigned /*version*/)
{
    FieldInfo form_id = form_id_info("FormID");
    form_id.always = true;
    form_id.key = true;
    field(ar, "type", record.type, {.label = "Type", .always = true});
    field(ar, "form_id", record.form_id, form_id);
    field(ar, "editor_id", record.editor_id, {.label = "Editor ID", .doc = "EDID", .is_name = true});
    field(ar, "flags", record.flags, {.label = "Flags", .notation = Notation::hexadecimal});
    field(ar, "version_control", record.version_control,
          {.label = "Version control", .notation = Notation::hexadecimal});
    list(ar, "subrecords", "", record.subrecords,
         {.label = "Subrecords", .doc = "All subrecords except EDID.", .by_element = true});
    blob(ar, "data", record.data,
         {.label = "Bytes", .doc = "Subrecords as bytes, instead of the editor ID and the other fields."});
}

/// A quick key. A form follows only if `used` is 1.
struct QuickKey {
    std::uint8_t used{};
    FormRef form;
};

template <class Archive>
void serialize(Archive& ar, QuickKey& key, unsigned /*version*/)
{
    field(ar, "used", key.used, {.label = "Used", .doc = "1: a form is assigned."});
    form_fields(ar, key.form, "Item or spell");
}

struct QuickKeys {
    std::vector<QuickKey> keys;
    std::optional<RawPart> raw;
};

template <class Archive>
void serialize(Archive& ar, QuickKeys& keys, unsigned /*version*/)
{
    list(ar, "", "key", keys.keys, {.label = "Quick keys"});
    list(ar, "raw", "raw", keys.raw, {.doc = "The whole part, if it does not match its layout."});
}

struct Region {
    FormRef form;
    std::uint32_t value{};
};

template <class Archive>
void serialize(Archive& ar, Region& region, unsigned /*version*/)
{
    form_fields(ar, region.form, "Region");
    field(ar, "value", region.value, {.kind = Role::opaque});
}

struct Regions {
    std::vector<Region> regions;
    std::optional<RawPart> raw;
};

template <class Archive>
void serialize(Archive& ar, Regions& regions, unsigned /*version*/)
{
    list(ar, "", "region", regions.regions, {.label = "Regions"});
    list(ar, "raw", "raw", regions.raw, {.doc = "The whole part, if it does not match its layout."});
}

/// An entry of the array that irefs are indices of.
struct FormEntry {
    FormId form_id;
};

template <class Archive>
void serialize(Archive& ar, FormEntry& entry, unsigned /*version*/)
{
    FieldInfo form_id = form_id_info("FormID");
    form_id.always = true;
    field(ar, "form_id", entry.form_id, form_id);
}

/// Bytes of a save that cannot be read: it is cut off, or a length in it is wrong.
struct UnreadBytes {
    std::uint8_t from{};    ///< SavePart in which reading stopped
    std::uint8_t until{};   ///< SavePart that follows the bytes: form_ids or end
    std::uint32_t count{};  ///< announced number of records in the list in which reading stopped
    Bytes data;
};

template <class Archive>
void serialize(Archive& ar, UnreadBytes& unread, unsigned /*version*/)
{
    field(ar, "from", unread.from, {.label = "From", .max = 16, .always = true, .enum_names = save_parts});
    field(ar, "until", unread.until, {.label = "Until", .max = 16, .always = true, .enum_names = save_parts});
    field(ar, "count", unread.count,
          {.label = "Count", .doc = "Number of records in the list at which reading stopped, as stored in the file."});
    blob(ar, "data", unread.data, {.label = "Bytes"});
}

/// A save. Its change records are in file order, which is the order of a hash table of the game.
struct Save {
    static constexpr std::string_view root = "save";

    std::uint8_t major_version{0};
    std::uint8_t minor_version{125};
    SystemTime program_time;  ///< time of the game's program file
    std::uint32_t header_version{125};
    Derived<std::uint32_t> header_size;  ///< number of bytes from the save's number to the end of the screenshot
    std::uint32_t combat_count{};        ///< number of fights of the player
    SaveHeader header;
    std::vector<LoadedPlugin> plugins;
    Globals globals;
    Statistics statistics;
    Bytes processes;
    Bytes spectator_events;
    Bytes weather;
    std::vector<CreatedRecord> created;
    QuickKeys quick_keys;
    Bytes reticule;
    Bytes interface;
    Regions regions;
    Changes changes;
    Bytes temporary_effects;
    std::vector<FormEntry> form_ids;
    std::vector<FormEntry> worldspaces;
    std::optional<UnreadBytes> unread;
    Bytes tail;  ///< bytes after the worldspaces; empty in known saves
};

template <class Archive>
void serialize(Archive& ar, Save& save, unsigned /*version*/)
{
    field(ar, "major_version", save.major_version, {.label = "Major version"});
    field(ar, "minor_version", save.minor_version, {.label = "Minor version"});
    field(ar, "program_time", save.program_time, {.label = "Time stamp of the game program"});
    field(ar, "header_version", save.header_version, {.label = "Header version"});
    field(ar, "header_size", save.header_size, {.label = "Header size", .unit = "bytes", .kind = Role::derived});
    field(ar, "combat_count", save.combat_count, {.label = "Fights", .doc = "Number of fights of the player."});
    group(ar, "header", save.header, {.label = "Header"});
    list(ar, "plugins", "plugin", save.plugins, {.label = "Plugins", .doc = "Load order."});
    group(ar, "globals", save.globals, {.label = "Globals"});
    group(ar, "statistics", save.statistics, {.label = "Statistics"});
    blob(ar, "processes", save.processes, {.label = "Processes"});
    blob(ar, "spectator_events", save.spectator_events, {.label = "Spectator events"});
    blob(ar, "weather", save.weather, {.label = "Weather"});
    list(ar, "created", "record", save.created,
         {.label = "Created records", .doc = "Records that were created during play."});
    group(ar, "quick_keys", save.quick_keys, {.label = "Quick keys"});
    blob(ar, "reticule", save.reticule, {.label = "Reticule"});
    blob(ar, "interface", save.interface, {.label = "Interface"});
    group(ar, "regions", save.regions, {.label = "Regions"});
    list(ar, "changes", "", save.changes, {.label = "Change records", .folder = "actors"});
    blob(ar, "temporary_effects", save.temporary_effects, {.label = "Temporary effects"});
    list(ar, "form_ids", "form", save.form_ids,
         {.label = "FormIDs", .doc = "FormIDs to which irefs are indices. 0 can occur several times."});
    list(ar, "worldspaces", "worldspace", save.worldspaces, {.label = "Worldspaces"});
    list(ar, "unread", "unread", save.unread,
         {.label = "Unread bytes", .doc = "Bytes from the position at which reading stopped."});
    blob(ar, "tail", save.tail, {.label = "Tail", .doc = "Bytes after the worldspaces."});
}

/// Returns true if bytes begin like a save.
[[nodiscard]] bool is_save(ByteView bytes);

/// Reads a save. Keeps data that does not fit its layout as raw bytes: a part of an actor, a part of the save, or
/// everything after the point where the save cannot be read. Errors: malformed (not a save), truncated (fewer than 38
/// bytes).
[[nodiscard]] Result<Save> read_save(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of a save. Errors: out_of_range (a part is too large for its length field, or form_ids does not
/// have a form), mismatch (would not read back as the same save).
[[nodiscard]] Result<Bytes> write_save(const Save& save);

/// Performs the first half of write_save(): returns the bytes, and updates `save` to their content.
[[nodiscard]] Result<Bytes> encode_save(Save& save);
/// Performs the second half of write_save(): checks that bytes read back as a save. Errors: mismatch.
[[nodiscard]] Status verify_save_round_trip(const Save& save, ByteView bytes);

/// Returns an empty save, or a sample with records of most kinds.
[[nodiscard]] Save new_save(bool sample);

/// Sets every derived value to the value that the file will have. Errors: those of write_save().
[[nodiscard]] Status complete_save(Save& save);

/// Appends forms that references name to `form_ids`, if it does not have them. Errors: mismatch (undecoded bytes would
/// refer to other forms, see check_undecoded_irefs()).
[[nodiscard]] Status update_dependents(const Save& before, Save& after);

/// Returns the next FormID for created forms as the save has it, with the first byte of created forms.
[[nodiscard]] FormId stated_next_form(const Save& save);
/// Returns a FormID for a created form that nothing in the save has. Returns nullopt if none is left.
[[nodiscard]] std::optional<FormId> next_created_form(const Save& save);

/// Returns the numbers of created records and of change records that have a FormID.
[[nodiscard]] std::size_t count_created(const Save& save, FormId form_id);
[[nodiscard]] std::size_t count_changes(const Save& save, FormId form_id);

/// Returns the parts of a save, in file order.
[[nodiscard]] Result<std::vector<Part>> save_sections(const SharedBytes& file);

/// Describes the byte at an offset: "changes[517], npc 0x0001D15C, byte 20 of 34".
[[nodiscard]] std::string locate_in_save(ByteView bytes, std::size_t offset);

}  // namespace redforge::tes
