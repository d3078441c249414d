// How verbs that change a document end: the change is shown, or written where it is wanted.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "console.hpp"
#include "edit/document.hpp"
#include "edit/edits.hpp"
#include "verb.hpp"

namespace redforge::cli {

using edit::in_file;

/// Completes an interrupted write in the unpacked folder of `input` before the verb reads it. Does nothing without --in-place,
/// with --dry-run, or if the input is not part of an unpacked folder. Errors: those of finish_writing(); io.
[[nodiscard]] Status finish_interrupted(const Arguments& arguments, const std::filesystem::path& input);

/// Shows the changes when --dry-run or --json ask for them; writes the document to --output or --in-place.
Exit finish(const Arguments& arguments, const edit::Loaded& loaded, const std::string& input,
            const edit::EditLog& changes);

/// Loads FILE, makes the changes and finishes. When FILE was changed by somebody else between reading and writing, it
/// begins again with what FILE holds now, some times. `is_done`, where it is given: whether nothing is to be written.
Exit change_document(const Arguments& arguments, const std::string& input,
                     const std::function<Result<edit::EditLog>(edit::Loaded&)>& make,
                     const std::function<bool()>& is_done = {});

}  // namespace redforge::cli
