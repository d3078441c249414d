// Blobs with a text form, such as scripts: sets, compares and merges their sources by statement.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/side_files.hpp"
#include "core/record/record_type.hpp"
#include "edit/merge/line_merge.hpp"

namespace redforge::edit {

/// Returns the source of a blob.
[[nodiscard]] std::string source_of(const RecordHandle& record, const ChildEntry& blob,
                                    const LoadContext& context = {});

/// Returns the source of a blob for comparisons: without comments that are derived from other parts of the record. See
/// SideCodec::compared.
[[nodiscard]] std::string compared_source_of(const RecordHandle& record, const ChildEntry& blob,
                                             const LoadContext& context = {});

/// Sets a blob, and all fields and lists that its source determines, from a source. Errors: those of the codec.
[[nodiscard]] Status set_source(const RecordHandle& record, const ChildEntry& blob, std::string_view text,
                                const LoadContext& context = {});

/// Returns the fields and lists of a record that the source of a blob determines. Returns none for a blob without a
/// source.
[[nodiscard]] std::vector<std::string_view> names_in_source(const RecordHandle& record, const ChildEntry& blob);

/// Returns the outline of a source in the language of any format's scripts. A text in another language has no labels
/// and no block of names.
[[nodiscard]] SourceOutline outline_of(std::string_view text);

/// A source as lines, without the block of names at its end.
struct SourceLines {
    std::vector<std::string> lines;
    std::vector<std::string> names;  ///< lines of the block of names
    std::vector<SourceLabel> labels;

    explicit SourceLines(std::string_view text);

    /// Returns the lines without the names of labels. The default names are code offsets, so they change if a line is
    /// inserted.
    [[nodiscard]] std::vector<std::string> without_labels() const;
    /// Renames labels. `names` has pairs of old and new names; other labels keep their names.
    void rename(const std::vector<std::pair<std::string, std::string>>& names);
    [[nodiscard]] bool has_label(std::string_view name) const;
    /// Returns the whole source, with the block of names.
    [[nodiscard]] std::string text() const;
};

/// Renames the labels of a source as in an earlier version, matched by their lines. Appends `suffix` to the names of
/// new labels, and underscores if a name has another meaning in the earlier source.
void follow_labels(const SourceLines& base, SourceLines& source, std::string_view suffix);

/// Returns the changes between two sources. A label that only moved is not a change.
[[nodiscard]] std::vector<Hunk> source_hunks(std::string_view from, std::string_view to);
/// Returns the changes between two sources as text, in the form of `diff -u`.
[[nodiscard]] std::string source_difference(std::string_view from, std::string_view to);

/// Result of a three-way merge of sources.
struct SourceMerge {
    std::string text;  ///< with both sides of each conflict between conflict markers
    std::size_t conflicts{};
    std::string shown{};  ///< only the conflicts, with context lines
};

/// Merges two sources that were changed from a common base; see merge_lines().
[[nodiscard]] SourceMerge merge_sources(std::string_view base, std::string_view ours, std::string_view theirs,
                                        LineSide side = LineSide::neither);

/// Returns the conflicts of merged lines, with some context lines around each.
[[nodiscard]] std::string shown_conflicts(const std::vector<std::string>& lines);

/// Adds the names of another source. Returns the number of conflicts: names with two numbers, of which the first stays.
std::size_t join_names(std::vector<std::string>& names, const std::vector<std::string>& more);

/// Returns a text without its final line end, unless `has_end` is true.
[[nodiscard]] std::string with_end(std::string text, bool has_end);

/// Pairs of label names: the generated name (from the code offset), and the user's name.
using LabelNames = std::vector<std::pair<std::string, std::string>>;

/// Returns the user's names of labels in `own`. `plain` is the generated form of the same source. Empty if the user
/// named no label, or if the labels do not correspond.
[[nodiscard]] LabelNames own_labels(std::string_view own, std::string_view plain);
/// Returns a source with renamed labels; `names` has pairs of old and new names.
[[nodiscard]] std::string with_labels(std::string_view text, const LabelNames& names);
/// Returns the user's names for the labels of `before` that are still in `after`, where their generated names may
/// differ.
[[nodiscard]] LabelNames followed_labels(const LabelNames& names, std::string_view before, std::string_view after);

}  // namespace redforge::edit
