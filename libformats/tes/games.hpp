// The games whose files look alike, told apart by the first bytes of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/bytes.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// Games whose plugins begin with a TES4.
enum class Game : std::uint8_t { oblivion, fallout_3, new_vegas, skyrim, fallout_4, fallout_76, starfield };

/// The game of a plugin, by what its TES4 says: the size of headers, its form version, and the version in HEDR. One that
/// says nothing of its game is taken for Skyrim's.
[[nodiscard]] Game game_of(std::size_t header_size, unsigned form_version, float version);
[[nodiscard]] Game game_of(const Plugin& plugin);
/// "Fallout 4"
[[nodiscard]] std::string_view game_name(Game game);
/// Whether there are definitions for records of a game, and its scripts and properties are read; else all subrecords stay
/// bytes.
[[nodiscard]] bool has_definitions(Game game);

/// A kind of file of these games that is not read.
struct UnreadKind {
    std::string_view magic;   ///< first bytes
    std::string_view name;    ///< "a Skyrim save"
    std::string_view advice;  ///< what to do instead
};

/// Returns the kind of a file that is not read, by its first bytes. Returns null if it is none that is known.
[[nodiscard]] const UnreadKind* unread_kind(ByteView first);

}  // namespace redforge::tes
