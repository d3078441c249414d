// Parsing a verb's words by its entry in the table. The only file that includes CLI11: it is slow to compile.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "console.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

std::string bare(std::string_view long_name)
{
    return std::string(long_name.substr(2));
}

}  // namespace

std::optional<Arguments> parse(const Verb& verb, std::span<const std::string> words)
{
    CLI::App app;
    app.set_help_flag();
    Arguments arguments;
    std::map<std::string, bool> flags;
    std::map<std::string, std::string> values;
    for (const Option& option : verb.options) {
        const std::string names =
            std::string(option.name) + (option.short_name.empty() ? "" : "," + std::string(option.short_name));
        if (option.value.empty()) {
            app.add_flag(names, flags[bare(option.name)]);
        } else {
            app.add_option(names, values[bare(option.name)]);
        }
    }
    std::map<std::string, std::string> singles;
    for (const Positional& positional : verb.positionals) {
        const std::string name(positional.name);
        // PATH=VALUE is no name that CLI11 takes; what it is called there is never seen.
        const std::string plain = name.substr(0, name.find('='));
        CLI::Option* added = positional.max == 1 ? app.add_option(plain, singles[name])
                                                 : app.add_option(plain, arguments.positionals[name]);
        added->required(positional.min > 0);
    }
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::ParseError& error) {
        complain_usage(fmt::format("{}: {}", verb.name, error.what()),
                       fmt::format("see redforge {} --help", verb.name));
        return std::nullopt;
    }
    for (const auto& [name, value] : singles) {
        if (!value.empty()) {
            arguments.positionals[name] = {value};
        }
    }
    for (const auto& [name, given] : flags) {
        if (given) {
            arguments.options[name] = "1";
        }
    }
    for (const auto& [name, value] : values) {
        if (app.count("--" + name) > 0) {
            arguments.options[name] = value;
        }
    }
    return arguments;
}

}  // namespace redforge::cli
