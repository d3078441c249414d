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

/// Callback that returns the text of a file next to the source.
using ReadBeside = std::function<Result<std::string>(const std::string& name)>;

/// Replaces each line `include "NAME"` by the file's text. Included files can contain only blocks of names, and no
/// `include`. Errors: io (no such file, or `read` is not set), with the line of the `include`.
[[nodiscard]] Result<std::string> with_includes(std::string_view source, const std::string& file,
                                                const ReadBeside& read);
/// Returns true if a source has an `include` line.
[[nodiscard]] bool has_includes(std::string_view source);

/// Returns the lines of a file of shared names, with their comments. Errors: unsupported if the file is not a single
/// block of names in the layout of share_names().
[[nodiscard]] Result<std::vector<std::string>> lines_of_shared_names(std::string_view text, const std::string& file);

/// Shared lines of several sources, and the sources with `include` instead.
struct SharedNames {
    std::string names;  ///< text of the included file
    std::vector<std::string>
        sources;  ///< changed sources; a name with different numbers in two sources stays in each source
};
/// Moves names of several sources to one file. `existing`: shared lines, which are kept. Sources with an `include` do
/// not change, but if one gives a name another number, the name is not shared.
[[nodiscard]] SharedNames share_names(const std::vector<std::string>& sources,
                                      const std::vector<std::string>& existing = {});

}  // namespace redforge::soup
