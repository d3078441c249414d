// Elements and attributes of an XML text that is being typed.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "lsp/positions.hpp"

namespace redforge::lsp {

struct XmlAttribute {
    std::string_view name;
    Range name_range;
    Range value_range;  ///< without quotes; empty if there is none
};

struct XmlElement {
    std::string_view name;
    Range name_range;
    Range tag;             ///< the whole start tag
    std::size_t end{};     ///< offset after the end tag
    std::size_t parent{};  ///< index of the parent; for the root, its own index
    std::vector<XmlAttribute> attributes;
};

/// Returns the elements of a text in text order, as far as it can be read, including an incomplete last tag.
/// `max_elements`: maximum number of elements. The result refers to the text.
[[nodiscard]] std::vector<XmlElement> scan_xml(std::string_view text,
                                               std::size_t max_elements = std::string_view::npos);

}  // namespace redforge::lsp
