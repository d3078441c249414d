// A list of records of one type that is defined by data, in contiguous memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge {

class DataType;

/// Records of one DataType, which must outlive the list. Copies are deep. Insertions and removals move other records,
/// as in a std::vector.
class RecordList {
public:
    RecordList() = default;
    explicit RecordList(const DataType& type) : type_(&type) {}
    RecordList(const RecordList& other);
    RecordList(RecordList&& other) noexcept;
    RecordList& operator=(const RecordList& other);
    RecordList& operator=(RecordList&& other) noexcept;
    ~RecordList();

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::byte* at(std::size_t index) const;
    /// Appends default records.
    void grow(std::size_t count);

    /// Returns the list operations for a child that is a RecordList; see RecordType.
    [[nodiscard]] static const ListOps& operations();

private:
    void reserve(std::size_t count);
    /// Replaces the content of the list by these records, which are moved out of their memory.
    void take(const std::vector<std::byte*>& records);

    const DataType* type_{};  ///< null until a list from ListOps::make gets records
    std::byte* memory_{};
    std::uint32_t size_{};
    std::uint32_t capacity_{};

    friend struct RecordListOps;
};

}  // namespace redforge
