// Detection of the game of similar files.
#include <catch2/catch.hpp>

#include <bit>
#include <string>

#include "edit/document/document.hpp"
#include "tes/definition/games.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::tes;
using namespace redforge::tes::test;

namespace {

/// Returns a plugin with headers of 24 bytes and one weapon.
Bytes weapon_of(std::uint16_t form_version, float version)
{
    const Bytes weapon = record(24, "WEAP", 0x800, joined({sub("EDID", zstring("Gun")), sub("FULL", zstring("Gun"))}));
    Bytes bytes = joined({tes4(24, 2), top_group(24, "WEAP", weapon)});
    store_le(bytes.data() + 20, form_version);
    store_le(bytes.data() + 24 + 6, std::bit_cast<std::uint32_t>(version));
    return bytes;
}

std::string_view game_of_plugin(const Bytes& bytes)
{
    const Result<Plugin> plugin = read_plugin(bytes);
    REQUIRE(plugin);
    return game_name(game_of(*plugin));
}

std::string error_text(std::string_view first)
{
    const Result<edit::Document> document = edit::read_binary(SharedBytes(text(std::string(first) + "and more")));
    return document ? "it is read" : document.error().message;
}

}  // namespace

TEST_CASE("games: detects the game by form version and HEDR version", "[tes]")
{
    CHECK(game_of_plugin(small_oblivion()) == "Oblivion");
    CHECK(game_of_plugin(weapon_of(15, 0.94F)) == "Fallout 3");
    CHECK(game_of_plugin(weapon_of(15, 1.34F)) == "Fallout: New Vegas");
    CHECK(game_of_plugin(weapon_of(40, 0.94F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(43, 1.7F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(44, 1.71F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(131, 0.95F)) == "Fallout 4");
    CHECK(game_of_plugin(weapon_of(131, 1.0F)) == "Fallout 4");
    CHECK(game_of_plugin(weapon_of(209, 266.0F)) == "Fallout 76");
    CHECK(game_of_plugin(weapon_of(555, 0.96F)) == "Starfield");
    // Between the known versions of two games, the earlier game is used.
    CHECK(game_of_plugin(weapon_of(15, 1.3F)) == "Fallout 3");
    CHECK(game_of_plugin(weapon_of(15, 1.4F)) == "Fallout 3");
    CHECK(game_of_plugin(weapon_of(16, 1.34F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(45, 1.34F)) == "Fallout 4");
    CHECK(game_of_plugin(weapon_of(132, 1.0F)) == "Fallout 76");
    CHECK(game_of_plugin(weapon_of(399, 1.0F)) == "Fallout 76");
    CHECK(game_of_plugin(weapon_of(400, 1.0F)) == "Starfield");
    CHECK(game_of_plugin(weapon_of(0, 1.3F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(0, 1.4F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(0, 0.945F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(0, 0.955F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(0, 0.965F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(0, 59.9F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(0, 60)) == "Fallout 76");
    // Without a form version.
    CHECK(game_of_plugin(weapon_of(0, 0.94F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(0, 1.7F)) == "Skyrim");
    CHECK(game_of_plugin(weapon_of(0, 1.34F)) == "Fallout: New Vegas");
    CHECK(game_of_plugin(weapon_of(0, 0.95F)) == "Fallout 4");
    CHECK(game_of_plugin(weapon_of(0, 0.96F)) == "Starfield");
    CHECK(game_of_plugin(weapon_of(0, 68.0F)) == "Fallout 76");
}

TEST_CASE("games: subrecords of games without definitions stay bytes and round-trip", "[tes]")
{
    for (const auto& [form_version, is_bytes] : {std::pair(44, false), std::pair(15, true), std::pair(131, true)}) {
        const Bytes bytes = weapon_of(static_cast<std::uint16_t>(form_version), 0.94F);
        CHECK(law_violation(bytes) == "");
        const Result<Plugin> plugin = read_plugin(bytes);
        REQUIRE(plugin);
        const std::vector<Record*> records = records_of(*plugin);
        REQUIRE(records.size() == 1);
        CHECK(records[0]->editor_id.bytes == "Gun");
        CHECK(has_part<Subrecord>(*records[0]) == is_bytes);
    }
}

TEST_CASE("games: the error for an unsupported file says what it is", "[tes]")
{
    CHECK(error_text("TES3") == "a Morrowind plugin or save, which Redforge does not support");
    CHECK(error_text("TESV_SAVEGAME") == "a Skyrim save, which Redforge does not support");
    CHECK(error_text("FO3SAVEGAME") == "a Fallout 3 or Fallout: New Vegas save, which Redforge does not support");
    CHECK(error_text("FO4_SAVEGAME") == "a Fallout 4 save, which Redforge does not support");
    CHECK(error_text(std::string("BSA\0", 4)) ==
          "an archive of Oblivion, Fallout 3 or Skyrim (BSA), which Redforge does not support");
    // An archive of two files, whose directory has 12 bytes and a name for each; and a TrueType font of 15 tables.
    CHECK(error_text(std::string("\0\1\0\0\x24\0\0\0\2\0\0\0", 12)) ==
          "an archive of Morrowind (BSA), which Redforge does not support");
    CHECK(error_text(std::string("\0\1\0\0\0\x0F\0\x80\0\3\0\x70", 12)) == "not a file of any known format");
    // There is at least one file. Each has 12 bytes and a name shorter than 256.
    CHECK(error_text(std::string("\0\1\0\0\x19\0\0\0\2\0\0\0", 12)) ==
          "an archive of Morrowind (BSA), which Redforge does not support");
    for (const std::string_view other :
         {std::string_view("\0\1\0\0\x18\0\0\0\2\0\0\0", 12), std::string_view("\0\1\0\0\x24\0\0\0\0\0\0\0", 12),
          std::string_view("\0\1\0\0\x0C\1\0\0\1\0\0\0", 12), std::string_view("\0\1\0\0\x24\0\0\0\2\0\0", 11),
          std::string_view("\1\1\0\0\x24\0\0\0\2\0\0\0", 12)}) {
        CHECK(error_text(std::string(other)).find("Morrowind") == std::string::npos);
    }
    CHECK(error_text("BTDX") == "an archive of Fallout 4 or later (BA2), which Redforge does not support");
    CHECK(error_text("\xFA\x57\xC0\xDE") ==
          "a compiled Papyrus script of Skyrim (PEX), which Redforge does not support");
    CHECK(error_text("\xDE\xC0\x57\xFA") ==
          "a compiled Papyrus script of Fallout 4 or later (PEX), which Redforge does not support");
    CHECK(error_text("QQQQ") == "plain text");
}
