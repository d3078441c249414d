// Fuzz target: a program from the grammar, regular or odd, with names or without: its source assembles to it.
#include "fuzz_soup.hpp"

#include <random>

#include "support/random_script.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    std::seed_seq seed(data, data + size);
    std::mt19937 random(seed);
    const std::size_t statements = random() % 40;
    const bool odd = random() % 2 == 0;
    const soup::Script script = test::random_program(random, statements, odd);
    const soup::Names* names = random() % 2 == 0 ? &fuzz::names() : nullptr;
    const soup::Source source = soup::disassemble(script, names, {.proof = soup::Proof::none});
    for (const soup::Names* given : {names, &fuzz::other_names()}) {
        const soup::Assembly again = soup::assemble(source.text, "x.soup", {.names = given, .previous = &script});
        fuzz::require(again.script && *again.script == script);
    }
    return 0;
}
