// Checks of the calls in a map's scripts against the map: animation groups, locations, and markers of LoadWorld.
// Source: reference sheet "engine facts", 2 to 4.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_data.hpp"
#include "check/map_nodes.hpp"
#include "core/bytes/mapped_file.hpp"
#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "rgm/new_map.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/script_source.hpp"
#include "scene/game_folder.hpp"
#include "soup/bytecode/decoder.hpp"
#include "soup/names/names.hpp"

namespace redforge::check {
namespace {

/// A call in a script.
struct Call {
    const soup::Function* function{};
    std::optional<std::uint32_t> object;  ///< operand of the called object; nullopt for the actor itself
    std::vector<std::optional<std::int32_t>> arguments{};  ///< nullopt if the argument is not a plain number
    std::uint32_t offset{};                                ///< of the statement, in bytes
};

/// Returns the calls of functions that SOUP386.DEF names.
std::vector<Call> calls_of(const soup::Listing& listing, const soup::Names& names)
{
    using soup::OperandKind;
    std::vector<Call> calls;
    for (const soup::Statement& statement : listing.statements) {
        std::vector<std::pair<std::size_t, std::uint32_t>> open;  // calls, each with its number of missing arguments
        std::optional<std::uint32_t> object;
        const auto operands = listing.operands_of(statement);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const soup::Operand& operand = operands[i];
            if (operand.kind == OperandKind::value) {
                while (!open.empty() && open.back().second == 0) {
                    open.pop_back();
                }
                object.reset();
                if (!open.empty()) {
                    const bool is_number = operand.value == static_cast<std::uint32_t>(soup::Op::number) &&
                                           i + 1 < operands.size() && operands[i + 1].kind == OperandKind::number;
                    calls[open.back().first].arguments.push_back(
                        is_number ? std::optional(static_cast<std::int32_t>(operands[i + 1].value)) : std::nullopt);
                    --open.back().second;
                }
            } else if (operand.kind == OperandKind::object) {
                object = operand.value;
            } else if (operand.kind == OperandKind::function) {
                calls.push_back({names.function(operand.value), object, {}, statement.offset});
            } else if (operand.kind == OperandKind::count && !calls.empty()) {
                open.emplace_back(calls.size() - 1, operand.value);
            }
        }
    }
    std::erase_if(calls, [](const Call& call) { return call.function == nullptr || call.function->info == nullptr; });
    return calls;
}

/// Finds the actors that calls run on.
class CalledActors {
public:
    explicit CalledActors(const rgm::Map& map) : map_(map), player_(rgm::find_actor(map, rgm::player_actor))
    {
        const std::vector<std::string_view> names = rgm::object_names(map);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto [known, is_new] = by_name_.try_emplace(upper(names[i]), i);
            if (!is_new) {
                known->second.reset();
            }
        }
    }

    /// Returns the index of the actor. Returns nullopt if the script does not determine it, or if several actors have
    /// the name.
    [[nodiscard]] std::optional<std::size_t> find(std::size_t caller, const Call& call) const
    {
        constexpr std::uint32_t me = 0;
        constexpr std::uint32_t player = 1;
        const std::uint32_t kind = call.object.value_or(me) & 0xFFU;
        if (kind == me) {
            return caller;
        }
        if (kind == player) {
            return player_;
        }
        const rgm::Actor& actor = map_.actors.records[caller];
        const std::uint32_t string = *call.object >> 8U;
        if (kind != soup::object_string || string >= actor.strings.size()) {
            return std::nullopt;
        }
        const auto found = by_name_.find(upper(actor.strings[string].value.bytes));
        return found == by_name_.end() ? std::nullopt : found->second;
    }

private:
    const rgm::Map& map_;
    std::optional<std::size_t> player_;
    std::map<std::string, std::optional<std::size_t>> by_name_;  ///< nullopt if several actors have the name
};

/// Adds a finding for each actor whose script has calls with a fault. It names the first three of them. `fault_of`
/// describes the fault of a call, or returns an empty text.
template <class FaultOf>
void report_calls(Report& report, FaultOf fault_of)
{
    const soup::Names* const names = report.around().services.find<soup::Names>();
    if (names == nullptr) {
        return;
    }
    const rgm::Map& map = report.root_as<rgm::Map>();
    const SectionNodes nodes(report.root(), "actors");
    for (std::size_t a = 0; a < map.actors.records.size(); ++a) {
        constexpr std::size_t max_named = 3;
        std::vector<std::string> faults;
        std::set<std::string> known;
        for (const Call& call : calls_of(scripts_of_map(report)[a], *names)) {
            const std::string fault = fault_of(a, call);
            if (!fault.empty() && known.insert(fault).second && known.size() <= max_named) {
                faults.push_back(fmt::format("byte {}: {}", call.offset, fault));
            }
        }
        if (!faults.empty()) {
            report.add(
                {.node = nodes[a],
                 .member = "script",
                 .message = fmt::format("{}{}", fmt::join(faults, "; "),
                                        known.size() > max_named ? fmt::format(" and {} more", known.size() - max_named)
                                                                 : std::string())});
        }
    }
}

bool is_call_of(const Call& call, std::initializer_list<std::string_view> functions)
{
    return std::ranges::any_of(functions,
                               [&](std::string_view each) { return equals_ignore_case(call.function->name, each); });
}

std::optional<std::int32_t> argument(const Call& call, std::size_t index)
{
    return index < call.arguments.size() ? call.arguments[index] : std::nullopt;
}

/// Returns the `usable` bytes of the markers in a map file. Returns nullopt if the file is not a map.
std::optional<std::vector<std::uint8_t>> markers_in(const std::filesystem::path& path)
{
    const Result<SharedBytes> file = map_file(path);
    if (!file || !rgm::is_map(file->view())) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> usable;
    for (const rgm::FrameSection& section : rgm::read_frame(file->view()).sections) {
        constexpr std::size_t head = 4;
        constexpr std::size_t position = 12;
        if (section.tag != rgm::Marker::section || section.payload.size() < head) {
            continue;
        }
        const auto count = load_le<std::uint32_t>(section.payload.data());
        if (count > (section.payload.size() - head) / (position + 1)) {
            return std::nullopt;
        }
        for (const std::byte each : section.payload.subspan(head + position * count, count)) {
            usable.push_back(static_cast<std::uint8_t>(each));
        }
        return usable;
    }
    return usable;
}

void find_missing_script_groups(Report& report)
{
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    const CalledActors called(report.root_as<rgm::Map>());
    report_calls(report, [&](std::size_t caller, const Call& call) {
        const std::optional<std::int32_t> group =
            is_call_of(call, {"PushAnimation", "PlayAnimation"}) ? argument(call, 0) : std::nullopt;
        const auto actor = group ? called.find(caller, call) : std::nullopt;
        if (!actor || std::ranges::any_of(actors[*actor].groups,
                                          [&](const auto& each) { return std::cmp_equal(each.group_index, *group); })) {
            return std::string();
        }
        return fmt::format("{}({}): {} has no animation group {}, so the game plays {}", call.function->name, *group,
                           actors[*actor].header.script_name.view(), *group,
                           actors[*actor].groups.empty() ? "nothing" : "its default group");
    });
}

void find_missing_locations(Report& report)
{
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    const CalledActors called(report.root_as<rgm::Map>());
    report_calls(report, [&](std::size_t caller, const Call& call) {
        for (std::size_t i = 0; i < call.function->info->parameters.size(); ++i) {
            const soup::Parameter& parameter = call.function->info->parameters[i];
            const std::optional<std::int32_t> location = argument(call, i);
            if (parameter.meaning != soup::ArgumentType::location || !parameter.sure || !location) {
                continue;
            }
            const auto actor = called.find(caller, call);
            if (actor && (*location < 0 || std::cmp_greater(*location, actors[*actor].locations.size()))) {
                return fmt::format("{}({}): {} has {} besides its start, 0; where the game moves it is not defined",
                                   call.function->name, *location, actors[*actor].header.script_name.view(),
                                   plural(actors[*actor].locations.size(), "location"));
            }
        }
        return std::string();
    });
}

void find_unusable_markers(Report& report)
{
    const scene::GameFolder* const game = report.around().game;
    const soup::Names* const names = report.around().services.find<soup::Names>();
    if (game == nullptr || names == nullptr) {
        return;
    }
    const std::string own = scene::model_stem(report.around().file.filename().string());
    std::map<std::string, std::optional<std::vector<std::uint8_t>>> known;
    report_calls(report, [&](std::size_t, const Call& call) {
        const std::optional<std::int32_t> world = is_call_of(call, {"LoadWorld"}) ? argument(call, 0) : std::nullopt;
        const std::optional<std::int32_t> marker = argument(call, 1);
        const auto map = world ? names->maps.find(*world) : names->maps.end();
        if (!marker || map == names->maps.end()) {
            return std::string();
        }
        const std::string stem = scene::model_stem(map->second);
        const auto [markers, is_new] = known.try_emplace(stem);
        if (is_new && stem == own) {
            markers->second.emplace();
            for (const rgm::Marker& each : report.root_as<rgm::Map>().markers.records) {
                markers->second->push_back(each.usable);
            }
        } else if (is_new) {
            const auto path = scene::find_file(game->root, "MAPS\\" + stem + ".RGM").value_or(std::nullopt);
            markers->second = path ? markers_in(*path) : std::nullopt;
        }
        const auto& usable = markers->second;
        if (!usable || (*marker >= 0 && std::cmp_less(*marker, usable->size()) &&
                        (*usable)[static_cast<std::size_t>(*marker)] == 1)) {
            return std::string();
        }
        const bool exists = *marker >= 0 && std::cmp_less(*marker, usable->size());
        return fmt::format("LoadWorld({}, {}): {}, so the game does not put the player there", *world, *marker,
                           exists ? fmt::format("marker {} of {} is not usable", *marker, stem)
                                  : fmt::format("{} has {}, numbered from 0", stem, plural(usable->size(), "marker")));
    });
}

void find_divisions_by_zero(Report& report)
{
    using soup::OperandKind;
    const SectionNodes nodes(report.root(), "actors");
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    for (std::size_t a = 0; a < actors.size(); ++a) {
        const soup::Listing& listing = scripts_of_map(report)[a];
        for (const soup::Statement& statement : listing.statements) {
            const auto operands = listing.operands_of(statement);
            for (std::size_t i = 0; i + 2 < operands.size(); ++i) {
                if (operands[i].kind == OperandKind::op && operands[i].mode == soup::Mode::formula &&
                    operands[i].value == static_cast<std::uint32_t>(soup::Operator::divide) &&
                    operands[i + 1].kind == OperandKind::value && operands[i + 2].kind == OperandKind::number &&
                    operands[i + 2].value == 0) {
                    report.add({.node = nodes[a],
                                .member = "script",
                                .message = fmt::format("byte {}: the script divides by 0, which stops the game",
                                                       statement.offset)});
                }
            }
        }
    }
}

}  // namespace

std::span<const Check> call_checks()
{
    static constexpr Check rows[]{
        {"script-animation", Severity::warning, "A script plays an animation group that its actor does not have",
         "The game then plays the actor's default group, or nothing if the actor has no groups.", "map", "SOUP386.DEF",
         &find_missing_script_groups},
        {"script-location", Severity::warning, "A script moves an object to a location that its actor does not have",
         "Location 0 is the start of the object, 1 and more are the locations of its actor. Add a location to the "
         "actor.",
         "map", "SOUP386.DEF", &find_missing_locations},
        {"script-marker", Severity::warning, "LoadWorld to a marker that the map does not have or that is not usable",
         "The game puts the player only at a marker whose usable byte is 1.", "map", "the game's folder",
         &find_unusable_markers},
        {"division-by-zero", Severity::error, "A script divides by 0", "The processor then stops the game.", "map", "",
         &find_divisions_by_zero},
    };
    return rows;
}

}  // namespace redforge::check
