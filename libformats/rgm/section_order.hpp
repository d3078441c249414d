// Which sections a map has, in which order: those of a typed form, and those that are kept as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"

namespace redforge::rgm {

using Tag = FixedText<4>;

[[nodiscard]] inline std::string_view name_of(const Tag& tag)
{
    return {tag.bytes.data(), tag.bytes.size()};
}

/// Whether a section of that tag has a typed form in Map.
[[nodiscard]] bool is_typed(std::string_view tag);

/// A value for each tag of a typed form.
template <class T>
class ByTag {
public:
    T& operator[](std::string_view tag) { return at(canonical_rank(tag).value()); }
    const T& operator[](std::string_view tag) const { return at(canonical_rank(tag).value()); }
    /// By the tag's place in canonical_order.
    T& at(std::size_t rank) { return values_[rank]; }
    [[nodiscard]] const T& at(std::size_t rank) const { return values_[rank]; }

private:
    std::array<T, canonical_order.size()> values_{};
};

/// A value for each tag there may be. Most maps have only those of a typed form; a hostile file has a hundred thousand others.
template <class T>
class ByAnyTag {
public:
    T& operator[](std::string_view tag)
    {
        const std::optional<std::size_t> rank = canonical_rank(tag);
        return rank ? known_.at(*rank) : others_[tag_number(tag)];
    }
    /// Its value, or that of none.
    [[nodiscard]] T of(std::string_view tag) const
    {
        if (const std::optional<std::size_t> rank = canonical_rank(tag)) {
            return known_.at(*rank);
        }
        if (others_.empty()) {
            return T{};
        }
        const auto found = others_.find(tag_number(tag));
        return found == others_.end() ? T{} : found->second;
    }

private:
    ByTag<T> known_;
    std::unordered_map<std::uint32_t, T> others_;
};

/// How many sections there are of each tag, counted once.
/// Keeps no reference to what it counted: the order grows while its counts are in use.
class TagCounts {
public:
    explicit TagCounts(const Map& map)
    {
        for (const RawSection& section : map.raw_sections) {
            ++counts_[name_of(section.tag)];
        }
    }
    explicit TagCounts(const SectionOrder& order)
    {
        for (const Tag& tag : order.tags) {
            ++counts_[name_of(tag)];
        }
    }
    [[nodiscard]] std::size_t of(std::string_view tag) const { return counts_.of(tag); }
    [[nodiscard]] std::size_t of(const Tag& tag) const { return of(name_of(tag)); }

private:
    ByAnyTag<std::size_t> counts_;
};

/// Whether sections of a typed form hold something that must not be left out.
using InUse = ByTag<bool>;

/// All sections in the usual order: the typed ones (RAVC only with something in it), then those of unknown tags.
[[nodiscard]] SectionOrder usual_sections(const Map& map);

/// Adds listed tags for content that the given order forgot, and refuses an order that names what is not there.
[[nodiscard]] Result<SectionOrder> normalize_order(Map& map, const InUse& in_use);

/// The sections that are kept as bytes, in the file's order; null where one has a typed form.
[[nodiscard]] std::vector<const Bytes*> raw_contents(const Map& map, const SectionOrder& order);

}  // namespace redforge::rgm
