// Index of an installed game folder: models, textures, palettes and terrains. Names ignore case.
//
// Source: reference sheet "models and art", "Where things are in an installation"; order of archives: the spec, "ROB
// segment resolution order".
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
#include "scene/fog.hpp"
#include "scene/game_view.hpp"
#include "scene/placement.hpp"

namespace redforge::scene {

/// An archive of the game folder. For a file, only the segment headers are read; load_model() reads one model.
struct Archive {
    std::filesystem::path path;
    std::shared_ptr<const model::Rob> rob{};     ///< an archive in memory, or null for a file
    std::vector<model::SegmentEntry> entries{};  ///< set for a file
};

/// Position of a model in the archives.
struct SegmentPlace {
    std::size_t archive{};  ///< index in GameFolder::archives
    std::size_t segment{};  ///< index in its segments or entries
};

/// Directional and ambient light of a map. The largest component of a colour is 1, because the game's settings do not
/// define the brightness.
struct Daylight {
    Vec3 to_sun{0.45F, 0.75F, 0.55F};  ///< direction in the viewport, of any length
    Vec3 sun{1, 1, 1};
    Vec3 sky{1, 1, 1};
    Vec3 background{0.72F, 0.80F, 0.88F};        ///< colour of empty space and of the fog
    std::optional<FogTable> fog{shipped_fog()};  ///< nullopt: the game draws no fog

    friend bool operator==(const Daylight&, const Daylight&) = default;
};

/// Files of a map, from WORLD.INI.
struct MapFiles {
    std::optional<std::filesystem::path> palette;
    std::optional<std::filesystem::path> terrain;
    Daylight daylight{};
    WorldView view{};
    std::optional<std::uint32_t> world{};  ///< its number in WORLD.INI
    std::vector<std::string> problems{};   ///< folders that cannot be listed, and a fog table that cannot be read
};

/// Index of a game folder. Names are in upper case. If a name occurs several times, fxart is preferred, then maps, then
/// 3dart.
struct GameFolder {
    std::filesystem::path root{};
    std::map<std::string, std::filesystem::path, std::less<>> models{};  ///< .3D and .3DC by "STEM.EXTENSION"
    std::vector<Archive> archives{};
    std::map<std::string, SegmentPlace, std::less<>> segments{};  ///< from the first archive that contains the name
    std::map<std::uint32_t, std::filesystem::path> banks{};       ///< TEXBSI.nnn by number
    std::map<std::string, MapFiles, std::less<>> maps{};          ///< WORLD.INI entries, by the stem of the map
    std::vector<std::filesystem::path> palettes{};
    std::vector<std::string> problems{};  ///< archives, or WORLD.INI, that could not be read
};

/// Returns true if a game has a model with this stem (upper case, see model_stem): an archive segment, a .3D or a .3DC.
[[nodiscard]] bool has_model(const GameFolder& game, const std::string& stem);

/// Returns true if a folder is a game folder: it contains FXART, MAPS or 3DART, in any case.
[[nodiscard]] bool is_game_folder(const std::filesystem::path& folder);

/// An edition of the game, by the folders of its art. Source: reference sheet "engine facts", 0 [measured].
enum class Edition : std::uint8_t {
    glide,     ///< GOG: FXART only. The game runs on Glide, and takes files of 3DART from FXART.
    software,  ///< the first CD and Steam: 3DART only
    both,      ///< FXART and 3DART, such as a CD with the 3dfx patch
    unknown    ///< neither
};

/// Returns the edition that a game folder contains.
[[nodiscard]] Edition edition_of(const std::filesystem::path& root);

/// Returns a description such as "GOG (Glide): FXART without 3DART".
[[nodiscard]] std::string_view description_of(Edition edition);

/// Indexes a folder. Errors: io (the folder does not exist, or it or one of its art folders cannot be listed);
/// malformed (it contains neither fxart nor maps nor 3dart); cancelled.
[[nodiscard]] Result<GameFolder> index_game_folder(const std::filesystem::path& root, const Progress& progress = {});

/// Finds a path as written in the game's settings (MAPS\ISLAND.WLD), ignoring case. In a folder without 3DART, a file
/// of 3DART is looked for in FXART, as the game does. Returns nullopt if the file does not exist. Errors: io (a folder
/// cannot be listed). Source: reference sheet "engine facts", 0 (the GOG edition has FXART only, and its settings name
/// 3DART).
[[nodiscard]] Result<std::optional<std::filesystem::path>> find_file(const std::filesystem::path& root,
                                                                     std::string_view written);

/// Reads a file of the game by a path as in find_file(). `use`: hint of not_found, such as "the game shows subtitles in
/// this font". Errors: not_found (the file does not exist), and those of find_file() and read_file().
[[nodiscard]] Result<Bytes> read_game_file(const std::filesystem::path& root, std::string_view written,
                                           std::string_view use);

/// Returns true if FXART has .BSI files: the pictures of skies and suns of the GOG edition. Without any, their names in
/// WORLD.INI have no effect.
[[nodiscard]] bool has_sky_pictures(const std::filesystem::path& root);

/// Returns the game folder of the project, if redforge.toml names one. Else returns the game folder that contains a
/// file: GAME for GAME/MAPS/ISLAND.RGM. Returns nullopt if the file is not in a game folder.
[[nodiscard]] std::optional<std::filesystem::path> game_folder_of(const std::filesystem::path& file);

/// Loads a model by name: a file (.3D is preferred to .3DC, unless `extension` is ".3DC"), else an archive segment. An
/// external segment loads its .3DC. Errors: unknown_name, and the errors of reading the model.
[[nodiscard]] Result<model::Model> load_model(const GameFolder& game, std::string_view name,
                                              std::string_view extension = {});

/// Loads a texture bank. Errors: unknown_name (no such bank), and the errors of reading it.
[[nodiscard]] Result<art::TextureBank> load_bank(const GameFolder& game, std::uint32_t number);

/// Returns the files of a map from its first entry in WORLD.INI. A map without an entry gets the first palette, and the
/// terrain of the same name next to it. The fog is that of FXART/FOG<world>.INI, else of FXART/FOG.INI; without both
/// there is none.
[[nodiscard]] MapFiles find_map_files(const GameFolder& game, const std::filesystem::path& map);

}  // namespace redforge::scene
