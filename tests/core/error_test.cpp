// Errors as one line for the user, and similar names.
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "core/error.hpp"

using namespace redforge;

TEST_CASE("error: prints only the position that it has", "[core]")
{
    CHECK(describe({.message = "is bent", .file = "x.obj", .line = 11, .hint = "straighten it"}) ==
          "x.obj:11: is bent; straighten it");
    CHECK(describe({.message = "is bent", .file = "x.xml", .line = 11, .column = 4}) == "x.xml:11:4: is bent");
    CHECK(describe({.message = "is bent", .line = 11}) == "line 11: is bent");
    CHECK(describe(
              {.message = "is bent", .file = "X.RGM", .offset = 255, .section = "MPOB", .record = 3, .field = "id"}) ==
          "X.RGM: byte 255 (0xFF): MPOB record 3, id: is bent");
    CHECK(describe({.message = "is bent", .record = 0}) == "record 0: is bent");
    CHECK(describe({.message = "is bent", .section = "MPOB"}) == "MPOB: is bent");
    CHECK(describe({.message = "is bent", .field = "id"}) == "id: is bent");
    CHECK(describe({.message = "is bent", .record = 3, .field = "id"}) == "record 3, id: is bent");
    CHECK(describe({.message = "is bent", .offset = 10}) == "byte 10 (0xA): is bent");
    CHECK(describe({.message = "is bent", .offset = 0, .line = 2, .column = 1}) == "line 2:1: byte 0 (0x0): is bent");
    CHECK(describe({.message = "is bent", .column = 4}) == "is bent");
    CHECK(describe({.message = "", .section = "MPOB", .hint = "straighten it"}) == "MPOB; straighten it");
}

TEST_CASE("error: each code has its name", "[core]")
{
    CHECK(code_name(ErrorCode::io) == "io");
    CHECK(code_name(ErrorCode::truncated) == "truncated");
    CHECK(code_name(ErrorCode::malformed) == "malformed");
    CHECK(code_name(ErrorCode::out_of_range) == "out_of_range");
    CHECK(code_name(ErrorCode::unknown_name) == "unknown_name");
    CHECK(code_name(ErrorCode::mismatch) == "mismatch");
    CHECK(code_name(ErrorCode::unsupported) == "unsupported");
    CHECK(code_name(ErrorCode::usage) == "usage");
    CHECK(code_name(ErrorCode::exists) == "exists");
    CHECK(code_name(ErrorCode::cancelled) == "cancelled");
    CHECK(code_name(ErrorCode::changed) == "changed");
    CHECK(code_name(ErrorCode::not_found) == "not_found");
}

TEST_CASE("edit distance: counts single-character changes", "[core]")
{
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "gold") == 4);
    CHECK(edit_distance("gold", "glod") == 1);  // a swap is one edit
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("abcd", "dcba") == 3);
    CHECK(edit_distance("ab", "ba") == 1);
    CHECK(edit_distance("ab", "b") == 1);
    CHECK(edit_distance("b", "ab") == 1);
    CHECK(edit_distance("abc", "cab") == 2);
    CHECK(edit_distance("ca", "abc") == 3);  // swapped characters are not edited again
    CHECK(edit_distance("xabcdy", "xacbdz") == 2);
    CHECK(edit_distance("door", "floor") == 2);
    CHECK(edit_distance("a cat", "an act") == 2);
    // Only the first 64 characters of long names count.
    CHECK(edit_distance(std::string(64, 'a') + "b", std::string(64, 'a') + "ccc") == 0);
    CHECK(edit_distance(std::string(64, 'a'), std::string(100, 'b')) == 64);
}

TEST_CASE("suggestions: the nearest name is the first of the closest plausible ones", "[core]")
{
    const auto near = [](std::string_view found, std::vector<std::string_view> names) { return nearest(found, names); };
    CHECK(near("gold", {"golden", "old", "glod"}) == "old");
    CHECK(near("gold", {"golden"}) == "golden");
    CHECK(near("gold", {"goldenrod"}).empty());
    CHECK(near("a", {"abc"}).empty());
    CHECK(near("a", {"ab"}) == "ab");
    CHECK(near(std::string(200, 'a'), {"x"}) == "x");  // 64 characters are compared
    const auto places = [](std::string_view found, std::vector<std::string_view> names) {
        return nearest_places(found, names, 2);
    };
    CHECK(places("gold", {"golden", "old", "glod", "cold"}) == std::vector<std::size_t>{1, 2, 3});
    CHECK(places("gold", {"golden", "old", "gold"}) == std::vector<std::size_t>{2});
    CHECK(places("gold", {"goldenr", "silver"}).empty());
    CHECK(places("gold", {"goldenr", "golden"}) == std::vector<std::size_t>{1});
}
