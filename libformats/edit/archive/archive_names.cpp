// Names of segments, and selection of segments by name.
#include "edit/archive/archive_names.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "edit/path/conditions.hpp"
#include "model/rob.hpp"

namespace redforge::edit {
namespace {

bool is_plain(char c)
{
    return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

/// Returns the segments that one word selects.
Result<std::vector<std::size_t>> places_of(const model::Rob& rob, const std::vector<std::string>& labels,
                                           const std::string& word)
{
    std::vector<std::size_t> places;
    std::vector<std::string> found;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (matches_pattern(labels[i], word) || matches_pattern(rob.segments[i].name.view(), word)) {
            places.push_back(i);
            found.push_back(labels[i]);
        }
    }
    const bool is_pattern = word.find_first_of("*?") != std::string::npos;
    if (places.empty()) {
        const std::string_view guess = is_pattern ? std::string_view() : nearest(upper(word), labels);
        return fail({.code = ErrorCode::not_found,
                     .message = fmt::format("no segment is named {}", word),
                     .hint = guess.empty() ? fmt::format("the archive has {} segments", labels.size())
                                           : fmt::format("did you mean {}?", guess)});
    }
    if (places.size() > 1 && !is_pattern) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("{} segments are named {}", places.size(), word),
                     .hint = fmt::format("name one: {}", fmt::join(found, ", "))});
    }
    return places;
}

}  // namespace

Result<std::string> segment_name(std::string_view word)
{
    std::string name = upper(word);
    if (name.empty() || name.size() > max_segment_name || !std::ranges::all_of(name, is_plain)) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("\"{}\" is not a name for a segment", word),
                     .hint = fmt::format("1 to {} characters of A-Z 0-9 _", max_segment_name)});
    }
    return name;
}

std::vector<std::string> segment_labels(const model::Rob& rob)
{
    std::map<std::string, std::size_t> count;
    for (const model::Segment& segment : rob.segments) {
        ++count[upper(segment.name.view())];
    }
    std::vector<std::string> labels;
    for (const model::Segment& segment : rob.segments) {
        const std::string_view name = segment.name.significant();
        const Result<std::string> plain = segment_name(name);
        const bool is_own = plain && *plain == name && count[*plain] == 1;
        labels.push_back(is_own ? *plain : fmt::format("at-{:03}", labels.size()));
    }
    return labels;
}

std::string segment_type_description(std::uint16_t type)
{
    switch (static_cast<model::SegmentType>(type)) {
    case model::SegmentType::embedded: return "embedded";
    case model::SegmentType::menu: return "menu";
    case model::SegmentType::external: return "external";
    }
    return fmt::format("{}", type);
}

Result<std::vector<std::size_t>> select_segments(const model::Rob& rob, std::span<const std::string> words)
{
    const std::vector<std::string> labels = segment_labels(rob);
    std::vector<bool> chosen(labels.size(), words.empty());
    for (const std::string& word : words) {
        const Result<std::vector<std::size_t>> places = places_of(rob, labels, word);
        if (!places) {
            return fail(places.error());
        }
        for (const std::size_t place : *places) {
            chosen[place] = true;
        }
    }
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i]) {
            all.push_back(i);
        }
    }
    return all;
}

}  // namespace redforge::edit
