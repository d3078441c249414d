// Values by the tags of sections.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/values.hpp"
#include "rgm/frame.hpp"

namespace redforge::rgm {

using Tag = FixedText<4>;

[[nodiscard]] inline std::string_view name_of(const Tag& tag)
{
    return {tag.bytes.data(), tag.bytes.size()};
}

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

/// Whether sections of a typed form hold something that must not be left out.
using InUse = ByTag<bool>;

}  // namespace redforge::rgm
