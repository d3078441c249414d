// `script run`: runs a script without the game.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/script/script_actions.hpp"
#include "cli/script/script_runs.hpp"
#include "core/text/counts.hpp"
#include "edit/path/conditions.hpp"

namespace redforge::cli {
namespace {

/// Parses "NAME=1,2,3", separated by semicolons. Calls `set` with each name and its values.
template <class Set>
Status for_each_setting(std::string_view text, std::string_view option, Set set)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = part.find('=');
        const auto values = equals == std::string_view::npos || equals == 0
                                ? Result<std::vector<std::int32_t>>(fail({}))
                                : soup::parse_numbers(part.substr(equals + 1));
        if (!values) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("--{} {}", option, part),
                         .hint = fmt::format("write --{} NAME=1 or 'A=1;B=2,3'", option)});
        }
        if (Status status = set(part.substr(0, equals), *values); !status) {
            return status;
        }
    }
    return {};
}

Result<soup::RunOptions> run_options(const ScriptRequest& request, const FoundScript& found,
                                     const soup::RunSource& source)
{
    const soup::Script& script = found.script;
    soup::RunOptions options =
        soup::first_options(script, found.variables, source, request.context.services.find<soup::Names>());
    for (const std::string_view option : {"answer", "flag", "var"}) {
        const Status status = for_each_setting(request.arguments.option(option).value_or(""), option,
                                               [&](std::string_view name, const std::vector<std::int32_t>& values) {
                                                   return soup::set_state(options, source, name, values);
                                               });
        if (!status) {
            return fail(status.error());
        }
    }
    for (const auto& [option, value] : {std::pair("hook", -1), std::pair("max-steps", 1024), std::pair("result", 0)}) {
        const auto given = request.arguments.option(option);
        const auto number = given ? whole_number(*given) : std::optional<std::size_t>(0);
        if (!number || *number > INT32_MAX) {
            return fail(
                {.code = ErrorCode::usage, .message = fmt::format("--{} {}", option, *given), .hint = "a number"});
        }
        const auto chosen = given ? static_cast<std::int32_t>(*number) : value;
        if (std::string_view(option) == "hook") {
            options.hook = chosen;
        } else if (std::string_view(option) == "max-steps") {
            options.max_statements = static_cast<std::uint32_t>(chosen);
        } else {
            options.script_result = chosen;
        }
    }
    if (options.hook >= static_cast<std::int64_t>(script.hooks.size())) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("--hook {}, but the script has {}", options.hook,
                                            plural(script.hooks.size(), "hook"))});
    }
    return options;
}

/// Returns the requested actor: the word after the file, or --actor.
std::optional<std::string> wanted_actor(const ScriptRequest& request)
{
    return request.files.size() > 1 ? std::optional(request.files[1]) : request.arguments.option("actor");
}

/// Reports that there is no script to run, or several.
Exit print_script_choice_error(const ScriptRequest& request, const std::vector<FoundScript>& all, std::size_t chosen)
{
    const std::optional<std::string> actor = wanted_actor(request);
    std::vector<std::string_view> actors;
    for (const FoundScript& each : all) {
        if (!each.script.code.empty()) {
            actors.push_back(each.actor);
        }
    }
    std::ranges::sort(actors);
    constexpr std::size_t max_actors = 12;
    const std::size_t count = actors.size();
    const bool wrong = actor && chosen == 0;
    const std::string_view near = wrong ? nearest(*actor, actors) : std::string_view{};
    std::string hint = near.empty() ? "" : fmt::format("did you mean {}? ", near);
    actors.resize(std::min(max_actors, count));
    hint += fmt::format("actors with scripts: {}{}", fmt::join(actors, ", "),
                        count > max_actors ? fmt::format(" and {} more (script list)", count - max_actors) : "");
    return print_error(
        {.code = ErrorCode::usage,
         .message = wrong ? fmt::format("no actor {}", *actor)
                          : fmt::format("{}; name the actor to run after the file", plural(chosen, "script")),
         .file = request.files.front(),
         .hint = count == 0 ? "" : std::move(hint)});
}

}  // namespace

Exit script_run(const ScriptRequest& request)
{
    if (request.files.size() > 2 || (request.files.size() == 2 && request.arguments.has("actor"))) {
        return print_usage_error("script run: accepts one file and one actor", "redforge script run FILE [ACTOR]");
    }
    bool failed = false;
    const std::vector<FoundScript> all = find_all_scripts(request.files.first(1), request.context, failed);
    if (failed) {
        return Exit::failure;
    }
    const std::optional<std::string> actor = wanted_actor(request);
    std::vector<FoundScript> scripts;
    std::ranges::copy_if(all, std::back_inserter(scripts),
                         [&](const FoundScript& each) { return !actor || edit::matches_pattern(each.actor, *actor); });
    if (scripts.size() != 1) {
        return print_script_choice_error(request, all, scripts.size());
    }
    const soup::Script& script = scripts.front().script;
    const soup::RunSource source = run_source(scripts.front(), request.context);
    const Result<soup::RunOptions> options = run_options(request, scripts.front(), source);
    if (!options) {
        return print_error(options.error());
    }
    const soup::Run run = soup::run(script, *options);
    if (request.arguments.has("json")) {
        nlohmann::json json{{"stop", soup::stop_name(run.stop)},
                            {"statements", run.statements},
                            {"variables", run.variables},
                            {"trace", nlohmann::json::array()}};
        for (const soup::TraceLine& line : run.trace) {
            json["trace"].push_back({{"thread", line.thread},
                                     {"offset", line.offset},
                                     {"line", source.line_of(line.offset)},
                                     {"text", line.text}});
        }
        json["flags"] = nlohmann::json::object();
        for (const auto& [flag, value] : run.flags) {
            json["flags"][std::to_string(flag)] = value;
        }
        print_json({{"run", std::move(json)}});
    } else {
        for (const soup::TraceLine& line : run.trace) {
            const std::uint32_t at = source.line_of(line.offset);
            print(fmt::format("{} {:>5}  {}\n", line.thread, at == 0 ? "" : std::to_string(at), line.text));
        }
    }
    print_message(fmt::format("{} after {}", soup::stop_name(run.stop), plural(run.statements, "statement")));
    return run.stop == soup::Stop::ended ? Exit::success : Exit::finding;
}

}  // namespace redforge::cli
