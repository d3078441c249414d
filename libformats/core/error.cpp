// Formats an Error for the user.
#include "core/error.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/text/display_text.hpp"

namespace redforge {
namespace {

constexpr std::size_t max_path = 200;

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
        place += (place.empty() ? "" : ", ") + shortened(error.field, max_path);
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
    a = a.substr(0, max_compared_name);
    b = b.substr(0, max_compared_name);
    // Skip the common prefix and suffix: they need no edits.
    while (!a.empty() && !b.empty() && a.front() == b.front()) {
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    while (!a.empty() && !b.empty() && a.back() == b.back()) {
        a.remove_suffix(1);
        b.remove_suffix(1);
    }
    // Rows for the current character of `a` and the two before it. They are 8-bit and not initialised for speed,
    // because thousands of names are compared.
    std::array<std::array<std::uint8_t, max_compared_name + 1>, 3>
        rows;  // NOLINT(*member-init*): each is written before it is read
    for (std::size_t i = 0; i <= a.size(); ++i) {
        auto& row = rows[i % 3];
        const auto& before = rows[(i + 2) % 3];
        const auto& before_that = rows[(i + 1) % 3];
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                row[j] = static_cast<std::uint8_t>(i + j);
                continue;
            }
            row[j] = static_cast<std::uint8_t>(
                std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)}));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = static_cast<std::uint8_t>(std::min<int>(row[j], before_that[j - 2] + 1));
            }
        }
    }
    return rows[a.size() % 3][b.size()];
}

}  // namespace redforge
