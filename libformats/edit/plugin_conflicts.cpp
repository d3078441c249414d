// Compares the versions of records in a load order.
#include "edit/plugin_conflicts.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "core/code_page.hpp"
#include "core/letter_case.hpp"
#include "edit/document.hpp"
#include "tes/form_id_allocator.hpp"
#include "tes/form_numbering.hpp"
#include "tes/form_walk.hpp"
#include "tes/plugin.hpp"
#include "tes/plugin_queries.hpp"
#include "tes/record_walk.hpp"

namespace redforge::edit {
namespace {

constexpr unsigned index_shift = 24;

/// Positions in a load order of the files of a plugin's FormIDs.
std::vector<std::uint32_t> positions_of(const tes::Plugin& plugin, std::uint32_t own, std::vector<std::string>& files)
{
    std::vector<std::uint32_t> positions;
    for (const std::string_view master : tes::masters_of(plugin)) {
        const auto found =
            std::ranges::find_if(files, [&](const std::string& file) { return equals_ignore_case(file, master); });
        positions.push_back(static_cast<std::uint32_t>(found - files.begin()));
        if (found == files.end()) {
            files.emplace_back(master);  // a master that is not among the plugins
        }
    }
    positions.push_back(own);
    return positions;
}

std::uint32_t in_load_order(std::uint32_t form, const std::vector<std::uint32_t>& positions)
{
    const std::size_t index = form >> index_shift;
    return form < tes::first_free_number || index >= 0xFE
               ? form
               : positions[std::min(index, positions.size() - 1)] << index_shift | (form & tes::number_bits);
}

/// One version of a record, alone in a document, with the FormIDs of the load order.
struct Version {
    std::size_t plugin{};
    std::shared_ptr<tes::Plugin> alone;
};

/// All versions of the records that several plugins have.
struct Overrides {
    std::vector<std::string> files;
    std::vector<std::uint32_t> forms;  ///< of the load order, in the order of their first plugins
    std::unordered_map<std::uint32_t, std::vector<Version>> versions;
};

Overrides overrides_in(std::span<const OrderedPlugin> plugins)
{
    Overrides all;
    for (const OrderedPlugin& each : plugins) {
        all.files.push_back(each.file);
    }
    std::vector<std::vector<std::uint32_t>> positions;
    std::unordered_map<std::uint32_t, std::uint32_t> counts;
    for (std::size_t i = 0; i < plugins.size(); ++i) {
        positions.push_back(positions_of(*plugins[i].plugin, static_cast<std::uint32_t>(i), all.files));
        tes::for_each_record(*plugins[i].plugin, [&](const tes::RecordHead& head) {
            const std::uint32_t form = in_load_order(head.form_id.value, positions[i]);
            if (++counts[form] == 2) {
                all.forms.push_back(form);
            }
        });
    }
    for (std::size_t i = 0; i < plugins.size(); ++i) {
        tes::find_records(
            *plugins[i].plugin,
            [&](const tes::RecordHead& head) { return counts[in_load_order(head.form_id.value, positions[i])] > 1; },
            [&](tes::Record& found, const std::vector<Step>&) {
                const auto alone = std::make_shared<tes::Plugin>();
                alone->header_size = plugins[i].plugin->header_size;
                alone->header.flags = plugins[i].plugin->header.flags;
                tes::Group group;
                group.label = tes::signature_of(found.type);
                tes::Record record = found;
                record.groups.clear();
                const std::uint32_t form = in_load_order(record.form_id.value, positions[i]);
                tes::FormIdWalk* walking = nullptr;
                tes::FormIdWalk walk(
                    [&](tes::FormId& each) {
                        each = in_load_order(each.value, positions[i]);
                        walking->changed();
                        return true;
                    },
                    [](ByteView) { return true; });
                walking = &walk;
                walk.record(handle_of(record, CodePage::cp1252));
                group.entries.get().emplace_back(std::move(record));
                alone->entries.get().emplace_back(std::move(group));
                all.versions[form].push_back({i, alone});
                return true;
            });
    }
    return all;
}

/// Returns the FormID of a record with the name of its file.
std::string form_name(std::uint32_t form, const std::vector<std::string>& files)
{
    const std::size_t index = form >> index_shift;
    return form < tes::first_free_number && !files.empty()
               ? fmt::format("{}:{:06X}", encode_text(files.front(), CodePage::cp1252), form)
           : index < files.size()
               ? fmt::format("{}:{:06X}", encode_text(files[index], CodePage::cp1252), form & tes::number_bits)
               : fmt::format("{:08X}", form);
}

std::vector<RecordChange> changes_from(const Version& from, const Version& to, const LoadContext& context)
{
    const Format& format = *find_format(tes::Plugin::root);
    std::vector<RecordChange> changes =
        changes_between(Document(format, from.alone).root(), Document(format, to.alone).root(), context,
                        ChangeScope::contents);
    std::erase_if(changes, [](const RecordChange& change) {
        return change.path.starts_with("header") || (change.path.empty() && change.path_before.empty());
    });
    return changes;
}

/// Returns the path below the record: "weapon.damage" of "records[IronSword].weapon.damage".
std::string path_in_record(const std::string& path)
{
    const std::size_t end = path.starts_with("records[") ? path.find("].") : std::string::npos;
    return end == std::string::npos ? std::string() : path.substr(end + 2);
}

const tes::Record& record_of(const Version& version)
{
    const auto& group = std::get<tes::Group>(version.alone->entries.get().front());
    return std::get<tes::Record>(group.entries.get().front());
}

}  // namespace

std::vector<OverriddenField> overridden_fields(std::span<const OrderedPlugin> plugins, const LoadContext& context)
{
    const Overrides all = overrides_in(plugins);
    std::vector<OverriddenField> fields;
    for (const std::uint32_t form : all.forms) {
        const std::vector<Version>& versions = all.versions.at(form);
        struct Row {
            std::string base;
            std::map<std::size_t, std::string> values;
        };
        std::map<std::string, Row> rows;
        for (std::size_t i = 1; i < versions.size(); ++i) {
            for (const RecordChange& change : changes_from(versions.front(), versions[i], context)) {
                if (change.kind != RecordChange::Kind::changed) {
                    Row& row = rows[path_in_record(change.path)];
                    const bool is_added = change.kind == RecordChange::Kind::added;
                    row.base = is_added ? row.base : change.element;
                    row.values[i] = is_added ? change.element : "";
                    continue;
                }
                const std::string record = path_in_record(change.path);
                for (const FieldChange& field : change.fields) {
                    Row& row = rows[record.empty() ? field.field : record + "." + field.field];
                    row.base = field.before.shown;
                    row.values[i] = field.lines.empty() ? field.after.shown : field.lines;
                }
            }
        }
        for (const auto& [path, row] : rows) {
            OverriddenField field{
                .form = form_name(form, all.files), .type = {}, .editor_id = {}, .field = path, .values = {}};
            for (std::size_t i = 0; i < versions.size(); ++i) {
                const tes::Record& record = record_of(versions[i]);
                const auto own = row.values.find(i);
                const std::string& value = own == row.values.end() ? row.base : own->second;
                field.type = encode_text(tes::signature_of(record.type), CodePage::cp1252);
                if (!record.editor_id.bytes.empty()) {
                    field.editor_id = encode_text(record.editor_id.bytes, CodePage::cp1252);
                }
                field.values.push_back({encode_text(plugins[versions[i].plugin].file, CodePage::cp1252), value});
            }
            const std::string& base = row.base;
            const std::string& winner = field.values.back().value;
            field.is_conflict = std::ranges::any_of(field.values, [&](const OverriddenField::Value& each) {
                return each.value != base && each.value != winner;
            });
            fields.push_back(std::move(field));
        }
    }
    return fields;
}

std::vector<RecordChange> changes_of_overrides(std::span<const OrderedPlugin> plugins, const LoadContext& context)
{
    const Overrides all = overrides_in(plugins);
    std::vector<RecordChange> changes;
    for (const std::uint32_t form : all.forms) {
        const std::vector<Version>& versions = all.versions.at(form);
        if (versions.back().plugin + 1 == plugins.size() && versions.size() > 1) {
            std::ranges::move(changes_from(versions[versions.size() - 2], versions.back(), context),
                              std::back_inserter(changes));
        }
    }
    return changes;
}

}  // namespace redforge::edit
