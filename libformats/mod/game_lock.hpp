// Lock for commands that change the mods of a game. A command holds it from reading the state to its end.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>

#include "core/error.hpp"

namespace redforge::mod {

/// Allows one command at a time to change the mods of a game. It locks the folder of the state (state_folder), which it
/// creates. The system releases the lock of a killed process. If the disk does not support locks, several commands can
/// run at once, and write_folder() rejects the second one.
class GameLock {
public:
    /// Takes the lock. Waits up to 30 seconds for another command. Errors: io (the other command does not end, or the
    /// folder cannot be created), cancelled.
    [[nodiscard]] static Result<GameLock> take(const std::filesystem::path& game, const std::atomic<bool>* cancel);

    GameLock(GameLock&&) noexcept = default;
    GameLock& operator=(GameLock&&) noexcept = default;
    GameLock(const GameLock&) = delete;
    GameLock& operator=(const GameLock&) = delete;
    /// Releases the lock. Removes the folder if it is empty, because then the game has no mods.
    ~GameLock();

private:
    GameLock(std::filesystem::path folder, std::shared_ptr<void> lock)
        : folder_(std::move(folder)), lock_(std::move(lock))
    {
    }

    std::filesystem::path folder_;
    std::shared_ptr<void> lock_;  ///< null after a move
};

}  // namespace redforge::mod
