// Errors as a line for a person.
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
