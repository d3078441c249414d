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
#include "soup/run/interpreter.hpp"

namespace redforge::soup {

struct Assembly;

/// The text of a script, and the positions of its statements and labels.
struct RunSource {
    std::string text;
    std::map<std::uint32_t, std::uint32_t> lines;    ///< lines of statements, by code offset
    std::map<std::uint32_t, std::string> labels;     ///< labels with #, by code offset
    std::map<std::uint32_t, std::string> variables;  ///< names that the source declares, by number

    std::shared_ptr<const Names> names;  ///< names that the source declares

    /// Returns the name of a code position: "#open", "line 12", or "#0042" for other offsets.
    [[nodiscard]] std::string offset_name(std::uint32_t offset) const;
    /// Returns the 1-based line of the statement at an offset, or 0 if none begins there.
    [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;
};
/// Assembles a text and returns its lines, labels and names. `file`: name for messages. `names`: names of the game; may
/// be null.
[[nodiscard]] RunSource run_source(std::string text, std::string_view file, const Names* names);
/// Like the overload, for a text that was assembled with AssembleOptions::keep_names.
[[nodiscard]] RunSource run_source(std::string text, const Assembly& assembly);

/// Returns the initial options of a run: values of the variables, and names for the trace. `source` must outlive the
/// result.
[[nodiscard]] RunOptions first_options(const Script& script, const std::vector<std::int32_t>& values,
                                       const RunSource& source, const Names* names);

/// Sets the return values of a function, or the value of a flag or variable. Errors: unknown_name, usage.
Status set_state(RunOptions& options, const RunSource& source, std::string_view name,
                 const std::vector<std::int32_t>& values);
/// Applies the settings in a comment: "HaveItem = 1, 0", "hook = 2", "ScriptRv = 1", "steps = 500". Several settings
/// are separated by `;`. Errors: those of set_state(); usage (the hint has the correct form); out_of_range (a missing
/// hook, or more than 100,000 steps).
Status apply_settings(RunOptions& options, const RunSource& source, const Script& script, std::string_view settings);
/// Parses a list of numbers such as "1,2,0x10". Errors: usage (a part is not a number).
[[nodiscard]] Result<std::vector<std::int32_t>> parse_numbers(std::string_view text);
/// Returns the number of a flag: of a generic name such as flag_12, or a name of the source or the game.
[[nodiscard]] std::optional<std::uint32_t> flag_in(const RunSource& source, const Names* names, std::string_view name);
/// Returns the number of a variable: of a name of the source, or a generic name such as var3.
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
[[nodiscard]] std::vector<CaseLine> shared_settings(std::string_view source);

}  // namespace redforge::soup
