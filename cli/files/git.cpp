// Runs git.
#include "cli/files/git.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge::cli {

Result<platform::ProcessResult> run_git(const std::filesystem::path& folder, std::vector<std::string> words,
                                        platform::ErrorOutput errors)
{
    words.insert(words.begin(), {"git", "-C", folder.empty() ? "." : folder.string()});
    auto result = platform::run(words, errors);
    return result ? Result<platform::ProcessResult>(std::move(*result))
                  : fail({.code = ErrorCode::io, .message = "git cannot be run", .hint = "is it installed?"});
}

Result<std::string> git_output(const std::filesystem::path& folder, std::vector<std::string> words)
{
    const std::string command = fmt::to_string(fmt::join(words, " "));
    Result<platform::ProcessResult> result = run_git(folder, std::move(words));
    if (!result) {
        return fail(result.error());
    }
    return result->status == 0
               ? Result<std::string>(std::move(result->output))
               : fail({.code = ErrorCode::io,
                       .message = fmt::format("git {} failed with exit status {}", command, result->status)});
}

std::string first_line(std::string_view text)
{
    return std::string(text.substr(0, text.find_first_of("\r\n")));
}

std::vector<std::string> split_text(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

}  // namespace redforge::cli
