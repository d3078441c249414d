// Known keys of the game's settings files: types, ranges and meanings of their values.
//
// Source of the table: definitions/settings.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/field.hpp"

namespace redforge::config {

/// Type of a setting's value.
enum class SettingType : std::uint8_t {
    integer,
    decimal,
    toggle,  ///< "on", "yes", "true", "1", or "off", "no", "false", "0"
    colour,  ///< red, green, blue, 0 to 255
    list,    ///< numbers, separated by commas
    text,
    label,    ///< a text of ENGLISH.RTX
    file,     ///< a path in the game's folder
    picture,  ///< a .BSI file in FXART
    model,    ///< a path of a .3D in the game's folder
};

/// Values that the game uses as they are.
struct SettingRange {
    std::int64_t min{};
    std::int64_t max{};
};

/// A key of a section that the game knows.
struct KnownKey {
    std::string_view file;     ///< "SYSTEM.INI"
    std::string_view section;  ///< without brackets; # stands for a number: "attack#"
    std::string_view name;     ///< in lower case, without an index; # stands for a number
    bool has_index{};          ///< has an index, like world_map[12]
    SettingType type{};
    std::optional<SettingRange> range;
    std::string_view program;  ///< the program that reads the key, "none", or empty for both programs
    std::string_view label;
    std::string_view meaning;  ///< without a full stop; empty if the label is sufficient

    /// Returns type, range, program and meaning, in sentences.
    [[nodiscard]] std::string doc() const;
};

/// Returns all known keys, in the order of their files.
[[nodiscard]] std::span<const KnownKey> known_keys();

/// Returns the known sections of a file, in the order of the table. Returns none if the file is not in the table.
/// Ignores case.
[[nodiscard]] std::vector<std::string_view> known_sections(std::string_view file);

/// Returns true if a word, such as a key without its index, matches a name with # for numbers. Ignores case.
[[nodiscard]] bool matches_name(std::string_view word, std::string_view name);

/// Returns the entries for a key such as `world_map[12]` in any section of a file, in the order of the table. If `file`
/// is empty, searches all files.
[[nodiscard]] std::vector<const KnownKey*> find_known_keys(std::string_view file, std::string_view key);

/// Description of all keys with the same name, in any file and section.
struct KeyDescription {
    std::string name;   ///< in lower case, without an index; # stands for a number
    std::string label;  ///< empty if the key is not known
    std::string doc{};
    Target refers_to{Target::none};
};

/// Returns the number of descriptions. Description 0 is for unknown keys.
[[nodiscard]] std::size_t key_description_count();
[[nodiscard]] const KeyDescription& key_description(std::size_t number);
/// Returns the number of the description for a key such as `world_map[12]`, ignoring case.
[[nodiscard]] std::size_t number_of_key_description(std::string_view key);

/// Returns the known keys as tables in Markdown.
[[nodiscard]] std::string known_keys_reference();

/// Returns the text of the table.
[[nodiscard]] std::string_view setting_lines();

}  // namespace redforge::config
