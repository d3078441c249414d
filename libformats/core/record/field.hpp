// The vocabulary of `serialize` functions, by which records describe their fields.
//
// A record is a plain struct with one function in the convention of Boost.Serialization:
//
//     template <class Archive>
//     constexpr void serialize(Archive& ar, FlatObject& flat, unsigned /*version*/) {
//         field(ar, "id", flat.id, {.label = "Object id"});
//         ...
//     }
//
// Fields come first, then lists, groups and blobs. Reading and writing bytes is an archive over that list, compiled
// for each record (binary.hpp). For everything else - XML, schema, property grid, field paths, differences, random
// tests - the list is run once into a table (record_type.hpp), which ordinary functions walk.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/bytes/shared_bytes.hpp"
#include "core/record/values.hpp"

namespace redforge {

/// Role of a field for the user.
enum class Role : std::uint8_t {
    plain,
    reserved,  ///< the game does not read it
    derived,   ///< computed when writing
    opaque,    ///< of unknown meaning
};

/// Kind of the reference in a field, for choices in the editor and for checks of dangling references.
enum class Target : std::uint8_t {
    none,
    actor,
    model,
    texture,
    texture_bank,
    actor_string,
    script_offset,
    sound,     ///< an effect of MAIN.SFX, by its number
    dialogue,  ///< a text of ENGLISH.RTX, by its label
    file,
    form,    ///< a form of a plugin or save, by its FormID
    string,  ///< a text of a localised plugin, by its number in the files of strings
};

/// Display form of a number that differs from the number itself. The text form keeps the number, except for hexadecimal
/// ones.
enum class Notation : std::uint8_t {
    plain,
    boolean,      ///< 0 or 1
    colour,       ///< a part of a colour, 0 to 255
    angle_2048,   ///< an angle, 2048 to a turn; also written in degrees
    fixed_q28,    ///< fixed point with 28 fractional bits
    fixed_8,      ///< fixed point with 8 fractional bits
    hexadecimal,  ///< 0x and all digits of the type, in the text form too: FormIDs and the like
};

/// A number that has a name.
struct EnumName {
    std::int64_t value{};
    std::string_view name{};   ///< in the text form: one word, lower case, `_` between parts
    std::string_view label{};  ///< for the user; the name if empty
};

/// Names of an integer field's values: an array of EnumName with static storage.
using EnumNames = std::span<const EnumName>;

/// Metadata of a field: label, unit, range, references.
struct FieldInfo {
    std::string_view label{};  ///< for the property grid; the field's name if empty
    std::string_view unit{};
    std::string_view doc{};  ///< source and meaning, a sentence
    Role kind{Role::plain};
    Target refers_to{Target::none};
    std::int64_t min{std::numeric_limits<std::int64_t>::min()};
    std::int64_t max{std::numeric_limits<std::int64_t>::max()};
    std::string_view
        choices{};       ///< valid words of a text field, separated by single spaces; empty if any text is valid
    bool always{false};  ///< written and required even if it equals its default
    std::string_view invalidates{};  ///< a derived field of the same record that an edit of this one makes stale
    EnumNames enum_names{};          ///< names of an integer's values; the text takes the name or the number
    bool flags{false};               ///< `enum_names` are bits, which a value combines: `essential respawn 0x8000`
    Notation notation{Notation::plain};
    bool key{false};             ///< key of the list: identifies its records, such as an id or a name
    bool ignores_case{false};    ///< the game takes keys that differ only in the case of letters for one key
    bool is_name{false};         ///< a name for users; it can be empty or not unique
    Target names{Target::none};  ///< the value is the name that references to this target contain
    bool by_element{false};      ///< for a list of several types: paths select records by element name
    /// For a list: in the folder form, each record with a file_stem() is a separate document in this folder.
    std::string_view folder{};
    /// The numbers are indices in this list, which contains the record itself (jumps of animation commands) or the
    /// record around it (routes of walk nodes). They follow insertions, removals and moves in the list.
    std::string_view index_in{};
    /// For a list: fields (FIELD or ELEMENT.FIELD, separated by blanks) with indices of its records in other records of
    /// the document. They follow insertions and moves. An index of a removed record becomes -1, or the edit fails.
    std::string_view indexed_by{};
    /// For a list: other files refer to its records by index, so copies go to its end.
    bool append_only{false};
    /// For a list: edits that add records accept the path of the record that contains the list instead of the list's
    /// path.
    bool represents_parent{false};
    /// Bookkeeping, such as a count or a version control stamp: if both sides of a merge change the number, the larger
    /// one wins, and differences omit it unless --all is given. The bits that are compared; 0 for other fields.
    std::uint64_t bookkeeping{};
};

/// An attribute of texts of earlier versions: read, never written, and not part of the schema. `Old` is the type of the
/// old value: a number, or an array of numbers.
template <class T, class Old = std::int64_t>
struct Superseded {
    std::string_view by{};  ///< the fields that replace it, for messages: "position.y"
    std::int64_t min{std::numeric_limits<std::int64_t>::min()};  ///< of the old numbers, if not the range of their type
    std::int64_t max{std::numeric_limits<std::int64_t>::max()};
    /// Stores the old value in the new one, after the new value's own attributes were read. Returns false if they
    /// contradict each other. Null if the attribute is an earlier name of the field `by` with the same text.
    bool (*take)(T& value, Old old){};
};

/// For FieldInfo::bookkeeping.
inline constexpr std::uint64_t all_bits = std::numeric_limits<std::uint64_t>::max();

struct SideCodec;

/// Metadata of a blob: label, and its side file in an unpacked folder.
struct BlobInfo {
    std::string_view label{};
    std::string_view doc{};
    std::string_view folder{};     ///< folder of the side files, or empty to keep the blob in the document
    std::string_view extension{};  ///< with the dot
    std::size_t bytes_per_line{};  ///< bytes per line of hex text, such as a row of an image; 0: 32
    const SideCodec* codec{};      ///< converts the blob to text, also inside the document; static lifetime
};

/// A composite: its fields appear as fields of the containing record: `position.x`.
template <class T>
concept Composite = std::is_class_v<T> && requires
{
    typename T::composite;
};

/// An archive that transfers the bytes of a record. It sees packed words; other archives see the numbers in them.
template <class Archive>
concept WireArchive = requires
{
    typename Archive::wire;
};

/// Describes one field: a number, a name, or a composite of these.
template <class Archive, class T>
[[gnu::always_inline]] constexpr void field(Archive& ar, std::string_view name, T& value, const FieldInfo& info = {})
{
    ar.field(name, value, info);
}

/// An attribute that was part of `value`, which is a field, a composite or the record, before the description changed.
/// If it has the name of a field, it reads texts that the field no longer accepts.
template <class Old = std::int64_t, class Archive, class T>
[[gnu::always_inline]] constexpr void superseded(Archive& ar, std::string_view name, T& value,
                                                 const Superseded<T, Old>& info)
{
    if constexpr (requires { ar.superseded(name, value, info); }) {
        ar.superseded(name, value, info);
    }
}

/// An earlier name of the field `by` of this record.
template <class Archive>
[[gnu::always_inline]] constexpr void renamed(Archive& ar, std::string_view name, std::string_view by)
{
    std::uint8_t none{};
    superseded(ar, name, none, Superseded<std::uint8_t>{.by = by});
}

/// Describes child records, each a separate element. With an empty `name`, a path indexes this record directly:
/// `objects[3]`. A std::optional is a list of at most one record. A vector of std::variant contains records of several
/// types in file order; their element names are T::element, and `item` is not used. Paths can select records
/// of one type by its element: `record[0]` is the first record among the `entries`.
template <class Archive, class List>
constexpr void list(Archive& ar, std::string_view name, std::string_view item, List& records,
                    const FieldInfo& info = {})
{
    ar.list(name, item, records, info);
}

/// Describes a record that always exists, as an element. The text omits it if all its values are defaults.
template <class Archive, class T>
constexpr void group(Archive& ar, std::string_view name, T& record, const FieldInfo& info = {})
{
    ar.group(name, record, info);
}

/// Bytes without a layout: an element with hex text. `file_name`: name of its file in the folder form.
template <class Archive>
constexpr void blob(Archive& ar, std::string_view name, Bytes& bytes, const BlobInfo& info = {},
                    std::string_view file_name = {})
{
    ar.blob(name, bytes, info, file_name);
}

/// Uninterpreted bytes of a large file: an element with hex text, or in the folder form a file that contains
/// the raw bytes.
template <class Archive>
constexpr void byte_range(Archive& ar, std::string_view name, SharedBytes& bytes, const BlobInfo& info = {},
                          std::string_view file_name = {})
{
    ar.byte_range(name, bytes, info, file_name);
}

}  // namespace redforge
