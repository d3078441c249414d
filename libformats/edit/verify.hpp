// The proof of law 1 for one file: read, write, compare; unpack, pack, compare.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "core/kept.hpp"

namespace redforge::edit {

/// What came out of checking one file.
struct Verdict {
    enum class Status : std::uint8_t { ok, different, unreadable };

    std::filesystem::path path;
    Status status{};
    std::uint64_t size{};        ///< bytes
    std::optional<Error> error;  ///< the first difference, by offset and field path, or why it cannot be read
    KeptParts kept;              ///< what fell back from its layout
};

/// Checks a game's file; or an XML file or unpacked folder, which must pack, and say the same when unpacked again.
[[nodiscard]] Verdict verify(const std::filesystem::path& path);

/// The files that a name on the command line stands for.
struct Found {
    std::vector<std::filesystem::path> files;  ///< sorted
    std::size_t skipped{};                     ///< files in a folder that are of no known format
};

/// A file is itself, whatever is in it; an unpacked folder is one document; any other folder is searched, below too.
[[nodiscard]] Result<Found> find_files(const std::filesystem::path& name);

}  // namespace redforge::edit
