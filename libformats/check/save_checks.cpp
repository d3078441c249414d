// Checks of saves: duplicate change records, and forms of plugins that are not in the load order.
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "check/check.hpp"
#include "tes/save/save.hpp"

namespace redforge::check {
namespace {

/// Calls `each` with the FormID and the path of each record in a list of the save.
template <class Each>
void for_each_form(const Report& report, std::string_view name, Each each)
{
    const FieldTable& table = report.root().table();
    const ChildEntry& child = *table.find_child(name);
    const ListView list = report.root().list(child);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const FieldView field = list.at(i).find_field("form_id");
        each(static_cast<const tes::FormId*>(field.value)->value,
             edit::NodePath{{table.number_of(child), static_cast<std::uint32_t>(i)}});
    }
}

void find_changes_twice(Report& report)
{
    for (const std::string_view list : {"changes", "created"}) {
        std::unordered_map<std::uint32_t, edit::NodePath> first;
        for_each_form(report, list, [&](std::uint32_t form_id, const edit::NodePath& node) {
            const auto [there, is_first] = first.emplace(form_id, node);
            if (!is_first && form_id != tes::part_of_player.value) {
                report.add({.node = node,
                            .member = "form_id",
                            .message = fmt::format("{} is of {:08X} too", edit::path_text(report.root(), there->second),
                                                   form_id)});
            }
        });
    }
}

void find_unlisted_plugins(Report& report)
{
    const std::size_t plugins = report.root().find_list("plugins").size();
    for (const std::string_view list : {"changes", "form_ids", "worldspaces"}) {
        for_each_form(report, list, [&](std::uint32_t form_id, const edit::NodePath& node) {
            if (form_id >> 24U >= plugins && form_id < tes::first_created_form &&
                form_id != tes::part_of_player.value) {
                report.add({.node = node,
                            .member = "form_id",
                            .message = fmt::format("{:08X} is of plugin {}; the load order has {}", form_id,
                                                   form_id >> 24U, plugins)});
            }
        });
    }
}

}  // namespace

std::span<const Check> save_checks()
{
    static constexpr Check rows[]{
        {"change-twice", Severity::error, "Two change records of one form",
         "The game applies one of them, or crashes when it loads the save.", "save", "", &find_changes_twice},
        {"unlisted-plugin", Severity::error, "A form of a plugin that the save's load order does not have",
         "The first byte of a FormID is an index into the list of plugins. The game drops data of an unknown plugin "
         "when it loads the save.",
         "save", "", &find_unlisted_plugins},
    };
    return rows;
}

}  // namespace redforge::check
