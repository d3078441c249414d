// Simulates a script and reports its calls with their values.
//
// Works like the interpreter in the game: two threads alternate, one statement each; each thread has a call stack;
// flags are global; formulas are evaluated from left to right. Functions of the game have no effect: their calls are
// reported, and they return values from a table. Only functions that set or read flags and attributes are simulated.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "soup/bytecode/script.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {

struct RunOptions {
    const Names* names{};                   ///< names for the trace; may be null
    std::vector<std::int32_t> variables{};  ///< initial values; missing ones are 0
    std::map<std::uint32_t, std::int32_t> flags{};
    /// Return values by function number, one per call. The last value repeats. A function without an entry returns 0,
    /// or the simulated flag or attribute.
    std::map<std::uint32_t, std::vector<std::int32_t>> return_values{};
    /// Property values by object and number: {"Player", 5}. 0 if there is none.
    std::map<std::pair<std::string, std::uint32_t>, std::int32_t> properties{};
    std::int32_t script_result{};        ///< value that `if <ScriptRv>` compares; its source in the game is unknown
    std::uint32_t max_statements{1024};  ///< limit for both threads together; the game too stops a loop there
    std::int32_t hook{-1};               ///< thread 0 begins at this hook; -1: at the start
    bool interrupt{true};                ///< also run the interrupt thread if the start is not 0
    /// Callback that returns the name of a code offset for the trace. If not set, the name is like "#0042".
    std::function<std::string(std::uint32_t)> offset_name{};
    std::map<std::uint32_t, std::string> variable_names{};  ///< for the trace; "var3" for variables without a name
    /// Callback that returns true to pause before the statement at `offset`. `run`: number of statements executed so
    /// far.
    std::function<bool(std::uint32_t thread, std::uint32_t offset, std::uint32_t run)> pauses{};
};

/// One line of the trace.
struct TraceLine {
    std::uint32_t thread{};
    std::uint32_t offset{};  ///< of the statement
    std::string text;        ///< "RTX('abcd') -> 0", "var1 = 3", "if var1 (3) < 2: no, to #0042"
};

struct Call {
    std::uint32_t thread{};
    std::string object;  ///< "Me" for the actor
    CallKind kind{};
    std::uint32_t function{};
    std::vector<std::int32_t> arguments;
    std::int32_t return_value{};

    friend bool operator==(const Call&, const Call&) = default;
};

enum class Stop : std::uint8_t {
    ended,          ///< all threads reached end or endint
    ran_off,        ///< a thread ran past the end of the code; the game would run into another actor's code
    too_many,       ///< max_statements was reached
    bad_statement,  ///< bytes that do not decode, or a jump outside the code
    bad_return,     ///< return without gosub
    deep_calls,     ///< more than 256 nested gosubs
    divided_by_zero,
    paused,  ///< RunOptions::pauses returned true
};
[[nodiscard]] std::string_view stop_name(Stop stop);

struct Run {
    Stop stop{};
    std::vector<TraceLine> trace;
    std::vector<Call> calls;
    std::vector<std::int32_t> variables;
    std::map<std::uint32_t, std::int32_t> flags;
    std::map<std::pair<std::string, std::uint32_t>, std::int32_t> properties;
    std::map<std::pair<std::string, std::uint32_t>, std::int32_t> attributes;
    std::uint32_t statements{};   ///< number of executed statements
    std::uint32_t next_thread{};  ///< if paused: thread of the next statement
    std::uint32_t next_offset{};  ///< if paused: offset of the next statement
    std::int32_t anchor{-1};      ///< the last <Anchor>; -1 if none
};

/// Runs the script. Any bytes are safe: time and memory are bounded by max_statements.
[[nodiscard]] Run run(const Script& script, const RunOptions& options = {});

}  // namespace redforge::soup
