// Animation commands of a Redguard map: names of opcodes, packing and unpacking.
#include "rgm/animation.hpp"

#include <algorithm>

namespace redforge::rgm {

std::optional<std::uint8_t> find_command_kind(std::string_view name)
{
    const auto found = std::ranges::find(command_kinds, name, &CommandKind::name);
    if (found == command_kinds.end()) {
        return std::nullopt;
    }
    return static_cast<std::uint8_t>(found - command_kinds.begin());
}

std::string_view command_names()
{
    static const std::string names = [] {
        std::string all;
        for (const CommandKind& kind : command_kinds) {
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
    const std::span<const CommandParameter> shapes = kind().parameters();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const std::uint32_t mask = (1U << shapes[i].bits) - 1;
        bits |= (static_cast<std::uint32_t>(parameters[i]) & mask) << at;
        at += shapes[i].bits;
    }
    return bits;
}

Command Command::from_word(std::uint32_t word)
{
    Command command;
    command.op.value = static_cast<std::uint8_t>(word & 15U);
    unsigned at = 4;
    const std::span<const CommandParameter> shapes = command.kind().parameters();
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const unsigned bits = shapes[i].bits;
        const std::uint32_t raw = word >> at << (32 - bits);  // the field at the top of the word
        command.parameters[i] = shapes[i].is_signed ? static_cast<std::int32_t>(raw) >> (32 - bits)
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
