// Keeps references to the points of path grids.
#include "edit/plugin/path_grid.hpp"

#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/text/counts.hpp"

namespace redforge::edit {
namespace {

using Numbers = std::vector<std::int64_t>;

std::int64_t count_of(const RecordHandle& point)
{
    const FieldView connections = point.find_field("connections");
    return connections.entry->ops->get_integer(connections.value).value_or(0);
}

Numbers numbers_in(const FieldView& field)
{
    Numbers numbers;
    static_cast<void>(any_index(field, [&](std::int64_t number) {
        numbers.push_back(number);
        return false;
    }));
    return numbers;
}

/// Returns the number of connections of each point before a change of the list. `places`: see NewPlaces.
Numbers counts_before(const Recorder& recorder, const NodePath& node, const ChildEntry& list,
                      const Recorder::NewPlaces& places)
{
    const RecordHandle subrecord = record_at(recorder.root(), node);
    const ListView points = subrecord.list(list);
    Numbers counts(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        counts[i] = places[i] ? count_of(points.at(*places[i])) : 0;
    }
    // The removed points are in the inverse of the last removal.
    const std::vector<Operation>& made = recorder.made().operations;
    for (std::size_t back = 1; back <= 2 && back <= made.size(); ++back) {
        const Operation& operation = made[made.size() - back];
        if (operation.kind == Operation::Kind::insert && operation.node == node &&
            operation.member == subrecord.table().number_of(list)) {
            for (std::size_t i = 0; i < operation.places.size(); ++i) {
                const std::size_t place = operation.places[i];
                if (place < counts.size() && !places[place]) {
                    counts[place] = count_of(operation.records.view(points.page).at(i));
                }
            }
            break;
        }
    }
    return counts;
}

/// Follows the points of one path grid.
class GridUpdate {
public:
    GridUpdate(Recorder& recorder, const NodePath& node, const ChildEntry& list, const Recorder::NewPlaces& places)
        : recorder_(recorder), node_(node), list_(list), places_(places), other_(node)
    {
    }

    void run()
    {
        const NodePath owner(node_.begin(), node_.end() - 1);
        const RecordHandle record = record_at(recorder_.root(), owner);
        const ChildEntry& child = record.table().children[node_.back().child];
        for (std::size_t i = 0; i < record.list(child).size(); ++i) {
            const ListView subrecords = record.list(child);
            const std::string_view name = subrecords.item(i).name;
            other_.back().index = static_cast<std::uint32_t>(i);
            if (name == "path_connections") {
                connections(subrecords.at(i));
            } else if (name == "path_reference") {
                set_numbers(other_, subrecords.at(i).find_field("points"), mapped(subrecords.at(i)));
            } else if (name == "path_cells") {
                cells(subrecords.at(i));
            } else if (name == "road_connections") {
                recorder_.add_note("the connections of the road (PGRR) were not changed with its points");
            }
        }
    }

private:
    [[nodiscard]] bool is_removed(std::int64_t number) const { return is_known(number) && !place_of(number); }
    [[nodiscard]] bool is_known(std::int64_t number) const
    {
        return number >= 0 && static_cast<std::uint64_t>(number) < places_.size();
    }
    [[nodiscard]] std::optional<std::size_t> place_of(std::int64_t number) const
    {
        return places_[static_cast<std::size_t>(number)];
    }
    /// Returns the new number of a point that was not removed.
    [[nodiscard]] std::int64_t now(std::int64_t number) const
    {
        return is_known(number) ? static_cast<std::int64_t>(*place_of(number)) : number;
    }

    void report(const Status& changed)
    {
        if (!changed) {
            recorder_.add_note(
                fmt::format("a reference to points of the path grid was not changed: {}", describe(changed.error())));
        }
    }

    void set_numbers(const NodePath& node, const FieldView& field, const Numbers& numbers)
    {
        report(recorder_.set(node, *field.entry, fmt::format("{}", fmt::join(numbers, " "))));
    }

    [[nodiscard]] Numbers mapped(const RecordHandle& subrecord) const
    {
        Numbers numbers;
        for (const std::int64_t number : numbers_in(subrecord.find_field("points"))) {
            if (!is_removed(number)) {
                numbers.push_back(now(number));
            }
        }
        return numbers;
    }

    void connections(const RecordHandle& subrecord)
    {
        const Numbers counts = counts_before(recorder_, node_, list_, places_);
        const Numbers flat = numbers_in(subrecord.find_field("points"));
        if (std::accumulate(counts.begin(), counts.end(), std::int64_t{}) != static_cast<std::int64_t>(flat.size())) {
            recorder_.add_note("the connections of the path grid (PGRR) do not fit its points and were not changed");
            return;
        }
        const ListView points = record_at(recorder_.root(), node_).list(list_);
        std::vector<Numbers> by_point(points.size());
        std::size_t next = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            for (std::int64_t n = 0; n < counts[i]; ++n, ++next) {
                if (places_[i] && !is_removed(flat[next])) {
                    by_point[*places_[i]].push_back(now(flat[next]));
                }
            }
        }
        Numbers all;
        NodePath point = node_;
        point.push_back({record_at(recorder_.root(), node_).table().number_of(list_), 0});
        for (const std::optional<std::size_t>& place : places_) {
            if (place) {
                const FieldView count = points.at(*place).find_field("connections");
                point.back().index = static_cast<std::uint32_t>(*place);
                report(recorder_.set_integer(point, *count.entry, static_cast<std::int64_t>(by_point[*place].size())));
            }
        }
        for (const Numbers& each : by_point) {
            all.insert(all.end(), each.begin(), each.end());
        }
        set_numbers(other_, subrecord.find_field("points"), all);
        recorder_.add_note("the connections of the path grid were renumbered with its points");
    }

    void cells(const RecordHandle& subrecord)
    {
        const ListView list = subrecord.find_list("connections");
        NodePath connection = other_;
        connection.push_back({subrecord.table().number_of(*list.child), 0});
        std::vector<std::size_t> removed;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const FieldView point = list.at(i).find_field("point");
            const std::int64_t number = point.entry->ops->get_integer(point.value).value_or(-1);
            connection.back().index = static_cast<std::uint32_t>(i);
            if (is_removed(number)) {
                removed.push_back(i);
            } else {
                report(recorder_.set_integer(connection, *point.entry, now(number)));
            }
        }
        if (!removed.empty()) {
            recorder_.erase(other_, *list.child, std::move(removed));
        }
    }

    Recorder& recorder_;
    const NodePath node_;
    const ChildEntry& list_;
    const Recorder::NewPlaces& places_;
    NodePath other_;  ///< of the subrecord that is being updated
};

}  // namespace

bool is_path_points(const ChildEntry& list)
{
    return list.name == "points" && list.items.size() == 1 && list.items.front().name == "point" &&
           list.items.front().type->tables.front().find_field("connections") != nullptr;
}

void follow_path_points(Recorder& recorder, const NodePath& node, const ChildEntry& list,
                        const Recorder::NewPlaces& places)
{
    if (!node.empty() && is_path_points(list)) {
        GridUpdate(recorder, node, list, places).run();
    }
}

std::optional<PathGridProblem> find_path_grid_problem(const ListView& subrecords)
{
    std::int64_t connections = 0;
    std::int64_t points = -1;
    for (std::size_t i = 0; i < subrecords.size(); ++i) {
        if (subrecords.item(i).name == "path_points") {
            const ListView list = subrecords.at(i).find_list("points");
            points = static_cast<std::int64_t>(list.size());
            for (std::size_t k = 0; k < list.size(); ++k) {
                connections += count_of(list.at(k));
            }
        }
    }
    if (points < 0) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < subrecords.size(); ++i) {
        const std::string_view name = subrecords.item(i).name;
        const RecordHandle subrecord = subrecords.at(i);
        Numbers numbers;
        std::string member = "points";
        if (name == "path_connections" || name == "path_reference") {
            numbers = numbers_in(subrecord.find_field("points"));
        } else if (name == "path_cells") {
            member = "connections";
            const ListView list = subrecord.find_list(member);
            for (std::size_t k = 0; k < list.size(); ++k) {
                numbers.push_back(numbers_in(list.at(k).find_field("point")).front());
            }
        }
        for (const std::int64_t number : numbers) {
            if (number < 0 || number >= points) {
                return PathGridProblem{i, member,
                                       fmt::format("point {}; the path grid has {}", number,
                                                   plural(static_cast<std::size_t>(points), "point"))};
            }
        }
        const std::int64_t found = name == "road_connections"
                                       ? static_cast<std::int64_t>(subrecord.find_list("points").size())
                                       : static_cast<std::int64_t>(numbers.size());
        if ((name == "path_connections" || name == "road_connections") && found != connections) {
            return PathGridProblem{i, member,
                                   fmt::format("{}; the counts of the points give {}",
                                               plural(static_cast<std::size_t>(found), "connection"), connections)};
        }
    }
    return std::nullopt;
}

}  // namespace redforge::edit
