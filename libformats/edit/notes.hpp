// What a person notes about a document in a file beside it: findings that are ignored, and layers.
//
// Of ISLAND.RGM the file is ISLAND.RGM.ignore; of an unpacked folder ISLAND it is ISLAND.ignore beside the folder. A line
// is a word that says what kind of note it is, a path into the document, and what is noted of it:
//   twins objects[id=4138] two halves of one bridge
//   layer statics[id=524289] Harbour
// The path is one of edit/path.hpp; `*` is the whole document. Lines that begin with # and empty lines say nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::edit {

/// The word of notes that put records into a layer. All other words are ids of checks.
inline constexpr std::string_view layer_word = "layer";

struct Note {
    std::string word;
    std::string place;     ///< empty: the line ends before it
    std::string words;     ///< the same
    std::uint32_t line{};  ///< from 1; not written
};

/// The file beside a document; empty for "-" and a document without a file.
[[nodiscard]] std::filesystem::path note_file_of(const std::filesystem::path& document);

/// The notes of such a file; none when it is not there. Errors: those of reading it.
[[nodiscard]] Result<std::vector<Note>> read_notes(const std::filesystem::path& file);

/// Adds notes behind what is in the file, which is made when it is not there, in place of those of the word `replaced`; all
/// other lines stay as they are. Line breaks in `words` become blanks. Errors: those of reading and writing.
[[nodiscard]] Status write_notes(const std::filesystem::path& file, std::span<const Note> added,
                                 std::string_view replaced = {});

/// Without blanks at both ends.
[[nodiscard]] std::string_view trimmed_note(std::string_view text);

}  // namespace redforge::edit
