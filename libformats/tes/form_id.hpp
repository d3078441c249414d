// FormIDs: the numbers that records of plugins are known by.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/leaf.hpp"
#include "core/wire.hpp"

namespace redforge::tes {

/// The number of a record. Its first byte is a place in the list of masters, or the plugin itself when it is as large
/// as that list or larger. In text: eight hexadecimal digits, as all other tools write it.
struct FormId {
    std::uint32_t value{};

    constexpr FormId() = default;
    constexpr FormId(std::uint32_t number) : value(number) {}  // NOLINT: so that records can be written as literals
    friend constexpr bool operator==(const FormId&, const FormId&) = default;
};

}  // namespace redforge::tes

namespace redforge {

template <>
inline constexpr WireType wire_of<tes::FormId>{Wire::integer, 4};

template <>
struct Leaf<tes::FormId> {
    static constexpr LeafType type{ValueKind::text, 0, 0, 0, false, true};
    static void append(std::string& out, const tes::FormId& value);
    static bool parse(std::string_view text, tes::FormId& value, const FieldInfo& info, std::string& expected);
};

}  // namespace redforge
