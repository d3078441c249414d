// `script check`: errors and warnings of sources.
#include <fmt/format.h>

#include "console.hpp"
#include "script_actions.hpp"
#include "soup/assemble.hpp"

namespace redforge::cli {
namespace {

struct Counts {
    std::size_t scripts{};
    std::size_t errors{};
    std::size_t warnings{};
};

void check_source(const std::string& file, const LoadContext& context, Counts& counts)
{
    ++counts.scripts;
    const Result<std::string> text = read_text_file(file);
    if (!text) {
        complain(text.error());
        ++counts.errors;
        return;
    }
    for (const soup::Diagnostic& diagnostic :
         soup::assemble(*text, file, {.names = context.names(), .previous = nullptr}).diagnostics) {
        ++(diagnostic.severity == soup::Severity::error ? counts.errors : counts.warnings);
        print(soup::show(diagnostic) + "\n");
    }
}

}  // namespace

Exit script_check(const ScriptWish& wish)
{
    Counts counts;
    bool failed = false;
    for (const std::string& name : wish.files) {
        const std::vector<std::string> sources = sources_in(name);
        for (const std::string& source : sources) {
            check_source(source, wish.context, counts);
        }
        if (!sources.empty()) {
            continue;
        }
        for (const FoundScript& found : find_scripts(wish.arguments, {&name, 1}, wish.context, failed)) {
            ++counts.scripts;
            const soup::Source source = soup::disassemble(found.script, wish.context.names());
            const std::string place = fmt::format("{}:{}", found.file, found.actor);
            for (const soup::Diagnostic& diagnostic :
                 soup::assemble(source.text, place, {.names = nullptr, .previous = &found.script}).diagnostics) {
                ++(diagnostic.severity == soup::Severity::error ? counts.errors : counts.warnings);
                print(soup::show(diagnostic) + "\n");
            }
        }
    }
    say(fmt::format("{}: {}, {}", plural(counts.scripts, "script"), plural(counts.errors, "error"),
                    plural(counts.warnings, "warning")));
    return failed ? Exit::trouble : counts.errors > 0 ? Exit::finding : Exit::fine;
}

}  // namespace redforge::cli
