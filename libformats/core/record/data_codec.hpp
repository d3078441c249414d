// Reads and writes records of types that are defined by data (data_record.hpp), step by step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/data_record.hpp"

namespace redforge {

/// Properties of the file that affect the meaning of bytes.
struct DataContext {
    bool localised{};     ///< texts of Wire::lstring are numbers
    DataValues values{};  ///< the first shared values
};

/// Reads a record from the beginning of `bytes`. `record` must have default values. Returns the number of bytes read,
/// or nullopt if they do not fit the type: then `why`, if it is not null, gets the reason with its offset. Derived
/// counts get no stored value, because they agree with their lists.
[[nodiscard]] std::optional<std::size_t> read_data(ByteView bytes, const DataType& type, const RecordHandle& record,
                                                   const DataContext& context = {}, Error* why = nullptr);

/// Value of a derived field that counts records outside of its own record. Written unless the field has a stored value.
struct DataCountValue {
    std::size_t field{};  ///< position in the table
    std::uint64_t value{};
};

/// Appends the bytes of a record. Errors: out_of_range, with the field (a value that the type cannot store).
[[nodiscard]] Status write_data(const DataType& type, const RecordHandle& record, Bytes& out,
                                std::span<const DataCountValue> counts = {}, const DataContext& context = {});

/// Clears the stored counts that agree with their lists, so that they are computed again. Includes the records inside
/// this record. read_data() does the same.
void clear_equal_counts(const DataType& type, const RecordHandle& record);
/// Stores the computed value in each count without a stored value, in the record and in the records inside it.
void fill_counts(const DataType& type, const RecordHandle& record);

}  // namespace redforge
