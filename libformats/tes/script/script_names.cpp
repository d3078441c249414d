// Names for scripts from the records of a plugin and of its masters.
#include "tes/script/script_names.hpp"

#include <algorithm>

#include "core/text/letter_case.hpp"
#include "obscript/compile.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::tes {

ScriptNames::ScriptNames(const Plugin* plugin, const LoadContext& context)
    : plugin_(plugin), commands_(context.services.share<obscript::UserCommands>())
{
    if (plugin != nullptr) {
        forms_.emplace(*plugin, context.services.find<tes::DataFolder>());
    }
}

std::optional<obscript::Form> ScriptNames::form(std::string_view name) const
{
    const std::optional<FormId> found = forms_ ? forms_->by_editor_id(name) : std::nullopt;
    return found ? std::optional(obscript::Form{found->value, forms_->known(*found).type == "GLOB"}) : std::nullopt;
}

std::string ScriptNames::form_name(FormId form) const
{
    return forms_ ? forms_->known(form).editor_id : std::string();
}

std::optional<obscript::RemoteVariable> ScriptNames::variable(FormId owner, std::string_view name) const
{
    std::optional<obscript::RemoteVariable> result;
    with_script_of(owner, [&](const ScriptBody& body) {
        const auto found =
            std::ranges::find(body.variables, lower(name), [](const Variable& each) { return lower(each.name.bytes); });
        if (found == body.variables.end()) {
            return;
        }
        // The record only distinguishes integers from other types; the source has the exact type.
        obscript::EmptyEnvironment no_names;
        const obscript::Compiled source = compile(as_text(body.source), no_names);
        const auto declared = std::ranges::find(source.variables, lower(name),
                                                [](const obscript::LocalVariable& each) { return lower(each.name); });
        const auto type = declared != source.variables.end() ? declared->type
                          : found->is_integer != 0           ? obscript::VariableType::integer
                                                             : obscript::VariableType::real;
        result = obscript::RemoteVariable{static_cast<std::uint16_t>(found->index), type};
    });
    return result;
}

std::string ScriptNames::variable_name(FormId owner, std::uint16_t index) const
{
    std::string name;
    with_script_of(owner, [&](const ScriptBody& body) {
        const auto found = std::ranges::find(body.variables, index, &Variable::index);
        name = found == body.variables.end() ? std::string() : found->name.bytes;
    });
    return name;
}

void ScriptNames::with_script_of(FormId owner, const std::function<void(const ScriptBody&)>& take) const
{
    FormId script = linked(owner, "script");
    if (script == FormId()) {
        script = linked(linked(owner, "base"), "script");
    }
    with_record(script, [&](const Record& record) {
        const MixedList& list = record.subrecords.get();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (const auto* const body = list.get_if<Script>(i)) {
                return take(*body);
            }
        }
    });
}

ScriptNames::Found ScriptNames::with_record(FormId form, const std::function<void(const Record&)>& take) const
{
    if (plugin_ == nullptr || form == FormId()) {
        return Found::nowhere;
    }
    const auto look = [&](const Plugin& plugin, FormId wanted) {
        bool found = false;
        find_records(
            plugin, [&](const RecordHead& head) { return head.form_id == wanted; },
            [&](const Record& record, const auto& /*steps*/) {
                take(record);
                found = true;
                return false;
            });
        return found;
    };
    if (look(*plugin_, form)) {
        return Found::here;
    }
    // Use the master's index to avoid a visit of the whole master.
    const MasterFile* const master = forms_->master_of(form);
    const bool is_there = master != nullptr && master->form(master->to_own_numbering(form));
    return is_there && look(master->plugin(), master->to_own_numbering(form)) ? Found::in_master : Found::nowhere;
}

FormId ScriptNames::linked(FormId form, std::string_view element) const
{
    FormId found;
    const Found place = with_record(form, [&](const Record& record) {
        for (const MixedList::Element& subrecord : record.subrecords.get()) {
            const FieldView field =
                subrecord.type().element == element ? subrecord.handle().find_field("form_id") : FieldView();
            if (field) {
                found = *static_cast<const FormId*>(field.value);
            }
        }
    });
    return place == Found::in_master ? forms_->from_master(form, found) : found;
}

}  // namespace redforge::tes
