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

/// When a field or child is in the file: by the number that an earlier field has.
struct DataCondition {
    std::size_t field{};                ///< position in the table
    std::optional<std::size_t>
        part{};  ///< the field is in the record of this list, by position; false if that is empty
    std::vector<std::int64_t> numbers;  ///< ascending
    bool is_mask{};                     ///< the number has one of these bits, instead of being one of them
    bool is_not{};                      ///< the condition holds if the number does not have one of these values
    bool or_next{};                     ///< it is enough if this condition or the next one holds
};

/// Whether all conditions hold for a record.
[[nodiscard]] bool holds(const std::vector<DataCondition>& conditions, const RecordHandle& record);

/// How many records of a list, or bytes of a blob, there are.
struct DataCount {
    enum class Kind : std::uint8_t {
        to_end,    ///< as many as there are bytes for
        fixed,     ///< `number`
        field,     ///< what the derived field at place `number` says
        prefixed,  ///< what the `number` bytes before the first one say
        in_first,  ///< what the `number` bytes after the first field of the first record say: there is at least one
        marked,    ///< one if the next byte, which is its first field, is not 0; otherwise none, and the byte is skipped
    };
    Kind kind{};
    std::size_t number{};
};

/// Whether a file has it at all.
struct DataPresence {
    std::vector<DataCondition> only{};
    bool may_be_missing{};  ///< the record may end before it
};

/// One of the record types of a list: a byte before each record says its type.
struct DataChoice {
    std::uint8_t number{};
    const DataType* type{};
};

/// One thing that a file has, in its order.
struct DataStep {
    bool is_child{};         ///< a list, group or blob
    std::size_t place{};     ///< among the fields or the children of the table
    WireType wire{};         ///< of a field; of texts, `size` is that of their length
    std::uint32_t bits{};    ///< of an integer that shares its bytes with those before and after it; else 0
    DataCount count{};       ///< of a child, or of a row of numbers
    const DataType* item{};  ///< of a group, or of a list whose records have one type
    std::vector<DataChoice> choices{};  ///< of a list of several types; it has no more records than types
    DataPresence presence{};
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
    /// A record that is there or not.
    void add_part(std::string name, const DataType& type, const FieldInfo& info, const DataCount& count,
                  const DataPresence& presence);
    /// A record that is always there; its type is finished.
    void add_group(std::string name, const DataType& type, const FieldInfo& info);
    void add_blob(std::string name, const BlobInfo& info, const DataCount& count = {},
                  const DataPresence& presence = {});
    /// The number that the integer field at a position has in a new record.
    void set_default(std::size_t field, std::int64_t number) { initial_.push_back({field, number}); }
    /// In the folder form its records are documents of their own, named by element and key: "npc_0001D15C". To be called first.
    void set_own_documents();
    /// Lays out the memory. Nothing can be added any more.
    void finish();

    [[nodiscard]] const std::string& element() const { return element_; }
    [[nodiscard]] const RecordType& type() const { return type_; }
    [[nodiscard]] RecordTypeRef ref() const { return {nullptr, 0, &type_}; }
    /// How many fields it has so far.
    [[nodiscard]] std::size_t fields() const { return table().fields.size(); }
    /// What a file has of it, in its order.
    [[nodiscard]] const std::vector<DataStep>& steps() const { return steps_; }

private:
    [[nodiscard]] FieldTable& table() { return type_.tables.front(); }
    [[nodiscard]] const FieldTable& table() const { return type_.tables.front(); }
    struct Initial {
        std::size_t field{};
        std::int64_t number{};
    };
    ChildEntry& add_child(ChildEntry::Kind kind, std::string name, const DataCount& count, const DataPresence& presence,
                          const DataType* item = nullptr);
    std::size_t place(std::size_t size, std::size_t align);
    [[nodiscard]] std::byte* new_record() const;
    void delete_record(std::byte* record) const;
    void make_defaults();
    [[nodiscard]] static std::string file_stem(const void* record);
    /// Makes a copy of the default record in memory that holds nothing.
    void construct(std::byte* record) const;
    void construct_children(std::byte* record) const;
    void destruct(std::byte* record) const;
    void copy(std::byte* to, const std::byte* from) const;

    std::string element_;
    RecordType type_;
    std::vector<DataStep> steps_;
    std::vector<Initial> initial_;
    std::vector<const FieldEntry*> owners_;  ///< fields whose values are more than their bytes
    std::vector<const DataType*> groups_;    ///< for each child the type of a group, or null
    std::byte* defaults_{};
    bool own_documents_{};  ///< each record begins with a pointer to this type
};

}  // namespace redforge
