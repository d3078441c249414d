// The folder of sample files, which is not part of the project.
#include "support/samples.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

namespace redforge::test {

std::filesystem::path samples_or_skip(std::string_view test)
{
    const char* const named = std::getenv("REDFORGE_SAMPLES");  // NOLINT(*mt-unsafe*): the tests never set it
    if (named != nullptr && std::filesystem::is_directory(named)) {
        return named;
    }
    std::cout << "SKIPPED: " << test << ": "
              << (named == nullptr || *named == '\0' ? "REDFORGE_SAMPLES names no folder of sample files"
                                                     : "REDFORGE_SAMPLES names a folder that is not there")
              << '\n';
    return {};
}

Bytes read_file(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    const std::vector<char> content{std::istreambuf_iterator<char>(in), {}};
    const ByteView bytes = std::as_bytes(std::span(content));
    return {bytes.begin(), bytes.end()};
}

std::vector<std::filesystem::path> maps_below(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".RGM") {
            found.push_back(entry.path());
        }
    }
    std::ranges::sort(found);
    return found;
}

}  // namespace redforge::test
