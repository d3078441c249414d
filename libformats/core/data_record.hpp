// A record type without a struct: its fields are given at run time, and it lays out the memory of its records itself.
//
// All that goes over tables - XML, schema, paths, differences, the property grid - takes such a type as any other. How
// its records stand in a file is described beside the table, step by step: data_codec.hpp reads and writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/record_type.hpp"

namespace redforge {

class DataType;

/// The name of a derived integer that is no part of the bytes and says how many there are, where a record ends before
/// fields that may be missing.
inline constexpr std::string_view stored_size_name = "stored_size";

/// Condition on the number in an earlier field.
struct DataCondition {
    std::size_t field{};                ///< position in the table
    std::optional<std::size_t> part{};  ///< position of the part that has the field; without the part no number matches
    std::vector<std::int64_t> numbers;  ///< ascending
    bool is_mask{};                     ///< the number has one of these bits, instead of being one of them
    bool is_not{};                      ///< the condition holds if the number does not have one of these values
};

/// Alternatives, each with conditions that must all hold. Empty: no condition.
using DataConditions = std::vector<std::vector<DataCondition>>;

/// Returns true if all conditions of an alternative hold for a record, or if there is no alternative.
[[nodiscard]] bool holds(const DataConditions& alternatives, const RecordHandle& record);

/// How many records of a list, or bytes of a blob, there are.
struct DataCount {
    enum class Kind : std::uint8_t {
        to_end,    ///< as many as there are bytes for
        fixed,     ///< `number`
        field,     ///< what the derived field at place `number` says
        prefixed,  ///< what the `number` bytes before the first one say
        in_first,  ///< what the `number` bytes after the first field of the first record say: there is at least one
        marked,    ///< one if the next byte, its first field, is not 0; else none, and the byte is skipped
    };
    Kind kind{};
    std::size_t number{};
};

/// When a field or child is in the file.
struct DataPresence {
    DataConditions only;
    bool may_be_missing{};  ///< the record may end before it
};

/// One of the record types of a list: a byte before each record says its type.
struct DataChoice {
    std::uint8_t number{};
    const DataType* type{};
};

/// One thing that a file has, in its order.
struct DataStep {
    bool is_child{};                    ///< a list, group or blob
    std::size_t place{};                ///< among the fields or the children of the table
    WireType wire{};                    ///< of a field; of texts, `size` is that of their length
    std::uint32_t bits{};               ///< of an integer that shares its bytes with those before and after it; else 0
    DataCount count{};                  ///< of a child, or of a row of numbers
    const DataType* item{};             ///< of a group, or of a list whose records have one type
    std::vector<DataChoice> choices{};  ///< of a list of several types; it has no more records than types
    DataPresence presence{};
    bool is_plain{};  ///< a field that is always in the file, with the bytes that it has in memory; set by finish()
};

/// Made by adding what its records hold, then finish(); it stays where it is from then on. Texts of the infos outlive it.
class DataType {
public:
    explicit DataType(std::string element) : element_(std::move(element)) { type_.tables.resize(1); }
    DataType(const DataType&) = delete;
    DataType& operator=(const DataType&) = delete;
    ~DataType();

    /// A field whose values are what `ops` works on: those of a type T are describing::leaf_ops<T>. Things stand in a
    /// file in the order in which they are added. `composite` is the label of several that belong together. Without a
    /// wire type it is not in the file.
    void add_field(std::string name, const LeafOps& ops, const FieldInfo& info, const WireType& wire,
                   std::string_view composite = {}, const DataPresence& presence = {});
    /// A field that holds a row of numbers of one wire type.
    void add_numbers(std::string name, const LeafOps& ops, const FieldInfo& info, const WireType& wire,
                     const DataCount& count, const DataPresence& presence = {});
    /// An integer of so many bits. The bits of such fields in a row fill whole bytes, from the lowest bit on.
    void add_bits(std::string name, const LeafOps& ops, const FieldInfo& info, std::uint32_t bits);
    /// A list of records of one type, which may be finished later.
    void add_list(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                  const DataCount& count, const DataPresence& presence = {});
    /// A list of records of several types, which are finished. All such lists of a definition can share the types.
    void add_choices(std::string name, std::vector<DataChoice> choices, const FieldInfo& info, const DataCount& count,
                     const DataPresence& presence = {});
    /// An optional record.
    void add_part(std::string name, const DataType& type, const FieldInfo& info, const DataCount& count,
                  const DataPresence& presence);
    /// A record that is always present. Its type is finished.
    void add_group(std::string name, const DataType& type, const FieldInfo& info);
    void add_blob(std::string name, const BlobInfo& info, const DataCount& count = {},
                  const DataPresence& presence = {});
    /// Sets the number of an integer field in a new record, by the position of the field.
    void set_default(std::size_t field, std::int64_t number) { initial_.push_back({field, number}); }
    /// Gives each record its own document in the folder form, named by element and key: "npc_0001D15C". Call it first.
    void set_own_documents();
    /// Lays out the memory. Nothing can be added any more.
    void finish();

    [[nodiscard]] const std::string& element() const { return element_; }
    [[nodiscard]] const RecordType& type() const { return type_; }
    [[nodiscard]] RecordTypeRef ref() const { return {nullptr, 0, &type_}; }
    /// Returns the DataType of a record type, or null if the record type is that of a struct.
    [[nodiscard]] static const DataType* of(const RecordType& type);

    /// Makes a default record in memory of type().size bytes, aligned to 8.
    void construct(std::byte* record) const;
    void destruct(std::byte* record) const;
    /// Assigns all values of a record to another one.
    void copy(std::byte* to, const std::byte* from) const;
    /// Moves a record into memory that has none. Its old memory has none afterwards.
    void relocate(std::byte* to, std::byte* from) const;

    /// How many fields it has so far.
    [[nodiscard]] std::size_t fields() const { return table().fields.size(); }
    /// What a file has of it, in its order.
    [[nodiscard]] const std::vector<DataStep>& steps() const { return steps_; }
    /// Returns the field stored_size_name, or null if records cannot end early.
    [[nodiscard]] const FieldEntry* stored_size() const { return stored_size_; }
    /// Returns the steps whose count is a field of the record.
    [[nodiscard]] const std::vector<const DataStep*>& counted_steps() const { return counted_; }

private:
    [[nodiscard]] FieldTable& table() { return type_.tables.front(); }
    [[nodiscard]] const FieldTable& table() const { return type_.tables.front(); }
    struct Initial {
        std::size_t field{};
        std::int64_t number{};
    };
    ChildEntry& add_child(ChildEntry::Kind kind, std::string name, const DataCount& count, const DataPresence& presence,
                          const DataType* item = nullptr);
    ChildEntry& add_records(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                            const DataCount& count, const DataPresence& presence);
    std::size_t place(std::size_t size, std::size_t align);
    struct Owner {
        const FieldEntry* field{};
        bool has_value{};  ///< the default differs from what the constructor of its values makes
    };
    struct Head;  ///< precedes the memory of a record
    struct Maker;
    void make_defaults();
    void set_initial(const FieldEntry& field);
    [[nodiscard]] static std::string file_stem(const void* record);
    /// Memory of a child.
    struct Place {
        enum class Kind : std::uint8_t { records, mixed, part, group, bytes };
        Kind kind{};
        std::size_t offset{};
        const DataType* item{};  ///< of records or a group
    };
    void add_place(ChildEntry& child, Place::Kind kind, const DataType* item);
    void construct_children(std::byte* record) const;

    std::string element_;
    RecordType type_;
    std::vector<DataStep> steps_;
    std::size_t align_{1};
    std::vector<Initial> initial_;
    std::vector<Owner> owners_;  ///< fields whose values are more than their bytes
    std::vector<Place> places_;  ///< of the children
    std::vector<const DataConditions*>
        conditions_;  ///< for each field its conditions, or null; empty: no field has any
    std::vector<const DataStep*> counted_;
    const FieldEntry* stored_size_{};
    std::byte* defaults_{};
    bool own_documents_{};  ///< each record begins with a pointer to this type
};

}  // namespace redforge
