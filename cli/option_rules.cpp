// Options that a verb or one of its actions does not use: an error instead of silence.
#include "option_rules.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace redforge::cli {
namespace {

/// Options of an action, separated by spaces.
struct ActionOptions {
    std::string_view verb;
    std::string_view action;
    std::string_view options;
};

constexpr std::array<ActionOptions, 48> action_options{{
    {"archive", "list", "json"},
    {"archive", "extract", "output force"},
    {"archive", "insert", "output in-place no-backup drop-comments force dry-run json at"},
    {"archive", "replace", "output in-place no-backup drop-comments force dry-run json"},
    {"archive", "remove", "output in-place no-backup drop-comments force dry-run json"},
    {"archive", "build", "output force"},
    {"archive", "pack", "output force for compress"},
    {"backups", "list", "json"},
    {"backups", "restore", "no-backup dry-run json"},
    {"image", "export", "output force palette game frame delay"},
    {"image", "import", "output in-place no-backup drop-comments force palette game frame indices add dry-run json"},
    {"image", "remove", "output in-place no-backup drop-comments force dry-run json"},
    {"mod", "new", "from original from-changes game"},
    {"mod", "check", "game"},
    {"mod", "build", "game output force layout"},
    {"mod", "pack", "output force"},
    {"mod", "install", "game store jobs json"},
    {"mod", "remove", "game jobs json"},
    {"mod", "enable", "game jobs json"},
    {"mod", "disable", "game jobs json"},
    {"mod", "order", "game jobs json"},
    {"mod", "list", "game json"},
    {"mod", "conflicts", "game html json"},
    {"mod", "resolve", "game"},
    {"mod", "import", "game output"},
    {"mod", "export", "format game output force"},
    {"mod", "status", "game json"},
    {"mod", "verify", "game jobs json"},
    {"model", "export", "output force recursive obj game palette json"},
    {"model", "import", "output force recursive palette version keep-triangles json"},
    {"pvo", "check", "json"},
    {"pvo", "follow", ""},
    {"pvo", "build", "output in-place force game distance step jobs json"},
    {"script", "list", "actor game soup-def json"},
    {"script", "show", "actor game soup-def encoding definitions plain json"},
    {"script", "check",
     "actor game soup-def data commands encoding definitions fix all no-backup "
     "dry-run json sarif junit github fail-on baseline"},
    {"script", "assemble", "actor game soup-def output no-backup force json"},
    {"script", "compile", "commands json"},
    {"script", "decompile", "actor data commands encoding definitions output force json"},
    {"script", "disassemble", "actor game soup-def plain output no-backup force json"},
    {"script", "format", "in-place no-backup dry-run json"},
    {"script", "functions", "game soup-def json"},
    {"script", "grep", "actor game soup-def json"},
    {"script", "xref", "actor game soup-def json"},
    {"script", "import", "actor game soup-def output no-backup force json"},
    {"script", "run", "actor game soup-def answer flag var hook result max-steps json"},
    {"script", "share", "no-backup dry-run"},
    {"script", "test", "actor game soup-def json"},
}};

/// An option that has no effect without another.
struct OptionNeed {
    std::string_view verb;
    std::string_view action;  ///< if empty, all actions
    std::string_view option;
    std::string_view needs;
};

constexpr std::array<OptionNeed, 16> option_needs{{
    {"check", "", "output", "fix"},
    {"check", "", "in-place", "fix"},
    {"check", "", "no-backup", "fix"},
    {"check", "", "drop-comments", "fix"},
    {"check", "", "force", "fix"},
    {"check", "", "dry-run", "fix"},
    {"script", "check", "no-backup", "fix"},
    {"script", "check", "dry-run", "fix"},
    {"script", "format", "no-backup", "in-place"},
    {"find", "", "null", "names"},
    {"get", "", "null", "names"},
    {"diff", "", "null", "names"},
    {"diff", "", "output", "xml"},
    {"mod", "new", "original", "from"},
    {"mod", "new", "from-changes", "game"},
    {"mod", "new", "game", "from-changes"},
}};

/// Options that exclude each other: a verb uses one of them at a time.
struct Alternatives {
    std::string_view verb;
    std::string_view options;
};

constexpr std::array<Alternatives, 17> alternatives{{
    {"script", "json sarif junit github"},
    {"verify", "json sarif junit github"},
    {"check", "fail-on fix"},
    {"check", "baseline fix"},
    {"check", "json sarif junit github"},
    {"check", "sarif fix"},
    {"check", "junit fix"},
    {"check", "github fix"},
    {"check", "all fix"},
    {"find", "json names count"},
    {"get", "json names count"},
    {"diff", "json names count xml stat"},
    {"diff", "all xml"},
    {"diff", "all names"},
    {"mod", "html json"},
    {"mod", "from from-changes"},
    {"schema", "reference python"},
}};

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
    const std::string action = arguments.first("ACTION");
    const std::string name = action.empty() ? std::string(verb.name) : fmt::format("{} {}", verb.name, action);
    const auto row = std::ranges::find_if(action_options, [&](const ActionOptions& each) {
        return each.verb == verb.name && each.action == action;
    });
    if (row != action_options.end()) {
        const std::vector<std::string_view> used = split_words(row->options);
        for (const auto& [option, value] : arguments.options) {
            if (!is_common(option) && std::ranges::find(used, option) == used.end()) {
                return usage_error(fmt::format("{} takes no --{}", name, option),
                                   fmt::format("it takes --{}", fmt::join(used, ", --")));
            }
        }
    }
    for (const OptionNeed& each : option_needs) {
        if (each.verb == verb.name && (each.action.empty() || each.action == action) && arguments.has(each.option) &&
            !arguments.has(each.needs)) {
            return usage_error(fmt::format("{}: --{} without --{}", name, each.option, each.needs),
                               fmt::format("add --{}, or omit --{}", each.needs, each.option));
        }
    }
    for (const Alternatives& each : alternatives) {
        std::vector<std::string_view> given =
            each.verb == verb.name ? split_words(each.options) : std::vector<std::string_view>{};
        std::erase_if(given, [&](std::string_view option) { return !arguments.has(option); });
        if (given.size() > 1) {
            return usage_error(fmt::format("{}: both --{} and --{}", name, given[0], given[1]), "use one of them");
        }
    }
    return {};
}

}  // namespace redforge::cli
