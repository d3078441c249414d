// Step-by-step run of a script: current position and values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "soup/bytecode/script.hpp"
#include "soup/run/run_source.hpp"

namespace redforge::editor {

/// A simulation, like `script run` (soup/run/interpreter.hpp). Each step reruns the script from the beginning with one
/// more statement, because runs are deterministic.
class ScriptDebug {
public:
    /// `source` replaces the script `previous`; `values` are the initial variable values of the actor in the map. The
    /// comments `// given:` set further values: those for all tests, and those of the test that contains or precedes
    /// `at`, an offset in `source`. Errors: the first
    /// error of assembling; those of soup::apply_settings(), with the line.
    [[nodiscard]] static Result<ScriptDebug> begin(std::string source, const soup::Script& previous,
                                                   const std::vector<std::int32_t>& values, const soup::Names* names,
                                                   std::size_t at = 0);

    /// Runs one statement.
    void step();
    /// Runs to the next statement at the start of one of these lines (1-based), or to the end.
    void run_to(const std::set<std::uint32_t>& lines);

    [[nodiscard]] bool ended() const { return run_.stop != soup::Stop::paused; }
    /// Returns the line of the next statement; 0 at the end.
    [[nodiscard]] std::uint32_t line() const;
    /// Describes the state: "Line 12, after 3 statements", "Line 2 of the interrupt thread, ...", "Ended after 12
    /// statements"
    [[nodiscard]] std::string state() const;
    /// Returns the actions of the executed statements, in order: "line 12: RTX('abcd') -> 0".
    [[nodiscard]] std::vector<std::string> trace() const;

    struct Value {
        std::string name;
        std::int32_t value{};
        bool changed{};  ///< changed by the last step or run

        friend bool operator==(const Value&, const Value&) = default;
    };
    /// Returns the actor's variables, then flags, properties and attributes that the script has set.
    [[nodiscard]] std::vector<Value> values() const;
    /// Returns the value of a variable, flag or property by its source name, or nullopt.
    [[nodiscard]] std::optional<std::int32_t> value_of(std::string_view name) const;

private:
    ScriptDebug() = default;
    void run(const std::set<std::uint32_t>* lines);

    std::shared_ptr<const soup::RunSource> source_;  ///< referenced by the options
    std::shared_ptr<const soup::Script> script_;
    soup::RunOptions options_;
    std::vector<std::uint32_t> first_;  ///< offsets of the first statement of each line
    soup::Run run_;
    std::vector<Value> before_;
    std::uint32_t steps_{};  ///< number of executed statements
};

}  // namespace redforge::editor
