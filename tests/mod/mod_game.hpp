// A small game for tests of mods, and mods of it.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "cli/program.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "edit/patch/edits.hpp"
#include "mod/game_files.hpp"
#include "mod/install.hpp"
#include "mod/mod.hpp"

namespace redforge::test {

inline void put_file(const std::filesystem::path& path, std::string_view content)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

inline std::string content_of_file(const std::filesystem::path& path)
{
    const Result<std::string> text = read_text_file(path);
    return text ? *text : "(" + describe(text.error()) + ")";
}

/// Changes a file of a game by edits.
inline void edit_file(const std::filesystem::path& path, const std::string& edits)
{
    auto loaded = edit::load(path);
    REQUIRE(loaded);
    const auto parsed = XmlDocument::parse("<edits>" + edits + "</edits>", "edits.xml");
    REQUIRE(parsed);
    const auto made = edit::apply(loaded->document, *parsed);
    INFO((made ? "" : describe(made.error())));
    REQUIRE(made);
    REQUIRE(edit::save(loaded->document, path, edit::Storage::binary, {.overwrite = Overwrite::allow}));
}

/// Makes a game: MAPS/ISLAND.RGM with objects 100 to 103 and lights 500 and 501, ITEM.INI with two items, and a file of
/// unknown format.
inline void make_game(const std::filesystem::path& game)
{
    put_file(game / "ITEM.INI", "[items]\r\nname[0] = swrd\r\nname[1] = torc\r\nweight = 5\r\n");
    put_file(game / "INTRO.DAT", std::string("\1\2\3\0\4", 5));
    edit::Document map(*edit::find_format("map"));
    std::string edits;
    for (int i = 0; i < 4; ++i) {
        edits += fmt::format(R"(<add path="objects"><object id="{}" position.x="{}"/></add>)", 100 + i, 10 * i);
    }
    edits += R"(<add path="lights"><light id="500" radius="60"/><light id="501" radius="61"/></add>)";
    const auto parsed = XmlDocument::parse("<edits>" + edits + "</edits>", "edits.xml");
    REQUIRE(parsed);
    REQUIRE(edit::apply(map, *parsed));
    std::filesystem::create_directories(game / "MAPS");
    REQUIRE(edit::save(map, game / "MAPS/ISLAND.RGM", edit::Storage::binary, {}));
}

/// Returns all files of a folder except the state of mods.
inline std::map<std::string, std::string> files_of_game(const std::filesystem::path& game)
{
    std::map<std::string, std::string> files;
    const auto listed = mod::list_game_files(game);
    REQUIRE(listed);
    for (const auto& [path, file] : *listed) {
        files.emplace(path, content_of_file(file));
    }
    return files;
}

/// Makes a mod of the difference between a game and a changed copy, in the folder NAME.mod.
inline mod::Mod make_test_mod(const std::string& name, const std::filesystem::path& game,
                              const std::filesystem::path& changed)
{
    auto difference = mod::compare_games(game, changed);
    INFO((difference ? "" : describe(difference.error())));
    REQUIRE(difference);
    mod::Mod made;
    made.manifest.name = Text(name);
    made.patches = std::move(difference->patches);
    made.files = std::move(difference->files);
    made.side_files = std::move(difference->side_files);
    return made;
}

}  // namespace redforge::test
