// The state that a run begins with, and the places of its source.
#include "script_runs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/trim.hpp"
#include "soup/assemble.hpp"
#include "soup/lexer.hpp"

namespace redforge::cli {

std::string RunSource::place_name(std::uint32_t offset) const
{
    if (const auto label = labels.find(offset); label != labels.end()) {
        return label->second;
    }
    const std::uint32_t line = line_of(offset);
    return line != 0 ? fmt::format("line {}", line) : soup::label_name(offset);
}

std::uint32_t RunSource::line_of(std::uint32_t offset) const
{
    const auto found = lines.find(offset);
    return found == lines.end() ? 0 : found->second;
}

RunSource run_source(const FoundScript& found, const LoadContext& context)
{
    RunSource source;
    source.text = found.whole_text.empty() ? source_of(found, context).text : found.whole_text;
    soup::AssembleOptions options{.names = context.names(), .previous = nullptr, .warnings = false};
    options.keep_names = true;
    const soup::Assembly assembly = soup::assemble(source.text, found.file, options);
    source.names = assembly.names;
    for (const soup::SourcePlace& place : assembly.places) {
        source.lines.emplace(place.offset, place.line);
    }
    static const std::vector<std::string_view> no_names;
    soup::Diagnostics ignored(source.text, "");
    const std::vector<soup::Token> tokens = soup::read_tokens(source.text, ignored).tokens;
    const auto is_sign = [&](std::size_t i, std::string_view sign) {
        return i < tokens.size() && tokens[i].kind == soup::TokenKind::sign && tokens[i].sign == soup::sign(sign);
    };
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const std::string_view word = soup::text_of(source.text, tokens[i]);
        if (tokens[i].kind == soup::TokenKind::label && is_sign(i + 1, ":")) {
            const auto next = std::ranges::find_if(assembly.places, [&](const soup::SourcePlace& place) {
                return place.at >= tokens[i].at;
            });
            const auto end = static_cast<std::uint32_t>(found.script.code.size());
            source.labels.emplace(next == assembly.places.end() ? end : next->offset, fmt::format("#{}", word));
        }
    }
    for (const std::string_view name : source.names != nullptr ? source.names->variable_names() : no_names) {
        if (const auto number = source.names->find_variable(name)) {
            source.variables.emplace(*number, name);
        }
    }
    return source;
}

soup::RunOptions first_options(const FoundScript& found, const RunSource& source, const LoadContext& context)
{
    soup::RunOptions options;
    options.names = context.names() != nullptr ? context.names() : source.names.get();
    options.variables = found.variables;
    options.variables.resize(std::max<std::size_t>(found.script.variables, found.variables.size()));
    options.variable_names = source.variables;
    options.place_name = [&source](std::uint32_t offset) { return source.place_name(offset); };
    return options;
}

std::optional<std::uint32_t> flag_in(const RunSource& source, const soup::Names* names, std::string_view name)
{
    auto flag = soup::numbered(name, "flag_");
    flag =
        flag || source.names == nullptr ? flag : source.names->find_flag(name);  // its number is the one that is packed
    return flag || names == nullptr ? flag : names->find_flag(name);
}

std::optional<std::uint32_t> variable_in(const RunSource& source, std::string_view name)
{
    if (const auto number = soup::numbered(name, "var")) {
        return number;
    }
    const auto found = std::ranges::find(source.variables, name, [](const auto& each) { return each.second; });
    return found == source.variables.end() ? std::nullopt : std::optional(found->first);
}

Result<std::vector<std::int32_t>> numbers_in(std::string_view text)
{
    std::vector<std::int32_t> values;
    do {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string word(trimmed(text.substr(0, comma)));
        char* stop = nullptr;
        const bool is_truth = word == "true" || word == "false";
        const long long number = is_truth ? (word == "true" ? 1 : 0) : std::strtoll(word.c_str(), &stop, 0);
        if (word.empty() || (!is_truth && *stop != '\0') || number < INT32_MIN || number > UINT32_MAX) {
            return fail({.code = ErrorCode::usage, .message = fmt::format("\"{}\" is no number", word)});
        }
        values.push_back(static_cast<std::int32_t>(number));
        text.remove_prefix(std::min(comma + 1, text.size()));
    } while (!text.empty());
    return values;
}

Status set_state(soup::RunOptions& options, const RunSource& source, std::string_view name,
                 const std::vector<std::int32_t>& values)
{
    const soup::Names* names = options.names;
    if (const auto variable = variable_in(source, name); variable && *variable <= 0xFF) {
        options.variables.resize(std::max<std::size_t>(options.variables.size(), *variable + 1));
        options.variables[*variable] = values.front();
        return {};
    }
    if (const auto flag = flag_in(source, names, name)) {
        options.flags[*flag] = values.front();
        return {};
    }
    auto function = soup::numbered(name, "function_");
    function = function || source.names == nullptr ? function : source.names->find_function(name);
    function = function || names == nullptr ? function : names->find_function(name);
    if (function) {
        options.answers[*function] = values;
        return {};
    }
    return fail({.code = ErrorCode::unknown_name,
                 .message = fmt::format("no variable, flag or function {}", name),
                 .hint = "names are those of SOUP386.DEF (--soup-def, --game); function_12, flag_12 and var1 always "
                         "mean a number"});
}

}  // namespace redforge::cli
