// Transcripts of the program's use, and the examples of the README and the pages in docs, compared literally. They are
// approved texts (support/approved.hpp).
#include <algorithm>

#include <catch2/catch.hpp>

#include "program.hpp"
#include "support/approved.hpp"
#include "support/source_folder.hpp"

using namespace redforge::test;

namespace {

/// Splits a Markdown text into the pieces between ```console blocks, and the blocks, in turn.
std::vector<std::string> split_blocks(const std::string& markdown)
{
    static constexpr std::string_view open = "```console\n";
    std::vector<std::string> pieces;
    std::size_t at = 0;
    for (std::size_t begin = markdown.find(open); begin != std::string::npos; begin = markdown.find(open, at)) {
        begin += open.size();
        pieces.push_back(markdown.substr(at, begin - at));
        at = markdown.find("```", begin);
        pieces.push_back(markdown.substr(begin, at - begin));
    }
    pieces.push_back(markdown.substr(at));
    return pieces;
}

/// Returns the page with the current output of its commands. All blocks run in one folder, one after another.
std::string replay_page(const std::string& markdown)
{
    std::vector<std::string> pieces = split_blocks(markdown);
    std::string story;
    for (std::size_t i = 1; i < pieces.size(); i += 2) {
        story += pieces[i];
    }
    const std::string replayed = replay(story);
    // A block begins at its first command.
    std::size_t at = 0;
    for (std::size_t i = 1; i < pieces.size(); i += 2) {
        std::size_t end = at;
        for (std::size_t left = commands_of(pieces[i]).size(); left > 0; --left) {
            end = std::min(replayed.find("\n$ ", end), replayed.size() - 1) + 1;
        }
        pieces[i] = replayed.substr(at, end - at);
        at = end;
    }
    std::string page;
    for (const std::string& piece : pieces) {
        page += piece;
    }
    return page;
}

}  // namespace

TEST_CASE("transcripts: the output matches the transcripts", "[cli]")
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/cli/transcripts")) {
        check_approved(entry.path(), replay(read_whole(entry.path())));
        ++count;
    }
    CHECK(count >= 3);
}

TEST_CASE("docs: examples in the README and docs print what they show", "[cli]")
{
    std::vector<std::filesystem::path> pages{source_folder() / "README.md"};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "docs")) {
        if (entry.path().extension() == ".md") {
            pages.push_back(entry.path());
        }
    }
    std::size_t examples = 0;
    for (const std::filesystem::path& page : pages) {
        const std::string text = read_whole(page);
        const std::vector<std::string> pieces = split_blocks(text);
        if (pieces.size() < 2) {
            continue;
        }
        examples += pieces.size() / 2;
        check_approved(page, replay_page(text));
    }
    CHECK(examples >= 15);
}

TEST_CASE("docs: the recipes of the cookbook run in one shell", "[cli]")
{
    const std::vector<std::string> pieces = split_blocks(read_whole(source_folder() / "docs/cookbook.md"));
    std::string story = "exec 3>&1 >/dev/null 2>&1\n";
    for (std::size_t i = 1; i < pieces.size(); i += 2) {
        for (const std::string& command : commands_of(pieces[i])) {
            // A page must mention an exit status other than 0.
            const std::size_t at = pieces[i].find("$ " + command + "\n");
            const std::size_t next = pieces[i].find("\n$ ", at + 1);
            const bool fails = pieces[i].substr(at, next - at).find("\n[exit ") != std::string::npos;
            story += command + (fails ? "\n" : "\n[ $? = 0 ] || echo \"failed: line $LINENO\" >&3\n");
        }
    }
    const TemporaryFolder folder;
    CHECK(run_shell(folder.path(), story).output == "");
}
