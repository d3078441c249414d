// FormIDs for new records of a plugin: the number after all existing ones, or the first unused one.
#include <catch2/catch.hpp>

#include "tes/form/form_id_allocator.hpp"
#include "tes/plugin/plugin.hpp"

using namespace redforge;
using namespace redforge::tes;

namespace {

/// Returns a plugin with `masters` masters and the next number `next` in its header.
Plugin plugin(std::size_t masters, std::uint32_t next, std::uint32_t flags = 0)
{
    Plugin made;
    made.header_size = 24;
    made.header.flags = flags;
    made.header.next_object_id = FormId(next);
    for (std::size_t i = 0; i < masters; ++i) {
        made.header.parts.emplace_back(Master{});
    }
    return made;
}

}  // namespace

TEST_CASE("FormIDs: a new number is above all others, and at least the header's next", "[tes]")
{
    FormIdAllocator numbers(plugin(1, 0x01000900));
    CHECK(numbers.masters() == 1);
    CHECK(numbers.last() == 0xFFFFFE);
    CHECK(numbers.take() == 0x900U);
    CHECK(numbers.take() == 0x901U);
    numbers.add(0x01000A00);
    CHECK(numbers.take() == 0xA01U);
    numbers.add(0x01000850);
    CHECK(numbers.take() == 0xA02U);
    CHECK(FormIdAllocator(plugin(0, 0)).take() == 0x800U);  // lower numbers belong to the game
    CHECK(FormIdAllocator(plugin(0, 0x7FF)).take() == 0x800U);
    CHECK(FormIdAllocator(plugin(0, 0x801)).take() == 0x801U);
}

TEST_CASE("FormIDs: a number is the plugin's own if its first byte is not a master", "[tes]")
{
    FormIdAllocator numbers(plugin(2, 0x800));
    CHECK_FALSE(numbers.is_own(0x01000800));
    CHECK(numbers.is_own(0x02000800));
    CHECK(numbers.is_own(0xFF000800));
    CHECK(numbers.is_own(0x02FFFFFE));
    CHECK_FALSE(numbers.is_own(0x02FFFFFF));
    numbers.add(0x01000900);
    CHECK(numbers.has(0x01000900));
    CHECK_FALSE(numbers.has(0x00000900));
    CHECK_FALSE(numbers.has(0x02000900));
    CHECK(numbers.take() == 0x800U);
    CHECK(numbers.has(0x02000800));
    CHECK(numbers.has(0x03000800));  // only the number counts
    CHECK_FALSE(numbers.has(0x02000801));
}

TEST_CASE("FormIDs: a light plugin uses numbers up to 0xFFF, then unused lower ones", "[tes]")
{
    constexpr std::uint32_t light = 0x200;
    CHECK(FormIdAllocator(plugin(0, 0x1234), true).take() == 0x800U);  // by its extension
    FormIdAllocator numbers(plugin(0, 0xFFE, light));
    CHECK(numbers.last() == 0xFFF);
    CHECK_FALSE(numbers.is_own(0x1000));
    numbers.add(0x800);
    CHECK(numbers.take() == 0xFFEU);
    CHECK(numbers.take() == 0xFFFU);
    CHECK(numbers.take() == 0x801U);
    for (std::uint32_t number = 0x802; number < 0xFFE; ++number) {
        REQUIRE(numbers.take() == number);
    }
    CHECK_FALSE(numbers.take());
}
