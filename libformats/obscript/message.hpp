// Errors and warnings of an Oblivion source, with their positions and fixes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/text/source_edit.hpp"

namespace redforge::obscript {

struct Message {
    bool is_error{};
    Error error;                    ///< line and column are set, the file is not; columns count bytes of the source
    std::uint32_t length{};         ///< in bytes of the source
    std::vector<SourceEdit> fix{};  ///< edits that fix it, in source order; empty if there is no single fix
};

}  // namespace redforge::obscript
