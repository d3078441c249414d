// Selector conditions: the part of a path in brackets.
#include "edit/path/conditions.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "core/text/words.hpp"
#include "edit/path/notation.hpp"
#include "edit/path/path.hpp"
#include "edit/path/path_names.hpp"

namespace redforge::edit {
namespace {

constexpr std::array<std::string_view, 7> comparisons{"==", "!=", "<=", ">=", "=", "<", ">"};

/// Returns the offset of the comparison of a condition.
std::size_t find_comparison(std::string_view text)
{
    std::size_t first = std::string_view::npos;
    for (const std::string_view comparison : comparisons) {
        first = std::min(first, find_outside(text, comparison));
    }
    return first;
}

/// Returns true if a text begins like a condition: a path and a comparison.
bool is_condition(std::string_view text)
{
    const std::size_t at = find_comparison(text);
    const auto in_path = [](char c) { return c == '.' || is_word_letter(c); };
    const std::string_view path = trimmed(text.substr(0, std::min(at, text.size())));
    return at != std::string_view::npos && !path.empty() &&
           (std::ranges::all_of(path, in_path) || path.find('[') != std::string_view::npos);
}

/// Splits a text at `separator`s outside quotes and brackets. A separator of letters (" or ") must be followed by a
/// condition.
std::vector<std::string_view> parts_of(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> parts;
    const bool is_word = separator.front() == ' ';
    for (std::size_t from = 0;;) {
        const std::size_t at = find_outside(text, separator, from);
        if (at == std::string_view::npos) {
            parts.push_back(trimmed(text));
            return parts;
        }
        if (is_word && !is_condition(text.substr(at + separator.size()))) {
            from = at + separator.size();
            continue;
        }
        parts.push_back(trimmed(text.substr(0, at)));
        text.remove_prefix(at + separator.size());
        from = 0;
    }
}

Result<Condition> parse_one(std::string_view text)
{
    const std::size_t at = find_comparison(text);
    if (at == std::string_view::npos && text.find_first_of(".[") != std::string_view::npos) {
        return Condition{std::string(text), "", ConditionValue("")};
    }
    if (at == std::string_view::npos || at == 0) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("selector \"{}\"", text),
                     .hint = "a selector is a number, numbers (0,2), a range (0:3), *, or conditions such as "
                             "[script_name=DOOR*, instances>1]"});
    }
    const std::string_view comparison =
        *std::ranges::find_if(comparisons, [&](std::string_view each) { return text.substr(at).starts_with(each); });
    return Condition{std::string(trimmed(text.substr(0, at))), std::string(comparison == "==" ? "=" : comparison),
                     ConditionValue(unquoted(trimmed(text.substr(at + comparison.size()))))};
}

bool holds(std::string_view comparison, double left, double right)
{
    return comparison == "<"    ? left < right
           : comparison == "<=" ? left <= right
           : comparison == ">"  ? left > right
                                : left >= right;
}

Result<bool> meets(const FieldView& field, const Condition& condition)
{
    if (condition.comparison == "=" || condition.comparison == "!=") {
        return condition.value.is_value_of(field) == (condition.comparison == "=");
    }
    const std::optional<std::string> plain = plain_number(*field.entry, condition.value.text);
    const std::optional<double> right = plain ? as_number(*plain) : condition.value.number;
    if (!right) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("\"{}\" is compared as a number", condition.value.text),
                     .field = condition.field,
                     .hint = "< and > take a number"});
    }
    const std::optional<double> number = field.number();
    const std::optional<double> left = number ? number : as_number(field.text());
    return left && holds(condition.comparison, *left, *right);
}

/// Compares both fields of a texture, as for `texture=D02044`. Returns nullopt for other conditions.
std::optional<Result<bool>> matches_texture(const RecordHandle& record, const Condition& condition)
{
    const auto texture = condition.comparison == "=" || condition.comparison == "!="
                             ? texture_numbers(condition.value.text)
                             : std::nullopt;
    const FieldView bank = texture ? record.find_field(condition.field + ".texture_id") : FieldView{};
    const FieldView image = texture ? record.find_field(condition.field + ".image_id") : FieldView{};
    if (!bank || !image) {
        return std::nullopt;
    }
    const bool equal =
        ConditionValue((*texture)[0]).is_value_of(bank) && ConditionValue((*texture)[1]).is_value_of(image);
    return Result<bool>(equal == (condition.comparison == "="));
}

/// Returns the comparable fields of a record or list, such as "health.value", for a message.
std::string fields_of(const Match& match, std::string_view path)
{
    const RecordType& type = match.kind == Match::Kind::list ? *match.child->items.front().type : *match.record.type;
    std::vector<std::string> names;
    for (const FieldEntry& field : type.tables.front().fields) {
        names.push_back(fmt::format("{}.{}", path, field.name));
    }
    constexpr std::size_t max_names = 5;
    return names.empty() ? "it has none" : join_abbreviated(names, max_names);
}

Result<bool> meets(const RecordHandle& record, const Condition& condition)
{
    if (const FieldView field = record.find_field(condition.field)) {
        return record.has(*field.entry) ? meets(field, condition) : Result<bool>(false);
    }
    if (const auto texture = matches_texture(record, condition)) {
        return *texture;
    }
    const Result<std::vector<Match>> matches = resolve(record, condition.field);
    if (!matches) {
        const ErrorCode code = matches.error().code;  // no match in this record
        return code == ErrorCode::unknown_name || code == ErrorCode::not_found ? Result<bool>(false)
                                                                               : fail(matches.error());
    }
    for (const Match& match : *matches) {
        if (condition.comparison.empty()) {
            if (match.kind != Match::Kind::list || match.list.size() > 0) {
                return true;
            }
            continue;
        }
        if (match.kind != Match::Kind::field) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("{} is a group or list, not a value", condition.field),
                         .hint = fmt::format("compare one of its fields: {}", fields_of(match, condition.field))});
        }
        const Result<bool> met = meets(match.field, condition);
        if (!met || *met) {
            return met;
        }
    }
    return false;
}

}  // namespace

std::optional<std::vector<Condition>> Conditions::all() const
{
    std::vector<Condition> conditions;
    for (const Alternatives& alternatives : any_.size() == 1 ? any_.front() : All{}) {
        if (alternatives.size() != 1) {
            return std::nullopt;
        }
        conditions.push_back(alternatives.front());
    }
    return conditions.empty() ? std::nullopt : std::optional(std::move(conditions));
}

ConditionValue::ConditionValue(std::string_view value) : text(value), number(as_number(value))
{
}

bool ConditionValue::is_value_of(const FieldView& field) const
{
    const LeafOps& ops = *field.entry->ops;
    const auto integer = ops.get_integer == nullptr ? std::nullopt : ops.get_integer(field.value);
    if (const auto plain = number || !integer ? std::nullopt : plain_number(*field.entry, text)) {
        return std::to_string(*integer) == *plain;
    }
    const bool needs_text = !integer || !number;
    const std::string found = needs_text ? field.text() : std::string{};
    if (field.type().kind == ValueKind::text) {
        return matches_pattern(found, text);  // a FormID like 0001E003 is not a power of ten
    }
    const std::optional<double> left = integer ? std::optional(static_cast<double>(*integer)) : as_number(found);
    return left && number ? std::equal_to<>{}(*left, *number) : matches_pattern(found, text);
}

std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t at)
{
    char quote = 0;
    int depth = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (quote == 0 && depth == 0 && text.substr(at).starts_with(wanted)) {
            return at;
        }
        if (quote != 0) {
            quote = c == quote ? '\0' : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else {
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        }
    }
    return std::string_view::npos;
}

std::optional<Error> unclosed_error(std::string_view path)
{
    std::vector<std::size_t> open;  // brackets
    std::size_t quote = std::string_view::npos;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const char c = path[i];
        if (quote != std::string_view::npos) {
            quote = c == path[quote] ? std::string_view::npos : quote;
        } else if (!open.empty() && (c == '"' || c == '\'')) {
            quote = i;
        } else if (c == '[') {
            open.push_back(i);
        } else if (c == ']' && !open.empty()) {
            open.pop_back();
        }
    }
    if (open.empty() && quote == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t at = quote != std::string_view::npos ? quote : open.back();
    return Error{.code = ErrorCode::usage,
                 .message = fmt::format("the {} at character {} is not closed", path[at], at + 1),
                 .field = std::string(path),
                 .hint = path[at] == '[' ? "add a ]" : fmt::format("add another {}", path[at])};
}

std::string unquoted(std::string_view text)
{
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
        return std::string(text.substr(1, text.size() - 2));
    }
    return std::string(text);
}

bool matches_pattern(std::string_view text, std::string_view pattern)
{
    // Iterative, with one position to go back to: O(text * stars) for every pattern.
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

Result<Conditions> Conditions::parse(std::string_view text)
{
    Conditions conditions;
    for (const std::string_view whole : parts_of(text, " or ")) {
        All& all = conditions.any_.emplace_back();
        for (const std::string_view each : parts_of(whole, ",")) {
            Alternatives alternatives;
            for (const std::string_view part : parts_of(each, "|")) {
                if (!alternatives.empty() && !is_condition(part)) {  // another value of the same field
                    Condition other = alternatives.back();
                    other.value = ConditionValue(unquoted(part));
                    if (other.comparison == "!=") {  // both must be unequal
                        all.push_back({std::move(other)});
                    } else {
                        alternatives.push_back(std::move(other));
                    }
                    continue;
                }
                Result<Condition> condition = parse_one(part);
                if (!condition) {
                    return fail(condition.error());
                }
                alternatives.push_back(std::move(*condition));
            }
            all.push_back(std::move(alternatives));
        }
    }
    return conditions;
}

Status Conditions::check(const ListView& list) const
{
    for (const All& all : any_) {
        for (const Alternatives& alternatives : all) {
            for (const Condition& condition : alternatives) {
                if (std::optional<Error> unknown = unknown_name(list.child->items, condition.field)) {
                    unknown->message += " to select by";
                    return fail(std::move(*unknown));
                }
            }
        }
    }
    return {};
}

Result<bool> Conditions::matches(const RecordHandle& record) const
{
    for (const All& all : any_) {
        bool are_all_met = true;
        for (std::size_t i = 0; are_all_met && i < all.size(); ++i) {
            bool is_one_met = false;
            for (std::size_t k = 0; !is_one_met && k < all[i].size(); ++k) {
                const Result<bool> met = meets(record, all[i][k]);
                if (!met) {
                    return fail(met.error());
                }
                is_one_met = *met;
            }
            are_all_met = is_one_met;
        }
        if (are_all_met) {
            return true;
        }
    }
    return false;
}

}  // namespace redforge::edit
