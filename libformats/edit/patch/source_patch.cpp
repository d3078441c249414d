// Patches of sources: creates them, and applies them to a copy that may have changed too.
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "edit/patch/patch.hpp"

namespace redforge::edit {
namespace {

constexpr std::size_t digits_of_line = 4;

/// Returns a fingerprint of each line, independent of label names.
std::vector<std::string> line_fingerprints(const SourceLines& source)
{
    std::vector<std::string> prints;
    for (const std::string& line : source.without_labels()) {
        prints.push_back(fmt::format("{:04x}", fingerprint_of(std::as_bytes(std::span(line))).first >> 48U));
    }
    return prints;
}

/// A change of a source: removed lines, and the lines that replace them.
struct LineChange {
    std::size_t from{};
    std::vector<std::string> gone;
    std::vector<std::string> come;
};

struct ParsedPatch {
    std::vector<LineChange> changes;
    std::vector<std::pair<std::size_t, std::size_t>>
        shown;  ///< lines of the earlier source: first, and end (exclusive)
    std::vector<std::string> names;
};

std::optional<std::size_t> number_at(std::string_view text, std::size_t at)
{
    std::size_t number{};
    const auto [end, error] =
        std::from_chars(text.data() + std::min(at, text.size()), text.data() + text.size(), number);
    return error == std::errc{} && end != text.data() ? std::optional(number) : std::nullopt;
}

Result<ParsedPatch> parse_patch(std::string_view text)
{
    ParsedPatch patch;
    std::size_t line = no_line;  // line number in the earlier source
    const auto bad = [](std::string_view what) {
        return fail(
            {.code = ErrorCode::malformed,
             .message = fmt::format("\"{}\" in a patch of a source", what),
             .hint = "a change begins with @@ -LINE,COUNT +LINE,COUNT @@; its lines begin with a blank, - or +"});
    };
    bool in_change = false;
    bool in_names = false;
    for (const std::string& each : split_lines(text)) {
        if (each.starts_with("@@ -")) {
            const auto first = number_at(each, 4);
            const std::size_t comma = each.find(',');
            const bool is_empty = comma < each.find(" +") && number_at(each, comma + 1) == std::size_t{0};
            if (!first || (*first == 0 && !is_empty)) {
                return bad(each);
            }
            line = *first - (is_empty ? 0U : 1U);
            patch.shown.emplace_back(line, line);
            in_change = false;
        } else if (each == "names") {
            in_names = true;
        } else if (in_names) {
            if (each.find(" = ") != std::string::npos) {
                patch.names.push_back(each);
            }
        } else if (line == no_line || each.empty() || std::string_view(" -+").find(each.front()) == std::string::npos) {
            if (!each.empty()) {
                return bad(each);
            }
        } else {
            if (each.front() == ' ') {
                in_change = false;
            } else if (!in_change) {
                patch.changes.push_back({line, {}, {}});
                in_change = true;
            }
            if (each.front() == '+') {
                patch.changes.back().come.push_back(each.substr(1));
            } else {
                if (each.front() == '-') {
                    patch.changes.back().gone.push_back(each.substr(1));
                }
                patch.shown.back().second = ++line;
            }
        }
    }
    return patch;
}

/// Returns the names of the labels in lines of a source.
std::vector<std::string> labels_in(const std::vector<std::string>& lines)
{
    // The lines are an incomplete script, which the tokenizer accepts.
    const SourceLines source("actor X\n" + joined_lines(lines));
    std::vector<std::string> names;
    for (const SourceLabel& label : source.labels) {
        names.push_back(label.name);
    }
    return names;
}

}  // namespace

SourcePatch SourcePatch::between(std::string_view from, std::string_view to, std::string_view plain_from,
                                 std::string_view plain_to, std::size_t context)
{
    const SourceLines plain(plain_from);
    SourceLines before(from);
    SourceLines after(to);
    if (before.lines.size() != plain.lines.size()) {
        before = plain;
        after = SourceLines(plain_to);
    }
    follow_labels(before, after, "");
    SourcePatch patch;
    std::vector<std::string> changed;
    for (const Hunk& hunk : hunks_between(before.lines, after.lines, context)) {
        patch.text += hunk.head() + "\n" + joined_lines(hunk.lines);
        for (const std::string& line : hunk.lines) {
            if (line.front() != ' ') {
                changed.push_back(line.substr(1));
            }
        }
    }
    std::vector<std::string> names;
    for (const std::string& name : after.names) {
        if (std::ranges::find(before.names, name) == before.names.end()) {
            names.push_back(name);
        }
    }
    if (!names.empty()) {
        patch.text += "names\n{\n" + joined_lines(names) + "}\n";
    }
    const std::vector<std::string> used = labels_in(changed);
    for (const SourceLabel& label : before.labels) {
        if (label.defines && std::ranges::find(used, label.name) != used.end()) {
            patch.labels += fmt::format("{}{}@{}", patch.labels.empty() ? "" : " ", label.name, label.line + 1);
        }
    }
    for (const std::string& print : line_fingerprints(plain)) {
        patch.base += print;
    }
    return patch;
}

Result<SourceMerge> SourcePatch::apply(std::string_view source, std::string_view plain_source, bool strict,
                                       LineSide side) const
{
    const Result<ParsedPatch> parsed = parse_patch(text);
    if (!parsed) {
        return fail(parsed.error());
    }
    SourceLines ours(source);
    const SourceLines plain(plain_source);
    if (ours.lines.size() != plain.lines.size()) {
        ours = plain;
    }
    std::vector<std::string> prints;
    for (std::size_t at = 0; at + digits_of_line <= base.size(); at += digits_of_line) {
        prints.push_back(base.substr(at, digits_of_line));
    }
    std::vector<std::size_t> here =
        matching_lines(prints, line_fingerprints(plain)).value_or(std::vector<std::size_t>(prints.size(), no_line));
    for (const auto& [first, end] : parsed->shown) {
        if (end > prints.size()) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("a patch of line {}, and its base has {} lines", end, prints.size())});
        }
    }

    // The patch has the label names of its base; this source may have others.
    std::vector<std::pair<std::string, std::string>> renamed;
    std::set<std::string> theirs;
    for (const LineChange& change : parsed->changes) {
        for (const auto* lines : {&change.gone, &change.come}) {
            for (std::string& name : labels_in(*lines)) {
                theirs.insert(std::move(name));
            }
        }
    }
    std::set<std::string> followed;
    for (std::size_t at = 0; at < labels.size();) {
        const std::size_t end = std::min(labels.find(' ', at), labels.size());
        const std::string_view each = std::string_view(labels).substr(at, end - at);
        const std::size_t sign = each.find('@');
        const auto line = number_at(each, std::min(sign, each.size() - 1) + 1);
        if (!line || *line == 0 || *line > prints.size()) {
            return fail({.code = ErrorCode::malformed, .message = fmt::format("label \"{}\" of a patch", each)});
        }
        const auto label = std::ranges::find_if(ours.labels, [&](const SourceLabel& other) {
            return other.defines && other.line == here[*line - 1];
        });
        if (label != ours.labels.end()) {
            renamed.emplace_back(label->name, each.substr(0, sign));
            followed.insert(label->name);
        }
        at = end + 1;
    }
    for (const SourceLabel& label : ours.labels) {
        if (!followed.contains(label.name) && theirs.contains(label.name)) {
            renamed.emplace_back(label.name, label.name + "_ours");
            followed.insert(label.name);
        }
    }
    ours.rename(renamed);

    // A line whose label has another target counts as different.
    for (const LineChange& change : parsed->changes) {
        for (std::size_t i = 0; i < change.gone.size(); ++i) {
            std::size_t& line = here[change.from + i];
            if (line != no_line && labels_in({change.gone[i]}) != labels_in({ours.lines[line]})) {
                line = no_line;
            }
        }
    }
    SourceMerge result;
    for (const auto& [first, end] : parsed->shown) {
        for (std::size_t i = first; strict && i < end; ++i) {
            const bool follows = i == first || here[i] == here[i - 1] + 1;
            if (here[i] == no_line || !follows) {
                result.conflicts = 1;
                result.shown = fmt::format("line {} differs from the version that the patch was made from\n", i + 1);
                result.text = std::string(source);
                return result;
            }
        }
    }

    // Merge texts in which a marker with a number represents an unchanged line of the base.
    const auto mark = [](std::size_t line) { return fmt::format("\x01{}", line); };
    std::vector<std::string> base_lines;
    std::vector<std::string> our_lines = ours.lines;
    std::vector<std::string> their_lines;
    std::map<std::string, std::string> spelt;
    for (std::size_t i = 0; i < prints.size(); ++i) {
        base_lines.push_back(mark(i));
        if (here[i] != no_line) {
            our_lines[here[i]] = mark(i);
            spelt[mark(i)] = ours.lines[here[i]];
        }
    }
    std::size_t next = 0;
    for (const LineChange& change : parsed->changes) {
        for (; next < change.from; ++next) {
            their_lines.push_back(mark(next));
        }
        for (std::size_t i = 0; i < change.gone.size(); ++i) {
            spelt.try_emplace(mark(next++), change.gone[i]);
        }
        their_lines.insert(their_lines.end(), change.come.begin(), change.come.end());
    }
    for (; next < prints.size(); ++next) {
        their_lines.push_back(mark(next));
    }
    LineMerge merged = merge_lines(base_lines, our_lines, their_lines, side);
    for (std::string& line : merged.lines) {
        if (line.starts_with('\x01')) {
            const auto found = spelt.find(line);
            line = found == spelt.end() ? "..." : found->second;
        }
    }
    ours.lines = std::move(merged.lines);
    result.conflicts = merged.conflicts + join_names(ours.names, parsed->names);
    result.text = with_end(ours.text(), source.ends_with('\n'));
    result.shown = shown_conflicts(ours.lines);
    return result;
}

}  // namespace redforge::edit
