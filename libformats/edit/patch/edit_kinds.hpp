// The elements of an edit list: for `apply`, its manual page and its schema.
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
    std::string_view name;  ///< name of the element
    std::string_view help;  ///< a sentence
    std::vector<EditAttribute> attributes;
    bool has_content{};  ///< may contain records, or edits of a copy
};

/// Returns all kinds of edits.
[[nodiscard]] std::span<const EditKind> edit_kinds();

/// Returns the XML Schema 1.0 of an edit list. Added records can have any format, so the schema does not check them.
[[nodiscard]] std::string edits_xsd();

}  // namespace redforge::edit
