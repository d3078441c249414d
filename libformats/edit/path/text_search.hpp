// Searches the sources of blobs, such as scripts.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/side_files.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// A line of a text, which must outlive it.
struct TextLine {
    std::size_t number{};   ///< 1-based
    std::string_view text;  ///< without indentation
};

/// Returns the lines of a source that contain a match of a pattern with * and ?, ignoring case. Skips the block of
/// names at the end.
[[nodiscard]] std::vector<TextLine> matching_statements(std::string_view source, std::string_view pattern);

/// Returns the records that match a query like `script:RTX(*`: their blob `script` has a source with a matching line.
/// Returns nullopt if the query is not about a blob with a source; use find() then.
[[nodiscard]] std::optional<std::vector<Match>> find_in_texts(const RecordHandle& root, std::string_view query,
                                                              const SideCodecs& codecs);

/// Returns the names of the blobs with a source, in a record type and all types below it, like "script".
[[nodiscard]] std::set<std::string> text_names(const RecordType& root, const SideCodecs& codecs);

}  // namespace redforge::edit
