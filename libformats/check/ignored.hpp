// Findings that a person has looked at and wants to see no more, with the reason, in a file beside the document.
//
// They are notes (edit/notes.hpp) whose word is the id of a check, and whose words are the reason:
//   twins            objects[id=4138]                 two halves of one bridge
//   unused-string    actors[script_name=KEY].strings  for the next chapter
//   unknown-palette  *                                comes with the installer
// The path stands for all that is in what it leads to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "check/check.hpp"

namespace redforge::check {

/// A line of the file.
struct Ignored {
    std::string check;  ///< the id of one
    std::string place;
    std::string reason;
    std::uint32_t line{};  ///< from 1
};

/// The lines of the file beside a document (edit::note_file_of), without those of layers; none when it is not there.
/// Errors: those of reading it; malformed, usage (no such check), with the line.
[[nodiscard]] Result<std::vector<Ignored>> read_ignored(const std::filesystem::path& file);

/// Findings without those that are ignored.
struct Remaining {
    std::vector<Finding> findings;
    std::vector<std::pair<Finding, Ignored>> ignored;
    std::vector<Ignored> unused;  ///< lines that leave nothing out
};

/// Errors: a path that is none, without the name of the file.
[[nodiscard]] Result<Remaining> leave_out(const RecordHandle& root, std::vector<Finding> findings,
                                          std::span<const Ignored> ignored);

/// run(), and leave_out() by the file beside the document. Checks that `selection` leaves out make no line unused.
[[nodiscard]] Result<Remaining> run_and_leave_out(const edit::Document& document, const CheckContext& around,
                                                  const Selection& selection = {});

/// Adds a line to the file, which is made when it is not there. The record is named by what it is. A reason is needed.
/// Errors: usage; those of read_ignored() and of writing.
[[nodiscard]] Status ignore(const std::filesystem::path& file, const RecordHandle& root, const Finding& finding,
                            std::string_view reason);

}  // namespace redforge::check
