// Queries: conditions on records, patterns, and searching a whole document.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hex.hpp"
#include "core/letter_case.hpp"
#include "core/side_files.hpp"
#include "core/xml_writer.hpp"
#include "edit/path.hpp"

namespace redforge::edit {
namespace {

std::string_view trim(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string unquote(std::string_view text)
{
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
        return std::string(text.substr(1, text.size() - 2));
    }
    return std::string(text);
}

/// Takes the text up to the next comma outside quotes off `rest`.
std::string_view next_condition(std::string_view& rest)
{
    char quote = 0;
    std::size_t at = 0;
    for (; at < rest.size() && (rest[at] != ',' || quote != 0); ++at) {
        if (quote != 0) {
            quote = rest[at] == quote ? '\0' : quote;
        } else if (rest[at] == '"' || rest[at] == '\'') {
            quote = rest[at];
        }
    }
    const std::string_view found = rest.substr(0, at);
    rest.remove_prefix(std::min(at + 1, rest.size()));
    return found;
}

bool compare(std::string_view comparison, double left, double right)
{
    if (comparison == "<") {
        return left < right;
    }
    if (comparison == "<=") {
        return left <= right;
    }
    if (comparison == ">") {
        return left > right;
    }
    return left >= right;
}

/// Searches a document for records that have a field of a name, with a value that fits a pattern.
class Search {
public:
    Search(const RecordHandle& root, std::string_view field, std::string_view pattern)
        : root_(root), field_(field), pattern_(pattern)
    {
    }
    std::vector<Match> run()
    {
        record(root_);
        return std::move(found_);
    }

private:
    void record(const RecordHandle& record)
    {
        const FieldTable& table = record.table();
        if (const FieldEntry* entry = table.find_field(field_)) {
            const FieldView field = record.field(*entry);
            text_.clear();
            append_value(text_, *entry, field.value, field.page);
            if (matches_pattern(text_, pattern_)) {
                Match& match = found_.emplace_back();
                match.path = path_below(path_text(root_, node_), entry->name);
                match.kind = Match::Kind::field;
                match.node = node_;
                match.record = record;
                match.field = field;
            }
        }
        // Groups first, then lists: the order in which a document's outline shows them.
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::group) {
                node_.push_back({table.number_of(child), 0});
                this->record(record.group(child));
                node_.pop_back();
            }
        }
        for (const ChildEntry& child : table.children) {
            if (child.kind == ChildEntry::Kind::list && may_have_field(child)) {
                list(record.list(child), table.number_of(child));
            }
        }
    }

    void list(const ListView& list, std::uint32_t number)
    {
        node_.push_back({number, 0});
        for (std::size_t i = 0; i < list.size(); ++i) {
            node_.back().index = static_cast<std::uint32_t>(i);
            record(list.at(i));
        }
        node_.pop_back();
    }

    /// Whether records of a list, or what they hold, can have the field: most lists of a document cannot.
    bool may_have_field(const ChildEntry& child)
    {
        return std::ranges::any_of(child.items, [&](const ItemEntry& item) { return type_may_have_field(*item.type); });
    }
    bool type_may_have_field(const RecordType& type)
    {
        if (const auto known = may_have_.find(&type); known != may_have_.end()) {
            return known->second;
        }
        may_have_[&type] = false;  // a type inside itself adds nothing
        const bool may = std::ranges::any_of(type.tables, [&](const FieldTable& table) {
            return table.find_field(field_) != nullptr ||
                   std::ranges::any_of(table.children, [&](const ChildEntry& child) { return may_have_field(child); });
        });
        may_have_[&type] = may;
        return may;
    }

    RecordHandle root_;
    std::string_view field_;
    std::string_view pattern_;
    NodePath node_;
    std::string text_;
    std::map<const RecordType*, bool> may_have_;
    std::vector<Match> found_;
};

}  // namespace

std::optional<double> as_number(std::string_view text)
{
    double value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
    return good ? std::optional(value) : std::nullopt;
}

bool matches_pattern(std::string_view text, std::string_view pattern)
{
    // Iterative, with one place to go back to: linear in text times stars, whatever the pattern.
    std::size_t t = 0;
    std::size_t p = 0;
    std::size_t star = std::string_view::npos;
    std::size_t mark = 0;
    const auto same = [](char a, char b) { return to_upper(a) == to_upper(b); };
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || same(pattern[p], text[t]))) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Result<std::vector<Condition>> parse_conditions(std::string_view text)
{
    static constexpr std::array<std::string_view, 6> comparisons{"!=", "<=", ">=", "=", "<", ">"};
    std::vector<Condition> conditions;
    while (!text.empty()) {
        const std::string_view part = trim(next_condition(text));
        const std::size_t at = part.find_first_of("=!<>");
        const auto comparison = std::ranges::find_if(comparisons, [&](std::string_view c) {
            return at != std::string_view::npos && part.substr(at).starts_with(c);
        });
        if (comparison == comparisons.end() || at == 0) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("selector \"{}\"", part),
                         .hint = "a selector is a number, *, or conditions such as [script_name=DOOR*, instances>1]"});
        }
        Condition& condition = conditions.emplace_back();
        condition.field = trim(part.substr(0, at));
        condition.comparison = *comparison;
        condition.value = unquote(trim(part.substr(at + comparison->size())));
        condition.number = as_number(condition.value);
    }
    return conditions;
}

Result<bool> meets(const RecordHandle& record, const Condition& condition)
{
    const FieldView field = record.find_field(condition.field);
    if (!field) {
        const std::vector<std::string> names = record.table().names();
        const std::string_view guess = nearest(condition.field, names);
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("no field \"{}\" to select by", condition.field),
                     .hint = guess.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                                           : fmt::format("did you mean {}?", guess)});
    }
    // A value with a name is compared by both: object_type=light and object_type=4 mean the same.
    const LeafOps& ops = *field.entry->ops;
    const auto integer = ops.get_integer == nullptr ? std::nullopt : ops.get_integer(field.value);
    const bool needs_text = !integer || !condition.number;
    const std::string text = needs_text ? field.text() : std::string{};
    const std::optional<double> left = integer ? std::optional(static_cast<double>(*integer)) : as_number(text);
    if (condition.comparison == "=" || condition.comparison == "!=") {
        // Text is itself: the FormID 0001E003 is no power of ten.
        const bool equal = left && condition.number && field.type().kind != ValueKind::text ? std::equal_to<>{}(*left, *condition.number)
                                                    : matches_pattern(text, condition.value);
        return equal == (condition.comparison == "=");
    }
    if (!condition.number) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("\"{}\" is compared as a number", condition.value),
                     .field = condition.field,
                     .hint = "< and > take a number"});
    }
    return left && compare(condition.comparison, *left, *condition.number);
}

Result<std::vector<Match>> find(const RecordHandle& root, std::string_view query)
{
    const std::size_t colon = query.find(':');
    if (colon == std::string_view::npos || query.substr(0, colon).find('[') != std::string_view::npos) {
        return resolve(root, query);
    }
    return Search(root, query.substr(0, colon), query.substr(colon + 1)).run();
}

std::string match_text(const Match& match)
{
    switch (match.kind) {
    case Match::Kind::field: return match.field.text();
    case Match::Kind::blob: {
        if (const SideCodec* codec = match.child->blob.codec) {
            return codec->write(match.record, {});
        }
        std::string text;
        if (match.child->kind == ChildEntry::Kind::stretch) {
            for (const ByteView piece : match.record.stretch(*match.child).pieces()) {
                append_hex(text, piece);
            }
        } else {
            append_hex(text, match.record.blob(*match.child));
        }
        return text;
    }
    case Match::Kind::record: {
        TextSink sink;
        const std::string_view path = match.path;
        const std::string_view name =
            match.list ? std::string_view(match.list.item(match.index).name) : path.substr(path.rfind('.') + 1);
        XmlWriter(sink).fragment(name, match.record);
        return sink.str();
    }
    case Match::Kind::list: {
        TextSink sink;
        for (std::size_t i = 0; i < match.list.size(); ++i) {
            XmlWriter(sink).fragment(match.list.item(i).name, match.list.at(i));
        }
        return sink.str();
    }
    }
    return {};
}

}  // namespace redforge::edit
