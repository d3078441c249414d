// An environment for sources without their plugin: every name that is no command is taken for one that is known.
#pragma once

#include "obscript/environment.hpp"
#include "obscript/user_commands.hpp"

namespace redforge::obscript {

/// Takes any name for a form, and any name behind a dot for a variable.
class AnyNames final : public Environment {
public:
    /// `commands`: that no built-in table has, valid as long as this; may be null.
    explicit AnyNames(const UserCommands* commands = nullptr) : commands_(commands) {}

    std::optional<Form> form(std::string_view name, const NameUse& /*mention*/) override
    {
        return command_named(name, commands_) == nullptr ? std::optional(Form{}) : std::nullopt;
    }
    std::optional<RemoteVariable> variable(std::string_view /*owner*/, std::string_view name,
                                           const NameUse& /*mention*/) override
    {
        return command_named(name, commands_) == nullptr ? std::optional(RemoteVariable{}) : std::nullopt;
    }
    const Command* command(std::string_view /*name*/, const NameUse& /*mention*/) override { return nullptr; }

private:
    const UserCommands* commands_;
};

}  // namespace redforge::obscript
