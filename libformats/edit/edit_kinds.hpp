// The kinds of edits that a list may have: for apply, its manual page and its schema.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::edit {

struct EditAttribute {
    std::string_view name;
    bool required{};
    std::string_view help;  ///< a sentence
};

struct EditKind {
    std::string_view name;  ///< of the element
    std::string_view help;  ///< a sentence
    std::vector<EditAttribute> attributes;
    bool has_content{};  ///< records of the document, or edits of the copy
};

[[nodiscard]] std::span<const EditKind> edit_kinds();

/// XML Schema 1.0 of a list of edits. Records that are added may be of any format, so they are not checked.
[[nodiscard]] std::string edits_xsd();

}  // namespace redforge::edit
