// Saves: both laws on a whole save, and reading actors.
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "core/xml/xml_reader.hpp"
#include "tes/save/save.hpp"
#include "tes/save/save_changes.hpp"

namespace redforge::bench {
namespace {

namespace fs = std::filesystem;

/// Returns two NPCs: one with the parts that most NPCs of a game have, and one with more parts.
const tes::Changes& actors()
{
    static const tes::Changes changes = [] {
        constexpr std::string_view begin =
            R"(<attributes strength="50" intelligence="40" willpower="30" agility="40" speed="50" endurance="45"
               personality="35" luck="50"/>
               <base_data flags="essential" magicka="100" fatigue="120" barter_gold="25" level="8" calc_min="1" calc_max="20"/>)";
        constexpr std::string_view end =
            R"(<skills armorer="0" athletics="0" blade="9" block="0" blunt="0" hand_to_hand="0" heavy_armor="0" alchemy="0"
               alteration="0" conjuration="0" destruction="0" illusion="0" mysticism="0" restoration="0" acrobatics="0"
               light_armor="0" marksman="0" mercantile="0" security="0" sneak="0" speechcraft="0"/></npc>)";
        const std::string text = fmt::format(
            R"(<save><npc form_id="00000001">{}<health value="90"/>{}<npc form_id="00000002">{}<spells><spell form_id="00000001"/>
               <spell form_id="00000002"/><spell form_id="00000003"/><spell form_id="00000004"/></spells><health value="90"/>
               <modifiers><modifier actor_value="magicka" value="-10.5"/><modifier actor_value="fatigue" value="3"/></modifiers>
               {}</save>)",
            begin, end, begin, end);
        const XmlDocument document = XmlDocument::parse(text, "bench").value();
        tes::Save save;
        if (const Status read = XmlReader(document).document(tes::Save::root, handle_of(save)); !read) {
            throw std::logic_error(read.error().message);
        }
        return save.changes;
    }();
    return changes;
}

/// Adds an NPC. Every tenth has more parts.
void add_npc(tes::Changes& changes, std::uint32_t number)
{
    MixedList one = actors();
    one.erase(number % 10 == 0 ? 0 : 1);
    tes::form_id_of(one.front()) = 0x10000 + number;
    changes.append_all(std::move(one));
}

/// Returns a save with a picture, the FormIDs of 20,000 forms, and change records as in a long game: for each actor,
/// `others` records of other types with 60 bytes.
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
        add_npc(made.changes, i);
        for (std::uint32_t k = 0; k < others; ++k) {
            tes::append_change(made.changes, {0x50000 + i, 49, 0x4000002, 125, 60}, Bytes(60, std::byte(i)), nullptr);
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
    // The largest save of the corpus has 2.4 MB, which takes a third of a second.
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
