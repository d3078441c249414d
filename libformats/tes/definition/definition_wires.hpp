// Wire types in definitions: u32, f32, formid, bytes[4], u16[].
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/record/data_record.hpp"

namespace redforge::tes {

/// A wire type in a definition: its form in files and in memory.
struct WireWord {
    std::string_view word;
    const LeafOps* ops{};
    WireType wire;
    std::string_view field;    ///< default name of a subrecord's only field
    const LeafOps* numbers{};  ///< operations of a row of numbers: u16[4], u16[]
    const LeafOps* derived{};  ///< operations of a derived count
    DataCount count{};         ///< number of elements of a row
};

/// Returns all wire types. The first is a byte.
[[nodiscard]] std::span<const WireWord> wire_words();

/// Parses a wire type: "u32"; "bytes[12]"; or a row of numbers "u16[4]", "u16[]" or "u16[u32]". Returns nullopt for
/// other words.
[[nodiscard]] std::optional<WireWord> wire_of_word(std::string_view word);

}  // namespace redforge::tes
