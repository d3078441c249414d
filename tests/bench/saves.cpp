// Saves: both laws on a whole save, and reading actors.
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "bench/measure.hpp"
#include "core/files.hpp"
#include "tes/save.hpp"
#include "tes/save_change.hpp"

namespace redforge::bench {
namespace {

namespace fs = std::filesystem;

/// An NPC with the parts that nearly all of a game's have, and one in ten with some more.
tes::NpcChange npc(std::uint32_t number)
{
    tes::NpcChange actor;
    actor.form_id = 0x10000 + number;
    actor.attributes = tes::Attributes{50, 40, 30, 40, 50, 45, 35, 50};
    actor.base_data = tes::BaseData<tes::ActorKind::npc>{2, 100, 120, 25, 8, 1, 20};
    actor.health = tes::Health{90 + number % 100};
    actor.skills = tes::NpcSkills{};
    actor.skills->blade = static_cast<std::uint8_t>(number);
    if (number % 10 == 0) {
        actor.spells.emplace().spells.resize(4, {{1 + number % 1000, {}, {}}});
        actor.modifiers.emplace().modifiers = {{9, -10.5F}, {10, 3}};
    }
    return actor;
}

/// A save with a picture, a FormID for each of 20,000 forms, and change records as in a long game: for each actor's
/// `others` of other types, of 60 bytes.
tes::Save save(std::size_t actors, std::size_t others)
{
    tes::Save made;
    made.header.player_name = Text("Somebody");
    made.header.location = Text("Somewhere");
    made.header.screenshot = {256, 192, Bytes(std::size_t{3} * 256 * 192, std::byte{0x5A})};
    made.plugins.resize(10, {Text("Plugin.esp")});
    made.temporary_effects.resize(20000, std::byte{0x21});
    for (std::uint32_t i = 0; i < 20000; ++i) {
        made.form_ids.push_back({i});
    }
    for (std::uint32_t i = 0; i < actors; ++i) {
        made.changes.emplace_back(Boxed<tes::NpcChange>(npc(i)));
        for (std::uint32_t k = 0; k < others; ++k) {
            made.changes.emplace_back(tes::Change{0x50000 + i, 49, 0x4000002, 125, Bytes(60, std::byte(i))});
        }
    }
    return made;
}

/// Measures `verify` for each file of a folder: read, write and compare; unpack, pack and compare.
void measure_verify(Figures& figures, std::string_view name, const fs::path& folder)
{
    double size = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        size += static_cast<double>(entry.file_size());
    }
    // The longest game of the corpus has 2.4 MB: a third of a second.
    figures.push_back(at_least(fmt::format("verify of {}, {:.1f} MB, a core", name, size / 1e6),
                               verify_rate(fmt::format("'{}'", folder.string()), size) / 1e6, 8, "MB/s"));
}

}  // namespace

void measure_saves(Figures& figures)
{
    const fs::path folder = fs::temp_directory_path() / "redforge-bench-saves";
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    const Bytes bytes = tes::write_save(save(1500, 12)).value();
    if (write_file(folder / "made.ess", bytes, {.overwrite = Overwrite::allow})) {
        measure_verify(figures, "a save of 1,500 actors and 18,000 other records", folder);
    }
    fs::remove_all(folder, ignored);
    if (const char* const corpus = std::getenv("REDFORGE_CORPUS")) {
        measure_verify(figures, "the saves of the corpus", fs::path(corpus) / "oblivion-saves");
    }
    constexpr std::size_t actors = 100000;
    const Bytes many = tes::write_save(save(actors, 0)).value();
    const double seconds = median_seconds(5, {[&] { keep(tes::read_save(many).value()); }})[0];
    figures.push_back(
        at_least("actors read from a save", static_cast<double>(actors) / seconds / 1e3, 600, "thousand/s"));
}

}  // namespace redforge::bench
