// Queries: conditions on records, patterns, and searching a whole document.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hex.hpp"
#include "core/letter_case.hpp"
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

std::optional<double> as_number(std::string_view text)
{
    double value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
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

/// Searches a record and everything below it.
void search(RecordHandle record, const std::string& path, std::string_view field, std::string_view pattern,
            std::vector<Match>& found)
{
    const RecordView view = record.view();
    if (const FieldView* candidate = view.find_field(field);
        candidate != nullptr && matches_pattern(candidate->text(), pattern)) {
        Match& match = found.emplace_back();
        match.path = path + (path.empty() ? "" : ".") + candidate->name;
        match.kind = Match::Kind::field;
        match.field = *candidate;
        match.record = record;
    }
    const auto below = [&](std::string_view name) {
        return name.empty() ? path : path + (path.empty() ? "" : ".") + std::string(name);
    };
    for (const GroupView& group : view.groups) {
        search(group.record, below(group.name), field, pattern, found);
    }
    for (const ListView& list : view.lists) {
        for (std::size_t i = 0; i < list.ops->size(list.list); ++i) {
            const std::string place = list.ops->single ? below(list.name) : fmt::format("{}[{}]", below(list.name), i);
            search(list.ops->at(list.list, i), place, field, pattern, found);
        }
    }
}

}  // namespace

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
        conditions.push_back({std::string(trim(part.substr(0, at))), std::string(*comparison),
                              unquote(trim(part.substr(at + comparison->size())))});
    }
    return conditions;
}

Result<bool> meets(const RecordView& view, const Condition& condition)
{
    const FieldView* field = view.find_field(condition.field);
    if (field == nullptr) {
        const std::vector<std::string> names = view.names();
        const std::string_view guess = nearest(condition.field, names);
        return fail({.code = ErrorCode::unknown_name,
                     .message = fmt::format("no field \"{}\" to select by", condition.field),
                     .hint = guess.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                                           : fmt::format("did you mean {}?", guess)});
    }
    const std::string text = field->text();
    if (condition.comparison == "=" || condition.comparison == "!=") {
        const auto left = as_number(text);
        const auto right = as_number(condition.value);
        const bool equal = left && right ? std::equal_to<>{}(*left, *right) : matches_pattern(text, condition.value);
        return equal == (condition.comparison == "=");
    }
    const auto left = as_number(text);
    const auto right = as_number(condition.value);
    if (!right) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("\"{}\" is compared as a number", condition.value),
                     .field = condition.field,
                     .hint = "< and > take a number"});
    }
    return left && compare(condition.comparison, *left, *right);
}

Result<std::vector<Match>> find(RecordHandle root, std::string_view query)
{
    const std::size_t colon = query.find(':');
    if (colon == std::string_view::npos || query.substr(0, colon).find('[') != std::string_view::npos) {
        return resolve(root, query);
    }
    std::vector<Match> found;
    search(root, "", query.substr(0, colon), query.substr(colon + 1), found);
    return found;
}

std::string match_text(const Match& match)
{
    switch (match.kind) {
    case Match::Kind::field: return match.field.text();
    case Match::Kind::blob: {
        std::string text;
        append_hex(text, *match.blob.bytes);
        return text;
    }
    case Match::Kind::record: {
        TextSink sink;
        match.record.ops->write(match.record.record, match.list.item.empty() ? "record" : match.list.item, sink);
        return sink.str();
    }
    case Match::Kind::list: {
        TextSink sink;
        for (std::size_t i = 0; i < match.list.ops->size(match.list.list); ++i) {
            const RecordHandle record = match.list.ops->at(match.list.list, i);
            record.ops->write(record.record, match.list.item, sink);
        }
        return sink.str();
    }
    }
    return {};
}

}  // namespace redforge::edit
