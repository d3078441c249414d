// What is found in the source of a script of Oblivion: errors and warnings, with their places and fixes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/source_edit.hpp"

namespace redforge::obscript {

struct Message {
    bool is_error{};
    Error error;                    ///< line and column are set, the file is not; columns count bytes of the source
    std::uint32_t length{};         ///< bytes of the source that it is about
    std::vector<SourceEdit> fix{};  ///< what mends it, in the order of the source; empty where no one answer is right
};

}  // namespace redforge::obscript
