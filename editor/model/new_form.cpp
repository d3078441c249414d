// Looking for a FormID and an editor id.
#include "editor/model/new_form.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "editor/model/form_name.hpp"
#include "tes/save.hpp"

namespace redforge::editor {
namespace {

constexpr std::uint32_t created_byte = 0xFF;  ///< of FormIDs of what was made while playing
constexpr std::uint32_t most_masters = 0xFE;

tl::unexpected<Error> no_number(std::string path, std::string what, std::string hint)
{
    return fail({.code = ErrorCode::out_of_range,
                 .message = std::move(what),
                 .field = std::move(path),
                 .hint = std::move(hint)});
}

Status set_form_id(edit::Recorder& recorder, const edit::NodePath& node, std::string_view field, std::uint32_t form_id)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    return recorder.set(node, *record.table().find_field(field), fmt::format("{:08X}", form_id));
}

edit::NodePath group_at(const RecordHandle& root, std::string_view name)
{
    return {{root.table().number_of(*root.table().find_child(name)), 0}};
}

std::uint32_t form_id_of(const tes::AnyChange& change)
{
    if (const auto* const npc = tes::get_if<tes::NpcChange>(change)) {
        return npc->form_id.value;
    }
    if (const auto* const creature = tes::get_if<tes::CreatureChange>(change)) {
        return creature->form_id.value;
    }
    return tes::get_if<tes::Change>(change)->form_id.value;
}

/// The FormID for what is created next, which nothing in the save has.
std::uint32_t next_created(const tes::Save& save)
{
    std::uint32_t next = save.globals.next_object_id.value | created_byte << 24U;
    const auto is_taken = [&next](std::uint32_t form_id) {
        if (form_id >> 24U == created_byte) {
            next = std::max(next, form_id + 1);
        }
    };
    // Number 0xFFFFFF is not one of a form, and behind it there is nothing.
    for (const tes::CreatedRecord& record : save.created) {
        is_taken(std::min(record.form_id.value, 0xFFFFFFFEU));
    }
    for (const tes::AnyChange& change : save.changes) {
        is_taken(std::min(form_id_of(change), 0xFFFFFFFEU));
    }
    return next;
}

Status give_in_save(edit::Recorder& recorder, const tes::Save& save, const edit::NodePath& node)
{
    const RecordHandle root = recorder.root();
    if (root.table().children[node.front().child].name != "created") {
        return {};
    }
    const std::uint32_t form_id = next_created(save);
    if (form_id == 0xFFFFFFFFU) {
        return no_number("created", "no FormID is left for another created record",
                         "they end with FFFFFFFE, which is taken");
    }
    if (Status status = set_form_id(recorder, node, "form_id", form_id); !status) {
        return status;
    }
    return set_form_id(recorder, group_at(root, "globals"), "next_object_id", form_id + 1);
}

}  // namespace

Status NewForms::give(edit::Recorder& recorder, const edit::NodePath& node)
{
    if (node.size() != 1 || !is_form(edit::record_at(recorder.root(), node))) {
        return {};
    }
    if (const auto* const plugin = edit::get_if<tes::Plugin>(document_)) {
        if (Status status = give_in_plugin(recorder, *plugin, node); !status) {
            return status;
        }
        return name_copy(recorder, *plugin, node);
    }
    const auto* const save = edit::get_if<tes::Save>(document_);
    return save == nullptr ? Status{} : give_in_save(recorder, *save, node);
}

Status NewForms::give_in_plugin(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node)
{
    if (!numbers_) {
        numbers_.emplace(plugin);
    }
    const std::uint32_t masters = numbers_->masters();
    if (masters > most_masters) {
        return no_number("header.parts", fmt::format("no FormID is left behind those of {} masters", masters),
                         fmt::format("a plugin with records of its own has at most {} masters", most_masters));
    }
    const std::optional<std::uint32_t> number = numbers_->take();
    if (!number) {
        return no_number("", "no FormID of the plugin's own is left for a new record",
                         fmt::format("all numbers from 000800 to {:06X} are taken", numbers_->last()));
    }
    if (Status status = set_form_id(recorder, node, "form_id", masters << 24U | *number); !status) {
        return status;
    }
    const std::uint32_t stated = plugin.header.next_object_id.value;
    if (plugin.header.no_data != 0 || *number < (stated & tes::number_bits)) {
        return {};
    }
    return set_form_id(recorder, group_at(recorder.root(), "header"), "next_object_id",
                       (stated & ~tes::number_bits) | (*number + 1));
}

Status NewForms::name_copy(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    const FieldEntry* const name = record.table().find_field("editor_id");
    const std::string before = record.field(*name).text();
    if (before.empty()) {
        return {};
    }
    if (!names_) {
        names_.emplace();
        for (const tes::Script& script : plugin.scripts) {
            names_->insert(script.editor_id.bytes);
        }
        for (const tes::Record& each : plugin.records) {
            names_->insert(each.editor_id.bytes);
        }
    }
    for (unsigned count = 1;; ++count) {
        std::string after = before + "Copy" + (count == 1 ? std::string{} : std::to_string(count));
        if (names_->insert(after).second) {
            return recorder.set(node, *name, after);
        }
    }
}

std::optional<Error> only_of_its_form(const NodeInfo& info, const edit::Document& document)
{
    const bool change = edit::get_if<tes::Save>(document) != nullptr && info.ref.node.size() == 1 && !info.ref.list &&
                        info.is_record() && info.holder.child->name == "changes";
    if (!change) {
        return std::nullopt;
    }
    return Error{.code = ErrorCode::exists,
                 .message = fmt::format("a second change record of {}", info.record.find_field("form_id").text()),
                 .hint = "a save has one for each form: add a new one for another form"};
}

}  // namespace redforge::editor
