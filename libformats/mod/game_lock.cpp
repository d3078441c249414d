// Locks the folder with the state of the mods of a game.
#include "mod/game_lock.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/files/files_parts.hpp"
#include "mod/state.hpp"

namespace redforge::mod {

namespace fs = std::filesystem;

Result<GameLock> GameLock::take(const fs::path& game, const std::atomic<bool>* cancel)
{
    const fs::path folder = game / state_folder;
    for (;;) {
        std::error_code error;
        fs::create_directory(folder, error);
        if (error) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot make this folder: {}", error.message()),
                         .file = folder.string()});
        }
        const auto opened = platform::open_folder(folder);
        if (!opened) {
            if (opened.error() == std::errc::no_such_file_or_directory) {
                continue;  // another command removed it
            }
            return fail(files::system_error(folder, "open this folder", opened.error()));
        }
        Result<files::Handle> lock = files::lock_folder(*opened, true, cancel, folder);
        if (!lock) {
            if (lock.error().code == ErrorCode::io) {
                lock.error().message = "another command is changing the mods of this game";
                lock.error().file = game.string();
            }
            return fail(std::move(lock.error()));
        }
        const auto locked = platform::look(*opened);
        const auto now = platform::look(folder);
        if (!locked || !now) {
            return fail(files::system_error(folder, "read this folder", locked ? now.error() : locked.error()));
        }
        if (locked->identity == now->identity) {
            return GameLock(folder, std::make_shared<files::Handle>(std::move(*lock)));
        }  // else another command removed the folder when it ended
    }
}

GameLock::~GameLock()
{
    if (lock_ != nullptr) {
        std::error_code ignored;
        fs::remove(folder_, ignored);  // fails if it is not empty
    }
}

}  // namespace redforge::mod
