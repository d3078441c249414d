// Distinguishes games by the first bytes of their files.
//
// Sources: the pages on TES4 of the UESP wiki and of xEdit's fopdoc; issues of LOOT, xEdit and Starfield's community
// patch on form versions.
#include "tes/definition/games.hpp"

#include <algorithm>
#include <array>

#include "tes/plugin/plugin.hpp"

namespace redforge::tes {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view about_saves = "redforge reads saves of Oblivion";
constexpr std::string_view about_archives = "redforge archive list and extract read BSA and BA2";
constexpr std::string_view about_papyrus = "redforge info prints its name, source and time; its code is not read";
constexpr std::string_view about_models = "redforge reads models of Redguard (.3D, .3DC, .ROB)";

constexpr std::array kinds{UnreadKind{"TES3"sv, "a Morrowind plugin or save",
                                      "redforge reads plugins of Oblivion and later games"},
                           UnreadKind{"TESV_SAVEGAME"sv, "a Skyrim save", about_saves},
                           UnreadKind{"FO3SAVEGAME"sv, "a Fallout 3 or Fallout: New Vegas save", about_saves},
                           UnreadKind{"FO4_SAVEGAME"sv, "a Fallout 4 save", about_saves},
                           UnreadKind{"BCPS"sv, "a Starfield save", about_saves},
                           UnreadKind{"BSA\0"sv, "an archive of Oblivion, Fallout 3 or Skyrim (BSA)", about_archives},
                           UnreadKind{"BTDX"sv, "an archive of Fallout 4 or later (BA2)", about_archives},
                           UnreadKind{"\xFA\x57\xC0\xDE"sv, "a compiled Papyrus script of Skyrim (PEX)", about_papyrus},
                           UnreadKind{"\xDE\xC0\x57\xFA"sv, "a compiled Papyrus script of Fallout 4 or later (PEX)",
                                      about_papyrus},
                           UnreadKind{"NetImmerse File Format"sv, "a NIF model", about_models},
                           UnreadKind{"Gamebryo File Format"sv, "a NIF model", about_models}};

constexpr UnreadKind morrowind_archive{{},
                                       "an archive of Morrowind (BSA)",
                                       "extract its files first; redforge reads archives of Oblivion and later games"};

/// Returns true if bytes begin like an archive of Morrowind. It begins with the number 0x100, as fonts do, the size of
/// the directory and the number of files. Each file takes 12 bytes and a name in the directory.
bool is_morrowind_archive(ByteView first)
{
    constexpr std::size_t header = 12;
    if (first.size() < header || load_le<std::uint32_t>(first.data()) != 0x100) {
        return false;
    }
    const std::uint64_t directory = load_le<std::uint32_t>(first.data() + 4);
    const std::uint64_t files = load_le<std::uint32_t>(first.data() + 8);
    constexpr std::uint64_t max_name = 256;
    return files > 0 && directory > 12 * files && directory < (12 + max_name) * files;
}

}  // namespace

Game game_of(std::size_t header_size, unsigned form_version, float version)
{
    if (header_size == 20) {
        return Game::oblivion;
    }
    const bool is_new_vegas = version > 1.3F && version < 1.4F;  // 1.32 to 1.34
    if (form_version == 0) {                                     // some tools leave it out
        return is_new_vegas                           ? Game::new_vegas
               : version > 0.945F && version < 0.955F ? Game::fallout_4
               : version > 0.955F && version < 0.965F ? Game::starfield
               : version >= 60                        ? Game::fallout_76
                                                      : Game::skyrim;
    }
    constexpr unsigned last_of_fallout_3 = 15;
    constexpr unsigned last_of_skyrim = 44;
    constexpr unsigned last_of_fallout_4 = 131;
    constexpr unsigned last_of_fallout_76 = 399;  // 209 in 2025; Starfield began with 552
    return form_version <= last_of_fallout_3    ? is_new_vegas ? Game::new_vegas : Game::fallout_3
           : form_version <= last_of_skyrim     ? Game::skyrim
           : form_version <= last_of_fallout_4  ? Game::fallout_4
           : form_version <= last_of_fallout_76 ? Game::fallout_76
                                                : Game::starfield;
}

Game game_of(const Plugin& plugin)
{
    return game_of(plugin.header_size, plugin.header.form_version, plugin.header.version);
}

std::string_view game_name(Game game)
{
    constexpr std::array<std::string_view, 7> names{"Oblivion",  "Fallout 3",  "Fallout: New Vegas", "Skyrim",
                                                    "Fallout 4", "Fallout 76", "Starfield"};
    return names.at(static_cast<std::size_t>(game));
}

bool has_definitions(Game game)
{
    return game == Game::oblivion || game == Game::skyrim;
}

const UnreadKind* unread_kind(ByteView first)
{
    const auto found =
        std::ranges::find_if(kinds, [&](const UnreadKind& kind) { return as_text(first).starts_with(kind.magic); });
    return found != kinds.end() ? &*found : is_morrowind_archive(first) ? &morrowind_archive : nullptr;
}

}  // namespace redforge::tes
