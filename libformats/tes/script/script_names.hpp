// Names for scripts from the records of a plugin and of its masters: editor IDs of forms, and variables of other
// scripts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/load_context.hpp"
#include "obscript/environment.hpp"
#include "tes/form/form_names.hpp"

namespace redforge::obscript {
class UserCommands;
}

namespace redforge::tes {

struct Record;
struct ScriptBody;

/// Searches the records at the first lookup. The plugin must outlive this object and must not change or move.
class ScriptNames {
public:
    /// `plugin` may be null; then there are no names of records.
    ScriptNames(const Plugin* plugin, const LoadContext& context);

    [[nodiscard]] std::optional<obscript::Form> form(std::string_view name) const;
    /// Returns the name of a form. Empty if it is not known.
    [[nodiscard]] std::string form_name(FormId form) const;
    /// Finds a variable of a form's script, or of the script of a reference's base form.
    [[nodiscard]] std::optional<obscript::RemoteVariable> variable(FormId owner, std::string_view name) const;
    [[nodiscard]] std::string variable_name(FormId owner, std::uint16_t index) const;
    /// Returns the table of commands that are not built in. Returns null if there is none.
    [[nodiscard]] const obscript::UserCommands* commands() const { return commands_.get(); }

private:
    enum class Found : std::uint8_t { nowhere, here, in_master };

    /// Passes the record of a form to `take`: from the plugin, or else from its master.
    Found with_record(FormId form, const std::function<void(const Record&)>& take) const;
    void with_script_of(FormId owner, const std::function<void(const ScriptBody&)>& take) const;
    /// Returns the form that a subrecord of a record names. Returns 0 if there is none.
    [[nodiscard]] FormId linked(FormId form, std::string_view element) const;

    const Plugin* plugin_;
    std::shared_ptr<const obscript::UserCommands> commands_;
    std::optional<FormNames> forms_;
};

}  // namespace redforge::tes
