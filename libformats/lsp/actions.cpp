// Converts problems and fixes to JSON.
#include "lsp/actions.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lsp/messages.hpp"

namespace redforge::lsp {
namespace {

using nlohmann::json;

/// Returns true if an editor requests only actions of certain kinds.
bool limits_kinds(const json& context)
{
    return context.contains("only") && !context["only"].is_null();
}

/// Returns true if an editor requests actions of a kind; "source" includes "source.fixAll".
bool is_wanted(const json& context, std::string_view kind)
{
    if (!limits_kinds(context)) {
        return true;
    }
    return std::ranges::any_of(context["only"], [&](const json& each) {
        const std::string wanted = each;
        return kind == wanted || kind.starts_with(wanted + ".");
    });
}

/// Returns the menu title of a fix: "Replace = with to".
std::string title_of(std::string_view text, const Problem& problem)
{
    const SourceEdit& edit = problem.fix.front();
    const auto words = [](std::string_view all) {
        const std::size_t begin = std::min(all.find_first_not_of(" \n"), all.size());
        return all.substr(begin, all.find_last_not_of(" \n") + 1 - begin);
    };
    const std::string_view before = words(text.substr(edit.at, edit.length));
    const std::string_view after = words(edit.text);
    constexpr std::size_t max_length = 60;
    const bool has_lines = before.find('\n') != std::string_view::npos || after.find('\n') != std::string_view::npos;
    if (problem.fix.size() > 1 || before.size() > max_length || after.size() > max_length ||
        (before.empty() && after.empty()) || has_lines) {
        return fmt::format("Fix: {}", problem.message);
    }
    return before.empty()  ? fmt::format("Insert {}", after)
           : after.empty() ? fmt::format("Remove {}", before)
                           : fmt::format("Replace {} with {}", before, after);
}

/// Returns the edits of all fixes that do not overlap. `count`: the number of these fixes.
std::vector<SourceEdit> all_fixes(const std::vector<Problem>& problems, std::size_t& count)
{
    std::vector<SourceEdit> all;
    for (const Problem& problem : problems) {
        count += add_fix(all, problem.fix) ? 1U : 0U;
    }
    return all;
}

std::vector<TextEdit> text_edits(const std::vector<SourceEdit>& edits)
{
    std::vector<TextEdit> all;
    for (const SourceEdit& each : edits) {
        all.push_back({{each.at, each.at + each.length}, each.text});
    }
    return all;
}

}  // namespace

json diagnostic_json(const Lines& lines, const Problem& problem)
{
    json diagnostic{{"range", json_of(lines, problem.range)},
                    {"severity", static_cast<int>(problem.severity)},
                    {"source", source_name},
                    {"message", problem.message}};
    if (!problem.kind.empty()) {
        diagnostic["code"] = problem.kind;
    }
    return diagnostic;
}

json edits_json(const Lines& lines, const std::vector<TextEdit>& edits)
{
    json all = json::array();
    for (const TextEdit& each : edits) {
        all.push_back({{"range", json_of(lines, each.range)}, {"newText", each.text}});
    }
    return all;
}

json code_actions(const TextView& text, std::string_view content, const std::vector<Problem>& problems,
                  const json& parameters)
{
    const json& context = parameters.at("context");
    const std::size_t begin = text.lines.offset(position_of(parameters.at("range").at("start")));
    const std::size_t end = text.lines.offset(position_of(parameters.at("range").at("end")));
    json all = json::array();
    for (const Problem& each : problems) {
        if (is_wanted(context, quick_fix_kind) && !each.fix.empty() && each.range.begin <= end &&
            begin <= each.range.end) {
            all.push_back({{"title", title_of(content, each)},
                           {"kind", quick_fix_kind},
                           {"isPreferred", true},
                           {"diagnostics", json::array({diagnostic_json(text.lines, each)})},
                           {"edit", {{"changes", {{text.uri, edits_json(text.lines, text_edits(each.fix))}}}}}});
        }
    }
    std::size_t count = 0;
    const std::vector<SourceEdit> whole = all_fixes(problems, count);
    const bool asked = limits_kinds(context) && is_wanted(context, fix_all_kind);
    if (is_wanted(context, fix_all_kind) && (count > 1 || (asked && count == 1))) {
        all.push_back({{"title", "Fix all problems with a known fix"},
                       {"kind", fix_all_kind},
                       {"edit", {{"changes", {{text.uri, edits_json(text.lines, text_edits(whole))}}}}}});
    }
    return all;
}

}  // namespace redforge::lsp
