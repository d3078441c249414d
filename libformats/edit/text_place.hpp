// Where in a text the thing stands that a field path names: for faults of documents that were read from a text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "edit/document.hpp"
#include "edit/path.hpp"

namespace redforge::edit {

/// Place in a text file.
struct TextPlace {
    std::string file;
    std::uint32_t line{};    ///< 1-based; 0: the whole file
    std::uint32_t column{};  ///< 1-based, in bytes; 0: none
};

/// Finds the places of field paths in the text of a document, and in the other files of its folder.
class TextPlaces {
public:
    /// Reads the text again. `document` must outlive the result. Returns null if the document was not read from a text, or
    /// if the text cannot be read.
    [[nodiscard]] static std::unique_ptr<TextPlaces> of(const TextSource& source, const Document& document);

    TextPlaces(const TextPlaces&) = delete;
    TextPlaces& operator=(const TextPlaces&) = delete;
    ~TextPlaces();

    /// Returns the place of a record, or of its field, list or blob `member` (empty: none): the deepest element or attribute
    /// that the text has for it, or the file that contains it.
    [[nodiscard]] TextPlace find(const NodePath& node, std::string_view member);

private:
    struct Texts;
    TextPlaces(std::unique_ptr<Texts> texts, const Document& document);

    std::unique_ptr<Texts> texts_;
    const Document& document_;
};

/// Adds the line and column of the error's field path, where the document came from a text; the text is read again for
/// it. The error as it is when its place is not to be found, as of a document that was edited since.
[[nodiscard]] Error placed_in_text(Error error, const TextSource& source);

}  // namespace redforge::edit
