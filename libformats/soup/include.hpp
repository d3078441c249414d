// Shared names: a file that several sources include instead of a `names` block in each.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::soup {

/// Default name of the file of shared names.
inline constexpr std::string_view shared_names_file = "names.inc";

/// Returns the text of a file next to the source.
using ReadBeside = std::function<Result<std::string>(const std::string& name)>;

/// Replaces each line `include "NAME"` by the file's text. Included files hold names only and cannot include. Errors:
/// read errors; malformed, with the line.
[[nodiscard]] Result<std::string> with_includes(std::string_view source, const std::string& file,
                                                const ReadBeside& read);
/// Returns true if a source has an `include` line.
[[nodiscard]] bool has_includes(std::string_view source);

/// Returns the lines of a file of shared names, with their comments. Errors: unsupported if the file is not a single
/// block of names in the layout of share_names().
[[nodiscard]] Result<std::vector<std::string>> lines_of_shared_names(std::string_view text, const std::string& file);

/// Shared lines of several sources, and the sources with `include` instead.
struct SharedNames {
    std::string names;                 ///< the text of the file that they include
    std::vector<std::string> sources;  ///< a name with different numbers in two sources stays in each source
};
/// `existing`: lines that are already shared; they are kept. Sources that already have an `include` are not changed,
/// but a name to which one gives another number is not shared.
[[nodiscard]] SharedNames share_names(const std::vector<std::string>& sources,
                                      const std::vector<std::string>& existing = {});

}  // namespace redforge::soup
