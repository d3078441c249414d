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
    const auto is_selected = [&](std::string_view group) {
        return argc < 2 || std::find(argv + 1, argv + argc, group) != argv + argc;
    };
    if (is_selected("records")) {
        measure_records(figures);
    }
    if (is_selected("xml")) {
        measure_xml(figures);
    }
    if (is_selected("growth")) {
        measure_growth(figures);
    }
    if (is_selected("edits")) {
        measure_edits(figures);
    }
    if (is_selected("models")) {
        measure_models(figures);
    }
#ifdef REDFORGE_HAS_EDITOR
    if (is_selected("outline")) {
        measure_outline(figures);
    }
    if (is_selected("session")) {
        measure_session(figures);
    }
#endif
    if (is_selected("saves")) {
        measure_saves(figures);
    }
    if (is_selected("scripts")) {
        measure_scripts(figures);
    }
    if (is_selected("lsp")) {
        measure_language_server(figures);
    }
#ifdef REDFORGE_C_LIBRARY
    if (is_selected("python")) {
        measure_python(figures);
    }
#endif
    if (is_selected("program")) {
        measure_program(figures);
    }
    if (is_selected("plugins")) {
        measure_plugins(figures);
    }
    if (is_selected("dialogue")) {
        measure_dialogue(figures);
    }
    if (is_selected("mods")) {
        measure_mods(figures);
    }
    if (is_selected("editing")) {
        measure_editing(figures);
    }
#ifdef REDFORGE_HAS_RENDER
    if (is_selected("drawing")) {
        measure_drawing(figures);
    }
#endif
    print(figures);
    return std::ranges::all_of(figures, &Figure::met) ? 0 : 1;
}
