// Builds the paths of map records for findings.
#pragma once

#include <cstdint>
#include <string_view>

#include "edit/path/path.hpp"

namespace redforge::check {

/// Paths of the records of a map section, like `objects`, `statics` or `actors`.
class SectionNodes {
public:
    /// `root` is a map, and `section` the name of one of its sections.
    SectionNodes(const RecordHandle& root, std::string_view section);

    /// Returns the path of the record at an index.
    [[nodiscard]] edit::NodePath operator[](std::size_t index) const
    {
        return {{section_, 0}, {records_, static_cast<std::uint32_t>(index)}};
    }
    /// Returns the path of the section, which contains the list of records.
    [[nodiscard]] edit::NodePath section() const { return {{section_, 0}}; }

private:
    std::uint32_t section_{};
    std::uint32_t records_{};
};

/// Returns the path of item `index` of a list of the record at `node`. The list must exist in the record's type.
[[nodiscard]] edit::NodePath node_below(const RecordHandle& root, edit::NodePath node, std::string_view list,
                                        std::size_t index);

}  // namespace redforge::check
