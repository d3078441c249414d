// Reads and writes the created records of a save, which were created during the game. The format is that of Oblivion's
// plugins.
#pragma once

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "tes/save/save.hpp"

namespace redforge::tes {

/// Sets the editor ID and the subrecords. Type, FormID and flags must be set already.
void decode_created(CreatedRecord& record, ByteView data);

/// Returns the bytes after the record header. Errors: out_of_range; mismatch (would not read back as the same record,
/// or has both raw bytes and an editor ID or subrecords).
[[nodiscard]] Result<Bytes> encode_created(CreatedRecord& record);

}  // namespace redforge::tes
