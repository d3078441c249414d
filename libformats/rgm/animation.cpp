// Names of the animation opcodes.
#include "rgm/animation.hpp"

#include <algorithm>

namespace redforge::rgm {
namespace {

constexpr bool fits_in_memory(const CommandKind& kind)
{
    for (std::size_t i = 0; i < kind.parameters().size(); ++i) {
        const CommandParameter& parameter = kind.parameters()[i];
        const bool wide = i < std::tuple_size_v<decltype(Command::wide)>;
        if (parameter.min() < (wide ? I24::min : -0x80) || parameter.max() > (wide ? I24::max : 0x7F)) {
            return false;
        }
    }
    return true;
}
static_assert(std::ranges::all_of(command_kinds, fits_in_memory), "Command would truncate a parameter");

}  // namespace

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
