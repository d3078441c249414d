// `conflicts`, and `diff --against-master`: records that several plugins have.
#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/verbs/conflicts.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "edit/operation/changes.hpp"
#include "edit/plugin/plugin_conflicts.hpp"
#include "edit/plugin/plugin_order.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/load_order.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// Returns the paths of the active plugins of --load-order in the folder of --data.
Result<std::vector<std::string>> files_in_order(const std::string& order, const std::string& data)
{
    const Result<std::vector<std::string>> names = tes::read_load_order(order, true);
    const Result<std::vector<fs::path>> found = names ? edit::find_plugins(*names, data) : fail(names.error());
    if (!found) {
        return fail(found.error());
    }
    std::vector<std::string> files;
    std::ranges::transform(*found, std::back_inserter(files), [](const fs::path& file) { return file.string(); });
    return files;
}

Status add_plugin(edit::PluginOrder& order, const std::string& file, const Arguments& arguments)
{
    Result<edit::Loaded> loaded = load(file, arguments);
    return loaded ? order.add(file, std::move(*loaded)) : fail(std::move(loaded.error()));
}

/// Prints the masters without which fields were compared, and what was compared if there are no conflicts.
void print_scope(const edit::PluginComparison& comparison, std::size_t plugins, bool found)
{
    for (const std::string& name : comparison.missing) {
        print_message(fmt::format("note: the master {} was not found. Its records were compared without their "
                                  "originals: each field in which plugins differ is a conflict. --data FOLDER names "
                                  "the folder of the masters",
                                  encode_text(name, CodePage::cp1252)));
    }
    if (!found) {
        print_message(fmt::format("no conflicts: {} of {} compared", plural(comparison.records, "record"),
                                  plural(plugins, "plugin")));
    }
}

}  // namespace

static Exit run_conflicts(const Arguments& arguments)
{
    const auto list = arguments.option("load-order");
    std::vector<std::string> files(arguments.all("FILE").begin(), arguments.all("FILE").end());
    if (list.has_value() != files.empty() || (list && !arguments.has("data"))) {
        return print_usage_error("conflicts: no plugins given",
                                 "name them in load order, or give --load-order and --data");
    }
    if (list) {
        Result<std::vector<std::string>> found = files_in_order(*list, *arguments.option("data"));
        if (!found) {
            return print_error(found.error());
        }
        files = std::move(*found);
    }
    edit::PluginOrder order;
    for (const std::string& file : files) {
        if (Status status = add_plugin(order, file, arguments); !status) {
            return print_error(status.error());
        }
    }
    order.add_masters();
    const Result<edit::PluginComparison> comparison = edit::overridden_fields(order.plugins());
    if (!comparison) {
        return print_error(comparison.error());
    }
    nlohmann::json json{{"conflicts", nlohmann::json::array()}};
    bool found = false;
    for (const edit::OverriddenField& field : comparison->fields) {
        found = found || field.is_conflict;
        if (!field.is_conflict && !arguments.has("all")) {
            continue;
        }
        if (arguments.has("json")) {
            nlohmann::json entry{{"form", field.form},
                                 {"type", field.type},
                                 {"editor_id", field.editor_id},
                                 {"field", field.field},
                                 {"conflict", field.is_conflict},
                                 {"original", field.has_original},
                                 {"winner", field.values.back().plugin},
                                 {"values", nlohmann::json::array()}};
            for (const edit::OverriddenField::Value& value : field.values) {
                entry["values"].push_back({{"plugin", value.plugin}, {"value", value.value}});
            }
            json["conflicts"].push_back(std::move(entry));
            continue;
        }
        print(fmt::format("{} {} {}: {}\n", field.type, field.form, field.editor_id, field.field));
        for (const edit::OverriddenField::Value& value : field.values) {
            print(fmt::format("  {}: {}{}\n", value.plugin, value.value.empty() ? "(none)" : value.value,
                              &value == &field.values.back() ? " (wins)" : ""));
        }
    }
    if (arguments.has("json")) {
        print_json(json);
    }
    print_scope(*comparison, order.plugins().size(), found);
    return found ? Exit::finding : Exit::success;
}

Exit diff_against_master(const Arguments& arguments)
{
    const std::string file = arguments.first("A");
    edit::PluginOrder order;
    if (Status status = add_plugin(order, file, arguments); !status) {
        return print_error(status.error());
    }
    const tes::DataFolder* const data = order.loaded(0).context.services.find<tes::DataFolder>();
    std::vector<edit::OrderedPlugin> plugins;
    std::deque<tes::StringTexts> texts;
    for (const std::string_view name : tes::masters_of(*order.plugins().front().plugin)) {
        const tes::MasterFile* const master = data == nullptr ? nullptr : data->master(name);
        if (master == nullptr) {
            return print_error(
                {.code = ErrorCode::io,
                 .message = fmt::format("the master {} was not found", encode_text(name, CodePage::cp1252)),
                 .file = file,
                 .hint = "--data FOLDER names the folder of the masters"});
        }
        texts.emplace_back(data->folders(), fs::path(encode_text(name, CodePage::cp1252)).stem().string());
        plugins.push_back({std::string(name), &master->plugin(), &texts.back()});
    }
    plugins.push_back(order.plugins().front());
    const Result<std::vector<edit::RecordChange>> changes = edit::changes_of_overrides(plugins);
    if (!changes) {
        return print_error(changes.error());
    }
    for (const edit::RecordChange& change : *changes) {
        for (const std::string& line : edit::change_lines(change)) {
            print(line + "\n");
        }
    }
    return changes->empty() ? Exit::success : Exit::finding;
}

Verb conflicts_verb()
{
    return {
        .name = "conflicts",
        .summary = "list records that several plugins change differently",
        .description =
            "Compares the records that several plugins of a load order contain, field by field. Prints each field in "
            "which "
            "the last plugin lacks a change of an earlier override, with the value of each plugin; the last plugin "
            "wins. "
            "FormIDs begin with the position of their plugin in the load order. The exit status is 1 if there are "
            "conflicts.\n"
            "Masters that are not named are read from the folder of the plugins, or from --data. If a master is "
            "missing, "
            "a note names it, and each field in which the plugins differ is a conflict.",
        .examples = {{"redforge conflicts Skyrim.esm A.esp B.esp", "plugins in load order"},
                     {"redforge conflicts --load-order plugins.txt --data Data", "the active plugins of a game"},
                     {"redforge conflicts Skyrim.esm A.esp --all", "and overrides without a conflict"}},
        .positionals = {{"FILE", "plugins in load order", 0, 0, {}}},
        .options = {{"--load-order", "", "FILE",
                     "plugins.txt, loadorder.txt, or a profile folder of Mod Organizer; needs --data"},
                    {"--data", "", "FOLDER", "the folder of the plugins and their masters"},
                    {"--all", "", "", "also print overridden fields without a conflict"},
                    options::encoding,
                    options::definitions,
                    options::json},
        .run = run_conflicts,
    };
}

}  // namespace redforge::cli
