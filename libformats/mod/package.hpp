// A .rfmod: the files of a mod in a plain zip, with their SHA-256 sums.
//
// The bytes of a package depend on the files alone: entries are in the order of their names, stored without compression
// and dated 1 January 1980. The first entry is the manifest "SHA256SUMS", which `sha256sum -c` checks after unzipping.
// A package that another program zipped again, with compression, is read too.
#pragma once

#include <string>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "mod/mod.hpp"

namespace redforge::mod {

inline constexpr std::string_view sums_file = "SHA256SUMS";

/// Returns the bytes of a package. Errors: out_of_range (more than 65,535 files or 4 GB), malformed (a name that leads
/// out of the folder, or SHA256SUMS itself).
[[nodiscard]] Result<Bytes> write_package(const Contents& contents);

/// Returns the files of a package without its manifest. `file` is for messages.
/// Errors: malformed (not a zip, damaged, a file without a sum or with another sum, a name that leads out of the
/// folder), truncated, unsupported (encryption, another compression than deflate, zip64, files above 1 GB).
[[nodiscard]] Result<Contents> read_package(ByteView bytes, const std::string& file);

}  // namespace redforge::mod
