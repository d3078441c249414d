// Fuzz target: any bytes are run; the run ends within its limit.
#include "fuzz_soup.hpp"

#include "soup/run/interpreter.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const soup::Script script = fuzz::script_of(std::as_bytes(std::span(data, size)));
    soup::RunOptions options;
    options.names = &fuzz::names();
    options.return_values[1] = {0, 1, -1};
    options.script_result = 1;
    options.hook = script.hooks.empty() ? -1 : 0;
    const soup::Run run = soup::run(script, options);
    fuzz::require(run.statements <= options.max_statements);
    return 0;
}
