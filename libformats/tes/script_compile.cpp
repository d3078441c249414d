// Compiling edited sources of a plugin, with the names of its own records.
#include "tes/script_compile.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "tes/data_folder.hpp"
#include "tes/form_names.hpp"
#include "tes/plugin.hpp"
#include "tes/record_walk.hpp"
#include "tes/script_check.hpp"
#include "tes/script_head.hpp"

namespace redforge::tes {
namespace {

/// What the records of a plugin and of its masters make known to scripts. They are looked through when the first name is asked for.
class PluginNames {
public:
    PluginNames(const Plugin* plugin, const DataFolder* data) : plugin_(plugin)
    {
        if (plugin != nullptr) {
            forms_.emplace(*plugin, data);
        }
    }

    std::optional<obscript::Form> form(std::string_view name)
    {
        const std::optional<FormId> found = forms_ ? forms_->by_editor_id(name) : std::nullopt;
        return found ? std::optional(obscript::Form{found->value, forms_->known(*found).type == "GLOB"}) : std::nullopt;
    }

    /// A variable of the script of a form, or of what a reference is a reference to.
    std::optional<obscript::RemoteVariable> variable(FormId owner, std::string_view name)
    {
        FormId script = linked(owner, "script");
        if (script == FormId()) {
            script = linked(linked(owner, "base"), "script");
        }
        std::optional<obscript::RemoteVariable> found;
        with_record(script, [&](const Record& record) {
            const MixedList& list = record.subrecords.get();
            for (std::size_t i = 0; i < list.size() && !found; ++i) {
                if (const auto* const body = list.get_if<Script>(i)) {
                    found = variable_of(*body, name);
                }
            }
        });
        return found;
    }

private:
    static std::optional<obscript::RemoteVariable> variable_of(const ScriptBody& body, std::string_view name)
    {
        const auto found =
            std::ranges::find(body.variables, lower(name), [](const Variable& each) { return lower(each.name.bytes); });
        if (found == body.variables.end()) {
            return {};
        }
        // The record tells whole numbers from the others; the source has the type itself.
        obscript::EmptyEnvironment nothing;
        const obscript::Compiled source = compile(as_text(body.source), nothing);
        const auto declared = std::ranges::find(source.variables, lower(name),
                                                [](const obscript::LocalVariable& each) { return lower(each.name); });
        const auto type = declared != source.variables.end() ? declared->type
                          : found->is_integer != 0           ? obscript::VariableType::integer
                                                             : obscript::VariableType::real;
        return obscript::RemoteVariable{static_cast<std::uint16_t>(found->index), type};
    }

    /// The record of a form: in the plugin, or else in the master that it is of.
    enum class Found : std::uint8_t { nowhere, here, in_master };
    template <class Take>
    Found with_record(FormId form, Take take) const
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
        // Its index knows whether it is worth going over a whole master.
        const MasterFile* const master = forms_->master_of(form);
        const bool is_there = master != nullptr && master->form(master->own(form));
        return is_there && look(master->plugin(), master->own(form)) ? Found::in_master : Found::nowhere;
    }

    /// The form that a subrecord of a record names; 0: there is none.
    [[nodiscard]] FormId linked(FormId form, std::string_view element) const
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

    const Plugin* plugin_;
    std::optional<FormNames> forms_;
};

/// Variables as the compiler gives them: old ones in their order, with what nobody but the editor knows of them.
std::vector<Variable> variables_of(const ScriptBody& body, const obscript::Compiled& compiled)
{
    std::vector<Variable> made;
    std::vector<obscript::LocalVariable> fresh = compiled.variables;
    for (const Variable& old : body.variables) {
        const auto local = std::ranges::find_if(fresh, [&](const obscript::LocalVariable& each) {
            return each.index == old.index && lower(each.name) == lower(old.name.bytes);
        });
        if (local != fresh.end()) {
            made.push_back(old);
            made.back().name.bytes = local->name;
            made.back().is_integer = is_whole(local->type) ? 1 : 0;
            fresh.erase(local);
        }
    }
    for (const obscript::LocalVariable& local : fresh) {
        Variable& variable = made.emplace_back();
        variable.index = local.index;
        variable.name.bytes = local.name;
        variable.is_integer = is_whole(local.type) ? 1 : 0;
    }
    return made;
}

/// Calls `take` with every script in the lists that are made, and its record, until it returns false.
bool for_each_made_script(const Entries& entries, const std::function<bool(Record&, Script&)>& take);

bool for_each_made_script(Record& record, const std::function<bool(Record&, Script&)>& take)
{
    if (record.subrecords.is_made()) {
        const MixedList& list = record.subrecords.get();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (auto* const script = list.get_if<Script>(i); script != nullptr && !take(record, *script)) {
                return false;
            }
        }
    }
    return std::ranges::all_of(record.groups,
                               [&](const Group& each) { return for_each_made_script(each.entries, take); });
}

bool for_each_made_script(const Entries& entries, const std::function<bool(Record&, Script&)>& take)
{
    return !entries.is_made() || std::ranges::all_of(entries.get(), [&](auto& entry) {
        if (auto* const record = std::get_if<Record>(&entry)) {
            return for_each_made_script(*record, take);
        }
        const auto* const group = std::get_if<Group>(&entry);
        return group == nullptr || for_each_made_script(group->entries, take);
    });
}

}  // namespace

Status compile_script(ScriptBody& body, const obscript::KnownNames& names, obscript::ScriptKind kind,
                      const Plugin* plugin, const DataFolder* data)
{
    PluginNames records(plugin, data);
    obscript::NamedEnvironment environment(
        names, [&](std::string_view name) { return records.form(name); },
        [&](const obscript::Form& owner, std::string_view name) { return records.variable(owner.form_id, name); });
    obscript::CompileOptions options = options_of(body, kind);
    options.text_escapes = names.text_escapes;
    obscript::Compiled compiled = compile(as_text(body.source), environment, options);
    if (compiled.failed()) {
        return fail(std::ranges::find_if(compiled.messages, &obscript::Message::is_error)->error);
    }
    body.variables = variables_of(body, compiled);
    body.references.clear();
    for (const obscript::ReferenceEntry& reference : compiled.references) {
        if (reference.is_variable) {
            body.references.emplace_back(VariableReference{reference.value});
        } else {
            body.references.emplace_back(FormReference{reference.value});
        }
    }
    std::uint32_t last = 0;
    for (const Variable& variable : body.variables) {
        last = std::max(last, variable.index);
    }
    body.last_variable = {};
    if (compiled.last_variable != last) {
        body.last_variable = compiled.last_variable;
    }
    body.reference_count = {};
    body.compiled_size = {};
    body.empty &= static_cast<std::uint8_t>(~1U);
    body.compiled = std::move(compiled.code);
    return {};
}

Status compile_edited(Plugin& plugin, const DataFolder* data)
{
    Status done;
    for_each_made_script(plugin.entries, [&](Record& record, Script& script) {
        if (script.edited == nullptr) {
            return true;
        }
        done = compile_script(script, script.edited->names, kind_of(script), &plugin, data);
        if (!done) {
            Error error = done.error();
            error.message = fmt::format("{}: the source was edited, and line {}, column {}: {}", record.path_name(),
                                        error.line, error.column, error.message);
            error.line = error.column = 0;
            error.hint += error.hint.empty() ? "" : "; ";
            error.hint += "to keep the compiled code as it is, remove the first line of its text";
            done = fail(std::move(error));
            return false;
        }
        script.edited = nullptr;
        return true;
    });
    return done;
}

void follow_source(const RecordHandle& script, ByteView before, const void* plugin, const LoadContext& context)
{
    Script& body = *static_cast<Script*>(script.record);
    ScriptBody old = body;
    old.source.assign(before.begin(), before.end());
    if (const auto learnt = names_of(old)) {
        // A source with errors leaves the code as it is; whoever sets it is told.
        (void)compile_script(body, learnt->names, kind_of(old), static_cast<const Plugin*>(plugin), context.data());
    }
}

Status join_sources(const RecordHandle& script, const RecordHandle& ours, const RecordHandle& theirs,
                    const void* plugin, const LoadContext& context)
{
    Script& body = *static_cast<Script*>(script.record);
    const Script& first = *static_cast<const Script*>(ours.record);
    const Script& second = *static_cast<const Script*>(theirs.record);
    const auto names = names_of(first);
    const auto more = names_of(second);
    if (!names || !more) {
        return fail(
            {.code = ErrorCode::mismatch,
             .message = fmt::format("the code of {} is not what its source compiles to", names ? "theirs" : "ours")});
    }
    obscript::KnownNames all = names->names;
    all.forms.insert(more->names.forms.begin(), more->names.forms.end());
    all.variables.insert(more->names.variables.begin(), more->names.variables.end());
    all.commands.insert(more->names.commands.begin(), more->names.commands.end());
    body.variables = first.variables;
    for (const Variable& variable : second.variables) {
        const auto same = std::ranges::find(first.variables, variable.index, &Variable::index);
        if (same == first.variables.end()) {
            body.variables.push_back(variable);
        } else if (lower(same->name.bytes) != lower(variable.name.bytes)) {
            // Scripts that name the variables of this one have the index alone in their code.
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("variable {} is {} in ours and {} in theirs", variable.index,
                                                same->name.bytes, variable.name.bytes)});
        }
    }
    return compile_script(body, all, kind_of(first), static_cast<const Plugin*>(plugin), context.data());
}

}  // namespace redforge::tes
