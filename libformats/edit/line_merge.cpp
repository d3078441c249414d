// Texts compared and joined line by line.
#include "edit/line_merge.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace redforge::edit {
namespace {

/// For each line of `from`, the line of `to` that it is, or no_line: a shortest difference of the two by Myers' method.
/// Nothing when more than `most` lines differ.
template <class Key>
std::optional<std::vector<std::size_t>> match(const std::vector<Key>& from, const std::vector<Key>& to)
{
    constexpr std::ptrdiff_t most = 2000;
    std::vector<std::size_t> matches(from.size(), no_line);
    std::size_t head = 0;
    while (head < std::min(from.size(), to.size()) && from[head] == to[head]) {
        matches[head] = head;
        ++head;
    }
    std::size_t tail = 0;
    while (tail < std::min(from.size(), to.size()) - head && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) {
        matches[from.size() - 1 - tail] = to.size() - 1 - tail;
        ++tail;
    }
    const auto n = static_cast<std::ptrdiff_t>(from.size() - head - tail);
    const auto m = static_cast<std::ptrdiff_t>(to.size() - head - tail);
    const auto same = [&](std::ptrdiff_t x, std::ptrdiff_t y) {
        return from[head + static_cast<std::size_t>(x)] == to[head + static_cast<std::size_t>(y)];
    };
    // reach[d][k + d]: how far in `from` one comes on diagonal k = x - y with d lines of difference.
    std::vector<std::vector<std::ptrdiff_t>> reach;
    const auto at = [&](std::ptrdiff_t d, std::ptrdiff_t k) -> std::ptrdiff_t& {
        return reach[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
    };
    const auto down = [&](std::ptrdiff_t d, std::ptrdiff_t k) {
        return k == -d || (k != d && at(d - 1, k - 1) < at(d - 1, k + 1));
    };
    for (std::ptrdiff_t d = 0; d <= std::min(most, n + m); ++d) {
        reach.emplace_back(static_cast<std::size_t>(2 * d + 1), -1);
        for (std::ptrdiff_t k = -d; k <= d; k += 2) {
            std::ptrdiff_t x = d == 0 ? 0 : down(d, k) ? at(d - 1, k + 1) : at(d - 1, k - 1) + 1;
            while (x < n && x - k < m && x - k >= 0 && same(x, x - k)) {
                ++x;
            }
            at(d, k) = x;
            if (x < n || x - k < m) {
                continue;
            }
            for (std::ptrdiff_t back = d; back >= 0; --back) {
                const std::ptrdiff_t from_k = back == 0 ? 0 : down(back, k) ? k + 1 : k - 1;
                const std::ptrdiff_t start = back == 0       ? 0
                                             : down(back, k) ? at(back - 1, from_k)
                                                             : at(back - 1, from_k) + 1;
                for (std::ptrdiff_t i = start; i < x; ++i) {
                    matches[head + static_cast<std::size_t>(i)] = head + static_cast<std::size_t>(i - k);
                }
                x = back == 0 ? 0 : at(back - 1, from_k);
                k = from_k;
            }
            return matches;
        }
    }
    return std::nullopt;
}

using LineSpan = std::pair<std::size_t, std::size_t>;  ///< the first line and the one behind the last

bool same_lines(const std::vector<std::string>& a, LineSpan of_a, const std::vector<std::string>& b, LineSpan of_b)
{
    const auto at = [](const std::vector<std::string>& lines, std::size_t i) {
        return lines.begin() + static_cast<std::ptrdiff_t>(i);
    };
    return std::equal(at(a, of_a.first), at(a, of_a.second), at(b, of_b.first), at(b, of_b.second));
}

/// As matching_lines(); texts that differ too much have no line in common.
std::vector<std::size_t> matches_of(const std::vector<std::string>& from, const std::vector<std::string>& to)
{
    return matching_lines(from, to).value_or(std::vector<std::size_t>(from.size(), no_line));
}

}  // namespace

std::optional<std::vector<std::size_t>> matching_lines(const std::vector<std::string_view>& from,
                                                       const std::vector<std::string_view>& to)
{
    return match(from, to);
}

std::optional<std::vector<std::size_t>> matching_lines(const std::vector<std::string>& from,
                                                       const std::vector<std::string>& to)
{
    return match(from, to);
}

std::vector<std::string> split_lines(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string joined_lines(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines) {
        text += line;
        text += '\n';
    }
    return text;
}

std::string Hunk::head() const
{
    const auto place = [](std::size_t at, std::size_t size) {
        return size == 1 ? fmt::format("{}", at + 1) : fmt::format("{},{}", size == 0 ? at : at + 1, size);
    };
    return fmt::format("@@ -{} +{} @@", place(from, from_size), place(to, to_size));
}

std::vector<Hunk> hunks_between(const std::vector<std::string>& from, const std::vector<std::string>& to,
                                std::size_t context)
{
    const std::vector<std::size_t> matches = matches_of(from, to);
    std::vector<Hunk> hunks;
    std::size_t i = 0;
    std::size_t k = 0;
    std::size_t shown = 0;  // lines of `from` that the last hunk has
    const auto show_context = [&](Hunk& hunk, std::size_t until) {
        for (; shown < until; ++shown) {
            hunk.lines.push_back(" " + from[shown]);
            ++hunk.from_size;
            ++hunk.to_size;
        }
    };
    while (i < from.size() || k < to.size()) {
        if (i < from.size() && matches[i] == k) {
            ++i;
            ++k;
            continue;
        }
        if (hunks.empty() || i > shown + 2 * context) {
            if (!hunks.empty()) {
                show_context(hunks.back(), std::min(shown + context, i));
            }
            shown = std::max(shown, i - std::min(i, context));
            Hunk& hunk = hunks.emplace_back();
            hunk.from = shown;
            hunk.to = k - (i - shown);
        }
        Hunk& hunk = hunks.back();
        show_context(hunk, i);
        for (; i < from.size() && matches[i] == no_line; ++i) {
            hunk.lines.push_back("-" + from[i]);
            ++hunk.from_size;
        }
        shown = i;
        for (const std::size_t end = i < from.size() ? matches[i] : to.size(); k < end; ++k) {
            hunk.lines.push_back("+" + to[k]);
            ++hunk.to_size;
        }
    }
    if (!hunks.empty()) {
        show_context(hunks.back(), std::min(shown + context, from.size()));
    }
    return hunks;
}

namespace {

std::span<const std::string> lines_of(const std::vector<std::string>& lines, LineSpan span)
{
    return std::span(lines).subspan(span.first, span.second - span.first);
}

/// Appends what both sides made of lines that each stand for something by themselves.
void join_items(std::vector<std::string>& to, std::span<const std::string> base, std::span<const std::string> ours,
                std::span<const std::string> theirs)
{
    const auto has = [](std::span<const std::string> lines, const std::string& line) {
        return std::ranges::find(lines, line) != lines.end();
    };
    for (const std::string& line : ours) {
        if (has(theirs, line) || !has(base, line)) {
            to.push_back(line);
        }
    }
    for (const std::string& line : theirs) {
        if (!has(base, line) && !has(ours, line)) {
            to.push_back(line);
        }
    }
}

}  // namespace

LineMerge merge_lines(const std::vector<std::string>& base, const std::vector<std::string>& ours,
                      const std::vector<std::string>& theirs, LineSide side, bool (*is_item)(std::string_view line))
{
    const std::vector<std::size_t> in_ours = matches_of(base, ours);
    const std::vector<std::size_t> in_theirs = matches_of(base, theirs);
    LineMerge result;
    const auto copy = [&](const std::vector<std::string>& from, LineSpan span) {
        result.lines.insert(result.lines.end(), from.begin() + static_cast<std::ptrdiff_t>(span.first),
                            from.begin() + static_cast<std::ptrdiff_t>(span.second));
    };
    std::size_t b = 0;
    std::size_t o = 0;
    std::size_t t = 0;
    while (b < base.size() || o < ours.size() || t < theirs.size()) {
        // Up to the next line that all three have.
        std::size_t stays = b;
        while (stays < base.size() && (in_ours[stays] == no_line || in_theirs[stays] == no_line)) {
            ++stays;
        }
        const LineSpan of_base{b, stays};
        const LineSpan of_ours{o, stays < base.size() ? in_ours[stays] : ours.size()};
        const LineSpan of_theirs{t, stays < base.size() ? in_theirs[stays] : theirs.size()};
        if (same_lines(base, of_base, theirs, of_theirs) || same_lines(ours, of_ours, theirs, of_theirs)) {
            copy(ours, of_ours);
        } else if (same_lines(base, of_base, ours, of_ours)) {
            copy(theirs, of_theirs);
        } else if (is_item != nullptr && std::ranges::all_of(lines_of(base, of_base), is_item) &&
                   std::ranges::all_of(lines_of(ours, of_ours), is_item) &&
                   std::ranges::all_of(lines_of(theirs, of_theirs), is_item)) {
            join_items(result.lines, lines_of(base, of_base), lines_of(ours, of_ours), lines_of(theirs, of_theirs));
        } else {
            ++result.conflicts;
            if (side != LineSide::neither) {
                side == LineSide::ours ? copy(ours, of_ours) : copy(theirs, of_theirs);
            } else {
                result.lines.emplace_back("<<<<<<< ours");
                copy(ours, of_ours);
                result.lines.emplace_back("||||||| base");
                copy(base, of_base);
                result.lines.emplace_back("=======");
                copy(theirs, of_theirs);
                result.lines.emplace_back(">>>>>>> theirs");
            }
        }
        if (stays < base.size()) {
            result.lines.push_back(ours[of_ours.second]);
        }
        b = std::min(stays + 1, base.size());
        o = of_ours.second + (stays < base.size() ? 1U : 0U);
        t = of_theirs.second + (stays < base.size() ? 1U : 0U);
    }
    return result;
}

}  // namespace redforge::edit
