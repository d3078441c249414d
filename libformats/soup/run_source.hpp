// Source of a simulated script, for its trace and initial state: lines, labels, names, and settings in comments.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "soup/interpreter.hpp"

namespace redforge::soup {

struct Assembly;

/// The text of a script, and the positions of its statements and labels.
struct RunSource {
    std::string text;
    std::map<std::uint32_t, std::uint32_t> lines;    ///< of statements, by offset
    std::map<std::uint32_t, std::string> labels;     ///< by offset, with their #
    std::map<std::uint32_t, std::string> variables;  ///< names that the source declares, by number

    std::shared_ptr<const Names> names;  ///< names that the source declares

    /// Returns the name of a code position: "#open", "line 12", or "#0042" for other offsets.
    [[nodiscard]] std::string place_name(std::uint32_t offset) const;
    /// Returns 0 if no statement begins at the offset.
    [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;
};
/// `file`: name of the text in messages; `names`: of the game, may be null.
[[nodiscard]] RunSource run_source(std::string text, std::string_view file, const Names* names);
/// For a text that was assembled with AssembleOptions::keep_names.
[[nodiscard]] RunSource run_source(std::string text, const Assembly& assembly);

/// Returns the initial state of a run: the map's variables, names for the trace. The source must outlive the options.
[[nodiscard]] RunOptions first_options(const Script& script, const std::vector<std::int32_t>& values,
                                       const RunSource& source, const Names* names);

/// Sets return values of a function, or the value of a flag or variable. Errors: unknown_name, usage.
Status set_state(RunOptions& options, const RunSource& source, std::string_view name,
                 const std::vector<std::int32_t>& values);
/// Applies settings of a comment: "HaveItem = 1, 0", "hook = 2", "ScriptRv = 1", "steps = 500"; several are separated
/// by ;. Errors: those of set_state(); usage, with the right form; out_of_range: a missing hook, or more than 100,000
/// steps.
Status give(RunOptions& options, const RunSource& source, const Script& script, std::string_view settings);
/// Parses "1,2,0x10". Errors: usage if a part is not a number.
[[nodiscard]] Result<std::vector<std::int32_t>> numbers_in(std::string_view text);
/// Returns the number of a flag: flag_12, or a name of the source or the game.
[[nodiscard]] std::optional<std::uint32_t> flag_in(const RunSource& source, const Names* names, std::string_view name);
/// Returns the variable with a name, or of var3.
[[nodiscard]] std::optional<std::uint32_t> variable_in(const RunSource& source, std::string_view name);

/// A line "// expect: ..." or "// given: ...".
struct CaseLine {
    std::uint32_t line{};
    std::string text;
};

struct TestCase {
    std::string name;
    std::uint32_t line{};
    std::vector<CaseLine> given;
    std::vector<CaseLine> expected;
};
/// Returns the test cases of a source, in order. Lines before the first "// test:" apply to all cases. A source without
/// "// test:" is a single case if it has an expectation.
[[nodiscard]] std::vector<TestCase> cases_in(std::string_view source);
/// Returns the settings that apply to all cases of a source.
[[nodiscard]] std::vector<CaseLine> given_for_all(std::string_view source);

}  // namespace redforge::soup
