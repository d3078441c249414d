// Checks of the scripts of a map: the errors and warnings that the compiler reports for their sources.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_nodes.hpp"
#include "rgm/actor.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble.hpp"
#include "soup/disassemble.hpp"

namespace redforge::check {

/// Diagnostics of all scripts of a map, by index of the actor.
struct ScriptSurvey {
    std::vector<std::vector<soup::Diagnostic>> of_actors;
};

namespace {

std::shared_ptr<ScriptSurvey> survey(const Report& report)
{
    auto found = std::make_shared<ScriptSurvey>();
    const soup::ObjectNames objects(rgm::names_for_objects(*report.map()));
    const SectionNodes nodes(report.root(), "actors");
    for (const soup::Script& script : rgm::scripts_of(*report.map())) {
        const soup::Names* const names = report.around().names;
        const auto& source = report.around().source;
        std::optional<std::string> text = source ? source(nodes[found->of_actors.size()]) : std::nullopt;
        if (!text || soup::is_hex_source(*text)) {
            text = soup::disassemble(script, names, {.proof = soup::Proof::none}).text;
        }
        soup::AssembleOptions options{.names = names, .previous = &script};
        options.objects = &objects;
        options.suggestions = false;  // a finding has no hint
        found->of_actors.push_back(soup::assemble(*text, "", options).diagnostics);
    }
    return found;
}

}  // namespace

void find_in_scripts(Report& report)
{
    if (report.scripts == nullptr) {
        report.scripts = survey(report);
    }
    const SectionNodes nodes(report.root(), "actors");
    for (std::size_t actor = 0; actor < report.scripts->of_actors.size(); ++actor) {
        // Report once per actor: a script with one such statement often has many.
        constexpr std::size_t max_named = 3;
        std::vector<std::string> lines;
        std::size_t count = 0;
        std::uint32_t first_line = 0;
        for (const soup::Diagnostic& each : report.scripts->of_actors[actor]) {
            if (each.rule == report.check->id && ++count <= max_named) {
                first_line = count == 1 ? each.error.line : first_line;
                lines.push_back(fmt::format("line {}: {}", each.error.line, each.error.message));
            }
        }
        if (count > 0) {
            report.add({.node = nodes[actor],
                        .member = "script",
                        .message = fmt::format("{}{}", fmt::join(lines, "; "),
                                               count > max_named ? fmt::format(" and {} more", count - max_named)
                                                                 : std::string()),
                        .line = first_line});
        }
    }
}

}  // namespace redforge::check
