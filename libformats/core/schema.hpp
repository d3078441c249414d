// Descriptions to XML Schema and reference pages: what a document may hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/record_type.hpp"

namespace redforge {

/// One attribute of an element, as a schema sees it.
struct SchemaField {
    std::string name;
    FieldInfo info;
    LeafType type;
    std::string default_text;
    std::int64_t min{};
    std::int64_t max{};
};

/// Description of one element. Anonymous and nested: each record is described where it is used.
struct SchemaElement {
    std::string name;
    std::string label;
    std::string doc;
    std::string source;  ///< path of the list or group in the record above, for the reference page
    std::vector<SchemaField> fields;
    std::vector<SchemaElement> children;
    bool blob{};       ///< holds bytes
    bool text{};       ///< a blob that is shown as text
    bool side_file{};  ///< a blob that can be a separate file
    bool many{};
    bool mixed{};      ///< one of several types of a list, which come in any order
    bool own_file{};   ///< may be a document of its own, which it names
    bool any{};        ///< a record inside one of its own type: not spelt out again
    bool described{};  ///< has the fields of one type at least
};

/// The description of documents with a root record of that type.
[[nodiscard]] SchemaElement describe_document(const RecordType& root);

/// Lets the root say the code page of its text (`encoding`): of formats whose files have various ones.
void allow_encoding(SchemaElement& root);

/// XML Schema 1.0 of a document.
[[nodiscard]] std::string to_xsd(const SchemaElement& root);

/// A reference page in Markdown: each element with its fields, types, ranges, units and meanings.
[[nodiscard]] std::string to_reference_page(const SchemaElement& root);

}  // namespace redforge
