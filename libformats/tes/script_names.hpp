// What the records of a plugin and of its masters make known to scripts: forms by their editor ids, and variables of other scripts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/load_context.hpp"
#include "obscript/environment.hpp"
#include "tes/form_names.hpp"

namespace redforge::tes {

struct Record;
struct ScriptBody;

/// Records are looked through when the first name is asked for. The plugin stays where it is and as it is as long as this.
class ScriptNames {
public:
    /// Without a plugin no records are known.
    ScriptNames(const Plugin* plugin, const LoadContext& context);

    [[nodiscard]] std::optional<obscript::Form> form(std::string_view name) const;
    /// Empty: nobody knows a name.
    [[nodiscard]] std::string form_name(FormId form) const;
    /// A variable of the script of a form, or of what a reference is a reference to.
    [[nodiscard]] std::optional<obscript::RemoteVariable> variable(FormId owner, std::string_view name) const;
    [[nodiscard]] std::string variable_name(FormId owner, std::uint16_t index) const;
    /// Null: there is no table of them.
    [[nodiscard]] const obscript::UserCommands* commands() const { return commands_.get(); }

private:
    enum class Found : std::uint8_t { nowhere, here, in_master };

    /// The record of a form: in the plugin, or else in the master that it is of.
    Found with_record(FormId form, const std::function<void(const Record&)>& take) const;
    void with_script_of(FormId owner, const std::function<void(const ScriptBody&)>& take) const;
    /// The form that a subrecord of a record names; 0: there is none.
    [[nodiscard]] FormId linked(FormId form, std::string_view element) const;

    const Plugin* plugin_;
    std::shared_ptr<const obscript::UserCommands> commands_;
    std::optional<FormNames> forms_;
};

}  // namespace redforge::tes
