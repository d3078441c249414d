// `lsp`: the language server, for editors of text.
#include <iostream>
#include <string>

#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "lsp/server.hpp"
#include "version.hpp"

namespace redforge::cli {

static Exit run_lsp(const Arguments& /*arguments*/)
{
    return lsp::serve(std::cin, std::cout, std::string(version)) ? Exit::success : Exit::finding;
}

Verb lsp_verb()
{
    return {
        .name = "lsp",
        .summary = "run the language server",
        .description =
            "Speaks the Language Server Protocol on standard input and output, for scripts of Redguard (.soup) and "
            "Oblivion "
            "(.txt that begins with scn), unpacked documents and lists of edits. Editors start it; docs/editors.md "
            "describes how.",
        .examples = {{"redforge lsp", "as an editor's settings have it"}},
        .run = run_lsp,
    };
}

}  // namespace redforge::cli
