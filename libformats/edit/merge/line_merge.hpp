// Compares and merges texts line by line, like diff and diff3.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::edit {

inline constexpr std::size_t no_line = static_cast<std::size_t>(-1);

/// Returns for each line of `from` the matching line of `to`, or no_line, by Myers' shortest edit script. Returns
/// nullopt if more than 2000 lines differ.
[[nodiscard]] std::optional<std::vector<std::size_t>> matching_lines(const std::vector<std::string_view>& from,
                                                                     const std::vector<std::string_view>& to);
[[nodiscard]] std::optional<std::vector<std::size_t>> matching_lines(const std::vector<std::string>& from,
                                                                     const std::vector<std::string>& to);

/// Returns the lines of a text, without their line ends.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);
/// Returns a text of lines, each with a line end.
[[nodiscard]] std::string joined_lines(const std::vector<std::string>& lines);

/// Changed lines with their context.
struct Hunk {
    std::size_t from{};       ///< 0-based first line in the earlier text
    std::size_t to{};         ///< 0-based first line in the later text
    std::size_t from_size{};  ///< number of lines in the earlier text
    std::size_t to_size{};    ///< number of lines in the later text
    /// Each line begins with a blank, - or +, as in `diff -u`.
    std::vector<std::string> lines;

    [[nodiscard]] std::string head() const;  ///< "@@ -3,7 +3,8 @@"
};

/// Returns the changes between two texts, each with `context` unchanged lines around it.
[[nodiscard]] std::vector<Hunk> hunks_between(const std::vector<std::string>& from, const std::vector<std::string>& to,
                                              std::size_t context = 3);

/// The side that wins a conflict.
enum class LineSide : unsigned char { neither, ours, theirs };

/// The result of a three-way merge of texts.
struct LineMerge {
    std::vector<std::string> lines;  ///< unresolved conflicts are between <<<<<<<, ||||||| , ======= and >>>>>>>
    std::size_t conflicts{};  ///< number of conflicts, including resolved ones
};

/// Merges two texts that were changed from a common base. Changes of different lines merge, even of adjacent ones. A
/// line that both sides change differently, and two insertions at one position, are conflicts. `is_item` returns true
/// for a line that is independent of its neighbours, such as a file name in a list. If both sides changed only such
/// lines, all removals and additions of both sides are applied.
[[nodiscard]] LineMerge merge_lines(const std::vector<std::string>& base, const std::vector<std::string>& ours,
                                    const std::vector<std::string>& theirs, LineSide side = LineSide::neither,
                                    bool (*is_item)(std::string_view line) = nullptr);

}  // namespace redforge::edit
