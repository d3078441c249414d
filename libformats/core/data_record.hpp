// A record type without a struct: its fields are said at run time, and it lays out the memory of its records itself.
//
// All that goes over tables - XML, schema, paths, differences, the property grid, read_record() and write_record() -
// takes such a type as any other.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "core/record_type.hpp"

namespace redforge {

/// Made by adding what its records hold, then finish(); it stays where it is from then on. Texts of the infos outlive it.
class DataType {
public:
    explicit DataType(std::string element) : element_(std::move(element)) { type_.tables.resize(1); }
    DataType(const DataType&) = delete;
    DataType& operator=(const DataType&) = delete;
    ~DataType();

    /// A field whose values are what `ops` works on: those of a type T are describing::leaf_ops<T>. Fields stand in a
    /// file in the order in which they are added. `composite` is the label of several that belong together.
    void add_field(std::string name, const LeafOps& ops, const FieldInfo& info, const WireType& wire,
                   std::string_view composite = {});
    /// A list of records of one type, in a file behind all fields. The type may be finished later.
    void add_list(std::string name, std::string item, const DataType& type, const FieldInfo& info,
                  const WireArray& array);
    /// A blob, in a file all bytes that are left behind the fields.
    void add_blob(std::string name, const BlobInfo& info);
    /// Lays out the memory. Nothing can be added any more.
    void finish();

    [[nodiscard]] const std::string& element() const { return element_; }
    [[nodiscard]] const RecordType& type() const { return type_; }
    [[nodiscard]] RecordTypeRef ref() const { return {nullptr, 0, &type_}; }
    /// How many fields it has so far.
    [[nodiscard]] std::size_t fields() const { return table().fields.size(); }

private:
    [[nodiscard]] FieldTable& table() { return type_.tables.front(); }
    [[nodiscard]] const FieldTable& table() const { return type_.tables.front(); }
    std::size_t place(std::size_t size, std::size_t align);
    [[nodiscard]] std::byte* new_record() const;
    void delete_record(std::byte* record) const;
    void copy(std::byte* to, const std::byte* from) const;

    std::string element_;
    RecordType type_;
    std::byte* defaults_{};
};

}  // namespace redforge
