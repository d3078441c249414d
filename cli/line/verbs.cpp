// The list of verbs.
#include <algorithm>
#include <array>
#include <deque>

#include <fmt/ranges.h>

#include "cli/line/console.hpp"
#include "cli/line/pages.hpp"
#include "cli/line/verb.hpp"
#include "edit/document/document.hpp"

namespace redforge::cli {

// The verbs, in the order of the help. NAME_verb() of a source in verbs/ describes each.
// clang-format off
#define REDFORGE_VERBS(verb) \
    verb(info) verb(unpack) verb(pack) verb(verify) verb(check) verb(get) verb(set) verb(find) verb(apply) \
    verb(rename) verb(masters) verb(forms) verb(copy) verb(backups) verb(diff) verb(review) verb(conflicts) \
    verb(merge) verb(git_setup) verb(textconv) verb(build) verb(config) verb(new) verb(model) verb(import) \
    verb(archive) verb(image) verb(mod) verb(pvo) verb(render) verb(script) verb(schema) verb(completion) \
    verb(lsp) verb(man)
// clang-format on

#define REDFORGE_DECLARE(name) Verb name##_verb();
REDFORGE_VERBS(REDFORGE_DECLARE)

namespace {

/// Texts that rows of verbs refer to.
std::deque<std::string>& texts()
{
    static std::deque<std::string> all;
    return all;
}

Positional* find_positional(Verb& verb, std::string_view name)
{
    const auto found = std::ranges::find(verb.positionals, name, &Positional::name);
    return found == verb.positionals.end() ? nullptr : &*found;
}

/// Fills in the help and the choices of the positional ACTION.
void describe_actions(Verb& verb)
{
    if (verb.actions.empty()) {
        return;
    }
    std::vector<std::string_view> names;
    std::ranges::transform(verb.actions, std::back_inserter(names), &Action::name);
    Positional& action = *find_positional(verb, "ACTION");
    action.choices = texts().emplace_back(fmt::to_string(fmt::join(names, " ")));
    const std::string_view last = names.back();
    names.pop_back();
    action.help = texts().emplace_back(fmt::format("{} or {}", fmt::join(names, ", "), last));
}

std::vector<Verb> all_verbs()
{
#define REDFORGE_MAKE(name) name##_verb(),
    std::vector<Verb> all{REDFORGE_VERBS(REDFORGE_MAKE)};
    std::ranges::for_each(all, describe_actions);
    // The arguments of `man` are the verbs, and the pages that belong to no verb.
    std::vector<std::string_view> names;
    std::ranges::transform(all, std::back_inserter(names), &Verb::name);
    std::ranges::transform(pages(), std::back_inserter(names), &Page::name);
    find_positional(*std::ranges::find(all, "man", &Verb::name), "VERB")->choices =
        texts().emplace_back(fmt::to_string(fmt::join(names, " ")));
    return all;
}

}  // namespace

std::span<const Verb> verbs()
{
    static const std::vector<Verb> all = all_verbs();
    return all;
}

std::size_t max_misspelling(std::string_view name)
{
    return std::max<std::size_t>(1, name.size() / 3);
}

const Verb* find_verb(std::string_view name)
{
    /// Names of the verbs in other programs.
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 24> elsewhere{
        {{"assemble", "script assemble"},
         {"cat", "get"},
         {"convert", "unpack, pack, model export or image export"},
         {"create", "new"},
         {"decompile", "script decompile or script disassemble"},
         {"disassemble", "script disassemble"},
         {"dump", "unpack"},
         {"edit", "set"},
         {"export", "model export or image export"},
         {"extract", "archive extract"},
         {"format", "script format"},
         {"grep", "find or script grep"},
         {"insert", "archive insert"},
         {"list", "archive list"},
         {"ls", "info or archive list"},
         {"patch", "apply"},
         {"run", "script run"},
         {"search", "find"},
         {"show", "get or info"},
         {"test", "verify"},
         {"validate", "verify"},
         {"version", "redforge --version"},
         {"view", "render"},
         {"xref", "script xref"}}};
    const auto table = verbs();
    const auto verb = std::ranges::find(table, name, &Verb::name);
    if (verb != table.end()) {
        return &*verb;
    }
    const auto other = std::ranges::find(elsewhere, name, &std::pair<std::string_view, std::string_view>::first);
    std::vector<std::string_view> names;
    std::ranges::transform(table, std::back_inserter(names), &Verb::name);
    const std::vector<std::size_t> near = nearest_places(name, names, max_misspelling(name));
    std::vector<std::string_view> titles;
    std::ranges::transform(pages(), std::back_inserter(titles), &Page::name);
    const std::vector<std::size_t> near_pages = nearest_places(name, titles, 1);
    print_usage_error(fmt::format("no verb \"{}\"", name),
                      other != elsewhere.end() ? fmt::format("did you mean {}?", other->second)
                      : !near_pages.empty() ? fmt::format("did you mean redforge help {}?", titles[near_pages.front()])
                      : !near.empty()       ? fmt::format("did you mean {}?", names[near.front()])
                                            : "see redforge --help");
    return nullptr;
}

}  // namespace redforge::cli
