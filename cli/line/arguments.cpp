// Parses the arguments of a verb by its entry in the table, and reports errors.
#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/line/console.hpp"
#include "cli/line/verb.hpp"
#include "core/platform/process.hpp"

namespace redforge::cli {
namespace {

std::string bare(std::string_view long_name)
{
    return std::string(long_name.substr(2));
}

/// Describes the value of an option.
std::string_view value_description(std::string_view value)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> words{
        {{"OUT", "the name of a file or folder"},
         {"FOLDER", "the name of a folder"},
         {"FILE", "the name of a file"},
         {"COL", "the name of a palette"},
         {"N", "a number"},
         {"SEVERITY", "error, warning or note"},
         {"VERSION", "a version: 4.0 or 5.0"},
         {"VIEW", "a view: top, front, side, iso or camera"},
         {"WxH", "width and height, such as 1024x768"},
         {"X,Y,Z", "a place, such as 32000,-400,30000"},
         {"PATH", "a path, such as objects[0].position.x"}}};
    const auto found = std::ranges::find(words, value, &std::pair<std::string_view, std::string_view>::first);
    return found == words.end() ? value : found->second;
}

/// Returns the options of a verb and the options of all verbs.
std::vector<Option> options_of(const Verb& verb)
{
    std::vector<Option> options = verb.options;
    for (const Option& option : common_options()) {
        if (std::ranges::find(options, option.name, &Option::name) == options.end()) {
            options.push_back(option);
        }
    }
    return options;
}

class Parser {
public:
    Parser(const Verb& verb, std::span<const std::string> words)
        : verb_(verb), options_(options_of(verb)), words_(words)
    {
    }

    std::optional<Arguments> run()
    {
        bool all_are_names = false;
        while (is_valid_ && at_ < words_.size()) {
            const std::string& word = words_[at_++];
            if (all_are_names) {
                names_.push_back(word);
            } else if (word.size() < 2 || word[0] != '-') {
                std::ranges::move(files_of(word), std::back_inserter(names_));
            } else if (word == "--") {
                all_are_names = true;
            } else if (word[1] == '-') {
                long_option(word);
            } else {
                short_options(word);
            }
        }
        if (is_valid_) {
            assign_positionals();
        }
        return is_valid_ ? std::optional(std::move(arguments_)) : std::nullopt;
    }

private:
    /// Expands wildcards of a word. If the verb also accepts names of parts of a file, words without a dot and a folder
    /// keep their wildcards for the verb.
    [[nodiscard]] std::vector<std::string> files_of(const std::string& word) const
    {
        const bool can_be_part = std::ranges::any_of(verb_.positionals, &Positional::parts);
        return can_be_part && word.find_first_of("./\\") == std::string::npos ? std::vector<std::string>{word}
                                                                              : platform::expanded(word);
    }

    void make_error(std::string_view message, std::string_view hint)
    {
        if (is_valid_) {
            print_usage_error(fmt::format("{}: {}", verb_.name, message), hint);
        }
        is_valid_ = false;
    }

    [[nodiscard]] const Option* find(std::string_view name) const
    {
        const auto found = std::ranges::find_if(options_, [&](const Option& option) {
            return option.name == name || option.short_name == name;
        });
        return found == options_.end() ? nullptr : &*found;
    }

    void long_option(const std::string& word)
    {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const Option* option = find(name);
        if (option == nullptr) {
            return make_error(fmt::format("no option {}", name), guess(name));
        }
        if (option->value.empty()) {
            return equals == std::string::npos
                       ? give(*option, name, "1")
                       : make_error(fmt::format("{} takes no value", name), "omit the = and the value");
        }
        equals == std::string::npos ? next_value(*option, name) : give(*option, name, word.substr(equals + 1));
    }

    /// Parses a short option, several flags as in `-nq`, or an option followed by its value.
    void short_options(const std::string& word)
    {
        for (std::size_t i = 1; is_valid_ && i < word.size(); ++i) {
            const std::string name{'-', word[i]};
            const Option* option = find(name);
            if (option == nullptr) {
                return make_error(fmt::format("no option {}", name), short_guess(word));
            }
            if (option->value.empty()) {
                give(*option, name, "1");
            } else if (i + 1 < word.size()) {
                return give(*option, name, word.substr(i + (word[i + 1] == '=' ? 2 : 1)));
            } else {
                return next_value(*option, name);
            }
        }
    }

    void next_value(const Option& option, const std::string& name)
    {
        if (at_ >= words_.size() || find(words_[at_]) != nullptr || words_[at_] == "--") {
            return make_error(fmt::format("{} needs {}", name, value_description(option.value)),
                              fmt::format("{} {}", name, option.value));
        }
        give(option, name, words_[at_++]);
    }

    void give(const Option& option, const std::string& name, std::string value)
    {
        const std::string key = bare(option.name);
        if (!option.value.empty() && value.empty()) {
            return make_error(fmt::format("{} needs {}", name, value_description(option.value)),
                              fmt::format("{} {}", name, option.value));
        }
        if (option.repeats) {
            arguments_.repeated[key].push_back(value);
        } else if (!option.value.empty() && arguments_.has(key)) {
            return make_error(fmt::format("{} is given twice", name), "use it once");
        }
        arguments_.options[key] = std::move(value);
    }

    [[nodiscard]] std::string guess(const std::string& name) const
    {
        std::vector<std::string_view> names;
        std::vector<std::string_view> begins;
        for (const Option& option : options_) {
            names.push_back(option.name);
            if (option.name.starts_with(name)) {
                begins.push_back(option.name);
            }
        }
        const std::string_view near = begins.empty() ? redforge::nearest(name, names) : begins.front();
        return near.empty() ? fmt::format("it takes: {}", fmt::join(names, ", "))
                            : fmt::format("did you mean {}?", near);
    }

    [[nodiscard]] std::string short_guess(const std::string& word) const
    {
        std::error_code ignored;
        if (std::filesystem::exists(word, ignored)) {
            return fmt::format("if it is a file, use ./{}", word);
        }
        const std::string doubled = "-" + word;
        return find(doubled) != nullptr ? fmt::format("did you mean {}?", doubled)
                                        : fmt::format("see redforge {} --help", verb_.name);
    }

    /// Assigns the words to the positionals. A positional with any number of words leaves enough words for the later
    /// ones.
    void assign_positionals()
    {
        if (lacks_action()) {
            return;
        }
        std::size_t at = 0;
        for (std::size_t i = 0; i < verb_.positionals.size(); ++i) {
            const Positional& positional = verb_.positionals[i];
            std::size_t needed = 0;
            for (std::size_t j = i + 1; j < verb_.positionals.size(); ++j) {
                needed += verb_.positionals[j].min;
            }
            const std::size_t left = names_.size() - at;
            const std::size_t free = left > needed ? left - needed : 0;
            const std::size_t wanted = positional.max == 0 ? free : std::min<std::size_t>(positional.max, left);
            const std::size_t taken = std::max(wanted, std::min(positional.min, left));
            if (taken < positional.min) {
                return make_error(fmt::format("{} is missing", positional.name), usage(verb_));
            }
            if (taken > 0) {
                const auto first = names_.begin() + static_cast<std::ptrdiff_t>(at);
                arguments_.positionals[std::string(positional.name)] = {first,
                                                                        first + static_cast<std::ptrdiff_t>(taken)};
            }
            at += taken;
        }
        if (at < names_.size()) {
            const bool to_write = find("--output") != nullptr && !arguments_.has("output") && names_.size() == at + 1;
            make_error(fmt::format("unexpected argument \"{}\"", names_[at]),
                       to_write ? fmt::format("to write there, use -o {}", names_[at]) : usage(verb_));
        }
    }

    /// Reports a file in the position of an action, as in `model CRATE.3D`. Returns true if there is one.
    bool lacks_action()
    {
        const Positional& action = verb_.positionals.empty() ? Positional{} : verb_.positionals.front();
        const bool is_action = action.name == "ACTION" || (action.name == "KIND" && verb_.name == "rename");
        if (!is_action || names_.empty() || names_.front().find('.') == std::string::npos) {
            return false;
        }
        std::string choices(action.choices);
        std::ranges::replace(choices, ' ', '|');
        // rename has the names between KIND and FILE.
        std::vector<std::string> rest(names_.begin() + 1, names_.end());
        rest.insert(action.name == "ACTION" ? rest.begin() : rest.end(), names_.front());
        make_error(fmt::format("{} is missing before {}", action.name, names_.front()),
                   fmt::format("redforge {} {} {}", verb_.name, choices, fmt::join(rest, " ")));
        return true;
    }

    const Verb& verb_;
    std::vector<Option> options_;
    std::span<const std::string> words_;
    std::size_t at_{};
    bool is_valid_{true};
    std::vector<std::string> names_;
    Arguments arguments_;
};

}  // namespace

std::span<const Option> common_options()
{
    static constexpr std::array<Option, 2> options{
        {{"--quiet", "-q", "", "print results and errors, and nothing else"},
         {"--verbose", "-v", "", "also print which files are read, and their formats"}}};
    return options;
}

std::optional<Arguments> parse(const Verb& verb, std::span<const std::string> words)
{
    return Parser(verb, words).run();
}

}  // namespace redforge::cli
