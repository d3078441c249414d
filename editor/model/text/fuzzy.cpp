// Scores names that contain the letters of a query in order.
#include "editor/model/text/fuzzy.hpp"

#include <algorithm>
#include <utility>

#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"

namespace redforge::editor {
namespace {

constexpr int letter_score = 1;
constexpr int word_start_score = 8;
constexpr int consecutive_score = 9;
constexpr int impossible = -1;

}  // namespace

std::optional<int> fuzzy_score(std::string_view query, std::string_view name)
{
    std::string letters = lower(query);
    std::erase_if(letters, [](char c) { return c == ' '; });
    // best[i]: best score for the letters so far if name[i] is the last of them.
    std::vector<int> best(name.size(), impossible);
    for (std::size_t l = 0; l < letters.size(); ++l) {
        std::vector<int> next(name.size(), impossible);
        int before = l == 0 ? 0 : impossible;  // best score that ends before name[i]
        for (std::size_t i = 0; i < name.size(); ++i) {
            const int series =
                l > 0 && i > 0 && best[i - 1] != impossible ? best[i - 1] + consecutive_score : impossible;
            const int base = std::max(before, series);
            if (base != impossible && to_lower(name[i]) == letters[l]) {
                const bool begins = i == 0 || !(is_letter(name[i - 1]) || is_digit(name[i - 1]));
                next[i] = base + letter_score + (begins ? word_start_score : 0);
            }
            if (l > 0) {
                before = std::max(before, best[i]);
            }
        }
        best = std::move(next);
    }
    const int found = letters.empty() ? 0 : best.empty() ? impossible : std::ranges::max(best);
    return found == impossible ? std::nullopt : std::optional(found);
}

std::vector<std::size_t> fuzzy_ranked(std::string_view query, std::span<const std::string> names)
{
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (const std::optional<int> score = fuzzy_score(query, names[i])) {
            found.emplace_back(*score, i);
        }
    }
    std::ranges::stable_sort(found, std::ranges::greater{}, &std::pair<int, std::size_t>::first);
    std::vector<std::size_t> ranked;
    for (const auto& each : found) {
        ranked.push_back(each.second);
    }
    return ranked;
}

}  // namespace redforge::editor
