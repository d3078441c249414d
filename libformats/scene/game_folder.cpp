// Indexing of a game folder.
#include "scene/game_folder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "art/texture_bank.hpp"
#include "core/files/files.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "project/project.hpp"
#include "scene/placement.hpp"

namespace redforge::scene {
namespace {

namespace fs = std::filesystem;

/// Folders with maps, models and art, in order of preference.
constexpr std::array<std::string_view, 3> art_folders{"FXART", "MAPS", "3DART"};

/// Entries of a folder, by their names in upper case.
using FolderNames = std::map<std::string, fs::path, std::less<>>;

/// Returns the entries of a folder. Errors: io (it cannot be listed).
Result<FolderNames> read_folder(const fs::path& folder)
{
    FolderNames names;
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
        names.emplace(upper(at->path().filename().string()), at->path());
    }
    if (failed) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("the folder cannot be listed: {}", failed.message()),
                     .file = folder.string()});
    }
    return names;
}

/// Like read_folder(), but returns no entries if the folder does not exist.
Result<FolderNames> list_folder(const fs::path& folder)
{
    std::error_code failed;
    return fs::is_directory(folder, failed) || (failed && failed != std::errc::no_such_file_or_directory)
               ? read_folder(folder)
               : FolderNames{};
}

std::optional<std::uint32_t> number_in(std::string_view digits)
{
    std::uint32_t number{};
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return failed == std::errc{} && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

struct WorldEntry {
    std::string map;
    std::string palette;
    std::string terrain;
    Daylight daylight{.background = {}};  // black, unless world_fogrgb sets it
    WorldView view;
};

/// Returns the first three numbers of a list, or nullopt if there are fewer.
std::optional<std::array<float, 3>> three_numbers(std::string_view text)
{
    const std::vector<std::int32_t> numbers = numbers_of_setting(text);
    return numbers.size() < 3 ? std::nullopt
                              : std::optional(std::array{static_cast<float>(numbers[0]), static_cast<float>(numbers[1]),
                                                         static_cast<float>(numbers[2])});
}

/// Returns a colour with a maximum component of 1. Returns nullopt for black and for invalid colours.
std::optional<Vec3> normalise_colour(std::string_view text)
{
    const auto parts = three_numbers(text);
    const float most = parts ? std::ranges::max(*parts) : 0;
    if (most <= 0 || std::ranges::min(*parts) < 0) {
        return std::nullopt;
    }
    return Vec3{(*parts)[0] / most, (*parts)[1] / most, (*parts)[2] / most};
}

/// Reads world_sun (direction to the sun, in map coordinates), world_sunrgb, world_ambientrgb and world_fogrgb.
void take_light(Daylight& daylight, std::string_view key, std::string_view value)
{
    if (key == "WORLD_SUN") {
        const auto direction = three_numbers(value);
        if (direction && ((*direction)[0] != 0 || (*direction)[1] != 0 || (*direction)[2] != 0)) {
            daylight.to_sun = model_to_view({(*direction)[0], (*direction)[1], (*direction)[2]});
        }
    } else if (key == "WORLD_SUNRGB") {
        daylight.sun = normalise_colour(value).value_or(daylight.sun);
    } else if (key == "WORLD_AMBIENTRGB") {
        daylight.sky = normalise_colour(value).value_or(daylight.sky);
    } else if (key == "WORLD_FOGRGB") {
        if (const auto fog = three_numbers(value);
            fog && std::ranges::min(*fog) >= 0 && std::ranges::max(*fog) <= 255) {
            daylight.background = {(*fog)[0] / 255, (*fog)[1] / 255, (*fog)[2] / 255};
        }
    }
}

/// Returns the lines world_map[N], world_palette[N] and so on of the section [world], by N. The first of two lines with
/// one key is used, as in the game. Source: reference sheet "engine facts", 1.
std::map<std::uint32_t, WorldEntry> read_world_ini(std::string_view text)
{
    std::map<std::uint32_t, WorldEntry> entries;
    std::set<std::pair<std::string, std::uint32_t>> known;
    bool is_in_section = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.starts_with('[')) {
            is_in_section = equals_ignore_case(line.substr(1, line.find(']') - 1), "world");
            continue;
        }
        const std::size_t equals = line.find('=');
        const std::size_t open = line.find('[');
        if (equals == std::string_view::npos || open == std::string_view::npos || open > equals) {
            continue;
        }
        const std::string key = upper(line.substr(0, open));
        const std::string_view index = trimmed(line.substr(open + 1, equals - open - 1));
        const auto number = index.ends_with(']') ? number_in(index.substr(0, index.size() - 1)) : std::nullopt;
        if (!number || !is_in_section || !known.emplace(key, *number).second) {
            continue;
        }
        const std::string_view words = line.substr(equals + 1);
        const std::string value(trimmed(words.substr(0, words.find(';'))));
        if (key == "WORLD_MAP") {
            entries[*number].map = value;
        } else if (key == "WORLD_PALETTE") {
            entries[*number].palette = value;
        } else if (key == "WORLD_WORLD") {
            entries[*number].terrain = value;
        } else if (!take_view_setting(entries[*number].view, key, value)) {
            take_light(entries[*number].daylight, key, value);
        }
    }
    return entries;
}

/// Reports `fraction` of the progress for each archive, because only archives are opened.
Status index_art(GameFolder& game, const fs::path& folder, const Progress& progress, double fraction)
{
    const Result<FolderNames> names = read_folder(folder);
    if (!names) {
        return fail(names.error());
    }
    for (const auto& [name, path] : *names) {
        const std::string_view extension = std::string_view(name).substr(std::min(name.rfind('.'), name.size()));
        if (extension == ".3D" || extension == ".3DC") {
            game.models.emplace(name, path);
        } else if (extension == ".COL") {
            game.palettes.push_back(path);
        } else if (name.starts_with("TEXBSI.")) {
            if (const auto number = number_in(extension.substr(1))) {
                game.banks.emplace(*number, path);
            }
        } else if (extension == ".ROB") {
            if (Status going = progress.step(fraction, "reading " + path.filename().string()); !going) {
                return going;
            }
            auto entries = model::list_segments(path);
            if (!entries) {
                game.problems.push_back(describe(entries.error()));
                continue;
            }
            for (std::size_t i = 0; i < entries->size(); ++i) {
                game.segments.emplace(upper((*entries)[i].name.view()), SegmentPlace{game.archives.size(), i});
            }
            game.archives.push_back({path, {}, std::move(*entries)});
        }
    }
    return {};
}

/// Finds a file as find_file() does. A folder that cannot be listed is added to `problems`.
std::optional<fs::path> find_file_or_report(const GameFolder& game, std::string_view written,
                                            std::vector<std::string>& problems)
{
    Result<std::optional<fs::path>> found = find_file(game.root, written);
    if (!found) {
        problems.push_back(describe(found.error()));
        return std::nullopt;
    }
    return *std::move(found);
}

/// Source: reference sheet "engine facts", 1, FOG.INI.
std::optional<FogTable> fog_of(const GameFolder& game, std::optional<std::uint32_t> world,
                               std::vector<std::string>& problems)
{
    auto file =
        world ? find_file_or_report(game, "FXART\\FOG" + std::to_string(*world) + ".INI", problems) : std::nullopt;
    if (!file) {
        file = find_file_or_report(game, "FXART\\FOG.INI", problems);
    }
    if (!file) {
        return std::nullopt;
    }
    const Result<std::string> text = read_text_file(*file);
    if (!text) {
        problems.push_back(describe(text.error()));
        return std::nullopt;
    }
    return parse_fog(*text);
}

Result<model::Model> read_model_file(const fs::path& path)
{
    return read_file(path)
        .and_then([](const Bytes& bytes) { return model::read_model(bytes); })
        .map_error([&](Error error) {
            error.file = path.string();
            return error;
        });
}

}  // namespace

bool has_model(const GameFolder& game, const std::string& stem)
{
    return game.segments.contains(stem) || game.models.contains(stem + ".3D") || game.models.contains(stem + ".3DC");
}

bool is_game_folder(const fs::path& folder)
{
    const auto names = list_folder(folder).value_or(FolderNames{});
    return std::ranges::any_of(art_folders, [&](std::string_view name) { return names.contains(name); });
}

Edition edition_of(const fs::path& root)
{
    const auto names = list_folder(root).value_or(FolderNames{});
    const bool has_glide = names.contains("FXART");
    const bool has_software = names.contains("3DART");
    return has_glide && has_software ? Edition::both
           : has_glide               ? Edition::glide
           : has_software            ? Edition::software
                                     : Edition::unknown;
}

std::string_view description_of(Edition edition)
{
    switch (edition) {
    case Edition::glide: return "GOG (Glide): FXART without 3DART";
    case Edition::software: return "CD or Steam (software): 3DART without FXART";
    case Edition::both: return "both art folders: FXART and 3DART";
    case Edition::unknown: break;
    }
    return "unknown: neither FXART nor 3DART";
}

Result<GameFolder> index_game_folder(const fs::path& root, const Progress& progress)
{
    std::error_code failed;
    if (!fs::is_directory(root, failed)) {
        return fail({.code = ErrorCode::io, .message = "there is no such folder", .file = root.string()});
    }
    const Result<FolderNames> names = read_folder(root);
    if (!names) {
        return fail(names.error());
    }
    GameFolder game{.root = root};
    if (!is_game_folder(root)) {
        return fail({.code = ErrorCode::malformed,
                     .message = "has neither FXART nor MAPS nor 3DART in it",
                     .file = root.string(),
                     .hint = "give the folder of the game, the one that holds WORLD.INI"});
    }
    double fraction = 0;
    for (const std::string_view folder : art_folders) {
        if (const auto found = names->find(folder); found != names->end()) {
            if (const Status going = index_art(game, found->second, progress, fraction); !going) {
                return fail(going.error());
            }
        }
        fraction += 1.0 / 3;
    }
    if (const auto ini = names->find("WORLD.INI"); ini != names->end()) {
        const auto text = read_text_file(ini->second);
        if (!text) {
            game.problems.push_back(describe(text.error()));
        } else {
            for (const auto& [number, entry] : read_world_ini(*text)) {
                const std::size_t slash = entry.map.find_last_of("\\/");
                const std::string file = entry.map.substr(slash == std::string::npos ? 0 : slash + 1);
                const auto written = [](const std::string& path) {
                    return path.empty() ? std::nullopt : std::optional<fs::path>(path);
                };
                // Paths are stored unresolved: resolving them means listing folders, and only one map is needed.
                if (!file.empty()) {
                    game.maps.emplace(model_stem(file), MapFiles{written(entry.palette), written(entry.terrain),
                                                                 entry.daylight, entry.view, number});
                }
            }
        }
    }
    return game;
}

Result<std::optional<fs::path>> find_file(const fs::path& root, std::string_view written)
{
    fs::path path = root;
    while (!written.empty()) {
        const std::size_t end = std::min(written.find_first_of("\\/"), written.size());
        const std::string name = upper(written.substr(0, end));
        written.remove_prefix(std::min(end + 1, written.size()));
        if (name.empty() || name == ".") {
            continue;
        }
        const Result<FolderNames> names = list_folder(path);
        if (!names) {
            return fail(names.error());
        }
        const auto found = names->find(name);
        if (found == names->end() && path == root && name == "3DART") {
            return find_file(root, "FXART\\" + std::string(written));
        }
        if (found == names->end()) {
            return std::nullopt;
        }
        path = found->second;
    }
    return path;
}

Result<Bytes> read_game_file(const fs::path& root, std::string_view written, std::string_view use)
{
    const Result<std::optional<fs::path>> found = find_file(root, written);
    if (!found) {
        return fail(found.error());
    }
    if (!*found) {
        return fail({.code = ErrorCode::not_found,
                     .message = fmt::format("the game has no {}", written),
                     .file = root.string(),
                     .hint = std::string(use)});
    }
    return read_file(**found);
}

bool has_sky_pictures(const fs::path& root)
{
    const std::optional<fs::path> fxart = find_file(root, "FXART").value_or(std::nullopt);
    const FolderNames names = fxart ? list_folder(*fxart).value_or(FolderNames{}) : FolderNames{};
    return std::ranges::any_of(names, [](const auto& each) { return each.first.ends_with(".BSI"); });
}

std::optional<fs::path> game_folder_of(const fs::path& file)
{
    if (const auto settings = project::valid_settings_around(file); settings && settings->game) {
        return settings->game;
    }
    std::error_code failed;
    const fs::path whole = fs::absolute(file, failed);
    const std::string folder = upper(whole.parent_path().filename().string());
    if (failed || std::ranges::find(art_folders, folder) == art_folders.end()) {
        return std::nullopt;
    }
    return whole.parent_path().parent_path();
}

Result<model::Model> load_model(const GameFolder& game, std::string_view name, std::string_view extension)
{
    const std::string stem = upper(name);
    const std::array<std::string_view, 3> extensions{extension, ".3D", ".3DC"};
    for (const std::string_view candidate : extensions) {
        if (const auto found = game.models.find(stem + upper(candidate)); found != game.models.end()) {
            return read_model_file(found->second);
        }
    }
    if (const auto found = game.segments.find(stem); found != game.segments.end()) {
        const Archive& archive = game.archives[found->second.archive];
        const std::size_t place = found->second.segment;
        if (archive.rob && place < archive.rob->segments.size() && archive.rob->segments[place].model) {
            return *archive.rob->segments[place].model;
        }
        if (place < archive.entries.size() && archive.entries[place].size > 0) {
            return model::read_segment_model(archive.path, archive.entries[place]);
        }
    }
    return fail({.code = ErrorCode::unknown_name,
                 .message = "no model file and no archive segment is named \"" + stem + '"',
                 .file = game.root.string()});
}

Result<art::TextureBank> load_bank(const GameFolder& game, std::uint32_t number)
{
    const auto found = game.banks.find(number);
    if (found == game.banks.end()) {
        return fail({.code = ErrorCode::unknown_name,
                     .message = "there is no texture bank " + std::to_string(number),
                     .file = game.root.string()});
    }
    return read_file(found->second)
        .and_then([](const Bytes& bytes) { return art::read_texture_bank(bytes); })
        .map_error([&](Error error) {
            error.file = found->second.string();
            return error;
        });
}

MapFiles find_map_files(const GameFolder& game, const fs::path& map)
{
    MapFiles files;
    if (const auto found = game.maps.find(model_stem(map.filename().string())); found != game.maps.end()) {
        const auto resolved = [&](const std::optional<fs::path>& written) {
            return written ? find_file_or_report(game, written->string(), files.problems) : std::nullopt;
        };
        files.palette = resolved(found->second.palette);
        files.terrain = resolved(found->second.terrain);
        files.daylight = found->second.daylight;
        files.view = found->second.view;
        files.world = found->second.world;
    } else {
        const auto beside = list_folder(map.has_parent_path() ? map.parent_path() : fs::path("."));
        if (!beside) {
            files.problems.push_back(describe(beside.error()));
        } else if (const auto terrain = beside->find(model_stem(map.filename().string()) + ".WLD");
                   terrain != beside->end()) {
            files.terrain = terrain->second;
        }
    }
    if (!files.palette && !game.palettes.empty()) {
        files.palette = game.palettes.front();
    }
    files.daylight.fog = fog_of(game, files.world, files.problems);
    return files;
}

}  // namespace redforge::scene
