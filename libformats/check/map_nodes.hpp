// Places of records of a map, for what checks say of them.
#pragma once

#include <cstdint>
#include <string_view>

#include "edit/path.hpp"

namespace redforge::check {

/// The records of a section: `objects`, `statics`, `actors`...
class SectionNodes {
public:
    SectionNodes(const RecordHandle& root, std::string_view section);

    /// The record at an index.
    [[nodiscard]] edit::NodePath operator[](std::size_t index) const
    {
        return {{section_, 0}, {records_, static_cast<std::uint32_t>(index)}};
    }
    /// The record that holds the list.
    [[nodiscard]] edit::NodePath section() const { return {{section_, 0}}; }

private:
    std::uint32_t section_{};
    std::uint32_t records_{};
};

/// A record of a list of the record at `node`.
[[nodiscard]] edit::NodePath node_below(const RecordHandle& root, edit::NodePath node, std::string_view list,
                                        std::size_t index);

}  // namespace redforge::check
