// Fuzz target: any text of the public mod manager gives an error, or sources that assemble or report errors.
#include "fuzz_soup.hpp"

#include "soup/manager/import.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto imported = soup::import_scripts(as_text(std::as_bytes(std::span(data, size))), "x.txt");
    if (!imported) {
        return 0;
    }
    for (const soup::ImportedScript& each : imported->scripts) {
        const soup::Assembly assembly = soup::assemble(each.source, "x.soup", {.names = &fuzz::names()});
        fuzz::require(assembly.script.has_value() || !assembly.diagnostics.empty());
    }
    return 0;
}
