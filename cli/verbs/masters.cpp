// `masters`: the masters of a plugin and the load order of a save.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/form/load_order.hpp"

namespace redforge::cli {
namespace {

Exit list_plugins(const Arguments& arguments, const std::string& file)
{
    Result<edit::Loaded> loaded = load(file, arguments);
    if (!loaded) {
        return print_error(loaded.error());
    }
    edit::Recorder recorder(loaded->document, loaded->context);
    const Result<edit::PluginList> list = edit::PluginList::of(recorder);
    if (!list) {
        return print_error(edit::in_file(list.error(), file));
    }
    const std::vector<std::string> names = list->names();
    const std::vector<std::size_t> uses = list->uses();
    nlohmann::json json{{"plugins", nlohmann::json::array()}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name = encode_text(names[i], CodePage::cp1252);
        if (arguments.has("json")) {
            json["plugins"].push_back({{"index", i}, {"name", name}, {"uses", uses[i]}});
        } else {
            print(fmt::format("{:02X} {} ({})\n", i, name, uses[i] == 0 ? "not used" : plural(uses[i], "reference")));
        }
    }
    if (arguments.has("json")) {
        print_json(json);
    }
    return Exit::success;
}

Result<std::vector<std::string>> wanted_order(const Arguments& arguments, const std::string& file)
{
    if (const auto order = arguments.option("load-order")) {
        return tes::read_load_order(*order, false);
    }
    const std::filesystem::path beside = std::filesystem::absolute(file).parent_path();
    return tes::load_order_of(arguments.option("data").value_or(beside.string()));
}

Result<edit::EditLog> change_list(const Arguments& arguments, edit::Loaded& loaded, const std::string& action,
                                  std::span<const std::string> names, const std::string& file)
{
    edit::Recorder recorder(loaded.document, loaded.context);
    Result<edit::PluginList> list = edit::PluginList::of(recorder, probable_plugin_name(file, loaded.document));
    if (!list) {
        return fail(list.error());
    }
    std::vector<std::string> bytes;
    for (const std::string& name : names) {
        Result<std::string> encoded = decode_text(name, CodePage::cp1252);
        if (!encoded) {
            return fail(encoded.error());
        }
        bytes.push_back(std::move(*encoded));
    }
    edit::EditLog log;
    Status status;
    const auto take = [&](Result<edit::EditLine> line) {
        if (line) {
            log.push_back(std::move(*line));
        } else {
            status = fail(line.error());
        }
    };
    const auto take_all = [&](Result<edit::EditLog> lines) {
        if (lines) {
            std::ranges::move(*lines, std::back_inserter(log));
        } else {
            status = fail(lines.error());
        }
    };
    if (action == "rename") {
        take(list->rename(bytes[0], bytes[1]));
    } else if (action == "sort") {
        const Result<std::vector<std::string>> order = wanted_order(arguments, file);
        if (!order) {
            return fail(order.error());
        }
        std::vector<std::string> missing;
        take_all(list->sort(*order, missing));
        for (const std::string& name : missing) {
            print_message(
                fmt::format("{}: note: {} is not in the load order and goes after the others of its kind", file, name));
        }
    } else {
        for (const std::string& name : bytes) {
            if (status) {
                take(action == "add" ? list->add(name) : list->remove(name));
            }
        }
    }
    if (status && arguments.has("prune")) {
        take_all(list->prune());
    }
    return status ? edit::finish(recorder, std::move(log)) : fail(status.error());
}

}  // namespace

static Exit run_masters(const Arguments& arguments)
{
    struct Action {
        std::string_view name;
        std::size_t min;
        std::size_t max;
        std::string_view usage;
    };
    constexpr std::size_t any = ~std::size_t{0};
    static constexpr std::array<Action, 5> actions{{{"list", 0, 0, "list takes no names"},
                                                    {"add", 1, any, "add NAME..."},
                                                    {"remove", 1, any, "remove NAME..."},
                                                    {"sort", 0, 0, "sort takes no names"},
                                                    {"rename", 2, 2, "rename OLD NEW"}}};
    const std::string file = arguments.first("FILE");
    const std::string word = arguments.first("ACTION");
    const std::span<const std::string> names = arguments.all("NAME");
    const auto action = std::ranges::find(actions, word.empty() ? "list" : std::string_view(word), &Action::name);
    if (action == actions.end()) {
        return print_usage_error(fmt::format("masters: no action \"{}\"", word), "list, add, remove, sort or rename");
    }
    if (names.size() < action->min || names.size() > action->max) {
        return print_usage_error(fmt::format("masters: {} with {}", action->name, plural(names.size(), "name")),
                                 action->usage);
    }
    const bool changes = action->name != "list" || arguments.has("prune");
    if (!changes) {
        return list_plugins(arguments, file);
    }
    return change_document(arguments, file, [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
        Result<edit::EditLog> log = change_list(arguments, loaded, std::string(action->name), names, file);
        return log ? std::move(log) : fail(edit::in_file(log.error(), file));
    });
}

Verb masters_verb()
{
    return {
        .name = "masters",
        .summary = "list and change the masters of a plugin, or the load order of a save",
        .description =
            "Lists and changes the masters of a plugin, or the load order of a save. All FormIDs of FILE follow, in "
            "one step.",
        .actions =
            {{"list", "Prints each plugin with the number of references to its forms. This is the default.",
              "prune output in-place no-backup drop-comments force dry-run encoding definitions json"},
             {"add", "Adds plugins at the end of the list.",
              "prune output in-place no-backup drop-comments force dry-run encoding definitions json"},
             {"remove", "Removes plugins. Fails if records refer to their forms; the message names the records.",
              "prune output in-place no-backup drop-comments force dry-run encoding definitions json"},
             {"sort",
              "Sorts the list in the order of --load-order, or of the plugins in --data. Plugins that the order does "
              "not list "
              "follow the others of their kind, with a note: .esm and .esl before the first .esp, .esp at the end."},
             {"rename", "Gives a plugin another name.",
              "prune output in-place no-backup drop-comments force dry-run encoding definitions json"}},
        .examples = {{"redforge masters Mod.esp", "the list"},
                     {"redforge masters Mod.esp add Update.esm -i", "add a master"},
                     {"redforge masters Mod.esp sort --load-order plugins.txt -i", "sort in load order"},
                     {"redforge masters Mod.esp --prune -i", "remove unused masters"},
                     {"redforge masters Save.ess rename Old.esp New.esp -o New.ess", "a plugin that has a new name"}},
        .positionals = {{"FILE", "a plugin or save, its XML or unpacked folder", 1, 1, {}},
                        {.name = "ACTION", .min = 0},
                        {"NAME", "add, remove: plugins; rename: the old and the new name", 0, 0, {}, true}},
        .options =
            option_list(Option{"--prune", "", "", "remove the plugins that nothing refers to"},
                        Option{"--data", "", "FOLDER", "sort: the folder of the plugins (default: that of FILE)"},
                        Option{"--load-order", "", "FILE",
                               "sort: plugins.txt, loadorder.txt, or a profile folder of Mod Organizer"},
                        options::editing, options::text_of_plugin, options::json),
        .needs = {{"output", "prune", "list"},
                  {"in-place", "prune", "list"},
                  {"no-backup", "prune", "list"},
                  {"drop-comments", "prune", "list"},
                  {"force", "prune", "list"},
                  {"dry-run", "prune", "list"}},
        .run = run_masters,
    };
}

}  // namespace redforge::cli
