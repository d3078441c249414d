// Values by section tag.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/record/values.hpp"
#include "rgm/frame.hpp"

namespace redforge::rgm {

using Tag = FixedText<4>;

/// Returns the four characters of a tag.
[[nodiscard]] inline std::string_view name_of(const Tag& tag)
{
    return {tag.bytes.data(), tag.bytes.size()};
}

/// One value for each tag with a typed form, which is each tag of canonical_order.
template <class T>
class ByTag {
public:
    /// Precondition: the tag is in canonical_order.
    T& operator[](std::string_view tag) { return at(canonical_rank(tag).value()); }
    const T& operator[](std::string_view tag) const { return at(canonical_rank(tag).value()); }
    /// Returns the value of a tag by its index in canonical_order.
    T& at(std::size_t rank) { return values_[rank]; }
    [[nodiscard]] const T& at(std::size_t rank) const { return values_[rank]; }

private:
    std::array<T, canonical_order.size()> values_{};
};

/// One value for each tag. Most maps have only tags with a typed form; a malicious file can have a hundred thousand
/// others.
template <class T>
class ByAnyTag {
public:
    T& operator[](std::string_view tag)
    {
        const std::optional<std::size_t> rank = canonical_rank(tag);
        return rank ? known_.at(*rank) : others_[tag_number(tag)];
    }
    /// Returns the value of a tag, or T{} if none was set.
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

/// For sections with a typed form: true if the content must be written.
using InUse = ByTag<bool>;

}  // namespace redforge::rgm
