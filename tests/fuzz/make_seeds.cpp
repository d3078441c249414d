// Writes the seeds of the map targets: small maps that have something in every section, as files and as texts.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "support/laws.hpp"
#include "support/map_file.hpp"
#include "support/random_map.hpp"

int main(int argc, char* argv[])
{
    using namespace redforge;
    if (argc != 2) {
        std::cerr << "usage: make_seeds FOLDER (tests/fuzz/corpus)\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const auto write = [&](const std::string& target, const std::string& name, std::string_view content) {
        std::filesystem::create_directories(folder / target);
        std::ofstream(folder / target / name, std::ios::binary) << content;
    };
    const auto add = [&](const std::string& name, const Bytes& bytes) {
        write("map", name + ".rgm", as_text(bytes));
        if (const Result<rgm::Map> map = rgm::read_map(bytes)) {
            write("map_xml", name + ".xml", test::to_xml(*map));
        }
    };
    add("small", test::small_map().bytes());
    add("empty", test::text_bytes("END "));
    int taken = 0;
    for (std::uint64_t seed = 0; taken < 12; ++seed) {  // damaged ones bring the overrides into the corpus
        const Bytes bytes = test::random_file(seed);
        if (bytes.size() > 200 && bytes.size() < 4000) {
            add("damaged_" + std::to_string(seed), bytes);
            ++taken;
        }
    }
    return 0;
}
