// Fuzz target: any bytes as .TSG or OBJECT.SAV.
#include <span>

#include "state/saved_game.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static_cast<void>(
        fuzz::check_two_laws<state::GameState, state::is_game_state, state::read_game_state, state::write_game_state>(
            std::as_bytes(std::span(data, size))));
    return 0;
}
