// Which sections a map has, in which order: those of a typed form, and those that are kept as bytes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/by_tag.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {

/// Whether a section of that tag has a typed form in Map.
[[nodiscard]] bool is_typed(std::string_view tag);

/// How many sections there are of each tag, counted once.
/// Keeps no reference to what it counted: the order grows while its counts are in use.
class TagCounts {
public:
    explicit TagCounts(const Map& map);
    explicit TagCounts(const SectionOrder& order);
    [[nodiscard]] std::size_t of(std::string_view tag) const { return counts_.of(tag); }
    [[nodiscard]] std::size_t of(const Tag& tag) const { return of(name_of(tag)); }

private:
    ByAnyTag<std::size_t> counts_;
};

/// All sections in the usual order: the typed ones (RAVC only with something in it), then those of unknown tags.
[[nodiscard]] SectionOrder usual_sections(const Map& map);

/// Adds listed tags for content that the given order forgot, and refuses an order that names what is not there.
[[nodiscard]] Result<SectionOrder> canonicalize_order(Map& map, const InUse& in_use);

/// The sections that are kept as bytes, in the file's order; null where one has a typed form.
[[nodiscard]] std::vector<const Bytes*> raw_contents(const Map& map, const SectionOrder& order);

}  // namespace redforge::rgm
