// What the program says, word for word: transcripts of its use, and the examples of the README.
//
// REDFORGE_UPDATE=1 writes the transcripts anew, to be read by a person before they are committed.
#include <cstdlib>
#include <fstream>
#include <regex>

#include <catch2/catch.hpp>

#include "program.hpp"

using namespace redforge::test;

namespace {

const std::filesystem::path source_folder = REDFORGE_SOURCE;

/// The ```console blocks of a Markdown text, one transcript each.
std::vector<std::string> console_blocks(const std::string& markdown)
{
    std::vector<std::string> blocks;
    static constexpr std::string_view open = "```console\n";
    for (std::size_t at = markdown.find(open); at != std::string::npos; at = markdown.find(open, at)) {
        at += open.size();
        blocks.push_back(markdown.substr(at, markdown.find("```", at) - at));
    }
    return blocks;
}

}  // namespace

TEST_CASE("The program says what its transcripts say", "[cli]")
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder / "tests/cli/transcripts")) {
        const std::string expected = read_whole(entry.path());
        const std::string said = replay(expected);
        if (std::getenv("REDFORGE_UPDATE") != nullptr) {
            std::ofstream(entry.path(), std::ios::binary) << said;
        }
        INFO(entry.path().filename().string());
        CHECK(said == expected);
        ++count;
    }
    CHECK(count >= 3);
}

TEST_CASE("The examples of the README are real", "[cli]")
{
    // One story: its blocks follow each other in one folder.
    std::string story;
    for (const std::string& block : console_blocks(read_whole(source_folder / "README.md"))) {
        story += block;
    }
    REQUIRE(commands_of(story).size() >= 5);
    CHECK(replay(story) == story);
}
