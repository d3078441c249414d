// Names of forms, from record fields and from the plugin list of the document.
#include "editor/model/text/form_name.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "editor/model/text/display_name.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/save/save.hpp"

namespace redforge::editor {
namespace {

constexpr std::string_view id_field = "form_id";

const FieldEntry* type_field(const RecordHandle& record)
{
    const FieldEntry* const field = record.table().find_field("type");
    return field != nullptr && field->info.always ? field : nullptr;
}

std::string in_plugin(const Session& session, const std::vector<std::string>& plugins, std::uint32_t number)
{
    std::size_t place = number >> 24U;
    if (edit::get_if<tes::Plugin>(session.document()) != nullptr) {
        place = std::min(place, plugins.size() - 1);  // all indices after the masters are the plugin's own
    }
    return place < plugins.size() ? fmt::format("{}:{:06X}", plugins[place], number & 0xFFFFFFU) : std::string{};
}

/// Returns the editor ID of a form of a master, if the master is available.
std::string id_in_master(const Session& session, const std::vector<std::string>& plugins, std::uint32_t number)
{
    const std::size_t place = number >> 24U;
    const bool is_plugin = edit::get_if<tes::Plugin>(session.document()) != nullptr;
    // The last plugin of a plugin's own list is the plugin itself.
    const std::size_t masters = plugins.size() - (is_plugin && !plugins.empty() ? 1 : 0);
    const Result<std::string> name = place < masters ? decode_text(plugins[place], CodePage::cp1252) : fail({});
    const tes::MasterFile* const master = name && session.data() != nullptr ? session.data()->master(*name) : nullptr;
    return master == nullptr ? std::string{}
                             : encode_text(master->editor_id(master->to_own_numbering(number)), CodePage::cp1252);
}

/// Returns the editor ID of a form in the document, else in one of its masters. Empty if unknown.
std::string editor_id(const Session& session, const std::vector<std::string>& plugins, std::uint32_t number)
{
    const auto* const plugin = edit::get_if<tes::Plugin>(session.document());
    const std::string own = plugin == nullptr ? std::string{} : tes::editor_id_of(*plugin, number);
    return own.empty() ? id_in_master(session, plugins, number) : encode_text(own, CodePage::cp1252);
}

}  // namespace

std::optional<std::uint32_t> form_number(std::string_view form_id)
{
    std::uint32_t number{};
    const char* const end = form_id.data() + form_id.size();
    const auto [stop, error] = std::from_chars(form_id.data(), end, number, 16);
    return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

std::vector<std::string> plugins_of(const Session& session)
{
    std::vector<std::string> names;
    if (const auto* const plugin = edit::get_if<tes::Plugin>(session.document())) {
        for (const std::string_view master : tes::masters_of(*plugin)) {
            names.push_back(encode_text(master, CodePage::cp1252));
        }
        names.push_back(session.path().filename().string());
    } else if (const auto* const save = edit::get_if<tes::Save>(session.document())) {
        for (const tes::LoadedPlugin& loaded : save->plugins) {
            names.push_back(encode_text(loaded.name.bytes, CodePage::cp1252));
        }
    }
    return names;
}

bool has_type_field(const RecordHandle& record)
{
    return type_field(record) != nullptr;
}

bool is_form(const RecordHandle& record)
{
    const FieldEntry* const field = record.table().find_field(id_field);
    return field != nullptr && field->info.key && !field->ops->type.derived;
}

std::string form_type(const ListView& list, std::size_t index)
{
    const RecordHandle record = list.at(index);
    if (const FieldEntry* const type = type_field(record)) {
        return display_text(record.field(*type));
    }
    if (list.child->items.size() < 2) {
        return {};
    }
    std::string name = list.item(index).name;
    if (name.size() <= 3) {  // an abbreviation: npc
        std::ranges::transform(name, name.begin(), to_upper);
        return name;
    }
    return display_name(name);
}

std::string_view type_description(const Session& session, std::string_view type)
{
    const auto* const plugin = edit::get_if<tes::Plugin>(session.document());
    return plugin == nullptr ? std::string_view{} : tes::definitions_of(plugin->header_size).label(type);
}

std::string form_name(const ListView& list, std::size_t index, bool with_type)
{
    const RecordHandle record = list.at(index);
    std::string name = with_type ? form_type(list, index) : std::string{};
    for (const std::string_view field : {std::string_view("editor_id"), id_field}) {
        const FieldView value = record.find_field(field);
        const std::string text = value ? value.text() : std::string{};
        name += (name.empty() || text.empty() ? "" : " ") + text;
    }
    return name;
}

bool is_grouped_by_type(const ListView& list)
{
    if (!list || list.child->info.folder.empty() || list.child->info.folder == ".") {  // trees have groups
        return false;
    }
    return list.child->items.size() > 1 ||
           std::ranges::any_of(list.child->items.front().type->tables.front().fields,
                               [](const FieldEntry& field) { return field.name == "type" && field.info.always; });
}

bool holds_form(const FieldEntry& field)
{
    return field.ops->type.kind == ValueKind::text && !field.ops->type.derived &&
           (field.info.refers_to == Target::form || field.name == id_field);
}

std::string form_place(const Session& session, std::string_view form_id)
{
    const std::optional<std::uint32_t> number = form_number(form_id);
    return number && *number != 0 ? in_plugin(session, plugins_of(session), *number) : std::string{};
}

std::string form_description(const Session& session, std::string_view form_id)
{
    const std::optional<std::uint32_t> number = form_number(form_id);
    if (!number || *number == 0) {
        return {};
    }
    const std::vector<std::string> plugins = plugins_of(session);
    const std::string place = in_plugin(session, plugins, *number);
    const std::string id = place.empty() ? std::string{} : editor_id(session, plugins, *number);
    return id.empty() ? place : fmt::format("{} {}", place, id);
}

std::string missing_names(const Session& session)
{
    const auto* const save = edit::get_if<tes::Save>(session.document());
    if (save == nullptr || session.data() == nullptr) {
        return {};
    }
    std::vector<std::string> missing;
    for (const tes::LoadedPlugin& loaded : save->plugins) {
        if (session.data()->master(loaded.name.bytes) == nullptr) {
            missing.push_back(encode_text(loaded.name.bytes, CodePage::cp1252));
        }
    }
    if (missing.empty()) {
        return {};
    }
    const std::string others = missing.size() == 1 ? "" : " and " + counted(missing.size() - 1, "other plugin");
    return fmt::format("no names for forms of {}{}: not found; copy the save next to the plugins, or name their folder "
                       "in redforge.toml: data = \"FOLDER\"",
                       missing.front(), others);
}

std::set<std::string> editor_ids(const Session& session)
{
    std::set<std::string> ids;
    const auto* const plugin = edit::get_if<tes::Plugin>(session.document());
    if (plugin == nullptr) {
        return ids;
    }
    const auto add = [&ids](std::string_view id) {
        if (!id.empty()) {
            ids.insert(encode_text(id, CodePage::cp1252));
        }
    };
    tes::for_each_record(*plugin, [&add](const tes::RecordHead& head) { add(head.editor_id()); });
    for (const std::string_view name : tes::masters_of(*plugin)) {
        if (const auto* const master = session.data() == nullptr ? nullptr : session.data()->master(name)) {
            std::ranges::for_each(master->editor_ids(), add);
        }
    }
    return ids;
}

FormNames::FormNames(const Session& session) : session_(&session), plugins_(plugins_of(session))
{
    if (const auto* const plugin = edit::get_if<tes::Plugin>(session.document())) {
        tes::for_each_record(*plugin, [this](const tes::RecordHead& head) {
            if (std::string id = head.editor_id(); !id.empty()) {
                editor_ids_.try_emplace(head.form_id.value, std::move(id));  // the first one wins
            }
        });
    }
}

FormNames::Found FormNames::find(std::string_view form_id) const
{
    const std::optional<std::uint32_t> number = form_number(form_id);
    Found found{number && *number != 0 ? in_plugin(*session_, plugins_, *number) : std::string{}, {}};
    if (!found.place.empty()) {
        const auto own = editor_ids_.find(*number);
        found.editor_id = own == editor_ids_.end() ? id_in_master(*session_, plugins_, *number)
                                                   : encode_text(own->second, CodePage::cp1252);
    }
    return found;
}

std::string FormNames::description(std::string_view form_id) const
{
    const Found found = find(form_id);
    return found.editor_id.empty() ? found.place : fmt::format("{} {}", found.place, found.editor_id);
}

std::string FormNames::name(std::string_view form_id) const
{
    Found found = find(form_id);
    return !found.editor_id.empty() ? std::move(found.editor_id)
           : !found.place.empty()   ? std::move(found.place)
                                    : std::string(form_id);
}

}  // namespace redforge::editor
