// Compares the versions of records in a load order.
#include "edit/plugin/plugin_conflicts.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/document/document.hpp"
#include "edit/plugin/string_files.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/form/form_numbering.hpp"
#include "tes/form/form_walk.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::edit {
namespace {

constexpr unsigned index_shift = 24;

constexpr std::uint32_t first_special_index = 0xFE;
constexpr std::uint32_t light_files = 0xFE000000;  ///< FormIDs of light plugins in a load order
constexpr unsigned light_shift = 12;
constexpr std::uint32_t light_bits = 0xFFF;

/// The FormIDs of a file in a load order: 05000000 on, or FE005000 on for a light plugin.
struct FormRange {
    std::uint32_t first{};
    std::uint32_t bits{};  ///< mask of the object id
};

/// The files of a load order, and the masters that are not among them.
class FileOrder {
public:
    std::vector<std::string> names;

    void add(const std::string& name, bool is_light)
    {
        names.push_back(name);
        const std::uint32_t number = is_light ? lights_++ : others_++;
        ranges_.push_back(is_light ? FormRange{light_files | number << light_shift, light_bits}
                                   : FormRange{number << index_shift, tes::number_bits});
    }
    /// Returns false if there are more files than FormIDs can name.
    [[nodiscard]] bool fits() const { return others_ <= first_special_index && lights_ <= light_bits + 1; }

    /// Returns the ranges for the first bytes of a plugin's FormIDs. Adds masters that are missing.
    [[nodiscard]] std::vector<FormRange> ranges_of(const tes::Plugin& plugin, std::size_t own)
    {
        std::vector<FormRange> ranges;
        for (const std::string_view master : tes::masters_of(plugin)) {
            const auto found =
                std::ranges::find_if(names, [&](const std::string& file) { return equals_ignore_case(file, master); });
            const auto place = static_cast<std::size_t>(found - names.begin());
            if (place == names.size()) {
                add(std::string(master), false);
            }
            ranges.push_back(ranges_[place]);
        }
        ranges.push_back(ranges_[own]);
        return ranges;
    }

    /// Returns the index of the file that a form belongs to. Forms below 800 belong to the first file, which is the
    /// game's.
    [[nodiscard]] std::size_t owner_of(std::uint32_t form) const
    {
        const auto found =
            std::ranges::find_if(ranges_, [&](const FormRange& range) { return (form & ~range.bits) == range.first; });
        return form < tes::first_free_number ? 0 : static_cast<std::size_t>(found - ranges_.begin());
    }

    /// Returns the FormID of a record with the name of its file.
    [[nodiscard]] std::string form_name(std::uint32_t form) const
    {
        const std::size_t owner = owner_of(form);
        return owner >= names.size()
                   ? fmt::format("{:08X}", form)
                   : fmt::format("{}:{:06X}", encode_text(names[owner], CodePage::cp1252), form & ranges_[owner].bits);
    }

private:
    std::vector<FormRange> ranges_;
    std::uint32_t lights_{};
    std::uint32_t others_{};
};

/// Returns true for a light plugin whose records are all in the range of light plugins.
bool is_light(const OrderedPlugin& each)
{
    const tes::Plugin& plugin = *each.plugin;
    const std::size_t masters = tes::masters_of(plugin).size();
    bool fits = tes::is_light(plugin, each.file);
    tes::for_each_record(plugin, [&](const tes::RecordHead& head) {
        const std::uint32_t form = head.form_id.value;
        fits = fits && (form >> index_shift < masters || (form & tes::number_bits) <= light_bits);
    });
    return fits;
}

std::uint32_t in_load_order(std::uint32_t form, const std::vector<FormRange>& ranges)
{
    const std::size_t index = form >> index_shift;
    if (form < tes::first_free_number || index >= first_special_index) {
        return form;
    }
    const FormRange& range = ranges[std::min(index, ranges.size() - 1)];
    return range.first | (form & range.bits);
}

/// One version of a record, as the only record of a document, with FormIDs by load order.
struct Version {
    std::size_t plugin{};
    std::shared_ptr<tes::Plugin> alone;
    CodePage page{CodePage::cp1252};
};

/// All versions of the records that several plugins have.
struct Overrides {
    FileOrder files;
    std::vector<std::uint32_t> forms;  ///< of the load order, in the order of their first plugins
    std::unordered_map<std::uint32_t, std::vector<Version>> versions;
};

Result<Overrides> overrides_in(std::span<const OrderedPlugin> plugins)
{
    Overrides all;
    for (const OrderedPlugin& each : plugins) {
        all.files.add(each.file, is_light(each));
    }
    std::vector<std::vector<FormRange>> positions;
    std::unordered_map<std::uint32_t, std::uint32_t> counts;
    for (std::size_t i = 0; i < plugins.size(); ++i) {
        positions.push_back(all.files.ranges_of(*plugins[i].plugin, i));
        tes::for_each_record(*plugins[i].plugin, [&](const tes::RecordHead& head) {
            const std::uint32_t form = in_load_order(head.form_id.value, positions[i]);
            if (++counts[form] == 2) {
                all.forms.push_back(form);
            }
        });
    }
    if (!all.files.fits()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} plugins and masters", all.files.names.size()),
                     .hint = "a load order has at most 254 plugins and 4096 light plugins"});
    }
    for (std::size_t i = 0; i < plugins.size(); ++i) {
        tes::find_records(
            *plugins[i].plugin,
            [&](const tes::RecordHead& head) { return counts[in_load_order(head.form_id.value, positions[i])] > 1; },
            [&](tes::Record& found, const std::vector<Step>&) {
                const auto alone = std::make_shared<tes::Plugin>();
                alone->header_size = plugins[i].plugin->header_size;
                alone->header.flags = plugins[i].plugin->header.flags & ~tes::localised_flag;
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
                CodePage page{CodePage::cp1252};
                if ((plugins[i].plugin->header.flags & tes::localised_flag) != 0) {
                    static_cast<void>(replace_numbers(record, plugins[i].texts,
                                                      encode_text(plugins[i].file, CodePage::cp1252), page));
                }
                group.entries.get().emplace_back(std::move(record));
                alone->entries.get().emplace_back(std::move(group));
                all.versions[form].push_back({i, alone, page});
                return true;
            });
    }
    return all;
}

std::vector<RecordChange> changes_from(const Version& from, const Version& to, const LoadContext& context)
{
    const Format& format = *find_format(tes::Plugin::root);
    Document before(format, from.alone);
    Document after(format, to.alone);
    before.use_page(from.page);
    after.use_page(to.page);
    std::vector<RecordChange> changes = changes_between(before.root(), after.root(), context, ChangeScope::contents);
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

/// Returns true if the first version of a record is the original of the others: that of the owner of the form. A record
/// that the owner does not have is injected. Its first version is the original only for plugins that have the first
/// plugin as a master.
bool has_original_version(std::span<const OrderedPlugin> plugins, std::span<const Version> versions, std::size_t owner)
{
    const std::string& first = plugins[versions.front().plugin].file;
    return versions.front().plugin == owner || std::ranges::all_of(versions.subspan(1), [&](const Version& each) {
               return std::ranges::any_of(tes::masters_of(*plugins[each.plugin].plugin),
                                          [&](std::string_view master) { return equals_ignore_case(master, first); });
           });
}

const tes::Record& record_of(const Version& version)
{
    const auto& group = std::get<tes::Group>(version.alone->entries.get().front());
    return std::get<tes::Record>(group.entries.get().front());
}

}  // namespace

std::vector<std::string> missing_masters(std::span<const OrderedPlugin> plugins)
{
    std::vector<std::string> missing;
    for (const OrderedPlugin& each : plugins) {
        for (const std::string_view master : tes::masters_of(*each.plugin)) {
            const auto is_it = [&](const std::string& name) { return equals_ignore_case(name, master); };
            if (!std::ranges::any_of(plugins, is_it, &OrderedPlugin::file) && !std::ranges::any_of(missing, is_it)) {
                missing.emplace_back(master);
            }
        }
    }
    return missing;
}

Result<PluginComparison> overridden_fields(std::span<const OrderedPlugin> plugins, const LoadContext& context)
{
    const Result<Overrides> found = overrides_in(plugins);
    if (!found) {
        return fail(found.error());
    }
    const Overrides& all = *found;
    PluginComparison comparison{.fields = {}, .records = all.forms.size(), .missing = missing_masters(plugins)};
    std::vector<OverriddenField>& fields = comparison.fields;
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
                .form = all.files.form_name(form), .type = {}, .editor_id = {}, .field = path, .values = {}};
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
            field.has_original = all.files.owner_of(form) < plugins.size() &&
                                 has_original_version(plugins, versions, all.files.owner_of(form)) &&
                                 (form >= tes::first_free_number || tes::masters_of(*plugins.front().plugin).empty());
            const std::string& base = row.base;
            const std::string& winner = field.values.back().value;
            field.is_conflict = std::ranges::any_of(field.values, [&](const OverriddenField::Value& each) {
                return (each.value != base || !field.has_original) && each.value != winner;
            });
            fields.push_back(std::move(field));
        }
    }
    return comparison;
}

Result<std::vector<RecordChange>> changes_of_overrides(std::span<const OrderedPlugin> plugins,
                                                       const LoadContext& context)
{
    const Result<Overrides> found = overrides_in(plugins);
    if (!found) {
        return fail(found.error());
    }
    const Overrides& all = *found;
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
