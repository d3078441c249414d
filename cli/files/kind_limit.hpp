// Limits the output of `check` and `script check`: the first findings of each kind in a file, and the number of the
// others.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "check/check.hpp"
#include "cli/line/console.hpp"
#include "core/text/display_text.hpp"

namespace redforge::cli {

class KindLimit {
public:
    static constexpr std::size_t max_findings = check::max_listed_findings;

    explicit KindLimit(bool all) : shows_all_(all) {}

    /// Counts a finding of a file. Returns true if it is to be printed.
    bool take(const std::string& file, std::string_view kind)
    {
        return ++counts_[{file, std::string(kind)}] <= max_findings || shows_all_;
    }

    /// Prints the number of findings that were not printed.
    void print_omitted_count() const
    {
        for (const auto& [place, count] : counts_) {
            if (count > max_findings && !shows_all_) {
                print_message(fmt::format("{}: {} more [{}]; use --all to list them", shown_text(place.first),
                                          count - max_findings, place.second));
            }
        }
    }

private:
    bool shows_all_;
    std::map<std::pair<std::string, std::string>, std::size_t> counts_;
};

}  // namespace redforge::cli
