// Runs the redforge program as a user's shell would.
#include "program.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#ifndef _WIN32
#include <sys/wait.h>
#endif

namespace redforge::test {
#ifdef _WIN32

ProcessResult run_shell(const std::filesystem::path& /*folder*/, const std::string& /*command*/)
{
    return {"there is no POSIX shell on Windows\n", 127};  // the status of a missing program
}

#else
namespace {

std::string quoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return out + "'";
}

}  // namespace

ProcessResult run_shell(const std::filesystem::path& folder, const std::string& command)
{
    // The same transcripts can test another program, such as the Windows build (tests/windows/run).
    const char* const other = std::getenv("REDFORGE_TEST_PROGRAMS");
    const std::string program_folder =
        other != nullptr ? other : std::filesystem::path(REDFORGE_PROGRAM).parent_path().string();
    const std::string script = "cd " + quoted(folder.string()) + " && PATH=" + quoted(program_folder) +
                               ":\"$PATH\" LC_ALL=C NO_COLOR=1 sh -c " + quoted(command) + " 2>&1 </dev/null";
    ProcessResult outcome;
    std::FILE* pipe = popen(script.c_str(), "r");
    std::array<char, 4096> buffer{};
    for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        outcome.output.append(buffer.data(), got);
    }
    const int status = pclose(pipe);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

#endif

bool has_shell()
{
    const TemporaryFolder folder;
    const bool has = run_shell(folder.path(), "true").status == 0;
    if (!has) {
        WARN("no POSIX shell here");
    }
    return has;
}

TemporaryFolder::TemporaryFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "redforge-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> commands_of(const std::string& transcript)
{
    std::vector<std::string> commands;
    std::istringstream lines(transcript);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("$ ")) {
            commands.push_back(line.substr(2));
        }
    }
    return commands;
}

std::string replay(const std::string& transcript)
{
    const TemporaryFolder folder;
    std::string out;
    for (const std::string& command : commands_of(transcript)) {
        const ProcessResult outcome = run_shell(folder.path(), command);
        constexpr int not_executable = 126;
        constexpr int not_found = 127;
        INFO(command);
        // An update must not approve what the shell says about a missing program.
        REQUIRE((outcome.status != not_executable && outcome.status != not_found));
        out += "$ " + command + "\n" + outcome.output;
        if (!outcome.output.empty() && !outcome.output.ends_with('\n')) {
            out += "\n";
        }
        if (outcome.status != 0) {
            out += "[exit " + std::to_string(outcome.status) + "]\n";
        }
    }
    return out;
}

std::string read_whole(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace redforge::test
