// Distinguishes games with similar files by the first bytes of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

/// Games whose plugins begin with a TES4 record.
enum class Game : std::uint8_t { oblivion, fallout_3, new_vegas, skyrim, fallout_4, fallout_76, starfield };

/// Returns the game of a plugin, from its TES4 record: the header size, the form version, and the version in HEDR.
/// Returns skyrim if they do not determine the game.
[[nodiscard]] Game game_of(std::size_t header_size, unsigned form_version, float version);
[[nodiscard]] Game game_of(const Plugin& plugin);
/// Returns the name of a game: "Fallout 4".
[[nodiscard]] std::string_view game_name(Game game);
/// Returns true if the records, scripts and properties of a game are decoded. Otherwise all subrecords stay bytes.
[[nodiscard]] bool has_definitions(Game game);

/// A kind of file of these games that is not read.
struct UnreadKind {
    std::string_view magic;   ///< first bytes
    std::string_view name;    ///< "a Skyrim save"
    std::string_view advice;  ///< what to do instead
};

/// Returns the kind of a file of these games that is not supported, by its first bytes. Returns null for other files.
[[nodiscard]] const UnreadKind* unread_kind(ByteView first);

}  // namespace redforge::tes
