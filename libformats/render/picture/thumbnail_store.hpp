// Thumbnails of models in files, so that they survive a restart.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "art/picture.hpp"
#include "scene/game_folder.hpp"

namespace redforge::render {

/// One folder per state of a game's art. If a model, archive, texture bank or palette file changes,
/// all thumbnails are redrawn. Ignores file errors: the thumbnail is then redrawn.
class ThumbnailStore {
public:
    /// Creates `folder` if necessary, and removes the least recently used states above a limit.
    ThumbnailStore(std::filesystem::path folder, const scene::GameFolder& game,
                   const std::optional<std::filesystem::path>& palette, std::uint32_t side);

    [[nodiscard]] std::optional<art::RgbaImage> find(const std::string& name) const;
    void save(const std::string& name, const art::RgbaImage& image) const;

private:
    [[nodiscard]] std::filesystem::path file_of(const std::string& name) const;

    std::filesystem::path folder_;
};

}  // namespace redforge::render
