// Compares and merges texts line by line.
#include "edit/merge/line_merge.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include <fmt/format.h>

namespace redforge::edit {
namespace {

/// Returns for each line of `from` the matching line of `to`, or no_line, by Myers' shortest edit script. Returns
/// nullopt if more than `max_differences` lines differ.
template <class Key>
std::optional<std::vector<std::size_t>> match(const std::vector<Key>& from, const std::vector<Key>& to)
{
    constexpr std::ptrdiff_t max_differences = 2000;
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
    // reach[d][k + d]: the furthest line of `from` on diagonal k = x - y with d differing lines.
    std::vector<std::vector<std::ptrdiff_t>> reach;
    const auto at = [&](std::ptrdiff_t d, std::ptrdiff_t k) -> std::ptrdiff_t& {
        return reach[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
    };
    const auto down = [&](std::ptrdiff_t d, std::ptrdiff_t k) {
        return k == -d || (k != d && at(d - 1, k - 1) < at(d - 1, k + 1));
    };
    for (std::ptrdiff_t d = 0; d <= std::min(max_differences, n + m); ++d) {
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

using LineSpan = std::pair<std::size_t, std::size_t>;  ///< the first line and the end line, exclusive

bool same_lines(const std::vector<std::string>& a, LineSpan of_a, const std::vector<std::string>& b, LineSpan of_b)
{
    const auto at = [](const std::vector<std::string>& lines, std::size_t i) {
        return lines.begin() + static_cast<std::ptrdiff_t>(i);
    };
    return std::equal(at(a, of_a.first), at(a, of_a.second), at(b, of_b.first), at(b, of_b.second));
}

/// Same as matching_lines(), but texts that differ too much have no matching lines.
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
    std::size_t shown = 0;  // end of the last hunk, a line of `from`
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

/// Appends the merge of independent lines (is_item).
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

/// Lines of the base, and the lines with which a side replaces them. An empty range is an insertion.
struct LineEdit {
    LineSpan base;
    LineSpan lines;
};

/// Returns the edits of one side in a range of the base. Lines replaced by as many are edits of one line each, so that
/// the other side can change the next line. `matches`: the side's line for each line of the base.
std::vector<LineEdit> edits_of_side(LineSpan base, LineSpan side, const std::vector<std::size_t>& matches)
{
    std::vector<LineEdit> edits;
    std::size_t i = base.first;
    std::size_t k = side.first;
    while (i < base.second || k < side.second) {
        if (i < base.second && matches[i] == k) {
            ++i;
            ++k;
            continue;
        }
        LineSpan gone{i, i};
        while (gone.second < base.second && matches[gone.second] == no_line) {
            ++gone.second;
        }
        const LineSpan come{k, gone.second < base.second ? matches[gone.second] : side.second};
        if (gone.second - gone.first == come.second - come.first) {
            for (; i < gone.second; ++i, ++k) {
                edits.push_back({{i, i + 1}, {k, k + 1}});
            }
        } else {
            edits.push_back({gone, come});
        }
        i = gone.second;
        k = come.second;
    }
    return edits;
}

/// Returns true if two edits change a common line, or insert at one place.
bool edits_overlap(LineSpan a, LineSpan b)
{
    if (a.first == a.second && b.first == b.second) {
        return a.first == b.first;
    }
    return a.first < b.second && b.first < a.second;
}

/// Lines of the base and their replacement by each side. Only a conflict needs both sides.
struct MergedRange {
    std::vector<std::string> base;
    std::vector<std::string> ours;
    std::vector<std::string> theirs;
    bool is_conflict{};
};

/// Applies the edits `from` up to `to` of a side to a range of the base.
std::vector<std::string> apply_line_edits(const std::vector<std::string>& base, LineSpan range,
                                          const std::vector<std::string>& side, std::span<const LineEdit> edits)
{
    std::vector<std::string> lines;
    const auto copy = [&](const std::vector<std::string>& from, LineSpan span) {
        const std::span<const std::string> all = lines_of(from, span);
        lines.insert(lines.end(), all.begin(), all.end());
    };
    std::size_t at = range.first;
    for (const LineEdit& edit : edits) {
        copy(base, {at, edit.base.first});
        copy(side, edit.lines);
        at = edit.base.second;
    }
    copy(base, {at, range.second});
    return lines;
}

/// Merges a range that both sides changed, edit by edit: only edits that overlap are a conflict.
std::vector<MergedRange> merge_edits(const std::vector<std::string>& base, LineSpan range,
                                     const std::vector<std::string>& ours, const std::vector<LineEdit>& our_edits,
                                     const std::vector<std::string>& theirs, const std::vector<LineEdit>& their_edits)
{
    std::vector<MergedRange> merged;
    const auto add = [&](MergedRange next) {
        const bool joins = !merged.empty() && merged.back().is_conflict && next.is_conflict;
        if (!joins) {
            merged.push_back(std::move(next));
            return;
        }
        // Report conflicts of adjacent lines as one.
        MergedRange& last = merged.back();
        std::ranges::move(next.base, std::back_inserter(last.base));
        std::ranges::move(next.ours, std::back_inserter(last.ours));
        std::ranges::move(next.theirs, std::back_inserter(last.theirs));
    };
    std::size_t at = range.first;
    std::size_t o = 0;
    std::size_t t = 0;
    while (o < our_edits.size() || t < their_edits.size()) {
        const bool is_ours =
            t == their_edits.size() || (o < our_edits.size() && our_edits[o].base <= their_edits[t].base);
        LineSpan group = is_ours ? our_edits[o].base : their_edits[t].base;
        std::size_t o_end = o;
        std::size_t t_end = t;
        for (bool grew = true; grew;) {
            grew = false;
            for (auto [edits, end, is_first] : {std::tuple(&our_edits, &o_end, is_ours && o_end == o),
                                                std::tuple(&their_edits, &t_end, !is_ours && t_end == t)}) {
                if (*end < edits->size() && (is_first || edits_overlap((*edits)[*end].base, group))) {
                    group.second = std::max(group.second, (*edits)[*end].base.second);
                    ++*end;
                    grew = true;
                }
            }
        }
        if (at < group.first) {
            add({{}, apply_line_edits(base, {at, group.first}, ours, {}), {}, false});
        }
        MergedRange next{apply_line_edits(base, group, base, {}),
                         apply_line_edits(base, group, ours, std::span(our_edits).subspan(o, o_end - o)),
                         apply_line_edits(base, group, theirs, std::span(their_edits).subspan(t, t_end - t)), false};
        next.is_conflict = o_end > o && t_end > t && next.ours != next.theirs;
        if (o_end == o) {
            next.ours = next.theirs;
        }
        add(std::move(next));
        at = group.second;
        o = o_end;
        t = t_end;
    }
    if (at < range.second) {
        add({{}, apply_line_edits(base, {at, range.second}, ours, {}), {}, false});
    }
    return merged;
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
    const auto append = [&](const std::vector<std::string>& lines) {
        result.lines.insert(result.lines.end(), lines.begin(), lines.end());
    };
    const auto add_range = [&](const MergedRange& range) {
        result.conflicts += range.is_conflict ? 1U : 0U;
        if (!range.is_conflict || side != LineSide::neither) {
            append(side == LineSide::theirs && range.is_conflict ? range.theirs : range.ours);
            return;
        }
        result.lines.emplace_back("<<<<<<< ours");
        append(range.ours);
        result.lines.emplace_back("||||||| base");
        append(range.base);
        result.lines.emplace_back("=======");
        append(range.theirs);
        result.lines.emplace_back(">>>>>>> theirs");
    };
    std::size_t b = 0;
    std::size_t o = 0;
    std::size_t t = 0;
    while (b < base.size() || o < ours.size() || t < theirs.size()) {
        // Find the next line that all three texts have.
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
            for (const MergedRange& range : merge_edits(base, of_base, ours, edits_of_side(of_base, of_ours, in_ours),
                                                        theirs, edits_of_side(of_base, of_theirs, in_theirs))) {
                add_range(range);
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
