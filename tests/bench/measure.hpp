// Measuring: medians of many runs, peak memory of a child process, and the table of results.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace redforge::bench {

/// One line of the table. `target` is empty where nothing was promised.
struct Figure {
    std::string name;
    std::string measured;
    std::string target;
    bool met{true};
};

using Figures = std::vector<Figure>;

/// Runs the works by turns, `rounds` times each after one to warm up, and returns the median seconds of each.
/// By turns, so that what else happens on the machine happens to all of them.
[[nodiscard]] std::vector<double> median_seconds(std::size_t rounds, const std::vector<std::function<void()>>& works);

/// Bytes by which the resident memory of a child process grew at most while it did `work`.
/// Empty work gives what measuring itself costs. 0 where the system has no /proc.
[[nodiscard]] double peak_bytes(const std::function<void()>& work);

/// "NAME  1.12  at most 1.30  met"
[[nodiscard]] Figure at_most(std::string name, double measured, double limit, std::string_view unit);
[[nodiscard]] Figure at_least(std::string name, double measured, double limit, std::string_view unit);
[[nodiscard]] Figure plain(std::string name, double measured, std::string_view unit);

void print(const Figures& figures);

/// Keeps a result from being optimised away.
template <class T>
void keep(const T& value)
{
    asm volatile("" : : "g"(&value) : "memory");
}

// The groups of figures, each in a file of its own.
void measure_records(Figures& figures);
void measure_xml(Figures& figures);
void measure_growth(Figures& figures);
void measure_models(Figures& figures);
void measure_outline(Figures& figures);
void measure_scripts(Figures& figures);
void measure_program(Figures& figures);

}  // namespace redforge::bench
