// A plugin (.esm, .esp, .esl) as a document: its header, and the tree of its groups and records (record.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/record_type.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/record.hpp"

namespace redforge::tes {

inline constexpr std::array<EnumName, 3> plugin_flags{{{0x1, "master"}, {0x80, "localized"}, {0x200, "light"}}};

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

inline constexpr std::uint32_t localised_flag = 0x80;

/// The TES4 record.
struct Header {
    std::uint32_t flags{};
    FormId form_id;
    std::uint32_t version_control{};
    std::uint16_t form_version{};
    std::uint16_t unknown{};
    std::uint8_t no_data{};  ///< 1: the header has no HEDR of 12 bytes
    float version{1.0F};
    Derived<std::uint32_t> record_count;
    FormId next_object_id;
    std::vector<std::variant<Author, Description, Master, Subrecord>> parts;  ///< subrecords after HEDR
    Bytes tail;

    friend bool operator==(const Header& a, const Header& b);
};

template <class Archive>
void serialize(Archive& ar, Header& header, unsigned /*version*/)
{
    field(ar, "flags", header.flags, {.label = "Flags", .enum_names = plugin_flags, .flags = true});
    field(ar, "form_id", header.form_id, {.doc = "Known files: 0."});
    field(ar, "version_control", header.version_control, {.kind = Role::opaque, .bookkeeping = all_bits});
    field(ar, "form_version", header.form_version, {.doc = "0 in Oblivion."});
    field(ar, "unknown", header.unknown, {.doc = "0 in Oblivion.", .kind = Role::opaque});
    field(
        ar, "no_data", header.no_data,
        {.label = "Without HEDR", .doc = "1: there is no HEDR of 12 bytes.", .max = 1, .notation = Notation::boolean});
    field(ar, "version", header.version, {.label = "Version", .doc = "Version of the file's format."});
    field(ar, "record_count", header.record_count,
          {.doc = "Number of records and groups after TES4.", .kind = Role::derived, .bookkeeping = all_bits});
    field(ar, "next_object_id", header.next_object_id,
          {.label = "Next FormID", .bookkeeping = number_bits});  // the first byte depends on the number of masters
    list(ar, "parts", "", header.parts, {.label = "Author, description, masters"});
    blob(ar, "tail", header.tail, {.label = "Bytes after the last complete subrecord"});
}

/// Sizes of the header of a record or group, in bytes.
inline constexpr std::array<EnumName, 2> header_sizes{
    {{20, "oblivion", "20, Oblivion"}, {24, "later", "24, later games"}}};

/// A plugin.
struct Plugin {
    static constexpr std::string_view root = "plugin";

    std::uint8_t header_size{20};
    Header header;
    Entries entries;  ///< mostly top groups

    friend bool operator==(const Plugin& a, const Plugin& b);

    /// Returns one plugin with the definitions of Oblivion, and one with those of later games.
    [[nodiscard]] static std::span<Plugin> alternatives();
    [[nodiscard]] std::size_t alternative() const { return header_size == 20 ? 0 : 1; }
    /// Returns the names of records at any depth: `records` and `scripts`.
    [[nodiscard]] static std::vector<Descendants> descendants(unsigned version);
};

template <class Archive>
void serialize(Archive& ar, Plugin& plugin, unsigned /*version*/)
{
    field(ar, "header_size", plugin.header_size,
          {.label = "Header size",
           .unit = "bytes",
           .doc = "Header size of each record and group: 20 in Oblivion, 24 in later games.",
           .min = 20,
           .max = 24,
           .always = true,
           .enum_names = header_sizes});
    group(ar, "header", plugin.header, {.label = "Header", .doc = "TES4"});
    list(ar, "entries", "", plugin.entries, {.label = "Content", .doc = "Groups of records.", .folder = "."});
}

/// Returns true if bytes begin like a plugin.
[[nodiscard]] bool is_plugin(ByteView bytes);

/// Returns the size of record headers, in bytes, from the position of HEDR: 20 in Oblivion, 24 in later games.
[[nodiscard]] std::uint8_t header_size_of(const SharedBytes& bytes);

/// Reads a plugin, which shares ownership of the bytes. Appends to `kept` the bytes that are neither a record nor a
/// group, and each script and VMAD that does not fit its layout. Errors: malformed (not a plugin).
[[nodiscard]] Result<Plugin> read_plugin(const SharedBytes& bytes, RawFallbacks* kept = nullptr);
[[nodiscard]] Result<Plugin> read_plugin(ByteView bytes, RawFallbacks* kept = nullptr);

/// Replaces the content of a complete record, and of its children, by the bytes that it is written as, which need less
/// memory. Does nothing if the record cannot be written, or if its scripts must be compiled first.
void pack_record(Record& record, Plugin& plugin);

/// See Format::samples.
void take_samples(const Plugin& plugin, bool all, const std::function<void(const std::shared_ptr<void>&)>& take);

/// Returns the bytes of a plugin: views of the original file for unchanged parts. Errors: mismatch (would not read back
/// as the same plugin), out_of_range.
[[nodiscard]] Result<SharedBytes> encode_plugin(Plugin plugin);
[[nodiscard]] Result<Bytes> write_plugin(const Plugin& plugin);

}  // namespace redforge::tes
