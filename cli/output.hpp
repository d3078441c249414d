// Writes the results of all verbs: what may be replaced, and the report of what was written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/files.hpp"
#include "edit/document.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// What a content is, in words with an article: "a Redguard map", "the text of a Redguard map", "Redguard pictures", "a PNG".
/// Nothing for an empty one.
[[nodiscard]] std::string content_description(ByteView bytes);
/// The same for a document that is stored so.
[[nodiscard]] std::string document_description(const Format& format, edit::Storage storage = edit::Storage::binary);

/// Refuses to replace what is no such thing, unless --force is given. An empty file, a pipe and what is not there may
/// always be written.
[[nodiscard]] Status may_replace(const Arguments& arguments, const std::filesystem::path& out, std::string_view words);
/// The same for a document, which may be a folder.
[[nodiscard]] Status may_replace(const Arguments& arguments, const std::filesystem::path& out, const Format& format,
                                 edit::Storage storage);

/// Writes a file that is `words`, over one that is the same kind of thing.
[[nodiscard]] Result<Written> write_output(const Arguments& arguments, const std::filesystem::path& out,
                                           std::string_view words, ByteView content);

/// How a document is written to `out`, which may be the place that it was read from: then as with --in-place, with a
/// backup, and only over what was read. In a folder, where a person may have written, what goes is always backed up.
/// Lasts as long as `loaded`.
[[nodiscard]] WriteOptions options_for(const Arguments& arguments, const std::filesystem::path& out,
                                       edit::Storage storage, const edit::Loaded& loaded,
                                       const std::filesystem::path& input);

/// Whether `out` names the file or folder that `input` was read from.
[[nodiscard]] bool is_input(const std::filesystem::path& out, const edit::Loaded& loaded,
                            const std::filesystem::path& input);

/// Says that an interrupted write of the folder that was read is not completed yet.
void say_unfinished(const std::string& input, const edit::Loaded& loaded);

/// "; backup: PATH", or nothing.
[[nodiscard]] std::string backup_description(const Written& written);
/// Says what of the replaced file could not be kept.
void say_notes(const std::filesystem::path& out, const Written& written);

}  // namespace redforge::cli
