// `script functions`: arguments and return values of the game's functions.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/game.hpp"
#include "cli/line/console.hpp"
#include "cli/report/json.hpp"
#include "cli/script/script_actions.hpp"
#include "core/text/letter_case.hpp"
#include "edit/path/conditions.hpp"

namespace redforge::cli {
namespace {

nlohmann::json parameter_json(const soup::Parameter& parameter)
{
    nlohmann::json json{{"kind", soup::argument_type_text(parameter.meaning).name}, {"sure", parameter.sure}};
    if (!parameter.name.empty()) {
        json["name"] = parameter.name;
    }
    return json;
}

nlohmann::json function_json(const soup::FunctionInfo& info, std::optional<std::uint32_t> number)
{
    nlohmann::json json{{"name", info.name},
                        {"type", soup::call_description.at(static_cast<std::size_t>(info.kind))},
                        {"parameters", nlohmann::json::array()}};
    for (const soup::Parameter& parameter : info.parameters) {
        json["parameters"].push_back(parameter_json(parameter));
    }
    if (info.returns) {
        json["returns"] = parameter_json(info.result);
    }
    if (!info.words.empty()) {
        json["words"] = info.words;
    }
    if (number) {
        json["number"] = *number;
    }
    return json;
}

std::string sentence(std::string_view words)
{
    std::string text(words);
    if (!text.empty()) {
        text[0] = to_upper(text[0]);
        text += '.';
    }
    return text;
}

/// Prints the description of a function, with a line for each argument.
void print_page(const soup::FunctionInfo& info, std::optional<std::uint32_t> number)
{
    print(soup::signature_of(info) + "\n");
    if (!info.words.empty()) {
        print("    " + sentence(info.words) + "\n");
    }
    const auto line = [](std::string_view what, const soup::Parameter& parameter) {
        print(fmt::format("    {:<12}{}{}\n", what, soup::argument_type_text(parameter.meaning).words,
                          parameter.sure ? "" : " (from the name of the function)"));
    };
    for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        const soup::Parameter& parameter = info.parameters[i];
        line(fmt::format("{} {}", i + 1, parameter.name), parameter);
    }
    if (info.returns) {
        line("returns", info.result);
    }
    if (info.kind != soup::CallKind::function) {
        print(
            info.kind == soup::CallKind::task
                ? "    A task: the script waits until it ends. With @ before its name, the script continues at once.\n"
                : "    A multitask: the script continues at once.\n");
    }
    if (number) {
        print(fmt::format("    Its number is {}.\n", *number));
    }
}

}  // namespace

Exit script_functions(const Arguments& arguments)
{
    const auto words = arguments.all("FILE");
    if (words.size() > 2) {
        return print_usage_error("script functions: accepts only one name", "redforge script functions [NAME [FILE]]");
    }
    const std::string pattern = words.empty() ? "*" : words.front();
    const Result<LoadContext> context = names_context(arguments, words.size() > 1 ? words[1] : ".");
    if (!context) {
        return print_error(context.error());
    }
    const soup::Names* names = context->services.find<soup::Names>();
    std::vector<const soup::FunctionInfo*> found;
    std::vector<std::string_view> all;
    for (const soup::FunctionInfo& info : soup::function_infos()) {
        all.push_back(info.name);
        if (edit::matches_pattern(info.name, pattern)) {
            found.push_back(&info);
        }
    }
    if (found.empty()) {
        const std::string_view near = nearest(pattern, all);
        return print_error(
            {.code = ErrorCode::not_found,
             .message = fmt::format("unknown function {}", pattern),
             .hint = near.empty() ? "script functions lists what is known" : fmt::format("did you mean {}?", near)});
    }
    const auto number_of = [&](const soup::FunctionInfo& info) {
        return names != nullptr ? names->find_function(info.name) : std::nullopt;
    };
    nlohmann::json json{{"functions", nlohmann::json::array()}};
    for (const soup::FunctionInfo* info : found) {
        if (arguments.has("json")) {
            json["functions"].push_back(function_json(*info, number_of(*info)));
        } else if (!words.empty()) {
            print_page(*info, number_of(*info));
        } else {
            print(soup::signature_of(*info) + "\n");
        }
    }
    if (arguments.has("json")) {
        print_json(json);
    }
    return Exit::success;
}

}  // namespace redforge::cli
