// Checks of settings against the table of known keys. Rules: reference sheet "engine facts", 1.
#include <catch2/catch.hpp>

#include "check/check.hpp"
#include "edit/document/document.hpp"
#include "edit/document/recognise.hpp"
#include "support/game.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

using Lines = std::vector<std::string>;

Lines found_in_text(const std::string& id, const std::filesystem::path& file, std::string_view text)
{
    const ByteView bytes = as_bytes(text);
    const edit::Document document = need(edit::read_binary(SharedBytes(Bytes(bytes.begin(), bytes.end())), file));
    check::CheckContext around;
    around.file = file;
    Lines lines;
    for (const check::Finding& finding : check::run(document, around, {{id}, {}})) {
        lines.push_back(finding.path(document.root()) + ": " + finding.message);
    }
    return lines;
}

}  // namespace

TEST_CASE("check: unknown-setting finds misspelt keys and keys of another section")
{
    // The game's own WORLD.INI has the first two mistakes.
    CHECK(
        found_in_text("unknown-setting", "world.ini",
                      "[world]\norld_ambientfx[8] = 128\norld_sunangle[23] = 256\nmy_own = 1\nworld_map = A.RGM\n") ==
        Lines{"sections[0].lines[0].name: the game does not ask for orld_ambientfx[8], so the line has no effect; did "
              "you "
              "mean world_ambientfx?",
              "sections[0].lines[1].name: the game does not ask for orld_sunangle[23], so the line has no effect; did "
              "you mean world_sunangle?",
              "sections[0].lines[3].name: world_map has no index; the game asks for world_map[N]"});
    CHECK(found_in_text("unknown-setting", "SYSTEM.INI", "[game]\nswim_depth = 40\nvolume = 200\n") ==
          Lines{"sections[0].lines[1].name: the game asks for volume in [system], not in [game], so the line has no "
                "effect"});
    CHECK(found_in_text("unknown-setting", "OTHER.INI", "[game]\nvolume = 200\n").empty());
}

TEST_CASE("check: unknown-section finds sections and lines that the game ignores")
{
    CHECK(
        found_in_text("unknown-section", "SYSTEM.INI",
                      "volume = 9\n[systm]\nvolume = 9\n[System]\nvolume = 9\n[mods]\n") ==
        Lines{
            "sections[0].name: the game does not ask for a section [systm], so its lines have no effect; did you mean "
            "[system]?",
            "sections[2].name: the game does not ask for a section [mods], so its lines have no effect",
            "lines[0].name: volume is in no section; the game asks for it in [system]"});
    CHECK(found_in_text("unknown-section", "COMBAT.INI", "[attack07]\n[taunt599]\n[misc]\n").empty());
}

TEST_CASE("check: setting-value finds values that the game does not use as they are")
{
    CHECK(
        found_in_text("setting-value", "SYSTEM.INI",
                      "[system]\nsound_distance = 3\nvolume = loud\nsound = maybe\nredbook_volume = 200\nredbook = on\n"
                      "[camera]\nglide_x = 0.9\nglide_y = slow\n[debug]\nmonitor_object =\n") ==
        Lines{
            "sections[0].lines[0].value: sound_distance is 3; it is outside 4 to 1000000. In units of 36 map units: 64 "
            "is 2,304. The game divides by zero at 3 or less",
            "sections[0].lines[1].value: volume is loud; it is not a whole number",
            "sections[0].lines[2].value: sound is maybe; it is neither on, yes, true or 1, nor off, no, false or 0",
            "sections[1].lines[1].value: glide_y is slow; it is not a number"});
    CHECK(found_in_text("setting-value", "WORLD.INI",
                        "[world]\nworld_fogrgb[1] = 0, 128,256\nworld_fogrgb[2] = 0, 128,255\n") ==
          Lines{"sections[0].lines[0].value: world_fogrgb[1] is 0, 128,256; a colour is red, green, blue, 0 to 255"});
}

TEST_CASE("check: unknown-file knows which settings name files")
{
    const Folder folder;
    folder.put("FXART/ISLAND.COL", std::string_view("x"));
    folder.put("FXART/SKY888.BSI", std::string_view("x"));
    const auto finds = [&](std::string_view text) {
        return found_in_text("unknown-file", folder.path / "WORLD.INI", text);
    };
    // GOG's edition has no 3DART, but its settings name it.
    CHECK(finds("[world]\nworld_palette[1] = 3DART\\island.COL\nworld_skyfx[1] = sky888.bsi\n").empty());
    CHECK(finds("[world]\nworld_skyfx[1] = sky999.bsi\n") ==
          Lines{"sections[0].lines[0].value: there is no file sky999.bsi"});
    // Without skies in FXART, as in Steam's edition, their names have no effect.
    std::filesystem::remove(folder.path / "FXART/SKY888.BSI");
    CHECK(finds("[world]\nworld_skyfx[1] = sky999.bsi\n").empty());
    // A frame number is not a file, although another key with this name is one.
    CHECK(found_in_text("unknown-file", folder.path / "ITEM.INI",
                        "[items]\nbitmap[1] = 12\nuse_script[1] = soup386\\x.ai\n")
              .empty());
}
