// `check`: what may be wrong with documents, and mending what has one right answer.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "check/ignored.hpp"
#include "console.hpp"
#include "core/display_text.hpp"
#include "edit/notes.hpp"
#include "finish.hpp"
#include "game.hpp"
#include "json.hpp"
#include "kind_limit.hpp"
#include "many_files.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

/// The ids of an option: "twins,no-rotation".
Result<std::vector<std::string>> ids_of(const Arguments& arguments, std::string_view option)
{
    std::vector<std::string> ids;
    const std::string words = arguments.option(option).value_or("");
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(',', at), words.size());
        const std::string id = words.substr(at, end - at);
        if (check::find_check(id) == nullptr) {
            std::vector<std::string_view> known;
            std::ranges::transform(check::checks(), std::back_inserter(known), &check::Check::id);
            const std::string_view guess = nearest(id, known);
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("check: --{}: no check \"{}\"", option, id),
                         .hint = guess.empty() ? fmt::format("there are: {}", fmt::join(known, ", "))
                                               : fmt::format("did you mean {}?", guess)});
        }
        ids.push_back(id);
        at = end + 1;
    }
    return ids;
}

/// A finding with its file, as text and for programs.
struct Found {
    std::string file;
    std::string path;  ///< into the document
    const check::Check* check{};
    std::string message;
    bool has_fix{};
    std::optional<std::string> ignored{};  ///< why a line beside the document leaves it out
};

Found found(const std::string& file, const RecordHandle& root, const check::Finding& finding)
{
    return {file, finding.path(root), finding.check, finding.message, static_cast<bool>(finding.fix), {}};
}

std::string line_of(const Found& each)
{
    return fmt::format("{}: {}{}{}: {} [{}]\n", shown_text(each.file), each.path, each.path.empty() ? "" : ": ",
                       severity_name(each.check->severity), each.message, each.check->id);
}

/// A line of a GitHub workflow: an annotation of the file. Source: docs.github.com, "Workflow commands".
std::string github_line(const Found& each)
{
    const auto escaped = [](std::string_view text, bool is_value) {
        std::string out;
        for (const char letter : text) {
            const bool special =
                letter == '%' || letter == '\r' || letter == '\n' || (is_value && (letter == ':' || letter == ','));
            out += special ? fmt::format("%{:02X}", static_cast<unsigned char>(letter)) : std::string(1, letter);
        }
        return out;
    };
    constexpr std::array<std::string_view, 3> commands{"error", "warning", "notice"};
    const std::string_view command = commands.at(static_cast<std::size_t>(each.check->severity));
    return fmt::format("::{} file={},title={}::{}\n", command, escaped(each.file, true), each.check->id,
                       escaped(each.path.empty() ? each.message : each.path + ": " + each.message, false));
}

nlohmann::json json_line(const Found& each)
{
    nlohmann::json line{{"id", each.check->id},
                        {"severity", severity_name(each.check->severity)},
                        {"path", each.path},
                        {"message", each.message},
                        {"fixable", each.has_fix}};
    if (each.ignored) {
        line["reason"] = *each.ignored;
    }
    put_name(line, "file", each.file);
    return line;
}

/// Source: the OASIS standard "Static Analysis Results Interchange Format 2.1.0".
nlohmann::json sarif_of(const std::vector<Found>& all)
{
    nlohmann::json rules = nlohmann::json::array();
    for (const check::Check& each : check::checks()) {
        rules.push_back(
            {{"id", each.id}, {"shortDescription", {{"text", each.title}}}, {"fullDescription", {{"text", each.doc}}}});
    }
    nlohmann::json results = nlohmann::json::array();
    for (const Found& each : all) {
        nlohmann::json location{{"physicalLocation", {{"artifactLocation", {{"uri", each.file}}}}}};
        if (!each.path.empty()) {
            location["logicalLocations"] = nlohmann::json::array({{{"fullyQualifiedName", each.path}}});
        }
        results.push_back({{"ruleId", each.check->id},
                           {"level", severity_name(each.check->severity)},
                           {"message", {{"text", each.message}}},
                           {"locations", nlohmann::json::array({std::move(location)})}});
        if (each.ignored) {
            results.back()["suppressions"] =
                nlohmann::json::array({{{"kind", "external"}, {"justification", *each.ignored}}});
        }
    }
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", nlohmann::json::array(
                         {{{"tool", {{"driver", {{"name", "redforge"}, {"rules", rules}}}}}, {"results", results}}})}};
}

/// What stands around a file: the game's folder is read once for all files of one folder.
class Around {
public:
    explicit Around(const Arguments& arguments) : arguments_(arguments) {}

    Result<check::CheckContext> of(const std::string& file, const edit::Loaded& loaded)
    {
        const std::filesystem::path folder = std::filesystem::path(file).parent_path();
        if (!read_ || folder != folder_) {
            const auto root = game_root(arguments_, file);
            if (!read_ || root != root_) {
                Result<std::optional<scene::GameFolder>> game = game_of(arguments_, file);
                if (!game) {
                    return fail(game.error());
                }
                game_ = std::move(*game);
                root_ = root;
            }
            folder_ = folder;
            read_ = true;
        }
        return check::CheckContext{file == "-" ? std::filesystem::path() : std::filesystem::path(file),
                                   game_ ? &*game_ : nullptr, loaded.context.names(), loaded.context.data()};
    }

private:
    const Arguments& arguments_;
    std::filesystem::path folder_;  ///< of the last file
    std::optional<std::filesystem::path> root_;
    std::optional<scene::GameFolder> game_;
    bool read_{};
};

/// Makes the fixes of a file until nothing is left that has one: a fix may bring another thing to light.
Exit fix_file(const Arguments& arguments, const std::string& file, const check::Selection& selection, Around& around)
{
    constexpr int max_rounds = 4;
    return change_document(arguments, file, [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
        edit::Document& document = loaded.document;
        const Result<check::CheckContext> surroundings = around.of(file, loaded);
        if (!surroundings) {
            return fail(surroundings.error());
        }
        edit::EditLog log;
        for (int round = 0; round < max_rounds; ++round) {
            Result<check::Remaining> remaining = check::run_and_leave_out(document, *surroundings, selection);
            if (!remaining) {
                return fail(remaining.error());
            }
            std::vector<check::Finding>& findings = remaining->findings;
            std::erase_if(findings, [](const check::Finding& each) { return !each.fix; });
            if (findings.empty()) {
                break;
            }
            for (const check::Finding& each : findings) {
                log.push_back({"fix", each.path(document.root()), std::string(each.check->id), each.message, {}});
            }
            edit::Recorder recorder(document);
            if (const Status status = check::fix(recorder, findings); !status) {
                return fail(status.error());
            }
            if (const Result<edit::Transaction> made = recorder.finish({}); !made) {
                return fail(made.error());
            }
        }
        return log;
    });
}

}  // namespace

Exit run_check(const Arguments& arguments)
{
    if (arguments.has("list")) {
        print(check::checks_page());
        return Exit::fine;
    }
    Result<std::vector<std::string>> only = ids_of(arguments, "select");
    Result<std::vector<std::string>> but = ids_of(arguments, "ignore");
    if (!only || !but) {
        return print_error(only ? but.error() : only.error());
    }
    const check::Selection selection{std::move(*only), std::move(*but)};
    const Inputs inputs = inputs_of(arguments);
    if (inputs.files.empty() && inputs.folders.empty()) {
        return print_usage_error("check: no FILE given", "redforge check FILE...");
    }
    if (arguments.has("fix") && !arguments.has("in-place") && !arguments.has("output") && !arguments.has("dry-run")) {
        return print_usage_error("check: no output given for --fix", "use -o FILE or --in-place");
    }
    if (arguments.has("fix") && arguments.has("output") && inputs.files.size() > 1) {
        return print_usage_error("several files, and one place to write", "--in-place changes each of them");
    }
    Around around(arguments);
    Exit worst = Exit::fine;
    std::vector<Found> all;
    std::vector<Found> ignored;
    Progress progress(inputs.files.size());
    std::size_t done = 0;
    for (const edit::Candidate& candidate : inputs.files) {
        if (cancelled()) {
            break;
        }
        progress.at(done++);
        const std::string file = candidate.path.string();
        if (arguments.has("fix")) {
            worst = std::max(worst, fix_file(arguments, file, selection, around));
            continue;
        }
        const Result<edit::Loaded> loaded = load(file, arguments);
        if (!loaded) {
            if (!is_foreign(candidate, loaded.error())) {
                worst = std::max(worst, print_error(loaded.error()));
            }
            continue;
        }
        const Result<check::CheckContext> surroundings = around.of(file, *loaded);
        if (!surroundings) {
            worst = std::max(worst, print_error(surroundings.error()));
            continue;
        }
        const Result<check::Remaining> remaining = check::run_and_leave_out(loaded->document, *surroundings, selection);
        if (!remaining) {
            worst = std::max(worst, print_error(remaining.error()));
            continue;
        }
        const RecordHandle root = loaded->document.root();
        for (const check::Finding& each : remaining->findings) {
            all.push_back(found(file, root, each));
            // A note is no reason to stop a build.
            worst = std::max(worst, each.check->severity == check::Severity::note ? Exit::fine : Exit::finding);
        }
        for (const auto& [finding, line] : remaining->ignored) {
            ignored.push_back(found(file, root, finding));
            ignored.back().ignored = line.reason;
        }
        for (const check::Ignored& line : remaining->unused) {
            print_message(fmt::format("{}:{}: there is nothing to ignore: {} {}", edit::note_file_of(file).string(),
                                      line.line, line.check, line.place));
        }
    }
    if (arguments.has("fix")) {
        return worst;
    }
    if (arguments.has("sarif")) {
        std::vector<Found> both = all;
        both.insert(both.end(), ignored.begin(), ignored.end());
        print(sarif_of(both).dump(2) + "\n");
    } else if (arguments.has("json")) {
        nlohmann::json json{{"findings", nlohmann::json::array()}, {"ignored", nlohmann::json::array()}};
        std::ranges::transform(all, std::back_inserter(json["findings"]), json_line);
        std::ranges::transform(ignored, std::back_inserter(json["ignored"]), json_line);
        print_json(json);
    } else if (arguments.has("github")) {
        for (const Found& each : all) {
            print(github_line(each));
        }
    } else {
        KindLimit limit(arguments.has("all"));
        for (const Found& each : all) {
            if (limit.take(each.file, each.check->id)) {
                print(line_of(each));
            }
        }
        limit.say_rest();
    }
    const auto count = [&](check::Severity severity) {
        return static_cast<std::size_t>(
            std::ranges::count_if(all, [severity](const Found& each) { return each.check->severity == severity; }));
    };
    const auto fixable = static_cast<std::size_t>(std::ranges::count_if(all, &Found::has_fix));
    const std::string left_out = ignored.empty() ? std::string() : fmt::format("; {} ignored", ignored.size());
    if (all.empty()) {
        print_message((worst == Exit::trouble ? "nothing found in what could be read" : "nothing found") + left_out);
    } else {
        print_message(fmt::format("{}, {}, {}{}{}", plural(count(check::Severity::error), "error"),
                                  plural(count(check::Severity::warning), "warning"),
                                  plural(count(check::Severity::note), "note"),
                                  fixable == 0 ? std::string() : fmt::format("; --fix can fix {}", fixable), left_out));
    }
    return worst;
}

}  // namespace redforge::cli
