// A script of a Redguard actor as plain values: its bytecode, and what stands beside it in a map.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes.hpp"

namespace redforge::soup {

/// RAHK: a place in the script that the game calls by its number.
struct Hook {
    std::uint16_t offset{};  ///< into the code
    std::uint16_t upper{};   ///< the upper 16 bits of the word, read by the game as a value of its own

    friend bool operator==(const Hook&, const Hook&) = default;
};

/// One actor's script. All addresses in it are offsets into `code`.
struct Script {
    std::string name;                  ///< of the actor; code page 437
    Bytes code;                        ///< RASC
    std::vector<std::string> strings;  ///< RASB, RAST: in the actor's own order; code page 437
    std::vector<Hook> hooks;           ///< RAHK
    std::uint32_t start{};             ///< RAHD script_pc; when it is not 0, the code at 0 is the interrupt thread
    std::uint32_t variables{};         ///< RAHD num_variables; not part of the source

    friend bool operator==(const Script&, const Script&) = default;
};

}  // namespace redforge::soup
