// A record type without a struct: its fields are given at run time, and it lays out the memory of its records itself.
//
// Code that works with tables (XML, schema, paths, differences, the property grid) treats such a type like any other. A
// list of steps next to the table describes the file layout: data_codec.hpp reads and writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge {

class DataType;

/// Name of a derived integer with the size of a record that ends before optional fields. It is not stored in the file.
inline constexpr std::string_view stored_size_name = "stored_size";

/// Condition on the number in an earlier field.
struct DataCondition {
    std::size_t field{};                ///< position in the table
    std::optional<std::size_t> part{};  ///< position of the part that has the field; without the part no number matches
    std::vector<std::int64_t> numbers;  ///< ascending
    bool is_mask{};                     ///< the number has one of these bits, instead of being one of them
    bool is_not{};                      ///< the condition holds if the number does not have one of these values
};

/// Alternatives, each with conditions that must all hold. Always true if there are none.
using DataConditions = std::vector<std::vector<DataCondition>>;

/// Returns true if all conditions of an alternative hold for a record, or if there is no alternative.
[[nodiscard]] bool holds(const DataConditions& alternatives, const RecordHandle& record);

/// Number of records of a list, or of bytes of a blob.
struct DataCount {
    enum class Kind : std::uint8_t {
        to_end,    ///< as many as fit into the remaining bytes
        fixed,     ///< `number`
        field,     ///< value of the derived field at position `number`
        prefixed,  ///< stored in the `number` bytes before the first one
        in_first,  ///< stored in the `number` bytes after the first field of the first record; at least one
        marked,    ///< one if the next byte, its first field, is not 0; else none, and the byte is skipped
    };
    Kind kind{};
    std::size_t number{};
};

/// Conditions for the presence of a field or child in the file.
struct DataPresence {
    DataConditions only;
    bool may_be_missing{};  ///< the record may end before it
};

/// One of the record types of a list. A byte before each record has the number of its type.
struct DataChoice {
    std::uint8_t number{};
    const DataType* type{};
};

/// A field or child in the file layout.
struct DataStep {
    bool is_child{};                    ///< a list, group or blob, not a field
    std::size_t place{};                ///< index in the fields or the children of the table
    WireType wire{};                    ///< field: type in the file; for texts, `size` is the size of their length
    std::uint32_t bits{};               ///< number of bits of an integer that shares bytes with its neighbours; else 0
    DataCount count{};                  ///< child, or row of numbers: number of elements
    const DataType* item{};             ///< group, or list of one type: type of the records
    std::vector<DataChoice> choices{};  ///< list of several types: the types; it has at most as many records as types
    DataPresence presence{};
    bool is_plain{};  ///< a field that is always in the file, with the bytes that it has in memory; set by finish()
};

/// A record type. Add its fields and children, then call finish(). It must not move afterwards. The texts of the infos
/// must outlive it.
class DataType {
public:
    explicit DataType(std::string element) : element_(std::move(element)) { type_.tables.resize(1); }
    DataType(const DataType&) = delete;
    DataType& operator=(const DataType&) = delete;
    ~DataType();

    /// Adds a field. `ops` are the operations of its C++ type T: describing::leaf_ops<T>. The order of additions is the
    /// order in the file. `composite` is the label of a group of fields. A field without a wire type is not in the
    /// file.
    void add_field(std::string name, const LeafOps& ops, const FieldInfo& info, const WireType& wire,
                   std::string_view composite = {}, const DataPresence& presence = {});
    /// Adds a field that contains a row of numbers of one wire type.
    void add_numbers(std::string name, const LeafOps& ops, const FieldInfo& info, const WireType& wire,
                     const DataCount& count, const DataPresence& presence = {});
    /// Adds an integer of `bits` bits. Adjacent fields of this kind must fill whole bytes, from the lowest bit on.
    void add_bits(std::string name, const LeafOps& ops, const FieldInfo& info, std::uint32_t bits);
    /// Adds a list of records of one type, which may be finished later.
    void add_list(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                  const DataCount& count, const DataPresence& presence = {});
    /// Adds a list of records of several types, which must be finished. Lists can share the types.
    void add_choices(std::string name, std::vector<DataChoice> choices, const FieldInfo& info, const DataCount& count,
                     const DataPresence& presence = {});
    /// Adds an optional record.
    void add_part(std::string name, const DataType& type, const FieldInfo& info, const DataCount& count,
                  const DataPresence& presence);
    /// Adds a record that is always present. Its type must be finished.
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

    /// Constructs a default record in memory of type().size bytes, aligned to 8.
    void construct(std::byte* record) const;
    void destruct(std::byte* record) const;
    /// Assigns all values of a record to another one.
    void copy(std::byte* to, const std::byte* from) const;
    /// Moves a record into memory that has none. Its old memory has none afterwards.
    void relocate(std::byte* to, std::byte* from) const;

    /// Returns the number of fields so far.
    [[nodiscard]] std::size_t fields() const { return table().fields.size(); }
    /// Returns the file layout, in file order.
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
        bool has_value{};  ///< the default differs from the constructor's value
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
    std::vector<Owner> owners_;  ///< fields that are not bitwise (own memory)
    std::vector<Place> places_;  ///< memory of the children
    std::vector<const DataConditions*>
        conditions_;  ///< conditions of each field, or null; empty if no field has conditions
    std::vector<const DataStep*> counted_;
    const FieldEntry* stored_size_{};
    std::byte* defaults_{};
    bool own_documents_{};  ///< each record begins with a pointer to this type
};

}  // namespace redforge
