// Description of a verb. Parsing, help, man pages and completions are generated from one table of verbs.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::cli {

/// Exit codes of the program.
enum class Exit : int {
    success = 0,
    finding = 1,  ///< a difference or finding, or nothing was found
    failure = 2,  ///< wrong usage, or a file that cannot be read or written
};

struct Option {
    std::string_view name;        ///< with its dashes: "--output"
    std::string_view short_name;  ///< "-o", or empty
    std::string_view value;       ///< name of its value, like "FILE"; empty if it is a flag
    std::string_view help;
    bool repeats{};  ///< can be given several times: Arguments::values()
};

struct Positional {
    std::string_view name;
    std::string_view help{};
    std::size_t min{1};
    std::size_t max{1};          ///< 0 = any number
    std::string_view choices{};  ///< for completion: words separated by spaces; empty = files
    /// Also names or patterns that are not files: words without . / \ keep their wildcards.
    bool parts{};
};

struct Example {
    std::string_view command;
    std::string_view what;
};

/// The parsed command line.
struct Arguments {
    std::map<std::string, std::string, std::less<>> options;  ///< by long name without dashes; flags have "1"
    std::map<std::string, std::vector<std::string>, std::less<>> positionals;
    std::map<std::string, std::vector<std::string>, std::less<>> repeated;  ///< values of options that can be repeated

    [[nodiscard]] bool has(std::string_view option) const { return options.contains(option); }
    [[nodiscard]] std::optional<std::string> option(std::string_view name) const
    {
        const auto found = options.find(name);
        return found == options.end() ? std::nullopt : std::optional(found->second);
    }
    /// Returns all values of an option that can be repeated.
    [[nodiscard]] std::span<const std::string> values(std::string_view name) const
    {
        const auto found = repeated.find(name);
        return found == repeated.end() ? std::span<const std::string>{} : std::span(found->second);
    }
    /// Returns the first value of a positional. Returns an empty text if there is none.
    [[nodiscard]] std::string first(std::string_view name) const
    {
        const auto found = positionals.find(name);
        return found == positionals.end() || found->second.empty() ? "" : found->second.front();
    }
    [[nodiscard]] std::span<const std::string> all(std::string_view name) const
    {
        const auto found = positionals.find(name);
        return found == positionals.end() ? std::span<const std::string>{} : std::span(found->second);
    }
};

/// A word that selects what a verb does: `redforge archive list`.
struct Action {
    std::string_view name;
    std::string_view help;  ///< sentences
    /// Names of the options that it uses, without dashes and separated by spaces. nullopt: all options of the verb.
    std::optional<std::string_view> options{};
};

/// An option that has no effect without another. Names are without dashes.
struct OptionNeed {
    std::string_view option;
    std::string_view needs;
    std::string_view action{};  ///< if empty, all actions
};

struct Verb {
    std::string_view name;
    std::string_view summary;       ///< one line
    std::string_view description;   ///< paragraphs, separated by \n
    /// Values of the positional ACTION; verbs() fills in its help and choices. The first is the default if ACTION is
    /// optional.
    std::vector<Action> actions{};
    std::vector<Example> examples;
    std::vector<Positional> positionals{};
    std::vector<Option> options{};
    std::vector<OptionNeed> needs{};
    /// Options that exclude each other: names without dashes, separated by spaces.
    std::vector<std::string_view> exclusive{};
    Exit (*run)(const Arguments& arguments){};
};

/// Returns all verbs, in the order of the help.
[[nodiscard]] std::span<const Verb> verbs();
/// Returns the verb with a name. If there is none, the error suggests a similar one.
[[nodiscard]] const Verb* find_verb(std::string_view name);

/// Returns the largest edit distance at which another name is suggested for a wrong one.
[[nodiscard]] std::size_t max_misspelling(std::string_view name);

/// Returns the options that every verb has.
[[nodiscard]] std::span<const Option> common_options();

/// Parses the arguments of a verb. Prints an error and returns nullopt if they are wrong.
[[nodiscard]] std::optional<Arguments> parse(const Verb& verb, std::span<const std::string> words);

// Help texts, man pages and completions, generated from the table.
[[nodiscard]] std::string usage(const Verb& verb);  ///< "redforge info [options] FILE..."
[[nodiscard]] std::string main_help();
[[nodiscard]] std::string verb_help(const Verb& verb);
[[nodiscard]] std::string man_page(const Verb* verb);  ///< if null, the page of the program
[[nodiscard]] std::optional<std::string> completion(std::string_view shell);

}  // namespace redforge::cli
