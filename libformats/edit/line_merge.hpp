// Texts compared and joined line by line, as diff and diff3 do.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redforge::edit {

inline constexpr std::size_t no_line = static_cast<std::size_t>(-1);

/// For each line of `from`, the line of `to` that it is, or no_line: a shortest difference of the two by Myers' method.
/// Nothing when more than 2000 lines differ.
[[nodiscard]] std::optional<std::vector<std::size_t>> matching_lines(const std::vector<std::string_view>& from,
                                                                     const std::vector<std::string_view>& to);
[[nodiscard]] std::optional<std::vector<std::size_t>> matching_lines(const std::vector<std::string>& from,
                                                                     const std::vector<std::string>& to);

/// The lines of a text, without their ends.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);
[[nodiscard]] std::string joined_lines(const std::vector<std::string>& lines);

/// Lines that changed, with what stands around them.
struct Hunk {
    std::size_t from{};  ///< the first line in the earlier text, from 0
    std::size_t to{};    ///< and in the later one
    std::size_t from_size{};
    std::size_t to_size{};
    /// Each begins with a blank, - or +, as `diff -u` has it.
    std::vector<std::string> lines;

    [[nodiscard]] std::string head() const;  ///< "@@ -3,7 +3,8 @@"
};

/// What has changed between two texts, each change with `context` lines around it.
[[nodiscard]] std::vector<Hunk> hunks_between(const std::vector<std::string>& from, const std::vector<std::string>& to,
                                              std::size_t context = 3);

/// Which side holds where both changed the same lines.
enum class LineSide : unsigned char { neither, ours, theirs };

/// A text joined of two that were changed from a common one.
struct LineMerge {
    std::vector<std::string>
        lines;                ///< undecided lines of both sides stand between <<<<<<<, ||||||| , ======= and >>>>>>>
    std::size_t conflicts{};  ///< also those that `side` has decided
};

/// The unit is the line: sides that change different lines merge, even neighbouring ones; a line that both change
/// differently, and two insertions at one place, are conflicts.
/// `is_item`: a line that stands for something by itself, as one of a list of files. Where both sides changed nothing but such
/// lines, those that one of them removed go, and those that one of them added stay.
[[nodiscard]] LineMerge merge_lines(const std::vector<std::string>& base, const std::vector<std::string>& ours,
                                    const std::vector<std::string>& theirs, LineSide side = LineSide::neither,
                                    bool (*is_item)(std::string_view line) = nullptr);

}  // namespace redforge::edit
