// `schema`, `completion` and `man`: what the program says of its documents and of itself.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "console.hpp"
#include "core/schema.hpp"
#include "output.hpp"
#include "pages.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

Exit print_or_write(const Arguments& arguments, const std::string& text, const std::optional<std::string>& out)
{
    if (!out) {
        print(text);
        return Exit::fine;
    }
    const Result<Written> written = write_output(arguments, *out, content_words(as_bytes(text)), as_bytes(text));
    return written ? Exit::fine : complain(written.error());
}

}  // namespace

Exit run_schema(const Arguments& arguments)
{
    const std::string name = arguments.first("NAME");
    std::vector<std::string_view> names;
    for (const Format& format : edit::formats()) {
        names.push_back(format.root());
    }
    if (name.empty()) {
        print(fmt::format("{}\n", fmt::join(names, "\n")));
        return Exit::fine;
    }
    const Format* format = edit::find_format(name);
    if (format == nullptr) {
        const std::string_view guess = nearest(name, names);
        return complain_usage(fmt::format("no document \"{}\"", name),
                              guess.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                                            : fmt::format("did you mean {}?", guess));
    }
    const SchemaElement root = describe_document(format->root_type());
    return print_or_write(arguments, arguments.has("reference") ? to_reference_page(root) : to_xsd(root),
                          arguments.option("output"));
}

Exit run_completion(const Arguments& arguments)
{
    const std::optional<std::string> script = completion(arguments.first("SHELL"));
    if (!script) {
        return complain_usage(fmt::format("no completion for \"{}\"", arguments.first("SHELL")),
                              "there is: bash, zsh, fish");
    }
    print(*script);
    return Exit::fine;
}

Exit run_man(const Arguments& arguments)
{
    const std::string name = arguments.first("VERB");
    const auto page = std::ranges::find(pages(), name, &Page::name);
    if (page != pages().end()) {
        print(page_text(*page));
        return Exit::fine;
    }
    const Verb* const verb = name.empty() ? nullptr : find_verb(name);
    if (!name.empty() && verb == nullptr) {
        return Exit::trouble;
    }
    const std::optional<std::string> folder = arguments.option("all");
    if (!folder) {
        print(man_page(verb));
        return Exit::fine;
    }
    Exit exit = print_or_write(arguments, man_page(nullptr), fmt::format("{}/redforge.1", *folder));
    for (const Verb& each : verbs()) {
        if (exit == Exit::fine) {
            exit = print_or_write(arguments, man_page(&each), fmt::format("{}/redforge-{}.1", *folder, each.name));
        }
    }
    for (const Page& each : pages()) {
        if (exit == Exit::fine) {
            exit = print_or_write(arguments, page_text(each),
                                  fmt::format("{}/redforge-{}.{}", *folder, each.name, each.section));
        }
    }
    return exit;
}

}  // namespace redforge::cli
