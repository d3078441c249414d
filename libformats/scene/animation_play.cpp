// Runs the commands of animation groups.
#include "scene/animation_play.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "scene/placement.hpp"

namespace redforge::scene {
namespace {

/// Formats a command: "PlaySound 12"
std::string format_command(const rgm::Command& command)
{
    std::string words(command.kind().name);
    for (std::size_t i = 0; i < command.kind().parameters().size(); ++i) {
        words += fmt::format("{}{}", i == 0 ? " " : ", ", command.parameter(i));
    }
    return words;
}

/// Returns the file and the frame in it, for a frame number across all files. `model` is empty if there is none.
AnimationPicture animation_picture(const rgm::Actor& actor, std::uint32_t number, std::size_t command)
{
    AnimationPicture picture{
        .model = {}, .extension = {}, .frame = number, .number = number, .command = command, .actions = {}};
    for (const rgm::AnimationFile& file : actor.animation_files) {
        if (picture.frame < file.frame_count) {
            const std::string_view path = file.file_path.bytes;
            const std::string_view name = path.substr(path.find_last_of("\\/") + 1);
            picture.model = model_stem(name);
            picture.extension = ".3DC";  // whatever the path says: see redguard-retail-facts 2 "RAAN"
            return picture;
        }
        picture.frame -= file.frame_count;
    }
    return picture;
}

/// Returns null if the actor does not have the group.
const rgm::AnimationGroup* find_group(const rgm::Actor& actor, std::int32_t number)
{
    const auto found = std::ranges::find_if(actor.groups, [number](const rgm::AnimationGroup& each) {
        return each.group_index == number;
    });
    return found == actor.groups.end() ? nullptr : &*found;
}

std::int32_t default_group(const rgm::Actor& actor)
{
    constexpr std::uint8_t idle_group = 44;
    const auto found = std::ranges::find(actor.attributes, idle_group, &rgm::Attribute::index);
    return found == actor.attributes.end() ? 0 : found->value;
}

}  // namespace

AnimationRun run_of(const rgm::Actor& actor, const rgm::AnimationGroup& group)
{
    const int delay = group.anim_id & 0xFF;
    AnimationRun run;
    run.end = "ends";
    run.updates = delay == 0 ? 256 : delay;
    std::map<std::size_t, std::size_t> seen;  // number of pictures before each visited command, by command
    std::vector<std::string> actions;
    for (std::size_t at = 0; at < group.commands.size();) {
        const auto [known, is_new] = seen.try_emplace(at, run.pictures.size());
        if (!is_new) {
            run.repeat_from = known->second < run.pictures.size() ? known->second : 0;
            run.repeats = true;
            run.end = fmt::format("goes back to command {}", at);
            return run;
        }
        const rgm::Command& command = group.commands[at];
        const std::string_view name = command.kind().name;
        if (name == "EndAnimation") {
            return run;
        }
        if (name == "ChangeAnimGroup") {
            run.next_group = command.parameter(0);
            run.end = fmt::format("continues with group {}", command.parameter(0));
            return run;
        }
        if (name == "GoToPrevious") {
            const auto target = static_cast<std::size_t>(command.parameter(0));
            at = target < at ? target : at + 1;
            continue;
        }
        if (name == "ShowFrame") {
            run.pictures.push_back(animation_picture(actor, static_cast<std::uint32_t>(command.parameter(0)), at));
            run.pictures.back().actions = std::exchange(actions, {});  // the actions before this command
        } else if (name != "GoToFuture" && name != "Transition" && name != "BreakPoint") {
            actions.push_back(format_command(command));
        }
        ++at;
    }
    return run;
}

IdleAnimation idle_animation(const rgm::Actor& actor)
{
    IdleAnimation idle;
    std::map<std::int32_t, std::size_t> begun;  // number of pictures before each group that was played
    std::int32_t number = 0;
    while (true) {
        const rgm::AnimationGroup* group = find_group(actor, number);
        group = group != nullptr ? group : find_group(actor, default_group(actor));
        if (group == nullptr) {
            break;
        }
        const auto [known, is_new] = begun.try_emplace(group->group_index, idle.pictures.size());
        if (!is_new) {
            idle.repeat_from = known->second;
            break;
        }
        AnimationRun run = run_of(actor, *group);
        for (AnimationPicture& picture : run.pictures) {
            idle.pictures.push_back({std::move(picture), run.updates});
        }
        if (run.repeats) {
            idle.repeat_from = known->second + run.repeat_from;
            break;
        }
        number = run.next_group.value_or(default_group(actor));
    }
    // The last picture stays if the repeated groups show none.
    if (!idle.pictures.empty()) {
        idle.repeat_from = std::min(idle.repeat_from, idle.pictures.size() - 1);
    }
    return idle;
}

}  // namespace redforge::scene
