// Scripts: disassembles and assembles as many scripts as a large map has. Measures the growth with the code size, and
// the folder form of a map with source relative to hex.
#include <cstdlib>
#include <filesystem>
#include <random>

#include <fmt/format.h>

#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "rgm/map.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "support/random_script.hpp"

namespace redforge::bench {
namespace {

/// Returns scripts for as many actors as a large map has, with `statements` statements each.
std::vector<soup::Script> scripts(std::size_t actors, std::size_t statements)
{
    std::mt19937 random(1);
    std::vector<soup::Script> made;
    for (std::size_t i = 0; i < actors; ++i) {
        made.push_back(test::random_program(random, statements, false));
    }
    return made;
}

struct Sizes {
    std::size_t statements{};
    std::size_t text{};
};

Sizes there_and_back(const std::vector<soup::Script>& all, const soup::Names& names, bool back)
{
    Sizes sizes;
    for (const soup::Script& script : all) {
        const soup::Source source = soup::disassemble(script, &names, {.proof = soup::Proof::none});
        sizes.statements += source.listing.statements.size();
        sizes.text += source.text.size();
        if (back) {
            keep(soup::assemble(source.text, "x.soup",
                                {.names = &names, .previous = &script, .checks = soup::Checks::none}));
        }
    }
    return sizes;
}

/// Measures the largest sample to a folder and back, with scripts as source and as hex.
void measure_folder(Figures& figures)
{
    const char* samples = std::getenv("REDFORGE_SAMPLES");
    if (samples == nullptr) {
        figures.push_back(
            {"the folder of the largest sample: left out, REDFORGE_SAMPLES is not set", "", "", "", true});
        return;
    }
    const std::filesystem::path map = std::filesystem::path(samples) / "game" / "MAPS" / "ISLAND.RGM";
    // Use a memory file system if there is one: disk access would hide the difference.
    std::error_code failed;
    const std::filesystem::path memory = "/dev/shm";
    std::string name =
        ((std::filesystem::is_directory(memory, failed) ? memory : std::filesystem::temp_directory_path()) /
         "redforge-bench-XXXXXX")
            .string();
    const std::filesystem::path folder = mkdtemp(name.data());
    Format hex = *edit::find_format(rgm::Map::root);
    hex.side_codecs = {};
    std::size_t round = 0;
    const auto there_and_back = [&](bool as_source) {
        const std::filesystem::path unpacked = folder / std::to_string(++round);
        edit::Loaded loaded = edit::load(map).value();
        keep(edit::save(as_source ? std::move(loaded.document)
                                  : edit::Document(hex, std::make_shared<rgm::Map>(
                                                            std::move(*edit::get_if<rgm::Map>(loaded.document)))),
                        unpacked, edit::Storage::folder, {}, loaded.context)
                 .value());
        keep(edit::save(edit::load(unpacked).value().document, folder / "x.RGM", edit::Storage::binary,
                        {.overwrite = Overwrite::allow})
                 .value());
        std::filesystem::remove_all(unpacked, failed);
    };
    const std::vector<double> times =
        median_seconds(15, {[&] { there_and_back(true); }, [&] { there_and_back(false); }});
    figures.push_back(plain("the largest sample to a folder and back, scripts as source", times[0] * 1e3, "ms"));
    figures.push_back(at_most("  against scripts as hex", times[0] / times[1], 1.5, "x", "the same as hex"));
    std::filesystem::remove_all(folder, failed);
}

}  // namespace

void measure_scripts(Figures& figures)
{
    std::mt19937 random(2);
    const soup::Names names(test::random_definitions(random));
    const std::vector<soup::Script> map = scripts(240, 95);
    const Sizes sizes = there_and_back(map, names, false);
    const std::vector<double> times = median_seconds(15, {
                                                             [&] { keep(there_and_back(map, names, true)); },
                                                             [&] { keep(there_and_back(map, names, false)); },
                                                         });
    const std::vector<soup::Script> ten = scripts(1, 95 * 240 * 10);
    const std::vector<soup::Script> hundred = scripts(1, 95 * 240 * 100);
    const std::vector<double> grown = median_seconds(3, {
                                                            [&] { keep(there_and_back(ten, names, true)); },
                                                            [&] { keep(there_and_back(hundred, names, true)); },
                                                        });
    figures.push_back(
        at_most(fmt::format("scripts of a map, {} statements, {:.1f} MB of source: disassemble + assemble",
                            sizes.statements, static_cast<double>(sizes.text) / 1e6),
                times[0] * 1e3, 100, "ms"));
    figures.push_back(plain("  of which disassemble", times[1] * 1e3, "ms"));
    figures.push_back(at_most("  its slope from 10 to 100 times as many in one script, 1 being in proportion",
                              growth(10, grown[0], 100, grown[1]), 1.5, "", "itself, 10 x"));
    const double cost = peak_bytes([&] { keep(there_and_back(map, names, true)); }) - peak_bytes([] {});
    figures.push_back(at_most("  memory", cost / 1e6, 50, "MB"));
    measure_folder(figures);
}

}  // namespace redforge::bench
