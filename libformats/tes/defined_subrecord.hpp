// Subrecords that a definition has a layout for.
#pragma once

#include <cstddef>

#include "core/error.hpp"
#include "core/record_type.hpp"
#include "tes/record_codec.hpp"
#include "tes/subrecord_cursor.hpp"

namespace redforge::tes {

/// Appends a subrecord to a record's list by its definition, when it is seen to be written as it was. False: it is bytes.
[[nodiscard]] bool decode_defined(const RecordContext& record, const SubrecordView& subrecord, MixedList& list);

/// Appends a subrecord that has a definition to a record's content.
/// Errors: out_of_range, with the field; mismatch (it is of a game whose records have other headers).
[[nodiscard]] Status encode_defined(Bytes& content, const RecordHandle& subrecord, std::size_t header_size);

}  // namespace redforge::tes
