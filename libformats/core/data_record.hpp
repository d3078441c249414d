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

/// When a field or list is in the file: by the number that an earlier field of the same record has.
struct DataCondition {
    std::size_t field{};                ///< place in the table
    std::vector<std::int64_t> numbers;  ///< ascending
    bool is_mask{};                     ///< the number has one of these bits, instead of being one of them
    bool is_not{};                      ///< it is in the file when this does not hold
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
    };
    Kind kind{};
    std::size_t number{};
};

/// Whether a file has it at all.
struct DataPresence {
    DataConditions only;
    bool may_be_missing{};  ///< the record may end before it
};

/// One thing that a file has, in its order.
struct DataStep {
    bool is_child{};         ///< a list or blob
    std::size_t place{};     ///< among the fields or the children of the table
    WireType wire;           ///< of a field; of texts, `size` is that of their length
    DataCount count;         ///< of a child, or of a row of numbers
    const DataType* item{};  ///< of a list
    DataPresence presence;
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
    /// A list of records of one type, which may be finished later.
    void add_list(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                  const DataCount& count, const DataPresence& presence = {});
    void add_blob(std::string name, const BlobInfo& info, const DataCount& count = {},
                  const DataPresence& presence = {});
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
    std::size_t place(std::size_t size, std::size_t align);
    [[nodiscard]] std::byte* new_record() const;
    void delete_record(std::byte* record) const;
    void copy(std::byte* to, const std::byte* from) const;

    std::string element_;
    RecordType type_;
    std::vector<DataStep> steps_;
    std::byte* defaults_{};
};

}  // namespace redforge
