// Maps field paths to lines of a text: for errors and findings of documents that were read from a text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// Position in a text file.
struct TextPlace {
    std::string file;
    std::uint32_t line{};    ///< 1-based; 0 for the whole file
    std::uint32_t column{};  ///< 1-based, in bytes; 0 if unknown
};

/// Finds the positions of field paths in the text of a document, and in the other files of its folder.
class TextPlaces {
public:
    /// Reads the text again. `document` must outlive the result. Returns null if the document was not read from a text,
    /// or if the text cannot be read.
    [[nodiscard]] static std::unique_ptr<TextPlaces> of(const TextSource& source, const Document& document);

    TextPlaces(const TextPlaces&) = delete;
    TextPlaces& operator=(const TextPlaces&) = delete;
    ~TextPlaces();

    /// Returns the position of a record, or of its field, list or blob `member` if that is not empty: the innermost
    /// element or attribute that the text has for it, or the file that contains it.
    [[nodiscard]] TextPlace find(const NodePath& node, std::string_view member);

private:
    struct Texts;
    TextPlaces(std::unique_ptr<Texts> texts, const Document& document);

    std::unique_ptr<Texts> texts_;
    const Document& document_;
};

/// Returns the error with the line and column of its field path, if the document was read from a text. Reads the text
/// again. Returns the error unchanged if the position cannot be found, for example because the document was edited
/// since.
[[nodiscard]] Error placed_in_text(Error error, const TextSource& source);

}  // namespace redforge::edit
