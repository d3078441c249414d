// Converts script changes to changes of lines of the public manager's text.
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "mod/manager_map_text.hpp"
#include "mod/manager_script.hpp"

namespace redforge::mod {
namespace {

/// Returns the lines of each actor. Lines before the first actor belong to actor 0.
std::vector<std::vector<MapLine>> lines_by_actor(const MapPrint& print)
{
    std::vector<std::vector<MapLine>> actors(std::max<std::size_t>(print.scripts.size(), 1));
    for (const MapLine& line : print.lines) {
        actors[line.actor].push_back(line);
    }
    return actors;
}

/// Returns the pairs of unchanged lines, in order: a longest common subsequence.
std::vector<std::pair<std::size_t, std::size_t>> common_lines(const std::vector<MapLine>& a,
                                                              const std::vector<MapLine>& b)
{
    std::size_t begin = 0;
    while (begin < a.size() && begin < b.size() && a[begin].text == b[begin].text) {
        ++begin;
    }
    std::size_t end = 0;
    while (end < a.size() - begin && end < b.size() - begin &&
           a[a.size() - 1 - end].text == b[b.size() - 1 - end].text) {
        ++end;
    }
    const std::size_t rows = a.size() - begin - end;
    const std::size_t columns = b.size() - begin - end;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < begin; ++i) {
        pairs.emplace_back(i, i);
    }
    constexpr std::size_t max_cells = 1U << 26U;
    if (rows != 0 && columns != 0 && rows <= max_cells / columns) {  // above the limit, replace all lines between
        std::vector<std::uint32_t> lengths((rows + 1) * (columns + 1));
        const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
            return lengths[row * (columns + 1) + column];
        };
        for (std::size_t row = rows; row-- > 0;) {
            for (std::size_t column = columns; column-- > 0;) {
                at(row, column) = a[begin + row].text == b[begin + column].text
                                      ? at(row + 1, column + 1) + 1
                                      : std::max(at(row + 1, column), at(row, column + 1));
            }
        }
        for (std::size_t row = 0, column = 0; row < rows && column < columns;) {
            if (a[begin + row].text == b[begin + column].text) {
                pairs.emplace_back(begin + row++, begin + column++);
            } else {
                (at(row + 1, column) >= at(row, column + 1) ? row : column) += 1;
            }
        }
    }
    for (std::size_t i = end; i-- > 0;) {
        pairs.emplace_back(a.size() - 1 - i, b.size() - 1 - i);
    }
    return pairs;
}

}  // namespace

ScriptChangeList list_script_changes(const rgm::Map& before, const rgm::Map& after, const soup::Names& names)
{
    const MapPrint old(before, names);
    const MapPrint now(after, names);
    ScriptChangeList list;
    for (std::size_t i = 0; i < now.scripts.size(); ++i) {
        const bool is_changed = i >= old.scripts.size() || old.scripts[i].text() != now.scripts[i].text();
        for (const std::string& lost : is_changed ? now.scripts[i].lost : std::set<std::string>()) {
            list.problems.push_back(fmt::format("{}: the manager cannot express {}",
                                                after.actors.records[i].header.script_name.view(), lost));
        }
    }
    const std::vector<std::vector<MapLine>> before_actors = lines_by_actor(old);
    const std::vector<std::vector<MapLine>> after_actors = lines_by_actor(now);
    if (before_actors.size() != after_actors.size()) {
        list.problems.emplace_back("the manager cannot add or remove actors");
        return list;
    }
    std::size_t first = 0;  // first line of the actor in the text of the map
    for (std::size_t actor = 0; actor < before_actors.size(); ++actor) {
        const std::vector<MapLine>& lines = before_actors[actor];
        std::vector<std::pair<std::size_t, std::size_t>> pairs = common_lines(lines, after_actors[actor]);
        pairs.emplace_back(lines.size(), after_actors[actor].size());
        std::size_t from = 0;
        std::size_t to = 0;
        for (const auto& [line, kept] : pairs) {
            for (; from < line; ++from) {
                list.text += fmt::format("  {}\t{}\n", first + from, removed_line);
            }
            for (; to < kept; ++to) {
                list.text +=
                    fmt::format("  {}\t{}\n", first + std::max<std::size_t>(line, 1) - 1, after_actors[actor][to].text);
            }
            ++from;
            ++to;
        }
        first += lines.size();
    }
    return list;
}

}  // namespace redforge::mod
