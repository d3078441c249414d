// The scripts of a plugin: compares sources and code.
#include "tes/script/script_check.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "obscript/code_frame.hpp"
#include "obscript/code_text.hpp"
#include "obscript/old_record.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/script/script_names.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t max_statement_shown = 120;

/// Returns the text of a statement on one line.
std::string shown(ByteView code)
{
    std::string text = obscript::to_statements(code, true, CodePage::cp1252);
    std::ranges::replace(text, '\n', ' ');
    if (text.size() > max_statement_shown) {
        text.resize(max_statement_shown);
        text += " ...";
    }
    return text;
}

/// Describes the first statement in which two codes differ.
std::string code_difference(ByteView found, ByteView stored)
{
    ByteView rest;
    const std::vector<obscript::Statement> ours = obscript::split_statements(found, rest);
    const std::vector<obscript::Statement> theirs = obscript::split_statements(stored, rest);
    std::size_t our_begin = 0;
    std::size_t their_begin = 0;
    for (std::size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i) {
        if (i >= ours.size() || i >= theirs.size()) {
            return fmt::format("the source has {} statements, the code {}", ours.size(), theirs.size());
        }
        const ByteView a = found.subspan(our_begin, ours[i].end - our_begin);
        const ByteView b = stored.subspan(their_begin, theirs[i].end - their_begin);
        // Skip the length of a block: it depends on the content.
        const bool is_begin = ours[i].opcode == obscript::opcode::begin &&
                              theirs[i].opcode == obscript::opcode::begin && a.size() == b.size() && a.size() >= 10;
        const bool same = is_begin ? same_bytes(a.first(6), b.first(6)) && same_bytes(a.subspan(10), b.subspan(10))
                                   : same_bytes(a, b);
        if (!same) {
            const std::string ours_shown = shown(a);
            const std::string theirs_shown = shown(b);
            return ours_shown == theirs_shown
                       ? fmt::format("statement {}, {}: the bytes differ", i + 1, ours_shown)
                       : fmt::format("statement {}: the source says {}, the code {}", i + 1, ours_shown, theirs_shown);
        }
        our_begin = ours[i].end;
        their_begin = theirs[i].end;
    }
    return "the lengths of blocks differ";
}

std::string list_difference(const std::vector<obscript::ReferenceEntry>& ours,
                            const std::vector<obscript::ReferenceEntry>& theirs)
{
    if (ours.size() != theirs.size()) {
        return fmt::format("the source mentions {} references, the record has {}", ours.size(), theirs.size());
    }
    const auto place = std::ranges::mismatch(ours, theirs).in1 - ours.begin();
    return fmt::format("reference {}, {}, is another one in the record", place + 1,
                       ours[static_cast<std::size_t>(place)].name);
}

}  // namespace

Result<obscript::Decompiled> decompile_script(const PluginScript& script, const ScriptNames& names)
{
    const obscript::CompileOptions options = options_of(*script.body, script.kind);
    const std::vector<obscript::ReferenceEntry> references = references_of(*script.body);
    const bool has_name = script.kind != obscript::ScriptKind::result;
    return obscript::decompile({.name = has_name ? std::string_view(script.name) : std::string_view(),
                                .kind = script.kind,
                                .code = script.body->compiled,
                                .variables = options.old_variables,
                                .references = references,
                                .last_variable = options.last_variable},
                               {.form = [&](std::uint32_t form) { return names.form_name(FormId{form}); },
                                .variable =
                                    [&](std::uint32_t form, std::uint16_t variable) {
                                        return names.variable_name(FormId{form}, variable);
                                    },
                                .commands = names.commands()});
}

std::vector<PluginScript> scripts_of(const Plugin& plugin)
{
    std::vector<PluginScript> found;
    if (plugin.header_size != 20) {
        return found;
    }
    std::vector<PluginScript> results;
    find_records(
        plugin, [](const RecordHead& head) { return head.type == "SCPT" || head.has("SCHR"); },
        [&](Record& record, const auto& /*steps*/) {
            const MixedList& list = record.subrecords.get();
            std::size_t number = 0;
            for (std::size_t i = 0; i < list.size(); ++i) {
                auto* const script = list.get_if<Script>(i);
                if (script == nullptr) {
                    continue;
                }
                if (record.type.view() == "SCPT") {
                    found.push_back({record.editor_id.bytes, record.form_id, kind_by_type(*script), script});
                    continue;
                }
                ++number;
                std::string name = fmt::format("{}_{:08X}", record.type.view(), record.form_id.value);
                name += number > 1 ? fmt::format("#{}", number) : "";
                results.push_back({std::move(name), record.form_id, obscript::ScriptKind::result, script});
            }
            return true;
        });
    std::ranges::move(results, std::back_inserter(found));
    return found;
}

obscript::ScriptKind kind_by_type(const ScriptBody& body)
{
    return body.type == 1       ? obscript::ScriptKind::quest
           : body.type == 0x100 ? obscript::ScriptKind::magic_effect
                                : obscript::ScriptKind::object;
}

obscript::CompileOptions options_of(const ScriptBody& body, obscript::ScriptKind kind)
{
    obscript::CompileOptions options;
    options.kind = kind;
    for (const Variable& variable : body.variables) {
        options.old_variables.push_back(
            {variable.index, variable.name.bytes,
             variable.is_integer != 0 ? obscript::VariableType::integer : obscript::VariableType::real});
        options.last_variable = std::max(options.last_variable, variable.index);
    }
    options.last_variable = body.last_variable.value_or(options.last_variable);
    return options;
}

std::vector<obscript::ReferenceEntry> references_of(const ScriptBody& body)
{
    std::vector<obscript::ReferenceEntry> found;
    for (const auto& reference : body.references) {
        if (const auto* form = std::get_if<FormReference>(&reference)) {
            found.push_back({false, form->form_id.value, {}});
        } else {
            found.push_back({true, std::get<VariableReference>(reference).variable, {}});
        }
    }
    return found;
}

ScriptCheck check_script(const PluginScript& script, const obscript::UserCommands* commands)
{
    const ScriptBody& body = *script.body;
    ScriptCheck check;
    const std::vector<obscript::ReferenceEntry> references = references_of(body);
    obscript::OldRecord old(body.compiled, references, commands);
    obscript::CompileOptions options = options_of(body, script.kind);
    options.commands = commands;
    obscript::Compiled compiled;
    for (const bool escapes : {true, false}) {
        options.text_escapes = escapes;
        obscript::Compiled tried = compile(as_text(body.source), old, options);
        const bool same = !tried.failed() && same_bytes(tried.code, body.compiled);
        if (escapes || same) {
            compiled = std::move(tried);
        }
        if (same) {
            break;
        }
    }
    check.uses_obse = compiled.uses_obse;
    if (compiled.failed()) {
        const auto first = std::ranges::find_if(compiled.messages, &obscript::Message::is_error);
        check.status = ScriptCheck::Status::error;
        check.reason = fmt::format("line {}: {}", first->error.line, first->error.message);
    } else if (!same_bytes(compiled.code, body.compiled)) {
        check.status = ScriptCheck::Status::different;
        check.reason = code_difference(compiled.code, body.compiled);
    } else if (compiled.references != references) {
        check.status = ScriptCheck::Status::different;
        check.reason = list_difference(compiled.references, references);
    }
    check.messages = std::move(compiled.messages);
    return check;
}

}  // namespace redforge::tes
