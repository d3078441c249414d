// Records of any type to bytes and back, by their tables: what each field's wire type says, in the order of the fields.
#pragma once

#include <cstddef>
#include <optional>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/record_type.hpp"

namespace redforge {

/// What bytes mean beside what a table says.
struct WireContext {
    bool localised{};  ///< texts of Wire::lstring are numbers
};

/// The name of a derived integer that is no part of the bytes and says how many there are, where a record ends before
/// fields that may be missing.
inline constexpr std::string_view stored_size = "stored_size";

/// Reads a record, which has default values, from the front of `bytes`; how many it took. Nothing: they do not fit its
/// layout. Fields and children without a wire type are passed over.
[[nodiscard]] std::optional<std::size_t> read_record(ByteView bytes, const RecordHandle& record,
                                                     const WireContext& context = {});

/// Appends a record's bytes.
/// Errors: out_of_range, with the field, for what its layout has no place for.
[[nodiscard]] Status write_record(const RecordHandle& record, Bytes& out);

}  // namespace redforge
