// Exports tiles of a sheet to picture files, and imports them.
#include "editor/model/scene/picture_files.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "art/bank_export.hpp"
#include "art/bank_import.hpp"
#include "art/image_name.hpp"
#include "art/palette.hpp"
#include "art/palette_image.hpp"
#include "art/terrain.hpp"
#include "art/terrain_image.hpp"
#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "edit/picture/still_picture.hpp"
#include "exchange/picture/animation.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

bool has_extension(const fs::path& file, std::string_view extension)
{
    return equals_ignore_case(file.extension().string(), extension);
}

std::size_t index_of(const SheetTile& tile)
{
    return tile.record.node.empty() ? 0 : tile.record.node.back().index;
}

Error in_picture(Error error, const fs::path& file)
{
    if (error.file.empty()) {
        error.file = file.string();
    }
    return error;
}

Error no_picture(const fs::path& file, bool gif)
{
    return {.code = ErrorCode::usage,
            .message = gif ? "is neither a .png nor a .gif" : "is not a .png",
            .file = file.string(),
            .hint = gif ? "use .png or .gif" : "use .png"};
}

Result<Bytes> one_frame(art::ExportedBank exported, const SheetTile& tile)
{
    if (exported.pictures.empty()) {
        return fail({.code = ErrorCode::mismatch,
                     .message = exported.left_out.empty() ? "has no picture to export" : exported.left_out.front()});
    }
    if (exported.pictures.size() > 1) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("image {} has {}", tile.name, counted(exported.pictures.size(), "frame")),
                     .hint = "use a .gif for all frames, or a folder with one .png per frame"});
    }
    return std::move(exported.pictures.front().png);
}

/// Applies the changes of an edited copy as one step. No step if the copy is equal.
Result<Imported> make_step(Session& session, std::string name, const edit::Document& changed, Imported imported)
{
    const Result<edit::Changes> made = session.become(std::move(name), changed);
    return made ? Result<Imported>(std::move(imported)) : fail(made.error());
}

Result<Imported> into_bank(art::TextureBank& bank, std::vector<art::IncomingPicture> pictures,
                           const std::vector<art::Colour>& colours, const Session& session)
{
    const art::PictureImport how{.colours = colours,
                                 .add = true,
                                 .bank = art::bank_number(session.path().filename().string())};
    const Result<std::vector<art::ImportedImage>> images = art::import_pictures(bank, pictures, how);
    if (!images) {
        Error error = images.error();
        if (error.code == ErrorCode::mismatch && colours.empty()) {
            error.hint = "choose File, Game Folder: the import needs the palette of the game";
        } else if (error.code == ErrorCode::out_of_range && pictures.size() == 1 && !pictures.front().frame) {
            error.hint = "use a .gif for all frames, or Import with one .png per frame, such as 302-044-f01.png";
        }
        return fail(std::move(error));
    }
    Imported imported;
    for (const art::ImportedImage& image : *images) {
        imported.changed += image.is_changed ? 1 : 0;
        if (std::string words = art::inexact_description(image); !words.empty()) {
            imported.notes.push_back(std::move(words));
        }
    }
    return imported;
}

/// Calls `make`. Counts 1 if `content` changed, else 0. Errors: those of `make`, with `file`.
template <class Content, class Change>
Result<Imported> change(Content& content, const fs::path& file, const Change& make)
{
    const Content before = content;
    if (const Status made = make(); !made) {
        return fail(in_picture(made.error(), file));
    }
    const bool is_same = [&] {
        if constexpr (std::is_same_v<Content, edit::Document>) {
            return !before.difference(content);
        } else {
            return content == before;
        }
    }();
    return Imported{is_same ? std::size_t{0} : std::size_t{1}, {}};
}

Result<Imported> into_image(art::TextureBank& bank, const SheetTile& tile, const fs::path& file, Bytes bytes,
                            const std::vector<art::Colour>& colours, const Session& session)
{
    if (has_extension(file, ".gif")) {
        return change(bank.images[index_of(tile)], file, [&]() -> Status {
            const Result<bool> taken = exchange::image_from_gif(bank.images[index_of(tile)], bytes, colours);
            return taken ? Status{} : fail(taken.error());
        });
    }
    return into_bank(bank, {{file.string(), art::image_labels(bank)[index_of(tile)], std::nullopt, std::move(bytes)}},
                     colours, session);
}

Result<Imported> into_tile(edit::Document& document, const SheetTile& tile, const fs::path& file, Bytes bytes,
                           const std::vector<art::Colour>& colours, const Session& session)
{
    if (auto* const bank = edit::get_if<art::TextureBank>(document)) {
        return into_image(*bank, tile, file, std::move(bytes), colours, session);
    }
    if (auto* const pictures = edit::get_if<art::PictureFile>(document)) {
        return change(*pictures, file, [&] {
            return has_extension(file, ".gif") ? exchange::frames_from_gif(*pictures, 0, pictures->frames.size(), bytes)
                                               : exchange::frame_from_png(*pictures, index_of(tile), bytes);
        });
    }
    if (auto* const terrain = edit::get_if<art::Terrain>(document); terrain != nullptr && tile.plane) {
        return change(*terrain, file, [&] { return art::terrain_from_png(*terrain, *tile.plane, bytes); });
    }
    if (edit::has_still_picture(document)) {
        return change(document, file, [&] { return edit::replace_still_picture(document, bytes); });
    }
    auto& palette = *edit::get_if<art::Palette>(document);
    return change(palette, file, [&] { return art::palette_from_png(palette, bytes); });
}

/// Returns the tile with this file name stem, or null.
const SheetTile* tile_named(std::span<const SheetTile> tiles, std::string_view stem)
{
    std::size_t number = 0;
    const auto [end, failed] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
    const bool numbered = failed == std::errc{} && end == stem.data() + stem.size();
    const auto found = std::ranges::find_if(tiles, [&](const SheetTile& tile) {
        return tile.plane ? tile.name == stem : numbered && index_of(tile) == number;
    });
    return found == tiles.end() ? nullptr : &*found;
}

}  // namespace

std::string picture_file_stem(const Session& session, const SheetTile& tile)
{
    if (const auto* const bank = edit::get_if<art::TextureBank>(session.document())) {
        return art::image_labels(*bank)[index_of(tile)];
    }
    return is_single_picture(session) ? session.path().stem().string()
           : tile.plane               ? tile.name
                                      : fmt::format("{:03}", index_of(tile));
}

bool can_use_gif(const Session& session)
{
    return edit::get_if<art::TextureBank>(session.document()) != nullptr ||
           edit::get_if<art::PictureFile>(session.document()) != nullptr;
}

std::optional<Error> import_error(const Session& session)
{
    return edit::has_still_picture(session.document()) ? edit::still_picture_error(session.document()) : std::nullopt;
}

Result<Bytes> picture_of_tile(const Session& session, const SheetTile& tile, const fs::path& file,
                              const std::vector<art::Colour>& colours)
{
    const bool gif = has_extension(file, ".gif") && can_use_gif(session);
    if (!gif && !has_extension(file, ".png")) {
        return fail(no_picture(file, can_use_gif(session)));
    }
    const edit::Document& document = session.document();
    if (const auto* const bank = edit::get_if<art::TextureBank>(document)) {
        return gif ? exchange::image_to_gif(bank->images[index_of(tile)], colours)
                   : one_frame(art::export_pictures(*bank, colours, index_of(tile)), tile);
    }
    if (const auto* const pictures = edit::get_if<art::PictureFile>(document)) {
        return gif ? exchange::frames_to_gif(*pictures, 0, pictures->frames.size(), exchange::default_gif_delay)
                   : exchange::frame_to_png(*pictures, index_of(tile));
    }
    if (const auto* const terrain = edit::get_if<art::Terrain>(document); terrain != nullptr && tile.plane) {
        return art::terrain_to_png(*terrain, *tile.plane);
    }
    if (edit::has_still_picture(document)) {
        return edit::decode_still_picture(document).and_then(art::to_png);
    }
    return art::palette_to_png(*edit::get_if<art::Palette>(document));
}

Result<Exported> write_pictures(const Session& session, std::span<const SheetTile> tiles, const fs::path& folder,
                                const std::vector<art::Colour>& colours)
{
    Exported all;
    std::vector<art::ExportedPicture> pictures;
    for (const SheetTile& tile : tiles) {
        if (const auto* const bank = edit::get_if<art::TextureBank>(session.document())) {
            art::ExportedBank exported = art::export_pictures(*bank, colours, index_of(tile));
            std::ranges::move(exported.pictures, std::back_inserter(pictures));
            std::ranges::move(exported.left_out, std::back_inserter(all.notes));
            continue;
        }
        const std::string name = picture_file_stem(session, tile) + ".png";
        Result<Bytes> png = picture_of_tile(session, tile, name, colours);
        if (!png) {
            return fail(png.error());
        }
        pictures.push_back({name, std::move(*png)});
    }
    std::vector<FolderFile> files;
    for (const art::ExportedPicture& picture : pictures) {
        files.push_back({picture.file_name, {picture.png}});
    }
    const Result<Written> written = write_files(folder, files, {.overwrite = Overwrite::allow, .backup = true});
    if (!written) {
        return fail(written.error());
    }
    all.pictures = files.size();
    return all;
}

Result<Imported> replace_picture(Session& session, const SheetTile& tile, const fs::path& file,
                                 const std::vector<art::Colour>& colours)
{
    if (!has_extension(file, ".png") && !(has_extension(file, ".gif") && can_use_gif(session))) {
        return fail(no_picture(file, can_use_gif(session)));
    }
    Result<Bytes> bytes = read_file(file);
    if (!bytes) {
        return fail(bytes.error());
    }
    edit::Document changed = session.document();
    Result<Imported> imported = into_tile(changed, tile, file, std::move(*bytes), colours, session);
    if (!imported) {
        return imported;
    }
    const bool frame = edit::get_if<art::PictureFile>(session.document()) != nullptr;
    const std::string what = has_colour_tiles(session) ? "the colours" : (frame ? "frame " : "") + tile.name;
    return make_step(session, fmt::format("Replace {}", what), changed, std::move(*imported));
}

Result<Imported> import_pictures(Session& session, std::span<const fs::path> files,
                                 const std::vector<art::Colour>& colours)
{
    const std::vector<SheetTile> tiles = sheet_of(session);
    edit::Document changed = session.document();
    std::vector<art::IncomingPicture> for_bank;
    Imported all;
    for (const fs::path& file : files) {
        if (!has_extension(file, ".png")) {
            return fail(no_picture(file, false));
        }
        Result<Bytes> bytes = read_file(file);
        if (!bytes) {
            return fail(bytes.error());
        }
        if (edit::get_if<art::TextureBank>(changed) != nullptr) {
            std::optional<art::PictureName> name = art::parse_picture_name(file.filename().string());
            if (!name) {
                return fail({.code = ErrorCode::unknown_name,
                             .message = "cannot tell the image from the file name",
                             .file = file.string(),
                             .hint = "names are like 302-044.png, or 302-044-f01.png for a frame"});
            }
            for_bank.push_back({file.string(), std::move(name->label), name->frame, std::move(*bytes)});
            continue;
        }
        const SheetTile* const tile =
            is_single_picture(session) ? &tiles.front() : tile_named(tiles, file.stem().string());
        if (tile == nullptr) {
            std::vector<std::string> names;
            for (const SheetTile& each : tiles) {
                names.push_back(picture_file_stem(session, each) + ".png");
            }
            return fail({.code = ErrorCode::unknown_name,
                         .message = "cannot tell the picture from the file name",
                         .file = file.string(),
                         .hint = fmt::format("there are: {}", fmt::join(names, ", "))});
        }
        const Result<Imported> one = into_tile(changed, *tile, file, std::move(*bytes), colours, session);
        if (!one) {
            return fail(one.error());
        }
        all.changed += one->changed;
    }
    if (auto* const bank = edit::get_if<art::TextureBank>(changed)) {
        Result<Imported> imported = into_bank(*bank, std::move(for_bank), colours, session);
        if (!imported) {
            return imported;
        }
        all = std::move(*imported);
    }
    return make_step(session, fmt::format("Import {}", counted(files.size(), "picture")), changed, std::move(all));
}

}  // namespace redforge::editor
