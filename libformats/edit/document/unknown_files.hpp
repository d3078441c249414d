// Errors for files of unknown formats: the likely format, and a remedy.
#pragma once

#include <filesystem>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"

namespace redforge::edit {

// Defined in libformats/formats, because it names files of single games.

/// Returns the error for a file of no known format: what its content or its name looks like, and what to do.
/// Its code is malformed if the name is of a known format, so that the file must be damaged, else unsupported.
/// `first`: the beginning of the file, or all of it. `name`: its path; it may be empty or "-".
[[nodiscard]] Error unknown_file(ByteView first, const std::filesystem::path& name);

/// Returns true if a file begins like a known kind of file that is not read.
[[nodiscard]] bool is_unread_kind(ByteView first);

}  // namespace redforge::edit
