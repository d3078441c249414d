// Fuzz target: any text as a source gives an error, or a script whose printed source assembles to it. Formatting
// changes no byte.
#include "fuzz_soup.hpp"

#include "soup/assemble/format.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string text(as_text(std::as_bytes(std::span(data, size))));
    const soup::Assembly assembly = soup::assemble(text, "x.soup", {.names = &fuzz::names()});
    for (const soup::Diagnostic& diagnostic : assembly.diagnostics) {
        fuzz::require(!soup::show(diagnostic).empty());
    }
    const soup::Formatted formatted = soup::format(text, "x.soup");
    if (!assembly.script) {
        fuzz::require(!assembly.diagnostics.empty());
        return 0;
    }
    const soup::Source source = soup::disassemble(*assembly.script, &fuzz::names(), {.proof = soup::Proof::none});
    const soup::Assembly again = soup::assemble(source.text, "y.soup", {.previous = &*assembly.script});
    fuzz::require(again.script && *again.script == *assembly.script);
    fuzz::require(formatted.text.has_value());
    const soup::Assembly after = soup::assemble(*formatted.text, "z.soup", {.names = &fuzz::names()});
    fuzz::require(after.script && *after.script == *assembly.script);
    fuzz::require(soup::format(*formatted.text, "z.soup").text == formatted.text);
    return 0;
}
