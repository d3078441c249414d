// Animation commands of a Redguard map: the names of opcodes.
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

std::vector<Command> Command::alternatives()
{
    std::vector<Command> all(16);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].op.value = static_cast<std::uint8_t>(i);
    }
    return all;
}

}  // namespace redforge::rgm
