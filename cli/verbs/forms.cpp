// `forms`, `copy` and `new record`: FormIDs and records of plugins.
#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/verbs/forms.hpp"
#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "edit/plugin/form_numbers.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/plugin_records.hpp"
#include "edit/plugin/string_files.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/form/load_order.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"

namespace redforge::cli {
namespace {

Result<const tes::Plugin*> plugin_in(const edit::Loaded& loaded, const std::string& file)
{
    if (const tes::Plugin* const plugin = edit::plugin_of(loaded.document.root())) {
        return plugin;
    }
    return fail({.code = ErrorCode::usage, .message = "is not a plugin", .file = file});
}

Exit print_next(const Arguments& arguments, const std::string& file, std::size_t count)
{
    const Result<edit::Loaded> loaded = load(file, arguments);
    const Result<const tes::Plugin*> plugin = loaded ? plugin_in(*loaded, file) : fail(loaded.error());
    if (!plugin) {
        return print_error(plugin.error());
    }
    tes::FormIdAllocator forms(**plugin, tes::is_light(**plugin, loaded->context.services));
    nlohmann::json json{{"next", nlohmann::json::array()}};
    for (std::size_t i = 0; i < count; ++i) {
        const std::optional<std::uint32_t> number = forms.take();
        if (!number) {
            return print_error({.code = ErrorCode::out_of_range,
                                .message = fmt::format("{} FormIDs are free", i),
                                .file = file,
                                .hint = fmt::format("numbers end at {:X}", forms.last())});
        }
        const std::string form = fmt::format("{:08X}", forms.masters() << 24U | *number);
        arguments.has("json") ? json["next"].push_back(form) : print(form + "\n");
    }
    if (arguments.has("json")) {
        print_json(json);
    }
    return Exit::success;
}

std::optional<std::uint32_t> hex_number(std::string_view text)
{
    std::uint32_t value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Returns the number of --from, or nothing if the option is missing. Errors: usage.
Result<std::optional<std::uint32_t>> first_number(const Arguments& arguments)
{
    const std::optional<std::string> text = arguments.option("from");
    const std::optional<std::uint32_t> first = text ? hex_number(*text) : std::nullopt;
    if (text && !first) {
        return fail({.code = ErrorCode::usage, .message = "--from takes a hexadecimal number, as 800"});
    }
    return first;
}

/// Returns the new numbers of compact or renumber. `records`: those that are named; empty means all. `others`: files
/// that refer to the forms of the plugin; if there are any, `own_name` gets its file name.
Result<edit::FormNumbers> new_numbers(const Arguments& arguments, const std::string& action, const std::string& file,
                                      std::span<const std::string> records, std::span<const std::string> others,
                                      std::string& own_name)
{
    const Result<edit::Loaded> loaded = load(file, arguments);
    const Result<const tes::Plugin*> plugin = loaded ? plugin_in(*loaded, file) : fail(loaded.error());
    const Result<std::optional<std::uint32_t>> first = plugin ? first_number(arguments) : fail(plugin.error());
    if (!first) {
        return fail(first.error());
    }
    edit::UsedNumbers used;
    if (!others.empty()) {
        Result<std::string> name = plugin_name(arguments, "name", file);
        if (!name) {
            return fail(std::move(name.error()));
        }
        if (!tes::is_plugin_name(*name)) {
            return fail({.code = ErrorCode::usage,
                         .message = "the file name of the plugin is not known, by which the files of --in list it",
                         .file = file,
                         .hint = "give it, as --name Mod.esp"});
        }
        own_name = std::move(*name);
    }
    for (const std::string& other : others) {
        const Result<edit::Loaded> each = load(other, arguments);
        if (!each) {
            return fail(each.error());
        }
        used.merge(edit::numbers_used_in(each->document, own_name));
    }
    const bool is_light = tes::is_light(**plugin, loaded->context.services);
    Result<edit::FormNumbers> numbers =
        action == "compact" ? edit::compact_numbers(**plugin, used)
        : records.empty()   ? edit::consecutive_numbers(**plugin, first->value_or(0x800), is_light, used)
                            : edit::free_numbers(**plugin, records, *first, is_light, used);
    return numbers ? std::move(numbers) : fail(edit::in_file(numbers.error(), file));
}

/// Finishes the edits of a recorder; errors name the file.
Result<edit::EditLog> finish_in(edit::Recorder& recorder, Result<edit::EditLog> log, const std::string& file)
{
    log = log ? edit::finish(recorder, std::move(*log)) : std::move(log);
    return log ? std::move(log) : fail(edit::in_file(log.error(), file));
}

Result<edit::EditLog> renumber(edit::Loaded& loaded, std::string_view name, const edit::FormNumbers& numbers,
                               const std::string& file)
{
    edit::Recorder recorder(loaded.document, loaded.context);
    return finish_in(recorder, edit::change_form_numbers(recorder, name, numbers), file);
}

void print_numbers(const Arguments& arguments, const edit::EditLog& log)
{
    if (arguments.has("json") || arguments.has("dry-run")) {
        return;
    }
    for (const edit::EditLine& line : log) {
        if (line.verb == "renumber") {
            print(fmt::format("{} -> {}\n", line.before, line.after));
        }
    }
}

/// Gives records of a plugin free FormIDs, also those whose FormID other records have.
Exit renumber_records(const Arguments& arguments, const std::string& file, std::span<const std::string> records)
{
    const Result<std::optional<std::uint32_t>> first = first_number(arguments);
    if (!first) {
        return print_error(first.error());
    }
    return change_document(arguments, file, [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
        edit::Recorder recorder(loaded.document, loaded.context);
        Result<edit::EditLog> log = finish_in(recorder, edit::assign_free_form_ids(recorder, records, *first), file);
        print_numbers(arguments, log.value_or(edit::EditLog{}));
        return log;
    });
}

/// Gives a record a FormID of a master.
Exit inject_record(const Arguments& arguments, const std::string& file, std::span<const std::string> words)
{
    if (words.size() != 2 || !arguments.values("in").empty()) {
        return print_usage_error("forms: inject takes a record and a form of a master",
                                 "forms FILE inject EDITORID Skyrim.esm:0ABCDE -i");
    }
    return change_document(arguments, file, [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
        edit::Recorder recorder(loaded.document, loaded.context);
        Result<edit::EditLog> log =
            finish_in(recorder, edit::inject_form(recorder, words[0], words[1], loaded.context), file);
        print_numbers(arguments, log.value_or(edit::EditLog{}));
        return log;
    });
}

/// Runs compact or renumber. `others`: files that refer to the forms of the plugin.
Exit change_numbers(const Arguments& arguments, const std::string& action, const std::string& file,
                    std::span<const std::string> records, std::span<const std::string> others)
{
    if (!others.empty() && !arguments.has("in-place") && !arguments.has("dry-run")) {
        return print_usage_error("forms: no output given for several files", "--in-place changes each of them");
    }
    if (const Status finished = finish_interrupted(arguments, file); !finished) {
        return print_error(finished.error());
    }
    std::string own_name;
    const Result<edit::FormNumbers> numbers = new_numbers(arguments, action, file, records, others, own_name);
    if (!numbers) {
        return print_error(numbers.error());
    }
    if (numbers->empty()) {
        print_message(fmt::format("{}: nothing to change", file));
        return Exit::success;
    }
    if (others.empty()) {
        return change_document(arguments, file, [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
            Result<edit::EditLog> log = renumber(loaded, {}, *numbers, file);
            print_numbers(arguments, log.value_or(edit::EditLog{}));
            return log;
        });
    }
    std::vector<std::string> files{file};
    files.insert(files.end(), others.begin(), others.end());
    edit::EditLog own;
    const Exit exit =
        change_documents(arguments, files, [&](edit::Loaded& loaded, const std::string& each) -> Result<edit::EditLog> {
            const bool is_plugin_itself = &each == files.data();
            Result<edit::EditLog> log = renumber(loaded, is_plugin_itself ? "" : own_name, *numbers, each);
            own = is_plugin_itself && log ? *log : std::move(own);
            return log;
        });
    if (exit == Exit::success) {
        print_numbers(arguments, own);
    }
    return exit;
}

}  // namespace

static Exit run_forms(const Arguments& arguments)
{
    const std::string file = arguments.first("FILE");
    const std::string action = arguments.first("ACTION").empty() ? "next" : arguments.first("ACTION");
    const std::span<const std::string> words = arguments.all("WORD");
    if (action == "next") {
        const std::optional<std::size_t> count = words.empty() ? 1 : whole_number(words.front());
        if (!count || words.size() > 1) {
            return print_usage_error("forms: next takes a number", "forms FILE next 10");
        }
        return print_next(arguments, file, *count);
    }
    if (action == "inject") {
        return inject_record(arguments, file, words);
    }
    if (action != "compact" && action != "renumber") {
        return print_usage_error(fmt::format("forms: no action \"{}\"", action), "next, compact, renumber or inject");
    }
    if (action == "compact" && !words.empty()) {
        return print_usage_error("forms: compact accepts no other arguments",
                                 fmt::format("to change references in {0}, use --in {0}", words.front()));
    }
    const std::span<const std::string> others = arguments.values("in");
    return action == "renumber" && !words.empty() && others.empty()
               ? renumber_records(arguments, file, words)
               : change_numbers(arguments, action, file, words, others);
}

/// Returns the FormID of the first new record of a log: its line adds "WEAP 01000801". Empty if there is none. Lines of
/// new masters have other paths.
static std::string first_new_form(const edit::EditLog& log)
{
    const auto line = std::ranges::find_if(log, [](const edit::EditLine& each) {
        return each.verb == "add" && each.path.size() == 13 && each.path[4] == ' ';
    });
    return line == log.end() ? std::string() : line->path.substr(5);
}

/// Prints the FormID of a new record after it was written, for scripts.
static Exit print_form_id(const Arguments& arguments, Exit exit, const std::string& form_id)
{
    if (exit == Exit::success && !form_id.empty() && !arguments.has("json") && !arguments.has("dry-run")) {
        print(form_id + "\n");
    }
    return exit;
}

static Exit run_copy(const Arguments& arguments)
{
    const std::string from = arguments.first("FROM");
    const std::string to = arguments.first("TO");
    const std::string editor_id = arguments.option("new").value_or("");
    if (arguments.has("as-override") && arguments.has("new")) {
        return print_usage_error("copy: both --as-override and --new", "use one of them");
    }
    const Result<LoadContext> context = names_context(arguments, from);
    const Result<edit::Loaded> source = context ? edit::load(from, Pipes::allow, *context) : fail(context.error());
    if (!source) {
        return print_error(source.error());
    }
    const Result<std::string> from_name = plugin_name(arguments, "from-name", from);
    if (!from_name) {
        return print_error(from_name.error());
    }
    const auto strings_of = [](const edit::Document& document, const std::string& file) {
        const tes::Plugin* const plugin = edit::plugin_of(document.root());
        const bool is_localised = plugin != nullptr && (plugin->header.flags & tes::localised_flag) != 0;
        return is_localised ? edit::StringFiles::of(file) : edit::StringFiles{};
    };
    const Result<edit::StringFiles> from_strings = strings_of(source->document, from);
    if (!from_strings) {
        return print_error(from_strings.error());
    }
    edit::StringFiles strings;
    std::string form_id;
    const auto make = [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
        Result<edit::StringFiles> found = strings_of(loaded.document, to);
        if (!found) {
            return fail(found.error());
        }
        strings = std::move(*found);
        if (Status reserved = strings.reserve(edit::string_uses(loaded.document)); !reserved) {
            return fail(std::move(reserved.error()));
        }
        const Result<std::string> to_name = plugin_name(arguments, "to-name", to);
        if (!to_name) {
            return fail(to_name.error());
        }
        edit::Recorder recorder(loaded.document, loaded.context);
        Result<edit::EditLog> log =
            edit::copy_form(recorder, *to_name,
                            {&source->document, *from_name, source->context, edit::input_name(from),
                             from_strings->empty() ? nullptr : &*from_strings},
                            arguments.first("FORM"), editor_id, arguments.has("deep"), &strings);
        form_id = log && !editor_id.empty() ? first_new_form(*log) : std::string();
        log = log ? edit::finish(recorder, std::move(*log)) : std::move(log);
        return log ? std::move(log) : fail(edit::in_file(log.error(), to));
    };
    const Exit exit =
        change_document(arguments, to, make, {}, [&](const auto& out, WriteOptions& options, FileSnapshot* expected) {
            return strings.add_to(options, out, expected);
        });
    return print_form_id(arguments, exit, form_id);
}

Exit run_new_record(const Arguments& arguments)
{
    const std::span<const std::string> words = arguments.all("WORD");
    if (words.size() != 3) {
        return print_usage_error("new: record with too few or too many words", "new record TYPE EDITORID FILE -i");
    }
    std::string form_id;
    const auto make = [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
        edit::Recorder recorder(loaded.document, loaded.context);
        Result<edit::EditLog> log = edit::add_form(recorder, words[0], words[1]);
        form_id = log ? first_new_form(*log) : std::string();
        log = log ? edit::finish(recorder, std::move(*log)) : std::move(log);
        return log ? std::move(log) : fail(edit::in_file(log.error(), words[2]));
    };
    const Exit exit = change_document(arguments, words[2], make);
    return print_form_id(arguments, exit, form_id);
}

Verb forms_verb()
{
    return {
        .name = "forms",
        .summary = "list free FormIDs of a plugin, and change the FormIDs of its records",
        .description =
            "Lists free FormIDs of a plugin, and changes the FormIDs of its records. All references follow, also those "
            "in the plugins and saves of --in. If several records have the same FormID, name one of them by its "
            "editor ID; references keep pointing to the others. Game files whose names contain FormIDs (voices, "
            "faces) are not renamed.",
        .actions = {{"next", "Prints the next free FormIDs; WORD is their number. This is the default.",
                     "data encoding definitions json"},
                    {"compact",
                     "Gives each record outside of 800 to FFF a FormID in this range, which light plugins need. "
                     "Prints a table of old and new FormIDs.",
                     "in name output in-place no-backup drop-comments force dry-run data encoding definitions json"},
                    {"renumber", "Gives the named records free FormIDs, or all records consecutive FormIDs."},
                    {"inject", "Gives a record a FormID of a master.",
                     "output in-place no-backup drop-comments force dry-run data encoding definitions json"}},
        .examples = {{"redforge forms Mod.esp next 5", "five free FormIDs"},
                     {"redforge forms Mod.esp compact -i", "for a light plugin"},
                     {"redforge forms Mod.esp compact --in Patch.esp --in Save.ess -i",
                      "and in files that name its forms"},
                     {"redforge forms Mod renumber MySword -i", "a free FormID for one record"},
                     {"redforge forms Mod.esp inject MySword Skyrim.esm:0ABCDE -i",
                      "a FormID of a master: an injected record"}},
        .positionals = {{"FILE", "a plugin, its XML or unpacked folder", 1, 1, {}},
                        {.name = "ACTION", .min = 0},
                        {"WORD",
                         "next: how many; renumber: records, by editor ID or FormID; inject: a record and its new form",
                         0,
                         0,
                         {},
                         true}},
        .options =
            option_list(Option{"--from", "", "HEX",
                               "renumber: the first number (default 800, or the next free number of named records)"},
                        Option{"--in", "", "FILE",
                               "compact, renumber: another file that names the forms; can be repeated", true},
                        Option{"--name", "", "NAME",
                               "with --in: the file name of the plugin, if FILE is a folder or text without it"},
                        options::editing, options::data, options::text_of_plugin, options::json),
        .needs = {{"name", "in"}},
        .run = run_forms,
    };
}

Verb copy_verb()
{
    return {
        .name = "copy",
        .summary = "copy a record from one plugin to another",
        .description =
            "Copies a record of a top group, or an interior cell, as an override of the same form. With --new, makes a "
            "new record of TO and prints its FormID. Adds the masters that the record needs to TO; its FormIDs follow. "
            "Texts of a "
            "localised plugin are copied as text. With --deep, also copies the responses of a topic, the cells of a "
            "worldspace, and the references of cells; with --new, each of them gets a free FormID.",
        .examples = {{"redforge copy IronSword Skyrim.esm Mod.esp -i", "an override"},
                     {"redforge copy IronSword Skyrim.esm Mod.esp --new MySword -i", "a new record like it"}},
        .positionals = {{"FORM", "an editor ID, or a FormID as eight digits", 1, 1, {}, true},
                        {"FROM", "the plugin that has the record", 1, 1, {}},
                        {"TO", "the plugin that it is copied to", 1, 1, {}}},
        .options =
            option_list(Option{"--as-override", "", "", "as an override (default)"},
                        Option{"--new", "", "EDITORID", "as a new record with this editor ID and the next free FormID"},
                        Option{"--deep", "", "", "with the records inside: responses, cells, references"},
                        Option{"--from-name", "", "NAME",
                               "the file name of the plugin FROM, if FROM is a folder or text without it"},
                        Option{"--to-name", "", "NAME", "the file name of the plugin TO, likewise"}, options::editing,
                        options::data, options::text_of_plugin, options::json),
        .run = run_copy,
    };
}

}  // namespace redforge::cli
