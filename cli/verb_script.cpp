// `script`: the scripts of maps as source, without unpacking.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "console.hpp"
#include "game.hpp"
#include "script_actions.hpp"

namespace redforge::cli {
namespace {

struct ScriptAction {
    std::string_view name;
    std::string_view before;  ///< a word that precedes the files
    Exit (*run)(const ScriptRequest& request);
};

constexpr std::array<ScriptAction, 14> actions{{
    {"list", "", &script_list},
    {"show", "", &script_show},
    {"check", "", &script_check},
    {"assemble", "", &script_assemble},
    {"compile", "", &script_compile},
    {"decompile", "", &script_decompile},
    {"disassemble", "", &script_disassemble},
    {"format", "", &script_format},
    {"grep", "PATTERN", &script_grep},
    {"xref", "NAME", &script_xref},
    {"import", "", &script_import},
    {"run", "", &script_run},
    {"share", "", &script_share},
    {"test", "", &script_test},
}};

}  // namespace

Exit run_script(const Arguments& arguments)
{
    const std::string name = arguments.first("ACTION");
    if (name == "functions") {
        return script_functions(arguments);
    }
    const auto action = std::ranges::find(actions, name, &ScriptAction::name);
    if (action == actions.end()) {
        return print_usage_error(
            fmt::format("script: no action \"{}\"", name),
            "there is: list, show, check, assemble, compile, decompile, disassemble, format, functions, grep, "
            "xref, import, run, share, test");
    }
    const auto words = arguments.all("FILE");
    const std::size_t before = action->before.empty() ? 0 : 1;
    if (words.size() <= before) {
        return print_usage_error(fmt::format("script {}: no file", name),
                                 fmt::format("use redforge script {} {}{}FILE...", name, action->before,
                                             action->before.empty() ? "" : " "));
    }
    const Result<LoadContext> context = names_context(arguments, words[before]);
    if (!context) {
        return print_error(context.error());
    }
    return action->run({arguments, words, *context});
}

}  // namespace redforge::cli
