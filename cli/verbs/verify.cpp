// `verify`: checks that files survive a round trip, several files in parallel.
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/report/findings.hpp"
#include "cli/report/json.hpp"
#include "cli/script/plugin_scripts.hpp"
#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"
#include "core/text/words.hpp"
#include "edit/document/verify.hpp"

namespace redforge::cli {
namespace {

std::string_view status_name(edit::VerifyResult::Status status)
{
    switch (status) {
    case edit::VerifyResult::Status::ok: return "ok";
    case edit::VerifyResult::Status::different: return "different";
    case edit::VerifyResult::Status::unreadable: return "unreadable";
    case edit::VerifyResult::Status::unknown: return "unknown";
    }
    return "";
}

/// Result of one file, and of its scripts if they were requested.
struct CheckedFile {
    edit::VerifyResult result;
    CheckedPlugin plugin;
};

/// Returns the share of fields in plugins as JSON, with the subrecords that are not decoded.
nlohmann::json share_json(const FieldShare& share)
{
    nlohmann::json json{{"bytes", share.fields}, {"of", share.bytes}, {"undefined", nlohmann::json::array()}};
    for (const UndecodedParts& each : share.undefined) {
        json["undefined"].push_back(
            {{"record", each.record}, {"subrecord", each.type}, {"bytes", each.bytes}, {"count", each.count}});
    }
    return json;
}

nlohmann::json result_json(const edit::VerifyResult& result)
{
    nlohmann::json entry{{"status", status_name(result.status)}, {"size", result.size}};
    put_name(entry, "file", result.path);
    entry["error"] = result.error ? json_of(*result.error) : nlohmann::json(nullptr);
    entry["records"] = nlohmann::json::object();
    for (const RecordCount& records : result.records) {
        entry["records"][records.element] = records.count;
    }
    entry["kept_as_bytes"] = nlohmann::json::array();
    for (const RawFallback& part : result.kept) {
        entry["kept_as_bytes"].push_back(part.place);
    }
    entry["scripts"] = {{"as_source", result.scripts.as_source}, {"as_bytes", result.scripts.as_bytes}};
    if (result.fields) {
        entry["fields"] = share_json(*result.fields);
    }
    if (!result.visibility.empty()) {
        entry["visibility"] = result.visibility;
    }
    return entry;
}

/// Formats counts: "1,088 x <script>, 2,877 x <properties>".
std::string record_description(std::span<const RecordCount> records)
{
    std::string words;
    for (const RecordCount& each : records) {
        if (each.count > 0) {
            words += fmt::format("{}{} x <{}>", words.empty() ? "" : ", ", grouped(each.count), each.element);
        }
    }
    return words;
}

/// Maximum number of raw parts that are listed: a damaged file has thousands.
constexpr std::size_t max_named = 20;

/// Totals of all files: records of plugins and saves, and raw parts.
class Totals {
public:
    void add(const edit::VerifyResult& result)
    {
        for (const RecordCount& each : result.records) {
            const auto known = std::ranges::find(records_, each.element, &RecordCount::element);
            if (known == records_.end()) {
                records_.push_back(each);
            } else {
                known->count += each.count;
            }
        }
        for (const RawFallback& part : result.kept) {
            // "VMAD of INFO 00012345", or "12 bytes at 3456"
            const bool is_gap = !part.place.empty() && is_digit(part.place.front());
            ++kept_[is_gap ? "other bytes" : part.place.substr(0, part.place.find(' '))];
        }
        if (result.fields) {
            share_.add(*result.fields);
        }
    }
    [[nodiscard]] std::size_t kept() const
    {
        std::size_t sum = 0;
        for (const auto& [part, count] : kept_) {
            sum += count;
        }
        return sum;
    }
    /// Formats the totals: "1,088 x <script>; kept as bytes: 2 x VMAD".
    [[nodiscard]] std::string line() const
    {
        std::vector<std::string> parts;
        for (const auto& [part, count] : kept_) {
            parts.push_back(fmt::format("{} x {}", grouped(count), part));
        }
        const std::string records = record_description(records_);
        return fmt::format("{}{}kept as bytes: {}", records, records.empty() ? "" : "; ",
                           parts.empty() ? "none" : join_abbreviated(parts, max_named));
    }
    /// Returns "98.12 % of 457,976 bytes in records are fields; NAVI NVMI is bytes: 26,550". Returns an empty text
    /// without plugins.
    [[nodiscard]] std::string share_line() const
    {
        constexpr std::size_t max_listed = 3;
        if (share_.bytes == 0) {
            return {};
        }
        std::string line =
            fmt::format("{:.2f} % of {} bytes in records are fields", share_.percent(), grouped(share_.bytes));
        for (std::size_t i = 0; i < std::min(share_.undefined.size(), max_listed); ++i) {
            const UndecodedParts& each = share_.undefined[i];
            line += fmt::format("{}{}{}{} {}", i == 0 ? "; kept as bytes: " : ", ", shown_text(each.record),
                                each.type.empty() ? "" : " ", shown_text(each.type), grouped(each.bytes));
        }
        return line + (share_.undefined.size() > max_listed
                           ? fmt::format(", and {} more types", share_.undefined.size() - max_listed)
                           : "");
    }
    [[nodiscard]] nlohmann::json json() const
    {
        nlohmann::json totals{{"records", nlohmann::json::object()}, {"kept_as_bytes", nlohmann::json::object()}};
        for (const RecordCount& each : records_) {
            totals["records"][each.element] = each.count;
        }
        for (const auto& [part, count] : kept_) {
            totals["kept_as_bytes"][part] = count;
        }
        if (share_.bytes > 0) {
            totals["fields"] = share_json(share_);
        }
        return totals;
    }

private:
    std::vector<RecordCount> records_;
    FieldShare share_;
    std::map<std::string, std::size_t> kept_;  ///< raw parts, counted by tag (the first word of their position)
};

std::string result_line(const edit::VerifyResult& result)
{
    std::string line = fmt::format("{:<10} {}", status_name(result.status), shown_text(result.path.string()));
    if (result.status == edit::VerifyResult::Status::unknown) {
        line += result.error ? ": " + result.error->message : ": a file of no known format";
    } else if (result.error) {
        Error error = *result.error;
        error.file.clear();
        line += ": " + describe(error);
    } else {
        const std::string records = record_description(result.records);
        const std::string share = result.fields ? fmt::format(", {:.2f} % fields", result.fields->percent()) : "";
        line += fmt::format(" ({} bytes{}{}{})", grouped(result.size), records.empty() ? "" : ", ", records, share);
    }
    if (const edit::Scripts& scripts = result.scripts; scripts.as_source + scripts.as_bytes > 0) {
        const std::size_t all = scripts.as_source + scripts.as_bytes;
        line += all == scripts.as_source ? fmt::format("; {} script{} as source", all, all == 1 ? "" : "s")
                                         : fmt::format("; {} of {} scripts as source", scripts.as_source, all);
    }
    if (!result.kept.empty()) {
        std::vector<std::string> places;
        for (const RawFallback& part : result.kept) {
            places.push_back(part.place);
        }
        line += fmt::format("; kept as bytes: {}", join_abbreviated(places, max_named));
    }
    if (!result.visibility.empty()) {
        line += fmt::format("; its PVO does not fit: {}", fmt::join(result.visibility, "; "));
    }
    return line + "\n";
}

ReportedFinding finding_of_file(const edit::VerifyResult& result)
{
    ReportedFinding finding = finding_of(result.error.value_or(Error{}), result.path.string());
    if (result.status == edit::VerifyResult::Status::different) {
        finding.id = not_identical_id;
    }
    return finding;
}

/// Minimum size of files that are checked one after another, because each needs many times its size of memory.
constexpr std::uint64_t large_file = std::uint64_t{16} << 20U;

/// Checks all files, several at once, and their scripts with `context`. Calls `done` in order.
void verify_all(const std::vector<edit::Candidate>& files, std::size_t jobs, bool with_scripts,
                const LoadContext& context, const std::function<void(const CheckedFile&)>& done)
{
    std::vector<CheckedFile> all(files.size());
    std::mutex one_large_file;
    const auto work = [&](std::size_t i) {
        std::error_code none;
        std::unique_lock alone(one_large_file, std::defer_lock);
        if (const auto size = std::filesystem::file_size(files[i].path, none); !none && size >= large_file) {
            alone.lock();
        }
        all[i].result = edit::verify(files[i]);
        if (with_scripts && all[i].result.status != edit::VerifyResult::Status::unknown && !all[i].result.error) {
            // Ignore an error here: edit::verify() reports a file that cannot be read.
            all[i].plugin = check_plugin_scripts(files[i].path, context).value_or(CheckedPlugin{});
        }
    };
    run_in_order(files.size(), jobs, work, [&](std::size_t i) { done(std::exchange(all[i], {})); });
}

std::string left_out(std::size_t unknown)
{
    return unknown == 0 ? "" : fmt::format("; {} of unknown format skipped", plural(unknown, "file"));
}

}  // namespace

static Exit run_verify(const Arguments& arguments)
{
    using Status = edit::VerifyResult::Status;
    std::vector<edit::Candidate> files;
    for (const std::string& name : arguments.all("FILE")) {
        std::ranges::move(find_all_files(name), std::back_inserter(files));
    }
    for (edit::Candidate& file : files) {
        file.full = arguments.has("full");
    }
    nlohmann::json json{{"files", nlohmann::json::array()}};
    const bool as_json = arguments.has("json");
    const bool is_for_tools = arguments.has("sarif") || arguments.has("junit") || arguments.has("github");
    std::vector<ReportedFinding> findings;
    std::set<std::string> clean;  // paths of files with status ok
    std::array<std::size_t, 4> counts{};
    const auto count = [&](Status status) -> std::size_t& { return counts[static_cast<std::size_t>(status)]; };
    const auto is_shown = [&](Status status) {
        return status == Status::unknown ? arguments.has("all") : status != Status::ok || !arguments.has("quiet");
    };
    Totals totals;
    const Result<std::size_t> jobs = jobs_of(arguments);
    if (!jobs) {
        return print_error(jobs.error());
    }
    ScriptTotals script_totals;
    const bool with_scripts = arguments.has("scripts");
    if (arguments.has("commands") && !with_scripts) {
        return print_usage_error("verify: --commands without --scripts", "it is for compiling the scripts of plugins");
    }
    LoadContext context;
    if (auto commands = named_commands(arguments)) {
        context.services.set(std::move(*commands));
    } else {
        return print_error(commands.error());
    }
    verify_all(files, *jobs, with_scripts, context, [&](const CheckedFile& checked) {
        const edit::VerifyResult& result = checked.result;
        print_table_problems(checked.plugin.commands.get());
        script_totals.add(checked.plugin.scripts);
        ++count(result.status);
        totals.add(result);
        if (result.status == Status::unreadable && result.error) {
            Error error = *result.error;
            error.file = error.file.empty() ? result.path.string() : error.file;
            add_json_error(error);
        }
        if (as_json && (result.status != Status::unknown || arguments.has("all"))) {
            json["files"].push_back(result_json(result));
            if (with_scripts) {
                json["files"].back()["scripts"] = json_of(checked.plugin.scripts);
            }
        } else if (is_for_tools && (result.status == Status::different || result.status == Status::unreadable)) {
            findings.push_back(finding_of_file(result));
            print(arguments.has("github") ? github_line(findings.back()) : "");
        } else if (is_for_tools && result.status == Status::ok) {
            clean.insert(result.path.string());
        } else if (!as_json && !is_for_tools && is_shown(result.status)) {
            print(result_line(result));
        }
        if (!as_json && !is_for_tools) {
            print(script_lines(checked.plugin.scripts));
        }
    });
    if (arguments.has("sarif")) {
        print(sarif_of(findings).dump(2) + "\n");
    } else if (arguments.has("junit")) {
        print(junit_of("verify", findings, clean, check::Severity::error));
    }
    if (as_json) {
        json["left_out"] = count(Status::unknown);
        json["totals"] = totals.json();
        if (with_scripts) {
            json["totals"]["scripts"] = script_totals.json();
        }
        print_json(json);
    }
    if (cancelled()) {
        return print_error({.code = ErrorCode::cancelled, .message = "stopped before all files were checked"});
    }
    print_message(fmt::format("{} ok, {} different, {} unreadable{}", count(Status::ok), count(Status::different),
                              count(Status::unreadable), left_out(count(Status::unknown))));
    if (with_scripts) {
        print_message(script_totals.line());
    }
    totals.kept() > 0 ? print_message(totals.line()) : print_verbose(totals.line());
    if (const std::string share = totals.share_line(); !share.empty()) {
        print_message(share);
    }
    if (files.size() == count(Status::unknown)) {
        return print_usage_error("verify: no file of a known format there", "see redforge info FILE");
    }
    const bool found = count(Status::different) > 0 || script_totals.not_identical() > 0;
    return count(Status::unreadable) > 0 ? Exit::failure : found ? Exit::finding : Exit::success;
}

Verb verify_verb()
{
    return {
        .name = "verify",
        .summary = "check that files survive a round trip",
        .description =
            "Reads each file, writes it again and compares the bytes. Then unpacks it, packs the text and compares "
            "again. Prints one line for each file. Folders are searched for files of known formats; a file that "
            "has only the name of such a format counts as unreadable. The exit status is 0 if all files are the "
            "same both ways. If parts were kept as raw bytes, the last line counts them, with the records of "
            "plugins and saves; --verbose always prints it.",
        .examples = {{"redforge verify maps/", "all files in a folder, on all cores"},
                     {"redforge verify --json *.RGM", "the same for a program to read"},
                     {"redforge verify --full Skyrim.esm",
                      "the text of every record of a large plugin, not of a sample"},
                     {"redforge verify --scripts Mod.esp", "compile each script and print where the code differs"}},
        .positionals = {{"FILE", "files and folders", 1, 0, {}}},
        .options =
            option_list(Option{"--quiet", "-q", "", "print only files that are not ok"},
                        Option{"--all", "", "", "also print files of unknown formats"},
                        Option{"--full", "", "",
                               "check every record of a plugin larger than 8 MB, instead of a sample"},
                        Option{"--scripts", "", "",
                               "also compile the scripts of Oblivion plugins and compare the result with their code"},
                        options::commands, options::definitions, options::jobs, options::reports, options::json),
        .exclusive = {"json sarif junit github"},
        .run = run_verify,
    };
}

}  // namespace redforge::cli
