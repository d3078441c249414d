// Searching what blobs say as text: the sources of scripts.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/side_files.hpp"
#include "edit/path.hpp"

namespace redforge::edit {

/// One line of a text.
struct TextLine {
    std::size_t number{};   ///< from 1
    std::string_view text;  ///< without its indentation
};

/// The statements of a source that have something in them that fits a pattern with * and ?, whatever the case of
/// letters: its lines, but for those at the end that only say the numbers of names.
[[nodiscard]] std::vector<TextLine> matching_statements(std::string_view source, std::string_view pattern);

/// What `script:RTX(*` finds: the records whose script has a statement that fits the pattern. `script` is any blob that
/// the codecs, or its own, say as text. Nothing when the query is none about such a blob: it is one for find().
[[nodiscard]] std::optional<std::vector<Match>> find_in_texts(const RecordHandle& root, std::string_view query,
                                                              const SideCodecs& codecs);

/// The blobs of a type, and of all that it holds, that are shown as text: "script".
[[nodiscard]] std::set<std::string> text_names(const RecordType& root, const SideCodecs& codecs);

}  // namespace redforge::edit
