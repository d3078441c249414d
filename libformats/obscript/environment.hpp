// What a compiler of scripts has to know of names that a source does not explain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "obscript/commands.hpp"

namespace redforge::obscript {

/// Types of variables, by OBSE's numbers. Compiled code tells whole numbers (short, long, string_var) from the others.
enum class VariableType : std::uint8_t { real, integer, string, array, reference };

[[nodiscard]] constexpr bool is_whole(VariableType type)
{
    return type == VariableType::integer || type == VariableType::string;
}

/// FormIDs that are the same in every game: the player in the world, and the base of his, an NPC_.
inline constexpr std::uint32_t player_reference = 0x14;
inline constexpr std::uint32_t player_base = 7;

/// What a name stands for outside of the script.
struct Form {
    std::uint32_t form_id{};
    bool is_global{};
};

/// A variable of another script.
struct RemoteVariable {
    std::uint16_t index{};
    VariableType type{};
};

/// Where a name is met, for an environment that knows places instead of names.
struct NameUse {
    std::size_t statement{};  ///< of those that become code, from 0
    std::size_t operand{};  ///< of the names in the statement's code, from 0; the reference that it is called on: none
    std::size_t reference{};  ///< the number that the name gets, or has, in the list of references, from 1

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

/// Answers questions about names; whatever the case of their letters.
class Environment {
public:
    Environment() = default;
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    virtual ~Environment() = default;

    /// The form of an editor id.
    [[nodiscard]] virtual std::optional<Form> form(std::string_view name, const NameUse& mention) = 0;
    /// A variable of the script of a form.
    [[nodiscard]] virtual std::optional<RemoteVariable> variable(std::string_view owner, std::string_view name,
                                                                 const NameUse& mention) = 0;
    /// A command that is in no table: of a plugin of OBSE. Null: unknown. Valid as long as the environment.
    [[nodiscard]] virtual const Command* command(std::string_view name, const NameUse& mention) = 0;
    /// The number of parameters of a function of OBSE.
    [[nodiscard]] virtual std::optional<std::size_t> function_parameters(std::string_view /*name*/) { return {}; }
};

/// Knows nothing.
class EmptyEnvironment final : public Environment {
public:
    std::optional<Form> form(std::string_view /*name*/, const NameUse& /*mention*/) override { return {}; }
    std::optional<RemoteVariable> variable(std::string_view /*owner*/, std::string_view /*name*/,
                                           const NameUse& /*mention*/) override
    {
        return {};
    }
    const Command* command(std::string_view /*name*/, const NameUse& /*mention*/) override { return nullptr; }
};

}  // namespace redforge::obscript
