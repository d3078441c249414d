// `check`: finds what may be wrong with documents, and fixes findings that have a single fix.
#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/check.hpp"
#include "check/ignored.hpp"
#include "cli/files/broken_parts.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/kind_limit.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/report/findings.hpp"
#include "cli/script/script_files.hpp"
#include "core/text/counts.hpp"
#include "core/text/trim.hpp"
#include "edit/document/notes.hpp"
#include "edit/document/text_place.hpp"

namespace redforge::cli {
namespace {

/// Parses the ids of an option: "twins,no-rotation".
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
                         .hint = guess.empty() ? "redforge check --list prints the checks"
                                               : fmt::format("did you mean {}?", guess)});
        }
        ids.push_back(id);
        at = end + 1;
    }
    return ids;
}

/// Positions of findings in a document that was read from a text. They are found on demand.
class Places {
public:
    Places(const edit::Loaded& loaded) : loaded_(loaded) {}

    edit::TextPlace find(const edit::NodePath& node, std::string_view member)
    {
        if (!opened_ && loaded_.storage != edit::Storage::binary) {
            places_ = edit::TextPlaces::of(loaded_.source, loaded_.document);
        }
        opened_ = true;
        return places_ != nullptr ? places_->find(node, member) : edit::TextPlace{};
    }

    /// Returns the user's source of an actor's script.
    std::optional<std::string> source(const edit::NodePath& actor)
    {
        const std::string file = find(actor, "script").file;
        const bool is_source = file.ends_with(".soup");
        Result<std::string> text = is_source ? read_source(file) : Result<std::string>(fail({}));
        return text ? std::optional(std::move(*text)) : std::nullopt;
    }

private:
    const edit::Loaded& loaded_;
    std::unique_ptr<edit::TextPlaces> places_;
    bool opened_{};
};

/// Returns ReportedFinding::record. The first byte of a FormID is left out, because it depends on the masters.
std::string identity_of(const RecordHandle& root, const edit::NodePath& node)
{
    std::string text;
    bool has_key = false;
    edit::NodePath path;
    for (const edit::Step& step : node) {
        const std::string& list = edit::record_at(root, path).table().children[step.child].name;
        text += fmt::format("{}{}", text.empty() || list.empty() ? "" : ".", list);
        path.push_back(step);
        const RecordHandle record = edit::record_at(root, path);
        std::string keys;
        for (const FieldEntry& field : record.table().fields) {
            if (field.info.key) {
                const std::string value = record.field(field).text();
                keys +=
                    fmt::format("{}{}={}", keys.empty() ? "" : " ", field.name,
                                field.name == "form_id" ? value.substr(std::min<std::size_t>(value.size(), 2)) : value);
            }
        }
        text += keys.empty() ? "" : "[" + keys + "]";
        has_key = has_key || !keys.empty();
    }
    return has_key ? text : std::string();
}

ReportedFinding reported(const std::string& file, const edit::Loaded& loaded, Places& places,
                         const check::Finding& finding)
{
    edit::TextPlace place = places.find(finding.node, finding.member);
    if (place.line == 0) {
        place.line = place.file.ends_with(".soup") ? finding.line : 0;
    }
    return {.file = file,
            .path = finding.path(loaded.document.root()),
            .place = std::move(place),
            .id = std::string(finding.check->id),
            .severity = finding.severity(),
            .message = finding.message,
            .record = identity_of(loaded.document.root(), finding.node),
            .is_fixable = static_cast<bool>(finding.fix)};
}

/// Makes the contexts of files for the checks. Reads a game folder once for all files of one folder.
class CheckContexts {
public:
    explicit CheckContexts(const Arguments& arguments) : arguments_(arguments) {}

    Result<check::CheckContext> of(const std::string& file, const edit::Loaded& loaded)
    {
        const std::filesystem::path folder = std::filesystem::path(file).parent_path();
        if (!has_read_game_ || folder != folder_) {
            const auto root = game_root(arguments_, file);
            if (!has_read_game_ || root != root_) {
                Result<std::optional<scene::GameFolder>> game = game_of(arguments_, file);
                if (!game) {
                    return fail(game.error());
                }
                game_ = std::move(*game);
                root_ = root;
            }
            folder_ = folder;
            files_.reset();
            has_read_game_ = true;
        }
        // All files of a folder share the names of its game. An unpacked folder may have its own names.
        if (loaded.storage != edit::Storage::folder && !files_) {
            files_ = loaded.context;
        }
        const LoadContext& names = loaded.storage == edit::Storage::folder ? loaded.context : *files_;
        Services services = loaded.context.services;
        services.copy<soup::Names>(names.services);
        return check::CheckContext{.file = file == "-" ? std::filesystem::path() : std::filesystem::path(file),
                                   .game = game_ ? &*game_ : nullptr,
                                   .services = std::move(services),
                                   .is_from_text = loaded.storage != edit::Storage::binary};
    }

private:
    const Arguments& arguments_;
    std::filesystem::path folder_;  ///< folder of the last file
    std::optional<std::filesystem::path> root_;
    std::optional<scene::GameFolder> game_;
    std::optional<LoadContext> files_;  ///< context of the files in `folder_`
    bool has_read_game_{};
};

/// The findings of the checks in all files.
struct CheckResult {
    std::vector<ReportedFinding> findings;
    std::vector<ReportedFinding> known;  ///< findings in the baseline
    std::vector<ReportedFinding> ignored;
    std::vector<ReportedFinding> unreadable;
    std::set<std::string> checked;  ///< paths of the files
    Exit worst{Exit::success};
};

/// Applies fixes to a file until no finding has one, because a fix can lead to new findings. Adds the findings without
/// a fix to `result`.
void fix_file(const Arguments& arguments, const edit::Candidate& candidate, const check::Selection& selection,
              CheckContexts& around, CheckResult& result)
{
    constexpr int max_rounds = 4;
    const std::string file = candidate.path.string();
    if (candidate.found) {
        const Result<edit::Loaded> loaded = load(file, Pipes::reject);
        if (!loaded && should_skip(candidate, loaded.error())) {
            return;
        }
    }
    std::vector<ReportedFinding> left;
    const Exit exit = change_document(arguments, file, [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
        edit::Document& document = loaded.document;
        const Result<check::CheckContext> surroundings = around.of(file, loaded);
        if (!surroundings) {
            return fail(surroundings.error());
        }
        edit::EditLog log;
        for (int round = 0;; ++round) {
            Result<check::DividedFindings> remaining = check::run_and_divide(document, *surroundings, selection);
            if (!remaining) {
                return fail(remaining.error());
            }
            std::vector<check::Finding>& findings = remaining->findings;
            const auto has_fix = [](const check::Finding& each) { return static_cast<bool>(each.fix); };
            if (round == max_rounds || std::ranges::none_of(findings, has_fix)) {
                left.clear();  // drop the findings of an attempt before another program changed the file
                for (const check::Finding& each : findings) {
                    left.push_back({.file = file,
                                    .path = each.path(document.root()),
                                    .id = std::string(each.check->id),
                                    .severity = each.severity(),
                                    .message = each.message});
                }
                return log;
            }
            std::erase_if(findings, std::not_fn(has_fix));
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
    });
    result.worst = std::max(result.worst, exit);
    std::ranges::move(left, std::back_inserter(result.findings));
}

void check_file(const Arguments& arguments, const edit::Candidate& candidate, const check::Selection& selection,
                CheckContexts& around, Baseline& baseline, CheckResult& result)
{
    const std::string file = candidate.path.string();
    const auto add_error = [&](const Error& error) {
        result.worst = std::max(result.worst, print_error(error));
        result.unreadable.push_back(finding_of(error, file));
    };
    const Result<edit::Loaded> loaded = load(file, arguments);
    if (!loaded) {
        if (!should_skip(candidate, loaded.error())) {
            const Result<LoadContext> names = names_context(arguments, file);
            std::ranges::for_each(broken_parts(file, names ? *names : LoadContext{}, loaded.error()), add_error);
        }
        return;
    }
    Places places(*loaded);
    Result<check::CheckContext> context = around.of(file, *loaded);
    if (!context) {
        return add_error(context.error());
    }
    if (loaded->storage == edit::Storage::folder) {
        context->source = [&](const edit::NodePath& actor) { return places.source(actor); };
    }
    const Result<check::DividedFindings> remaining = check::run_and_divide(loaded->document, *context, selection);
    if (!remaining) {
        return add_error(remaining.error());
    }
    result.checked.insert(file);
    for (const check::Finding& each : remaining->findings) {
        ReportedFinding finding = reported(file, *loaded, places, each);
        (baseline.take(finding) ? result.known : result.findings).push_back(std::move(finding));
    }
    for (const auto& [finding, line] : remaining->ignored) {
        result.ignored.push_back(reported(file, *loaded, places, finding));
        result.ignored.back().reason = line.reason;
    }
    for (const check::Ignored& line : remaining->unused) {
        print_message(fmt::format("{}:{}: there is nothing to ignore: {} {}", edit::note_file_of(file).string(),
                                  line.line, line.check, line.place));
    }
}

void print_findings(const Arguments& arguments, const CheckResult& result, check::Severity level, bool has_baseline)
{
    const auto to_json = [](const ReportedFinding& finding) { return json_of(finding); };
    if (arguments.has("sarif") || arguments.has("junit")) {
        std::vector<ReportedFinding> all = result.unreadable;
        all.insert(all.end(), result.findings.begin(), result.findings.end());
        all.insert(all.end(), result.ignored.begin(), result.ignored.end());
        std::set<std::string> clean = result.checked;
        for (const ReportedFinding& each : all) {
            clean.erase(each.file);
        }
        print(arguments.has("sarif") ? sarif_of(all).dump(2) + "\n" : junit_of("check", all, clean, level));
    } else if (arguments.has("json")) {
        nlohmann::json json{{"findings", nlohmann::json::array()}, {"ignored", nlohmann::json::array()}};
        std::ranges::transform(result.findings, std::back_inserter(json["findings"]), to_json);
        std::ranges::transform(result.ignored, std::back_inserter(json["ignored"]), to_json);
        if (has_baseline) {
            json["known"] = nlohmann::json::array();
            std::ranges::transform(result.known, std::back_inserter(json["known"]), to_json);
        }
        print_json(json);
    } else if (arguments.has("github")) {
        for (const std::vector<ReportedFinding>* list : {&result.unreadable, &result.findings}) {
            for (const ReportedFinding& each : *list) {
                print(github_line(each));
            }
        }
    } else {
        KindLimit limit(arguments.has("all"));
        for (const ReportedFinding& each : result.findings) {
            if (limit.take(each.file, each.id)) {
                print(text_line(each));
            }
        }
        limit.print_omitted_count();
    }
}

void print_summary(const CheckResult& result)
{
    const std::vector<ReportedFinding>& all = result.findings;
    const auto count = [&](check::Severity severity) {
        return static_cast<std::size_t>(std::ranges::count(all, severity, &ReportedFinding::severity)) +
               (severity == check::Severity::error ? result.unreadable.size() : 0);
    };
    const auto fixable = static_cast<std::size_t>(std::ranges::count_if(all, &ReportedFinding::is_fixable));
    std::string rest = result.known.empty() ? std::string() : fmt::format("; {} known", result.known.size());
    rest += result.ignored.empty() ? std::string() : fmt::format("; {} ignored", result.ignored.size());
    if (all.empty() && result.unreadable.empty()) {
        print_message((result.worst == Exit::failure ? "nothing found in what could be read" : "nothing found") + rest);
    } else {
        print_message(fmt::format("{}, {}, {}{}{}", plural(count(check::Severity::error), "error"),
                                  plural(count(check::Severity::warning), "warning"),
                                  plural(count(check::Severity::note), "note"),
                                  fixable == 0 ? std::string() : fmt::format("; --fix can fix {}", fixable), rest));
    }
}

}  // namespace

static Exit run_check(const Arguments& arguments)
{
    if (arguments.has("list")) {
        const auto is_other = [](const auto& each) {
            return each.first != "list" && each.first != "quiet" && each.first != "verbose";
        };
        if (!arguments.all("FILE").empty() || std::ranges::any_of(arguments.options, is_other)) {
            return print_usage_error("check: --list accepts no other arguments",
                                     "it prints all checks and reads no file");
        }
        print(check::checks_page());
        return Exit::success;
    }
    Result<std::vector<std::string>> only = ids_of(arguments, "select");
    Result<std::vector<std::string>> excluded = ids_of(arguments, "ignore");
    if (!only || !excluded) {
        return print_error(only ? excluded.error() : only.error());
    }
    const check::Selection selection{std::move(*only), std::move(*excluded)};
    const Inputs inputs = inputs_of(arguments);
    if (inputs.files.empty() && inputs.folders.empty()) {
        return print_usage_error("check: no FILE given", "redforge check FILE...");
    }
    if (arguments.has("fix") && !arguments.has("in-place") && !arguments.has("output") && !arguments.has("dry-run")) {
        return print_usage_error("check: no output given for --fix", "use -o FILE or --in-place");
    }
    if (arguments.has("fix") && arguments.has("output") && inputs.files.size() > 1) {
        return print_usage_error("check: -o accepts one input file", "use --in-place to edit each file");
    }
    const Result<check::Severity> level = fail_level(arguments, check::Severity::warning);
    Result<Baseline> baseline = Baseline::read(arguments);
    if (!level || !baseline) {
        return print_error(level ? baseline.error() : level.error());
    }
    CheckContexts around(arguments);
    CheckResult result;
    Progress progress(inputs.files.size());
    std::size_t done = 0;
    for (const edit::Candidate& candidate : inputs.files) {
        if (cancelled()) {
            break;
        }
        progress.at(done++);
        if (arguments.has("fix")) {
            fix_file(arguments, candidate, selection, around, result);
        } else {
            check_file(arguments, candidate, selection, around, *baseline, result);
        }
    }
    const auto counts = [&](const ReportedFinding& each) { return each.severity <= *level; };
    if (std::ranges::any_of(result.findings, counts)) {
        result.worst = std::max(result.worst, Exit::finding);
    }
    if (arguments.has("fix") && (result.findings.empty() || arguments.option("output") == "-")) {
        // Standard output can contain the document, so print the findings to standard error.
        for (const ReportedFinding& each : result.findings) {
            print_message(trimmed(text_line(each)));
        }
        return result.worst;
    }
    print_findings(arguments, result, *level, !baseline->file().empty());
    print_summary(result);
    if (const std::size_t gone = baseline->count_missing(result.checked); gone > 0) {
        print_message(fmt::format("{}: {} did not occur; create the file again with check --json", baseline->file(),
                                  plural(gone, "known finding")));
    }
    return result.worst;
}

Verb check_verb()
{
    return {
        .name = "check",
        .summary = "report problems",
        .description =
            "Reports possible mistakes, such as duplicate ids, names of actors, models or textures that do not "
            "exist, values out of range, and routes to missing nodes. docs/checks.md lists all checks. Each "
            "finding is a line that ends with the id of its check.\n"
            "In a game's folder, or with --game, check also looks for models, textures and dialogue in the game. "
            "Findings that FILE.ignore lists with a reason are left out (see docs/checks.md). --fix fixes the findings "
            "that have a single fix. The exit status is 1 if there is an error or a warning; "
            "--fail-on sets another severity.",
        .examples = {{"redforge check ISLAND.RGM", "one map"},
                     {"redforge check -r MAPS --ignore unused-string,unplaced-actor",
                      "all maps of a folder, without some notes"},
                     {"redforge check ISLAND.RGM --select value-range --fix --in-place", "fix one kind of mistake"},
                     {"redforge check -r . --github", "annotations in a GitHub workflow"},
                     {"redforge check -r . --json > known.json", "a baseline"},
                     {"redforge check -r . --baseline known.json --fail-on error",
                      "exit with status 1 only on new errors"}},
        .positionals = {{"FILE", "game files, their XML, or unpacked folders; - is standard input", 0, 0, {}}},
        .options =
            option_list(Option{"--fix", "", "", "fix findings that have a single fix; write to OUT or in place"},
                        Option{"--select", "", "IDS", "run only these checks: ids with commas between them"},
                        Option{"--ignore", "", "IDS", "do not run these checks"},
                        Option{"--all", "", "", "print all findings, not only the first of each check in a file"},
                        Option{"--list", "", "", "print all checks, as docs/checks.md has them"}, options::reports,
                        options::thresholds, options::writing, options::names_of_game, options::text_of_plugin,
                        options::recursive, options::json),
        .needs = {{"output", "fix"},
                  {"in-place", "fix"},
                  {"no-backup", "fix"},
                  {"drop-comments", "fix"},
                  {"force", "fix"},
                  {"dry-run", "fix"}},
        .exclusive = {"fail-on fix", "baseline fix", "json sarif junit github", "sarif fix", "junit fix", "github fix",
                      "all fix"},
        .run = run_check,
    };
}

}  // namespace redforge::cli
