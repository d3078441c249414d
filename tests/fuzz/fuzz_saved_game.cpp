// Fuzz target: any bytes as SAVEGAME.SAV.
#include <span>

#include "state/saved_game.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static_cast<void>(
        fuzz::check_two_laws<state::SavedGame, state::is_saved_game, state::read_saved_game, state::write_saved_game>(
            std::as_bytes(std::span(data, size))));
    return 0;
}
