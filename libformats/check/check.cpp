// Runs checks and applies fixes.
#include "check/check.hpp"

#include <algorithm>

namespace redforge::check {

std::string_view severity_name(Severity severity)
{
    switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: break;
    }
    return "note";
}

std::optional<Severity> severity_named(std::string_view name)
{
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
        if (name == severity_name(severity)) {
            return severity;
        }
    }
    return std::nullopt;
}

std::string Finding::path(const RecordHandle& root) const
{
    const std::string record = edit::path_text(root, node);
    return member.empty() ? record : edit::path_below(record, member);
}

Report::Report(const edit::Document& document, const CheckContext& around)
    : document_(document), root_(document.root()), around_(around)
{
}

void Report::add(Finding finding)
{
    finding.check = check;
    findings.push_back(std::move(finding));
}

const Check* find_check(std::string_view id)
{
    const auto found = std::ranges::find(checks(), id, &Check::id);
    return found == checks().end() ? nullptr : &*found;
}

bool Selection::has(const Check& check) const
{
    return (only.empty() || std::ranges::find(only, check.id) != only.end()) &&
           std::ranges::find(excluded, check.id) == excluded.end();
}

std::vector<Finding> run(const edit::Document& document, const CheckContext& around, const Selection& selection)
{
    Report report(document, around);
    for (const Check& check : checks()) {
        if (selection.has(check) && (check.root.empty() || check.root == document.format().root())) {
            report.check = &check;
            check.run(report);
        }
    }
    return std::move(report.findings);
}

Status fix(edit::Recorder& recorder, std::span<const Finding> findings)
{
    std::vector<const Finding*> order;
    for (const Finding& finding : findings) {
        if (finding.fix) {
            order.push_back(&finding);
        }
    }
    // Fix from the last record to the first, so that a removal does not shift records that are fixed later. Reorder
    // lists last.
    std::ranges::stable_sort(order, [](const Finding* a, const Finding* b) {
        return a->reorders != b->reorders ? b->reorders : a->node > b->node;
    });
    for (const Finding* finding : order) {
        if (Status status = finding->fix(recorder); !status) {
            return status;
        }
    }
    return {};
}

}  // namespace redforge::check
