// The sample game: verifies all maps, and converts the largest map to XML and back.
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "rgm/map.hpp"

namespace redforge::bench {
namespace {

/// Repeats the records of a list.
void repeat(const ListView& list, std::size_t times)
{
    const std::size_t once = list.size();
    for (std::size_t i = once; i < times * once; ++i) {
        list.child->ops->append_copy(list.list, list.list, i % once);
    }
}

void convert(const std::string& from, const std::string& to, edit::Storage storage)
{
    edit::Loaded loaded = edit::load(from).value();
    keep(edit::save(std::move(loaded.document), to, storage, {}).value());
}

/// Converts a map file to text, and the text to a map file.
void through_memory(const std::string& from, const std::string& to)
{
    TextSink text;
    edit::load(from).value().document.write_xml(text);
    edit::Document again = edit::read_text(text.str(), "map.xml").value();
    keep(edit::save(std::move(again), to, edit::Storage::binary, {}).value());
}

/// Returns the map with all its records repeated.
rgm::Map repeated(rgm::Map map, std::size_t times)
{
    const RecordHandle root = handle_of(map);
    for (const ChildEntry& child : root.table().children) {
        if (child.kind == ChildEntry::Kind::group) {
            repeat(root.group(child).find_list(""), times);
        }
    }
    return map;
}

}  // namespace

void measure_program(Figures& figures)
{
    const char* samples = std::getenv("REDFORGE_SAMPLES");
    if (samples == nullptr) {
        figures.push_back({"the program on the sample game: left out, REDFORGE_SAMPLES is not set", "", "", "", true});
        return;
    }
    const std::filesystem::path maps = std::filesystem::path(samples) / "game" / "MAPS";
    figures.push_back(at_most("verify of the sample game's maps",
                              1e3 * program_seconds(9, fmt::format("verify '{}'", maps.string())), 1000, "ms"));

    const Result<Bytes> largest = read_file(maps / "ISLAND.RGM");
    const Result<rgm::Map> map = largest ? rgm::read_map(*largest) : Result<rgm::Map>(fail(largest.error()));
    if (!map) {
        figures.push_back({"ISLAND.RGM: " + describe(map.error()), "", "", "", false});
        return;
    }
    std::string name = (std::filesystem::temp_directory_path() / "redforge-bench-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(name.data());
    double size_before = 0;
    double cost_before = 0;
    double check_before = 0;
    for (const std::size_t scale : {std::size_t{1}, std::size_t{10}, std::size_t{100}}) {
        const Bytes bytes = rgm::write_map(repeated(*map, scale)).value();
        const std::string file = (folder / fmt::format("{}.RGM", scale)).string();
        const std::string text = (folder / "x.xml").string();
        keep(write_file(file, bytes, {.overwrite = Overwrite::allow}).value());
        const std::size_t rounds = scale == 100 ? 1 : 9;
        const double check = program_seconds(rounds, fmt::format("check '{}'", file));
        figures.push_back(plain(fmt::format("  check of it x {}", scale), check * 1e3, "ms"));
        const std::string back = (folder / "y.RGM").string();
        if (scale == 1) {
            std::size_t round = 0;  // write new files in each round, because replacing a file also costs its removal
            const auto named = [&](std::string_view end) {
                return (folder / fmt::format("round-{}{}", round, end)).string();
            };
            const std::vector<double> ways =
                median_seconds(15, {[&] {
                                        ++round;
                                        convert(file, named(".xml"), edit::Storage::text);
                                        convert(named(".xml"), named(".RGM"), edit::Storage::binary);
                                    },
                                    [&] { through_memory(file, named(".memory.RGM")); }});
            figures.push_back(at_most("the largest sample from file to file through XML", ways[0] * 1e3, 500, "ms"));
            figures.push_back(plain("  the same with the text in memory", ways[1] * 1e3, "ms"));
        }
        const double unpack = program_seconds(rounds, fmt::format("unpack '{}' -o '{}'", file, text));
        const double pack = program_seconds(rounds, fmt::format("pack '{}' -o '{}'", text, back));
        const double seconds = unpack + pack;
        const auto size = static_cast<double>(bytes.size());
        const std::string title = fmt::format("  by two programs: unpack {:.0f} ms + pack {:.0f} ms of it x {}",
                                              unpack * 1e3, pack * 1e3, scale);
        figures.push_back(plain(title, 1e3 * seconds, "ms"));
        if (scale == 100) {
            figures.push_back(at_most("    its slope, 1 being in proportion",
                                      growth(size_before, cost_before, size, seconds), 1.25, "", "itself, 10 x"));
            figures.push_back(at_most("    the slope of check", growth(size_before, check_before, size, check), 1.25,
                                      "", "itself, 10 x"));
        }
        size_before = size;
        cost_before = seconds;
        check_before = check;
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

}  // namespace redforge::bench
