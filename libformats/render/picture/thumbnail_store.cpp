// Stores thumbnails in files, separately for each state of the game's art.
#include "render/picture/thumbnail_store.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "art/png.hpp"
#include "core/bytes/fingerprint.hpp"
#include "core/files/files.hpp"
#include "core/platform/files.hpp"
#include "core/text/words.hpp"

namespace redforge::render {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_states = 6;  ///< limit of stored art states of all games; enough for several mods
constexpr int drawing_version = 1;     ///< version of the drawing; increment it after changes

std::string state_of(const scene::GameFolder& game, const std::optional<fs::path>& palette, std::uint32_t side)
{
    std::string state = fmt::format("{} {}\n", drawing_version, side);
    const auto add = [&state](const fs::path& path) {
        std::error_code ignored;
        const auto size = fs::file_size(path, ignored);
        const auto time = platform::last_write(path).value_or(fs::file_time_type{}).time_since_epoch().count();
        state += fmt::format("{} {} {}\n", path.string(), size, time);
    };
    for (const auto& [name, path] : game.models) {
        add(path);
    }
    for (const scene::Archive& archive : game.archives) {
        add(archive.path);
    }
    for (const auto& [number, path] : game.banks) {
        add(path);
    }
    if (palette) {
        add(*palette);
    }
    const Fingerprint print = fingerprint_of(std::as_bytes(std::span(state)));
    return fmt::format("{:016x}{:016x}", print.first, print.second);
}

void remove_old_states(const fs::path& folder)
{
    std::error_code ignored;
    std::vector<std::pair<fs::file_time_type, fs::path>> states;
    for (fs::directory_iterator entry(folder, ignored); !ignored && entry != fs::directory_iterator();
         entry.increment(ignored)) {
        states.emplace_back(platform::last_write(entry->path()).value_or(fs::file_time_type{}), entry->path());
    }
    std::ranges::sort(states, std::greater<>());
    for (std::size_t i = max_states; i < states.size(); ++i) {
        fs::remove_all(states[i].second, ignored);
    }
}

}  // namespace

ThumbnailStore::ThumbnailStore(fs::path folder, const scene::GameFolder& game, const std::optional<fs::path>& palette,
                               std::uint32_t side)
    : folder_(folder / state_of(game, palette, side))
{
    std::error_code ignored;
    fs::create_directories(folder_, ignored);
    fs::last_write_time(folder_, fs::file_time_type::clock::now(), ignored);
    remove_old_states(folder);
}

/// Returns the file of a thumbnail, or an empty path if the name cannot be a file name. In a name, the number of a
/// frame follows a #.
fs::path ThumbnailStore::file_of(const std::string& name) const
{
    const bool plain = !name.empty() && std::ranges::all_of(name, [](char c) {
        return is_digit(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.' || c == '#';
    });
    return plain ? folder_ / (name + ".png") : fs::path{};
}

std::optional<art::RgbaImage> ThumbnailStore::find(const std::string& name) const
{
    const fs::path file = file_of(name);
    const Result<Bytes> bytes = file.empty() ? Result<Bytes>(fail({})) : read_file(file);
    const Result<art::PngImage> image = bytes ? art::read_png(*bytes) : fail(bytes.error());
    return image ? std::optional(art::to_rgba(*image)) : std::nullopt;
}

void ThumbnailStore::save(const std::string& name, const art::RgbaImage& image) const
{
    const fs::path file = file_of(name);
    if (const Result<Bytes> bytes = art::write_png(image, art::Effort::quick); bytes && !file.empty()) {
        static_cast<void>(write_file(file, *bytes, {.overwrite = Overwrite::allow}));
    }
}

}  // namespace redforge::render
