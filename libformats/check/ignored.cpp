// Reads ignore lists, applies them to findings, and adds lines to them.
#include "check/ignored.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "edit/document/notes.hpp"
#include "edit/merge/identity.hpp"
#include "project/project.hpp"

namespace redforge::check {
namespace {

namespace fs = std::filesystem;

constexpr const char* form = "a line is ID PATH REASON; PATH is * for the whole document";

Result<Ignored> line_of(edit::Note note)
{
    if (find_check(note.kind) == nullptr) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("no check \"{}\"", note.kind),
                     .hint = "redforge check --list prints all"});
    }
    if (note.place.empty() || note.text.empty()) {
        return fail({.message = note.place.empty() ? "no path and no reason" : "no reason", .hint = form});
    }
    return Ignored{std::move(note.kind), std::move(note.place), std::move(note.text), note.line};
}

/// Returns true if the match is the position of the finding, or contains it.
bool covers(const edit::Match& match, const Finding& finding)
{
    const edit::NodePath& node = match.node;
    if (node.size() > finding.node.size() || !std::equal(node.begin(), node.end(), finding.node.begin())) {
        return false;
    }
    switch (match.kind) {
    case edit::Match::Kind::record: return true;
    case edit::Match::Kind::field: return node.size() == finding.node.size() && match.field.name() == finding.member;
    case edit::Match::Kind::list:
    case edit::Match::Kind::blob: break;
    }
    const RecordHandle& parent = match.record;
    return node.size() == finding.node.size()
               ? match.child->name == finding.member
               : finding.node[node.size()].child == parent.table().number_of(*match.child);
}

}  // namespace

Result<std::vector<Ignored>> read_ignored(const fs::path& file)
{
    Result<std::vector<edit::Note>> notes = edit::read_notes(file);
    if (!notes) {
        return fail(notes.error());
    }
    std::vector<Ignored> lines;
    for (edit::Note& note : *notes) {
        if (note.kind == edit::layer_note_kind || note.kind == edit::group_note_kind) {
            continue;
        }
        const std::uint32_t number = note.line;
        Result<Ignored> read = line_of(std::move(note));
        if (!read) {
            Error error = read.error();
            error.file = file.string();
            error.line = number;
            return fail(std::move(error));
        }
        lines.push_back(std::move(*read));
    }
    return lines;
}

Result<DividedFindings> divide_findings(const RecordHandle& root, std::vector<Finding> findings,
                                        std::span<const Ignored> ignored)
{
    DividedFindings remaining{.findings = std::move(findings), .ignored = {}, .unused = {}};
    for (const Ignored& line : ignored) {
        std::vector<edit::Match> places;
        const bool everywhere = line.place == "*";
        if (!everywhere) {
            Result<std::vector<edit::Match>> found = edit::resolve(root, line.place);
            if (!found && found.error().code != ErrorCode::not_found) {  // a removed record has no findings
                Error error = found.error();
                error.line = line.line;
                return fail(std::move(error));
            }
            places = found ? std::move(*found) : std::vector<edit::Match>{};
        }
        const auto gone =
            std::stable_partition(remaining.findings.begin(), remaining.findings.end(), [&](const Finding& finding) {
                return finding.check->id != line.check ||
                       !(everywhere ||
                         std::ranges::any_of(places, [&](const edit::Match& match) { return covers(match, finding); }));
            });
        if (gone == remaining.findings.end()) {
            remaining.unused.push_back(line);
        }
        for (auto finding = gone; finding != remaining.findings.end(); ++finding) {
            remaining.ignored.emplace_back(std::move(*finding), line);
        }
        remaining.findings.erase(gone, remaining.findings.end());
    }
    return remaining;
}

namespace {

/// Returns the severities that the rules of a project give to checks; nullopt for a check that is off.
Result<std::map<const Check*, std::optional<Severity>>> severities_of(const project::Settings& settings)
{
    std::map<const Check*, std::optional<Severity>> severities;
    for (const project::CheckRule& rule : settings.check_rules) {
        const Check* const check = find_check(rule.check);
        if (check == nullptr) {
            std::vector<std::string_view> ids;
            std::ranges::transform(checks(), std::back_inserter(ids), &Check::id);
            const std::string_view guess = nearest(rule.check, ids);
            return fail({.code = ErrorCode::unknown_name,
                         .message = fmt::format("a rule for the unknown check \"{}\"", rule.check),
                         .file = settings.file.string(),
                         .line = rule.line,
                         .hint = guess.empty() ? "redforge check --list prints all checks"
                                               : fmt::format("did you mean {}?", guess)});
        }
        severities[check] = severity_named(rule.severity);  // "off" is not a severity
    }
    return severities;
}

}  // namespace

Result<DividedFindings> run_and_divide(const edit::Document& document, const CheckContext& around,
                                       const Selection& selection)
{
    const auto settings = project::settings_around(around.file);
    if (!settings) {
        return fail(settings.error());
    }
    const auto severities = *settings ? severities_of(**settings) : std::map<const Check*, std::optional<Severity>>{};
    if (!severities) {
        return fail(severities.error());
    }
    Selection effective = selection;
    for (const auto& [check, severity] : *severities) {
        if (!severity && std::ranges::find(selection.only, check->id) == selection.only.end()) {
            effective.excluded.emplace_back(check->id);
        }
    }
    const fs::path file = edit::note_file_of(around.file);
    Result<std::vector<Ignored>> lines = read_ignored(file);
    if (!lines) {
        return fail(lines.error());
    }
    std::erase_if(*lines, [&](const Ignored& line) { return !effective.has(*find_check(line.check)); });
    Result<DividedFindings> remaining = divide_findings(document.root(), run(document, around, effective), *lines);
    if (!remaining) {
        Error error = remaining.error();
        error.file = file.string();
        return fail(std::move(error));
    }
    for (Finding& finding : remaining->findings) {
        const auto rule = severities->find(finding.check);
        finding.changed_severity = rule == severities->end() ? std::nullopt : rule->second;
    }
    return remaining;
}

Status ignore(const fs::path& file, const RecordHandle& root, const Finding& finding, std::string_view reason)
{
    if (edit::trimmed_note(reason).empty() || file.empty()) {
        return fail({.code = ErrorCode::usage,
                     .message = file.empty() ? "the document has no file yet, so the reason cannot be stored"
                                             : "no reason given"});
    }
    // Do not append to a file that cannot be parsed: the new line would have no effect.
    if (const Result<std::vector<Ignored>> lines = read_ignored(file); !lines) {
        return fail(lines.error());
    }
    std::string place = edit::stable_path(root, finding.node);
    place = finding.member.empty() ? place : edit::path_below(std::move(place), finding.member);
    const edit::Note note{.kind = std::string(finding.check->id),
                          .place = std::move(place),
                          .text = std::string(reason)};
    return edit::write_notes(file, std::span(&note, 1));
}

}  // namespace redforge::check
