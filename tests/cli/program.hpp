// Runs the redforge program as a user's shell would.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace redforge::test {

/// A temporary folder; the destructor removes it with its content.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Output (standard output and error together) and exit status of a shell command run in a folder, with `redforge`
/// first on the PATH. Windows has no such shell: status 127.
struct ProcessResult {
    std::string output;
    int status{};
};
[[nodiscard]] ProcessResult run_shell(const std::filesystem::path& folder, const std::string& command);

/// Returns true if there is a POSIX shell; prints a notice if not.
[[nodiscard]] bool has_shell();

/// Returns the commands of a transcript: lines that begin with "$ ".
[[nodiscard]] std::vector<std::string> commands_of(const std::string& transcript);

/// Runs the commands of a transcript in a new folder. Returns a transcript of the results: "$ COMMAND", its output, and
/// "[exit N]" if N is not 0.
[[nodiscard]] std::string replay(const std::string& transcript);

[[nodiscard]] std::string read_whole(const std::filesystem::path& path);

}  // namespace redforge::test
