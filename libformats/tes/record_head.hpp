// What the records of a plugin have in common: header, EDID and where they stand; what follows their subrecords.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/field.hpp"
#include "core/values.hpp"
#include "tes/form_id.hpp"

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

}  // namespace redforge::tes
