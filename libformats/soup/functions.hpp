// What each function of the game takes and returns: the one table that printing, checks, completion and help read.
//
// The table is a text, definitions/functions.def. Functions are known by their names: their numbers and how many
// arguments they take are what SOUP386.DEF says.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "soup/opcodes.hpp"

namespace redforge::soup {

/// What a number that a function takes or returns stands for.
enum class ArgumentType : std::uint8_t {
    number,
    dialogue,       ///< a label of ENGLISH.RTX, four characters
    map,            ///< a world of WORLD.INI
    item,           ///< an item of ITEM.INI
    flag,           ///< the number of a flag, not its value
    attribute,      ///< of an actor, by the first list of [equates]
    animation,      ///< a group, by the second list of [equates]
    object,         ///< a string: the name of an object
    text,           ///< a string
    model,          ///< a string or a number
    any,            ///< nobody knows
    sound,
    texture,        ///< a bank TEXBSI
    angle,          ///< 2048 a turn
    time,
    axis,           ///< 0 X, 1 Y, 2 Z
    boolean,
    distance,       ///< map units
    fine_distance,  ///< 256 to a map unit
    position,       ///< a coordinate of the map
    location,       ///< of the actor: 0 its start, 1 and more those of the map
    marker,         ///< of the map
};
inline constexpr std::size_t meaning_count = 22;

/// A meaning as the table calls it, and what is known of its values.
struct MeaningWords {
    std::string_view name;
    std::string_view words;
};
[[nodiscard]] const MeaningWords& to_description(ArgumentType meaning);

struct Parameter {
    ArgumentType meaning{ArgumentType::any};
    std::string_view name;  ///< empty where the meaning says enough
    bool sure{true};        ///< false: it follows from the function's name alone

    /// "angle", or "angle left".
    [[nodiscard]] std::string text() const;
    /// The name, or else the meaning.
    [[nodiscard]] std::string_view short_text() const { return name.empty() ? to_description(meaning).name : name; }
};

struct FunctionInfo {
    std::string_view name;
    CallKind kind{};
    std::vector<Parameter> parameters;
    bool returns{};
    Parameter result;
    std::string_view words;  ///< what it does, without a capital and a full stop; empty where it is not known
};

/// All functions of the table, in the order of the game's numbers.
[[nodiscard]] std::span<const FunctionInfo> function_infos();

/// What is known of a function, by its name in any case; null when nothing is.
[[nodiscard]] const FunctionInfo* find_function_info(std::string_view name);

/// Of a function's first argument.
[[nodiscard]] ArgumentType first_argument(std::string_view function);

/// "task RotateByAxis(axis, angle, time)"
[[nodiscard]] std::string signature_of(const FunctionInfo& info);

/// The text of the table.
[[nodiscard]] std::string_view function_lines();

}  // namespace redforge::soup
