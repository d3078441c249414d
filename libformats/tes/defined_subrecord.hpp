// Subrecords that a definition has a layout for.
#pragma once

#include <cstddef>

#include "core/error.hpp"
#include "tes/plugin_fwd.hpp"
#include "tes/record_codec.hpp"
#include "tes/subrecord_cursor.hpp"

namespace redforge::tes {

/// Takes a subrecord into a record by its definition, when it is seen to be written as it was. False: it is bytes.
[[nodiscard]] bool decode_defined(const RecordBytes& bytes, const SubrecordView& subrecord, Record& record);

/// Appends the subrecord at a place of a record, which is one that has a definition.
/// Errors: out_of_range, with the field; mismatch (it is of a game whose records have other headers).
[[nodiscard]] Status encode_defined(Bytes& content, const Record& record, std::size_t index, std::size_t header_size);

}  // namespace redforge::tes
