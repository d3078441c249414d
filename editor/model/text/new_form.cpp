// Assigns unused FormIDs and editor IDs to new records.
#include "editor/model/text/new_form.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "editor/model/text/form_name.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/save/save.hpp"

namespace redforge::editor {
namespace {

constexpr std::uint32_t max_masters = 0xFE;

tl::unexpected<Error> no_free_form_id(std::string path, std::string what, std::string hint)
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

/// Returns true for lists of a save whose records are identified by a unique FormID.
bool is_save_list(std::string_view list)
{
    return list == "created" || list == "changes";
}

/// Raises the save's next FormID above a created record's FormID.
Status raise_next_form_id(edit::Recorder& recorder, const tes::Save& save, std::uint32_t form_id)
{
    if (form_id < tes::stated_next_form(save).value) {
        return {};
    }
    return set_form_id(recorder, group_at(recorder.root(), "globals"), "next_object_id", form_id + 1);
}

/// Advances the counter of a plugin past its own FormID.
Status raise_next_form_id(edit::Recorder& recorder, const tes::Plugin& plugin, std::uint32_t number)
{
    const std::optional<tes::FormId> stated = tes::stated_next_form(plugin);
    if (!stated || number < (stated->value & tes::number_bits)) {
        return {};
    }
    return set_form_id(recorder, group_at(recorder.root(), "header"), "next_object_id",
                       (stated->value & ~tes::number_bits) | (number + 1));
}

Status assign_new_in_save(edit::Recorder& recorder, const tes::Save& save, const edit::NodePath& node)
{
    const std::string_view list = recorder.root().table().children[node.front().child].name;
    const std::optional<tes::FormId> form_id = tes::next_created_form(save);
    if (!form_id) {
        return no_free_form_id(std::string(list), "no FormID is left for another record",
                               "FFFFFFFE is the last FormID of created records, and it is used");
    }
    if (Status status = set_form_id(recorder, node, "form_id", form_id->value); !status) {
        return status;
    }
    return raise_next_form_id(recorder, save, form_id->value);
}

std::optional<std::uint32_t> form_id_in(const RecordHandle& record)
{
    return form_number(record.find_field("form_id").text());
}

/// Returns the number of records in the list with this FormID; 0 if the list's records are not identified by FormID.
std::size_t times_in(const tes::Save& save, std::string_view list, std::uint32_t form_id)
{
    return list == "created"   ? tes::count_created(save, form_id)
           : list == "changes" ? tes::count_changes(save, form_id)
                               : 0;
}

Error second_change(const RecordHandle& record, std::string hint)
{
    return {.code = ErrorCode::exists,
            .message = fmt::format("a second change record of {}", record.find_field("form_id").text()),
            .hint = std::move(hint)};
}

}  // namespace

Status NewForms::assign_new(edit::Recorder& recorder, const edit::NodePath& node)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    if (const auto* const plugin = edit::get_if<tes::Plugin>(document_)) {
        if (record.type->path_name == nullptr) {
            return assign_new_inside(recorder, node);
        }
        Status status = assign_new_in_plugin(recorder, *plugin, node);
        status = status ? name_copy(recorder, *plugin, node) : status;
        return status ? assign_new_inside(recorder, node) : status;
    }
    if (node.size() != 1 || !is_form(record)) {
        return {};
    }
    const auto* const save = edit::get_if<tes::Save>(document_);
    return save == nullptr ? Status{} : assign_new_in_save(recorder, *save, node);
}

Status NewForms::assign_new_inside(edit::Recorder& recorder, const edit::NodePath& node)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    for (const ChildEntry& child : record.table().children) {
        if (child.kind != ChildEntry::Kind::list || child.info.folder != ".") {
            continue;
        }
        for (std::size_t i = 0; i < record.list(child).size(); ++i) {
            edit::NodePath inside = node;
            inside.push_back({record.table().number_of(child), static_cast<std::uint32_t>(i)});
            if (Status status = assign_new(recorder, inside); !status) {
                return status;
            }
        }
    }
    return {};
}

Status NewForms::assign_new_in_plugin(edit::Recorder& recorder, const tes::Plugin& plugin, const edit::NodePath& node)
{
    const std::uint32_t masters = numbers(plugin).masters();
    if (masters > max_masters) {
        return no_free_form_id("header.parts", fmt::format("no FormID is left after those of {} masters", masters),
                               fmt::format("a plugin with records of its own has at most {} masters", max_masters));
    }
    const std::optional<std::uint32_t> number = numbers_->take();
    if (!number) {
        return no_free_form_id("", "no FormID of the plugin's own is left for a new record",
                               fmt::format("all numbers from 000800 to {:06X} are taken", numbers_->last()));
    }
    if (Status status = set_form_id(recorder, node, "form_id", masters << 24U | *number); !status) {
        return status;
    }
    return raise_next_form_id(recorder, plugin, *number);
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
        for (std::string& id : tes::editor_ids_of(plugin)) {
            names_->insert(std::move(id));
        }
    }
    for (unsigned count = 1;; ++count) {
        std::string after = before + "Copy" + (count == 1 ? std::string{} : std::to_string(count));
        if (names_->insert(after).second) {
            return recorder.set(node, *name, after);
        }
    }
}

tes::FormIdAllocator& NewForms::numbers(const tes::Plugin& plugin)
{
    if (!numbers_) {
        numbers_.emplace(plugin, tes::is_light(plugin, context_.services));
    }
    return *numbers_;
}

bool NewForms::is_taken(std::string_view list, std::uint32_t form_id)
{
    if (const auto* const plugin = edit::get_if<tes::Plugin>(document_)) {
        return numbers(*plugin).has(form_id);
    }
    const auto* const save = edit::get_if<tes::Save>(document_);
    return save != nullptr && times_in(*save, list, form_id) > 0;
}

Status NewForms::set(edit::Recorder& recorder, const edit::NodePath& node, const FieldEntry& field,
                     std::string_view text)
{
    const auto* const plugin = edit::get_if<tes::Plugin>(document_);
    if (plugin != nullptr) {
        static_cast<void>(numbers(*plugin));
    }
    const std::optional<std::uint32_t> before = form_id_in(edit::record_at(recorder.root(), node));
    if (Status status = recorder.set(node, field, text); !status) {
        return status;
    }
    const std::optional<std::uint32_t> after = form_id_in(edit::record_at(recorder.root(), node));
    if (!after || after == before) {
        return {};
    }
    const std::string_view list = recorder.root().table().children[node.front().child].name;
    const auto* const save = edit::get_if<tes::Save>(document_);
    if (save == nullptr ? is_taken(list, *after) : times_in(*save, list, *after) > 1) {
        return fail({.code = ErrorCode::exists,
                     .message = fmt::format("{:08X} is the FormID of another record", *after),
                     .field = edit::path_below(edit::path_text(recorder.root(), node), field.name),
                     .hint = "each record needs a unique FormID"});
    }
    if (plugin != nullptr) {
        numbers_->add(*after);
    }
    return {};
}

Result<NewForms::FormIdTreatment> NewForms::fit(std::string_view list, const RecordHandle& record)
{
    const bool in_save = edit::get_if<tes::Save>(document_) != nullptr;
    if (!is_form(record) || (in_save ? !is_save_list(list) : edit::get_if<tes::Plugin>(document_) == nullptr)) {
        return FormIdTreatment::none;
    }
    const std::optional<std::uint32_t> form_id = form_id_in(record);
    if (!form_id || !is_taken(list, *form_id)) {
        return FormIdTreatment::keep;
    }
    if (in_save && list == "changes") {
        return fail(second_change(record, "a save has one change record for each form; remove the existing one first"));
    }
    return FormIdTreatment::assign_new;
}

Status NewForms::complete_insertion(edit::Recorder& recorder, const edit::NodePath& node, FormIdTreatment fit)
{
    if (fit == FormIdTreatment::none) {
        return {};
    }
    if (fit == FormIdTreatment::assign_new) {
        return assign_new(recorder, node);
    }
    const std::optional<std::uint32_t> form_id = form_id_in(edit::record_at(recorder.root(), node));
    if (!form_id) {
        return {};
    }
    if (const auto* const save = edit::get_if<tes::Save>(document_)) {
        return raise_next_form_id(recorder, *save, *form_id);
    }
    const auto& plugin = *edit::get_if<tes::Plugin>(document_);
    tes::FormIdAllocator& own = numbers(plugin);
    own.add(*form_id);
    return own.is_own(*form_id) ? raise_next_form_id(recorder, plugin, *form_id & tes::number_bits) : Status{};
}

bool is_own_form_id(const RecordHandle& record, const edit::NodePath& node, const FieldEntry& field)
{
    return (node.size() == 1 || record.type->path_name != nullptr) && field.info.key && field.name == "form_id" &&
           !field.ops->type.derived;
}

std::optional<Error> check_single_change(const NodeInfo& info, const edit::Document& document)
{
    const bool change = edit::get_if<tes::Save>(document) != nullptr && info.ref.node.size() == 1 && !info.ref.list &&
                        info.is_record() && info.parent.child->name == "changes";
    if (!change) {
        return std::nullopt;
    }
    return second_change(info.record, "a save has one change record for each form; add a record for another form");
}

}  // namespace redforge::editor
