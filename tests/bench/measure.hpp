// Measuring: processor time of many runs, peak memory of a child process, and the table of results.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::bench {

/// One line of the table. `target` is empty if there is no target. `against` is the reference of the target: other work
/// of the same run, which is valid on any machine, or a number, which is valid for machines of 2020.
struct Figure {
    std::string name;
    std::string measured;
    std::string target;
    std::string against;
    bool met{true};
};

inline constexpr std::string_view stated_figure = "a stated figure";

using Figures = std::vector<Figure>;

/// Returns the processor time of all threads of this process and of its finished children, in seconds. Wall-clock time
/// would include other programs.
[[nodiscard]] double cpu_seconds();

/// Runs the works in turns, `rounds` times each after a warm-up. Returns the median of cpu_seconds() for each. Taking
/// turns spreads other load of the machine over all works.
[[nodiscard]] std::vector<double> median_seconds(std::size_t rounds, const std::vector<std::function<void()>>& works);

/// Returns the peak growth of a child's resident memory during `work`, in bytes. Empty work gives the cost of
/// measuring. Returns 0 on a system without /proc.
[[nodiscard]] double peak_bytes(const std::function<void()>& work);

/// Returns the processor time of a shell command, in seconds: the median of `rounds` runs. Discards the output.
[[nodiscard]] double command_seconds(std::size_t rounds, const std::string& command);
/// Like command_seconds(), for the redforge program with arguments.
[[nodiscard]] double program_seconds(std::size_t rounds, const std::string& arguments);

/// Returns the speed of `verify` with one job, in bytes per second. `size`: total size of the files. They are repeated
/// up to some 60 MB, so that the start of the program does not matter.
[[nodiscard]] double verify_rate(const std::string& files, double size);

/// Returns the peak memory of a run of the redforge program, in bytes. Returns 0 if it failed.
[[nodiscard]] double program_peak(const std::string& arguments);
/// Option with which program_peak() starts this program again, because the peak of a child process begins with the
/// memory of its parent.
inline constexpr std::string_view peak_option = "--peak";
/// Runs a command and prints its peak memory.
[[nodiscard]] int print_peak(const char* command);

/// Returns the exponent of the growth of cost with size: 1 is linear, 2 is quadratic.
[[nodiscard]] double growth(double small_size, double small_cost, double large_size, double large_cost);

/// "NAME  1.12  at most 1.30  against memcpy  met"
[[nodiscard]] Figure at_most(std::string name, double measured, double limit, std::string_view unit,
                             std::string_view against = stated_figure);
[[nodiscard]] Figure at_least(std::string name, double measured, double limit, std::string_view unit,
                              std::string_view against = stated_figure);
[[nodiscard]] Figure plain(std::string name, double measured, std::string_view unit);

void print(const Figures& figures);

/// Keeps a result from being optimised away.
template <class T>
void keep(const T& value)
{
    asm volatile("" : : "g"(&value) : "memory");
}

// The groups of figures, each in its own file.
void measure_records(Figures& figures);
void measure_xml(Figures& figures);
void measure_growth(Figures& figures);
void measure_edits(Figures& figures);
void measure_models(Figures& figures);
void measure_mods(Figures& figures);
void measure_outline(Figures& figures);
void measure_saves(Figures& figures);
void measure_scripts(Figures& figures);
void measure_session(Figures& figures);
void measure_program(Figures& figures);
void measure_plugins(Figures& figures);
void measure_dialogue(Figures& figures);
void measure_editing(Figures& figures);
void measure_drawing(Figures& figures);
void measure_language_server(Figures& figures);
void measure_python(Figures& figures);

}  // namespace redforge::bench
