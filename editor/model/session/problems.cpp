// Rows of the problems pane from the registry of checks.
#include "editor/model/session/problems.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "check/ignored.hpp"
#include "core/services.hpp"
#include "edit/document/notes.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace redforge::editor {
namespace {

bool is_large_plugin(const Session& session)
{
    const auto* const plugin = edit::get_if<tes::Plugin>(session.document());
    return plugin != nullptr && tes::is_large(*plugin);
}

check::CheckContext context_of(const Session& session, const CheckedSurroundings& around)
{
    Services services;
    services.set(session.names());
    services.set(around.data);
    return {.file = session.path(),
            .game = around.game,
            .services = std::move(services),
            // A large plugin would be packed after each edit.
            .is_from_text = session.storage() != edit::Storage::binary && !is_large_plugin(session)};
}

bool is_same_problem(const check::Finding& finding, const Problem& problem)
{
    return finding.node == problem.ref.node && finding.member == problem.member;
}

/// Returns the name of a record, or of its nearest named parent.
std::string nearest_name(const Session& session, edit::NodePath node)
{
    for (; !node.empty(); node.pop_back()) {
        const RecordHandle record = edit::find_record(session.root(), node);
        if (std::string name = record ? own_name(record) : std::string{}; !name.empty()) {
            return name;
        }
    }
    return {};
}

}  // namespace

Result<std::vector<Problem>> problems_of(const Session& session, const CheckedSurroundings& around,
                                         const std::set<std::string_view>& all_of)
{
    std::vector<Problem> problems;
    check::Selection selection;
    if (is_large_plugin(session)) {
        // Checks of a large plugin would take seconds after each edit.
        const check::Check& first =
            *std::ranges::find(check::checks(), session.document().format().root(), &check::Check::root);
        problems.push_back({&first,
                            first.severity,
                            {},
                            {},
                            "the document",
                            "large plugins are checked only by redforge check",
                            false});
        for (const check::Check& each : check::checks()) {
            if (each.root == session.document().format().root()) {
                selection.excluded.emplace_back(each.id);
            }
        }
    }
    const Result<check::DividedFindings> remaining =
        check::run_and_divide(session.document(), context_of(session, around), selection);
    if (!remaining) {
        return fail(remaining.error());
    }
    std::map<const check::Check*, std::size_t> counts;
    const auto most = [&](const check::Check& check) {
        return all_of.contains(check.id) ? max_problems_of_check : check::max_listed_findings;
    };
    for (const check::Finding& finding : remaining->findings) {
        if (finding.severity() == check::Severity::note || ++counts[finding.check] > most(*finding.check)) {
            continue;
        }
        std::string where = finding.path(session.root());
        problems.push_back({finding.check,
                            finding.severity(),
                            {finding.node, {}},
                            finding.member,
                            where.empty() ? "the document" : std::move(where),
                            finding.message,
                            static_cast<bool>(finding.fix),
                            0,
                            nearest_name(session, finding.node)});
    }
    for (const auto& [check, count] : counts) {
        if (count > most(*check)) {
            const std::size_t rest = count - most(*check);
            const auto last = std::ranges::find(problems.rbegin(), problems.rend(), check, &Problem::check);
            const char* const others = all_of.contains(check->id) ? "; redforge check --all lists them" : "";
            problems.insert(
                last.base(),
                {check, last->severity, {}, {}, "", fmt::format("{} more like these{}", rest, others), false, rest});
        }
    }
    std::ranges::stable_sort(problems, {}, [](const Problem& problem) { return problem.severity; });
    return problems;
}

Status ignore_problem(const Session& session, const CheckedSurroundings& around, const Problem& problem,
                      const std::string& reason)
{
    const check::Selection selection{{std::string(problem.check->id)}, {}};
    for (const check::Finding& finding : check::run(session.document(), context_of(session, around), selection)) {
        if (is_same_problem(finding, problem)) {
            return check::ignore(edit::note_file_of(session.path()), session.root(), finding, reason);
        }
    }
    return fail({.code = ErrorCode::not_found, .message = "the problem no longer exists"});
}

Result<edit::Changes> fix_problem(Session& session, const CheckedSurroundings& around, const Problem& problem,
                                  FixScope scope)
{
    if (const Status status = session.commit(); !status) {
        return fail(status.error());
    }
    const check::Selection selection{{std::string(problem.check->id)}, {}};
    Result<check::DividedFindings> remaining =
        check::run_and_divide(session.document(), context_of(session, around), selection);
    if (!remaining) {
        return fail(remaining.error());
    }
    std::vector<check::Finding>& findings = remaining->findings;
    std::erase_if(findings, [&](const check::Finding& finding) {
        return !finding.fix || (scope == FixScope::one && !is_same_problem(finding, problem));
    });
    if (findings.empty()) {
        return edit::Changes{};
    }
    const std::string name = scope == FixScope::one ? fmt::format("Fix {} of {}", problem.check->id, problem.where)
                                                    : fmt::format("Fix {} of all", problem.check->id);
    return session.make(name, [&](edit::Recorder& recorder) { return check::fix(recorder, findings); });
}

}  // namespace redforge::editor
