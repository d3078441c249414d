// `git-setup` and `textconv`: git shows differences of game files as text, and merges them by records and fields.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <new>
#include <set>

#include <fmt/format.h>

#include "cli/files/game.hpp"
#include "cli/files/git.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "core/bytes/fingerprint.hpp"
#include "core/bytes/mapped_file.hpp"
#include "core/out_of_memory.hpp"
#include "core/platform/process.hpp"
#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view attributes = " -text diff=redforge merge=redforge";

/// Attributes of game files that are plain text (INI). Git must not change their line ends.
constexpr std::string_view plain_text_attributes = " -text merge=redforge";

/// Attributes of text in unpacked folders: LF with any core.autocrlf.
constexpr std::string_view text_attributes = " text eol=lf merge=redforge";

constexpr std::string_view bytes_attributes = " -text";

struct GitSetting {
    std::string key;
    std::string value;
};

/// Quotes a word for the shell with which git runs drivers.
std::string shell_quoted(std::string_view word)
{
    std::string out = "'";
    for (const char c : word) {
        out += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return out + "'";
}

/// Returns the settings. A textconv that fails aborts `git diff` and `git log -p` of the whole repository, so it must
/// succeed even if the program is missing.
std::vector<GitSetting> settings()
{
    // Use the full path: git may run with another PATH. Use slashes: git for Windows runs drivers in a POSIX shell.
    const std::string program = shell_quoted(platform::program_path().generic_string());
    std::string in_driver;  // % is doubled, because git replaces %O, %A and %B in the driver command
    for (const char c : program) {
        in_driver += c == '%' ? "%%" : std::string(1, c);
    }
    return {
        {"diff.redforge.textconv",
         fmt::format("f() {{ {} textconv -- \"$1\" || echo 'redforge cannot be run'; }}; f", program)},
        {"diff.redforge.xfuncname", "^ *<([a-z_]+( (id|name|script_name)=\"[^\"]*\")?)"},
        {"merge.redforge.name", "records and fields of game files"},
        {"merge.redforge.driver", fmt::format("{} merge %O %A %B -o %A --no-backup --name=%P", in_driver)},
    };
}

/// Returns true if the program's name is found in the PATH, so that settings need no full path.
bool is_installed()
{
    const fs::path program = platform::program_path();
    return std::ranges::any_of(platform::program_folders(), [&program](const fs::path& folder) {
        std::error_code ignored;
        return fs::equivalent(folder / program.filename(), program, ignored);
    });
}

/// Returns a pattern for .gitattributes that ignores case: "*.[Rr][Gg][Mm]".
std::string case_insensitive_glob(std::string_view name)
{
    std::string pattern;
    for (const char c : name) {
        pattern += std::isalpha(static_cast<unsigned char>(c)) != 0 ? fmt::format("[{}{}]", to_upper(c), to_lower(c))
                                                                    : std::string(1, c);
    }
    return pattern;
}

/// Returns the lines of .gitattributes for the files of all formats and for those of unpacked folders.
std::vector<std::string> attribute_lines()
{
    std::vector<std::string> lines;
    for (const Format& format : edit::formats()) {
        for (const std::string& name : edit::file_patterns(format)) {
            lines.push_back(case_insensitive_glob(name) +
                            std::string(format.is_plain_text ? plain_text_attributes : attributes));
        }
    }
    for (const Format& format : edit::formats()) {
        lines.push_back(edit::folder_document_name(format) + std::string(text_attributes));
        for (const std::string_view pattern : format.merged_files) {
            lines.push_back(std::string(pattern) + std::string(text_attributes));
        }
    }
    lines.push_back("*.soup" + std::string(text_attributes));
    // git guesses from the content whether a file is text: a short sound can look like it.
    for (const Format& format : edit::formats()) {
        for (const std::string_view pattern : format.folder_files) {
            const std::string line = fmt::format("**/{}{}", pattern, bytes_attributes);
            const bool is_bytes = pattern.ends_with(".wav") || pattern.ends_with(".bin");
            if (is_bytes && std::ranges::find(lines, line) == lines.end()) {
                lines.push_back(line);
            }
        }
    }
    return lines;
}

void print_change(std::string_view line)
{
    if (!is_quiet()) {
        print(line);
    }
}

/// Updates .gitattributes of a folder and prints the change. Returns true if the file changed.
Result<bool> change_attributes(const fs::path& folder, bool undo)
{
    const fs::path path = folder / ".gitattributes";
    std::error_code ignored;
    if (fs::is_symlink(path, ignored)) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "is a symbolic link, which git does not read",
                     .file = path.string(),
                     .hint = "put a file in its place; nothing was changed"});
    }
    std::error_code unknown;
    const fs::file_type type = fs::status(path, unknown).type();
    if (unknown && type != fs::file_type::not_found) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("cannot check this file: {}", unknown.message()),
                     .file = path.string(),
                     .hint = "nothing was changed"});
    }
    const Result<std::string> old = type != fs::file_type::not_found ? read_text_file(path) : std::string{};
    if (!old) {
        return fail(old.error());
    }
    const std::vector<std::string> before = split_text(*old, '\n');
    std::vector<std::string> after = before;
    for (const std::string& line : attribute_lines()) {
        const auto found = std::ranges::find(after, line);
        if (undo && found != after.end()) {
            after.erase(found);
            print_change(fmt::format("- {}: {}\n", path.string(), line));
        } else if (!undo && found == after.end()) {
            after.push_back(line);
            print_change(fmt::format("+ {}: {}\n", path.string(), line));
        }
    }
    if (after == before) {
        return false;
    }
    if (after.empty()) {
        if (!fs::remove(path, unknown) && unknown) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot remove this file: {}", unknown.message()),
                         .file = path.string(),
                         .hint = "nothing was changed"});
        }
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

/// Updates .gitattributes of a folder; with `undo`, all such files of the repository, because without the settings git
/// merges the files that they name as text. Returns true if a file changed. Sets `is_partial` if an error comes after a
/// change.
Result<bool> change_all_attributes(const fs::path& folder, bool undo, bool& is_partial)
{
    std::vector<fs::path> folders{folder};
    if (undo) {
        const Result<std::string> up = git_output(folder, {"rev-parse", "--show-cdup"});
        const fs::path top = up ? folder / first_line(*up) : folder;
        const Result<std::string> names =
            up ? git_output(top, {"ls-files", "-z", "--cached", "--others", "--", ":(top,glob)**/.gitattributes"})
               : fail(up.error());
        if (!names) {
            return fail(names.error());
        }
        for (const std::string& name : split_text(*names, '\0')) {
            const fs::path other = (top / name).lexically_normal().parent_path();
            std::error_code ignored;
            if (!fs::equivalent(other.empty() ? "." : other, folder, ignored)) {
                folders.push_back(other);
            }
        }
    }
    bool changed = false;
    for (const fs::path& each : folders) {
        const Result<bool> one = change_attributes(each, undo);
        if (!one) {
            is_partial = changed;
            return one;
        }
        changed = changed || *one;
    }
    return changed;
}

/// Updates one setting of the repository. Returns true if it changed.
Result<bool> change_setting(const fs::path& folder, const GitSetting& setting, bool undo)
{
    const std::string& key = setting.key;
    const Result<platform::ProcessResult> now = run_git(folder, {"config", "--local", "--get", key});
    if (!now) {
        return fail(now.error());
    }
    // Also undo a setting that another copy of the program wrote.
    const bool is_set = now->status == 0 && (undo || first_line(now->output) == setting.value);
    if (is_set != undo) {
        return false;
    }
    const Result<platform::ProcessResult> made = undo ? run_git(folder, {"config", "--local", "--unset", key})
                                                      : run_git(folder, {"config", "--local", key, setting.value});
    if (!made || made->status != 0) {
        return fail(made ? Error{.code = ErrorCode::io, .message = fmt::format("git config rejects {}", key)}
                         : made.error());
    }
    print_change(fmt::format("{} git config {} {}\n", undo ? '-' : '+', key, setting.value));
    return true;
}

/// Returns a name that a pattern of attribute_lines() matches: "x.RGM", "AAAA/x.xml".
std::string example_of(std::string_view pattern)
{
    std::string name;
    for (std::size_t i = pattern.starts_with("**/") ? 3 : 0; i < pattern.size(); ++i) {
        if (pattern[i] == '[') {
            name += pattern[i + 1];
            i = pattern.find(']', i);
        } else {
            name += pattern[i] == '*' ? 'x' : pattern[i];
        }
    }
    return name;
}

/// Returns names of files for which the attributes of git-setup may have no effect: an example of each pattern in each
/// folder with attributes, and existing files with other attributes.
std::vector<std::string> names_to_check(const fs::path& folder)
{
    const auto list = [&](std::vector<std::string> pathspecs) {
        pathspecs.insert(pathspecs.begin(), {"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"});
        const Result<platform::ProcessResult> listed = run_git(folder, std::move(pathspecs));
        return listed && listed->status == 0 ? split_text(listed->output, '\0') : std::vector<std::string>();
    };
    std::vector<std::string> with_other_merge{":(exclude,attr:merge=redforge)"};
    std::vector<std::string> with_filter{":(exclude,attr:!filter)", ":(exclude,attr:-filter)"};
    std::vector<std::string> examples;
    for (const std::string& line : attribute_lines()) {
        const std::string pattern = line.substr(0, line.find(' '));
        if (line.ends_with("merge=redforge")) {
            examples.push_back(example_of(pattern));
            if (pattern.find('/') == std::string::npos) {
                examples.push_back(lower(examples.back()));  // attributes of other lines can depend on the case
            }
            with_filter.push_back(fmt::format(":(glob){}{}", pattern.starts_with("**/") ? "" : "**/", pattern));
            with_other_merge.push_back(with_filter.back());
        }
    }
    std::vector<std::string> names;
    for (const std::string& file : list({":(glob)**/.gitattributes"})) {
        for (const std::string& example : examples) {
            names.push_back((fs::path(file).parent_path() / example).generic_string());
        }
    }
    for (const auto& files : {list(std::move(with_other_merge)), list(std::move(with_filter))}) {
        constexpr std::size_t max_files = 1000;
        names.insert(names.end(), files.begin(),
                     files.begin() + static_cast<std::ptrdiff_t>(std::min(files.size(), max_files)));
    }
    return names;
}

/// Prints a note for each value of the attributes `merge` and `filter` that keeps git from merging files with Redforge.
void print_other_attributes(const fs::path& folder)
{
    struct Files {
        std::string examples;
        std::set<fs::path> folders;
    };
    std::map<std::pair<std::string, std::string>, Files> found;  // by attribute and value
    const std::vector<std::string> names = names_to_check(folder);
    constexpr std::size_t max_words = 200;  // the command line of Windows is short
    for (std::size_t begin = 0; begin < names.size(); begin += max_words) {
        std::vector<std::string> words{"check-attr", "-z", "merge", "filter", "--"};
        words.insert(words.end(), names.begin() + static_cast<std::ptrdiff_t>(begin),
                     names.begin() + static_cast<std::ptrdiff_t>(std::min(begin + max_words, names.size())));
        const Result<platform::ProcessResult> checked = run_git(folder, std::move(words));
        const std::vector<std::string> parts =
            checked && checked->status == 0 ? split_text(checked->output, '\0') : std::vector<std::string>();
        for (std::size_t i = 0; i + 2 < parts.size(); i += 3) {
            const std::string& attribute = parts[i + 1];
            const std::string& value = parts[i + 2];
            if (attribute == "merge" ? value == "redforge" : value == "unspecified" || value == "unset") {
                continue;
            }
            Files& files = found[{attribute, value}];
            constexpr std::size_t max_examples = 4;
            if (files.folders.insert(fs::path(parts[i]).parent_path()).second && files.folders.size() <= max_examples) {
                files.examples += (files.examples.empty() ? "" : ", ") + parts[i];
            }
        }
    }
    for (const auto& [setting, files] : found) {
        const auto& [attribute, value] = setting;
        print_message(
            attribute == "merge"
                ? fmt::format(
                      "note: git does not merge files like {} with redforge: their attribute merge is {}; remove "
                      "it from the .gitattributes of the folder",
                      files.examples, value)
                : fmt::format("note: git cannot merge files like {} with redforge, because it stores them in another "
                              "form: their attribute filter is {}; remove it, or set merge={} for them after the lines "
                              "of git-setup",
                              files.examples, value, value));
    }
}

}  // namespace

static Exit run_git_setup(const Arguments& arguments)
{
    const std::string given = arguments.first("FOLDER");
    const fs::path folder = given.empty() ? "." : given;
    const bool undo = arguments.has("undo");
    const Result<platform::ProcessResult> inside =
        run_git(folder, {"rev-parse", "--is-inside-work-tree"}, platform::ErrorOutput::discard);
    if (!inside) {
        return print_error(inside.error());
    }
    if (inside->status != 0 || first_line(inside->output) != "true") {
        return print_error({.code = ErrorCode::usage,
                            .message = "not in a git repository",
                            .file = folder.string(),
                            .hint = "make one with git init"});
    }
    // Write .gitattributes last, in one step; undo earlier settings if a setting fails.
    std::vector<GitSetting> done;
    Result<bool> changed = false;
    for (const GitSetting& setting : settings()) {
        const Result<bool> set = change_setting(folder, setting, undo);
        if (!set) {
            changed = fail(set.error());
            break;
        }
        if (*set) {
            done.push_back(setting);
        }
    }
    bool is_partial = false;
    const Result<bool> attributes = changed ? change_all_attributes(folder, undo, is_partial) : fail(changed.error());
    if (!attributes) {
        bool is_back = !is_partial;
        for (const GitSetting& setting : done) {
            is_back = change_setting(folder, setting, !undo).has_value() && is_back;
        }
        Error error = attributes.error();
        error.hint = is_back ? error.hint : "it is half done; run the same command again";
        return print_error(error);
    }
    changed = *attributes || !done.empty();
    if (!*changed) {
        print_message(undo ? "nothing is set up" : "already set up");
    }
    if (!undo) {
        print_other_attributes(folder);
    }
    if (!undo && !is_installed()) {
        print_message(fmt::format("note: {} is not on the PATH; when it is moved or removed, run git-setup again",
                                  platform::program_path().string()));
    }
    return Exit::success;
}

static Exit run_textconv(const Arguments& arguments)
{
    const std::string file = arguments.first("FILE");
    std::string reason;
    try {
        // git passes a temporary file, so search the game folder around the current folder.
        const Result<LoadContext> context = names_context(arguments, ".");
        Result<edit::Loaded> loaded =
            edit::load(file, Pipes::allow, context ? *context : LoadContext{}, edit::Purpose::look);
        if (loaded) {
            const Result<Written> written =
                edit::save(loaded->document, "-", edit::Storage::text, {.cancel = &cancelled()}, loaded->context);
            if (written) {
                return Exit::success;
            }
            reason = written.error().message;
        } else {
            reason = loaded.error().message;
        }
    } catch (const std::bad_alloc&) {
        reason = out_of_memory().message;
    }
    const Result<SharedBytes> bytes = map_file(file);
    if (!bytes) {
        print(fmt::format("unreadable: {}\n", shortened_message(reason)));
        return Exit::success;
    }
    const std::string kind = content_description(bytes->view());
    const Fingerprint hash = fingerprint_of(bytes->view());
    print(fmt::format("{}: {} bytes, hash {:016x}{:016x}; cannot be shown as text: {}\n",
                      kind.empty() ? "an empty file" : kind, grouped(hash.size), hash.first, hash.second,
                      shortened_message(reason)));
    return Exit::success;
}

Verb git_setup_verb()
{
    return {
        .name = "git-setup",
        .summary = "set up git to show and merge game files",
        .description = "Adds lines to .gitattributes in FOLDER and settings to the repository's configuration, so that "
                       "git diff shows "
                       "game files as text, and git merge merges them with redforge merge. Prints what it wrote. "
                       "Users who clone the repository get .gitattributes, and run git-setup once for the settings.",
        .examples = {{"redforge git-setup", "in this folder's repository"}, {"redforge git-setup --undo", "undo it"}},
        .positionals = {{"FOLDER", "a folder of a git repository (default: the current one)", 0, 1, {}}},
        .options = {{"--undo", "", "",
                     "remove the settings of git-setup, and its lines from all .gitattributes of the repository"}},
        .run = run_git_setup,
    };
}

Verb textconv_verb()
{
    return {
        .name = "textconv",
        .summary = "print a file as text for git diff",
        .description = "Prints the XML text of a file, as unpack -o - does. For a file that cannot be read, prints one "
                       "line with its "
                       "kind, size and hash. The exit status is always 0, because git diff and git log end at the "
                       "first file whose "
                       "textconv fails. git-setup tells git to use it.",
        .examples = {{"redforge textconv ISLAND.RGM", "print the text that git compares"}},
        .positionals = {{"FILE", "any file; git gives a temporary one", 1, 1, {}}},
        .run = run_textconv,
    };
}

}  // namespace redforge::cli
