// Inserts included files, and moves names of several sources to one file.
#include "soup/assemble/include.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"

namespace redforge::soup {
namespace {

/// Returns NAME of a line `include "NAME"`, or nullopt for other lines.
std::optional<std::string_view> included_by(std::string_view line)
{
    constexpr std::string_view word = "include";
    line = redforge::trimmed(line);
    if (!equals_ignore_case(line.substr(0, word.size()), word)) {
        return std::nullopt;
    }
    line = redforge::trimmed(line.substr(word.size()));
    if (const std::size_t comment = line.find("//"); comment != std::string_view::npos) {
        line = redforge::trimmed(line.substr(0, comment));
    }
    return line.size() > 2 && line.front() == '"' && line.find('"', 1) == line.size() - 1
               ? std::optional(line.substr(1, line.size() - 2))
               : std::nullopt;
}

/// Calls `each` with every line of a text, with its line break.
template <class F>
void for_lines(std::string_view text, F each)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        each(text.substr(0, end));
        text.remove_prefix(end);
    }
}

/// Returns two keys of a line such as "task 41 = RTX(1)": kind and number, and kind and name. The line can be shared if
/// no other line has one of its keys.
std::pair<std::string, std::string> definition_keys(std::string_view line)
{
    const std::size_t equals = line.find('=');
    std::string_view left = redforge::trimmed(line.substr(0, equals));
    std::string_view right = redforge::trimmed(line.substr(equals + 1));
    right = right.substr(0, right.find('('));
    std::string_view kind = left.substr(0, left.find(' '));
    if (kind == "task" || kind == "multitask" || kind == "function") {
        left.remove_prefix(kind.size());
        kind = "function";
        return {fmt::format("function{}", left), fmt::format("function {}", right)};
    }
    // Flags, constants and variables share a namespace.
    const bool constant = kind == "constant";
    return {constant ? fmt::format("{} {}", left, right) : std::string(left),
            fmt::format("{} {}", constant || kind == "flag" || kind == "variable" ? "value" : kind, right)};
}

}  // namespace

bool has_includes(std::string_view source)
{
    bool found = false;
    for_lines(source, [&](std::string_view line) { found = found || included_by(line).has_value(); });
    return found;
}

Result<std::string> with_includes(std::string_view source, const std::string& file, const ReadBeside& read)
{
    std::string out;
    std::optional<Error> error;
    std::uint32_t number = 0;
    for_lines(source, [&](std::string_view line) {
        ++number;
        const auto name = included_by(line);
        if (!name || error) {
            out += line;
            return;
        }
        const bool beside = name->find('/') == std::string_view::npos && name->find('\\') == std::string_view::npos;
        Result<std::string> text =
            beside && read ? read(std::string(*name)) : fail({.message = "no file next to the source"});
        if (!text) {
            error = Error{.code = ErrorCode::io,
                          .message = fmt::format("cannot include \"{}\": {}", *name, text.error().message),
                          .file = file,
                          .line = number,
                          .column = 1,
                          .hint = "put the file next to the source; it can contain only blocks of names"};
            return;
        }
        // Insert the text on the line of the `include`, so that later lines keep their numbers.
        for (std::string_view rest = *text; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            std::string_view part = rest.substr(0, end);
            part = part.substr(0, part.find("//"));
            for (const char letter : redforge::trimmed(part)) {
                out += letter == '\r' ? ' ' : letter;  // a lone CR ends a line, too
            }
            out += ' ';
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        out += '\n';
    });
    return error ? Result<std::string>(fail(std::move(*error))) : Result<std::string>(std::move(out));
}

Result<std::vector<std::string>> lines_of_shared_names(std::string_view text, const std::string& file)
{
    std::vector<std::string> lines;
    for_lines(text, [&](std::string_view line) { lines.emplace_back(redforge::trimmed(line)); });
    const bool is_block = lines.size() > 2 && lines[0] == "names" && lines[1] == "{" && lines.back() == "}" &&
                          std::ranges::count(lines, "}") == 1;
    if (!is_block) {
        return fail({.code = ErrorCode::unsupported,
                     .message = "not one block of names",
                     .file = file,
                     .hint = "expected the lines names, {, one for each name, and }"});
    }
    return std::vector<std::string>(lines.begin() + 2, lines.end() - 1);
}

SharedNames share_names(const std::vector<std::string>& sources, const std::vector<std::string>& existing)
{
    constexpr std::string_view begins = "\nnames\n{\n";
    const auto bare = [](const std::string& line) {
        return std::string(redforge::trimmed(std::string_view(line).substr(0, line.find("//"))));
    };
    std::map<std::string, std::set<std::string>> lines_of;  // the distinct lines, by each of their keys
    const auto add = [&](const std::string& line) {
        const auto [number, name] = definition_keys(line);
        lines_of[number].insert(line);
        lines_of[name].insert(line);
    };
    std::map<std::string, std::string> all;  // shared lines, with their comments, by content
    for (const std::string& line : existing) {
        all.emplace(bare(line).empty() ? line : bare(line), line);
        add(bare(line));
    }
    std::vector<std::vector<std::string>> lines(sources.size());
    std::vector<std::string> heads = sources;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::string& source = sources[i];
        const std::size_t at = source.rfind(begins);
        const std::size_t close = at == std::string::npos ? at : source.find("\n}", at + begins.size() - 1);
        if (close == std::string::npos) {
            continue;
        }
        const bool changes =
            redforge::trimmed(std::string_view(source).substr(close + 2)).empty() && !has_includes(source);
        if (changes) {
            heads[i] = source.substr(0, at);
        }
        for_lines(std::string_view(source).substr(at + begins.size(), close + 1 - at - begins.size()),
                  [&](std::string_view line) {
                      const std::string own(redforge::trimmed(line));
                      if (!own.empty()) {
                          add(bare(own));
                          if (changes) {
                              lines[i].push_back(own);
                          }
                      }
                  });
    }
    const auto is_shared = [&](const std::string& line) {
        const auto [number, name] = definition_keys(line);
        return lines_of[number].size() == 1 && lines_of[name].size() == 1 && !line.starts_with("variable ") &&
               line.find("//") == std::string::npos;
    };
    SharedNames shared;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        std::string source = heads[i];
        std::string own;
        bool any = false;
        for (const std::string& line : lines[i]) {
            if (is_shared(line)) {
                all.emplace(line, line);
                any = true;
            } else {
                own += fmt::format("    {}\n", line);
            }
        }
        if (!lines[i].empty()) {
            source += own.empty() ? "" : fmt::format("\nnames\n{{\n{}}}\n", own);
            source += any ? fmt::format("\ninclude \"{}\"\n", shared_names_file) : "";
        }
        shared.sources.push_back(std::move(source));
    }
    // Sort by kind and number, as in blocks of names.
    std::vector<std::string> sorted;
    for (const auto& [says, line] : all) {
        sorted.push_back(line);
    }
    const auto key = [](const std::string& line) {
        const std::size_t space = line.find(' ');
        const std::string kind = line.substr(0, space);
        const int order = kind == "flag" ? 1 : kind == "property" ? 2 : kind == "constant" ? 3 : 0;
        return std::tuple(order, std::strtoll(line.c_str() + space, nullptr, 10), line);
    };
    std::ranges::sort(sorted, {}, key);
    shared.names = "names\n{\n";
    for (const std::string& line : sorted) {
        shared.names += fmt::format("    {}\n", line);
    }
    shared.names += "}\n";
    return shared;
}

}  // namespace redforge::soup
