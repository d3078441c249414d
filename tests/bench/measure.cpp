// Measuring: processor time of many runs, peak memory of a child process, and the table of results.
#include "bench/measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace redforge::bench {
namespace {

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Returns the value of a line of /proc/self/status, such as "VmHWM:", in bytes.
double status_bytes(std::string_view key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(key)) {
            return std::stod(line.substr(key.size())) * 1024;
        }
    }
    return 0;
}

}  // namespace

double cpu_seconds()
{
    timespec own{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    rusage children{};
    getrusage(RUSAGE_CHILDREN, &children);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return static_cast<double>(own.tv_sec) + static_cast<double>(own.tv_nsec) / 1e9 + seconds(children.ru_utime) +
           seconds(children.ru_stime);
}

double command_seconds(std::size_t rounds, const std::string& command)
{
    const std::string quiet = command + " >/dev/null 2>&1";
    return median_seconds(rounds, {[&] { keep(std::system(quiet.c_str())); }})[0];
}

double program_seconds(std::size_t rounds, const std::string& arguments)
{
    return command_seconds(rounds, fmt::format("'{}' {}", REDFORGE_PROGRAM, arguments));
}

double verify_rate(const std::string& files, double size)
{
    constexpr double enough = 60e6;
    const auto times = static_cast<std::size_t>(enough / size) + 1;
    std::string arguments = "verify -j 1";
    for (std::size_t i = 0; i < times; ++i) {
        arguments += ' ' + files;
    }
    return static_cast<double>(times) * size / program_seconds(9, arguments);
}

double program_peak(const std::string& arguments)
{
    const std::string command = fmt::format("exec '{}' {} >/dev/null 2>&1", REDFORGE_PROGRAM, arguments);
    // The shell gets the command in its environment, which needs no quoting.
    setenv("REDFORGE_BENCH_COMMAND", command.c_str(), 1);
    const std::string measuring = fmt::format("/proc/{}/exe {} \"$REDFORGE_BENCH_COMMAND\"", getpid(), peak_option);
    FILE* const pipe = popen(measuring.c_str(), "r");
    double peak = 0;
    const bool is_complete = pipe != nullptr && std::fscanf(pipe, "%lf", &peak) == 1;
    return pipe != nullptr && pclose(pipe) == 0 && is_complete ? peak : 0;
}

int print_peak(const char* command)
{
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
        _exit(127);
    }
    rusage used{};
    int status = 0;
    wait4(child, &status, 0, &used);
    fmt::print("{}\n", used.ru_maxrss * 1024);
    return status == 0 ? 0 : 1;
}

double growth(double small_size, double small_cost, double large_size, double large_cost)
{
    return std::log(large_cost / small_cost) / std::log(large_size / small_size);
}

std::vector<double> median_seconds(std::size_t rounds, const std::vector<std::function<void()>>& works)
{
    std::vector<std::vector<double>> times(works.size());
    for (std::size_t round = 0; round <= rounds; ++round) {
        for (std::size_t i = 0; i < works.size(); ++i) {
            const double start = cpu_seconds();
            works[i]();
            if (round > 0) {
                times[i].push_back(cpu_seconds() - start);
            }
        }
    }
    std::vector<double> medians;
    std::ranges::transform(times, std::back_inserter(medians), median);
    return medians;
}

double peak_bytes(const std::function<void()>& work)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return 0;
    }
    const pid_t child = fork();
    if (child == 0) {
        malloc_trim(0);
        std::ofstream("/proc/self/clear_refs") << "5";  // resets the peak to the resident memory
        const double before = status_bytes("VmRSS:");
        work();
        const double grown = status_bytes("VmHWM:") - before;
        const bool is_complete = write(ends[1], &grown, sizeof grown) == static_cast<ssize_t>(sizeof grown);
        _exit(is_complete ? 0 : 1);
    }
    double grown = 0;
    const bool heard = read(ends[0], &grown, sizeof grown) == static_cast<ssize_t>(sizeof grown);
    int status = 0;
    waitpid(child, &status, 0);
    close(ends[0]);
    close(ends[1]);
    return heard && status == 0 ? grown : 0;
}

Figure at_most(std::string name, double measured, double limit, std::string_view unit, std::string_view against)
{
    return {std::move(name), fmt::format("{:.2f} {}", measured, unit), fmt::format("at most {} {}", limit, unit),
            std::string(against), measured > 0 && measured <= limit};
}

Figure at_least(std::string name, double measured, double limit, std::string_view unit, std::string_view against)
{
    return {std::move(name), fmt::format("{:.0f} {}", measured, unit), fmt::format("at least {} {}", limit, unit),
            std::string(against), measured >= limit};
}

Figure plain(std::string name, double measured, std::string_view unit)
{
    return {std::move(name), fmt::format("{:.2f} {}", measured, unit), "", "", true};
}

void print(const Figures& figures)
{
    fmt::print(
        "Times are processor time of all threads. A target against other work of this run says something on any\n"
        "machine; one against a stated figure is for a core of about 2020.\n\n");
    fmt::print("{:<66}{:>18}  {:<24}{:<18}\n", "what", "measured", "target", "against");
    for (const Figure& figure : figures) {
        fmt::print("{:<66}{:>18}  {:<24}{:<18}{}\n", figure.name, figure.measured, figure.target, figure.against,
                   figure.target.empty() ? ""
                   : figure.met          ? "met"
                                         : "NOT MET");
    }
}

}  // namespace redforge::bench
