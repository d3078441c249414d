// Dialogue: reads a text in an RTX as large as the game's, searches the RTX, and changes it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/bytes/bytes.hpp"
#include "support/random.hpp"

namespace redforge::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t voiced = 3933;  // entries with a voice in the game's file
constexpr std::size_t silent = 933;
constexpr std::size_t voice_size = 47000;  // bytes; the file then has about 185 MB

/// Returns the label of an entry: its number as four letters.
std::string label_of(std::size_t number)
{
    std::string label = "?aaa";
    for (std::size_t at = 4; at-- > 1; number /= 26) {
        label[at] = static_cast<char>('a' + number % 26);
    }
    return label;
}

}  // namespace

std::size_t write_dialogue(const fs::path& path)
{
    test::Random random(1);
    std::ofstream out(path, std::ios::binary);
    const auto put = [&](const Bytes& bytes) {
        out.write(as_text(bytes).data(), static_cast<std::streamsize>(bytes.size()));
    };
    const Bytes samples = random.bytes(voice_size);
    Bytes index;
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < voiced + silent; ++i) {
        const std::string text = fmt::format("This is what entry {} says, in a line of some length.", i);
        Bytes payload(2);
        payload[1] = i < voiced ? std::byte{1} : std::byte{0};
        append_le(payload, static_cast<std::uint32_t>(text.size()));
        append(payload, as_bytes(text));
        if (i < voiced) {
            append_le(payload, std::uint32_t{1});  // 16 bits, mono
            append_le(payload, std::uint32_t{1});
            append_le(payload, std::uint32_t{22050});  // one second of samples
            append(payload, as_bytes(std::string_view("d\0", 2)));
            append_le(payload, std::uint32_t{0});
            append_le(payload, std::uint32_t{0xFFFFFFFF});
            append_le(payload, static_cast<std::uint32_t>(voice_size));
            payload.push_back(std::byte{0});
            append(payload, samples);
        }
        Bytes head(8);
        std::ranges::copy(as_bytes(label_of(i)), head.begin());
        store_be32(head.data() + 4, static_cast<std::uint32_t>(payload.size()));
        append(index, as_bytes(label_of(i)));
        append_le(index, at + 8);
        append_le(index, static_cast<std::uint32_t>(payload.size()));
        put(head);
        put(payload);
        at += static_cast<std::uint32_t>(head.size() + payload.size());
    }
    Bytes end(as_bytes(std::string_view("END ")).begin(), as_bytes(std::string_view("END ")).end());
    append(end, index);
    append(end, as_bytes(std::string_view("RNAV")));
    append_le(end, at + 4);
    append_le(end, static_cast<std::uint32_t>(voiced + silent));
    put(end);
    return at + end.size();
}

void measure_dialogue(Figures& figures)
{
    std::string name = (fs::temp_directory_path() / "redforge-bench-XXXXXX").string();
    const fs::path folder = mkdtemp(name.data());
    const std::string file = (folder / "ENGLISH.RTX").string();
    const std::size_t size = write_dialogue(file);
    const std::string label = label_of(voiced - 1);
    const std::string get = fmt::format("get '{}' 'entries[label=\"{}\"].text'", file, label);
    figures.push_back(at_most(fmt::format("get of one text in an RTX of {} MB", size / 1000000),
                              1e3 * program_seconds(5, get), 50, "ms"));
    figures.push_back(at_most("  its memory", program_peak(get) / 1e6, 20, "MB"));
    const std::string info = fmt::format("info '{}'", file);
    figures.push_back(plain("info on it", 1e3 * program_seconds(3, info), "ms"));
    figures.push_back(plain("  its memory", program_peak(info) / 1e6, "MB"));
    const std::string find = fmt::format("find '{}' 'text:*entry 4711*'", file);
    figures.push_back(plain("find of a word in all its texts", 1e3 * program_seconds(3, find), "ms"));
    figures.push_back(plain("  its memory", program_peak(find) / 1e6, "MB"));
    const std::string changed = (folder / "CHANGED.RTX").string();
    const std::string set =
        fmt::format("set '{}' 'entries[label=\"{}\"].text=Other words' --force -o '{}'", file, label, changed);
    const std::string run_set = fmt::format("'{}' {} >/dev/null 2>&1", REDFORGE_PROGRAM, set);
    const std::string copy = fmt::format("cp '{}' '{}' && sync '{}'", file, changed, changed);
    // Redforge also reads the file back, which a copy does not.
    const std::vector<double> ways =
        median_seconds(3, {[&] { keep(std::system(run_set.c_str())); }, [&] { keep(std::system(copy.c_str())); }});
    figures.push_back(at_most("set of one text in it", ways[0] / ways[1], 10, "x", "a copy"));
    figures.push_back(at_most("  its memory", program_peak(set) / 1e6, 30, "MB"));
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

}  // namespace redforge::bench
