// What the compiled version of a script tells of the names in its source: by their places, since it has no names.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "obscript/code_names.hpp"
#include "obscript/compile.hpp"

namespace redforge::obscript {

/// Commands that are in no table, each valid as long as this.
class LearntCommands {
public:
    /// `parameters`: the type of each as a letter, or "?" where they are expressions of OBSE. `required`: all without.
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

/// Answers for a source that is compiled to what it was compiled to before. For a source that was edited since, names
/// behind the first change get wrong answers.
class OldRecord final : public Environment {
public:
    /// `code` and `references` stay valid as long as this. `commands`: that no built-in table has; may be null.
    OldRecord(ByteView code, const std::vector<ReferenceEntry>& references, const UserCommands* commands = nullptr);

    std::optional<Form> form(std::string_view name, const NameUse& mention) override;
    std::optional<RemoteVariable> variable(std::string_view owner, std::string_view name,
                                           const NameUse& mention) override;
    const Command* command(std::string_view name, const NameUse& mention) override;

    [[nodiscard]] const std::vector<Statement>& statements() const { return statements_; }

private:
    /// Null: there is none.
    [[nodiscard]] const CodeName* at(const NameUse& mention) const;
    const std::vector<ReferenceEntry>& references_;
    std::vector<Statement> statements_;  ///< without those that OBSE adds to blocks
    std::vector<CodeNames> names_;       ///< of each of them
    std::vector<bool> is_global_;        ///< for each reference
    LearntCommands learnt_;
};

}  // namespace redforge::obscript
