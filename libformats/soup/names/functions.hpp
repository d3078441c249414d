// Parameters and results of the game's functions: one table for printing, checks, completion and help.
//
// Source of the table: definitions/functions.def. It lists functions by name; their numbers and argument counts come
// from SOUP386.DEF.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "soup/bytecode/opcodes.hpp"

namespace redforge::soup {

/// Meaning of a number that a function takes or returns.
enum class ArgumentType : std::uint8_t {
    number,
    dialogue,   ///< a label of ENGLISH.RTX, four characters
    map,        ///< a world of WORLD.INI
    item,       ///< an item of ITEM.INI
    flag,       ///< number of a flag, not its value
    attribute,  ///< of an actor, by the first list of [equates]
    animation,  ///< a group, by the second list of [equates]
    object,     ///< a string: the name of an object
    text,       ///< a string
    model,      ///< a string or a number
    any,        ///< unknown
    sound,
    texture,  ///< number of a texture bank (TEXBSI)
    angle,    ///< 2048 per turn
    time,
    axis,  ///< 0 X, 1 Y, 2 Z
    boolean,
    distance,       ///< map units
    fine_distance,  ///< 1/256 map unit
    position,       ///< a coordinate of the map
    location,       ///< 0: start position of the actor; from 1: its locations in the map
    marker,         ///< of the map
};
inline constexpr std::size_t argument_type_count = 22;

/// Name and constraints of an argument type.
struct ArgumentTypeText {
    std::string_view name;
    std::string_view words;
};
[[nodiscard]] const ArgumentTypeText& argument_type_text(ArgumentType meaning);

struct Parameter {
    ArgumentType meaning{ArgumentType::any};
    std::string_view name;  ///< empty if the type is descriptive enough
    bool sure{true};        ///< false if it is only guessed from the function's name

    /// Returns type and name, such as "angle" or "angle left".
    [[nodiscard]] std::string text() const;
    /// Returns the name, or else the type.
    [[nodiscard]] std::string_view short_text() const { return name.empty() ? argument_type_text(meaning).name : name; }
};

struct FunctionInfo {
    std::string_view name;
    CallKind kind{};
    std::vector<Parameter> parameters;
    bool returns{};
    Parameter result;
    std::string_view words;  ///< description, without capital letter and full stop; empty if unknown
};

/// Returns all functions of the table, sorted by the game's numbers.
[[nodiscard]] std::span<const FunctionInfo> function_infos();

/// Finds a function by name, ignoring case. Returns null if it is unknown.
[[nodiscard]] const FunctionInfo* find_function_info(std::string_view name);

/// Returns the type of a function's first argument.
[[nodiscard]] ArgumentType first_argument(std::string_view function);

/// Returns a signature: "task RotateByAxis(axis, angle, time)"
[[nodiscard]] std::string signature_of(const FunctionInfo& info);

/// Returns the source text of the table.
[[nodiscard]] std::string_view function_lines();

}  // namespace redforge::soup
