// Fuzz target: any bytes as a script: its source assembles to them, with and without names.
#include "fuzz_soup.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const soup::Script script = fuzz::script_of(std::as_bytes(std::span(data, size)));
    for (const soup::Names* names : {&fuzz::names(), static_cast<const soup::Names*>(nullptr)}) {
        const soup::Source source = soup::disassemble(script, names, {.proof = soup::Proof::none});
        for (const soup::Names* given : {names, &fuzz::other_names()}) {
            const soup::Assembly again = soup::assemble(source.text, "x.soup", {.names = given, .previous = &script});
            fuzz::require(again.script && *again.script == script);
        }
    }
    return 0;
}
