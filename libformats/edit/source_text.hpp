// Blobs that are shown as text, such as scripts: their sources set, compared and joined statement by statement.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/record_type.hpp"
#include "core/side_files.hpp"
#include "edit/line_merge.hpp"

namespace redforge::edit {

/// What a blob says as text.
[[nodiscard]] std::string source_of(const RecordHandle& record, const ChildEntry& blob,
                                    const LoadContext& context = {});

/// The same without what follows from other parts of the record; see SideCodec::compared.
[[nodiscard]] std::string compared_source_of(const RecordHandle& record, const ChildEntry& blob,
                                             const LoadContext& context = {});

/// Makes a record say what a text of its blob says.
[[nodiscard]] Status set_source(const RecordHandle& record, const ChildEntry& blob, std::string_view text,
                                const LoadContext& context = {});

/// The fields and lists of a record that the text of its blob says as well; none where it has no such blob.
[[nodiscard]] std::vector<std::string_view> names_in_source(const RecordHandle& record, const ChildEntry& blob);

/// A source in lines, without the block of names at its end.
struct SourceLines {
    struct Label {
        std::string name;  ///< with its #
        std::size_t line{};
        std::size_t at{};  ///< in the line
        bool defines{};    ///< the line is what it names; else it leads there
    };
    std::vector<std::string> lines;
    std::vector<std::string> names;  ///< the lines of the block of names
    std::vector<Label> labels;

    explicit SourceLines(std::string_view text);

    /// The lines without the names of labels, which are places: they change when something comes before them.
    [[nodiscard]] std::vector<std::string> without_labels() const;
    /// Gives labels other names. Those that are not in `names`, which are pairs of old and new, keep theirs.
    void rename(const std::vector<std::pair<std::string, std::string>>& names);
    [[nodiscard]] bool has_label(std::string_view name) const;
    [[nodiscard]] std::string text() const;
};

/// Gives the labels of a source the names that they have in an earlier one, wherever they stand now; `suffix` comes behind
/// the names of its own labels, where it is not empty or the name has another meaning in the earlier source.
void follow_labels(const SourceLines& base, SourceLines& source, std::string_view suffix);

/// What has changed between two sources: labels that have only moved are no change.
[[nodiscard]] std::vector<Hunk> source_hunks(std::string_view from, std::string_view to);
/// The same as one text, as `diff -u` has it.
[[nodiscard]] std::string source_difference(std::string_view from, std::string_view to);

/// A source joined of two.
struct SourceMerge {
    std::string text;  ///< with both sides of a conflict between marks
    std::size_t conflicts{};
    std::string shown{};  ///< the conflicts alone, with some lines around each
};

[[nodiscard]] SourceMerge merge_sources(std::string_view base, std::string_view ours, std::string_view theirs,
                                        LineSide side = LineSide::neither);

/// Of merged lines those of the conflicts, with some lines around each.
[[nodiscard]] std::string shown_conflicts(const std::vector<std::string>& lines);

/// Joins the names that two sources use; a name with two numbers is a conflict, of which the first stays.
std::size_t join_names(std::vector<std::string>& names, const std::vector<std::string>& more);

/// A text of lines whose last one has an end or not.
[[nodiscard]] std::string with_end(std::string text, bool has_end);

/// Names of labels: as our own spelling of a source has them, which is by places, and as a person has them.
using LabelNames = std::vector<std::pair<std::string, std::string>>;

/// The names that a person gave to labels in a source of which `plain` is our own spelling. Empty: none, or they cannot be found.
[[nodiscard]] LabelNames own_labels(std::string_view own, std::string_view plain);
/// A source with other names for labels.
[[nodiscard]] std::string with_labels(std::string_view text, const LabelNames& names);
/// The names that a person gave to labels of `before`, for those that `after` has still, which may be other places now.
[[nodiscard]] LabelNames followed_labels(const LabelNames& names, std::string_view before, std::string_view after);

}  // namespace redforge::edit
