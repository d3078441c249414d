// Creates table rows from the differences of two documents.
#include "editor/model/rows/difference_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "edit/merge/line_merge.hpp"
#include "edit/operation/changes.hpp"
#include "edit/patch/source_text.hpp"

namespace redforge::editor {
namespace {

std::string on_one_line(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

}  // namespace

std::vector<DifferenceRow> difference_rows(const RecordHandle& mine, const RecordHandle& theirs,
                                           const LoadContext& context)
{
    using Kind = edit::RecordChange::Kind;
    std::vector<DifferenceRow> rows;
    for (const edit::RecordChange& change : edit::changes_between(mine, theirs, context)) {
        const std::string& path = change.kind == Kind::changed ? change.path_before : change.path;
        const bool labelled = !path.empty() && !change.label.empty();
        const std::string record =
            path.empty() ? "the document" : path + (labelled ? " " : "") + on_one_line(labelled ? change.label : "");
        switch (change.kind) {
        case Kind::added: rows.push_back({record, "", "not there", "there"}); continue;
        case Kind::removed: rows.push_back({record, "", "there", "not there", change.path}); continue;
        case Kind::changed: break;
        }
        if (change.moved && change.path_before != change.path) {
            rows.push_back({record, "place", change.path_before, change.path, path});
        }
        for (const edit::FieldChange& field : change.fields) {
            if (!field.lines.empty()) {
                const std::vector<SideLine> lines = side_by_side(field.before.text, field.after.text);
                const auto differ = static_cast<std::size_t>(
                    std::ranges::count_if(lines, [](const SideLine& line) { return !line.same; }));
                const auto count = [&lines](std::size_t SideLine::*side) {
                    return static_cast<std::size_t>(
                        std::ranges::count_if(lines, [side](const SideLine& line) { return line.*side != 0; }));
                };
                rows.push_back({record, field.field, counted(count(&SideLine::left), "line"),
                                fmt::format("{}, {} differ{}", counted(count(&SideLine::right), "line"), differ,
                                            differ == 1 ? "s" : ""),
                                path, field.before.text, field.after.text});
                continue;
            }
            std::string other = on_one_line(field.after.shown);
            if (field.first_byte) {
                other += fmt::format(", first difference at byte {}", *field.first_byte);
            }
            rows.push_back({record, field.field, on_one_line(field.before.shown), std::move(other), path});
        }
    }
    return rows;
}

std::string byte_description(ByteView now, ByteView then)
{
    const std::size_t common = std::min(now.size(), then.size());
    std::size_t differ = 0;
    std::size_t first = common;
    for (std::size_t i = common; i-- > 0;) {
        if (now[i] != then[i]) {
            ++differ;
            first = i;
        }
    }
    const std::string where = fmt::format("{} (0x{:X})", grouped(first), first);
    if (now.size() != then.size()) {
        return fmt::format("{} in place of {}, which differ from byte {} on", counted(now.size(), "byte"),
                           grouped(then.size()), where);
    }
    return differ == 0 ? "All bytes are the same"
                       : fmt::format("{} of {} differ{}, the first is byte {}", grouped(differ),
                                     counted(now.size(), "byte"), differ == 1 ? "s" : "", where);
}

std::vector<SideLine> side_by_side(std::string_view left, std::string_view right)
{
    const std::vector<std::string> from = edit::split_lines(left);
    const std::vector<std::string> to = edit::split_lines(right);
    const auto plain = [](std::string_view text, std::size_t count) {
        std::vector<std::string> lines = edit::SourceLines(text).without_labels();
        const std::vector<std::string> all = edit::split_lines(text);  // includes the lines of the names block
        for (std::size_t i = lines.size(); i < count; ++i) {
            lines.push_back(all[i]);
        }
        return lines;
    };
    const std::optional<std::vector<std::size_t>> partners =
        edit::matching_lines(plain(left, from.size()), plain(right, to.size()));
    std::vector<SideLine> lines;
    std::size_t l = 0;
    std::size_t r = 0;
    const auto put_until = [&](std::size_t left_end, std::size_t right_end) {
        while (l < left_end || r < right_end) {  // the removed line, next to its replacement
            SideLine& line = lines.emplace_back();
            if (l < left_end) {
                line.left_text = from[l];
                line.left = ++l;
            }
            if (r < right_end) {
                line.right_text = to[r];
                line.right = ++r;
            }
        }
    };
    for (std::size_t i = 0; i < from.size() && partners; ++i) {
        const std::size_t match = (*partners)[i];
        if (match != edit::no_line) {
            put_until(i, match);
            lines.push_back({++l, ++r, from[i], to[match], true});
        }
    }
    put_until(from.size(), to.size());
    return lines;
}

std::vector<DifferenceRow> edit_rows(const edit::EditLog& edits)
{
    std::vector<DifferenceRow> rows;
    for (const edit::EditLine& line : edits) {
        if (line.before.find('\n') == std::string::npos && line.after.find('\n') == std::string::npos) {
            rows.push_back({line.path, "", line.before, line.after});
            continue;
        }
        for (const edit::Hunk& hunk : edit::source_hunks(line.before, line.after)) {
            // Removed lines, next to the lines that replace them.
            std::vector<std::string> gone;
            std::vector<std::string> come;
            const auto put = [&] {
                for (std::size_t i = 0; i < std::max(gone.size(), come.size()); ++i) {
                    rows.push_back({line.path, "", i < gone.size() ? gone[i] : "", i < come.size() ? come[i] : ""});
                }
                gone.clear();
                come.clear();
            };
            for (const std::string& each : hunk.lines) {
                if (each.front() == ' ') {
                    put();
                } else {
                    (each.front() == '-' ? gone : come).push_back(on_one_line(each.substr(1)));
                }
            }
            put();
        }
    }
    return rows;
}

}  // namespace redforge::editor
