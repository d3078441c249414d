// An archive over two records of one type: compares stored derived values with computed ones.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/record/field.hpp"

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
        if constexpr (requires { value.stored; }) {
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

/// Clears the stored derived values of `record` that equal the values of `computed`.
template <class T>
void clear_computed(T& record, const T& computed)
{
    for_each_derived(record, computed, [](auto& value, const auto& other) {
        if (other.stored) {
            value.clear_if_equal(*other.stored);
        }
    });
}

/// Sets the derived values of `record` that have no stored value to the values of `computed`.
template <class T>
void fill_computed(T& record, const T& computed)
{
    for_each_derived(record, computed, [](auto& value, const auto& other) {
        if (!value.stored) {
            value.stored = other.stored;
        }
    });
}

}  // namespace redforge
