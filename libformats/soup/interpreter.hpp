// Simulates a script: what it calls, in which order, with which values.
//
// As the notes describe the game's machine: two threads that take turns, a statement each; a call stack a thread; global
// flags; formulas from left to right. Functions do nothing: their calls are reported, and answered from a table. Only those
// that set and read flags and attributes do what their names say.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "soup/names.hpp"
#include "soup/script.hpp"

namespace redforge::soup {

struct RunOptions {
    const Names* names{};                   ///< for the trace; may be null
    std::vector<std::int32_t> variables{};  ///< what they begin with; those not given are 0
    std::map<std::uint32_t, std::int32_t> flags{};
    /// What functions answer, by number: one value a call, the last one again and again. 0 when there is none.
    std::map<std::uint32_t, std::vector<std::int32_t>> answers{};
    /// What properties are, by object and number: {"Player", 5}. 0 when there is none.
    std::map<std::pair<std::string, std::uint32_t>, std::int32_t> properties{};
    std::int32_t script_result{};         ///< what `if <ScriptRv>` compares; where the game has it from is unknown
    std::uint32_t max_statements{1024};  ///< of both threads together; the game gives up a loop there too
    std::int32_t hook{-1};                ///< thread 0 begins at this hook, not at the start
    bool interrupt{true};                 ///< run the interrupt thread besides, where the start is not 0
    /// What the trace calls a place of the code; "#0042" where it is not given.
    std::function<std::string(std::uint32_t)> place_name{};
    std::map<std::uint32_t, std::string> variable_names{};  ///< for the trace; "var3" where there is none
    /// Whether the run pauses before the statement of a thread at an offset; `run` were run before it.
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
    std::string object;  ///< "Me" for the actor itself
    CallKind kind{};
    std::uint32_t function{};
    std::vector<std::int32_t> arguments;
    std::int32_t answer{};

    friend bool operator==(const Call&, const Call&) = default;
};

enum class Stop : std::uint8_t {
    ended,          ///< all threads came to end or endint
    ran_off,        ///< a thread came to the end of the code, where the game runs on in another actor's
    too_many,       ///< max_statements were run
    bad_statement,  ///< bytes that are no statement, or a jump out of the code
    bad_return,     ///< return without gosub
    deep_calls,     ///< more than 256 gosubs within each other
    divided_by_zero,
    paused,  ///< RunOptions::pauses asked for it
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
    std::uint32_t statements{};   ///< run
    std::uint32_t next_thread{};  ///< paused: whose statement would be the next,
    std::uint32_t next_offset{};  ///< and where
    std::int32_t anchor{-1};      ///< the last <Anchor>; -1 none
};

/// Runs the script. Any bytes end in time and memory that follow from max_statements.
[[nodiscard]] Run run(const Script& script, const RunOptions& options = {});

}  // namespace redforge::soup
