// Checks that a text is well-formed XML of the kind we read, and locates errors that a lenient parser accepts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace redforge {

/// The first syntax error of a text: its byte offset and message.
struct XmlFault {
    std::size_t offset{};
    std::string message;
    std::string hint;
};

/// Maximum depth of nested elements. Redforge's own documents need six.
inline constexpr int xml_depth_limit = 32;

/// Finds errors that pugixml accepts: encoding, characters, entities, `<` in values, text outside the root element, a
/// second root, missing white space between attributes. Rejects document type declarations, and therefore custom
/// entities. Slower than parsing, so call it only to locate an error.
[[nodiscard]] std::optional<XmlFault> check_xml(std::string_view text);

/// Returns the length of the entity at the beginning of a text: a predefined one, or a character reference. Returns 0
/// if there is none.
[[nodiscard]] std::size_t entity_length(std::string_view text);

}  // namespace redforge
