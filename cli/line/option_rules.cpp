// Options that a verb or one of its actions does not use: an error instead of silence.
#include "cli/line/option_rules.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge::cli {
namespace {

std::vector<std::string_view> split_words(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

bool is_common(std::string_view option)
{
    return std::ranges::any_of(common_options(), [&](const Option& each) { return each.name.substr(2) == option; });
}

Status usage_error(std::string message, std::string hint)
{
    return fail({.code = ErrorCode::usage, .message = std::move(message), .hint = std::move(hint)});
}

}  // namespace

Status check_options(const Verb& verb, const Arguments& arguments)
{
    const auto optional_action = std::ranges::find_if(verb.positionals, [](const Positional& each) {
        return each.name == "ACTION" && each.min == 0;
    });
    const bool is_default =
        arguments.first("ACTION").empty() && !verb.actions.empty() && optional_action != verb.positionals.end();
    const std::string action(is_default ? std::string(verb.actions.front().name) : arguments.first("ACTION"));
    const std::string name = action.empty() ? std::string(verb.name) : fmt::format("{} {}", verb.name, action);
    const auto row = std::ranges::find(verb.actions, action, &Action::name);
    if (row != verb.actions.end() && row->options) {
        const std::vector<std::string_view> used = split_words(*row->options);
        for (const auto& [option, value] : arguments.options) {
            if (!is_common(option) && std::ranges::find(used, option) == used.end()) {
                return usage_error(fmt::format("{} takes no --{}", name, option),
                                   fmt::format("it takes --{}", fmt::join(used, ", --")));
            }
        }
    }
    for (const OptionNeed& each : verb.needs) {
        if ((each.action.empty() || each.action == action) && arguments.has(each.option) &&
            !arguments.has(each.needs)) {
            return usage_error(fmt::format("{}: --{} without --{}", name, each.option, each.needs),
                               fmt::format("add --{}, or omit --{}", each.needs, each.option));
        }
    }
    for (const std::string_view options : verb.exclusive) {
        std::vector<std::string_view> given = split_words(options);
        std::erase_if(given, [&](std::string_view option) { return !arguments.has(option); });
        if (given.size() > 1) {
            return usage_error(fmt::format("{}: both --{} and --{}", name, given[0], given[1]), "use one of them");
        }
    }
    return {};
}

}  // namespace redforge::cli
