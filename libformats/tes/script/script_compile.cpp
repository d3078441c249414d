// Compiles edited sources of a plugin, with the names of its own records.
#include "tes/script/script_compile.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/script/script_check.hpp"
#include "tes/script/script_head.hpp"
#include "tes/script/script_names.hpp"

namespace redforge::tes {
namespace {

/// Returns the compiler's variables: old ones keep their order, and the data that only the editor uses.
std::vector<Variable> variables_of(const ScriptBody& body, const obscript::Compiled& compiled)
{
    std::vector<Variable> made;
    std::vector<obscript::LocalVariable> replacement = compiled.variables;
    for (const Variable& old : body.variables) {
        const auto local = std::ranges::find_if(replacement, [&](const obscript::LocalVariable& each) {
            return each.index == old.index && lower(each.name) == lower(old.name.bytes);
        });
        if (local != replacement.end()) {
            made.push_back(old);
            made.back().name.bytes = local->name;
            made.back().is_integer = is_integer_type(local->type) ? 1 : 0;
            replacement.erase(local);
        }
    }
    for (const obscript::LocalVariable& local : replacement) {
        Variable& variable = made.emplace_back();
        variable.index = local.index;
        variable.name.bytes = local.name;
        variable.is_integer = is_integer_type(local.type) ? 1 : 0;
    }
    return made;
}

/// Calls `take` with every script in the lists that are made, and its record, until it returns false.
bool for_each_made_script(const Entries& entries, const std::function<bool(Record&, Script&)>& take);

bool for_each_made_script(Record& record, const std::function<bool(Record&, Script&)>& take)
{
    if (record.subrecords.is_decoded()) {
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
    return !entries.is_decoded() || std::ranges::all_of(entries.get(), [&](auto& entry) {
        if (auto* const record = std::get_if<Record>(&entry)) {
            return for_each_made_script(*record, take);
        }
        const auto* const group = std::get_if<Group>(&entry);
        return group == nullptr || for_each_made_script(group->entries, take);
    });
}

}  // namespace

Status compile_script(ScriptBody& body, const obscript::KnownNames& names, obscript::ScriptKind kind,
                      const Plugin* plugin, const LoadContext& context)
{
    const ScriptNames records(plugin, context);
    obscript::NamedEnvironment environment(
        names, [&](std::string_view name) { return records.form(name); },
        [&](const obscript::Form& owner, std::string_view name) { return records.variable(owner.form_id, name); });
    obscript::CompileOptions options = options_of(body, kind);
    options.text_escapes = names.text_escapes;
    options.commands = records.commands();
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

bool has_edited_script(Record& record)
{
    return !for_each_made_script(record,
                                 [](Record& /*record*/, const Script& script) { return script.edited == nullptr; });
}

Status compile_edited(Plugin& plugin, const LoadContext& context)
{
    Status done;
    for_each_made_script(plugin.entries, [&](Record& record, Script& script) {
        if (script.edited == nullptr) {
            return true;
        }
        done = compile_script(script, script.edited->names, kind_of(script), &plugin, context);
        if (!done) {
            Error error = done.error();
            if (script.source_file.empty()) {
                error.message = fmt::format("{}: the source was edited, and line {}, column {}: {}", record.path_name(),
                                            error.line, error.column, error.message);
                error.line = error.column = 0;
            } else {
                error.message = fmt::format("{}: the source was edited, and {}", record.path_name(), error.message);
                error.file = script.source_file;
            }
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
    const auto learnt = names_of(old);
    const bool is_new = old.compiled.empty() && old.variables.empty() && old.references.empty();
    if (learnt || is_new) {
        // A source with errors leaves the code unchanged; the caller that sets the source gets the errors.
        (void)compile_script(body, learnt ? learnt->names : obscript::KnownNames{}, kind_of(old),
                             static_cast<const Plugin*>(plugin), context);
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
            // Code of other scripts names the variables of this one only by their index.
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("variable {} is {} in ours and {} in theirs", variable.index,
                                                same->name.bytes, variable.name.bytes)});
        }
    }
    return compile_script(body, all, kind_of(first), static_cast<const Plugin*>(plugin), context);
}

}  // namespace redforge::tes
