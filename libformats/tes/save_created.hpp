// The records of a save that were made while playing: their bytes to subrecords and back, as in plugins of Oblivion.
#pragma once

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "tes/save.hpp"

namespace redforge::tes {

/// Fills in editor id and subrecords. Type, FormID and flags are those of the file by then.
void decode_created(CreatedRecord& record, ByteView data);

/// What stands behind the header. Errors: out_of_range; mismatch (it would not be read back as the same, or
/// has bytes beside an editor id or subrecords).
[[nodiscard]] Result<Bytes> encode_created(CreatedRecord& record);

}  // namespace redforge::tes
