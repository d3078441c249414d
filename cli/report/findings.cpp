// Findings of check, script check and verify: one form for text, JSON, GitHub, SARIF and baselines.
#include "cli/report/findings.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "cli/files/project.hpp"
#include "cli/report/json.hpp"
#include "core/files/files.hpp"
#include "core/text/display_text.hpp"
#include "core/text/words.hpp"
#include "core/xml/xml_writer.hpp"

namespace redforge::cli {

namespace fs = std::filesystem;
namespace {

using Severity = check::Severity;

/// Returns "S/map.xml:12:5", as far as the line and column are known.
std::string place_description(const ReportedFinding& finding)
{
    std::string text = shown_text(finding.shown_file());
    if (finding.place.line != 0) {
        text += fmt::format(":{}", finding.place.line);
        text += finding.place.column != 0 ? fmt::format(":{}", finding.place.column) : "";
    }
    return text;
}

/// Source: docs.github.com, "Workflow commands".
std::string escaped_for_github(std::string_view text, bool is_value)
{
    std::string out;
    for (const char letter : text) {
        const bool special =
            letter == '%' || letter == '\r' || letter == '\n' || (is_value && (letter == ':' || letter == ','));
        out += special ? fmt::format("%{:02X}", static_cast<unsigned char>(letter)) : std::string(1, letter);
    }
    return out;
}

/// Escapes a text for XML. XML cannot contain control characters, so they are written as \xHH.
std::string escaped_for_xml(std::string_view text)
{
    std::string out;
    append_xml_escaped(out, shown_text(text));
    return out;
}

/// Converts a path to a relative reference of RFC 3986 (percent-encoded).
std::string uri_of(std::string_view path)
{
    std::string uri;
    for (const char letter : path) {
        const bool is_plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                              is_digit(letter) || std::string_view("-._~/").find(letter) != std::string_view::npos;
        uri += is_plain ? std::string(1, letter) : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
    return uri;
}

nlohmann::json rules_of(std::span<const ReportedFinding> findings)
{
    struct OtherRule {
        std::string_view id;
        std::string_view title;
    };
    static constexpr std::array<OtherRule, 4> others{
        {{unreadable_id, "A file that cannot be read"},
         {not_identical_id, "A file that does not come back byte for byte"},
         {script_error_id, "An error in the source of a script"},
         {script_warning_id, "A warning about the source of a script"}}};
    nlohmann::json rules = nlohmann::json::array();
    std::set<std::string_view> listed;
    for (const check::Check& each : check::checks()) {
        rules.push_back(
            {{"id", each.id}, {"shortDescription", {{"text", each.title}}}, {"fullDescription", {{"text", each.doc}}}});
        listed.insert(each.id);
    }
    for (const ReportedFinding& each : findings) {
        if (listed.insert(each.id).second) {
            const auto known = std::ranges::find(others, std::string_view(each.id), &OtherRule::id);
            rules.push_back(
                {{"id", each.id}, {"shortDescription", {{"text", known != others.end() ? known->title : each.id}}}});
        }
    }
    return rules;
}

/// Returns a message without line numbers: "line: ..." for "line 3: ...".
std::string without_lines(std::string_view message)
{
    constexpr std::string_view word = "line ";
    std::string out;
    for (std::size_t at = 0; at < message.size();) {
        if (message.substr(at).starts_with(word)) {
            out += "line";
            at += word.size();
            while (at < message.size() && is_digit(message[at])) {
                ++at;
            }
        } else {
            out += message[at++];
        }
    }
    return out;
}

std::string text_of(const nlohmann::json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

ReportedFinding finding_of(const Error& error, const std::string& file)
{
    Error rest = error;
    rest.file.clear();
    rest.line = 0;
    rest.column = 0;
    return {.file = error.file.empty() ? file : error.file,
            .place = {error.file.empty() ? file : error.file, error.line, error.column},
            .id = std::string(unreadable_id),
            .severity = Severity::error,
            .message = describe(rest)};
}

std::string text_line(const ReportedFinding& finding)
{
    return fmt::format("{}: {}{}{}: {} [{}]\n", place_description(finding), finding.path,
                       finding.path.empty() ? "" : ": ", severity_name(finding.severity), finding.message, finding.id);
}

std::string github_line(const ReportedFinding& finding)
{
    constexpr std::array<std::string_view, 3> commands{"error", "warning", "notice"};
    std::string place = "file=" + escaped_for_github(finding.shown_file(), true);
    if (finding.place.line != 0) {
        place += fmt::format(",line={}", finding.place.line);
        place += finding.place.column != 0 ? fmt::format(",col={}", finding.place.column) : "";
    }
    return fmt::format(
        "::{} {},title={}::{}\n", commands.at(static_cast<std::size_t>(finding.severity)), place, finding.id,
        escaped_for_github(finding.path.empty() ? finding.message : finding.path + ": " + finding.message, false));
}

nlohmann::json json_of(const ReportedFinding& finding)
{
    nlohmann::json line{{"id", finding.id},
                        {"severity", severity_name(finding.severity)},
                        {"path", finding.path},
                        {"message", finding.message},
                        {"fixable", finding.is_fixable}};
    if (!finding.record.empty()) {
        line["record"] = finding.record;
    }
    if (finding.reason) {
        line["reason"] = *finding.reason;
    }
    put_name(line, "file", finding.file);
    if (!finding.place.file.empty() && finding.place.file != finding.file) {
        put_name(line, "source", finding.place.file);
    }
    if (finding.place.line != 0) {
        line["line"] = finding.place.line;
    }
    if (finding.place.column != 0) {
        line["column"] = finding.place.column;
    }
    return line;
}

nlohmann::json sarif_of(std::span<const ReportedFinding> findings)
{
    // Source: the OASIS standard "Static Analysis Results Interchange Format 2.1.0".
    nlohmann::json results = nlohmann::json::array();
    for (const ReportedFinding& each : findings) {
        nlohmann::json place{{"artifactLocation", {{"uri", uri_of(each.shown_file())}}}};
        if (each.place.line != 0) {
            place["region"]["startLine"] = each.place.line;
            if (each.place.column != 0) {
                place["region"]["startColumn"] = each.place.column;
            }
        }
        nlohmann::json location{{"physicalLocation", std::move(place)}};
        if (!each.path.empty()) {
            location["logicalLocations"] = nlohmann::json::array({{{"fullyQualifiedName", each.path}}});
        }
        results.push_back({{"ruleId", each.id},
                           {"level", severity_name(each.severity)},
                           {"message", {{"text", each.message}}},
                           {"locations", nlohmann::json::array({std::move(location)})}});
        if (each.reason) {
            results.back()["suppressions"] =
                nlohmann::json::array({{{"kind", "external"}, {"justification", *each.reason}}});
        }
    }
    nlohmann::json run{{"tool", {{"driver", {{"name", "redforge"}, {"rules", rules_of(findings)}}}}},
                       {"results", std::move(results)}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", nlohmann::json::array({std::move(run)})}};
}

std::string junit_of(std::string_view verb, std::span<const ReportedFinding> findings,
                     const std::set<std::string>& clean, Severity level)
{
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::string cases;
    const auto add_case = [&](std::string_view name, std::string_view content) {
        fmt::format_to(std::back_inserter(cases), R"(    <testcase classname="redforge {}" name="{}")", verb,
                       escaped_for_xml(name));
        cases += content.empty() ? "/>\n" : fmt::format(">\n      {}\n    </testcase>\n", content);
    };
    for (const ReportedFinding& each : findings) {
        const std::string name =
            fmt::format("{}{}{} [{}]", place_description(each), each.path.empty() ? "" : ": ", each.path, each.id);
        const std::string message = escaped_for_xml(each.message);
        if (each.id == unreadable_id) {
            ++errors;
            add_case(name, fmt::format(R"(<error type="{}" message="{}"/>)", each.id, message));
        } else if (each.severity <= level && !each.reason) {
            ++failures;
            add_case(name, fmt::format(R"(<failure type="{}" message="{}"/>)", each.id, message));
        } else {
            add_case(name, fmt::format("<system-out>{}: {}</system-out>", severity_name(each.severity), message));
        }
    }
    for (const std::string& file : clean) {
        add_case(file, {});
    }
    const std::string counts =
        fmt::format(R"(tests="{}" failures="{}" errors="{}")", findings.size() + clean.size(), failures, errors);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"redforge {1}\" "
        "{0}>\n{2}  </testsuite>\n</testsuites>\n",
        counts, verb, cases);
}

Result<check::Severity> fail_level(const Arguments& arguments, check::Severity standard)
{
    const Result<std::optional<std::string>> found = option_or_setting(arguments, "fail-on", "check.fail-on");
    if (!found || !*found) {
        return found ? Result<check::Severity>(standard) : fail(found.error());
    }
    const std::optional<Severity> severity = check::severity_named(**found);
    return severity ? Result<Severity>(*severity)
                    : fail({.code = ErrorCode::usage,
                            .message = fmt::format("--fail-on {}", **found),
                            .hint = "error, warning or note"});
}

namespace {

std::string absolute_path(const std::string& file)
{
    std::error_code failed;
    const fs::path whole = file.empty() || file == "-" ? fs::path() : fs::absolute(file, failed).lexically_normal();
    return whole.empty() || failed ? file : whole.string();
}

/// Returns the absolute path of a file in a baseline: it starts at the current folder, or else at that of the baseline.
std::string known_path(const std::string& file, const fs::path& baseline)
{
    std::error_code ignored;
    const fs::path beside = baseline.parent_path() / file;
    return absolute_path(!fs::exists(file, ignored) && fs::exists(beside, ignored) ? beside.string() : file);
}

}  // namespace

Result<Baseline> Baseline::read(const Arguments& arguments)
{
    Baseline baseline;
    const Result<std::optional<std::string>> found = option_or_setting(arguments, "baseline", "check.baseline");
    if (!found || !*found) {
        return found ? Result<Baseline>(std::move(baseline)) : fail(found.error());
    }
    const std::optional<std::string>& file = *found;
    baseline.file_ = *file;
    const Result<std::string> text = read_text_file(*file);
    if (!text) {
        return fail(text.error());
    }
    const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
    if (!json.is_object() || !(json.contains("findings") || json.contains("diagnostics"))) {
        return fail({.code = ErrorCode::malformed,
                     .message = "is not a baseline",
                     .file = *file,
                     .hint = "a baseline is what check --json printed"});
    }
    for (const char* const list : {"findings", "known", "diagnostics"}) {
        const auto entries = json.find(list);
        if (entries == json.end() || !entries->is_array()) {
            continue;
        }
        for (const nlohmann::json& entry : *entries) {
            std::string id = text_of(entry, "id");
            if (id.empty()) {  // output of `script check` uses "rule"
                id = text_of(entry, "rule");
            }
            if (id.empty()) {
                id = text_of(entry, "severity") == "error" ? script_error_id : script_warning_id;
            }
            ++baseline.known_[{known_path(text_of(entry, "file"), *file), std::move(id),
                               without_lines(text_of(entry, "message")), text_of(entry, "record")}];
        }
    }
    return baseline;
}

bool Baseline::take(const ReportedFinding& finding)
{
    if (known_.empty()) {
        return false;
    }
    for (const std::string& record : {finding.record, std::string()}) {
        const auto found =
            known_.find({absolute_path(finding.file), finding.id, without_lines(finding.message), record});
        if (found != known_.end() && found->second > 0) {
            --found->second;
            return true;
        }
    }
    return false;
}

std::size_t Baseline::count_missing(const std::set<std::string>& checked) const
{
    std::set<std::string> files;
    std::ranges::transform(checked, std::inserter(files, files.end()), &absolute_path);
    std::size_t count = 0;
    for (const auto& [key, left] : known_) {
        count += files.contains(std::get<0>(key)) ? left : 0;
    }
    return count;
}

}  // namespace redforge::cli
