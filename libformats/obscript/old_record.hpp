// Name lookup by position, from the compiled version of a script.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "obscript/code_names.hpp"
#include "obscript/compile.hpp"

namespace redforge::obscript {

/// Commands that are not in a table. Each is valid as long as this object.
class LearntCommands {
public:
    /// `parameters`: a letter for each type, or "?" for OBSE expressions. `required`: all, if not given.
    const Command* add(std::string_view name, std::uint16_t opcode, std::string_view parameters,
                       std::size_t required = 255);

private:
    struct Learnt {
        std::string name;
        std::string parameters;
        Command command;
    };
    std::deque<Learnt> learnt_;
};

/// An environment for a source that compiles to the old code. In a source that was edited since, names after the first
/// change are resolved wrongly.
class OldRecord final : public Environment {
public:
    /// `code` and `references` must outlive this object. `commands`: commands that are not built in; may be null.
    OldRecord(ByteView code, const std::vector<ReferenceEntry>& references, const UserCommands* commands = nullptr);

    std::optional<Form> form(std::string_view name, const NameUse& mention) override;
    std::optional<RemoteVariable> variable(std::string_view owner, std::string_view name,
                                           const NameUse& mention) override;
    const Command* command(std::string_view name, const NameUse& mention) override;

    [[nodiscard]] const std::vector<Statement>& statements() const { return statements_; }

private:
    /// Returns null if there is none.
    [[nodiscard]] const CodeName* at(const NameUse& mention) const;
    const std::vector<ReferenceEntry>& references_;
    std::vector<Statement> statements_;  ///< without the statements that OBSE adds to blocks
    std::vector<CodeNames> names_;       ///< of each of them
    std::vector<bool> is_global_;        ///< for each reference
    LearntCommands learnt_;
};

}  // namespace redforge::obscript
