// REDGUARD.CHT: the switches of the cheats, 64 numbers. Source: reference sheet "Redguard's other files".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::config {

/// A cheats file. A cheat is on if its number is not 0. The file of the game has 64 numbers; other sizes are preserved.
struct Cheats {
    static constexpr std::string_view root = "cheats";
    static constexpr std::size_t named = 13;
    static constexpr std::size_t count = 64;

    std::array<std::uint32_t, named> on{};
    std::array<std::uint32_t, count - named> unused{};  ///< always 0 in the file of the game
    Derived<std::uint32_t> numbers;  ///< number of complete numbers in the file, if there are fewer than 64
    Bytes tail;                      ///< bytes after the numbers

    friend bool operator==(const Cheats&, const Cheats&) = default;
};

/// The name of a cheat, and what it does. Source: reference sheet "engine facts", 5.
struct CheatMeaning {
    std::string_view name;
    std::string_view doc;
};

inline constexpr std::array<CheatMeaning, Cheats::named> cheat_meanings{{
    {"oracle", "Not 0: lists the cheats."},
    {"nodemarker", "Not 0: shows the nodes of walk maps."},
    {"moonraker", "Not 0: leaves out the player's combat."},
    {"task", "Switches the task system."},
    {"animation", "Switches the animation system."},
    {"magiccarpet", "Not 0: the player flies."},
    {"savecheats", "Not 0: the game writes this file."},
    {"drevil", "Not 0: no character dies."},
    {"drno", "Not 0: fewer updates of other characters."},
    {"goldfinger", "Not 0: no damage after the first."},
    {"neversaydie", "No effect."},
    {"oddjob", "No effect."},
    {"yeahbaby", "Not 0: the page keys move the player through floors."},
}};

template <class Archive>
void serialize(Archive& ar, Cheats& cheats, unsigned /*version*/)
{
    for (std::size_t i = 0; i < cheat_meanings.size(); ++i) {
        field(ar, cheat_meanings[i].name, cheats.on[i],
              {.label = cheat_meanings[i].name, .doc = cheat_meanings[i].doc});
    }
    field(ar, "unused", cheats.unused, {.label = "Unused", .kind = Role::reserved});
    field(ar, "numbers", cheats.numbers,
          {.label = "Numbers",
           .doc = "Numbers in the file, if there are fewer than 64.",
           .kind = Role::derived,
           .max = static_cast<std::int64_t>(Cheats::count)});
    blob(ar, "tail", cheats.tail, {.label = "Tail", .doc = "Bytes after the numbers."});
}

/// Returns true if the bytes are almost certainly a cheats file: 256 bytes with numbers up to 255. The format has no
/// signature, so other sizes are recognised only by the file name.
[[nodiscard]] bool is_cheats(ByteView bytes);

/// Reads a cheats file. Accepts any bytes.
[[nodiscard]] Result<Cheats> read_cheats(ByteView bytes, RawFallbacks* kept = nullptr);
/// Returns the bytes of a cheats file. Errors: out_of_range (`numbers` is above 64); mismatch (a number beyond the end
/// of the file; a tail that would be read as numbers).
[[nodiscard]] Result<Bytes> write_cheats(const Cheats& cheats);

}  // namespace redforge::config
