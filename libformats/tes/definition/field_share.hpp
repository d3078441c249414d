// Measures which part of a plugin's records is decoded into fields.
#pragma once

#include "core/bytes/shared_bytes.hpp"
#include "core/record/field_share.hpp"

namespace redforge::tes {

/// Measures a plugin file. Returns zero sizes for bytes that are not records.
[[nodiscard]] FieldShare field_share(const SharedBytes& file);

}  // namespace redforge::tes
