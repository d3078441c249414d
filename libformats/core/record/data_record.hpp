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

/// Numbers that fields of a file, or the caller of the codec, share with all records after them, by their index.
using DataValues = std::vector<std::int64_t>;

/// Condition on the number in an earlier field, or on the number of bytes of a text.
struct DataCondition {
    std::size_t field{};                ///< position in the table
    std::optional<std::size_t> part{};  ///< position of the part that has the field; without the part no number matches
    std::optional<std::size_t> value{};  ///< index of a shared value, which is compared instead of a field
    std::string_view value_name{};
    std::vector<std::int64_t> numbers;  ///< ascending
    bool is_mask{};                     ///< the number has one of these bits, instead of being one of them
    bool is_not{};                      ///< the condition holds if the number does not have one of these values
};

/// Alternatives, each with conditions that must all hold. Always true if there are none.
using DataConditions = std::vector<std::vector<DataCondition>>;

/// Returns true if all conditions of an alternative hold for a record, or if there is no alternative. A condition on a
/// shared value holds if `values` is null, and does not hold if it lacks the value.
[[nodiscard]] bool holds(const DataConditions& alternatives, const RecordHandle& record,
                         const DataValues* values = nullptr);

/// Number of records of a list, or of bytes of a blob.
struct DataCount {
    enum class Kind : std::uint8_t {
        to_end,    ///< as many as fit into the remaining bytes; a part if any are left
        fixed,     ///< `number`
        field,     ///< value of the derived field at position `number`
        prefixed,  ///< stored in the `number` bytes before the first one
        in_first,  ///< stored in the `number` bytes after the first field of the first record; at least one
        marked,    ///< one if the next byte, its first field, is not 0; else none, and the byte is skipped
        bits,      ///< number of bits that are set in the field at position `number`
        above,     ///< stored in the last step of the kind `here`
        here,      ///< no field or child, but the place of a count in `number` bytes
    };
    Kind kind{};
    std::size_t number{};
};

/// Conditions for the presence of a field or child in the file.
struct DataPresence {
    DataConditions only;
    bool may_be_missing{};                ///< the record may end before it
    std::optional<std::size_t> shares{};  ///< integer field: index of the shared value that it sets
    /// Integer field: its position in the record, in bytes. It is read first, because fields before it depend on it.
    std::optional<std::size_t> offset{};
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
    std::size_t alternative{};  ///< number of the alternative of the record that has the step, from 1; 0: all records
    bool has_other_place{};     ///< if the conditions do not hold, another step has the field
    bool is_recursive{};        ///< list: its records are inside a record of their type
    bool is_plain{};    ///< a field that is always in the file, with the bytes that it has in memory; set by finish()
    bool is_limited{};  ///< an integer field with fewer values than its type; set by finish()
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
    /// Begins the fields and children of records whose integer at position `field` is one of `numbers`. All
    /// alternatives contain what was added before the first one. Records with other numbers are invalid; tables treat
    /// them like the first alternative. Returns false if an earlier alternative has another field, or one of the
    /// numbers.
    [[nodiscard]] bool add_alternative(std::size_t field, const std::vector<std::int64_t>& numbers);
    /// Stores fields that were added before at this place of the file, in this order. With a condition: only if it
    /// holds. Returns false if a field is not in the file, is in another alternative, or has other conditions.
    [[nodiscard]] bool store_here(const std::vector<std::size_t>& fields, const std::optional<DataCondition>& only);
    /// Adds the number of records of the next list with DataCount::Kind::above, in `size` bytes. It is not a field.
    void add_count(std::uint32_t size);
    /// Adds a list of records of one type, which may be finished later: a type can contain lists of itself.
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
    void set_default(std::size_t field, std::int64_t number)
    {
        initial_.push_back({type_.tables.size() - 1, field, number});
    }
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

    /// Returns the table, or the last alternative so far.
    [[nodiscard]] const FieldTable& table() const { return type_.tables.back(); }
    /// Returns the number of fields of the table so far.
    [[nodiscard]] std::size_t fields() const { return table().fields.size(); }
    /// Returns the number of alternatives so far.
    [[nodiscard]] std::size_t alternatives() const { return alternatives_.empty() ? 0 : type_.tables.size(); }
    /// Returns the number of a record's alternative, from 1, or 0 if the record is invalid. Precondition: the type has
    /// alternatives.
    [[nodiscard]] std::size_t alternative_of(const void* record) const;
    /// Describes the alternative of an invalid record.
    [[nodiscard]] Error unknown_alternative(const RecordHandle& record) const;
    /// Returns the file layout, in file order.
    [[nodiscard]] const std::vector<DataStep>& steps() const { return steps_; }
    /// Returns the field stored_size_name, or null if records cannot end early.
    [[nodiscard]] const FieldEntry* stored_size() const { return stored_size_; }
    /// Returns the steps whose count is a field of the record.
    [[nodiscard]] const std::vector<const DataStep*>& counted_steps() const { return counted_; }
    /// Returns the fields that are read before the others.
    [[nodiscard]] const std::vector<const DataStep*>& first_steps() const { return first_; }

private:
    [[nodiscard]] FieldTable& last_table() { return type_.tables.back(); }
    [[nodiscard]] FieldTable& table_of(const DataStep& step)
    {
        return type_.tables[step.alternative == 0 ? 0 : step.alternative - 1];
    }
    DataStep& add_step(DataStep step);
    /// Calls `use` with each field of all alternatives, once.
    template <class Use>
    void each_field(const Use& use) const;
    struct Initial {
        std::size_t table{};
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
    /// For each table, the conditions of its fields, or null. Empty if no field has conditions. Without conditions on
    /// shared values, which a record does not know.
    std::vector<std::vector<const DataConditions*>> conditions_;
    std::vector<const DataStep*> counted_;
    std::vector<const DataStep*> first_;
    struct Alternative {
        std::int64_t number{};      ///< in the field `chooser_`
        std::size_t alternative{};  ///< from 1
    };
    std::vector<Alternative> alternatives_;  ///< ascending; set by finish()
    std::size_t chooser_{};                  ///< position of the field that chooses the alternative
    std::size_t common_fields_{};
    std::size_t common_children_{};
    const FieldEntry* stored_size_{};
    std::byte* defaults_{};
    bool own_documents_{};  ///< each record begins with a pointer to this type
};

}  // namespace redforge
