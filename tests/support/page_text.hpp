// Parts of approved pages: files as text, shortened lines, and counted reports.
#pragma once

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "support/outcome.hpp"

namespace redforge::test {

inline std::string text_of_file(const std::filesystem::path& path)
{
    const Bytes bytes = need(redforge::read_file(path));
    return std::string(as_text(bytes));
}

inline std::vector<std::string> split_lines(const std::string& text)
{
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// Returns a text as one line, with ~ for control characters. For more than 200 bytes, returns the beginning and the
/// length.
inline std::string short_line(const std::string& text)
{
    std::string line = text.size() <= 200 ? text : fmt::format("{}... ({})", text.substr(0, 180), text.size());
    for (char& c : line) {
        const auto code = static_cast<unsigned char>(c);
        c = code < 0x20 || code == 0x7F ? '~' : c;
    }
    return line;
}

/// Returns a title and the lines below it. Returns an empty text if there are no lines.
inline std::string lines_of(const std::string& title, const std::vector<std::string>& lines)
{
    std::string page = lines.empty() ? "" : title + "\n";
    for (const std::string& line : lines) {
        page += "  " + short_line(line) + "\n";
    }
    return page;
}

/// Different reports, each with the number of times that it occurred.
class ReportCounts {
public:
    void add(const std::string& report) { ++counts_[short_line(report)]; }
    [[nodiscard]] std::string page(const std::string& title) const
    {
        std::string page = title + "\n";
        for (const auto& [report, count] : counts_) {
            page += fmt::format("  {} x {}\n", count, report);
        }
        return page;
    }

private:
    std::map<std::string, std::size_t> counts_;
};

}  // namespace redforge::test
