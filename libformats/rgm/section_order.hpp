// Sections of a map and their order: typed sections, and sections kept as bytes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "rgm/by_tag.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {

/// Returns true if a section with this tag has a typed form in Map.
[[nodiscard]] bool is_typed(std::string_view tag);

/// Number of sections for each tag, counted once. Keeps no reference to the order, which can grow while the counts are
/// used.
class TagCounts {
public:
    explicit TagCounts(const Map& map);
    explicit TagCounts(const SectionOrder& order);
    [[nodiscard]] std::size_t of(std::string_view tag) const { return counts_.of(tag); }
    [[nodiscard]] std::size_t of(const Tag& tag) const { return of(name_of(tag)); }

private:
    ByAnyTag<std::size_t> counts_;
};

/// Returns all sections in standard order: typed sections (optional ones only if they have content), then unknown tags.
[[nodiscard]] SectionOrder standard_sections(const Map& map);

/// Adds missing tags for sections with content. Fails if the order lists a section that does not exist.
[[nodiscard]] Result<SectionOrder> canonicalize_order(Map& map, const InUse& in_use);

/// Returns the sections that are kept as bytes, in file order. Entries of typed sections are null.
[[nodiscard]] std::vector<const Bytes*> raw_contents(const Map& map, const SectionOrder& order);

}  // namespace redforge::rgm
