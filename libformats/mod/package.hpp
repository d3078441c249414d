// A .rfmod: the files of a mod in a plain zip, with their SHA-256 sums.
//
// The bytes of a package depend only on its files: entries are sorted by name, uncompressed, and dated 1 January 1980.
// The first entry is the manifest "SHA256SUMS", which `sha256sum -c` can check after unzipping. Packages that another
// program compressed can be read, too.
#pragma once

#include <string>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "mod/mod.hpp"

namespace redforge::mod {

inline constexpr std::string_view sums_file = "SHA256SUMS";

/// Returns the bytes of a package. Errors: out_of_range (more than 65,534 files or 4 GB), malformed (a name that leads
/// out of the folder, or a file called SHA256SUMS).
[[nodiscard]] Result<Bytes> write_package(const Contents& contents);

/// Returns the files of a package without its manifest. `file` is for messages. Errors: malformed (not a zip, damaged,
/// a missing or wrong sum, a name that leads out of the folder), truncated, unsupported (encryption, compression other
/// than deflate, zip64, files above 1 GB).
[[nodiscard]] Result<Contents> read_package(ByteView bytes, const std::string& file);

}  // namespace redforge::mod
