// An environment for sources without their plugin: every name that is no command is taken for one that is known.
#pragma once

#include "obscript/commands.hpp"
#include "obscript/environment.hpp"

namespace redforge::obscript {

/// Takes any name for a form, and any name behind a dot for a variable.
class AnyNames final : public Environment {
public:
    std::optional<Form> form(std::string_view name, const Mention& /*mention*/) override
    {
        return command_named(name) == nullptr ? std::optional(Form{}) : std::nullopt;
    }
    std::optional<RemoteVariable> variable(std::string_view /*owner*/, std::string_view name,
                                           const Mention& /*mention*/) override
    {
        return command_named(name) == nullptr ? std::optional(RemoteVariable{}) : std::nullopt;
    }
    const Command* command(std::string_view /*name*/, const Mention& /*mention*/) override { return nullptr; }
};

}  // namespace redforge::obscript
