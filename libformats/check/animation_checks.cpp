// Checks of the animation groups of a map's actors. Source: reference sheet "engine facts", 2.
#include <algorithm>
#include <numeric>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_nodes.hpp"
#include "core/text/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/object.hpp"

namespace redforge::check {
namespace {

/// Adds one finding for each actor that has groups with a fault. It names the first three of them. `fault_of` describes
/// the fault of a group, or returns an empty text.
template <class FaultOf>
void report_groups(Report& report, FaultOf fault_of)
{
    constexpr std::size_t max_named = 3;
    const SectionNodes nodes(report.root(), "actors");
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    for (std::size_t a = 0; a < actors.size(); ++a) {
        std::vector<std::string> faults;
        std::size_t count = 0;
        for (const rgm::AnimationGroup& group : actors[a].groups) {
            if (const std::string fault = fault_of(actors[a], group); !fault.empty() && ++count <= max_named) {
                faults.push_back(fmt::format("group {}: {}", group.group_index, fault));
            }
        }
        if (count > 0) {
            report.add(
                {.node = nodes[a],
                 .member = "groups",
                 .message =
                     fmt::format("animations of {}: {}{}", actors[a].header.script_name.view(), fmt::join(faults, "; "),
                                 count > max_named ? fmt::format(" and {} more group{}", count - max_named,
                                                                 count - max_named == 1 ? "" : "s")
                                                   : std::string())});
        }
    }
}

bool has_group(const rgm::Actor& actor, std::int32_t index)
{
    return std::ranges::any_of(actor.groups, [index](const auto& each) { return each.group_index == index; });
}

/// Returns the reason why a group does not play to an end, assuming that no other group is requested. Returns an empty
/// text if it plays to an end.
std::string flow_fault(const rgm::AnimationGroup& group)
{
    for (std::size_t i = 0; i < group.commands.size(); ++i) {
        const rgm::Command& command = group.commands[i];
        const std::string_view name = command.kind().name;
        if ((name == "GoToPrevious" || name == "GoToFuture") &&
            static_cast<std::size_t>(command.parameter(0)) >= group.commands.size()) {
            return fmt::format("command {} ({}) jumps to {}, after the last command, {}", i, name, command.parameter(0),
                               group.commands.size() - 1);
        }
    }
    std::set<std::size_t> since_frame;  // commands that ran since the last frame
    std::set<std::size_t> shown;
    for (std::size_t at = 0; at < group.commands.size();) {
        const rgm::Command& command = group.commands[at];
        const std::string_view name = command.kind().name;
        if (!since_frame.insert(at).second) {
            return fmt::format("its commands from {} jump in a circle without ShowFrame, so the game hangs", at);
        }
        if (name == "EndAnimation" || name == "ChangeAnimGroup") {
            return {};
        }
        if (name == "ShowFrame") {
            if (!shown.insert(at).second) {
                return {};  // the group repeats at an earlier ShowFrame: no endless loop
            }
            since_frame.clear();
        }
        at = name == "GoToPrevious" ? static_cast<std::size_t>(command.parameter(0)) : at + 1;
    }
    return group.commands.empty() ? "it has no commands" : "it runs past its last command: EndAnimation is missing";
}

void find_endless_animations(Report& report)
{
    report_groups(report, [](const rgm::Actor&, const rgm::AnimationGroup& group) { return flow_fault(group); });
}

void find_wrong_animation_numbers(Report& report)
{
    report_groups(report, [](const rgm::Actor&, const rgm::AnimationGroup& group) {
        return group.group_index > 177 ? "the highest number of a group is 177" : std::string();
    });
}

void find_animation_frames(Report& report)
{
    report_groups(report, [](const rgm::Actor& actor, const rgm::AnimationGroup& group) {
        const std::int32_t frames =
            std::accumulate(actor.animation_files.begin(), actor.animation_files.end(), std::int32_t{0},
                            [](std::int32_t sum, const rgm::AnimationFile& file) { return sum + file.frame_count; });
        const auto beyond = std::ranges::find_if(group.commands, [frames](const rgm::Command& command) {
            return command.kind().name == "ShowFrame" && command.parameter(0) >= frames;
        });
        return beyond == group.commands.end() || actor.animation_files.empty()
                   ? std::string()
                   : fmt::format("command {} shows frame {}, but the actor's files have {} frame{}",
                                 beyond - group.commands.begin(), beyond->parameter(0), frames, frames == 1 ? "" : "s");
    });
}

void find_missing_animation_targets(Report& report)
{
    report_groups(report, [](const rgm::Actor& actor, const rgm::AnimationGroup& group) {
        for (std::size_t i = 0; i < group.commands.size(); ++i) {
            const rgm::Command& command = group.commands[i];
            const std::string_view name = command.kind().name;
            const std::int32_t target = command.parameter(name == "Transition" ? 2 : 0);
            if ((name == "Transition" || name == "ChangeAnimGroup") && !has_group(actor, target)) {
                return fmt::format("command {} ({}) asks for group {}, which the actor does not have", i, name, target);
            }
        }
        return std::string();
    });
    std::set<std::string> placed;
    for (const rgm::Object& object : report.root_as<rgm::Map>().objects.records) {
        placed.insert(upper(object.script_name.view()));
    }
    const SectionNodes nodes(report.root(), "actors");
    const auto& actors = report.root_as<rgm::Map>().actors.records;
    for (std::size_t a = 0; a < actors.size(); ++a) {
        const std::string_view name = actors[a].header.script_name.view();
        if (!actors[a].groups.empty() && !has_group(actors[a], 0) && placed.contains(upper(name))) {
            report.add({.node = nodes[a],
                        .member = "groups",
                        .message = fmt::format("{} has no animation group 0, which the game plays first", name)});
        }
    }
}

void find_animation_delays(Report& report)
{
    report_groups(report, [](const rgm::Actor&, const rgm::AnimationGroup& group) {
        const auto frames = std::ranges::count_if(group.commands, [](const rgm::Command& command) {
            return command.kind().name == "ShowFrame";
        });
        const int low_byte = group.anim_id & 0xFF;
        const int updates = low_byte == 0 ? 256 : low_byte;
        if (group.anim_id > 0xFF && group.anim_id != updates) {
            return fmt::format("the game takes the frame delay {} as {}", group.anim_id, updates);
        }
        return group.anim_id == 0 && frames > 1 ? "the frame delay is 0, so each frame stays for 256 updates (21 s)"
                                                : std::string();
    });
}

}  // namespace

std::span<const Check> animation_checks()
{
    static constexpr Check rows[]{
        {"animation-number", Severity::error, "An animation group with a number above 177",
         "The game checks the number when it loads the map, and stops.", "map", "", &find_wrong_animation_numbers},
        {"animation-flow", Severity::warning, "An animation group that does not end, or jumps past its end",
         "The game runs the commands of a group until one shows a frame. A loop without ShowFrame never ends, so the "
         "game hangs. After the last command, the game reads bytes of another group. End a group with EndAnimation, or "
         "with GoToPrevious to a command before a ShowFrame.",
         "map", "", &find_endless_animations},
        {"animation-frame", Severity::warning, "An animation shows a frame that its models do not have",
         "Frames are counted over the actor's animation files, in their order, from 0.", "map", "",
         &find_animation_frames},
        {"animation-target", Severity::warning, "An animation requests a group that the actor does not have",
         "The game then plays the actor's default group, or nothing. The game requests group 0 when it loads the map, "
         "so each placed actor with animations needs it.",
         "map", "", &find_missing_animation_targets},
        {"animation-delay", Severity::warning, "An animation with a frame delay of 0 or above 255",
         "The game uses the lowest byte of the delay, in updates of 1/12 second. It counts 0 as 256 updates.", "map",
         "", &find_animation_delays},
    };
    return rows;
}

}  // namespace redforge::check
