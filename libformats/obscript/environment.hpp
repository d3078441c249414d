// Name lookup for the compiler: all names that the source does not declare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "obscript/commands.hpp"

namespace redforge::obscript {

/// Types of variables, by OBSE's numbers. Compiled code distinguishes integers (short, long, string_var) from others
/// only.
enum class VariableType : std::uint8_t { real, integer, string, array, reference };

[[nodiscard]] constexpr bool is_integer_type(VariableType type)
{
    return type == VariableType::integer || type == VariableType::string;
}

/// FormIDs that are equal in every game: the player's reference, and his base, an NPC_.
inline constexpr std::uint32_t player_reference = 0x14;
inline constexpr std::uint32_t player_base = 7;

/// A form outside of the script.
struct Form {
    std::uint32_t form_id{};
    bool is_global{};
};

/// A variable of another script.
struct RemoteVariable {
    std::uint16_t index{};
    VariableType type{};
};

/// Position of a name, for environments that resolve positions instead of names.
struct NameUse {
    std::size_t statement{};  ///< index among statements with code, from 0
    std::size_t operand{};    ///< index among the names in the statement's code, from 0; none for the reference that it
                              ///< is called on
    std::size_t reference{};  ///< index of the name in the list of references, from 1; can be a new one

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
};

/// Looks names up, ignoring case.
class Environment {
public:
    Environment() = default;
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    virtual ~Environment() = default;

    /// Returns the form with an editor ID.
    [[nodiscard]] virtual std::optional<Form> form(std::string_view name, const NameUse& mention) = 0;
    /// Returns a variable of the script of a form.
    [[nodiscard]] virtual std::optional<RemoteVariable> variable(std::string_view owner, std::string_view name,
                                                                 const NameUse& mention) = 0;
    /// Returns a command that is in no table, from an OBSE plugin, or null if it is unknown. Valid as long as the
    /// environment.
    [[nodiscard]] virtual const Command* command(std::string_view name, const NameUse& mention) = 0;
    /// Returns the number of parameters of an OBSE function.
    [[nodiscard]] virtual std::optional<std::size_t> function_parameters(std::string_view /*name*/) { return {}; }
};

/// An environment without names.
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
