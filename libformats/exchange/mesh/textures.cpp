// Finds and reads texture banks and palettes.
#include "exchange/mesh/textures.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "art/image.hpp"
#include "art/palette.hpp"
#include "art/png.hpp"
#include "art/texture_bank.hpp"
#include "core/files/files.hpp"
#include "core/text/letter_case.hpp"
#include "exchange/mesh/surface.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_bank = std::uint64_t{64} << 20U;

/// Returns the files of a game folder by upper-case name. Files in FXART take precedence.
Result<std::map<std::string, fs::path>> art_files(const fs::path& game)
{
    std::map<std::string, fs::path> files;
    std::vector<fs::path> folders{game};
    for (std::size_t i = 0; i < folders.size(); ++i) {
        std::error_code error;
        fs::directory_iterator entry(folders[i], error);
        for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
            const std::string name = upper(entry->path().filename().string());
            std::error_code ignored;
            if (i == 0 && name == "FXART" && entry->is_directory(ignored)) {
                folders.push_back(entry->path());
            } else {
                files[name] = entry->path();
            }
        }
        if (error) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot list the folder: {}", error.message()),
                         .file = folders[i].string(),
                         .hint = "a game folder has the texture banks in FXART"});
        }
    }
    return files;
}

std::optional<fs::path> first_palette(const std::map<std::string, fs::path>& files)
{
    const auto found = std::ranges::find_if(files, [](const auto& file) { return file.first.ends_with(".COL"); });
    return found == files.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Picture> make_picture(const art::Image& image, std::span<const art::Colour> colours)
{
    const Result<art::IndexedImage> frame = art::decode_frame(image, 0);
    if (!frame) {
        return std::nullopt;
    }
    Result<Bytes> png = art::write_png(*frame, art::colours_of(image, colours));
    if (!png) {
        return std::nullopt;
    }
    const bool holes = std::ranges::find(frame->indices, std::uint8_t{0}) != frame->indices.end();
    return Picture{frame->width, frame->height, holes, std::move(*png)};
}

std::optional<art::TextureBank> load_bank(const std::map<std::string, fs::path>& files, std::uint16_t bank)
{
    const auto found = files.find(fmt::format("TEXBSI.{:03}", bank));
    if (found == files.end()) {
        return std::nullopt;
    }
    const Result<Bytes> bytes = read_file(found->second, max_bank);
    Result<art::TextureBank> read = bytes ? art::read_texture_bank(*bytes) : fail(bytes.error());
    return read ? std::optional(std::move(*read)) : std::nullopt;
}

}  // namespace

const Picture* Textures::find(const model::Texture& texture) const
{
    if (texture.code.stored || texture.colour != model::Texture::no_colour) {
        return nullptr;
    }
    const auto found = pictures.find({texture.bank, texture.image});
    return found == pictures.end() ? nullptr : &found->second;
}

Result<std::vector<art::Colour>> load_palette(const fs::path& path)
{
    const Result<Bytes> bytes = read_file(path, max_bank);
    if (!bytes) {
        return fail(bytes.error());
    }
    Result<art::Palette> palette = art::read_palette(*bytes);
    if (!palette) {
        Error error = palette.error();
        error.file = path.string();
        return fail(std::move(error));
    }
    return std::move(palette->colours);
}

Result<std::optional<fs::path>> find_palette(const fs::path& game)
{
    const Result<std::map<std::string, fs::path>> files = art_files(game);
    return files ? Result<std::optional<fs::path>>(first_palette(*files)) : fail(files.error());
}

Result<Textures> load_textures(const model::Model& model, const fs::path& game, const std::optional<fs::path>& palette)
{
    const Result<std::map<std::string, fs::path>> files = art_files(game);
    if (!files) {
        return fail(files.error());
    }
    Textures textures;
    if (const std::optional<fs::path> used = palette ? palette : first_palette(*files)) {
        Result<std::vector<art::Colour>> colours = load_palette(*used);
        if (!colours) {
            return fail(colours.error());
        }
        textures.colours = std::move(*colours);
    }
    std::set<Textures::Key> wanted;
    for (const model::Face& face : model.faces) {
        if (!face.texture.code.stored && face.texture.colour == model::Texture::no_colour) {
            wanted.insert({face.texture.bank, face.texture.image});
        }
    }
    std::optional<art::TextureBank> bank;
    std::optional<std::uint16_t> loaded;
    for (const Textures::Key& key : wanted) {  // sorted by bank, so that each bank is read once
        if (loaded != key.first) {
            bank = load_bank(*files, key.first);
            loaded = key.first;
        }
        model::Texture texture;
        texture.bank = key.first;
        texture.image = key.second;
        const std::string name = surface_name(texture);
        const art::Image* const image = bank ? art::find_image(*bank, name) : nullptr;
        std::optional<Picture> picture = image != nullptr ? make_picture(*image, textures.colours) : std::nullopt;
        if (picture) {
            textures.pictures.emplace(key, std::move(*picture));
        } else {
            textures.missing.push_back(name);
        }
    }
    return textures;
}

}  // namespace redforge::exchange
