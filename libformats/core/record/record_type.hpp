// A record type as a value: the table of its fields, lists, groups and blobs, made once from its `serialize` function.
//
// Reading and writing XML, schema, field paths, differences, the property grid and random tests are ordinary functions
// over these tables, compiled once. A table may also be made without a struct, from a definition that is data
// (data_record.hpp). Only the binary archives of maps, models and saves are compiled for each record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/leaf.hpp"
#include "core/record/wire.hpp"
#include "core/text/code_page.hpp"

namespace redforge {

class LetterSearch;

namespace describing {
class TableArchive;
}

/// Operations on a value of a field's type; one instance for each type, see leaf_ops in describe.hpp.
struct LeafOps {
    LeafType type;
    std::uint32_t size;  ///< sizeof the type
    std::uint32_t align;
    bool bitwise;    ///< equal when its bytes are, and copied as bytes
    bool is_signed;  ///< for integers: the type is signed

    void (*append)(std::string& out, const void* value, CodePage page);
    bool (*parse)(std::string_view text, void* value, const FieldInfo& info, std::string& expected, CodePage page);
    bool (*same)(const void* a, const void* b);
    void (*swap)(void* a, void* b);
    void (*reset)(void* value);       ///< sets the type's initial value; a derived value gets no stored value
    void (*construct)(void* memory);  ///< constructs the initial value in raw memory
    void (*destruct)(void* value);    ///< destroys the value, but keeps its memory
    void (*assign)(void* to, const void* from);
    void* (*clone)(const void* value);
    void (*destroy)(void* value);
    /// Returns the number. Only integers and stored derived integers have this operation; it is null in other types.
    std::optional<std::int64_t> (*get_integer)(const void* value);
    void (*set_integer)(void* value, std::int64_t number);  ///< the number is in range
};

/// Names of a field's numbers, searchable both ways. The first of several duplicates is used.
class EnumNameIndex {
public:
    EnumNameIndex() = default;
    explicit EnumNameIndex(EnumNames words);

    [[nodiscard]] const EnumName* find(std::int64_t value) const;
    [[nodiscard]] const EnumName* find(std::string_view word) const;

private:
    // Sorted vectors: there are so few names that a binary search is faster than hashing.
    std::vector<const EnumName*> by_value_;
    std::vector<const EnumName*> by_name_;
};

/// A field of a record type: a single value, with the composites that it belongs to in its name.
struct FieldEntry {
    std::string name;            ///< path inside the record: `position.x`
    std::string attribute;       ///< ` position.x="`, as the text form begins it
    std::string_view composite;  ///< label of the composite that contains it: "Position"; empty if none
    FieldInfo info;
    EnumNameIndex enum_names;  ///< index of info.enum_names
    std::size_t offset{};      ///< from the start of the record
    const LeafOps* ops{};
    const void* default_value{};
    WireType wire;       ///< type in the file, for data-defined records
    std::int64_t min{};  ///< minimum of the type, limited by `info`
    std::int64_t max{};
    bool plain_integer{};  ///< an integer whose text is its decimal digits and never anything else

    [[nodiscard]] bool is_default(const void* value) const { return same(value, default_value); }
    [[nodiscard]] bool same(const void* a, const void* b) const;
};

/// Result of reading an attribute of an earlier version.
enum class Taken : std::uint8_t { yes, not_valid, contradiction };

/// An attribute that is only read, see Superseded.
struct SupersededEntry {
    std::string name;  ///< path inside the record: `position.pad_x`
    std::string by;
    std::size_t offset{};  ///< offset of the value that contained it
    /// Reads a text and stores it in a value. If `value` is null, only checks the text. If the text is not valid,
    /// `expected` describes valid ones. An earlier name of the field `by` has no function.
    std::function<Taken(void* value, std::string_view text, std::string& expected)> take;

    /// Returns a hint for texts that still have the attribute: "position.y has it now".
    [[nodiscard]] std::string replacement() const;
};

struct RecordType;

/// A reference to a record type: an existing one, or one that is created at the first access, so that a type can
/// contain lists of itself.
struct RecordTypeRef {
    const RecordType& (*get)(unsigned version){};
    unsigned version{};
    const RecordType* made{};  ///< existing type; if not null, `get` is not used

    const RecordType& operator*() const { return made != nullptr ? *made : get(version); }
    const RecordType* operator->() const { return &**this; }
};

struct ChildEntry;
struct ItemEntry;

/// Operations on a list; one instance for each list type, see list_ops in describe.hpp. Elements are accessed by index;
/// `item` is the index of an element's record type.
struct ListOps {
    bool single;         ///< at most one record
    std::size_t stride;  ///< from one record to the next, for lists of one type in one piece of memory; else 0

    std::size_t (*size)(const void* list);
    void* (*at)(void* list, std::size_t index);  ///< the record
    std::size_t (*item)(const void* list, std::size_t index);
    /// Returns the entry of an element. Null if the list does not store it with each element.
    const ItemEntry& (*entry)(const void* list, std::size_t index);
    /// Inserts a default record of one of the types of `child`, the description of the list.
    void (*insert)(void* list, std::size_t index, const ChildEntry& child, std::size_t item);
    void (*grow)(void* list, std::size_t count,
                 const ChildEntry& child);                       ///< appends default records of the first type
    void (*move)(void* list, std::size_t from, std::size_t to);  ///< `to` is the index after the removal
    /// Appends a copy of an element of another list of this type.
    void (*append_copy)(void* list, const void* from, std::size_t index);
    /// Moves the elements at `from_places` (ascending) of one list to another, where their indices are `to_places`
    /// (ascending) afterwards. O(n) for the longer list.
    void (*transfer)(void* from, std::span<const std::size_t> from_places, void* to,
                     std::span<const std::size_t> to_places);
    std::shared_ptr<void> (*make)();  ///< returns an empty list of this type
    // These are null if the list is not decoded from bytes at the first access.
    ByteView (*undecoded_bytes)(const void* list);         ///< bytes of a list that is not decoded yet, or empty
    bool (*is_known_equal)(const void* a, const void* b);  ///< true if equality is known without decoding; false if
                                                           ///< unknown
    /// Returns false if a list that is not decoded does not contain letters. Null if it is not known.
    bool (*may_contain)(const void* list, const LetterSearch& letters);
    void (*release_decoded)(
        void* list);  ///< releases the decoded records. Precondition: decoded from bytes and not changed
};

/// One of the record types of a list, with the name of its element.
struct ItemEntry {
    std::string name;
    RecordTypeRef type;
    std::string label{};
    std::string doc{};
};

/// A child of a record: a list, a group, a blob or a byte range.
struct ChildEntry {
    enum class Kind : std::uint8_t { list, group, blob, byte_range };

    Kind kind{};
    std::string name;  ///< name in paths; a list that paths index directly has an empty name
    FieldInfo info;    ///< list or group: metadata
    BlobInfo blob;     ///< blob or byte range: metadata; bytes_per_line is for a default record
    std::size_t offset{};
    const ListOps* ops{};          ///< list: operations
    std::vector<ItemEntry> items;  ///< list: types of its records; group: its type
    /// Indices of `items` in order of their names. Only lists with many types have them.
    std::vector<std::uint32_t> items_by_name;

    /// Sets `items` and `items_by_name`.
    void set_items(std::vector<ItemEntry> all);
    /// Returns the index of the item with a name, or the number of items if there is none.
    [[nodiscard]] std::size_t find_item(std::string_view name) const;
    [[nodiscard]] std::string_view label() const { return is_bytes() ? blob.label : info.label; }
    [[nodiscard]] std::string_view doc() const { return is_bytes() ? blob.doc : info.doc; }
    [[nodiscard]] bool is_bytes() const { return kind == Kind::blob || kind == Kind::byte_range; }
    /// Returns the element names for messages: "a, b or c".
    [[nodiscard]] std::string item_names() const;
};

/// One step down from a record: into a group, or to a record of a list.
struct Step {
    std::uint32_t child{};  ///< number of the group or list in the record's table
    std::uint32_t index{};  ///< of the record in a list; 0 for a group

    friend bool operator==(const Step&, const Step&) = default;
    friend auto operator<=>(const Step&, const Step&) = default;
};

/// Records at any depth that paths access by one name, as if they were one list: `records[Sword]` of a plugin, whose
/// records are in groups.
struct Descendants {
    /// A required value of a record. Without a field: of any key.
    struct Key {
        std::string field;
        std::string text;
    };
    ChildEntry as_list;  ///< the name, and the type of the records; it has no operations
    /// Calls `found` with the steps to each record, in document order, until it returns false. May skip records without
    /// the keys.
    void (*visit)(void* parent, std::span<const Key> keys,
                  const std::function<bool(const std::vector<Step>&)>& found){};
    /// Returns the names of the records that paths accept, for hints.
    std::vector<std::string> (*names)(const void* parent){};
};

/// Fields of one variant of a record type.
struct FieldTable {
    std::vector<FieldEntry> fields;
    std::vector<ChildEntry> children;
    std::vector<std::size_t> side_blobs;  ///< indices of blobs that can be separate files
    std::vector<SupersededEntry> superseded;
    std::vector<Descendants> descendants;  ///< T::descendants(), where it has some
    std::string_view inside;               ///< item whose first record also provides names for paths; T::inside

    [[nodiscard]] const FieldEntry* find_field(std::string_view name) const;
    [[nodiscard]] const SupersededEntry* find_superseded(std::string_view name) const;
    [[nodiscard]] const ChildEntry* find_child(std::string_view name) const;
    /// One of the types of a list of several.
    struct ItemOfList {
        const ChildEntry* list{};
        std::size_t item{};
    };
    /// Returns the list of several types that has an item with this name, or null.
    [[nodiscard]] ItemOfList find_item(std::string_view name) const;
    /// Returns the index of a child in `children`.
    [[nodiscard]] std::uint16_t number_of(const ChildEntry& child) const
    {
        return static_cast<std::uint16_t>(&child - children.data());
    }
    /// Returns all names, for messages.
    [[nodiscard]] std::vector<std::string> names() const;
};

/// Display details of a blob, which can depend on the record.
struct BlobDetails {
    std::string file_name;  ///< of its file in the folder form, before it is made safe
    std::size_t bytes_per_line{};
};

/// A record type.
struct RecordType {
    std::string_view element;  ///< T::root or T::element, where it has one
    std::size_t size{};
    const void* defaults{};
    /// One table, or one for each variant of a type whose fields depend on the kind of the record.
    std::vector<FieldTable> tables;
    std::size_t common_fields{};  ///< number of first fields that all variants have; they determine the variant

    std::function<std::size_t(const void* record)>
        variant;  ///< returns the index of the table; empty if there is only one
    /// Returns true if a record has a field, depending on its other fields. If empty, records have all fields.
    std::function<bool(const FieldEntry& field, const void* record)> has_field;
    /// The `serialize` function, or null if the type is defined by data.
    void (*describe)(describing::TableArchive& archive, void* record, unsigned version){};
    std::function<std::shared_ptr<void>()> make;
    std::function<void(void* to, const void* from)> copy;
    /// Returns the name of a record's own document in the folder form, before it is sanitised: T::file_stem(), if it
    /// exists. The part before a / is a folder.
    std::string (*file_stem)(const void* record){};
    /// Returns true if a record is nevertheless stored in its parent's document: T::is_stored_in_parent(), if it
    /// exists.
    bool (*is_stored_in_parent)(const void* record){};
    /// Returns the first step of a path to a record at any depth: T::path_name(), if it exists.
    std::string (*path_name)(const void* record){};

    /// Returns the details of a blob, which can depend on the record.
    [[nodiscard]] BlobDetails blob_details(const void* record, std::string_view blob) const;
    [[nodiscard]] const FieldTable& table(const void* record) const
    {
        return variant == nullptr ? tables.front() : tables[variant(record)];
    }
};

/// Returns the type of the records T. describe.hpp creates it at the first call. Modules instantiate it for the types
/// that other modules use.
template <class T>
[[nodiscard]] const RecordType& record_type(unsigned version = 0);

/// Returns true if two records of a type are equal bit by bit.
[[nodiscard]] bool same_record(const RecordType& type, const void* a, const void* b);
/// Returns true if a record equals its default.
[[nodiscard]] bool is_blank(const RecordType& type, const void* record);

/// Appends the text of a value: the name of its number, if it has one.
void append_value(std::string& out, const FieldEntry& field, const void* value, CodePage page);
/// Parses a value. Returns false if the text is invalid: the value is then unchanged, and `expected` describes valid
/// texts.
[[nodiscard]] bool parse_value(std::string_view text, const FieldEntry& field, void* value, CodePage page,
                               std::string& expected);
/// Returns the number of hexadecimal digits of a type's largest value.
[[nodiscard]] std::size_t hexadecimal_digits(const LeafType& type);
/// Describes the valid values: "one of: audio, flat, light; or a whole number from 0 to 255".
[[nodiscard]] std::string expected_words(const FieldEntry& field);

// ------------------------------------------------------------------------------------------------------- handles

/// A value of a record. Valid as long as the record does not move.
struct FieldView {
    const FieldEntry* entry{};
    void* value{};
    CodePage page{};

    explicit operator bool() const { return entry != nullptr; }
    [[nodiscard]] const std::string& name() const { return entry->name; }
    [[nodiscard]] const FieldInfo& info() const { return entry->info; }
    [[nodiscard]] const LeafType& type() const { return entry->ops->type; }
    [[nodiscard]] std::string text() const;
    /// Returns a whole or real number; nullopt for other types and for a derived value that is not stored.
    [[nodiscard]] std::optional<double> number() const;
    /// Sets the value from text. An empty text clears the stored value of a derived field.
    /// Errors: out_of_range, with the expected value. The value is unchanged then.
    [[nodiscard]] Status set(std::string_view text) const;
};

struct ListView;

/// A record of any type.
struct RecordHandle {
    void* record{};
    const RecordType* type{};
    CodePage page{};

    explicit operator bool() const { return record != nullptr; }
    [[nodiscard]] const FieldTable& table() const { return type->table(record); }
    [[nodiscard]] FieldView field(const FieldEntry& entry) const { return {&entry, at(entry.offset), page}; }
    /// Returns true if the record has this field of its table; in some types this depends on other fields. A field with
    /// a value always counts, so that a wrong one can be fixed.
    [[nodiscard]] bool has(const FieldEntry& entry) const
    {
        return !type->has_field || type->has_field(entry, record) || !entry.is_default(at(entry.offset));
    }
    [[nodiscard]] ListView list(const ChildEntry& child) const;
    [[nodiscard]] RecordHandle group(const ChildEntry& child) const
    {
        return {at(child.offset), &*child.items.front().type, page};
    }
    /// Returns the names that a path can continue with, for messages: all names of the table, or for a list of very
    /// many types the names of its records.
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] Bytes& blob(const ChildEntry& child) const { return *static_cast<Bytes*>(at(child.offset)); }
    [[nodiscard]] SharedBytes& byte_range(const ChildEntry& child) const
    {
        return *static_cast<SharedBytes*>(at(child.offset));
    }
    /// Returns the field with this name; empty if the record has none.
    [[nodiscard]] FieldView find_field(std::string_view name) const;
    [[nodiscard]] ListView find_list(std::string_view name) const;
    /// Compares identity: true if both handles refer to the same record.
    friend bool operator==(const RecordHandle& a, const RecordHandle& b) { return a.record == b.record; }

private:
    [[nodiscard]] void* at(std::size_t offset) const { return static_cast<std::byte*>(record) + offset; }
};

/// A list of a record.
struct ListView {
    const ChildEntry* child{};
    void* list{};
    CodePage page{};

    explicit operator bool() const { return child != nullptr; }
    [[nodiscard]] std::size_t size() const { return child->ops->size(list); }
    [[nodiscard]] bool single() const { return child->ops->single; }
    /// Returns true if this list and another of its type are known to be equal without decoding their records.
    [[nodiscard]] bool is_known_equal(const ListView& other) const
    {
        return child->ops->is_known_equal != nullptr && child->ops->is_known_equal(list, other.list);
    }
    [[nodiscard]] const ItemEntry& item(std::size_t index) const
    {
        return child->ops->entry != nullptr ? child->ops->entry(list, index) : child->items[item_number(index)];
    }
    [[nodiscard]] std::size_t item_number(std::size_t index) const
    {
        return child->ops->item == nullptr ? 0 : child->ops->item(list, index);
    }
    [[nodiscard]] RecordHandle at(std::size_t index) const
    {
        return {child->ops->at(list, index), &*item(index).type, page};
    }
};

/// A handle on a record of known type.
template <class T>
[[nodiscard]] RecordHandle handle_of(T& record, CodePage page = CodePage::cp437)
{
    return {&record, &record_type<T>(), page};
}

}  // namespace redforge
