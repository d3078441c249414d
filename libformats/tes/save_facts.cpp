// Looks into the load order, the globals and the FormIDs of a save's records.
#include "tes/save_facts.hpp"

#include <algorithm>

#include "tes/save.hpp"
#include "tes/save_changes.hpp"

namespace redforge::tes {

std::vector<std::string_view> plugins_of(const Save& save)
{
    std::vector<std::string_view> names;
    for (const LoadedPlugin& plugin : save.plugins) {
        names.emplace_back(plugin.name.bytes);
    }
    return names;
}

Screenshot& screenshot_of(Save& save)
{
    return save.header.screenshot;
}

FormId stated_next_form(const Save& save)
{
    return save.globals.next_object_id.value | first_created_form;
}

std::optional<FormId> next_created_form(const Save& save)
{
    constexpr std::uint32_t none_left = 0xFFFFFFFF;  // number 0xFFFFFF is not one of a form
    std::uint32_t next = stated_next_form(save).value;
    const auto is_taken = [&next](FormId form_id) {
        if (form_id.value >= first_created_form) {
            next = std::max(next, std::min(form_id.value, none_left - 1) + 1);
        }
    };
    for (const CreatedRecord& record : save.created) {
        is_taken(record.form_id);
    }
    std::ranges::for_each(form_ids_of(save.changes), is_taken);
    return next == none_left ? std::nullopt : std::optional(FormId(next));
}

std::size_t count_created(const Save& save, FormId form_id)
{
    return static_cast<std::size_t>(std::ranges::count(save.created, form_id, &CreatedRecord::form_id));
}

std::size_t count_changes(const Save& save, FormId form_id)
{
    return static_cast<std::size_t>(std::ranges::count(form_ids_of(save.changes), form_id));
}

}  // namespace redforge::tes
