// How a record describes itself: the words of a `serialize` function, and what they mean to an archive.
//
// A record is a plain struct with one function in the convention of Boost.Serialization:
//
//     template <class Archive>
//     constexpr void serialize(Archive& ar, FlatObject& flat, unsigned /*version*/) {
//         field(ar, "id", flat.id, {.label = "Object id"});
//         ...
//     }
//
// Fields come first, then lists, groups and blobs. Everything else - reading and writing bytes and XML, schema,
// property grid, reference page, field paths, random tests - is an archive over that list.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/values.hpp"

namespace redforge {

/// What part a field plays for the one who reads it.
enum class Role : std::uint8_t {
    plain,
    reserved,  ///< the game does not read it
    derived,   ///< computed when writing
    opaque,    ///< nobody knows what it means
};

/// What a field's value names, so that an editor can offer choices and a check can find danglers.
enum class Target : std::uint8_t {
    none,
    actor,
    model,
    texture,
    texture_bank,
    actor_string,
    script_offset,
    sound,
    file
};

/// All that is known of a field besides its name and its type.
struct FieldInfo {
    std::string_view label{};  ///< for the property grid; the field's name when empty
    std::string_view unit{};
    std::string_view doc{};    ///< source and meaning, a sentence
    Role kind{Role::plain};
    Target refers_to{Target::none};
    std::int64_t min{std::numeric_limits<std::int64_t>::min()};
    std::int64_t max{std::numeric_limits<std::int64_t>::max()};
    std::string_view choices{};  ///< for text that is one of a few words: the words, separated by single spaces
    bool always{false};          ///< written and required even when it equals its default
    std::string_view voids{};    ///< a derived field of the same record that an edit of this one makes stale
};

/// Where the text of a blob goes when a document is unpacked to a folder.
struct BlobInfo {
    std::string_view label{};
    std::string_view doc{};
    std::string_view folder{};     ///< a folder of its own beside the document, or empty to stay inside it
    std::string_view extension{};  ///< with the dot
    std::size_t bytes_per_line{};  ///< of the hex text: a row of an image, a line of a plane; 0 = the usual 32
};

/// A record whose fields are shown as fields of the record that holds it: `position.x`.
template <class T>
concept Composite = std::is_class_v<T> && requires { typename T::composite; };

/// Archives that are not ours (Boost's own) take fields through this trait; see core/boost_archive.hpp.
template <class Archive>
struct ForeignArchive;

template <class Archive>
concept FieldArchive = requires(Archive& ar, std::uint8_t& value, const FieldInfo& info) {
    ar.field(std::string_view{}, value, info);
};

/// An archive that moves a record's bytes, and so sees packed words where others see the numbers in them.
template <class Archive>
concept WireArchive = requires { typename Archive::wire; };

/// One field: a number, a name, or a composite of such.
template <class Archive, class T>
[[gnu::always_inline]] constexpr void field(Archive& ar, std::string_view name, T& value, const FieldInfo& info = {})
{
    if constexpr (FieldArchive<Archive>) {
        ar.field(name, value, info);
    } else {
        ForeignArchive<Archive>::value(ar, value);
    }
}

/// Records that belong to this one, each an element of its own. An empty `name` means that a path indexes this
/// record directly: `objects[3]`. A std::optional is a list of at most one.
template <class Archive, class List>
constexpr void list(Archive& ar, std::string_view name, std::string_view item, List& records,
                    const FieldInfo& info = {})
{
    if constexpr (FieldArchive<Archive>) {
        ar.list(name, item, records, info);
    } else {
        ForeignArchive<Archive>::value(ar, records);
    }
}

/// A record that is always there, an element of its own; left out of the text when nothing in it is of note.
template <class Archive, class T>
constexpr void group(Archive& ar, std::string_view name, T& record, const FieldInfo& info = {})
{
    if constexpr (FieldArchive<Archive>) {
        ar.group(name, record, info);
    } else {
        ForeignArchive<Archive>::value(ar, record);
    }
}

/// Bytes without a layout: an element with hex text. `file_name` is what its file is called in the folder form.
template <class Archive>
constexpr void blob(Archive& ar, std::string_view name, Bytes& bytes, const BlobInfo& info = {},
                    std::string_view file_name = {})
{
    if constexpr (FieldArchive<Archive>) {
        ar.blob(name, bytes, info, file_name);
    } else {
        ForeignArchive<Archive>::value(ar, bytes);
    }
}

/// Uniform access to the two kinds of list.
template <class T>
struct ListTraits;

template <class T>
struct ListTraits<std::vector<T>> {
    using Record = T;
    static constexpr bool single = false;
    static std::size_t size(const std::vector<T>& records) { return records.size(); }
    static T& at(std::vector<T>& records, std::size_t index) { return records[index]; }
    static T& append(std::vector<T>& records) { return records.emplace_back(); }
};

template <class T>
struct ListTraits<std::optional<T>> {
    using Record = T;
    static constexpr bool single = true;
    static std::size_t size(const std::optional<T>& record) { return record ? 1 : 0; }
    static T& at(std::optional<T>& record, std::size_t /*index*/) { return *record; }
    static T& append(std::optional<T>& record) { return record.emplace(); }
};

}  // namespace redforge
