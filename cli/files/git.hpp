// Runs git, for the verbs that read its history or its settings.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/platform/process.hpp"

namespace redforge::cli {

/// Runs git in a folder; "" is the current folder. Returns its exit status and its standard output.
/// Errors: io (git cannot be run).
[[nodiscard]] Result<platform::ProcessResult> run_git(const std::filesystem::path& folder,
                                                      std::vector<std::string> words,
                                                      platform::ErrorOutput errors = platform::ErrorOutput::inherit);

/// Same as above, for commands that must succeed: returns the output. Errors: io (also if git reports an error, which
/// it prints).
[[nodiscard]] Result<std::string> git_output(const std::filesystem::path& folder, std::vector<std::string> words);

/// Returns a text up to its first line end.
[[nodiscard]] std::string first_line(std::string_view text);
/// Returns the parts of a text that end with a separator, without it. The last part need not end with it.
[[nodiscard]] std::vector<std::string> split_text(std::string_view text, char separator);

}  // namespace redforge::cli
