// What a run of a script is shown with, and begins with: lines, labels and names of its source, and what comments in it give.
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

/// The text of a script, and where its statements and labels are.
struct RunSource {
    std::string text;
    std::map<std::uint32_t, std::uint32_t> lines;    ///< of statements, by offset
    std::map<std::uint32_t, std::string> labels;     ///< by offset, with their #
    std::map<std::uint32_t, std::string> variables;  ///< names that the source gives them, by number

    std::shared_ptr<const Names> names;  ///< that the source declares

    /// "#open", "line 12", or "#0042" for what is neither.
    [[nodiscard]] std::string place_name(std::uint32_t offset) const;
    /// 0 where no statement is.
    [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;
};
/// `file`: what messages call the text; `names`: of the game, may be null.
[[nodiscard]] RunSource run_source(std::string text, std::string_view file, const Names* names);
/// Of a text that was assembled with AssembleOptions::keep_names.
[[nodiscard]] RunSource run_source(std::string text, const Assembly& assembly);

/// The state before a run: the variables that the map has, names for the trace. The source stays where it is as long as the options.
[[nodiscard]] RunOptions first_options(const Script& script, const std::vector<std::int32_t>& values,
                                       const RunSource& source, const Names* names);

/// Gives a function its answers, or a flag or variable its value. Errors: unknown_name, usage.
Status set_state(RunOptions& options, const RunSource& source, std::string_view name,
                 const std::vector<std::int32_t>& values);
/// What a comment gives: "HaveItem = 1, 0", "hook = 2", "ScriptRv = 1", "steps = 500"; several with ; between them.
/// Errors: those of set_state(); usage, with what would be right; out_of_range: a hook that is not there, more than 100,000 steps.
Status give(RunOptions& options, const RunSource& source, const Script& script, std::string_view settings);
/// "1,2,0x10"; usage when a part is no number.
[[nodiscard]] Result<std::vector<std::int32_t>> numbers_in(std::string_view text);
/// The number of a flag: flag_12, or a name, which the source declares or the game has.
[[nodiscard]] std::optional<std::uint32_t> flag_in(const RunSource& source, const Names* names, std::string_view name);
/// The variable of a name or of var3.
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
/// The cases of a source, in their order. What stands before the first "// test:" is true of all; a source without one is a
/// single case where it expects something.
[[nodiscard]] std::vector<TestCase> cases_in(std::string_view source);
/// What is given for all cases of a source.
[[nodiscard]] std::vector<CaseLine> given_for_all(std::string_view source);

}  // namespace redforge::soup
