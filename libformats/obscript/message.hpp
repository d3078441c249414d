// What is found in the source of a script of Oblivion: errors and warnings, with their places.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace redforge::obscript {

struct Message {
    bool is_error{};
    Error error;             ///< line and column are set, the file is not; columns count bytes of the source
    std::uint32_t length{};  ///< bytes of the source that it is about
};

}  // namespace redforge::obscript
