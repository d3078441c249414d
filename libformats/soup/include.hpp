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

/// The lines of names of some sources once, and each source with `include` in their place.
struct SharedNames {
    std::string names;                 ///< the text of the file that they include
    std::vector<std::string> sources;  ///< a name that two sources give different numbers stays in each
};
[[nodiscard]] SharedNames share_names(const std::vector<std::string>& sources);

}  // namespace redforge::soup
