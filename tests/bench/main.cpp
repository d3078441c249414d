// Runs the benchmarks and prints measured values, targets and results. All ratios come from one run.
#include <algorithm>
#include <string_view>

#include "bench/measure.hpp"

int main(int argc, char* argv[])
{
    using namespace redforge::bench;
    if (argc == 3 && argv[1] == peak_option) {
        return print_peak(argv[2]);
    }
    Figures figures;
    const auto wanted = [&](std::string_view group) {
        return argc < 2 || std::find(argv + 1, argv + argc, group) != argv + argc;
    };
    if (wanted("records")) {
        measure_records(figures);
    }
    if (wanted("xml")) {
        measure_xml(figures);
    }
    if (wanted("growth")) {
        measure_growth(figures);
    }
    if (wanted("edits")) {
        measure_edits(figures);
    }
    if (wanted("models")) {
        measure_models(figures);
    }
#ifdef REDFORGE_HAS_EDITOR
    if (wanted("outline")) {
        measure_outline(figures);
    }
    if (wanted("session")) {
        measure_session(figures);
    }
#endif
    if (wanted("saves")) {
        measure_saves(figures);
    }
    if (wanted("scripts")) {
        measure_scripts(figures);
    }
    if (wanted("lsp")) {
        measure_language_server(figures);
    }
#ifdef REDFORGE_C_LIBRARY
    if (wanted("python")) {
        measure_python(figures);
    }
#endif
    if (wanted("program")) {
        measure_program(figures);
    }
    if (wanted("plugins")) {
        measure_plugins(figures);
    }
    if (wanted("dialogue")) {
        measure_dialogue(figures);
    }
    if (wanted("mods")) {
        measure_mods(figures);
    }
    if (wanted("editing")) {
        measure_editing(figures);
    }
#ifdef REDFORGE_HAS_RENDER
    if (wanted("drawing")) {
        measure_drawing(figures);
    }
#endif
    print(figures);
    return std::ranges::all_of(figures, &Figure::met) ? 0 : 1;
}
