// Blobs with a text form: sets, compares and merges their sources by statement.
#include "edit/patch/source_text.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/text/trim.hpp"
#include "edit/document/document.hpp"

namespace redforge::edit {
namespace {

constexpr std::size_t lines_around = 3;

/// Returns the name in a line of the block of names: "RTX" for "task 41 = RTX(1)".
std::string_view name_in(std::string_view line)
{
    const std::size_t equals = line.find(" = ");
    return equals == std::string_view::npos ? line : line.substr(equals + 3, line.find('(', equals) - equals - 3);
}

/// Returns the kind of a named number: "flag" for "flag 12 = DoorOpen". Functions and tasks are one kind.
std::string_view kind_in(std::string_view line)
{
    line = trimmed(line);
    const std::string_view kind = line.substr(0, line.find(' '));
    return kind == "flag" || kind == "property" ? kind : "function";
}

}  // namespace

std::string source_of(const RecordHandle& record, const ChildEntry& blob, const LoadContext& context)
{
    return record.blob(blob).empty() ? std::string() : blob.blob.codec->write(record, context);
}

std::string compared_source_of(const RecordHandle& record, const ChildEntry& blob, const LoadContext& context)
{
    std::string text = source_of(record, blob, context);
    const SideCodec& codec = *blob.blob.codec;
    return codec.compared == nullptr ? text : std::string(codec.compared(text));
}

Status set_source(const RecordHandle& record, const ChildEntry& blob, std::string_view text, const LoadContext& context)
{
    const SideCodec& codec = *blob.blob.codec;
    if (codec.replace != nullptr) {
        return codec.replace(text, "", record, context);
    }
    record.blob(blob).clear();
    return codec.read(text, "", record, context);
}

std::vector<std::string_view> names_in_source(const RecordHandle& record, const ChildEntry& blob)
{
    if (blob.kind != ChildEntry::Kind::blob || blob.blob.codec == nullptr || blob.blob.codec->covers == nullptr ||
        record.blob(blob).empty()) {
        return {};
    }
    const auto names = blob.blob.codec->covers(record);
    return {names.begin(), names.end()};
}

SourceOutline outline_of(std::string_view text)
{
    for (const Format& format : formats()) {
        for (const SideCodec& codec : format.side_codecs) {
            std::optional<SourceOutline> outline = codec.outline == nullptr ? std::nullopt : codec.outline(text);
            if (outline) {
                return std::move(*outline);
            }
        }
    }
    return {text.size(), {}};
}

SourceLines::SourceLines(std::string_view text)
{
    SourceOutline outline = outline_of(text);
    lines = split_lines(text.substr(0, outline.body));
    for (std::string& line : split_lines(text.substr(outline.body))) {
        if (line.find(" = ") != std::string::npos) {
            names.push_back(std::move(line));
        }
    }
    labels = std::move(outline.labels);
}

std::vector<std::string> SourceLines::without_labels() const
{
    std::vector<std::string> blank = lines;
    for (std::size_t i = labels.size(); i-- > 0;) {
        blank[labels[i].line].erase(labels[i].at + 1, labels[i].name.size() - 1);
    }
    return blank;
}

void SourceLines::rename(const std::vector<std::pair<std::string, std::string>>& pairs)
{
    const std::map<std::string_view, std::string_view> to(pairs.begin(), pairs.end());
    std::size_t line = no_line;
    std::size_t added = 0;  // growth of the line by earlier labels
    for (SourceLabel& label : labels) {
        added = label.line == line ? added : 0;
        line = label.line;
        label.at += added;
        const auto found = to.find(label.name);
        if (found != to.end()) {
            lines[line].replace(label.at, label.name.size(), found->second);
            added += found->second.size() - label.name.size();
            label.name = found->second;
        }
    }
}

bool SourceLines::has_label(std::string_view name) const
{
    return std::ranges::find(labels, name, &SourceLabel::name) != labels.end();
}

std::string SourceLines::text() const
{
    std::string all = joined_lines(lines);
    if (!names.empty()) {
        all += "names\n{\n" + joined_lines(names) + "}\n";
    }
    return all;
}

void follow_labels(const SourceLines& base, SourceLines& source, std::string_view suffix)
{
    const auto matches = matching_lines(base.without_labels(), source.without_labels());
    std::vector<std::pair<std::string, std::string>> names;
    std::set<std::string_view> followed;
    for (const SourceLabel& label : base.labels) {
        const std::size_t line = label.defines && matches ? (*matches)[label.line] : no_line;
        const auto here = std::ranges::find_if(source.labels, [&](const SourceLabel& other) {
            return other.defines && other.line == line && !followed.contains(other.name);
        });
        if (line != no_line && here != source.labels.end()) {
            names.emplace_back(here->name, label.name);
            followed.insert(here->name);
        }
    }
    for (const SourceLabel& label : source.labels) {
        if (followed.contains(label.name)) {
            continue;
        }
        std::string name = label.name + std::string(suffix);
        while (base.has_label(name) || (name != label.name && source.has_label(name))) {
            name += '_';
        }
        names.emplace_back(label.name, std::move(name));
        followed.insert(label.name);
    }
    source.rename(names);
}

std::vector<Hunk> source_hunks(std::string_view from, std::string_view to)
{
    const SourceLines before(from);
    SourceLines after(to);
    follow_labels(before, after, "");
    std::vector<Hunk> hunks = hunks_between(before.lines, after.lines, lines_around);
    return hunks.empty() ? hunks_between(split_lines(from), split_lines(to), lines_around) : hunks;
}

std::string source_difference(std::string_view from, std::string_view to)
{
    std::string text;
    for (const Hunk& hunk : source_hunks(from, to)) {
        text += hunk.head() + "\n" + joined_lines(hunk.lines);
    }
    return text;
}

std::size_t join_names(std::vector<std::string>& names, const std::vector<std::string>& more)
{
    std::size_t conflicts = 0;
    for (const std::string& line : more) {
        const auto same = std::ranges::find_if(names, [&](const std::string& other) {
            return kind_in(other) == kind_in(line) && name_in(other) == name_in(line);
        });
        if (same == names.end()) {
            names.push_back(line);
        } else if (trimmed(same->substr(0, same->find('='))) != trimmed(line.substr(0, line.find('=')))) {
            ++conflicts;
        }
    }
    return conflicts;
}

std::string with_end(std::string text, bool has_end)
{
    if (!has_end && text.ends_with('\n')) {
        text.pop_back();
    }
    return text;
}

SourceMerge merge_sources(std::string_view base, std::string_view ours, std::string_view theirs, LineSide side)
{
    if (base == theirs || ours == theirs) {
        return {std::string(ours), 0};
    }
    if (base == ours) {
        return {std::string(theirs), 0};
    }
    const SourceLines b(base);
    SourceLines o(ours);
    SourceLines t(theirs);
    follow_labels(b, o, "_ours");
    follow_labels(b, t, "_theirs");
    LineMerge lines = merge_lines(b.lines, o.lines, t.lines, side);
    SourceMerge result;
    result.conflicts = lines.conflicts + join_names(o.names, t.names);
    o.lines = std::move(lines.lines);
    // If a side changed the end of the last line, use that side's.
    const bool is_ours_new = ours.ends_with('\n') != base.ends_with('\n');
    result.text = with_end(o.text(), (is_ours_new ? ours : theirs).ends_with('\n'));
    result.shown = shown_conflicts(o.lines);
    return result;
}

std::string shown_conflicts(const std::vector<std::string>& lines)
{
    std::string text;
    std::size_t shown = 0;  // lines already in the text, or before it
    std::size_t begin = no_line;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i] == "<<<<<<< ours") {
            begin = i;
        } else if (lines[i] == ">>>>>>> theirs" && begin != no_line) {
            const std::size_t first = std::max(shown, begin - std::min(begin, lines_around));
            shown = std::min(i + 1 + lines_around, lines.size());
            for (std::size_t k = first; k < shown; ++k) {
                text += lines[k] + "\n";
            }
            begin = no_line;
        }
    }
    return text;
}

LabelNames own_labels(std::string_view own, std::string_view plain)
{
    const SourceLines mine(own);
    const SourceLines ours(plain);
    LabelNames names;
    std::map<std::string_view, std::string_view> known;
    bool is_other = false;
    if (mine.labels.size() != ours.labels.size()) {
        return {};  // the generated form has no label without a jump to it
    }
    for (std::size_t i = 0; i < mine.labels.size(); ++i) {
        const auto [place, is_new] = known.emplace(ours.labels[i].name, mine.labels[i].name);
        if (place->second != mine.labels[i].name || ours.labels[i].defines != mine.labels[i].defines) {
            return {};
        }
        if (is_new) {
            names.emplace_back(ours.labels[i].name, mine.labels[i].name);
            is_other = is_other || ours.labels[i].name != mine.labels[i].name;
        }
    }
    return is_other ? names : LabelNames();
}

std::string with_labels(std::string_view text, const LabelNames& names)
{
    SourceLines source(text);
    source.rename(names);
    return source.text();
}

LabelNames followed_labels(const LabelNames& names, std::string_view before, std::string_view after)
{
    const SourceLines now(after);
    SourceLines followed(after);
    follow_labels(SourceLines(before), followed, "");
    LabelNames result;
    for (std::size_t i = 0; i < now.labels.size(); ++i) {
        const auto own = std::ranges::find(names, followed.labels[i].name, &LabelNames::value_type::first);
        if (own != names.end()) {
            result.emplace_back(now.labels[i].name, own->second);
        }
    }
    return result;
}

}  // namespace redforge::edit
