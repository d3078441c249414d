// Collects lines, labels and names of a simulated source, and applies the settings in its comments.
#include "soup/run/run_source.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/assemble/lexer.hpp"
#include "soup/disassemble/disassemble.hpp"

namespace redforge::soup {
namespace {

/// Maximum number of steps that a source can request. Each step can add a line to the trace.
constexpr std::int32_t max_steps = 100'000;

/// Returns the text after "WORD:" in a comment, or nullopt if it begins otherwise.
std::optional<std::string_view> text_after(std::string_view comment, std::string_view word)
{
    comment = trimmed(comment.substr(2));
    if (comment.size() <= word.size() || !equals_ignore_case(comment.substr(0, word.size()), word) ||
        comment[word.size()] != ':') {
        return std::nullopt;
    }
    return trimmed(comment.substr(word.size() + 1));
}

/// Returns the test cases of a source. `all`: receives the lines before the first case.
std::vector<TestCase> read_cases(std::string_view source, TestCase& all)
{
    std::vector<TestCase> cases;
    Diagnostics ignored(source, "");
    for (const Token& comment : read_tokens(source, ignored).comments) {
        const std::string_view text = source.substr(comment.at, comment.length);
        TestCase& now = cases.empty() ? all : cases.back();
        if (const auto name = text_after(text, "test")) {
            cases.push_back(all);
            cases.back().name = *name;
            cases.back().line = comment.line;
        } else if (const auto given = text_after(text, "given")) {
            now.given.push_back({comment.line, std::string(*given)});
        } else if (const auto expected = text_after(text, "expect")) {
            now.expected.push_back({comment.line, std::string(*expected)});
        }
    }
    return cases;
}

}  // namespace

std::string RunSource::offset_name(std::uint32_t offset) const
{
    if (const auto label = labels.find(offset); label != labels.end()) {
        return label->second;
    }
    const std::uint32_t line = line_of(offset);
    return line != 0 ? fmt::format("line {}", line) : label_name(offset);
}

std::uint32_t RunSource::line_of(std::uint32_t offset) const
{
    const auto found = lines.find(offset);
    return found == lines.end() ? 0 : found->second;
}

RunSource run_source(std::string text, std::string_view file, const Names* names)
{
    AssembleOptions options{.names = names, .previous = nullptr, .checks = Checks::none};
    options.keep_names = true;
    const Assembly assembly = assemble(text, file, options);
    return run_source(std::move(text), assembly);
}

RunSource run_source(std::string text, const Assembly& assembly)
{
    RunSource source;
    source.text = std::move(text);
    source.names = assembly.names;
    for (const SourcePlace& place : assembly.places) {
        source.lines.emplace(place.offset, place.line);
    }
    Diagnostics ignored(source.text, "");
    const std::vector<Token> tokens = read_tokens(source.text, ignored).tokens;
    const auto is_punctuator = [&](std::size_t i, std::string_view of) {
        return i < tokens.size() && tokens[i].kind == TokenKind::punctuator && tokens[i].punctuator == punctuator(of);
    };
    const std::size_t size = assembly.script ? assembly.script->code.size() : 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const std::string_view word = text_of(source.text, tokens[i]);
        if (tokens[i].kind == TokenKind::label && is_punctuator(i + 1, ":")) {
            const auto next = std::ranges::find_if(assembly.places,
                                                   [&](const SourcePlace& place) { return place.at >= tokens[i].at; });
            source.labels.emplace(next == assembly.places.end() ? static_cast<std::uint32_t>(size) : next->offset,
                                  fmt::format("#{}", word));
        }
    }
    if (source.names != nullptr) {
        for (const std::string_view name : source.names->variable_names()) {
            if (const auto number = source.names->find_variable(name)) {
                source.variables.emplace(*number, name);
            }
        }
    }
    return source;
}

RunOptions first_options(const Script& script, const std::vector<std::int32_t>& values, const RunSource& source,
                         const Names* names)
{
    RunOptions options;
    options.names = names != nullptr ? names : source.names.get();
    options.variables = values;
    options.variables.resize(std::max<std::size_t>(script.variables, values.size()));
    options.variable_names = source.variables;
    options.offset_name = [&source](std::uint32_t offset) { return source.offset_name(offset); };
    return options;
}

std::optional<std::uint32_t> flag_in(const RunSource& source, const Names* names, std::string_view name)
{
    auto flag = numbered(name, "flag_");
    flag =
        flag || source.names == nullptr ? flag : source.names->find_flag(name);  // the number that the assembler packs
    return flag || names == nullptr ? flag : names->find_flag(name);
}

std::optional<std::uint32_t> variable_in(const RunSource& source, std::string_view name)
{
    if (const auto number = numbered(name, "var")) {
        return number;
    }
    const auto found = std::ranges::find(source.variables, name, [](const auto& each) { return each.second; });
    return found == source.variables.end() ? std::nullopt : std::optional(found->first);
}

Result<std::vector<std::int32_t>> parse_numbers(std::string_view text)
{
    std::vector<std::int32_t> values;
    do {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string word(trimmed(text.substr(0, comma)));
        char* stop = nullptr;
        const bool is_truth = word == "true" || word == "false";
        const long long number = is_truth ? (word == "true" ? 1 : 0) : std::strtoll(word.c_str(), &stop, 0);
        if (word.empty() || (!is_truth && *stop != '\0') || number < INT32_MIN || number > UINT32_MAX) {
            return fail({.code = ErrorCode::usage, .message = fmt::format("\"{}\" is not a number", word)});
        }
        values.push_back(static_cast<std::int32_t>(number));
        text.remove_prefix(std::min(comma + 1, text.size()));
    } while (!text.empty());
    return values;
}

Status set_state(RunOptions& options, const RunSource& source, std::string_view name,
                 const std::vector<std::int32_t>& values)
{
    const Names* names = options.names;
    if (const auto variable = variable_in(source, name); variable && *variable <= 0xFF) {
        options.variables.resize(std::max<std::size_t>(options.variables.size(), *variable + 1));
        options.variables[*variable] = values.front();
        return {};
    }
    if (const auto flag = flag_in(source, names, name)) {
        options.flags[*flag] = values.front();
        return {};
    }
    auto function = numbered(name, "function_");
    function = function || source.names == nullptr ? function : source.names->find_function(name);
    function = function || names == nullptr ? function : names->find_function(name);
    if (function) {
        options.return_values[*function] = values;
        return {};
    }
    return fail({.code = ErrorCode::unknown_name,
                 .message = fmt::format("no variable, flag or function {}", name),
                 .hint = "names are those of SOUP386.DEF (--soup-def, --game); function_12, flag_12 and var1 always "
                         "mean a number"});
}

Status apply_settings(RunOptions& options, const RunSource& source, const Script& script, std::string_view settings)
{
    while (!settings.empty()) {
        const std::size_t end = std::min(settings.find(';'), settings.size());
        const std::string_view setting = trimmed(settings.substr(0, end));
        settings.remove_prefix(std::min(end + 1, settings.size()));
        const std::size_t equals = setting.find('=');
        const std::string_view name = trimmed(setting.substr(0, equals));
        const auto values =
            equals == std::string_view::npos
                ? Result<std::vector<std::int32_t>>(
                      fail({.code = ErrorCode::usage, .message = fmt::format("\"{}\" has no value", setting)}))
                : parse_numbers(setting.substr(equals + 1));
        if (!values) {
            return fail({.code = ErrorCode::usage, .message = values.error().message + "; write NAME = 1"});
        }
        if (equals_ignore_case(name, "hook")) {
            options.hook = values->front();
            if (options.hook < 0 || static_cast<std::size_t>(options.hook) >= script.hooks.size()) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("the script has {} hook{}", script.hooks.size(),
                                                    script.hooks.size() == 1 ? "" : "s")});
            }
        } else if (equals_ignore_case(name, "ScriptRv")) {
            options.script_result = values->front();
        } else if (equals_ignore_case(name, "steps")) {
            if (values->front() < 0 || values->front() > max_steps) {
                return fail({.code = ErrorCode::out_of_range,
                             .message = fmt::format("steps = {}: expected 0 to {}", values->front(), max_steps)});
            }
            options.max_statements = static_cast<std::uint32_t>(values->front());
        } else if (Status status = set_state(options, source, name, *values); !status) {
            return status;
        }
    }
    return {};
}

std::vector<TestCase> cases_in(std::string_view source)
{
    TestCase all;
    std::vector<TestCase> cases = read_cases(source, all);
    if (cases.empty() && !all.expected.empty()) {
        all.line = all.expected.front().line;
        cases.push_back(std::move(all));
    }
    return cases;
}

std::vector<CaseLine> shared_settings(std::string_view source)
{
    TestCase all;
    const std::vector<TestCase> cases = read_cases(source, all);
    return all.given;
}

}  // namespace redforge::soup
