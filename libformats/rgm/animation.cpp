// Animation commands of a Redguard map: the table of opcodes, packing and unpacking.
#include "rgm/animation.hpp"

#include <algorithm>

namespace redforge::rgm {

const std::array<CommandKind, 16>& command_kinds()
{
    static const std::array<CommandKind, 16> kinds{{
        {"ShowFrame", {{"frame", 20, false, "Frame, over the actor's animation files laid end to end"}}},
        {"EndAnimation", {{"value", 20, false, "Value"}}},
        {"GoToPrevious", {{"frame", 20, false, "Target frame"}}},
        {"GoToFuture", {{"frame", 20, false, "Target frame"}}},
        {"PlaySound", {{"sound", 10, true, "Sound"}, {"volume", 10, true, "Volume"}}},
        {"BreakPoint", {{"value", 20, false, "Value"}}},
        {"SetRotationXYZ",
         {{"x", 6, true, "About X"},
          {"y", 6, true, "About Y"},
          {"z", 6, true, "About Z"},
          {"spare", 2, false, "Spare bits"}}},
        {"SetRotationAxis", {{"axis", 2, false, "Axis"}, {"value", 18, true, "Value"}}},
        {"SetPositionXYZ",
         {{"x", 6, true, "X"}, {"y", 6, true, "Y"}, {"z", 6, true, "Z"}, {"spare", 2, false, "Spare bits"}}},
        {"SetPositionAxis", {{"axis", 2, false, "Axis"}, {"value", 18, true, "Value"}}},
        {"ChangeAnimGroup", {{"group", 10, true, "Group"}, {"frame", 10, true, "Frame"}}},
        {"Rumble", {{"mask", 20, false, "Bit mask"}}},
        {"Delay", {{"value", 20, false, "Value"}}},
        {"ConditionalDelay", {{"value", 20, false, "Value"}}},
        {"LoopControl", {{"frame", 20, false, "Target frame"}}},
        {"Transition",
         {{"mask", 6, false, "Trigger mask"},
          {"start_frame", 7, false, "Start frame"},
          {"group", 7, false, "Target group"}}},
    }};
    return kinds;
}

std::optional<std::uint8_t> find_command_kind(std::string_view name)
{
    const auto& kinds = command_kinds();
    const auto found = std::ranges::find(kinds, name, &CommandKind::name);
    if (found == kinds.end()) {
        return std::nullopt;
    }
    return static_cast<std::uint8_t>(found - kinds.begin());
}

std::string_view command_names()
{
    static const std::string names = [] {
        std::string all;
        for (const CommandKind& kind : command_kinds()) {
            all += all.empty() ? "" : " ";
            all += kind.name;
        }
        return all;
    }();
    return names;
}

std::uint32_t Command::word() const
{
    std::uint32_t bits = op.value & 15U;
    unsigned at = 4;
    const std::vector<CommandParameter>& kinds = command_kinds()[op.value & 15U].parameters;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const std::uint32_t mask = (1U << kinds[i].bits) - 1;
        bits |= (static_cast<std::uint32_t>(parameters[i]) & mask) << at;
        at += kinds[i].bits;
    }
    return bits;
}

Command Command::from_word(std::uint32_t word)
{
    Command command;
    command.op.value = static_cast<std::uint8_t>(word & 15U);
    unsigned at = 4;
    const std::vector<CommandParameter>& kinds = command_kinds()[command.op.value].parameters;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const unsigned bits = kinds[i].bits;
        const std::uint32_t raw = word >> at << (32 - bits);  // the field at the top of the word
        command.parameters[i] = kinds[i].is_signed ? static_cast<std::int32_t>(raw) >> (32 - bits)
                                                   : static_cast<std::int32_t>(raw >> (32 - bits));
        at += bits;
    }
    return command;
}

std::vector<Command> Command::alternatives()
{
    std::vector<Command> all(16);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].op.value = static_cast<std::uint8_t>(i);
    }
    return all;
}

}  // namespace redforge::rgm
