// Games in which a command that changes the mods was interrupted.
#include "edit/document/interrupted_mods.hpp"

#include <fmt/format.h>

#include "core/files/files.hpp"

namespace redforge::edit {

namespace fs = std::filesystem;

Result<std::optional<fs::path>> find_interrupted_mods(const fs::path& path)
{
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
    for (fs::path folder = whole; !error && !folder.empty(); folder = folder.parent_path()) {
        std::error_code ignored;
        if (fs::is_directory(folder / mods_folder, ignored)) {
            const Result<Reading> reading = begin_reading(folder);
            if (!reading || !reading->unfinished.empty()) {
                return reading ? Result<std::optional<fs::path>>(folder) : fail(reading.error());
            }
        }
        if (folder == folder.parent_path()) {
            break;
        }
    }
    return std::nullopt;
}

std::string interrupted_mods_description(const fs::path& game)
{
    return fmt::format("a command that changes the mods of this game was interrupted, and its files are partly old and "
                       "partly new; redforge mod status --game {} completes it",
                       game.string());
}

}  // namespace redforge::edit
