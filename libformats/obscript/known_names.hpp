// Names that a compiled script has explained, kept by name: what its source needs to be compiled again after an edit.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "obscript/old_record.hpp"

namespace redforge::obscript {

/// A command that is in no table.
struct KnownCommand {
    std::uint16_t opcode{};
    std::uint8_t required{};  ///< the fewest parameters that it was called with
    std::string parameters;   ///< the most: the type of each as a letter, or "?" where they are expressions

    friend bool operator==(const KnownCommand&, const KnownCommand&) = default;
};

/// "command 2BCD 1 Rf", as the comments of compiled code have it; nothing when it is something else.
[[nodiscard]] std::optional<KnownCommand> known_command(std::string_view text);
/// The inverse.
[[nodiscard]] std::string to_text(const KnownCommand& command);

/// By name, in lower case.
struct KnownNames {
    std::map<std::string, Form, std::less<>> forms;
    std::map<std::pair<std::string, std::string>, RemoteVariable, std::less<>> variables;  ///< by owner and name
    std::map<std::string, KnownCommand, std::less<>> commands;
    bool text_escapes{true};  ///< see CompileOptions
};

/// A script as it stands in a record.
struct OldScript {
    std::string_view source;
    ByteView code;
    const std::vector<ReferenceEntry>& references;
    CompileOptions options;
};
/// What the source and the code say together of the names in the source, and the names of its references. Nothing when compiling
/// the source does not give that code and those references: the places of names are not known then.
struct LearntNames {
    KnownNames names;
    std::vector<std::string> references;  ///< in their order
};
[[nodiscard]] std::optional<LearntNames> learn_names(const OldScript& script);

/// Answers by name, and asks `find_form` for editor ids that are not among them.
class NamedEnvironment final : public Environment {
public:
    using FindForm = std::function<std::optional<Form>(std::string_view name)>;
    using FindVariable = std::function<std::optional<RemoteVariable>(const Form& owner, std::string_view name)>;

    /// `names` stay as they are as long as this.
    explicit NamedEnvironment(const KnownNames& names, FindForm find_form = {}, FindVariable find_variable = {})
        : names_(names), find_form_(std::move(find_form)), find_variable_(std::move(find_variable))
    {
    }

    std::optional<Form> form(std::string_view name, const NameUse& mention) override;
    std::optional<RemoteVariable> variable(std::string_view owner, std::string_view name,
                                           const NameUse& mention) override;
    const Command* command(std::string_view name, const NameUse& mention) override;

private:
    const KnownNames& names_;
    FindForm find_form_;
    FindVariable find_variable_;
    LearntCommands commands_;
};

}  // namespace redforge::obscript
