// Records of a type that is data to bytes and back, step by step as the type says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/bytes.hpp"
#include "core/data_record.hpp"
#include "core/error.hpp"

namespace redforge {

/// What bytes mean beside what a type says.
struct DataContext {
    bool localised{};  ///< texts of Wire::lstring are numbers
};

/// Reads a record, which has default values, from the front of `bytes`; how many it took. Nothing: they do not fit its
/// type. Counts that are derived are left to be computed, since they agree with their lists.
[[nodiscard]] std::optional<std::size_t> read_data(ByteView bytes, const DataType& type, const RecordHandle& record,
                                                   const DataContext& context = {});

/// Value of a derived field that counts records outside of its own record. Written unless the field has a stored value.
struct DataCountValue {
    std::size_t field{};  ///< position in the table
    std::uint64_t value{};
};

/// Appends a record's bytes.
/// Errors: out_of_range, with the field, for what its type has no place for.
[[nodiscard]] Status write_data(const DataType& type, const RecordHandle& record, Bytes& out,
                                std::span<const DataCountValue> counts = {});

/// Gives stored counts that agree with their lists back to being computed, as read_data() does, in the record and in the
/// records inside it.
void clear_equal_counts(const DataType& type, const RecordHandle& record);

}  // namespace redforge
