// A script that is run step by step: where it stands, with which values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "soup/run_source.hpp"
#include "soup/script.hpp"

namespace redforge::editor {

/// A simulation, as `script run` makes one (soup/interpreter.hpp). Each step is one from the beginning, up to one statement more:
/// a run always does the same.
class ScriptDebug {
public:
    /// `source` is the text of a script in the place of `previous`, with the values that its actor has in the map. What comments
    /// in it give holds for the run: those for all tests, and those of the test that `at` is in or behind.
    /// Errors: those of assembling, the first; those of soup::give(), with the line.
    [[nodiscard]] static Result<ScriptDebug> begin(std::string source, const soup::Script& previous,
                                                   const std::vector<std::int32_t>& values, const soup::Names* names,
                                                   std::size_t at = 0);

    /// Runs one statement.
    void step();
    /// Runs to the next statement that begins one of these lines (1-based), or to the end.
    void run_to(const std::set<std::uint32_t>& lines);

    [[nodiscard]] bool ended() const { return run_.stop != soup::Stop::paused; }
    /// The line of the next statement; 0 when it has ended.
    [[nodiscard]] std::uint32_t line() const;
    /// "Line 12, after 3 statements", "Line 2 of the interrupt thread, ...", "Ended after 12 statements"
    [[nodiscard]] std::string state() const;
    /// What the statements that were run did, the last one last: "line 12: RTX('abcd') -> 0"
    [[nodiscard]] std::vector<std::string> trace() const;

    struct Value {
        std::string name;
        std::int32_t value{};
        bool changed{};  ///< by the last step or run

        friend bool operator==(const Value&, const Value&) = default;
    };
    /// The variables of the actor, then flags, properties and attributes that the script has set.
    [[nodiscard]] std::vector<Value> values() const;
    /// The value of a variable, flag or property as the source calls it; nothing where the run knows none.
    [[nodiscard]] std::optional<std::int32_t> value_of(std::string_view name) const;

private:
    ScriptDebug() = default;
    void run(const std::set<std::uint32_t>* lines);

    std::shared_ptr<const soup::RunSource> source_;  ///< the options look at it
    std::shared_ptr<const soup::Script> script_;
    soup::RunOptions options_;
    std::vector<std::uint32_t> first_;  ///< offsets of the first statement of each line
    soup::Run run_;
    std::vector<Value> before_;
    std::uint32_t steps_{};  ///< statements that were run
};

}  // namespace redforge::editor
