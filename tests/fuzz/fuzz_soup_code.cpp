// Fuzz target: any bytes as a script: its source assembles to them, with names or without.
#include "fuzz_soup.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const ByteView bytes = std::as_bytes(std::span(data, size));
    const soup::Script script = fuzz::script_of(bytes);
    // The bytes choose one of the variants, so that many inputs cover all.
    const std::uint32_t way = fuzz::number_of(bytes) >> 16U;
    const soup::Names* names = way % 2 == 0 ? &fuzz::names() : nullptr;
    const soup::Names* given = way / 2 % 2 == 0 ? names : &fuzz::other_names();
    const bool checks = way / 4 % 4 == 0;
    const bool mistakes = way / 16 % 2 == 0;
    const soup::Source source = soup::disassemble(script, names, {.mistakes = mistakes, .proof = soup::Proof::none});
    const soup::Assembly again = soup::assemble(source.text, "x.soup",
                                                {.names = given,
                                                 .previous = &script,
                                                 .checks = checks ? soup::Checks::all : soup::Checks::none});
    fuzz::require(again.script && *again.script == script);
    fuzz::require(!checks || !mistakes || given != names || fuzz::has_no_errors(again));
    return 0;
}
