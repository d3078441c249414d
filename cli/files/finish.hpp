// Last step of verbs that edit: print the changes or write the document.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "cli/line/console.hpp"
#include "cli/line/verb.hpp"
#include "edit/document/document.hpp"
#include "edit/patch/edits.hpp"

namespace redforge::cli {

using edit::in_file;

/// Completes an interrupted write in the folder of a file or in an unpacked folder, so that all files of it are old or
/// new. Errors: those of finish_writing(); io.
[[nodiscard]] Status finish_interrupted(const std::filesystem::path& path);
/// Does the same for the input of a verb, before the verb reads it. Does nothing without --in-place or with --dry-run.
[[nodiscard]] Status finish_interrupted(const Arguments& arguments, const std::filesystem::path& input);

/// Prints a note if a localised plugin was written to a place without its string files.
void print_missing_strings(const edit::Loaded& loaded, const std::string& input, const std::filesystem::path& out);

/// Prints the changes with --dry-run or --json; writes the document to --output or --in-place. Returns the exit code.
Exit finish(const Arguments& arguments, const edit::Loaded& loaded, const std::string& input,
            const edit::EditLog& changes);

/// Adds files to write in the same step as a document: to the options and, if not null, to the expected contents.
using AddFiles = std::function<Status(const std::filesystem::path& out, WriteOptions& options, FileSnapshot* expected)>;

/// Loads FILE, applies the changes and finishes. If another program changed FILE between reading and writing, repeats
/// everything with the new content, up to a limit. `is_done`, if not empty, returns true if nothing needs to be
/// written.
Exit change_document(const Arguments& arguments, const std::string& input,
                     const std::function<Result<edit::EditLog>(edit::Loaded&)>& make,
                     const std::function<bool()>& is_done = {}, const AddFiles& add_files = {});

/// Same as change_document(), for several files with --in-place: all or none are written. Tries all changes first.
/// Game files of one folder are written in one step. Other files are written one by one, and get their old content
/// again if one of them cannot be written.
Exit change_documents(const Arguments& arguments, std::span<const std::string> inputs,
                      const std::function<Result<edit::EditLog>(edit::Loaded&, const std::string& input)>& make);

}  // namespace redforge::cli
