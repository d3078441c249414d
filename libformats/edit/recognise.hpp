// Recognising files by content and, for formats without a mark of their own, by name.
#pragma once

#include <filesystem>

#include "core/error.hpp"
#include "edit/document.hpp"

namespace redforge::edit {

/// Returns the format of a file: the one that recognises its content, else that of its name if files of that format have
/// no mark (*.INI that is text, *.CHT). Returns null if there is none. `name` may be a path; "-" is no name.
[[nodiscard]] const Format* recognise(ByteView bytes, const std::filesystem::path& name);

/// Checks the beginning of a file, some thousand bytes or all, so that other files need not be read as a whole.
/// Errors: unsupported.
[[nodiscard]] Status begins_as_known(ByteView first, const std::filesystem::path& name);

/// Reads the content of a game file, in one piece, as the format that recognise() returns; the document may keep views of
/// it. Errors: unsupported, and those of the format.
[[nodiscard]] Result<Document> read_binary(const SharedBytes& bytes, const std::filesystem::path& name,
                                           RawFallbacks* kept = nullptr);

/// Checks that bytes that a document was written to are recognised as a file of its format. `name`: of the file; "-" stands
/// for a name that files of the format have. Errors: mismatch.
[[nodiscard]] Status check_recognised(const Document& document, const SharedBytes& bytes,
                                      const std::filesystem::path& name);

}  // namespace redforge::edit
