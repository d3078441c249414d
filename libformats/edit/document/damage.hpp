// Damage of documents: parts that a reader keeps only because the file is cut off or broken.
#pragma once

#include <string>
#include <vector>

#include "core/error.hpp"
#include "edit/document/document.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// Part of a document that shows that its file is cut off or broken. Parts that only have an unusual layout are not
/// damage.
struct Damage {
    NodePath node;        ///< path of the record with the part
    std::string member;   ///< field, list or blob of that record; empty if the record itself is the part
    std::string message;  ///< "the file is cut off: it has no END"
    Bytes unread{};       ///< the bytes that could not be read, if some are left
};

/// Returns the damage of a document, in document order. Defined in libformats/formats.
[[nodiscard]] std::vector<Damage> find_damage(const RecordHandle& root);

/// Returns the path of the part: "header.tail". The path of a part of the root record is empty.
[[nodiscard]] std::string damage_path(const RecordHandle& root, const Damage& damage);

/// Fails if a document has damage that `base` does not have: the records that the document lost would count as removed.
/// `base` may be null: then all damage counts. Errors: malformed, with the position of the damage in the game file.
[[nodiscard]] Status check_damage(const Document& document, const Document* base = nullptr);

}  // namespace redforge::edit
