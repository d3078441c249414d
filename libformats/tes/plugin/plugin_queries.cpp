// Queries on a plugin's header and record headers.
#include "tes/plugin/plugin_queries.hpp"

#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_codec.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::tes {

std::vector<std::string_view> masters_of(const Plugin& plugin)
{
    std::vector<std::string_view> names;
    for (const auto& part : plugin.header.parts) {
        if (const auto* const master = std::get_if<Master>(&part)) {
            names.emplace_back(master->name.bytes);
        }
    }
    return names;
}

std::optional<FormId> stated_next_form(const Plugin& plugin)
{
    return plugin.header.no_data != 0 ? std::nullopt : std::optional(plugin.header.next_object_id);
}

bool has_light_flag(const Plugin& plugin)
{
    constexpr std::uint32_t light_flag = 0x200;
    constexpr std::size_t later_header = 24;
    return plugin.header_size == later_header && (plugin.header.flags & light_flag) != 0;
}

std::uint32_t first_light_number(const Plugin& plugin)
{
    constexpr float version_with_all = 1.705F;  // between 1.7 and 1.71
    return plugin.header.version < version_with_all ? first_free_number : 1U;
}

std::vector<std::string> editor_ids_of(const Plugin& plugin, std::string_view type)
{
    std::vector<std::string> ids;
    for_each_record(plugin, [&](const RecordHead& head) {
        if (std::string id = type.empty() || head.type == type ? head.editor_id() : ""; !id.empty()) {
            ids.push_back(std::move(id));
        }
    });
    return ids;
}

std::string editor_id_of(const Plugin& plugin, FormId form_id)
{
    std::string id;
    for_each_record(plugin, [&](const RecordHead& head) {
        if (head.form_id == form_id && id.empty()) {
            id = head.editor_id();
        }
    });
    return id;
}

bool is_large(const Plugin& plugin)
{
    constexpr std::size_t large = std::size_t{8} << 20U;
    return plugin.entries.source().bytes.size() > large;
}

RecordCounts count_records(const Plugin& plugin)
{
    RecordCounts counts;
    for_each_record(plugin, [&](const RecordHead& head) {
        ++counts.records;
        counts.scripts += head.type == "SCPT" ? 1U : 0U;
        counts.with_properties +=
            plugin.header_size == 24 && !never_has_scripts(head.type) && head.has("VMAD") ? 1U : 0U;
    });
    return counts;
}

}  // namespace redforge::tes
