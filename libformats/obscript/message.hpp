// What is found in the source of a script of Oblivion: errors and warnings, with their places and fixes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace redforge::obscript {

/// A change of a source: what takes the place of some of its bytes.
struct SourceEdit {
    std::size_t at{};
    std::size_t length{};
    std::string text;

    friend bool operator==(const SourceEdit&, const SourceEdit&) = default;
};

struct Message {
    bool is_error{};
    Error error;                    ///< line and column are set, the file is not; columns count bytes of the source
    std::uint32_t length{};         ///< bytes of the source that it is about
    std::vector<SourceEdit> fix{};  ///< what mends it, in the order of the source; empty where no one answer is right
};

}  // namespace redforge::obscript
