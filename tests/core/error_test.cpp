// Errors as a line for a person.
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "core/error.hpp"

using namespace redforge;

TEST_CASE("an error says the place that it has, and no other", "[core]")
{
    CHECK(describe({.message = "is bent", .file = "x.obj", .line = 11, .hint = "straighten it"}) ==
          "x.obj:11: is bent; straighten it");
    CHECK(describe({.message = "is bent", .file = "x.xml", .line = 11, .column = 4}) == "x.xml:11:4: is bent");
    CHECK(describe({.message = "is bent", .line = 11}) == "line 11: is bent");
    CHECK(describe(
              {.message = "is bent", .file = "X.RGM", .offset = 255, .section = "MPOB", .record = 3, .field = "id"}) ==
          "X.RGM: byte 255 (0xFF): MPOB record 3, id: is bent");
}

TEST_CASE("two names are as far apart as changes of one character lead from one to the other", "[core]")
{
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "gold") == 4);
    CHECK(edit_distance("gold", "glod") == 1);  // two changed places
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("abcd", "dcba") == 3);
    // Of long names the first 64 characters count.
    CHECK(edit_distance(std::string(64, 'a') + "b", std::string(64, 'a') + "ccc") == 0);
    CHECK(edit_distance(std::string(64, 'a'), std::string(100, 'b')) == 64);
}

TEST_CASE("the nearest name is the first of the closest, when it can be a misspelling", "[core]")
{
    const auto near = [](std::string_view found, std::vector<std::string_view> names) { return nearest(found, names); };
    CHECK(near("gold", {"golden", "old", "glod"}) == "old");
    CHECK(near("gold", {"golden"}) == "golden");
    CHECK(near("gold", {"goldenrod"}).empty());
    CHECK(near("a", {"abc"}).empty());
    CHECK(near("a", {"ab"}) == "ab");
    CHECK(near(std::string(200, 'a'), {"x"}) == "x");  // of it 64 characters are compared
}
