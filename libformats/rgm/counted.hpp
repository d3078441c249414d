// Record sections, with and without a count. Spec: "Section Framing".
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/values.hpp"

namespace redforge::rgm {

struct StaticObject;  // a .PVO refers to static objects by index

/// A record section with a count. Spec: "Section Framing".
template <class T>
struct Counted {
    Derived<std::uint32_t> count;  ///< the file's value, if it is not the number of records
    std::uint8_t no_count{};       ///< 1: the section is empty, without a count
    std::vector<T> records;
    Bytes tail;  ///< bytes after the last record

    friend bool operator==(const Counted&, const Counted&) = default;
};

template <class Archive, class T>
void serialize(Archive& ar, Counted<T>& section, unsigned /*version*/)
{
    field(ar, "count", section.count, {.kind = Role::derived});
    field(ar, "no_count", section.no_count,
          {.label = "Empty, without a count",
           .doc = "1: the section is empty and has no count. Ignored if there are records.",
           .min = 0,
           .max = 1,
           .notation = Notation::boolean});
    list(ar, "", T::element, section.records, {.label = "Records", .append_only = std::is_same_v<T, StaticObject>});
    blob(ar, "tail", section.tail, {.label = "Bytes after the records"});
}

/// A record section without a count.
template <class T>
struct Uncounted {
    std::vector<T> records;
    Bytes tail;  ///< bytes after the last record

    friend bool operator==(const Uncounted&, const Uncounted&) = default;
};

template <class Archive, class T>
void serialize(Archive& ar, Uncounted<T>& section, unsigned /*version*/)
{
    FieldInfo records{.label = "Records", .append_only = std::is_same_v<T, StaticObject>};
    if constexpr (requires { T::indexed_by; }) {
        records.indexed_by = T::indexed_by;
    }
    list(ar, "", T::element, section.records, records);
    blob(ar, "tail", section.tail, {.label = "Bytes after the records"});
}

}  // namespace redforge::rgm
