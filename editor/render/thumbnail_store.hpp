// Thumbnails of models that are kept in files from one start to the next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "art/picture.hpp"
#include "scene/game_folder.hpp"

namespace redforge::render {

/// A folder for each state of a game's art: when a model, an archive, a bank of textures or the palette is another file,
/// all pictures are made again. Errors of files are no errors here: then a picture is made again.
class ThumbnailStore {
public:
    /// In `folder`, which is made; folders of states that were not used for longest are removed.
    ThumbnailStore(std::filesystem::path folder, const scene::GameFolder& game,
                   const std::optional<std::filesystem::path>& palette, std::uint32_t side);

    [[nodiscard]] std::optional<art::RgbaImage> find(const std::string& name) const;
    void keep(const std::string& name, const art::RgbaImage& image) const;

private:
    [[nodiscard]] std::filesystem::path file_of(const std::string& name) const;

    std::filesystem::path folder_;
};

}  // namespace redforge::render
