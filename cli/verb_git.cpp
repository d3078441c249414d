// `git-setup`: git shows differences of game files as text, and merges them by records and fields.
#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "console.hpp"
#include "core/letter_case.hpp"
#include "verb.hpp"

extern char** environ;  // NOLINT: POSIX has it so

namespace redforge::cli {
namespace {

constexpr std::string_view attributes = " -text diff=redforge merge=redforge";

struct GitSetting {
    std::string_view key;
    std::string_view value;
};
constexpr std::array<GitSetting, 4> settings{{
    {"diff.redforge.textconv", "redforge unpack -o -"},
    {"diff.redforge.xfuncname", "^ *<([a-z_]+( (id|name|script_name)=\"[^\"]*\")?)"},
    {"merge.redforge.name", "records and fields of game files"},
    {"merge.redforge.driver", "redforge merge %O %A %B -o %A --no-backup --name %P"},
}};

/// A pattern of .gitattributes that takes both cases of letters: "*.[Rr][Gg][Mm]".
std::string both_cases(std::string_view name)
{
    std::string pattern;
    for (const char c : name) {
        pattern += std::isalpha(static_cast<unsigned char>(c)) != 0 ? fmt::format("[{}{}]", to_upper(c), to_lower(c))
                                                                    : std::string(1, c);
    }
    return pattern;
}

/// The lines for all formats.
std::vector<std::string> attribute_lines()
{
    std::vector<std::string> lines;
    for (const Format& format : edit::formats()) {
        if (format.extension == ".DEF") {
            continue;  // a text, which git itself shows and joins
        }
        // Texture banks are told apart by their numbers: TEXBSI.302.
        const bool numbered = std::isdigit(static_cast<unsigned char>(format.extension.back())) != 0;
        lines.push_back((numbered ? both_cases("TEXBSI") + ".*" : "*" + both_cases(format.extension)) +
                        std::string(attributes));
        for (const std::string_view other : {".3DC", ".esm", ".esl"}) {
            if (format.has_extension != nullptr && !numbered && format.has_extension(other)) {
                lines.push_back("*" + both_cases(other) + std::string(attributes));
            }
        }
    }
    return lines;
}

struct GitOutcome {
    int status{};
    std::string output;  ///< standard output
};

/// Runs git in a folder.
Result<GitOutcome> git(const std::filesystem::path& folder, std::vector<std::string> words)
{
    words.insert(words.begin(), {"git", "-C", folder.string()});
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
        return fail({.code = ErrorCode::io, .message = "no pipe to run git with"});
    }
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    pid_t process{};
    const int refused = posix_spawnp(&process, "git", &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    GitOutcome outcome;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; refused == 0 && (got = read(ends[0], buffer.data(), buffer.size())) > 0;) {
        outcome.output.append(buffer.data(), static_cast<std::size_t>(got));
    }
    close(ends[0]);
    if (refused != 0) {
        return fail({.code = ErrorCode::io, .message = "git cannot be run", .hint = "is it installed?"});
    }
    int status{};
    waitpid(process, &status, 0);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    while (outcome.output.ends_with('\n')) {
        outcome.output.pop_back();
    }
    return outcome;
}

std::vector<std::string> split_lines(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Changes .gitattributes of a folder; says what. True when it was changed.
Result<bool> change_attributes(const std::filesystem::path& folder, bool undo)
{
    const std::filesystem::path path = folder / ".gitattributes";
    std::error_code ignored;
    const bool there = std::filesystem::exists(path, ignored);
    const Result<std::string> old = there ? read_text_file(path) : std::string{};
    if (!old) {
        return fail(old.error());
    }
    const std::vector<std::string> before = split_lines(*old);
    std::vector<std::string> after = before;
    for (const std::string& line : attribute_lines()) {
        const auto found = std::ranges::find(after, line);
        if (undo && found != after.end()) {
            after.erase(found);
            print(fmt::format("- {}: {}\n", path.string(), line));
        } else if (!undo && found == after.end()) {
            after.push_back(line);
            print(fmt::format("+ {}: {}\n", path.string(), line));
        }
    }
    if (after == before) {
        return false;
    }
    if (after.empty()) {
        std::filesystem::remove(path, ignored);
        return true;
    }
    std::string text;
    for (const std::string& line : after) {
        text += line + "\n";
    }
    const Result<Written> written =
        write_file(path, as_bytes(text), {.overwrite = Overwrite::allow, .cancel = &cancelled()});
    return written ? Result<bool>(true) : fail(written.error());
}

/// Changes one setting of the repository. True when it was changed.
Result<bool> change_setting(const std::filesystem::path& folder, const GitSetting& setting, bool undo)
{
    const std::string key(setting.key);
    const Result<GitOutcome> now = git(folder, {"config", "--local", "--get", key});
    if (!now) {
        return fail(now.error());
    }
    const bool is_set = now->status == 0 && now->output == setting.value;
    if (is_set != undo) {
        return false;
    }
    const Result<GitOutcome> made = undo ? git(folder, {"config", "--local", "--unset", key})
                                         : git(folder, {"config", "--local", key, std::string(setting.value)});
    if (!made || made->status != 0) {
        return fail(made ? Error{.code = ErrorCode::io, .message = fmt::format("git config does not take {}", key)}
                         : made.error());
    }
    print(fmt::format("{} git config {} {}\n", undo ? '-' : '+', key, setting.value));
    return true;
}

}  // namespace

Exit run_git_setup(const Arguments& arguments)
{
    const std::string given = arguments.first("FOLDER");
    const std::filesystem::path folder = given.empty() ? "." : given;
    const bool undo = arguments.has("undo");
    const Result<GitOutcome> inside = git(folder, {"rev-parse", "--is-inside-work-tree"});
    if (!inside) {
        return complain(inside.error());
    }
    if (inside->status != 0 || inside->output != "true") {
        return complain({.code = ErrorCode::usage,
                         .message = "not in a git repository",
                         .file = folder.string(),
                         .hint = "make one with git init"});
    }
    Result<bool> changed = change_attributes(folder, undo);
    for (const GitSetting& setting : settings) {
        if (!changed) {
            break;
        }
        const Result<bool> set = change_setting(folder, setting, undo);
        changed = set ? Result<bool>(*changed || *set) : set;
    }
    if (!changed) {
        return complain(changed.error());
    }
    if (!*changed) {
        say(undo ? "nothing is set up" : "already set up");
    }
    return Exit::fine;
}

}  // namespace redforge::cli
