// REDGUARD.CHT: which cheats are on, 64 numbers. Source: reference sheet "Redguard's other files".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/raw_fallback.hpp"

namespace redforge::config {

/// The file. A number that is not 0 means on.
struct Cheats {
    static constexpr std::string_view root = "cheats";
    static constexpr std::size_t named = 13;
    static constexpr std::size_t count = 64;

    std::array<std::uint32_t, named> on{};
    std::array<std::uint32_t, count - named> unused{};  ///< 0 in the file of the game

    friend bool operator==(const Cheats&, const Cheats&) = default;
};

template <class Archive>
void serialize(Archive& ar, Cheats& cheats, unsigned /*version*/)
{
    static constexpr std::array<std::string_view, Cheats::named> names{"oracle",     "nodemarker",  "moonraker",
                                                                       "task",       "animation",   "magiccarpet",
                                                                       "savecheats", "drevil",      "drno",
                                                                       "goldfinger", "neversaydie", "oddjob",
                                                                       "yeahbaby"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        field(ar, names[i], cheats.on[i], {.label = names[i], .doc = "Not 0: on."});
    }
    field(ar, "unused", cheats.unused, {.label = "Unused", .kind = Role::reserved});
}

/// Whether the bytes are such a file: 256 of them, and only low numbers. Nothing in the file itself says what it is.
[[nodiscard]] bool is_cheats(ByteView bytes);

/// Errors: malformed (not 256 bytes, or a number above 255).
[[nodiscard]] Result<Cheats> read_cheats(ByteView bytes, RawFallbacks* kept = nullptr);
[[nodiscard]] Result<Bytes> write_cheats(const Cheats& cheats);

}  // namespace redforge::config
