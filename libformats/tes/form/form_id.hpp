// FormIDs: the numbers that identify records of plugins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record/leaf.hpp"
#include "core/record/wire.hpp"

namespace redforge::tes {

/// The number of a record. Its first byte is an index into the list of masters; from the size of the list on, it is the
/// plugin itself. The text has eight hexadecimal digits, as in other tools.
struct FormId {
    std::uint32_t value{};

    constexpr FormId() = default;
    constexpr FormId(std::uint32_t number) : value(number) {}  // NOLINT: so that records can be written as literals
    friend constexpr bool operator==(const FormId&, const FormId&) = default;
};

/// Mask of the object id in a FormID; the other byte is the plugin.
inline constexpr std::uint32_t number_bits = 0xFFFFFF;

/// Smaller numbers belong to the game and are the same with any master list.
inline constexpr std::uint32_t first_free_number = 0x800;

/// A FormID, or a number from -1 to 0x7FF, which no form of a plugin has. The text of a number is decimal.
struct FormOrNumber : FormId {
    using FormId::FormId;
    friend constexpr bool operator==(const FormOrNumber&, const FormOrNumber&) = default;

    [[nodiscard]] bool is_number() const { return value < first_free_number || value == 0xFFFFFFFF; }
};

}  // namespace redforge::tes

namespace redforge {

template <>
inline constexpr WireType wire_of<tes::FormId>{Wire::integer, 4};
template <>
inline constexpr WireType wire_of<tes::FormOrNumber>{Wire::integer, 4};

template <>
struct Leaf<tes::FormId> {
    static constexpr LeafType type{ValueKind::text, 0, 0, 0, false, true};
    static void append(std::string& out, const tes::FormId& value);
    static bool parse(std::string_view text, tes::FormId& value, const FieldInfo& info, std::string& expected);
};

template <>
struct Leaf<tes::FormOrNumber> {
    static constexpr LeafType type{ValueKind::text, 0, 0, 0, false, true};
    static void append(std::string& out, const tes::FormOrNumber& value);
    static bool parse(std::string_view text, tes::FormOrNumber& value, const FieldInfo& info, std::string& expected);
};

}  // namespace redforge
