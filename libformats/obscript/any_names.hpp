// An environment for sources without their plugin: accepts every name that is not a command as a known name.
#pragma once

#include "obscript/environment.hpp"
#include "obscript/user_commands.hpp"

namespace redforge::obscript {

/// Accepts any name as a form, and any name after a dot as a variable.
class AnyNames final : public Environment {
public:
    /// `commands`: commands that are not built in; must outlive this object; may be null.
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
