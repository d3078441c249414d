// Looks into the header and the heads of a plugin's records.
#include "tes/plugin_facts.hpp"

#include "tes/plugin.hpp"
#include "tes/record_head.hpp"
#include "tes/record_heads.hpp"

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

std::size_t size_of_rest(const Plugin& plugin)
{
    return plugin.rest.size();
}

std::vector<std::string_view> editor_ids_of(const Plugin& plugin)
{
    std::vector<std::string_view> ids;
    for (const RecordHead* head : heads_of(plugin)) {
        ids.emplace_back(head->editor_id.bytes);
    }
    return ids;
}

std::string_view editor_id_of(const Plugin& plugin, FormId form_id)
{
    const RecordHead* const head = find_head(plugin, form_id);
    return head == nullptr ? std::string_view{} : std::string_view(head->editor_id.bytes);
}

std::size_t count_with_properties(const Plugin& plugin)
{
    return count_with_properties(plugin.records);
}

}  // namespace redforge::tes
