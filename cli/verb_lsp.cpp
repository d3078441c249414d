// `lsp`: the language server, for editors of text.
#include <iostream>
#include <string>

#include "lsp/server.hpp"
#include "verb.hpp"
#include "version.hpp"

namespace redforge::cli {

Exit run_lsp(const Arguments& /*arguments*/)
{
    return lsp::serve(std::cin, std::cout, std::string(version)) ? Exit::success : Exit::finding;
}

}  // namespace redforge::cli
