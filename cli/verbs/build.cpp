// `build`: makes the game files of a project from its folders.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/files/packing.hpp"
#include "cli/files/project.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "core/bytes/fingerprint.hpp"
#include "core/files/backups.hpp"
#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "edit/document/document.hpp"
#include "edit/document/recognise.hpp"
#include "soup/names/name_files.hpp"
#include "version.hpp"

namespace redforge::cli {

namespace fs = std::filesystem;

namespace {

/// State of a game file that a rule makes.
enum class TargetState : std::uint8_t {
    current,   ///< made from the present sources
    outdated,  ///< the sources changed
    missing,   ///< not built yet
    changed,   ///< changed since it was built, or not made by a build
};

/// A file to build.
struct Target {
    fs::path from;
    fs::path to;
    std::string name;   ///< `to`, relative to the project
    std::string input;  ///< fingerprint of the sources
    TargetState state{};
};

/// Fingerprints of the last build: of the sources and of the game file, by path of the game file.
using BuildRecords = std::map<std::string, std::pair<std::string, std::string>>;

std::string text_of(const Fingerprint& print)
{
    return fmt::format("{:x}-{:016x}{:016x}", print.size, print.first, print.second);
}

/// Returns the file with the records of a project's builds, in the user's state folder.
Result<fs::path> records_file(const project::Settings& settings)
{
    const std::string path = settings.file.string();
    const Fingerprint print = fingerprint_of(as_bytes(path));
    return backup_place().transform([&](const BackupPlace& place) {
        return place.folder.parent_path() / "builds" /
               fmt::format("{}-{:016x}", settings.file.parent_path().filename().string(), print.first);
    });
}

/// Reads the records. Returns none if the file is missing.
Result<BuildRecords> read_records(const fs::path& file)
{
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        return BuildRecords{};
    }
    const Result<std::string> text = read_text_file(file);
    if (!text) {
        return fail(text.error());
    }
    BuildRecords records;
    // Ignore a damaged file: without records, a build compares the game files with its results.
    const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
    for (const auto& [name, each] : json.items()) {
        if (each.is_array() && each.size() == 2 && each[0].is_string() && each[1].is_string()) {
            records[name] = {each[0], each[1]};
        }
    }
    return records;
}

Status write_records(const fs::path& file, const BuildRecords& records)
{
    nlohmann::json json = nlohmann::json::object();
    for (const auto& [name, each] : records) {
        json[name] = {each.first, each.second};
    }
    std::error_code ignored;  // write_file() reports a missing folder
    fs::create_directories(file.parent_path(), ignored);
    const std::string text = json.dump(1) + "\n";
    return write_file(file, as_bytes(text), {.overwrite = Overwrite::allow}).transform([](const auto&) {});
}

/// Returns the targets of a rule: one, or one for each match of a * in the last part of `from`.
Result<std::vector<Target>> targets_of(const project::BuildRule& rule, const project::Settings& settings)
{
    const auto error = [&](std::string message, std::string hint) {
        return fail(Error{.code = ErrorCode::malformed,
                          .message = std::move(message),
                          .file = settings.file.string(),
                          .line = rule.line,
                          .hint = std::move(hint)});
    };
    const std::string pattern = rule.from.filename().string();
    const std::string output = rule.to.filename().string();
    const std::size_t star = pattern.find('*');
    const std::size_t output_star = output.find('*');
    std::error_code failed;
    if (star == std::string::npos) {
        return fs::exists(rule.from, failed) ? Result<std::vector<Target>>(std::vector{
                                                   Target{.from = rule.from, .to = rule.to, .name = {}, .input = {}}})
                                             : error(fmt::format("no such file or folder: {}", rule.from.string()),
                                                     "from is an unpacked folder or a text");
    }
    if (output_star == std::string::npos || output.find('*', output_star + 1) != std::string::npos ||
        pattern.find('*', star + 1) != std::string::npos) {
        return error("a * in only one of from and to",
                     "write one * in the last part of both: from = \"text/*\", to = \"MAPS/*.RGM\"");
    }
    const std::string begin = pattern.substr(0, star);
    const std::string end = pattern.substr(star + 1);
    std::vector<Target> targets;
    fs::directory_iterator at(rule.from.parent_path(), failed);
    for (; !failed && at != fs::directory_iterator(); at.increment(failed)) {
        const std::string name = at->path().filename().string();
        if (name.starts_with('.') || name.size() < begin.size() + end.size() || !name.starts_with(begin) ||
            !name.ends_with(end)) {
            continue;
        }
        const std::string middle = name.substr(begin.size(), name.size() - begin.size() - end.size());
        targets.push_back(
            {.from = at->path(),
             .to = rule.to.parent_path() / (output.substr(0, output_star) + middle + output.substr(output_star + 1)),
             .name = {},
             .input = {}});
    }
    if (failed || targets.empty()) {
        return error(failed ? fmt::format("cannot list {}: {}", rule.from.parent_path().string(), failed.message())
                            : fmt::format("nothing matches {}", rule.from.string()),
                     "from is an unpacked folder or a text");
    }
    return targets;
}

/// Returns true if a file is a source of a rule, or inside one. Ignores case, as Windows does.
bool is_source(const project::BuildRule& rule, const fs::path& file)
{
    const std::string pattern = lower(rule.from.generic_string());
    const std::string path = lower(file.generic_string());
    const std::size_t star = pattern.find('*');
    if (star == std::string::npos) {
        return path == pattern || path.starts_with(pattern + '/');
    }
    const std::string_view end = std::string_view(pattern).substr(star + 1);
    if (!path.starts_with(pattern.substr(0, star))) {
        return false;
    }
    const std::string_view rest = std::string_view(path).substr(star);
    return rest.substr(0, rest.find('/')).ends_with(end);
}

/// Adds the names and contents of all files below a path. Hidden files are not part of an unpacked folder.
Status add_content(const fs::path& path, std::vector<std::string>& parts)
{
    std::error_code failed;
    if (!fs::is_directory(path, failed)) {
        return read_fingerprint(path).transform([&](const Fingerprint& print) { parts.push_back(text_of(print)); });
    }
    fs::recursive_directory_iterator at(path, failed);
    for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
        const bool is_hidden = at->path().filename().string().starts_with('.');
        if (is_hidden && at->is_directory(failed)) {
            at.disable_recursion_pending();
        }
        if (is_hidden || at->is_directory(failed)) {
            continue;
        }
        const Result<Fingerprint> print = read_fingerprint(at->path());
        if (!print) {
            return fail(print.error());
        }
        parts.push_back(fmt::format("{} {}", at->path().lexically_relative(path).generic_string(), text_of(*print)));
    }
    return failed ? fail({.code = ErrorCode::io,
                          .message = fmt::format("cannot list the folder: {}", failed.message()),
                          .file = path.string()})
                  : Status{};
}

/// Fingerprints of the files with names for scripts, by the folder of the game.
using NameFingerprints = std::map<fs::path, std::vector<std::string>>;

/// Returns the fingerprint of everything that a target depends on: its sources, the settings, names of the game, and
/// this version.
Result<std::string> fingerprint_of_sources(const Target& target, const project::Settings& settings,
                                           NameFingerprints& known_names)
{
    std::vector<std::string> parts;
    if (Status status = add_content(target.from, parts); !status) {
        return fail(status.error());
    }
    std::ranges::sort(parts);  // the order of a folder's entries is that of the system
    if (const Result<Fingerprint> print = read_fingerprint(settings.file)) {
        parts.push_back(text_of(*print));
    } else {
        return fail(print.error());
    }
    for (const std::optional<fs::path>* const file : {&settings.commands, &settings.definitions}) {
        if (Status status = *file ? add_content(**file, parts) : Status{}; !status) {
            return fail(status.error());
        }
    }
    if (const std::optional<fs::path> game = game_root({}, target.from.string())) {
        const auto [names, is_new] = known_names.try_emplace(*game);
        for (const fs::path& file : is_new ? soup::name_files_of(*game) : std::vector<fs::path>()) {
            const Result<Fingerprint> print = read_fingerprint(file);
            names->second.push_back(print ? text_of(*print) : describe(print.error()));
        }
        parts.insert(parts.end(), names->second.begin(), names->second.end());
    }
    std::string all(version);
    for (const std::string& part : parts) {
        all += '\n' + part;
    }
    return text_of(fingerprint_of(as_bytes(all)));
}

/// Returns a path as a user in the current folder would write it: relative if it is below.
fs::path shown_path(const fs::path& path)
{
    std::error_code failed;
    fs::path relative = path.lexically_proximate(fs::current_path(failed));
    return failed || relative.empty() || *relative.begin() == ".." ? path : relative;
}

/// Returns the game files that a build made and no rule makes any more, relative to the project: their sources were
/// removed or renamed.
std::vector<std::string> files_without_source(const project::Settings& settings, const BuildRecords& records,
                                              const std::vector<Target>& targets)
{
    std::vector<std::string> files;
    for (const auto& [name, record] : records) {
        const fs::path path = settings.file.parent_path() / name;
        std::error_code ignored;
        const bool is_made = std::ranges::any_of(targets, [&, &name = name](const Target& target) {
            return target.name == name || fs::equivalent(target.to, path, ignored);
        });
        if (!is_made && fs::exists(path, ignored)) {
            files.push_back(name);
        }
    }
    return files;
}

/// Returns the targets of a project with their states, in the order of the rules.
Result<std::vector<Target>> find_targets(const project::Settings& settings, const BuildRecords& records)
{
    std::vector<Target> all;
    std::map<std::string, fs::path> sources;  // by game file in lower case
    NameFingerprints known_names;
    for (const project::BuildRule& rule : settings.build_rules) {
        Result<std::vector<Target>> targets = targets_of(rule, settings);
        if (!targets) {
            return fail(targets.error());
        }
        std::ranges::sort(*targets, {}, &Target::to);
        for (Target& target : *targets) {
            if (const auto [other, is_new] = sources.emplace(lower(target.to.generic_string()), target.from); !is_new) {
                return fail({.code = ErrorCode::malformed,
                             .message = fmt::format("{} and {} both make {}", other->second.string(),
                                                    target.from.string(), target.to.string()),
                             .file = settings.file.string(),
                             .line = rule.line,
                             .hint = "each game file has one source; upper and lower case are equal on Windows"});
            }
            const auto reader = std::ranges::find_if(settings.build_rules, [&](const project::BuildRule& each) {
                return is_source(each, target.to);
            });
            if (reader != settings.build_rules.end()) {
                return fail({.code = ErrorCode::malformed,
                             .message = fmt::format("{} would be a source of a rule: from = {}", target.to.string(),
                                                    reader->from.string()),
                             .file = settings.file.string(),
                             .line = rule.line,
                             .hint = "use different folders; upper and lower case are equal on Windows"});
            }
            target.from = shown_path(target.from);
            target.name = target.to.lexically_proximate(settings.file.parent_path()).generic_string();
            Result<std::string> input = fingerprint_of_sources(target, settings, known_names);
            if (!input) {
                return fail(input.error());
            }
            target.input = std::move(*input);
            std::error_code ignored;
            if (!fs::exists(target.to, ignored)) {
                target.state = TargetState::missing;
            } else {
                const Result<Fingerprint> output = read_fingerprint(target.to);
                if (!output) {
                    return fail(output.error());
                }
                const auto record = records.find(target.name);
                target.state = record == records.end() || record->second.second != text_of(*output)
                                   ? TargetState::changed
                               : record->second.first == target.input ? TargetState::current
                                                                      : TargetState::outdated;
            }
            all.push_back(std::move(target));
        }
    }
    return all;
}

/// Result of building one target.
struct BuildResult {
    std::string output;  ///< fingerprint of the game file; empty if it was not written
    std::string line;    ///< message
    std::optional<Error> error;
};

BuildResult build_target(const Arguments& arguments, const Target& target)
{
    const auto failed = [&](Error error) { return BuildResult{.output = {}, .line = {}, .error = std::move(error)}; };
    ScriptMistakes mistakes;
    Result<edit::Loaded> loaded = load_to_pack(arguments, target.from, Pipes::reject, mistakes);
    if (!loaded) {
        return failed(loaded.error());
    }
    Result<SharedBytes> bytes = loaded->document.encode();
    if (!bytes) {
        return failed(edit::in_file(bytes.error(), target.from));
    }
    const std::string made = text_of(fingerprint_of(bytes->pieces()));
    if (target.state == TargetState::changed && !arguments.has("force")) {
        const Result<Fingerprint> present = read_fingerprint(target.to);
        if (present && text_of(*present) == made) {
            return {.output = made, .line = fmt::format("{}: has the right content", target.name), .error = {}};
        }
        return failed({.code = ErrorCode::exists,
                       .message = "has changes that no build made",
                       .file = target.name,
                       .hint = "unpack it to keep the changes; --force replaces it and keeps a backup"});
    }
    print_map_notes(loaded->document, mistakes, target.from.string(), target.to);
    std::error_code ignored;  // edit::save() reports a missing folder
    fs::create_directories(target.to.parent_path(), ignored);
    const Result<Written> written =
        edit::save(loaded->document, target.to, edit::Storage::binary,
                   {.overwrite = arguments.has("force") ? Overwrite::force : Overwrite::allow,
                    .backup = target.state == TargetState::changed,
                    .cancel = &cancelled(),
                    .keep_same = true},
                   loaded->context);
    if (written) {
        print_write_notes(target.to, *written);
    }
    return written ? BuildResult{.output = made,
                                 .line = fmt::format("{} -> {}", target.from.filename().string(), target.name),
                                 .error = {}}
                   : failed(edit::in_file(written.error(), target.to));
}

/// Builds all targets that are not current, and stores the records of those that succeed. Returns the worst status.
Result<Exit> build_all(const Arguments& arguments, const project::Settings& settings)
{
    const Result<std::size_t> jobs = jobs_of(arguments);
    const Result<fs::path> file = jobs ? records_file(settings) : fail(jobs.error());
    Result<BuildRecords> records = file ? read_records(*file) : fail(file.error());
    const Result<std::vector<Target>> targets = records ? find_targets(settings, *records) : fail(records.error());
    if (!targets) {
        return fail(targets.error());
    }
    std::vector<const Target*> wanted;
    for (const Target& target : *targets) {
        if (target.state != TargetState::current || arguments.has("force")) {
            wanted.push_back(&target);
        }
    }
    std::vector<BuildResult> built(wanted.size());
    std::size_t done = 0;
    Exit worst = Exit::success;
    run_in_order(
        wanted.size(), *jobs, [&](std::size_t i) { built[i] = build_target(arguments, *wanted[i]); },
        [&](std::size_t i) {
            if (built[i].error) {
                worst = std::max(worst, print_error(*built[i].error));
                return;
            }
            ++done;
            print_message(built[i].line);
            (*records)[wanted[i]->name] = {wanted[i]->input, built[i].output};
        });
    if (cancelled()) {
        worst = Exit::failure;
    }
    if (Status status = done > 0 ? write_records(*file, *records) : Status{}; !status) {
        return fail(status.error());
    }
    for (const std::string& name : files_without_source(settings, *records, *targets)) {
        print_message(fmt::format("note: {} was built from a source that no longer exists; remove the file", name));
    }
    print_message(fmt::format("{} built, {} up to date{}", plural(done, "file"), targets->size() - wanted.size(),
                              wanted.size() == done ? "" : fmt::format(", {} failed", wanted.size() - done)));
    return worst;
}

using SharedSettings = std::shared_ptr<const project::Settings>;

/// Returns the settings around a folder. Errors: those of settings_around(); usage if there are none, or no rule.
Result<SharedSettings> settings_to_build(const fs::path& folder)
{
    const Result<SharedSettings> settings = project::settings_around(folder);
    if (settings && (*settings == nullptr || (*settings)->build_rules.empty())) {
        return fail(
            {.code = ErrorCode::usage,
             .message = *settings == nullptr
                            ? fmt::format("build: no {} in this folder or above it", project::settings_file)
                            : fmt::format("build: {} has no [[build]] rule", (*settings)->file.string()),
             .hint = "write [[build]] with from = \"text/ISLAND\" and to = \"MAPS/ISLAND.RGM\"; to pack one folder, "
                     "use redforge pack; to build a model archive, use redforge archive build"});
    }
    return settings;
}

/// Builds, and builds again after each change of the sources or of the settings, until the program is cancelled. Prints
/// errors and continues.
Exit watch(const Arguments& arguments, const fs::path& folder)
{
    constexpr std::chrono::milliseconds min_pause{400};
    std::string last;
    while (!cancelled()) {
        const auto begin = std::chrono::steady_clock::now();
        const Result<SharedSettings> settings = settings_to_build(folder);
        const Result<std::vector<Target>> targets = settings ? find_targets(**settings, {}) : fail(settings.error());
        std::string now = targets ? std::string() : describe(targets.error());
        for (const Target& target : targets ? *targets : std::vector<Target>{}) {
            now += target.name + target.input;
        }
        if (now != last) {
            last = std::move(now);
            const Result<Exit> exit = targets ? build_all(arguments, **settings) : fail(targets.error());
            if (!exit) {
                print_error(exit.error());
            }
        }
        // At most a fifth of the time is spent on reading large sources.
        const auto pause =
            std::max(std::chrono::steady_clock::duration(min_pause), 4 * (std::chrono::steady_clock::now() - begin));
        const auto end = std::chrono::steady_clock::now() + pause;
        while (!cancelled() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    }
    return Exit::success;
}

std::string_view state_name(TargetState state)
{
    switch (state) {
    case TargetState::current: return "up to date";
    case TargetState::outdated: return "outdated";
    case TargetState::missing: return "not built";
    case TargetState::changed: return "changed since the build";
    }
    return "";
}

Result<Exit> print_status(const Arguments& arguments, const project::Settings& settings)
{
    const Result<fs::path> file = records_file(settings);
    const Result<BuildRecords> records = file ? read_records(*file) : fail(file.error());
    const Result<std::vector<Target>> targets = records ? find_targets(settings, *records) : fail(records.error());
    if (!targets) {
        return fail(targets.error());
    }
    nlohmann::json json{{"files", nlohmann::json::array()}};
    std::string text;
    for (const Target& target : *targets) {
        json["files"].push_back(
            {{"file", target.name}, {"from", target.from.string()}, {"state", state_name(target.state)}});
        text += fmt::format("{:<24}{}\n", state_name(target.state), target.name);
    }
    const std::vector<std::string> left = files_without_source(settings, *records, *targets);
    for (const std::string& name : left) {
        json["files"].push_back({{"file", name}, {"from", nullptr}, {"state", "no source"}});
        text += fmt::format("{:<24}{}\n", "no source", name);
    }
    if (arguments.has("json")) {
        print_json(json);
    } else {
        print(text);
    }
    const auto is_current = [](const Target& target) { return target.state == TargetState::current; };
    return left.empty() && std::ranges::all_of(*targets, is_current) ? Exit::success : Exit::finding;
}

/// Removes the files that builds made and that were not changed since.
Result<Exit> clean(const project::Settings& settings)
{
    const Result<fs::path> file = records_file(settings);
    Result<BuildRecords> records = file ? read_records(*file) : fail(file.error());
    if (!records) {
        return fail(records.error());
    }
    Exit worst = Exit::success;
    std::size_t removed = 0;
    for (auto record = records->begin(); record != records->end();) {
        const fs::path path = (settings.file.parent_path() / record->first).lexically_normal();
        std::error_code failed;
        if (fs::exists(path, failed)) {
            const Result<Fingerprint> present = read_fingerprint(path);
            if (!present || text_of(*present) != record->second.second) {
                worst =
                    std::max(worst, print_error(present ? Error{.code = ErrorCode::changed,
                                                                .message = "was changed since it was built, and stays",
                                                                .file = record->first}
                                                        : present.error()));
                ++record;
                continue;
            }
            if (!fs::remove(path, failed) || failed) {
                worst = std::max(worst, print_error({.code = ErrorCode::io,
                                                     .message = fmt::format("cannot remove it: {}", failed.message()),
                                                     .file = record->first}));
                ++record;
                continue;
            }
            ++removed;
        }
        record = records->erase(record);
    }
    if (Status status = write_records(*file, *records); !status) {
        return fail(status.error());
    }
    print_message(fmt::format("{} removed", plural(removed, "file")));
    return worst;
}

Exit run_build(const Arguments& arguments)
{
    const std::string action = arguments.first("ACTION");
    std::string folder = arguments.first("FOLDER");
    folder = folder.empty() ? "." : folder;
    const Result<SharedSettings> settings = settings_to_build(folder);
    if (!settings) {
        return print_error(settings.error());
    }
    if (arguments.has("watch")) {
        return watch(arguments, folder);
    }
    const Result<Exit> exit = action == "status"  ? print_status(arguments, **settings)
                              : action == "clean" ? clean(**settings)
                                                  : build_all(arguments, **settings);
    return exit ? *exit : print_error(exit.error());
}

}  // namespace

Verb build_verb()
{
    return {
        .name = "build",
        .summary = "make the game files of a project",
        .description =
            "Makes the game files of a project from its unpacked folders and texts. Each [[build]] rule of "
            "redforge.toml names a source and a game file; a * in the last part of both stands for any name. Builds "
            "only files whose sources, settings or names of the game changed. A game file that has changes of its own "
            "is not replaced.",
        .actions = {{"make", "Builds what changed. This is the default.", "force watch jobs"},
                    {"status",
                     "Prints the state of each game file. The exit status is 1 if one is not up to date, or has no "
                     "source any more.",
                     "json"},
                    {"clean", "Removes the game files that a build made.", ""}},
        .examples = {{"redforge build", "everything that changed"},
                     {"redforge build --watch", "again after each change, until Ctrl+C"},
                     {"redforge build status", "what would be built"}},
        .positionals = {{.name = "ACTION", .min = 0},
                        {"FOLDER", "a folder of the project (default: the current folder)", 0, 1, {}}},
        .options = {Option{"--watch", "", "", "build again after each change of the sources"},
                    Option{"--force", "", "", "build everything, and replace changed game files; backups are kept"},
                    options::jobs, options::json},
        .run = run_build,
    };
}

}  // namespace redforge::cli
