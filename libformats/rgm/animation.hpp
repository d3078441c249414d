// Animation commands of a Redguard map: RAGR's sixteen opcodes and their parameters.
// Sources: spec, "RAGR (Animation Groups)"; reference sheet "maps", "RAGR".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/leaf.hpp"
#include "core/record/values.hpp"

namespace redforge::rgm {

/// One parameter in the 20 bits after an opcode.
struct CommandParameter {
    std::string_view name;
    std::uint8_t bits{};
    bool is_signed{};
    std::string_view label{};
    EnumNames bits_named{};  ///< names of single bits
    std::string_view doc{};
    std::string_view index_in{};  ///< see FieldInfo

    [[nodiscard]] constexpr std::int32_t min() const { return is_signed ? -(1 << (bits - 1)) : 0; }
    [[nodiscard]] constexpr std::int32_t max() const { return (1 << (is_signed ? bits - 1 : bits)) - 1; }
};

/// An opcode: its name, and its parameters from bit 4 upwards.
class CommandKind {
public:
    static constexpr std::size_t max_parameters = 4;

    constexpr CommandKind(std::string_view its_name, std::initializer_list<CommandParameter> parameters)
        : name(its_name), count_(parameters.size())
    {
        std::copy(parameters.begin(), parameters.end(), parameters_.begin());
    }
    [[nodiscard]] constexpr std::span<const CommandParameter> parameters() const
    {
        return std::span(parameters_).first(count_);
    }

    std::string_view name;

private:
    std::array<CommandParameter, max_parameters> parameters_{};
    std::size_t count_;
};

/// Bits of Rumble. Bits 0 to 3 play an effect that depends on the actor's state. Source: reference sheet "engine
/// facts", 2.
inline constexpr std::array<EnumName, 5> rumble_bits{{
    {1, "effect_0", "Effect by the actor's state"},
    {2, "effect_1", "Effect by the actor's state"},
    {4, "effect_2", "Effect by the actor's state"},
    {8, "effect_3", "Effect by the actor's state"},
    {16, "shake_camera", "Shake the camera"},
}};

/// Bits of Transition: the conditions under which it jumps. Source: reference sheet "engine facts", 2 [guess].
inline constexpr std::array<EnumName, 6> transition_bits{{
    {1, "jump_right", "Jump right"},
    {2, "jump_left", "Jump left"},
    {4, "trigger_2", "Trigger 2"},
    {8, "trigger_3", "Trigger 3"},
    {16, "counts", "Counts"},
    {32, "unused_5", "Unused"},
}};

/// All sixteen opcodes. 6 to 10 and 12 to 14 are not in any shipped map.
inline constexpr std::array<CommandKind, 16> command_kinds{{
    {"ShowFrame", {{"frame", 20, false, "Frame, counted through all animation files of the actor"}}},
    {"EndAnimation", {{"value", 20, false, "Value"}}},
    {"GoToPrevious", {{"frame", 20, false, "Target frame", {}, "The number of a command.", "commands"}}},
    {"GoToFuture", {{"frame", 20, false, "Target frame", {}, "The number of a command.", "commands"}}},
    {"PlaySound", {{"sound", 10, true, "Sound"}, {"rate", 10, true, "Rate, added: 64 Hz each"}}},
    {"BreakPoint", {{"value", 20, false, "Value"}}},
    {"SetRotationXYZ",
     {{"x", 6, true, "About X, times 256"},
      {"y", 6, true, "About Y, times 256"},
      {"z", 6, true, "About Z, times 256"},
      {"spare", 2, false, "Spare bits"}}},
    {"SetRotationAxis", {{"axis", 2, false, "Axis: 0 X, 1 Y, 2 Z"}, {"value", 18, true, "Value"}}},
    {"SetPositionXYZ",
     {{"x", 6, true, "X, times 8"},
      {"y", 6, true, "Y, times 8"},
      {"z", 6, true, "Z, times 8"},
      {"spare", 2, false, "Spare bits"}}},
    {"SetPositionAxis", {{"axis", 2, false, "Axis: 0 X, 1 Y, 2 Z"}, {"value", 18, true, "Value"}}},
    {"ChangeAnimGroup", {{"group", 10, true, "Group"}, {"frame", 10, true, "Frame"}}},
    {"Rumble", {{"mask", 20, false, "Effects", rumble_bits, "effect_0 to effect_3 depend on the actor's state."}}},
    {"Delay", {{"value", 20, false, "Value"}}},
    {"ConditionalDelay", {{"value", 20, false, "Value"}}},
    {"LoopControl", {{"frame", 20, false, "Target frame"}}},
    {"Transition",
     {{"mask", 6, false, "Triggers", transition_bits, "The names of the bits are guesses."},
      {"start_frame", 7, false, "Start frame"},
      {"group", 7, false, "Target group"}}},
}};

/// Returns the index of a name in command_kinds, which is its opcode. Returns nullopt if there is none.
[[nodiscard]] std::optional<std::uint8_t> find_command_kind(std::string_view name);

/// Returns the names, separated by spaces.
[[nodiscard]] std::string_view command_names();

/// An opcode, displayed by name.
struct Opcode {
    std::uint8_t value{};

    friend bool operator==(const Opcode&, const Opcode&) = default;
};

/// One animation command: 24 bits, the opcode in the lowest four.
struct Command {
    Opcode op;
    // The number depends on the kind: the first two have up to 20 bits, the others up to 7. Stored compactly, because a
    // large map has millions of commands.
    std::array<I24, 2> wide{};
    std::array<std::int8_t, CommandKind::max_parameters - 2> narrow{};

    [[nodiscard]] std::int32_t parameter(std::size_t i) const
    {
        return i < wide.size() ? std::int32_t{wide[i]} : narrow[i - wide.size()];
    }
    void set_parameter(std::size_t i, std::int32_t value)
    {
        if (i < wide.size()) {
            wide[i] = value;
        } else {
            narrow[i - wide.size()] = static_cast<std::int8_t>(value);
        }
    }
    [[nodiscard]] const CommandKind& kind() const { return command_kinds[op.value & 15U]; }
    [[nodiscard]] std::uint32_t word() const;
    [[nodiscard]] static Command from_word(std::uint32_t word);
    /// Like from_word() for an existing command. Precondition: its parameters are all 0.
    void set_word(std::uint32_t word);
    /// Returns one command of each kind, for the schema.
    [[nodiscard]] static std::vector<Command> alternatives();
    [[nodiscard]] std::size_t alternative() const { return op.value & 15U; }
    friend bool operator==(const Command&, const Command&) = default;
};

inline std::uint32_t Command::word() const
{
    std::uint32_t bits = op.value & 15U;
    unsigned at = 4;
    const std::span<const CommandParameter> shapes = kind().parameters();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const std::uint32_t mask = (1U << shapes[i].bits) - 1;
        bits |= (static_cast<std::uint32_t>(parameter(i)) & mask) << at;
        at += shapes[i].bits;
    }
    return bits;
}

inline void Command::set_word(std::uint32_t word)
{
    op.value = static_cast<std::uint8_t>(word & 15U);
    unsigned at = 4;
    const std::span<const CommandParameter> shapes = kind().parameters();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const unsigned bits = shapes[i].bits;
        const std::uint32_t raw = word >> at << (32 - bits);  // shifts the field to the top of the word
        set_parameter(i, shapes[i].is_signed ? static_cast<std::int32_t>(raw) >> (32 - bits)
                                             : static_cast<std::int32_t>(raw >> (32 - bits)));
        at += bits;
    }
}

inline Command Command::from_word(std::uint32_t word)
{
    Command command;
    command.set_word(word);
    return command;
}

template <class Archive>
void serialize(Archive& ar, Command& command, unsigned /*version*/)
{
    field(ar, "op", command.op, {.label = "Command", .choices = command_names(), .always = true});
    const std::span<const CommandParameter> parameters = command.kind().parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const FieldInfo info{.label = parameters[i].label,
                             .doc = parameters[i].doc,
                             .min = parameters[i].min(),
                             .max = parameters[i].max(),
                             .enum_names = parameters[i].bits_named,
                             .flags = !parameters[i].bits_named.empty(),
                             .index_in = parameters[i].index_in};
        if (i < 2) {
            field(ar, parameters[i].name, command.wide[i], info);
        } else {
            field(ar, parameters[i].name, command.narrow[i - 2], info);
        }
    }
    if (command.kind().name == "PlaySound") {
        renamed(ar, "volume", "rate");
    }
}

}  // namespace redforge::rgm

namespace redforge {

template <>
struct Leaf<rgm::Opcode> {
    static constexpr LeafType type{ValueKind::text, 0, 0, 0, false};
    static void append(std::string& out, const rgm::Opcode& value)
    {
        out += rgm::command_kinds[value.value & 15U].name;
    }
    static bool parse(std::string_view text, rgm::Opcode& value, const FieldInfo& /*info*/, std::string& expected)
    {
        const std::optional<std::uint8_t> found = rgm::find_command_kind(text);
        if (!found) {
            expected = "one of: " + std::string(rgm::command_names());
            return false;
        }
        value.value = *found;
        return true;
    }
};

}  // namespace redforge
