// Catch2, compiled once for all test programs, and its test cases in parts.
#define CATCH_CONFIG_RUNNER
#include "runner/parts.hpp"

#include <cstddef>
#include <cstdio>
#include <string>

#include <catch2/catch.hpp>

namespace redforge::test {
namespace {

/// Returns a filter that only the test with this name passes.
std::string only(const std::string& name)
{
    std::string filter;
    for (const char letter : name) {
        if (letter == ',' || letter == '[' || letter == '\\') {
            filter += '\\';
        }
        filter += letter;
    }
    return filter;
}

/// Selects every `of`-th of the selected test cases, from `number` on, so that ctest can run several parts at once.
/// Returns false if there is no such part, or if Catch2 parses a test's name differently.
bool select_part(Catch::ConfigData& data, std::size_t number, std::size_t of)
{
    if (number < 1 || number > of) {
        return false;
    }
    const Catch::Config config(data);
    const auto selected = Catch::filterTests(Catch::getAllTestCasesSorted(config), config.testSpec(), config);
    std::string filter;
    std::size_t count = 0;
    for (std::size_t i = number - 1; i < selected.size(); i += of) {
        filter += (filter.empty() ? "" : ",") + only(selected[i].name);
        ++count;
    }
    data.testsOrTags = {filter};
    const Catch::Config part(data);
    return count > 0 && Catch::filterTests(Catch::getAllTestCasesSorted(part), part.testSpec(), part).size() == count;
}

}  // namespace

int run_part(int argc, char* argv[])
{
    Catch::Session session;
    std::size_t number = 1;
    std::size_t of = 1;
    session.cli(session.cli() | Catch::clara::Opt(number, "n")["--part"]("run the nth of --parts of the test cases") |
                Catch::clara::Opt(of, "n")["--parts"]("into how many parts the test cases are divided"));
    if (const int wrong = session.applyCommandLine(argc, argv); wrong != 0) {
        return wrong;
    }
    if (of != 1 && !select_part(session.configData(), number, of)) {
        std::fputs("there is no such part of the test cases\n", stderr);
        return 1;
    }
    return session.run();
}

}  // namespace redforge::test
