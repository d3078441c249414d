// Scripts: the source of a large map's worth of them and back, and whether time grows with the code.
#include <random>

#include <fmt/format.h>

#include "bench/measure.hpp"
#include "soup/assemble.hpp"
#include "soup/disassemble.hpp"
#include "support/random_script.hpp"

namespace redforge::bench {
namespace {

/// As many actors as a large map has, with `statements` statements each.
std::vector<soup::Script> scripts(std::size_t actors, std::size_t statements)
{
    std::mt19937 random(1);
    std::vector<soup::Script> made;
    for (std::size_t i = 0; i < actors; ++i) {
        made.push_back(test::random_program(random, statements, false));
    }
    return made;
}

struct Sizes {
    std::size_t statements{};
    std::size_t text{};
};

Sizes there_and_back(const std::vector<soup::Script>& all, const soup::Names& names, bool back)
{
    Sizes sizes;
    for (const soup::Script& script : all) {
        const soup::Source source = soup::disassemble(script, &names, {.proven = false});
        sizes.statements += source.listing.statements.size();
        sizes.text += source.text.size();
        if (back) {
            keep(soup::assemble(source.text, "x.soup", {.names = &names, .previous = &script, .warnings = false}));
        }
    }
    return sizes;
}

}  // namespace

void measure_scripts(Figures& figures)
{
    std::mt19937 random(2);
    const soup::Names names(test::random_definitions(random));
    const std::vector<soup::Script> map = scripts(240, 95);
    const std::vector<soup::Script> large = scripts(1, 95 * 240 * 10);
    const Sizes sizes = there_and_back(map, names, false);
    const std::vector<double> times = median_seconds(15, {
                                                             [&] { keep(there_and_back(map, names, true)); },
                                                             [&] { keep(there_and_back(map, names, false)); },
                                                             [&] { keep(there_and_back(large, names, true)); },
                                                         });
    figures.push_back(
        at_most(fmt::format("scripts of a map, {} statements, {:.1f} MB of source: disassemble + assemble",
                            sizes.statements, static_cast<double>(sizes.text) / 1e6),
                times[0] * 1e3, 20, "ms"));
    figures.push_back(plain("  of which disassemble", times[1] * 1e3, "ms"));
    figures.push_back(
        at_most("  ten times the statements in one script, against ten maps", times[2] / times[0] / 10, 2, "x"));
    const double cost = peak_bytes([&] { keep(there_and_back(map, names, true)); }) - peak_bytes([] {});
    figures.push_back(at_most("  memory", cost / 1e6, 50, "MB"));
}

}  // namespace redforge::bench
