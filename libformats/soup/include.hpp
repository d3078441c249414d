// Names that several sources share: a file that each includes, in the place of a `names` block of its own.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace redforge::soup {

/// What a file of shared names is called that Redforge makes.
inline constexpr std::string_view shared_names_file = "names.inc";

/// The text of the file of a name that stands beside the source.
using ReadBeside = std::function<Result<std::string>(const std::string& name)>;

/// A source with the files that it includes in the place of the lines `include "NAME"`. What such a file says is names
/// alone: it includes nothing. Errors: those of reading; malformed with the line.
[[nodiscard]] Result<std::string> with_includes(std::string_view source, const std::string& file,
                                                const ReadBeside& read);
/// Whether a source has such a line.
[[nodiscard]] bool has_includes(std::string_view source);

/// The lines of a file of shared names, each with its comment. Errors: unsupported where it has anything but one block of
/// names, laid out as share_names() does.
[[nodiscard]] Result<std::vector<std::string>> lines_of_shared_names(std::string_view text, const std::string& file);

/// The lines of names of some sources once, and each source with `include` in their place.
struct SharedNames {
    std::string names;                 ///< the text of the file that they include
    std::vector<std::string> sources;  ///< a name that two sources give different numbers stays in each
};
/// `existing`: lines that are shared already, which stay. A source that has an `include` is not changed, but a name that it
/// gives another number is not shared.
[[nodiscard]] SharedNames share_names(const std::vector<std::string>& sources,
                                      const std::vector<std::string>& existing = {});

}  // namespace redforge::soup
