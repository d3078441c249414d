// Where two records first differ, for messages: an archive over the field list.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/field.hpp"
#include "core/hex.hpp"
#include "core/leaf.hpp"

namespace redforge::model {

/// A field path and what each of two records says there.
struct Difference {
    std::string path;
    std::string ours;
    std::string theirs;
};

/// Writes a record down as lines of path and value.
class ListingArchive {
public:
    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (Composite<T>) {
            within(name, [&] { serialize(*this, value, 0); });
        } else {
            std::string text;
            Leaf<T>::append(text, value);
            lines_.emplace_back(path_ + std::string(name), std::move(text));
        }
    }
    template <class List>
    void list(std::string_view name, std::string_view /*item*/, List& records, const FieldInfo& /*info*/)
    {
        lines_.emplace_back(fmt::format("{}{} (count)", path_, name), std::to_string(ListTraits<List>::size(records)));
        for (std::size_t i = 0; i < ListTraits<List>::size(records); ++i) {
            within(fmt::format("{}[{}]", name, i), [&] { serialize(*this, ListTraits<List>::at(records, i), 0); });
        }
    }
    template <class T>
    void group(std::string_view name, T& record, const FieldInfo& /*info*/)
    {
        within(name, [&] { serialize(*this, record, 0); });
    }
    void blob(std::string_view name, const Bytes& bytes, const BlobInfo& /*info*/, std::string_view /*file*/)
    {
        std::string text;
        append_hex(text, bytes);
        lines_.emplace_back(path_ + std::string(name), std::move(text));
    }

    using Line = std::pair<std::string, std::string>;
    [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

private:
    template <class Inside>
    void within(std::string_view name, Inside inside)
    {
        const std::size_t length = path_.size();
        path_.append(name).push_back('.');
        inside();
        path_.resize(length);
    }

    std::string path_;
    std::vector<Line> lines_;
};

/// The first field in which two records differ; nothing when they say the same.
template <class T>
[[nodiscard]] std::optional<Difference> first_difference_of(const T& ours, const T& theirs)
{
    ListingArchive a;
    ListingArchive b;
    serialize(a, const_cast<T&>(ours), 0);    // NOLINT: only read here
    serialize(b, const_cast<T&>(theirs), 0);  // NOLINT: as above
    for (std::size_t i = 0; i < a.lines().size() && i < b.lines().size(); ++i) {
        const auto& [path, value] = a.lines()[i];
        const auto& [other_path, other] = b.lines()[i];
        if (path != other_path || value != other) {
            return Difference{path, value, path == other_path ? other : std::string()};
        }
    }
    return std::nullopt;
}

}  // namespace redforge::model
