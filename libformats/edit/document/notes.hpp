// The user's notes about a document in a file next to it: ignored findings, layers and groups.
//
// The file of ISLAND.RGM is ISLAND.RGM.ignore. The file of an unpacked folder ISLAND is ISLAND.ignore next to the
// folder. A line has the kind of the note (one word), a path into the document, and the text of the note:
//   twins objects[id=4138] two halves of one bridge
//   layer statics[id=524289] Harbour
//   group statics[id=524289] Group 1
// The path has the syntax of edit/path/path.hpp; `*` is the whole document. Empty lines and lines that begin with # are
// skipped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::edit {

/// Kinds of notes that put records into a layer or a group of the window. All other kinds are ids of checks.
inline constexpr std::string_view layer_note_kind = "layer";
inline constexpr std::string_view group_note_kind = "group";

struct Note {
    std::string kind;      ///< kind of the note
    std::string place;     ///< path into the document; may be missing in the file
    std::string text;      ///< text; may be missing in the file
    std::uint32_t line{};  ///< 1-based; not written
};

/// Returns the path of the notes of a document. Returns an empty path for "-" and for an empty path.
[[nodiscard]] std::filesystem::path note_file_of(const std::filesystem::path& document);

/// Reads a file of notes. Returns no notes if it does not exist. Errors: those of reading the file.
[[nodiscard]] Result<std::vector<Note>> read_notes(const std::filesystem::path& file);

/// Appends notes to a file, which is created if needed. If `replaced` is not empty, first removes all notes of this
/// kind. Other lines are kept. Line breaks in `words` become blanks. Errors: those of reading and writing.
[[nodiscard]] Status write_notes(const std::filesystem::path& file, std::span<const Note> added,
                                 std::string_view replaced = {});

/// Returns a text without blanks at both ends.
[[nodiscard]] std::string_view trimmed_note(std::string_view text);

}  // namespace redforge::edit
