// `conflicts`, and `diff --against-master`: records that several plugins have.
#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "edit/operation/changes.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/plugin_conflicts.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/load_order.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const std::string& name)
{
    Result<std::string> bytes = decode_text(name, CodePage::cp1252);
    return bytes ? std::move(*bytes) : name;
}

/// Returns the paths of the active plugins of --load-order in the folder of --data.
Result<std::vector<std::string>> files_in_order(const std::string& order, const std::string& data)
{
    const Result<std::vector<std::string>> names = tes::read_load_order(order, true);
    if (!names) {
        return fail(names.error());
    }
    std::error_code error;
    std::vector<fs::path> there;
    for (fs::directory_iterator at(data, error), end; !error && at != end; at.increment(error)) {
        there.push_back(at->path());
    }
    if (error) {
        return fail({.code = ErrorCode::io, .message = error.message(), .file = data});
    }
    std::vector<std::string> files;
    for (const std::string& name : *names) {
        const auto found = std::ranges::find_if(there, [&](const fs::path& path) {
            return equals_ignore_case(bytes_of(path.filename().string()), name);
        });
        if (found == there.end()) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("{} is in the load order but not in this folder",
                                                encode_text(name, CodePage::cp1252)),
                         .file = data});
        }
        files.push_back(found->string());
    }
    return files;
}

/// Plugins that stay in memory with their documents.
struct Order {
    std::deque<edit::Loaded> loaded;
    std::vector<edit::OrderedPlugin> plugins;
};

Status add_plugin(Order& order, const std::string& file, const Arguments& arguments)
{
    Result<edit::Loaded> loaded = load(file, arguments);
    if (!loaded) {
        return fail(std::move(loaded.error()));
    }
    order.loaded.push_back(std::move(*loaded));
    const tes::Plugin* const plugin = edit::plugin_of(order.loaded.back().document.root());
    if (plugin == nullptr) {
        return fail({.code = ErrorCode::usage, .message = "is not a plugin", .file = file});
    }
    if (!order.plugins.empty() && order.plugins.front().plugin->header_size != plugin->header_size) {
        return fail(
            {.code = ErrorCode::mismatch, .message = "is a plugin of another game than the first one", .file = file});
    }
    order.plugins.push_back({bytes_of(fs::path(file).filename().string()), plugin});
    return {};
}

/// Inserts the masters that were not named and that the folder of the plugins or --data has, before the plugins.
void add_masters(Order& order)
{
    std::vector<edit::OrderedPlugin> masters;
    std::vector<std::string> seen;
    const auto is_named = [&](std::string_view name) {
        const auto is_it = [&](const std::string& each) { return equals_ignore_case(each, name); };
        return std::ranges::any_of(order.plugins, is_it, &edit::OrderedPlugin::file) ||
               std::ranges::any_of(seen, is_it);
    };
    const std::function<void(const tes::Plugin&, const tes::DataFolder&)> add_masters_of =
        [&](const tes::Plugin& plugin, const tes::DataFolder& data) {
            for (const std::string_view name : tes::masters_of(plugin)) {
                if (is_named(name)) {
                    continue;
                }
                seen.emplace_back(name);
                const tes::MasterFile* const master = data.master(name);
                if (master != nullptr && master->plugin().header_size == plugin.header_size) {
                    add_masters_of(master->plugin(), data);
                    masters.push_back({std::string(name), &master->plugin()});
                }
            }
        };
    for (std::size_t i = 0; i < order.plugins.size(); ++i) {
        if (const tes::DataFolder* const data = order.loaded[i].context.data()) {
            seen.clear();
            std::ranges::transform(masters, std::back_inserter(seen), &edit::OrderedPlugin::file);
            add_masters_of(*order.plugins[i].plugin, *data);
        }
    }
    order.plugins.insert(order.plugins.begin(), masters.begin(), masters.end());
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
    Order order;
    for (const std::string& file : files) {
        if (Status status = add_plugin(order, file, arguments); !status) {
            return print_error(status.error());
        }
    }
    add_masters(order);
    const Result<edit::PluginComparison> comparison = edit::overridden_fields(order.plugins);
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
    print_scope(*comparison, order.plugins.size(), found);
    return found ? Exit::finding : Exit::success;
}

Exit diff_against_master(const Arguments& arguments)
{
    const std::string file = arguments.first("A");
    Order order;
    if (Status status = add_plugin(order, file, arguments); !status) {
        return print_error(status.error());
    }
    const tes::DataFolder* const data = order.loaded.front().context.data();
    std::vector<edit::OrderedPlugin> plugins;
    for (const std::string_view name : tes::masters_of(*order.plugins.front().plugin)) {
        const tes::MasterFile* const master = data == nullptr ? nullptr : data->master(name);
        if (master == nullptr) {
            return print_error(
                {.code = ErrorCode::io,
                 .message = fmt::format("the master {} was not found", encode_text(name, CodePage::cp1252)),
                 .file = file,
                 .hint = "--data FOLDER names the folder of the masters"});
        }
        plugins.push_back({std::string(name), &master->plugin()});
    }
    plugins.push_back(order.plugins.front());
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
