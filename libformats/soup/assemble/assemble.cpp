// Assembles a source. Also reads hexadecimal lines, the older form of sources.
#include "soup/assemble/assemble.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/text/letter_case.hpp"
#include "soup/assemble/check.hpp"
#include "soup/assemble/parser.hpp"

namespace redforge::soup {
namespace {

/// Calls `each` with every line that is neither empty nor a comment, until it returns false.
template <class F>
void for_each_line(std::string_view source, F&& each)
{
    for (std::size_t at = 0; at < source.size();) {
        const std::size_t end = std::min(source.find('\n', at), source.size());
        const std::string_view line = source.substr(at, end - at);
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] != ';' && !each(line, at)) {
            return;
        }
        at = end + 1;
    }
}

void assemble_hex(std::string_view source, const AssembleOptions& options, Diagnostics& diagnostics, Script& script)
{
    if (options.previous != nullptr) {
        script = *options.previous;
    }
    script.code.clear();
    for_each_line(source, [&](std::string_view line, std::size_t at) {
        if (!parse_hex(line, script.code)) {
            diagnostics.error(at, line.size(), ErrorCode::malformed, "not pairs of hexadecimal digits",
                              "the lines above are bytes; a script in words begins with: actor NAME {");
            return false;
        }
        return true;
    });
}

}  // namespace

ObjectNames::ObjectNames(std::vector<std::string> names) : names_(std::move(names))
{
    std::ranges::transform(names_, std::inserter(upper_names_, upper_names_.end()), upper);
}

bool ObjectNames::contains(std::string_view name) const
{
    return upper_names_.contains(upper(name));
}

bool is_hex_source(std::string_view source)
{
    bool hex = true;  // decided by the first line that is neither empty nor a comment
    for_each_line(source, [&](std::string_view line, std::size_t at) {
        Bytes bytes;
        const std::string_view word = line.substr(line.find_first_not_of(" \t\r"));
        const bool in_words =
            equals_ignore_case(word.substr(0, 5), "actor") || equals_ignore_case(word.substr(0, 5), "names");
        // Only hexadecimal sources have `;` comments, so after one, report a malformed line as wrong bytes.
        const bool below_comment = source.substr(0, at).find(';') != std::string_view::npos;
        hex = parse_hex(line, bytes) || (below_comment && !in_words);
        return false;
    });
    return hex;
}

Assembly assemble(std::string_view source, std::string_view file, const AssembleOptions& options)
{
    constexpr std::size_t largest = std::size_t{1} << 30U;
    Assembly assembly;
    Diagnostics diagnostics(source, file, options.checks == Checks::all);
    Script script;
    if (source.size() > largest) {
        diagnostics.error(0, 1, ErrorCode::out_of_range, "a source larger than 1 GiB");
    } else if (is_hex_source(source)) {
        assemble_hex(source, options, diagnostics, script);
    } else {
        const Tokens tokens = read_tokens(source, diagnostics);
        Parser parser(source, tokens, diagnostics, options);
        script = parser.run(assembly.places);
        if (options.keep_names) {
            assembly.names = std::make_shared<const Names>(parser.take_names());
        }
        if (!diagnostics.failed() && options.checks != Checks::none) {
            check_flow(script, assembly.places, parser.closing(), source, diagnostics);
        }
    }
    if (!diagnostics.failed()) {
        assembly.script = std::move(script);
    }
    assembly.diagnostics = diagnostics.take();
    return assembly;
}

Error first_error(const Assembly& assembly)
{
    const auto is_error = [](const Diagnostic& each) { return each.severity == Severity::error; };
    const auto first = std::ranges::find_if(assembly.diagnostics, is_error);
    if (first == assembly.diagnostics.end()) {
        return {.message = "no error"};
    }
    Error error = first->error;
    if (const auto all = std::ranges::count_if(assembly.diagnostics, is_error); all > 1) {
        error.hint +=
            fmt::format("{}script check shows all {} errors of this source", error.hint.empty() ? "" : "; ", all);
    }
    return error;
}

}  // namespace redforge::soup
