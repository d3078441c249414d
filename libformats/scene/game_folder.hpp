// A game's folder as an installation has it: where models, textures, palettes and terrains are, in names of any case.
//
// Source: reference/redguard-models-and-art "Where things are in an installation"; order of archives: the spec's
// "ROB segment resolution order".
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "art/texture_bank.hpp"
#include "core/error.hpp"
#include "core/progress.hpp"
#include "model/rob.hpp"
#include "model/rob_index.hpp"
#include "scene/placement.hpp"

namespace redforge::scene {

/// An archive of the folder. Of a file only the headers of its segments are read; load_model() reads one model.
struct Archive {
    std::filesystem::path path;
    std::shared_ptr<const model::Rob> rob{};     ///< one made in the memory; null for a file
    std::vector<model::SegmentEntry> entries{};  ///< of a file
};

struct SegmentPlace {
    std::size_t archive{};  ///< index in GameFolder::archives
    std::size_t segment{};  ///< index in its segments or entries
};

/// The light of a map that comes from far away and from everywhere. The colours are hues, of which the greatest part is 1: how
/// bright the light is does not follow from the game's settings.
struct Daylight {
    Vec3 to_sun{0.45F, 0.75F, 0.55F};  ///< in the viewport, of any length
    Vec3 sun{1, 1, 1};
    Vec3 sky{1, 1, 1};
    Vec3 background{0.72F, 0.80F, 0.88F};  ///< what is seen where there is nothing

    friend bool operator==(const Daylight&, const Daylight&) = default;
};

/// What belongs to a map, by WORLD.INI.
struct MapFiles {
    std::optional<std::filesystem::path> palette;
    std::optional<std::filesystem::path> terrain;
    Daylight daylight{};
};

/// What was found; names are in upper case. Of equal names the one in fxart counts, then maps, then 3dart.
struct GameFolder {
    std::filesystem::path root{};
    std::map<std::string, std::filesystem::path, std::less<>> models{};  ///< .3D and .3DC by "STEM.EXTENSION"
    std::vector<Archive> archives{};
    std::map<std::string, SegmentPlace, std::less<>> segments{};  ///< of the first archive that has the name
    std::map<std::uint32_t, std::filesystem::path> banks{};       ///< TEXBSI.nnn by number
    std::map<std::string, MapFiles, std::less<>> maps{};          ///< what WORLD.INI says, by the stem of the map
    std::vector<std::filesystem::path> palettes{};
    std::vector<std::string> problems{};  ///< archives that could not be read
};

/// Whether a game has a model of that stem, in upper case (model_stem): a segment of an archive, a .3D or a .3DC.
[[nodiscard]] bool has_model(const GameFolder& game, const std::string& stem);

/// Whether a folder is a game's: it has FXART, MAPS or 3DART in it, in letters of either case.
[[nodiscard]] bool is_game_folder(const std::filesystem::path& folder);

/// Looks through a folder. Errors: io (no folder); malformed (neither fxart nor maps nor 3dart in it); cancelled.
[[nodiscard]] Result<GameFolder> index_game_folder(const std::filesystem::path& root, const Progress& progress = {});

/// A path as the game's settings write it (MAPS\ISLAND.WLD), in names of any case. Nothing when it is not there.
[[nodiscard]] std::optional<std::filesystem::path> find_file(const std::filesystem::path& root,
                                                             std::string_view written);

/// The folder that a file of a game lies in: MAPS/ISLAND.RGM of GAME belongs to GAME. Nothing when it lies elsewhere.
[[nodiscard]] std::optional<std::filesystem::path> game_folder_of(const std::filesystem::path& file);

/// The model of that name: a file, .3D before .3DC unless `extension` (".3DC") prefers another, else a segment; a
/// segment of an external model leads to its .3DC. Errors: unknown_name, and those of reading it.
[[nodiscard]] Result<model::Model> load_model(const GameFolder& game, std::string_view name,
                                              std::string_view extension = {});

/// Errors: unknown_name (no such bank), and those of reading it.
[[nodiscard]] Result<art::TextureBank> load_bank(const GameFolder& game, std::uint32_t number);

/// What WORLD.INI says of a map, in its first entry for it. A map that it does not name gets the first palette, and the
/// terrain of its own name beside it.
[[nodiscard]] MapFiles find_map_files(const GameFolder& game, const std::filesystem::path& map);

}  // namespace redforge::scene
