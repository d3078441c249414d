// How an Error reads to a person.
#include "core/error.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/shown_text.hpp"

namespace redforge {
namespace {

constexpr std::size_t longest_path = 200;

}  // namespace

std::string describe(const Error& error)
{
    std::string text = shown_text(error.file);
    if (error.line != 0) {
        text += fmt::format("{}{}", text.empty() ? "line " : ":", error.line);
        text += error.column != 0 ? fmt::format(":{}", error.column) : "";
    }
    if (error.offset) {
        text += fmt::format("{}byte {} (0x{:X})", text.empty() ? "" : ": ", *error.offset, *error.offset);
    }
    std::string place = error.section;
    if (error.record) {
        place += fmt::format("{}record {}", place.empty() ? "" : " ", *error.record);
    }
    if (!error.field.empty()) {
        place += (place.empty() ? "" : ", ") + shortened(error.field, longest_path);
    }
    for (const std::string& part : {place, shortened_message(error.message)}) {
        if (!part.empty()) {
            text += (text.empty() ? "" : ": ") + part;
        }
    }
    if (!error.hint.empty()) {
        text += fmt::format("; {}", shortened_message(error.hint));
    }
    return text;
}

std::string_view code_name(ErrorCode code)
{
    static constexpr std::array<std::string_view, 12> names{"io",           "truncated", "malformed",   "out_of_range",
                                                            "unknown_name", "mismatch",  "unsupported", "usage",
                                                            "exists",       "cancelled", "changed",     "not_found"};
    return names.at(static_cast<std::size_t>(code));
}

std::size_t edit_distance(std::string_view a, std::string_view b)
{
    // Names are short; a hostile one is not worth a quadratic table.
    constexpr std::size_t longest = 64;
    a = a.substr(0, longest);
    b = b.substr(0, longest);
    std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            cost[i][j] = std::min(
                {cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
            }
        }
    }
    return cost[a.size()][b.size()];
}

}  // namespace redforge
