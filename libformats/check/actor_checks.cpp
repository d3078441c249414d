// Checks of a map's actors: order, instances, strings, and parts that are kept as bytes.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_data.hpp"
#include "check/map_nodes.hpp"
#include "check/map_order.hpp"
#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"
#include "core/text/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/new_map.hpp"
#include "rgm/object.hpp"
#include "rgm/script_source.hpp"
#include "soup/bytecode/decoder.hpp"

namespace redforge::check {
namespace {

bool is_first_actor(std::string_view name)
{
    return std::ranges::any_of(rgm::first_actors,
                               [name](std::string_view each) { return equals_ignore_case(each, name); });
}

/// Moves the first actors to the places that the game expects.
Status move_first_actors(edit::Recorder& recorder)
{
    const SectionNodes nodes(recorder.root(), "actors");
    const RecordHandle section = edit::record_at(recorder.root(), nodes.section());
    const ChildEntry& child = section.table().children[nodes[0].back().child];
    for (std::size_t to = 0; to < rgm::first_actors.size(); ++to) {
        const ListView list = edit::record_at(recorder.root(), nodes.section()).list(child);
        for (std::size_t from = to; from < list.size(); ++from) {
            if (equals_ignore_case(list.at(from).find_field("script_name").text(), rgm::first_actors.at(to))) {
                if (from != to) {
                    recorder.move(nodes.section(), child, from, to);
                }
                break;
            }
        }
    }
    return {};
}

void find_raw_parts(Report& report)
{
    const rgm::Map& map = report.root_as<rgm::Map>();
    const RecordHandle& root = report.root();
    const auto bytes_of = [](std::string_view what, const Bytes& data) {
        return fmt::format("{} is kept as {}", what, plural(data.size(), "byte"));
    };
    const SectionNodes nodes(root, "actors");
    for (std::size_t a = 0; a < map.actors.records.size(); ++a) {
        const rgm::Actor& actor = map.actors.records[a];
        for (std::size_t p = 0; p < actor.raw_parts.size(); ++p) {
            report.add({.node = node_below(root, nodes[a], "raw_parts", p),
                        .message = bytes_of(fmt::format("the part of {} in {}", actor.header.script_name.view(),
                                                        actor.raw_parts[p].section.view()),
                                            actor.raw_parts[p].data)});
        }
    }
    for (std::size_t i = 0; i < map.raw_sections.size(); ++i) {
        report.add(
            {.node = node_below(root, {}, "raw_sections", i),
             .message = bytes_of(fmt::format("section {}", map.raw_sections[i].tag.view()), map.raw_sections[i].data)});
    }
    if (!map.trailing.empty()) {
        report.add({.member = "trailing", .message = bytes_of("the data after END", map.trailing)});
    }
}

void find_actor_order(Report& report)
{
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    const SectionNodes nodes(report.root(), "actors");
    std::vector<std::pair<std::size_t, std::size_t>> misplaced;  // actual place, expected place
    std::size_t missing = 0;
    for (std::size_t i = 0; i < rgm::first_actors.size(); ++i) {
        const auto named = [i](const rgm::Actor& actor) {
            return equals_ignore_case(actor.header.script_name.view(), rgm::first_actors.at(i));
        };
        if (i < actors.size() && named(actors[i])) {
            continue;
        }
        const auto found = std::ranges::find_if(actors, named);
        missing += found == actors.end() ? 1U : 0U;
        if (found != actors.end()) {
            misplaced.emplace_back(static_cast<std::size_t>(found - actors.begin()), i);
        }
    }
    if (missing == rgm::first_actors.size()) {
        return;  // the map was created without the first actors
    }
    std::vector<std::pair<std::string_view, std::size_t>> absent;
    std::vector<std::string> names;  // of the absent actors
    for (std::size_t i = 0; i < rgm::first_actors.size() && missing > 0; ++i) {
        if (std::ranges::none_of(actors, [i](const rgm::Actor& actor) {
                return equals_ignore_case(actor.header.script_name.view(), rgm::first_actors.at(i));
            })) {
            absent.emplace_back(rgm::first_actors.at(i), i);
            names.emplace_back(rgm::first_actors.at(i));
        }
    }
    if (!absent.empty()) {
        constexpr std::size_t max_named = 3;
        report.add({.node = nodes.section(),
                    .message = absent.size() == 1 ? fmt::format("actor {} is missing; its place is {}",
                                                                absent.front().first, absent.front().second)
                                                  : fmt::format("{} of the first 24 actors are missing: {}",
                                                                absent.size(), join_abbreviated(names, max_named))});
    }
    bool is_first = true;
    for (const auto& [at, place] : misplaced) {
        // move_first_actors() moves all of them, so only the first finding has a fix.
        const bool fixes = missing == 0 && is_first;
        report.add({.node = nodes[at],
                    .message = fmt::format("{} is at {}; its place is {}", rgm::first_actors.at(place), at, place),
                    .fix = fixes ? Fix(&move_first_actors) : Fix{},
                    .reorders = true});
        is_first = false;
    }
}

void find_actors_without_objects(Report& report)
{
    std::set<std::string> placed;
    for (const rgm::Object& object : report.root_as<rgm::Map>().objects.records) {
        placed.insert(upper(object.script_name.view()));
    }
    const SectionNodes nodes(report.root(), "actors");
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    for (std::size_t i = 0; i < actors.size(); ++i) {
        const std::string_view name = actors[i].header.script_name.view();
        const bool has_object = placed.contains(upper(name));
        if (has_object && actors[i].header.instances == 0) {
            report.add({.node = nodes[i],
                        .member = "instances",
                        .message = fmt::format("{} has objects, but 0 instances: they have no variables", name)});
        } else if (!has_object && !is_first_actor(name)) {
            report.add({.node = nodes[i], .message = fmt::format("no object is an instance of {}", name)});
        }
    }
}

void find_unused_strings(Report& report)
{
    const SectionNodes nodes(report.root(), "actors");
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    for (std::size_t a = 0; a < actors.size(); ++a) {
        const rgm::Actor& actor = actors[a];
        if (actor.strings.size() == 0) {
            continue;
        }
        std::vector<bool> used(actor.strings.size());
        for (const soup::Operand& operand : scripts_of_map(report)[a].operands) {
            if (operand.kind == soup::OperandKind::string && operand.value < used.size()) {
                used[operand.value] = true;
            }
        }
        // Report once per actor: the game's own actors have hundreds of unused strings.
        constexpr std::size_t max_named = 3;
        std::vector<std::string> places;
        std::size_t unused = 0;
        for (std::size_t s = 0; s < used.size(); ++s) {
            if (!used[s] && ++unused <= max_named) {
                places.push_back(
                    fmt::format("[{}] \"{}\"", s, shortened(shown_text(actor.strings[s].value.bytes), 24)));
            }
        }
        if (unused > 0) {
            const std::string which = unused < used.size()
                                          ? fmt::format("does not use {} of its {} strings", unused, used.size())
                                      : unused > 1 ? fmt::format("uses none of its {} strings", unused)
                                                   : "does not use its string";
            report.add({.node = nodes[a],
                        .member = "strings",
                        .message = fmt::format("the script of {} {}: {}{}", actor.header.script_name.view(), which,
                                               fmt::join(places, ", "),
                                               unused > max_named ? fmt::format(" and {} more", unused - max_named)
                                                                  : std::string())});
        }
    }
}

}  // namespace

std::span<const Check> actor_checks()
{
    static constexpr Check rows[]{
        {"kept-as-bytes", Severity::note, "A part that is kept as bytes",
         "The part does not fit its known layout, so Redforge writes it back unchanged. Edits of other parts do not "
         "update it: a record that it names by number may be another one after the edit.",
         "map", "", &find_raw_parts},
        {"first-actors", Severity::error, "One of the first 24 actors is missing or in another place",
         "The first 24 actors are the same in every map of the game, from MAPCOUNT to DEBUG, and the game depends on "
         "their places. If the map has all of them, the fix moves them to their places.",
         "map", "", &find_actor_order},
        {"unplaced-actor", Severity::note, "An actor without instances",
         "No object of the map is an instance of the actor, so its script does not run. The first 24 actors, which "
         "every map needs, are not reported.",
         "map", "", &find_actors_without_objects},
        {"unused-string", Severity::note, "Strings that their script does not use",
         "No statement of the actor's script names these strings. The message counts them and quotes the first three.",
         "map", "", &find_unused_strings},
    };
    return rows;
}

}  // namespace redforge::check
