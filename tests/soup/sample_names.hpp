// Names of a small game, for tests.
#pragma once

#include "soup/names/definitions.hpp"
#include "soup/names/names.hpp"
#include "support/outcome.hpp"

namespace redforge::test {

/// Returns a few functions, properties, constants, flags, items and maps.
inline soup::Names game_names()
{
    soup::Names made(need(soup::read_definitions(as_bytes(
        "[functions]\r\ntask RTX parms 1\r\nfunction AddItem parms 1\r\nfunction ActiveItem parms 0\r\n"
        "multitask Sound parms 3\r\nfunction LoadWorld parms 3\r\ntask Wait parms 1\r\n[refs]\r\nangle\r\nspeed\r\n"
        "[equates]\r\nauto\r\nnorth\r\nendauto\r\n[flags]\r\nBOOL Saved 0\r\nBOOL Friend 0\r\nNUMBER Gold 0\r\n"))));
    made.items = {{3, "Rusty Key"}, {8, "Lamp"}};
    made.maps = {{1, "ISLAND"}, {2, "CAVERNS"}};
    return made;
}

}  // namespace redforge::test
