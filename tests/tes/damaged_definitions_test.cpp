// Damaged definitions of records: an error names the line, and what can be read is complete.
#include <catch2/catch.hpp>

#include <algorithm>

#include "support/damaged_words.hpp"
#include "support/outcome.hpp"
#include "tes/definition/definition_texts.hpp"
#include "tes/definition/definitions.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("definitions: a damaged text is rejected with its line, or each item has a type", "[tes]")
{
    constexpr std::uint64_t seeds = 300;
    for (const std::string_view text : {tes::oblivion_definitions(), tes::skyrim_definitions()}) {
        std::size_t rejected = 0;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            CAPTURE(seed);
            Random random(seed);
            const std::string damaged = damaged_words(random, std::string(text));
            const auto read = tes::Definitions::parse(damaged, "test.def");
            if (!read) {
                const auto lines = static_cast<std::uint32_t>(std::ranges::count(damaged, '\n')) + 1;
                const Error& error = read.error();
                CHECK(error.code == ErrorCode::malformed);
                CHECK(error.file == "test.def");
                CHECK(error.line >= 1);
                CHECK(error.line <= lines);
                CHECK(!error.message.empty());
                ++rejected;
                continue;
            }
            for (const ItemEntry& item : (*read)->items()) {
                CHECK((*read)->of(*item.type) != nullptr);
            }
        }
        CHECK(rejected > seeds / 2);
    }
}
