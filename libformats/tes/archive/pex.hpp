// The header of a compiled Papyrus script (.pex).
// Source: UESP wiki, "Skyrim Mod:Compiled Script File Format".
#pragma once

#include <cstdint>
#include <string>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::tes {

struct PexHeader {
    std::string name;  ///< of the script's first object; empty in scripts of Fallout 4 and later, whose layout differs
    std::string parent;  ///< name of the script that it extends; empty if unknown
    std::string source;  ///< source file, as the compiler got it
    std::string user;    ///< name of the user who compiled it
    std::string computer;
    std::int64_t time{};  ///< of the compilation, in seconds since 1970, UTC
    unsigned major{};     ///< version of the file's format
    unsigned minor{};
    bool is_skyrim{};  ///< false: the script is of Fallout 4 or a later game
};

/// Returns true if bytes begin like a compiled script.
[[nodiscard]] bool is_pex(ByteView first);
/// Reads the header. Texts are bytes of the file. Errors: malformed, truncated (with the offset).
[[nodiscard]] Result<PexHeader> read_pex(ByteView bytes);

/// Formats a time as "2026-01-31 12:00:00 UTC".
[[nodiscard]] std::string format_utc(std::int64_t seconds);

}  // namespace redforge::tes
