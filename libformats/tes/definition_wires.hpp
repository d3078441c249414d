// The words of definitions that say how a value stands in files: u32, f32, formid, bytes[4], u16[].
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/data_record.hpp"

namespace redforge::tes {

/// How a word of a definition stands in files, and what its values are in memory.
struct WireWord {
    std::string_view word;
    const LeafOps* ops{};
    WireType wire;
    std::string_view field;    ///< what a subrecord's only field is called, where nothing else is given
    const LeafOps* numbers{};  ///< of several: u16[4], u16[]
    const LeafOps* derived{};  ///< of one that counts a list
    DataCount count{};         ///< of a row of numbers
};

/// All of them; the first is of a byte.
[[nodiscard]] std::span<const WireWord> wire_words();

/// "u32"; "bytes[12]" with its size; "u16[4]", "u16[]" or "u16[u32]", a row of numbers.
[[nodiscard]] std::optional<WireWord> wire_of_word(std::string_view word);

}  // namespace redforge::tes
