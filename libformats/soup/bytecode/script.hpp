// Script of a Redguard actor: bytecode, and data from other sections of the map.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/bytes/bytes.hpp"

namespace redforge::soup {

/// RAHK: entry point that the game calls by number.
struct Hook {
    std::uint16_t offset{};  ///< offset in the code
    std::uint16_t upper{};   ///< upper 16 bits of the word; the game reads them as a separate value

    friend bool operator==(const Hook&, const Hook&) = default;
};

/// One actor's script. All addresses in it are offsets into `code`.
struct Script {
    std::string name;                  ///< name of the actor; code page 437
    Bytes code;                        ///< RASC
    std::vector<std::string> strings;  ///< RASB, RAST: in the order of the actor's RASB entries; code page 437
    std::vector<Hook> hooks;           ///< RAHK
    std::uint32_t start{};             ///< RAHD script_pc; if not 0, the code at 0 is the interrupt thread
    std::uint32_t variables{};         ///< RAHD num_variables; not part of the source

    friend bool operator==(const Script&, const Script&) = default;
};

}  // namespace redforge::soup
