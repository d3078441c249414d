// Checks of the scripts of a map: the errors and warnings that the compiler reports for their sources.
#include <map>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_nodes.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/names.hpp"

namespace redforge::check {

/// Findings of all scripts of a map, by the rule of their diagnostics.
struct ScriptSurvey {
    std::map<std::string, std::vector<Finding>, std::less<>> of_rules;
};

namespace {

/// Diagnostics of one script with one rule. They are reported once per actor: a script with one such statement often
/// has many.
struct RuleMessages {
    std::vector<std::string> lines{};
    std::size_t count{};
    std::uint32_t first_line{};
};

std::shared_ptr<ScriptSurvey> survey(const Report& report)
{
    auto found = std::make_shared<ScriptSurvey>();
    const rgm::Map& map = report.root_as<rgm::Map>();
    const soup::ObjectNames objects(rgm::all_object_names(map));
    const SectionNodes nodes(report.root(), "actors");
    for (std::size_t actor = 0; actor < rgm::actor_count(map); ++actor) {
        const soup::Script script = rgm::script_at(map, actor);
        const soup::Names* const names = report.around().services.find<soup::Names>();
        const auto& source = report.around().source;
        std::optional<std::string> text = source ? source(nodes[actor]) : std::nullopt;
        if (!text || soup::is_hex_source(*text)) {
            text = soup::disassemble(script, names, {.names = names == nullptr, .proof = soup::Proof::none}).text;
        }
        soup::AssembleOptions options{.names = names, .previous = &script};
        options.objects = &objects;
        options.suggestions = false;  // a finding has no hint
        std::map<std::string_view, RuleMessages> rules;
        const soup::Assembly assembly = soup::assemble(*text, "", options);
        for (const soup::Diagnostic& each : assembly.diagnostics) {
            constexpr std::size_t max_named = 3;
            RuleMessages& messages = rules[each.rule];
            messages.first_line = messages.count == 0 ? each.error.line : messages.first_line;
            if (++messages.count <= max_named) {
                messages.lines.push_back(fmt::format("line {}: {}", each.error.line, each.error.message));
            }
        }
        for (const auto& [rule, messages] : rules) {
            const std::size_t more = messages.count - messages.lines.size();
            found->of_rules[std::string(rule)].push_back(
                {.node = nodes[actor],
                 .member = "script",
                 .message = fmt::format("{}{}", fmt::join(messages.lines, "; "),
                                        more > 0 ? fmt::format(" and {} more", more) : std::string()),
                 .line = messages.first_line});
        }
    }
    return found;
}

void find_in_scripts(Report& report)
{
    ScriptSurvey& all = report.shared<ScriptSurvey>([&] { return survey(report); });
    for (Finding& finding : all.of_rules[std::string(report.check->id)]) {
        report.add(std::move(finding));
    }
}

}  // namespace

std::span<const Check> script_checks()
{
    static constexpr Check rows[]{
        {"script-argument", Severity::warning, "A script passes a function an argument of another kind",
         "SetGlobalFlag(Door) passes the value of the flag; SetGlobalFlag(flag Door) passes its number. RTX(\"abcd\") "
         "passes the number of a string; RTX('abcd') passes a dialogue label. The check also reports items and worlds "
         "that the game does not have, and tasks whose value is used. docs/soup.md lists the arguments of functions. "
         "This is a warning because scripts of the game have such arguments. In a source that the user writes, "
         "`redforge script check` reports an error.",
         "map", "", &find_in_scripts},
        {"script-variable", Severity::warning, "A script names a variable that its actor does not have",
         "Each instance of an actor has its own variables. A store to a variable that does not exist changes the "
         "memory of another actor. Add variables to the actor. This is a warning because scripts of the game have this "
         "problem. In a source that the user writes, `redforge script check` reports an error.",
         "map", "", &find_in_scripts},
        {"script-object", Severity::note, "A script names an object that the map does not have",
         "No actor has this name or name space. Some scripts of the game name actors of other maps.", "map", "",
         &find_in_scripts},
        {"script-flow", Severity::warning, "A script that does not end, or jumps to a wrong place",
         "The script has no end, so the game continues with the code of the next actor. Or it jumps out of the script "
         "or into the middle of a statement. Or it returns without a call. Or it neither waits nor ends. `redforge "
         "script check` shows the lines. In a source that the user writes, it reports a missing end and a jump out of "
         "the script as errors.",
         "map", "", &find_in_scripts},
    };
    return rows;
}

}  // namespace redforge::check
