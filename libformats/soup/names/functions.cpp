// Loads the table of functions from its text at first use.
#include "soup/names/functions.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"

namespace redforge::soup {
namespace {

constexpr std::array<ArgumentTypeText, argument_type_count> meanings{{
    {"number", "a number"},
    {"dialogue", "a label of ENGLISH.RTX, four characters: 'abcd'"},
    {"world", "a world of WORLD.INI: <1: ISLAND>"},
    {"item", "an item of ITEM.INI: <8: Rusty key>"},
    {"flag", "the number of a flag: flag NAME"},
    {"attribute", "an attribute of an actor, 0 to 126; [equates] of SOUP386.DEF names them"},
    {"animation", "an animation group of the actor; [equates] of SOUP386.DEF names them"},
    {"object", "the name of an object: \"DOOR1\""},
    {"text", "a text: \"text\""},
    {"model", "the name of a model, or a number"},
    {"any", "not known"},
    {"sound", "the number of a sound"},
    {"texture", "the number of a texture bank, TEXBSI.nnn"},
    {"angle", "an angle; 2048 are a whole turn"},
    {"time", "a time; one public interpreter of the game's scripts counts it in tenths of a second"},
    {"axis", "0 is X, 1 is Y, 2 is Z"},
    {"boolean", "true (1) or false (0)"},
    {"distance", "a distance in map units"},
    {"fine_distance", "a distance; 256 are a map unit"},
    {"position", "a coordinate of the map"},
    {"location", "0 is the actor's start, 1 and more are its locations in the map"},
    {"marker", "the number of a marker of the map"},
}};

ArgumentType find_argument_type(std::string_view word)
{
    const auto found = std::ranges::find(meanings, word, &ArgumentTypeText::name);
    return found == meanings.end() ? ArgumentType::any : static_cast<ArgumentType>(found - meanings.begin());
}

/// Parses a parameter: "time? facing"
Parameter parameter_of(std::string_view text)
{
    text = redforge::trimmed(text);
    Parameter parameter;
    const std::size_t end = std::min(text.find(' '), text.size());
    std::string_view kind = text.substr(0, end);
    parameter.name = redforge::trimmed(text.substr(end));
    parameter.sure = !kind.ends_with('?');
    kind.remove_suffix(parameter.sure ? 0 : 1);
    parameter.meaning = find_argument_type(kind);
    return parameter;
}

FunctionInfo info_of(std::string_view line)
{
    FunctionInfo info;
    const std::size_t space = line.find(' ');
    const std::size_t open = line.find('(', space);
    const std::size_t close = line.find(')', open);
    const auto kind = std::ranges::find(call_description, line.substr(0, space));
    info.kind = static_cast<CallKind>(kind - call_description.begin());
    info.name = line.substr(space + 1, open - space - 1);
    std::string_view inside = line.substr(open + 1, close - open - 1);
    while (!inside.empty()) {
        const std::size_t comma = std::min(inside.find(','), inside.size());
        info.parameters.push_back(parameter_of(inside.substr(0, comma)));
        inside.remove_prefix(std::min(comma + 1, inside.size()));
    }
    std::string_view rest = line.substr(close + 1);
    constexpr std::string_view description_prefix = " : ";
    if (const std::size_t words = rest.find(description_prefix); words != std::string_view::npos) {
        info.words = rest.substr(words + description_prefix.size());
        rest = rest.substr(0, words);
    }
    constexpr std::string_view returns_sign = " -> ";
    info.returns = rest.starts_with(returns_sign);
    if (info.returns) {
        info.result = parameter_of(rest.substr(returns_sign.size()));
    }
    return info;
}

struct FunctionTable {
    std::vector<FunctionInfo> all;
    std::unordered_map<std::string, const FunctionInfo*> by_name;

    FunctionTable()
    {
        std::string_view text = function_lines();
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (!line.empty() && !line.starts_with('#')) {
                all.push_back(info_of(line));
            }
        }
        for (const FunctionInfo& info : all) {
            by_name.emplace(lower(info.name), &info);
        }
    }
};

const FunctionTable& function_table()
{
    static const FunctionTable made;
    return made;
}

}  // namespace

const ArgumentTypeText& argument_type_text(ArgumentType meaning)
{
    return meanings.at(static_cast<std::size_t>(meaning));
}

std::string Parameter::text() const
{
    const std::string_view kind = argument_type_text(meaning).name;
    return name.empty() ? std::string(kind) : fmt::format("{} {}", kind, name);
}

std::span<const FunctionInfo> function_infos()
{
    return function_table().all;
}

const FunctionInfo* find_function_info(std::string_view name)
{
    const auto found = function_table().by_name.find(lower(name));
    return found == function_table().by_name.end() ? nullptr : found->second;
}

ArgumentType first_argument(std::string_view function)
{
    const FunctionInfo* info = find_function_info(function);
    return info == nullptr || info->parameters.empty() ? ArgumentType::number : info->parameters.front().meaning;
}

std::string signature_of(const FunctionInfo& info)
{
    std::vector<std::string> parameters;
    for (const Parameter& parameter : info.parameters) {
        parameters.push_back(parameter.text());
    }
    return fmt::format("{} {}({}){}", call_description.at(static_cast<std::size_t>(info.kind)), info.name,
                       fmt::join(parameters, ", "), info.returns ? " -> " + info.result.text() : "");
}

}  // namespace redforge::soup
