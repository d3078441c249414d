// `script run`: what a script does, without the game.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "edit/conditions.hpp"
#include "output.hpp"
#include "script_actions.hpp"
#include "soup/interpreter.hpp"

namespace redforge::cli {
namespace {

/// "NAME=1,2,3", separated by semicolons.
struct StateSetting {
    std::string name;
    std::vector<std::int32_t> values;
};

Result<std::vector<StateSetting>> state_settings(std::string_view text, std::string_view option)
{
    std::vector<StateSetting> all;
    const auto wrong = [&](std::string_view part) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("--{} {}", option, part),
                     .hint = fmt::format("write --{} NAME=1 or 'A=1;B=2,3'", option)});
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        const std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            return wrong(part);
        }
        StateSetting setting{std::string(part.substr(0, equals)), {}};
        std::string_view values = part.substr(equals + 1);
        while (!values.empty()) {
            const std::size_t comma = std::min(values.find(','), values.size());
            const std::string word(values.substr(0, comma));
            char* stop = nullptr;
            const long long number = std::strtoll(word.c_str(), &stop, 0);
            if (word.empty() || *stop != '\0' || number < INT32_MIN || number > UINT32_MAX) {
                return wrong(part);
            }
            setting.values.push_back(static_cast<std::int32_t>(number));
            values.remove_prefix(std::min(comma + 1, values.size()));
        }
        if (setting.values.empty()) {
            return wrong(part);
        }
        all.push_back(std::move(setting));
    }
    return all;
}

Result<soup::RunOptions> run_options(const ScriptRequest& request, const soup::Script& script)
{
    const soup::Names* names = request.context.names();
    soup::RunOptions options;
    options.names = names;
    options.variables.resize(script.variables);
    const auto unknown = [](std::string_view kind, const std::string& name) {
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("no {} {}", kind, name),
                     .hint =
                         "names are those of SOUP386.DEF (--soup-def, --game); function_12, flag_12 and var1 always "
                         "mean a number"});
    };
    for (const std::string_view option : {"answer", "flag", "var"}) {
        const auto given = state_settings(request.arguments.option(option).value_or(""), option);
        if (!given) {
            return fail(given.error());
        }
        for (const StateSetting& setting : *given) {
            const std::string& name = setting.name;
            if (option == "answer") {
                auto number = soup::numbered(name, "function_");
                number = number || names == nullptr ? number : names->find_function(name);
                if (!number) {
                    return unknown("function", name);
                }
                options.answers[*number] = setting.values;
            } else if (option == "flag") {
                auto number = soup::numbered(name, "flag_");
                number = number || names == nullptr ? number : names->find_flag(name);
                if (!number) {
                    return unknown("flag", name);
                }
                options.flags[*number] = setting.values.front();
            } else {
                const auto number = soup::numbered(name, "var");
                if (!number || *number > 255) {
                    return unknown("variable", name);
                }
                options.variables.resize(std::max<std::size_t>(options.variables.size(), *number + 1));
                options.variables[*number] = setting.values.front();
            }
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
            options.most_statements = static_cast<std::uint32_t>(chosen);
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

}  // namespace

Exit script_run(const ScriptRequest& request)
{
    bool failed = false;
    const ScriptRequest file{request.arguments, request.files.first(1), request.context};
    std::vector<FoundScript> scripts = find_scripts(request.arguments, file.files, request.context, failed);
    if (failed) {
        return Exit::trouble;
    }
    if (request.files.size() > 1) {
        std::erase_if(scripts,
                      [&](const FoundScript& each) { return !edit::matches_pattern(each.actor, request.files[1]); });
    }
    if (scripts.size() != 1) {
        return complain({.code = ErrorCode::usage,
                         .message = fmt::format("{} to run, where it can be one", plural(scripts.size(), "script")),
                         .file = request.files.front(),
                         .hint = "name the actor: redforge script run MAP ACTOR; script list shows them"});
    }
    const soup::Script& script = scripts.front().script;
    const Result<soup::RunOptions> options = run_options(request, script);
    if (!options) {
        return complain(options.error());
    }
    const soup::Run run = soup::run(script, *options);
    if (request.arguments.has("json")) {
        nlohmann::json json{{"stop", soup::stop_name(run.stop)},
                            {"statements", run.statements},
                            {"variables", run.variables},
                            {"trace", nlohmann::json::array()}};
        for (const soup::TraceLine& line : run.trace) {
            json["trace"].push_back({{"thread", line.thread}, {"offset", line.offset}, {"text", line.text}});
        }
        json["flags"] = nlohmann::json::object();
        for (const auto& [flag, value] : run.flags) {
            json["flags"][std::to_string(flag)] = value;
        }
        print_json({{"run", std::move(json)}});
    } else {
        for (const soup::TraceLine& line : run.trace) {
            print(fmt::format("{} {:04X}  {}\n", line.thread, line.offset, line.text));
        }
    }
    say(fmt::format("{} after {}", soup::stop_name(run.stop), plural(run.statements, "statement")));
    return run.stop == soup::Stop::ended ? Exit::fine : Exit::finding;
}

}  // namespace redforge::cli
