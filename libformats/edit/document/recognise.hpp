// Recognises files by content and, for formats without a signature, by name.
#pragma once

#include <filesystem>

#include "core/error.hpp"
#include "edit/document/document.hpp"

namespace redforge::edit {

/// Returns the format of a file: the one that recognises its content, or else the one of its name if that format has no
/// signature (*.INI that is text, *.CHT). Returns null if there is none. `name` may be a path; "-" does not count as a
/// name.
[[nodiscard]] const Format* recognise(ByteView bytes, const std::filesystem::path& name);

/// Checks the beginning of a file, some thousand bytes or all, so that the rest of an unknown file need not be read.
/// Errors: unsupported.
[[nodiscard]] Status check_first_bytes(ByteView first, const std::filesystem::path& name);

/// Reads the content of a game file, in one block of memory, as the format that recognise() returns. The document may
/// keep views of it. Errors: unsupported, and those of the format.
[[nodiscard]] Result<Document> read_binary(const SharedBytes& bytes, const std::filesystem::path& name,
                                           RawFallbacks* kept = nullptr);

/// Checks that the encoded bytes of a document are recognised as a file of its format. `name` is the file name; "-"
/// means a standard name of the format. Errors: mismatch.
[[nodiscard]] Status check_recognised(const Document& document, const SharedBytes& bytes,
                                      const std::filesystem::path& name);

}  // namespace redforge::edit
