// Finding the game's folder.
#include "game.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "console.hpp"

namespace redforge::cli {

Result<std::optional<scene::GameFolder>> game_of(const Arguments& arguments, const std::string& input)
{
    const auto named = arguments.option("game");
    auto root = named ? std::optional<std::filesystem::path>(*named) : scene::game_folder_of(input);
    // NOLINTNEXTLINE(*mt-unsafe*): no thread sets it
    if (const char* const usual = std::getenv("REDFORGE_GAME"); !root && usual != nullptr && *usual != '\0') {
        root = usual;
    }
    if (!root) {
        return std::nullopt;
    }
    Result<scene::GameFolder> found = scene::index_game_folder(*root);
    if (!found) {
        return named ? Result<std::optional<scene::GameFolder>>(fail(found.error())) : std::nullopt;
    }
    report(found->problems);
    return std::optional(std::move(*found));
}

void report(const std::vector<std::string>& problems)
{
    constexpr std::size_t most = 10;
    for (std::size_t i = 0; i < problems.size() && i < most; ++i) {
        say("note: " + problems[i]);
    }
    if (problems.size() > most) {
        say(fmt::format("note: and {} more like these", problems.size() - most));
    }
}

}  // namespace redforge::cli
