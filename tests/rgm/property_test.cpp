// Laws 1 and 2 over hundreds of random maps and damaged files.
#include <catch2/catch.hpp>

#include <algorithm>

#include "core/text/difference.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "support/map_file.hpp"
#include "support/random.hpp"
#include "support/random_map.hpp"
#include "support/values.hpp"

using namespace redforge;
using namespace redforge::test;

TEST_CASE("map text: contains all data of the map, including override values")
{
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(seed);
        RandomLimits limits;
        limits.derived = true;
        limits.nul_in_text = true;
        auto map = random_record<rgm::Map>(random, limits);
        if (map.sections.stored) {
            map.sections.stored->tags.emplace_back("\\x41");
        }
        CAPTURE(seed);
        const Result<rgm::Map> again = from_xml(to_xml(map));
        if (!again) {
            FAIL(describe(again.error()));
        }
        const auto difference = find_difference(map, *again);
        INFO((difference ? difference->path : ""));
        CHECK(*again == map);
    }
}

TEST_CASE("law 2: holds for random valid maps, field by field")
{
    std::size_t actors = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const rgm::Map map = random_map(seed);
        CAPTURE(seed);
        const Result<Bytes> bytes = rgm::write_map(map);
        if (!bytes) {
            FAIL(describe(bytes.error()));
        }
        RawFallbacks kept;
        const Result<rgm::Map> again = rgm::read_map(*bytes, &kept);
        REQUIRE(again);
        CHECK(kept.size() == map.raw_sections.size() + map.no_end);
        CHECK(to_xml(*again) == to_xml(map));
        CHECK(*again == map);
        CHECK(law_1_violation(*bytes) == "");
        CHECK(law_2_violation(to_xml(map)) == "");
        actors += count(map, "actors");
    }
    CHECK(actors > 400);
}

TEST_CASE("law 1: a damaged file is rejected or round-trips")
{
    std::size_t accepted = 0;
    constexpr std::uint64_t files = 3000;
    for (std::uint64_t seed = 0; seed < files; ++seed) {
        bool read = false;
        CAPTURE(seed);
        CHECK(law_1_violation(random_file(seed), &read) == "");
        accepted += read ? 1U : 0U;
    }
    CHECK(accepted > files / 2);  // otherwise the damage is too strong for a useful test
    CHECK_FALSE(rgm::read_map(hex("00112233445566778899")));
}

TEST_CASE("law 1: every prefix of a small map is rejected or round-trips")
{
    const Bytes whole = small_map().bytes();
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        bool read = false;
        CAPTURE(size);
        CHECK(law_1_violation(ByteView(whole).first(size), &read) == "");
        CHECK(read == (size >= 4));  // from the first tag on, a prefix is a truncated map
    }
}

TEST_CASE("law 1: a small map with any byte changed is rejected or round-trips")
{
    const Bytes whole = small_map().bytes();
    REQUIRE(whole.size() < 1400);
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const unsigned change : {0x01U, 0x80U, 0xFFU, 0x7FU}) {
            Bytes changed = whole;
            changed[at] ^= static_cast<std::byte>(change);
            CAPTURE(at, change);
            CHECK(law_1_violation(changed) == "");
        }
    }
}

TEST_CASE("law 1: random bytes are rejected or round-trip")
{
    CHECK(law_1_violation({}) == "");
    for (std::size_t size = 1; size < 200; ++size) {
        bool read = true;
        CHECK(law_1_violation(Bytes(size, std::byte{0xFF}), &read) == "");
        CHECK_FALSE(read);
        Random random(size);
        CHECK(law_1_violation(random.bytes(size), &read) == "");
    }
}
