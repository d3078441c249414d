// The tree of a plugin: groups, records and subrecords, in file order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/mixed_list.hpp"
#include "core/record/values.hpp"
#include "tes/plugin/lazy_list.hpp"
#include "tes/plugin/plugin_fwd.hpp"
#include "tes/plugin/subrecord.hpp"
#include "tes/script/script.hpp"

namespace redforge::tes {

struct ScriptHead;

// ------------------------------------------------------------------------------------------------------- subrecords

/// A script: of a SCPT record, a dialogue response or a quest stage.
struct Script : ScriptBody {
    static constexpr std::string_view element = "script_body";

    /// Not stored: the head of the code's text, if the source was edited after the code was written. If null, nothing
    /// needs to be compiled. See compile_edited().
    std::shared_ptr<const ScriptHead> edited;
    /// Not stored: the side file of the source, for errors of compile_edited(). Empty if the source is in an XML text.
    std::string source_file{};

    friend bool operator==(const Script& a, const Script& b)
    {
        return static_cast<const ScriptBody&>(a) == static_cast<const ScriptBody&>(b);
    }
};

template <class Archive>
void serialize(Archive& ar, Script& script, unsigned /*version*/)
{
    body_fields(ar, script);
    body_children(ar, script);
}

/// Compression of a record, if it is not the default one.
struct Stream {
    static constexpr std::string_view element = "stream";

    std::uint8_t level{};
    Bytes data;

    friend bool operator==(const Stream&, const Stream&) = default;
};

template <class Archive>
void serialize(Archive& ar, Stream& stream, unsigned /*version*/)
{
    field(ar, "level", stream.level, {.doc = "Compression level of zlib; standard: 6 in Oblivion, 9 later.", .max = 9});
    blob(ar, "data", stream.data,
         {.label = "Compressed bytes",
          .doc = "Stored if no level of zlib gives the same bytes. Not used after the record has changed."});
}

/// Bytes that are not a complete subrecord, record or group.
struct Unread {
    static constexpr std::string_view element = "unread";

    SharedBytes data;

    friend bool operator==(const Unread&, const Unread&) = default;
};

template <class Archive>
void serialize(Archive& ar, Unread& unread, unsigned /*version*/)
{
    byte_range(ar, "data", unread.data, {.label = "Bytes", .folder = "unread", .extension = ".bin"}, "");
}

struct EntryList;

// Decode a list at the first access; see LazyList.
void fill(const Source& source, MixedList& list);
void fill(const Source& source, EntryList& entries);

/// All subrecords of a record except EDID: Subrecord, Script, Stream, Unread, VMAD (properties_definition()), and types
/// with a layout in a definition of the game.
class Subrecords : public LazyList<MixedList> {
public:
    using LazyList::LazyList;

    /// Appends a subrecord of one of the four C++ types above.
    template <class T>
    T& add(std::size_t header_size, T value = {}) const;

    /// Return the list operations, and the item types; see describe.hpp.
    [[nodiscard]] static const ListOps& operations();
    [[nodiscard]] static std::vector<ItemEntry> items(std::string_view element, unsigned version);
};

/// Returns the item types of subrecords in files with a header size: the four C++ types and VMAD, then those of
/// definitions_of().
[[nodiscard]] const std::vector<ItemEntry>& subrecord_items(std::size_t header_size);
inline constexpr std::size_t properties_item = 2;
inline constexpr std::size_t undefined_items = 5;

template <class T>
T& Subrecords::add(std::size_t header_size, T value) const
{
    const std::vector<ItemEntry>& items = subrecord_items(header_size);
    std::size_t item = 0;
    while (items[item].name != T::element) {
        ++item;
    }
    T& added = *static_cast<T*>(get().append(items[item], item).record.get());
    added = std::move(value);
    return added;
}

// ----------------------------------------------------------------------------------------------------------- groups

/// The content of a group or plugin: groups, records, and bytes that are neither.
class Entries : public LazyList<EntryList> {
public:
    using LazyList::LazyList;

    [[nodiscard]] static const ListOps& operations();
    [[nodiscard]] static std::vector<ItemEntry> items(std::string_view element, unsigned version);
};

enum class GroupType : std::uint32_t {
    top,
    world_children,
    interior_block,
    interior_sub_block,
    exterior_block,
    exterior_sub_block,
    cell_children,
    topic_children,
    persistent,
    temporary,
    visible_distant,
};

inline constexpr std::array<EnumName, 11> group_types{{{0, "top", "Records of a type"},
                                                       {1, "world_children", "Children of a worldspace"},
                                                       {2, "interior_block", "Block of interior cells"},
                                                       {3, "interior_sub_block", "Sub-block of interior cells"},
                                                       {4, "exterior_block", "Block of exterior cells"},
                                                       {5, "exterior_sub_block", "Sub-block of exterior cells"},
                                                       {6, "cell_children", "Children of a cell"},
                                                       {7, "topic_children", "Responses of a topic"},
                                                       {8, "persistent", "Persistent references"},
                                                       {9, "temporary", "Temporary references"},
                                                       {10, "visible_distant", "References visible when distant"}}};

/// GRUP. The type determines which of the fields label, form_id, number, x and y has the label of the group; the others
/// are 0.
struct Group {
    static constexpr std::string_view element = "group";
    static constexpr unsigned versions = 2;

    std::uint32_t type{};
    FixedText<4> label;
    /// Computed: FormID of the parent record. Such a group follows its record in the file and is in Record::groups.
    Derived<FormId> form_id;
    std::int32_t number{};
    std::int16_t x{};
    std::int16_t y{};
    std::uint32_t stamp{};
    std::uint32_t unknown{};
    Entries entries;

    /// Returns true if a group of this type has the children of a record: a worldspace, cell or topic.
    [[nodiscard]] bool is_of_record() const { return type == 1 || type == 6 || type == 7; }
    friend bool operator==(const Group& a, const Group& b);
};

template <class Archive>
void serialize(Archive& ar, Group& group, unsigned /*version*/)
{
    field(ar, "type", group.type, {.label = "Type", .always = true, .enum_names = group_types, .key = true});
    field(ar, "label", group.label, {.label = "Records", .doc = "Top group: the type of its records.", .key = true});
    field(ar, "form_id", group.form_id,
          {.doc = "In groups of children: FormID of the parent record; computed from the position of the group.",
           .kind = Role::derived,
           .key = true});
    field(ar, "number", group.number, {.label = "Number", .doc = "Block of interior cells: its number.", .key = true});
    field(ar, "x", group.x,
          {.label = "X", .unit = "blocks", .doc = "Block of exterior cells: its grid position.", .key = true});
    field(ar, "y", group.y, {.label = "Y", .unit = "blocks", .key = true});
    field(ar, "stamp", group.stamp,
          {.doc = "Date and user of the version control of the editor.",
           .kind = Role::opaque,
           .bookkeeping = all_bits});
    field(ar, "unknown", group.unknown,
          {.doc = "Last 4 bytes of a header of 24 bytes.", .kind = Role::opaque, .bookkeeping = all_bits});
    list(ar, "", "", group.entries, {.label = "Content", .folder = "."});
}

// ---------------------------------------------------------------------------------------------------------- records

inline constexpr std::uint32_t compressed_flag = 0x40000;

inline constexpr std::array<EnumName, 8> record_flags{{{0x20, "deleted"},
                                                       {0x400, "persistent", "Persistent reference or quest item"},
                                                       {0x800, "initially_disabled"},
                                                       {0x1000, "ignored"},
                                                       {0x8000, "visible_when_distant"},
                                                       {0x20000, "dangerous", "Dangerous or off limits"},
                                                       {compressed_flag, "compressed"},
                                                       {0x80000, "cant_wait"}}};

/// Any record.
struct Record {
    static constexpr std::string_view element = "record";
    static constexpr std::string_view inside = Script::element;
    static constexpr unsigned versions = 2;

    FixedText<4> type;
    FormId form_id;
    std::uint32_t flags{};
    std::uint32_t version_control{};
    std::uint16_t form_version{};  ///< only in files with headers of 24 bytes
    std::uint16_t unknown{};       ///< only in files with headers of 24 bytes
    Text editor_id;                ///< EDID, the first subrecord; empty if there is none
    Subrecords subrecords;
    std::vector<Group> groups;  ///< its children, which follow it in the file

    [[nodiscard]] bool is_compressed() const { return (flags & compressed_flag) != 0; }
    friend bool operator==(const Record& a, const Record& b);

    /// Returns the name of the record's file in the folder form: "GLOB/GameHour".
    [[nodiscard]] std::string file_stem() const;
    /// Returns true if the record is stored in the file of its parent record or group instead: references in the file
    /// of their cell, and responses in the file of their topic.
    [[nodiscard]] bool is_stored_in_parent() const;
    /// Returns the first step of a path to the record: "records[GameHour]", "scripts[Small]".
    [[nodiscard]] std::string path_name() const;
};

template <class Archive>
void serialize(Archive& ar, Record& record, unsigned /*version*/)
{
    field(ar, "type", record.type, {.label = "Type", .always = true});
    field(ar, "editor_id", record.editor_id, {.label = "Editor ID", .doc = "EDID", .is_name = true});
    field(ar, "form_id", record.form_id, {.label = "FormID", .always = true, .key = true});
    field(ar, "flags", record.flags, {.label = "Flags", .enum_names = record_flags, .flags = true});
    field(ar, "version_control", record.version_control,
          {.doc = "Date and user of the version control of the editor.",
           .kind = Role::opaque,
           .bookkeeping = all_bits});
    field(ar, "form_version", record.form_version, {.doc = "Version of the record layout; 0 in Oblivion."});
    field(ar, "unknown", record.unknown, {.doc = "Last word of the header; 0 in Oblivion.", .kind = Role::opaque});
    list(ar, "subrecords", "", record.subrecords,
         {.label = "Subrecords", .doc = "All subrecords except EDID.", .by_element = true, .represents_parent = true});
    list(ar, "groups", Group::element, record.groups, {.label = "Children", .folder = "."});
}

struct EntryList : std::vector<std::variant<Record, Group, Unread>> {
    using vector::vector;
};

}  // namespace redforge::tes
