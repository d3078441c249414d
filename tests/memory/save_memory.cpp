// Memory limits of reading a save: change records of a few bytes that could have many parts.
#include <catch2/catch.hpp>

#include <vector>

#include "memory/cost.hpp"
#include "tes/save/save.hpp"
#include "tes/save_file.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("memory: stays small for a hundred thousand empty change records of each type")
{
    for (const unsigned type : {6U, 21U, 35U, 36U, 48U, 49U, 50U, 57U, 59U}) {
        const std::vector<RawChange> changes(100000, {0x01000900, static_cast<std::uint8_t>(type), 0, 125, {}});
        const Bytes bytes = save_of(changes);
        const Cost cost = cost_of([&] { REQUIRE(tes::read_save(bytes)); });
        CAPTURE(type, bytes.size(), cost.memory);
        // A record has 12 bytes in the file. In memory it has its header and a slot for each part that its type can
        // have.
        CHECK(cost.memory <= 37 * bytes.size());
    }
}
