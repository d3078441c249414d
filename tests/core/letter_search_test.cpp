// Searching bytes for letters.
#include <catch2/catch.hpp>

#include "core/text/letter_search.hpp"

using namespace redforge;

TEST_CASE("letter search: finds letters in either case, at any position", "[core]")
{
    const auto is_in = [](std::string_view letters, std::string_view text) {
        return LetterSearch(letters).is_in(as_bytes(text));
    };
    CHECK(is_in("sword", "sword"));
    CHECK(is_in("sword", "IronSWORD"));
    CHECK(is_in("SWORD", "iron sword of"));
    CHECK(is_in("aab", "aaaab"));
    CHECK(is_in("x", "the last x"));
    CHECK(is_in("a_b", std::string_view("\0A_B\0", 5)));
    CHECK_FALSE(is_in("sword", "swor"));
    CHECK_FALSE(is_in("sword", "s word"));
    CHECK_FALSE(is_in("a_b", "a\177b"));  // differs from _ in the bit of the case
    CHECK_FALSE(is_in("sword", ""));
}
