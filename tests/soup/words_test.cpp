// Words of scripts and of a game's lists: names, words that mean a number, and lines of lists.
#include <array>

#include <catch2/catch.hpp>

#include "soup/names/definitions.hpp"
#include "soup/names/game_names.hpp"
#include "soup/names/names.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::soup;
using redforge::test::need;

TEST_CASE("words: keywords are reserved in any case, but similar names are not", "[soup]")
{
    for (const std::string_view word :
         {"if",        "else",  "and",      "or",     "goto",     "gosub",   "end",        "endint",    "return",
          "start",     "hook",  "upper",    "bytes",  "string",   "strings", "flag",       "task",      "function",
          "multitask", "names", "actor",    "object", "property", "at",      "true",       "false",     "while",
          "loop",      "break", "continue", "elseif", "include",  "Me",      "Player",     "Camera",    "me",
          "IF",        "WhiLe", "var0",     "VAR12",  "flag_0",   "Flag_7",  "function_3", "property_9"}) {
        CAPTURE(word);
        CHECK(is_reserved(word));
        CHECK_FALSE(is_usable_name(word));
    }
    for (const std::string_view word :
         {"iff", "i", "en", "ende", "var", "var1a", "vary1", "flag_", "flag_x", "flags_1", "function_", "function_1a",
          "property_", "property1", "prop_1", "xvar1", "Mee", "a1_", "_"}) {
        CAPTURE(word);
        CHECK_FALSE(is_reserved(word));
        CHECK(is_usable_name(word));
    }
    for (const std::string_view word : {"", "1a", "a-b", "a b", "a.b", "\xC3\xA9"}) {
        CAPTURE(word);
        CHECK_FALSE(is_reserved(word));
        CHECK_FALSE(is_usable_name(word));
    }
    for (const std::string_view word : {"true", "false", "while", "loop", "break", "continue", "elseif", "include"}) {
        CHECK(is_contextual_keyword(word));
    }
    CHECK_FALSE(is_contextual_keyword("if"));
    CHECK_FALSE(is_contextual_keyword("whiles"));
}

TEST_CASE("words: the number after a prefix has 32 bits and ends the word", "[soup]")
{
    CHECK(numbered("var12", "var") == 12U);
    CHECK(numbered("VAR0", "var") == 0U);
    CHECK(numbered("flag_4294967295", "flag_") == 4294967295U);
    for (const std::string_view word : {"", "v", "var", "var1x", "var-1", "var 1", "xar1", "vbr1", "var4294967296"}) {
        CAPTURE(word);
        CHECK_FALSE(numbered(word, "var"));
    }
}

TEST_CASE("words: WORLD.INI names a map by its file without folders and extension", "[soup]")
{
    const auto maps = read_world_maps(as_bytes("[world]\r\n"
                                               "world_map[1]=MAPS\\ISLAND.rgm\r\n"
                                               "WORLD_MAP[2] = maps/deep\\cave.RGM ; two\n"
                                               "\t world_map[3]\t=\tplain \n"
                                               "world_map[-4]=a.b.rgm\n"
                                               "world_map[5]=\n"
                                               "world_map[6]=x\xE9.rgm\n"
                                               ";world_map[7]=no\n"
                                               "world_map[8];=no\n"
                                               "world_map[9]]=no\n"
                                               "world_map[x]=no\nworld_map[10=no\nworld_map(11)=no\nworld_map[12] no\n"
                                               "world_maps[13]=no\nworld_ma[14]=no\n"
                                               "world_map[99999999999]=no\n"
                                               "world_map[1]=last.rgm"));  // the first one is used
    CHECK(maps == std::map<std::int32_t, std::string>{
                      {-4, "A.B"}, {1, "ISLAND"}, {2, "CAVE"}, {3, "PLAIN"}, {5, ""}, {6, "X\xCE\x98"}});
}

TEST_CASE("words: reads attributes, animation groups and constants of [equates]", "[soup]")
{
    Names names(need(read_definitions(as_bytes("[functions]\r\nfunction SetMyAttr parms 2\r\n[equates]\r\n"
                                               "auto\r\nattr_a\r\nattr_b\r\nendauto\r\n"
                                               "loose = 5\r\n"
                                               "auto\r\nanim_a\r\nendauto\r\n"
                                               "auto\r\nthird\r\nendauto\r\n"
                                               "Gold = 3\r\nloose = 6\r\nif = 2\r\n"
                                               "[flags]\r\nNUMBER Gold 0\r\nBOOL Won 0\r\n"))));
    CHECK(names.table_size(ArgumentType::attribute) == 2);
    CHECK(names.table_size(ArgumentType::animation) == 1);
    CHECK(names.table_size(ArgumentType::number) == 0);
    REQUIRE(names.named(ArgumentType::attribute, 1) != nullptr);
    CHECK(names.named(ArgumentType::attribute, 1)->name == "attr_b");
    CHECK(names.named(ArgumentType::attribute, 1)->value == 1);
    CHECK(names.named(ArgumentType::attribute, 2) == nullptr);
    REQUIRE(names.named(ArgumentType::animation, 0) != nullptr);
    CHECK(names.named(ArgumentType::animation, 0)->name == "anim_a");
    CHECK(names.named(ArgumentType::animation, 0)->value == 0);
    CHECK(names.named(ArgumentType::animation, 1) == nullptr);
    REQUIRE(names.find_constant("loose") != nullptr);
    CHECK(names.find_constant("loose")->value == 5);  // the first
    CHECK(names.find_constant("Gold") == nullptr);    // a flag
    CHECK(names.find_constant("if") == nullptr);
    CHECK(names.find_constant("third") == nullptr);
    CHECK(names.flag(0)->is_boolean == false);
    CHECK(names.flag(1)->is_boolean == true);

    CHECK_FALSE(names.declare_constant("loose", 7));
    CHECK_FALSE(names.declare_constant("Gold", 7));
    CHECK(names.declare_constant("mine", 7));
    CHECK(names.find_constant("mine")->value == 7);
    CHECK_FALSE(names.declare_constant("mine", 8));
}

TEST_CASE("words: finds each of many names with common prefixes", "[soup]")
{
    Names names;
    std::vector<std::string> words;
    for (std::uint32_t i = 0; i < 700; ++i) {
        std::string word = "f";
        word += i % 3 == 0 ? "" : i % 3 == 1 ? "_eight_eight_" : "__";
        word += std::to_string(i);
        REQUIRE(names.declare_flag(i, word));
        words.push_back(std::move(word));
    }
    for (std::uint32_t i = 0; i < 700; ++i) {
        CHECK(names.find_flag(words[i]) == i);
    }
    CHECK_FALSE(names.find_flag("f700"));
    CHECK_FALSE(names.find_flag("F0"));
    CHECK_FALSE(names.declare_flag(3, "other"));  // the number has a name
    CHECK_FALSE(names.declare_flag(701, "f0"));   // the name has a number
    CHECK(names.flag_names().size() == 700);
    CHECK(names.flags() == 700);
}
