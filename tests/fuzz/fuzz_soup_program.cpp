// Fuzz target: a program from the grammar, regular or odd, with names or without: its source assembles to it.
#include "fuzz_soup.hpp"

#include <random>

#include "support/random_script.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    std::mt19937 random(fuzz::number_of(std::as_bytes(std::span(data, size))));
    // Short programs also have every kind of statement. A few long ones cover interactions.
    const std::size_t statements = random() % (random() % 16 == 0 ? 40 : 10);
    const bool odd = random() % 2 == 0;
    const soup::Script script = test::random_program(random, statements, odd);
    const soup::Names* names = random() % 2 == 0 ? &fuzz::names() : nullptr;
    const bool mistakes = random() % 2 == 0;
    const soup::Source source = soup::disassemble(script, names, {.mistakes = mistakes, .proof = soup::Proof::none});
    const soup::Names* given = random() % 2 == 0 ? names : &fuzz::other_names();
    const soup::AssembleOptions options{.names = given,
                                        .previous = &script,
                                        .checks = random() % 4 == 0 ? soup::Checks::all : soup::Checks::none};
    const soup::Assembly again = soup::assemble(source.text, "x.soup", options);
    fuzz::require(again.script && *again.script == script);
    fuzz::require(options.checks != soup::Checks::all || !mistakes || given != names || fuzz::has_no_errors(again));
    return 0;
}
