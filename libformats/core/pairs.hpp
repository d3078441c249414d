// Archives over two records of one type at once: derived values against computed ones, and the first difference.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/field.hpp"
#include "core/leaf.hpp"

namespace redforge {

/// Visits each derived field of a record together with the same field of another.
template <class Visit>
class DerivedPairs {
public:
    using wire = void;

    DerivedPairs(const std::byte* base, const std::byte* other, Visit visit) : base_(base), other_(other), visit_(visit)
    {
    }
    template <class T>
    void field(std::string_view /*name*/, T& value, const FieldInfo& /*info*/)
    {
        if constexpr (requires { value.given; }) {
            const auto offset = reinterpret_cast<const std::byte*>(&value) - base_;  // NOLINT: as XmlWriter's defaults
            visit_(value, *reinterpret_cast<const T*>(other_ + offset));             // NOLINT
        }
    }

private:
    const std::byte* base_;
    const std::byte* other_;
    Visit visit_;
};

template <class T, class Visit>
void for_each_derived(T& record, const T& other, Visit visit)
{
    DerivedPairs<Visit> archive(reinterpret_cast<const std::byte*>(&record),  // NOLINT
                                reinterpret_cast<const std::byte*>(&other), visit);
    serialize(archive, record, 0);
}

/// Forgets the given values of `record` that equal those of `computed`.
template <class T>
void drop_computed(T& record, const T& computed)
{
    for_each_derived(record, computed, [](auto& value, const auto& other) {
        if (other.given) {
            value.drop_if(*other.given);
        }
    });
}

/// Gives `record` the values of `computed` where it has none of its own.
template <class T>
void fill_computed(T& record, const T& computed)
{
    for_each_derived(record, computed, [](auto& value, const auto& other) {
        if (!value.given) {
            value.given = other.given;
        }
    });
}

/// Where two records differ, and what each says there.
struct Difference {
    std::string path;  ///< field path: `actors[3].strings[1].value`
    std::string left;
    std::string right;
};

/// Walks two records side by side to the first field in which they differ.
class DifferenceArchive {
public:
    template <class T>
    static std::optional<Difference> find(const T& left, const T& right, std::string path = {})
    {
        DifferenceArchive archive;
        archive.base_ = reinterpret_cast<const std::byte*>(&left);    // NOLINT: as XmlWriter's defaults
        archive.other_ = reinterpret_cast<const std::byte*>(&right);  // NOLINT
        archive.path_ = std::move(path);
        serialize(archive, const_cast<T&>(left), 0);  // NOLINT: nothing is written
        return archive.found_;
    }

    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& /*info*/)
    {
        if (found_) {
            return;
        }
        if constexpr (Composite<T>) {
            const std::size_t length = path_.size();
            step(name);
            serialize(*this, value, 0);
            path_.resize(length);
        } else if (const T& other = other_of(value); !same_value(value, other)) {
            step(name);
            found_ = Difference{path_, text(value), text(other)};
        }
    }
    template <class List>
    void list(std::string_view name, std::string_view item, List& records, const FieldInfo& /*info*/)
    {
        using Traits = ListTraits<List>;
        auto& others = const_cast<List&>(other_of(records));  // NOLINT: nothing is written
        if (found_ || records == others) {
            return;
        }
        const std::size_t sizes[2] = {Traits::size(records), Traits::size(others)};  // NOLINT
        const std::size_t length = path_.size();
        if (!name.empty()) {
            step(name);
        }
        for (std::size_t i = 0; i < std::min(sizes[0], sizes[1]) && !found_; ++i) {
            found_ = find(Traits::at(records, i), Traits::at(others, i),
                          Traits::single ? path_ : fmt::format("{}[{}]", path_, i));
        }
        if (!found_) {
            found_ = Difference{path_, fmt::format("{} {} records", sizes[0], item),
                                fmt::format("{} {} records", sizes[1], item)};
        }
        path_.resize(length);
    }
    template <class T>
    void group(std::string_view name, T& record, const FieldInfo& /*info*/)
    {
        if (!found_) {
            const std::size_t length = path_.size();
            step(name);
            found_ = find(record, other_of(record), path_);
            path_.resize(length);
        }
    }
    void blob(std::string_view name, Bytes& bytes, const BlobInfo& /*info*/, std::string_view /*file*/)
    {
        if (const Bytes& other = other_of(bytes); !found_ && bytes != other) {
            const std::size_t at = first_difference(bytes, other);
            step(name);
            found_ = Difference{fmt::format("{} at byte {}", path_, at), text_at(bytes, at), text_at(other, at)};
        }
    }

private:
    template <class T>
    const T& other_of(const T& value) const
    {
        const auto offset = reinterpret_cast<const std::byte*>(&value) - base_;  // NOLINT
        return *reinterpret_cast<const T*>(other_ + offset);                     // NOLINT
    }
    template <class T>
    static std::string text(const T& value)
    {
        std::string out;
        Leaf<T>::append(out, value);
        return out;
    }
    static std::string text_at(const Bytes& bytes, std::size_t at)
    {
        return at < bytes.size() ? fmt::format("0x{:02x}", static_cast<unsigned>(bytes[at]))
                                 : fmt::format("the end, after {} bytes", bytes.size());
    }
    void step(std::string_view name)
    {
        path_ += (path_.empty() ? "" : ".");
        path_ += name;
    }

    const std::byte* base_{};
    const std::byte* other_{};
    std::string path_;
    std::optional<Difference> found_;
};

}  // namespace redforge
