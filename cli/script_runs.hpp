// What `script run` and `script test` share: the state that a run begins with, and what its trace calls places.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "script_actions.hpp"
#include "soup/interpreter.hpp"

namespace redforge::cli {

/// The text of a script, and where its statements and labels are.
struct RunSource {
    std::string text;
    std::map<std::uint32_t, std::uint32_t> lines;   ///< of statements, by offset
    std::map<std::uint32_t, std::string> labels;    ///< by offset, with their #
    std::map<std::uint32_t, std::string> variables; ///< names that the source gives them, by number

    std::shared_ptr<const soup::Names> names;       ///< that the source declares

    /// "#open", "line 12", or "#0042" for what is neither.
    [[nodiscard]] std::string place_name(std::uint32_t offset) const;
    /// 0 where no statement is.
    [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;
};
[[nodiscard]] RunSource run_source(const FoundScript& found, const LoadContext& context);

/// The state before a run: the variables that the map has, names for the trace.
[[nodiscard]] soup::RunOptions first_options(const FoundScript& found, const RunSource& source,
                                             const LoadContext& context);

/// Gives a function its answers, or a flag or variable its value. Errors: unknown_name, usage.
Status set_state(soup::RunOptions& options, const RunSource& source, std::string_view name,
                 const std::vector<std::int32_t>& values);
/// "1,2,0x10"; usage when a part is no number.
[[nodiscard]] Result<std::vector<std::int32_t>> numbers_in(std::string_view text);
/// The number of a flag: flag_12, or a name, which the source declares or the game has.
[[nodiscard]] std::optional<std::uint32_t> flag_in(const RunSource& source, const soup::Names* names,
                                                   std::string_view name);
/// The variable of a name or of var3.
[[nodiscard]] std::optional<std::uint32_t> variable_in(const RunSource& source, std::string_view name);

}  // namespace redforge::cli
