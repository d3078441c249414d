// Fields that several plugins of a load order set.
#include "editor/model/rows/plugin_conflict_rows.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/plugin/plugin_order.hpp"
#include "tes/form/load_order.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

std::string shown_value(const edit::OverriddenField::Value& value)
{
    return value.plugin + ": " + (value.value.empty() ? "(none)" : value.value);
}

PluginConflictRow conflict_row(const edit::OverriddenField& field, const std::vector<fs::path>& files)
{
    PluginConflictRow row;
    row.record = field.type + (field.editor_id.empty() ? "" : " " + field.editor_id) + " " + field.form;
    row.field = field.field;
    row.is_conflict = field.is_conflict;
    row.form = field.form;
    for (const edit::OverriddenField::Value& value : field.values) {
        if (&value == &field.values.back()) {
            row.winner = shown_value(value);
        } else if (&value == &field.values.front() && field.has_original) {
            row.original = value.value.empty() ? "(none)" : value.value;
        } else {
            row.others += (row.others.empty() ? "" : ", ") + shown_value(value);
        }
    }
    const auto file = std::ranges::find_if(files, [&](const fs::path& each) {
        return equals_ignore_case(each.filename().string(), field.values.back().plugin);
    });
    row.file = file == files.end() ? fs::path{} : *file;
    return row;
}

}  // namespace

Result<std::vector<fs::path>> plugins_in_order(const std::vector<fs::path>& chosen, const fs::path& data)
{
    if (chosen.size() == 1 && equals_ignore_case(chosen.front().extension().string(), ".txt")) {
        const Result<std::vector<std::string>> names = tes::read_load_order(chosen.front(), true);
        return names ? edit::find_plugins(*names, data) : fail(names.error());
    }
    if (chosen.empty()) {
        return chosen;
    }
    const fs::path folder = chosen.front().parent_path();
    const Result<std::vector<std::string>> names = tes::load_order_of(folder);
    const Result<std::vector<fs::path>> all = names ? edit::find_plugins(*names, folder) : fail(names.error());
    if (!all) {
        return fail(all.error());
    }
    std::vector<fs::path> ordered = chosen;
    std::ranges::stable_sort(ordered, {}, [&](const fs::path& file) {
        return std::ranges::find(*all, file.filename(), [](const fs::path& each) { return each.filename(); }) -
               all->begin();
    });
    return ordered;
}

Result<PluginConflicts> compare_plugins(const std::vector<fs::path>& files)
{
    edit::PluginOrder order;
    for (const fs::path& file : files) {
        Result<edit::Loaded> loaded = edit::load(file, Pipes::reject, edit::context_around(file), edit::Purpose::look);
        const Status added = loaded ? order.add(file, std::move(*loaded)) : fail(std::move(loaded.error()));
        if (!added) {
            return fail(added.error());
        }
    }
    order.add_masters();
    const Result<edit::PluginComparison> comparison = edit::overridden_fields(order.plugins());
    if (!comparison) {
        return fail(comparison.error());
    }
    PluginConflicts found;
    found.plugins = order.plugins().size();
    for (const edit::OverriddenField& field : comparison->fields) {
        found.rows.push_back(conflict_row(field, files));
    }
    std::ranges::stable_partition(found.rows, &PluginConflictRow::is_conflict);
    found.conflicts = static_cast<std::size_t>(std::ranges::count_if(found.rows, &PluginConflictRow::is_conflict));
    for (const std::string& name : comparison->missing) {
        found.missing.push_back(encode_text(name, CodePage::cp1252));
    }
    return found;
}

}  // namespace redforge::editor
