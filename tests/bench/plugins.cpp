// Plugins: verifies real plugins; lists and edits a generated master of 250 MB.
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "bench/measure.hpp"
#include "support/random.hpp"
#include "tes/plugin/record.hpp"
#include "tes/plugin_builder.hpp"

namespace redforge::bench {
namespace {

namespace fs = std::filesystem;
using namespace tes::test;

/// Writes a master in the proportions of a real one: a few scripts, many references in cells, landscapes.
void write_master(const fs::path& path, std::size_t size)
{
    test::Random random(1);
    std::ofstream out(path, std::ios::binary);
    const auto put = [&](const Bytes& bytes) {
        out.write(as_text(bytes).data(), static_cast<std::streamsize>(bytes.size()));
    };
    const auto group_header = [&](std::string_view label, std::uint32_t type, std::size_t content) {
        return joined(
            {text("GRUP"), number(static_cast<std::uint32_t>(20 + content)), text(label), number(type), Bytes(4)});
    };
    std::uint32_t form_id = 0x800;
    put(tes4(20, 0));
    Bytes scripts;
    for (std::size_t i = 0; i < 2000; ++i) {
        append(scripts, small_script(form_id++, fmt::format("Script{:04}", i)));
    }
    put(joined({group_header("SCPT", 0, scripts.size()), scripts}));
    Bytes landscape = record(20, "LAND", 0, joined({sub("VNML", random.bytes(3267)), sub("VCLR", random.bytes(3267))}));
    // A cell has a thousand references and a landscape.
    const auto cell = [&] {
        Bytes records;
        for (std::size_t i = 0; i < 1000; ++i) {
            Bytes placement;
            for (int axis = 0; axis < 6; ++axis) {
                append_le(placement, std::bit_cast<std::uint32_t>(static_cast<float>(random.below(4))));
            }
            append(records, record(20, "REFR", form_id++,
                                   joined({sub("NAME", number(std::uint32_t{0x14})), sub("DATA", placement),
                                           sub("XSCL", number(std::uint32_t{0x3F800000}))})));
        }
        store_le(landscape.data() + 12, form_id++);
        append(records, landscape);
        return records;
    };
    const std::size_t cell_size = cell().size() + 20;
    const std::size_t cells = (size - scripts.size()) / cell_size;
    put(group_header("CELL", 0, cells * cell_size));
    for (std::size_t i = 0; i < cells; ++i) {
        const Bytes records = cell();
        put(joined({group_header("\1\2\3\4", 6, records.size()), records}));
    }
}

void measure_real(Figures& figures)
{
    const char* corpus = std::getenv("REDFORGE_CORPUS");
    if (corpus == nullptr) {
        figures.push_back({"verify of real plugins: left out, REDFORGE_CORPUS is not set", "", "", "", true});
        return;
    }
    std::uintmax_t size = 0;
    std::string folders;
    for (const std::string_view name : {"oblivion-plugins", "skyrim-plugins"}) {
        const fs::path folder = fs::path(corpus) / name;
        folders += fmt::format(" '{}'", folder.string());
        for (const auto& entry : fs::directory_iterator(folder)) {
            size += entry.file_size();
        }
    }
    figures.push_back(
        at_least("verify of real plugins, a core", verify_rate(folders, static_cast<double>(size)) / 1e6, 8, "MB/s"));
}

}  // namespace

void measure_plugins(Figures& figures)
{
    measure_real(figures);
    std::string name = (fs::temp_directory_path() / "redforge-bench-XXXXXX").string();
    const fs::path folder = mkdtemp(name.data());
    const std::string master = (folder / "Master.esm").string();
    constexpr std::size_t size = std::size_t{250} << 20U;
    write_master(master, size);
    const double hashing = command_seconds(3, fmt::format("sha256sum '{}'", master));
    const auto timed = [&](std::string_view title, const std::string& command, double seconds) {
        const double taken = program_seconds(3, command);
        figures.push_back(at_most(std::string(title), taken, seconds, "s"));
        figures.push_back(plain("  as a multiple of sha256sum", taken / hashing, "times"));
    };
    const auto row = [&](std::string_view title, const std::string& command, double seconds) {
        timed(title, command, seconds);
        figures.push_back(
            at_most("  its memory, of the file's size", program_peak(command) / static_cast<double>(size), 2, "times"));
    };
    row("info on a plugin of 250 MB", fmt::format("info '{}'", master), 0.8);
    row("get of one record of it", fmt::format("get '{}' scripts[Script0007]", master), 1.0);
    timed("find of a text that it does not have", fmt::format("find '{}' '*:zzqqzz'", master), 30);
    timed("check of it", fmt::format("check '{}'", master), 30);
    row("verify of it", fmt::format("verify '{}'", master), 2.7);
    const std::string set = fmt::format("set '{}' 'scripts[Script0007].variables[0].name=total' -o '{}'", master,
                                        (folder / "Changed.esm").string());
    figures.push_back(at_most("set of one field in it", program_seconds(3, set), 2, "s"));
    // The changed file is read back in one piece, next to the original.
    figures.push_back(
        at_most("  its memory, of the file's size", program_peak(set) / static_cast<double>(size), 2.2, "times"));
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

}  // namespace redforge::bench
