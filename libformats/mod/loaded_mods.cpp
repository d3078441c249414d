// Reads packages of installed mods, and original files.
#include "mod/loaded_mods.hpp"

#include <utility>

#include "core/files/files.hpp"
#include "mod/game_files.hpp"
#include "mod/package.hpp"
#include "mod/sha256.hpp"

namespace redforge::mod {
namespace {

namespace fs = std::filesystem;

Result<LoadedMod> load_installed(const fs::path& game, const InstalledMod& entry)
{
    const fs::path file = game / package_path(entry.name.bytes);
    Result<Bytes> package = read_file(file);
    if (!package) {
        return fail(std::move(package.error()));
    }
    if (sha256_of(*package) != entry.sha256.bytes) {
        return fail({.code = ErrorCode::changed,
                     .message = "the package of this mod was changed",
                     .file = file.string(),
                     .hint = "install the mod again from its own package"});
    }
    Result<Contents> contents = read_package(*package, file.string());
    Result<Mod> mod = contents ? make_mod(std::move(*contents), file.string()) : fail(contents.error());
    if (!mod) {
        return fail(std::move(mod.error()));
    }
    return LoadedMod{entry, std::move(*mod), {}, false};
}

}  // namespace

Result<MaybeBytes> read_if_exists(const fs::path& file)
{
    std::error_code ignored;
    if (fs::symlink_status(file, ignored).type() == fs::file_type::not_found) {
        return std::nullopt;
    }
    Result<Bytes> bytes = read_file(file);
    return bytes ? Result<MaybeBytes>(std::move(*bytes)) : fail(std::move(bytes.error()));
}

std::string sum_of(const MaybeBytes& bytes)
{
    return bytes ? sha256_of(*bytes) : std::string();
}

OriginalReader reader_of_originals(const fs::path& game, const Installation& state)
{
    return [game, &state](const std::string& path) -> Result<std::optional<SharedBytes>> {
        const InstalledFile* const file = state.find_file(path);
        if (file == nullptr) {
            return reader_of_folder(game)(path);
        }
        if (file->original.bytes.empty()) {
            return std::nullopt;
        }
        const fs::path kept = state.store_folder(game) / file->path.bytes;
        Result<Bytes> bytes = read_file(kept);
        if (!bytes) {
            return fail(std::move(bytes.error()));
        }
        if (sha256_of(*bytes) != file->original.bytes) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "this file is not the original that was stored here",
                         .file = kept.string(),
                         .hint = "put the original file of the game here"});
        }
        return SharedBytes(std::move(*bytes));
    };
}

Result<std::vector<LoadedMod>> load_all_installed(const fs::path& game, const Installation& state)
{
    std::vector<LoadedMod> mods;
    for (const InstalledMod& entry : state.mods) {
        Result<LoadedMod> mod = load_installed(game, entry);
        if (!mod) {
            return fail(std::move(mod.error()));
        }
        mods.push_back(std::move(*mod));
    }
    return mods;
}

std::vector<const Mod*> enabled_mods(const std::vector<LoadedMod>& mods)
{
    std::vector<const Mod*> enabled;
    for (const LoadedMod& mod : mods) {
        if (mod.entry.enabled != 0) {
            enabled.push_back(&mod.mod);
        }
    }
    return enabled;
}

}  // namespace redforge::mod
