// Names learnt from a compiled script: needed to compile its source again after an edit.
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
struct InferredCommand {
    std::uint16_t opcode{};
    std::uint8_t required{};  ///< smallest number of parameters in a call
    std::string parameters;   ///< the longest list in a call: a letter for each type, or "?" for expressions

    friend bool operator==(const InferredCommand&, const InferredCommand&) = default;
};

/// Parses "command 2BCD 1 Rf", as in comments of compiled code. Returns nullopt for other text.
[[nodiscard]] std::optional<InferredCommand> parse_inferred_command(std::string_view text);
/// Returns the text that parse_inferred_command() parses.
[[nodiscard]] std::string to_text(const InferredCommand& command);

/// Names learnt from a script, by name in lower case.
struct KnownNames {
    std::map<std::string, Form, std::less<>> forms;
    std::map<std::pair<std::string, std::string>, RemoteVariable, std::less<>> variables;  ///< by owner and name
    std::map<std::string, InferredCommand, std::less<>> commands;
    bool text_escapes{true};  ///< see CompileOptions
};

/// A script in its stored form.
struct StoredScript {
    std::string_view source;
    ByteView code;
    const std::vector<ReferenceEntry>& references;
    CompileOptions options;
};
/// Names learnt from a source and its code, and the names of its references. Empty if the source does not compile to
/// that code and those references, because then the positions of names are unknown.
struct LearntNames {
    KnownNames names;
    std::vector<std::string> references;  ///< in their order
};
[[nodiscard]] std::optional<LearntNames> learn_names(const StoredScript& script);

/// An environment of known names. Calls `find_form` for other editor IDs.
class NamedEnvironment final : public Environment {
public:
    using FindForm = std::function<std::optional<Form>(std::string_view name)>;
    using FindVariable = std::function<std::optional<RemoteVariable>(const Form& owner, std::string_view name)>;

    /// `names` must outlive this object.
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
