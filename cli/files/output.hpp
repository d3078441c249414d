// Writes the results of all verbs. Decides which files may be replaced, and reports the written files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/line/verb.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"

namespace redforge::cli {

/// Describes a content, with an article: "a Redguard map", "the text of a Redguard map", "Redguard pictures", "a PNG".
/// Returns an empty text for an empty content.
[[nodiscard]] std::string content_description(ByteView bytes);
/// Describes a document of a format in a stored form.
[[nodiscard]] std::string document_description(const Format& format, edit::Storage storage = edit::Storage::binary);

/// Fails if `out` exists and is another kind of file than `words`, unless --force is given. An empty file, a pipe and a
/// missing file may always be written.
[[nodiscard]] Status may_replace(const Arguments& arguments, const std::filesystem::path& out, std::string_view words);
/// Same as above, for a document, which may be a folder. Also fails if a new file has the extension of another format,
/// unless --force is given.
[[nodiscard]] Status may_replace(const Arguments& arguments, const std::filesystem::path& out, const Format& format,
                                 edit::Storage storage);

/// Writes a file of the kind `words`. May replace a file of this kind. Errors: those of may_replace() and write_file().
[[nodiscard]] Result<Written> write_output(const Arguments& arguments, const std::filesystem::path& out,
                                           std::string_view words, ByteView content);

/// Returns the options for writing a document to `out`. If the document was read from there, they are those of
/// --in-place: a backup, and only if the content is what was read. Removed files of a folder are always backed up.
/// Valid as long as `loaded`.
[[nodiscard]] WriteOptions options_for(const Arguments& arguments, const std::filesystem::path& out,
                                       edit::Storage storage, const edit::Loaded& loaded,
                                       const std::filesystem::path& input);

/// Returns true if `out` names the file or folder that `input` was read from.
[[nodiscard]] bool is_input(const std::filesystem::path& out, const edit::Loaded& loaded,
                            const std::filesystem::path& input);

/// Prints a message if an interrupted write of the folder is not completed yet.
void print_interrupted_write(const std::string& input, const edit::Loaded& loaded);

/// Returns "; backup: PATH", or an empty text if there is no backup.
[[nodiscard]] std::string backup_description(const Written& written);
/// Prints the properties of the replaced file that could not be preserved.
void print_write_notes(const std::filesystem::path& out, const Written& written);

}  // namespace redforge::cli
