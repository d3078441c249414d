// Checks that a text is well-formed XML of the kind we read, and locates errors that a lenient parser accepts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace redforge {

/// The first fault of a text: where (a byte offset into it) and what.
struct XmlFault {
    std::size_t offset{};
    std::string message;
    std::string hint;
};

/// Elements nest at most this deep in a text that is accepted; our own documents need six.
inline constexpr int xml_depth_limit = 32;

/// Checks what pugixml lets pass: encoding, characters, entities, `<` in values, text outside the root element, a
/// second root, white space between attributes. Document type declarations are refused, and with them all entities
/// of one's own. For texts that something is wrong with: it takes longer than to parse them.
[[nodiscard]] std::optional<XmlFault> check_xml(std::string_view text);

/// Length of the entity that a text begins with: one of the five of XML, or the number of a character; 0 for no such.
[[nodiscard]] std::size_t entity_length(std::string_view text);

}  // namespace redforge
