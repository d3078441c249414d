// Installs 30 mods in a game of full size: 27 maps and an RTX of 185 MB.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <sys/resource.h>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "rgm/map.hpp"

namespace redforge::bench {
namespace {

namespace fs = std::filesystem;

constexpr int maps = 27;
constexpr int mods = 30;

std::string map_name(int number)
{
    return number == 0 ? "ISLAND" : fmt::format("TOWN{:02}", number);
}

void write_game(const fs::path& game)
{
    fs::create_directories(game / "MAPS");
    const Bytes large = rgm::write_map(town(22)).value();  // as large as the island of the game
    const Bytes small = rgm::write_map(town(3)).value();
    for (int i = 0; i < maps; ++i) {
        keep(write_file(game / "MAPS" / (map_name(i) + ".RGM"), i == 0 ? large : small, {}).value());
    }
    std::ofstream(game / "ITEM.INI", std::ios::binary) << "[items]\r\nname[0] = swrd\r\n";
    write_dialogue(game / "ENGLISH.RTX");
}

/// Writes a mod that changes the island, two other maps, the dialogue and the items. The last two mods change one map
/// only.
void write_mod(const fs::path& folder, int number)
{
    fs::create_directories(folder / "patches/MAPS");
    std::ofstream(folder / "mod.xml") << fmt::format("<mod name=\"m{:02}\" version=\"1.0.0\"/>\n", number);
    const auto patch = [&](const std::string& path, const std::string& edits) {
        std::ofstream(folder / "patches" / (path + ".xml")) << "<edits patch=\"1\">" << edits << "</edits>\n";
    };
    const auto change_map = [&](int map, int object) {
        patch("MAPS/" + map_name(map) + ".RGM",
              fmt::format(
                  "<set path=\"objects[{}].position.x\" value=\"{}\"/><add path=\"objects\" before=\"end\"><object "
                  "id=\"{}\"/></add>",
                  object, 1000 + number, 900000 + number));
    };
    if (number >= mods - 2) {
        change_map(maps - 1, 0);
        return;
    }
    change_map(0, number);
    change_map(1 + number % 12, number);
    change_map(13 + number % 12, number);
    patch("ENGLISH.RTX",
          fmt::format("<add path=\"entries\" before=\"end\"><entry label=\"m0{:02}\" text=\"Mod {}\"/></add>", number,
                      number));
    patch("ITEM.INI", fmt::format("<add path=\"sections[name=items].lines\" before=\"end\"><key name=\"name[{}]\" "
                                  "value=\"m0{:02}\"/></add>",
                                  100 + number, number));
}

/// Returns the user and system time of the finished child programs, in seconds.
double seconds_of_programs()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Runs a command. Limits the seconds on the clock, because a user waits for the disk too, and adds the processor time.
void measure_command(Figures& figures, const std::string& name, const std::string& arguments, double limit)
{
    const double processor = seconds_of_programs();
    const auto begin = std::chrono::steady_clock::now();
    const std::string command = fmt::format("'{}' {} >/dev/null 2>&1", REDFORGE_PROGRAM, arguments);
    const int status = std::system(command.c_str());  // NOLINT(*mt-unsafe*): one thread
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (status != 0) {
        figures.push_back({name + ": failed", "", "", "", false});
        return;
    }
    figures.push_back(at_most(name, took.count(), limit, "s"));
    figures.push_back(plain("    processor time, user and system", seconds_of_programs() - processor, "s"));
}

}  // namespace

void measure_mods(Figures& figures)
{
    std::string name = (fs::temp_directory_path() / "redforge-bench-XXXXXX").string();
    const fs::path folder = mkdtemp(name.data());
    const fs::path game = folder / "game";
    write_game(game);
    std::string paths;
    std::string names;
    std::string other_order;
    for (int i = 0; i < mods; ++i) {
        const fs::path mod = folder / fmt::format("m{:02}.mod", i);
        write_mod(mod, i);
        paths += fmt::format(" '{}'", mod.string());
        names += fmt::format(" m{:02}", i);
        const int swapped = i < mods - 2 ? i : i == mods - 2 ? mods - 1 : mods - 2;
        other_order += fmt::format(" m{:02}", swapped);
    }
    const std::string at_game = fmt::format(" --game '{}'", game.string());
    measure_command(figures, "mod install of 30 mods in 27 maps and an RTX of 185 MB", "mod install" + paths + at_game,
                    10);
    measure_command(figures, "  mod order that concerns one map", "mod order" + other_order + at_game, 1);
    measure_command(figures, "  mod remove of all", "mod remove" + names + at_game, 10);
    std::error_code ignored;
    for (fs::recursive_directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
        fs::permissions(at->path(), fs::perms::owner_write, fs::perm_options::add, ignored);
    }
    fs::remove_all(folder, ignored);
}

}  // namespace redforge::bench
