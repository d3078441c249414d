// Converts descriptions of formats to XML Schema and to reference pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/record/record_type.hpp"

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
    bool mixed{};      ///< one of several types of a list, in any order
    bool own_file{};   ///< can be a reference to its own document
    bool any{};        ///< a record inside one of its own type: not described again
    bool described{};  ///< has the fields of at least one type
};

/// Returns the description of documents with a root record of a type.
[[nodiscard]] SchemaElement describe_document(const RecordType& root);

/// Adds the attribute `encoding` to the root, for formats whose files have different code pages.
void allow_encoding(SchemaElement& root);
/// Adds the attribute `partial` to the root, for formats with Format::can_be_partial.
void allow_partial(SchemaElement& root);

/// Returns the XML Schema 1.0 of a document.
[[nodiscard]] std::string to_xsd(const SchemaElement& root);

/// Returns a reference page in Markdown: each element with its fields, types, ranges, units and meanings.
[[nodiscard]] std::string to_reference_page(const SchemaElement& root);

}  // namespace redforge
