// A plugin (.esm, .esp, .esl) as a document: the records that carry scripts, and all else as it is in the file.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/boxed.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/raw_fallback.hpp"
#include "tes/script.hpp"
#include "tes/vmad.hpp"

namespace redforge::tes {

inline constexpr std::uint32_t compressed_flag = 0x40000;

inline constexpr std::array<Word, 8> record_flags{{{0x20, "deleted"},
                                                   {0x400, "persistent", "Persistent reference or quest item"},
                                                   {0x800, "initially_disabled"},
                                                   {0x1000, "ignored"},
                                                   {0x8000, "visible_when_distant"},
                                                   {0x20000, "dangerous", "Dangerous or off limits"},
                                                   {compressed_flag, "compressed"},
                                                   {0x80000, "cant_wait"}}};
inline constexpr std::array<Word, 3> plugin_flags{{{0x1, "master"}, {0x80, "localized"}, {0x200, "light"}}};

/// A subrecord that is not looked into. One of more than 65535 bytes is written behind an XXXX.
struct Subrecord {
    static constexpr std::string_view element = "subrecord";

    FixedText<4> type;
    Bytes data;

    friend bool operator==(const Subrecord&, const Subrecord&) = default;
};

template <class Archive>
void serialize(Archive& ar, Subrecord& subrecord, unsigned /*version*/)
{
    field(ar, "type", subrecord.type, {.label = "Type", .always = true});
    blob(ar, "data", subrecord.data, {.label = "Bytes"});
}

/// A script inside another record: of a dialogue response or a quest stage.
struct ResultScript : ScriptBody {
    static constexpr std::string_view element = "result_script";

    friend bool operator==(const ResultScript&, const ResultScript&) = default;
};

template <class Archive>
void serialize(Archive& ar, ResultScript& script, unsigned /*version*/)
{
    body_fields(ar, script);
    body_children(ar, script);
}

/// Not a part of the document: the stream that a compressed record was read from, and the level that gives it. Written
/// again as long as the record's content is the same, so that nothing need be compressed.
struct ReadStream {
    std::shared_ptr<const Bytes> bytes;
    std::uint8_t level{};

    friend bool operator==(const ReadStream& /*a*/, const ReadStream& /*b*/) { return true; }
};

/// What stands before the subrecords of a record, EDID, and where the record is.
struct RecordHead {
    Text editor_id;              ///< of EDID, which is the first subrecord; empty: there is none
    FormId form_id;
    std::uint32_t flags{};
    std::uint32_t version_control{};
    std::uint16_t form_version{};  ///< files with headers of 24 bytes
    std::uint16_t unknown{};       ///< the same
    /// Where the record stands in Plugin::rest; computed: at the end of the group named by its type.
    Derived<std::uint32_t> at;
    Derived<std::uint8_t> level;   ///< how many groups it is in; computed: as many as `at` allows
    Derived<std::uint8_t> deflate;  ///< of a compressed record: zlib's level
    ReadStream read_stream;

    friend bool operator==(const RecordHead&, const RecordHead&) = default;
};

template <class Archive>
void head_fields(Archive& ar, RecordHead& head)
{
    field(ar, "editor_id", head.editor_id, {.label = "Editor ID", .doc = "EDID", .key = true});
    field(ar, "form_id", head.form_id, {.label = "FormID", .always = true, .key = true});
    field(ar, "flags", head.flags, {.label = "Flags", .words = record_flags, .flags = true});
    field(ar, "version_control", head.version_control,
          {.doc = "Date and user of the editor's version control.", .kind = Role::opaque});
    field(ar, "form_version", head.form_version, {.doc = "Version of the record's layout; 0 in Oblivion."});
    field(ar, "unknown", head.unknown, {.doc = "The last word of the header; 0 in Oblivion.", .kind = Role::opaque});
    field(ar, "at", head.at,
          {.unit = "bytes",
           .doc = "Where the record stands in the rest of the file; computed: at the end of its type's group.",
           .kind = Role::derived});
    field(ar, "level", head.level,
          {.doc = "Number of groups that the record is in; computed: all that are open there.", .kind = Role::derived});
    field(
        ar, "deflate", head.deflate,
        {.doc = "Level of compression; computed: 6 in Oblivion, 9 later.", .kind = Role::derived, .min = 1, .max = 9});
}

/// The end of every record.
template <class Archive, class T>
void record_tail(Archive& ar, T& record)
{
    blob(ar, "stream", record.stream,
         {.label = "Compressed bytes",
          .doc = "Where no level of zlib gives them; unused once the record was changed."});
    blob(ar, "tail", record.tail, {.label = "Bytes behind the last whole subrecord"});
}

/// A SCPT record.
struct Script : RecordHead, ScriptBody {
    static constexpr std::string_view element = "script";
    static constexpr std::string_view signature = "SCPT";

    std::vector<Subrecord> subrecords;  ///< behind the script's own
    Bytes stream;
    Bytes tail;

    friend bool operator==(const Script&, const Script&) = default;
    [[nodiscard]] std::string file_stem() const;
};

template <class Archive>
void serialize(Archive& ar, Script& script, unsigned /*version*/)
{
    head_fields(ar, script);
    body_fields(ar, script);
    body_children(ar, script);
    list(ar, "subrecords", Subrecord::element, script.subrecords, {.label = "Other subrecords"});
    record_tail(ar, script);
}

/// Any other record that carries a script or properties.
struct Record : RecordHead {
    static constexpr std::string_view element = "record";

    FixedText<4> type;
    std::optional<Properties> properties;
    std::vector<std::variant<Subrecord, Boxed<ResultScript>>> subrecords;  ///< all but EDID and VMAD
    Bytes stream;
    Bytes tail;

    friend bool operator==(const Record&, const Record&) = default;
    [[nodiscard]] std::string file_stem() const;
};

template <class Archive>
void serialize(Archive& ar, Record& record, unsigned /*version*/)
{
    field(ar, "type", record.type, {.label = "Type", .always = true});
    head_fields(ar, record);
    list(ar, "properties", Properties::element, record.properties, {.label = "Script properties", .doc = "VMAD"});
    list(ar, "subrecords", "", record.subrecords, {.label = "Subrecords", .doc = "All but EDID and VMAD."});
    record_tail(ar, record);
}

/// CNAM and SNAM of the plugin's header, and MAST with its DATA.
struct Author {
    static constexpr std::string_view element = "author";
    Text text;
    friend bool operator==(const Author&, const Author&) = default;
};
struct Description {
    static constexpr std::string_view element = "description";
    Text text;
    friend bool operator==(const Description&, const Description&) = default;
};
struct Master {
    static constexpr std::string_view element = "master";
    Text name;
    std::int64_t data{};
    friend bool operator==(const Master&, const Master&) = default;
};

template <class Archive>
void serialize(Archive& ar, Author& author, unsigned /*version*/)
{
    field(ar, "text", author.text, {.label = "Author", .doc = "CNAM", .always = true});
}
template <class Archive>
void serialize(Archive& ar, Description& description, unsigned /*version*/)
{
    field(ar, "text", description.text, {.label = "Description", .doc = "SNAM", .always = true});
}
template <class Archive>
void serialize(Archive& ar, Master& master, unsigned /*version*/)
{
    field(ar, "name", master.name, {.label = "File name", .doc = "MAST", .refers_to = Target::file, .always = true});
    field(ar, "data", master.data, {.doc = "DATA; known files: 0 or the file's size.", .kind = Role::reserved});
}

/// The TES4 record.
struct Header {
    std::uint32_t flags{};
    FormId form_id;
    std::uint32_t version_control{};
    std::uint16_t form_version{};
    std::uint16_t unknown{};
    std::uint8_t no_data{};
    float version{1.0F};
    Derived<std::uint32_t> record_count;
    FormId next_object_id;
    std::vector<std::variant<Author, Description, Master, Subrecord>> parts;  ///< behind HEDR
    Bytes tail;

    friend bool operator==(const Header& a, const Header& b);
};

template <class Archive>
void serialize(Archive& ar, Header& header, unsigned /*version*/)
{
    field(ar, "flags", header.flags, {.label = "Flags", .words = plugin_flags, .flags = true});
    field(ar, "form_id", header.form_id, {.doc = "Known files: 0."});
    field(ar, "version_control", header.version_control, {.kind = Role::opaque});
    field(ar, "form_version", header.form_version, {.doc = "0 in Oblivion."});
    field(ar, "unknown", header.unknown, {.doc = "0 in Oblivion.", .kind = Role::opaque});
    field(ar, "no_data", header.no_data,
          {.doc = "1: there is no HEDR of 12 bytes.", .max = 1, .notation = Notation::boolean});
    field(ar, "version", header.version, {.label = "Version", .doc = "Of the file's format."});
    field(ar, "record_count", header.record_count, {.doc = "Records and groups behind TES4.", .kind = Role::derived});
    field(ar, "next_object_id", header.next_object_id, {.label = "Next FormID"});
    list(ar, "parts", "", header.parts, {.label = "Author, description, masters"});
    blob(ar, "tail", header.tail, {.label = "Bytes behind the last whole subrecord"});
}

/// Bytes of the header of a record or group.
inline constexpr std::array<Word, 2> header_sizes{{{20, "oblivion", "20, Oblivion"}, {24, "later", "24, later games"}}};

/// A whole plugin.
struct Plugin {
    static constexpr std::string_view root = "plugin";

    std::uint8_t header_size{20};
    Header header;
    std::vector<Script> scripts;  ///< SCPT, in the file's order
    std::vector<Record> records;  ///< others, in the file's order
    /// The file behind TES4 as if those records were not in it, with the sizes of groups to match: what is in no list
    /// is not looked into and not copied.
    SharedBytes rest;
    /// Not a part of the document: the memory of the rest that reading has looked through already.
    SharedBytes looked_through;

    friend bool operator==(const Plugin& a, const Plugin& b)
    {
        return a.header_size == b.header_size && a.header == b.header && a.scripts == b.scripts &&
               a.records == b.records && a.rest == b.rest;
    }
};

template <class Archive>
void serialize(Archive& ar, Plugin& plugin, unsigned /*version*/)
{
    field(ar, "header_size", plugin.header_size,
          {.label = "Header size",
           .unit = "bytes",
           .doc = "Of each record and group: 20 in Oblivion, 24 in later games.",
           .min = 20,
           .max = 24,
           .always = true,
           .words = header_sizes});
    group(ar, "header", plugin.header, {.label = "Header", .doc = "TES4"});
    list(ar, "scripts", Script::element, plugin.scripts, {.label = "Scripts", .doc = "SCPT", .folder = "records"});
    list(ar, "records", Record::element, plugin.records,
         {.label = "Records with scripts",
          .doc = "Other records that carry scripts or properties.",
          .folder = "records"});
    stretch(ar, "rest", plugin.rest,
            {.label = "All other records",
             .doc = "The file behind TES4 without the records above.",
             .extension = ".bin"},
            "rest");
}

/// Whether bytes begin as a plugin does.
[[nodiscard]] bool is_plugin(ByteView bytes);

/// Bytes of the header of each record of a plugin, told by where HEDR stands: 20 in Oblivion, 24 in later games.
[[nodiscard]] std::uint8_t header_size_of(const SharedBytes& bytes);

/// Reads a plugin, whose bytes stay in memory with the document. `looked_through`: memory with records that were found
/// to carry no scripts before.
[[nodiscard]] Result<Plugin> read_plugin(const SharedBytes& bytes, RawFallbacks* kept = nullptr,
                                         const SharedBytes* looked_through = nullptr);
[[nodiscard]] Result<Plugin> read_plugin(ByteView bytes, RawFallbacks* kept = nullptr);

/// Writes a plugin. Refuses one that would not read back as the same.
[[nodiscard]] Result<Bytes> write_plugin(const Plugin& plugin);

/// A plugin on its way to a file: its bytes, and what they must be read as.
struct EncodedPlugin {
    SharedBytes bytes;
    Plugin plugin;
};
[[nodiscard]] Result<EncodedPlugin> encode_plugin(Plugin&& plugin);
/// Refuses bytes that would not read back as the plugin.
[[nodiscard]] Status verify_round_trip(const Plugin& plugin, const SharedBytes& bytes);

}  // namespace redforge::tes
