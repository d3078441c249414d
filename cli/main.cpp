// The redforge program: finds the verb and runs it.
#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/files/project.hpp"
#include "cli/line/console.hpp"
#include "cli/line/option_rules.hpp"
#include "cli/line/pages.hpp"
#include "cli/line/verb.hpp"
#include "cli/mod/mod_actions.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"
#include "core/out_of_memory.hpp"
#include "core/platform/process.hpp"
#include "tes/definition/definitions.hpp"
#include "version.hpp"

namespace {

using namespace redforge::cli;

/// Sets the user's definitions of records. Must run before any plugin is read.
redforge::Status take_definitions(const Arguments& arguments)
{
    const auto found = option_or_setting(arguments, "definitions", "definitions");
    if (!found || !*found) {
        return found ? redforge::Status{} : redforge::fail(found.error());
    }
    const std::string& file = **found;
    const redforge::Result<std::string> text = redforge::read_text_file(file);
    if (!text) {
        return redforge::fail(text.error());
    }
    auto definitions = redforge::tes::Definitions::parse(*text, file);
    if (!definitions) {
        return redforge::fail(definitions.error());
    }
    redforge::tes::use_definitions(std::move(*definitions));
    return {};
}

/// Reports an option in the place of the verb: a misspelt one of the program, or one that belongs after the verb.
Exit option_before_verb(const std::string& word)
{
    constexpr std::array<std::string_view, 2> own{"--help", "--version"};
    const std::string_view guess = redforge::nearest(word, own);
    return guess.empty() ? print_usage_error(fmt::format("{} before the verb", word),
                                             "options follow it: redforge VERB [options] FILE...")
                         : print_usage_error(fmt::format("no option {}", word), fmt::format("did you mean {}?", guess));
}

Exit run(const std::vector<std::string>& words)
{
    const bool help = !words.empty() && (words[0] == "--help" || words[0] == "-h" || words[0] == "help");
    if (words.empty() || (help && words.size() == 1)) {
        print(main_help());
        return words.empty() ? Exit::failure : Exit::success;
    }
    if (words[0] == "--version") {
        print(fmt::format("redforge {}\n", version));
        return Exit::success;
    }
    if (!help && words[0].starts_with('-')) {
        return option_before_verb(words[0]);
    }
    if (help && find_page(words[1]) != nullptr) {
        print(page_help(*find_page(words[1])));
        return Exit::success;
    }
    const Verb* const verb = find_verb(words[help ? 1 : 0]);
    if (verb == nullptr) {
        return Exit::failure;
    }
    const auto rest = std::span(words).subspan(1);
    const auto end = std::ranges::find(rest, "--");  // only names follow "--"
    if (help ||
        std::any_of(rest.begin(), end, [](const std::string& word) { return word == "--help" || word == "-h"; })) {
        print(verb_help(*verb));
        return Exit::success;
    }
    // A mistake in the arguments is reported in JSON too.
    const bool as_json = std::find(rest.begin(), end, "--json") != end &&
                         std::ranges::find(verb->options, "--json", &Option::name) != verb->options.end();
    if (as_json) {
        begin_json(verb->name);
    }
    const auto arguments = parse(*verb, rest);
    if (!arguments) {
        return Exit::failure;
    }
    if (const auto status = check_options(*verb, *arguments); !status) {
        return print_usage_error(status.error().message, status.error().hint);
    }
    take_verbosity(*arguments);
    const bool reads_plugins = std::ranges::find(verb->options, "--definitions", &Option::name) != verb->options.end();
    if (const auto status = reads_plugins ? take_definitions(*arguments) : redforge::Status{}; !status) {
        return print_error(status.error());
    }
    if (const auto status = check_interrupted_mods(*verb, *arguments); !status) {
        return print_error(status.error());
    }
    return verb->run(*arguments);
}

}  // namespace

int main(int count, char** words)
{
    redforge::platform::take_signals();
    Exit exit = Exit::failure;
    try {
        exit = run(redforge::platform::command_arguments(count, words));
    } catch (const std::bad_alloc&) {
        exit = print_error(redforge::out_of_memory());
    }
    end_json();
    const bool printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    redforge::platform::end_if_stopped();
    if (!printed) {
        if (redforge::platform::reader_is_gone()) {
            return redforge::platform::ended_by_closed_pipe;  // a closed pipe is not an error
        }
        exit = print_error({.code = redforge::ErrorCode::io,
                            .message = "cannot write to standard output",
                            .hint = "is the disk full?"});
    }
    return static_cast<int>(exit);
}
