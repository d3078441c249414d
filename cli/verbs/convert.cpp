// `unpack`, `pack` and `new`: convert documents between forms, and create them.
#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files/file_kinds.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/files/packing.hpp"
#include "cli/files/record_parts.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/report/json.hpp"
#include "cli/script/script_files.hpp"
#include "cli/script/script_mistakes.hpp"
#include "cli/verbs/forms.hpp"
#include "core/text/letter_case.hpp"
#include "core/xml/schema.hpp"
#include "edit/document/text_place.hpp"
#include "edit/map/map_of.hpp"
#include "edit/operation/references.hpp"
#include "rgm/map.hpp"
#include "rgm/new_map.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// An input and its output path.
struct Conversion {
    std::string input;
    std::string output;
    edit::Storage storage{};
    bool found{};  ///< in a folder that was searched, not named
};

Result<Written> write_document(const Arguments& arguments, const edit::Document& document,
                               const std::filesystem::path& path, edit::Storage storage, const WriteOptions& options,
                               std::string_view source, const edit::TextSource& text = {},
                               const LoadContext& context = {})
{
    const bool replace = options.overwrite != Overwrite::reject;
    std::error_code ignored;
    const Status allowed =
        replace || !fs::exists(path, ignored) ? may_replace(arguments, path, document.format(), storage) : Status{};
    Result<Written> written = allowed ? edit::save(document, path, storage, options, context) : fail(allowed.error());
    if (!written) {
        Error error = edit::placed_in_text(written.error(), text);
        if (error.code == ErrorCode::exists && !replace) {
            error.hint = storage == edit::Storage::folder ? fmt::format("use -o {} to replace it", path.string())
                                                          : "--force replaces it; nothing was changed";
        }
        return fail(in_file(std::move(error), source));
    }
    return written;
}

Exit print_written(const Arguments& arguments, std::string_view source, const std::filesystem::path& path,
                   edit::Storage storage, const Result<Written>& written)
{
    if (!written) {
        return print_error(written.error());
    }
    if (arguments.has("json")) {
        nlohmann::json file = output_json(source, path);
        file["form"] = storage_description(storage);
        if (written->backup) {
            put_name(file, "backup", *written->backup);
        }
        print_json({{"files", nlohmann::json::array({std::move(file)})}});
    }
    if (path != "-") {
        print_message(fmt::format("{} -> {} ({}){}", edit::input_name(source), path.string(),
                                  storage_description(storage), backup_description(*written)));
        print_write_notes(path, *written);
    }
    return Exit::success;
}

/// Returns the last of several words if it does not exist: the user probably meant it as the output.
std::optional<std::string> guess_output(const Arguments& arguments, std::string_view positional)
{
    const auto words = arguments.all(positional);
    std::error_code ignored;
    const bool is_name = words.size() > 1 && words.back() != "-" && !fs::exists(words.back(), ignored);
    return is_name && !arguments.has("output") ? std::optional(words.back()) : std::nullopt;
}

/// Returns the output path of one of many inputs: in the folder OUT, with its path relative to the searched folder, or
/// else next to the input.
fs::path output_path_of(const edit::Candidate& file, const Inputs& inputs, const std::optional<std::string>& out)
{
    if (!out) {
        return file.path;
    }
    for (const std::string& folder : inputs.folders) {
        const fs::path below = file.path.lexically_relative(folder);
        if (file.found && !below.empty() && *below.begin() != "..") {
            return fs::path(*out) / below;
        }
    }
    return fs::path(*out) / file.path.lexically_normal().filename();
}

/// Removes extensions from output names: ISLAND.RGM becomes ISLAND or ISLAND.xml. With several files, keeps an
/// extension that packing would not restore (CHAIR.3DC), or that distinguishes two files (ISLAND.COL next to
/// ISLAND.ROB).
void remove_extensions(std::vector<Conversion>& conversions, bool many, std::string_view instead)
{
    const auto bare = [](const Conversion& each) { return fs::path(each.output).replace_extension().string(); };
    std::map<std::string, std::size_t> uses;
    for (const Conversion& each : conversions) {
        ++uses[bare(each)];
    }
    for (Conversion& each : conversions) {
        const std::string extension = fs::path(each.output).extension().string();
        const bool is_usual = std::ranges::any_of(edit::formats(), [&](const Format& format) {
            return equals_ignore_case(extension, format.extension);
        });
        if (each.output != "-") {
            each.output =
                (many && (!is_usual || uses[bare(each)] > 1) ? each.output : bare(each)) + std::string(instead);
        }
    }
}

/// Fails if two inputs have one output path, or if both --json and a document go to standard output.
Status check_places(const Arguments& arguments, const std::vector<Conversion>& conversions)
{
    std::map<std::string, const Conversion*> taken;
    for (const Conversion& each : conversions) {
        if (Status status = check_json_output(arguments, each.output); !status) {
            return status;
        }
        const auto [other, is_new] = taken.emplace(fs::path(each.output).lexically_normal().string(), &each);
        if (!is_new) {
            return fail(same_place(other->second->input, each.input, each.output));
        }
    }
    return {};
}

/// Calls `work` for each conversion in parallel, and prints the results in order.
Exit convert_all(const Arguments& arguments, std::vector<Conversion>& conversions,
                 const std::function<Result<Written>(Conversion&)>& work)
{
    const Result<std::size_t> jobs = jobs_of(arguments);
    if (!jobs) {
        return print_error(jobs.error());
    }
    std::vector<std::optional<Result<Written>>> results(conversions.size());
    Exit worst = Exit::success;
    run_in_order(
        conversions.size(), *jobs, [&](std::size_t i) { results[i].emplace(work(conversions[i])); },
        [&](std::size_t i) {
            Conversion& each = conversions[i];
            const Result<Written>& written = *results[i];
            if (written || !should_skip({each.input, each.found}, written.error())) {
                worst = std::max(worst, print_written(arguments, each.input, each.output, each.storage, written));
            }
            results[i].reset();
        });
    return worst;
}

Status make_folder_for(const fs::path& path)
{
    std::error_code error;
    if (path.has_parent_path()) {
        fs::create_directories(path.parent_path(), error);
    }
    return error ? fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot make the folder: {}", error.message()),
                         .file = path.parent_path().string()})
                 : Status{};
}

Result<Written> unpack_one(const Arguments& arguments, Conversion& each, bool named, bool many)
{
    const Result<LoadContext> context = names_context(arguments, each.input);
    Result<edit::Loaded> loaded =
        context ? load(each.input, pipes_for(arguments, each.input), *context) : fail(context.error());
    if (!loaded) {
        return fail(loaded.error());
    }
    if (Status status = keep_only(arguments, loaded->document); !status) {
        return fail(std::move(status.error()));
    }
    const edit::Storage otherwise = arguments.has("xml") ? edit::Storage::text : edit::Storage::folder;
    each.storage = many ? otherwise : storage_for(each.output, loaded->document, otherwise);
    if (each.storage == edit::Storage::binary) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("{} has the extension of a game file, not of text", each.output),
                     .hint = "name a folder, or a file that ends in .xml"});
    }
    if (named && !many && each.storage == edit::Storage::folder && is_name_of_file(each.output)) {
        return fail(cannot_write(each.output, "unpack writes a folder, or one file that ends in .xml"));
    }
    if (arguments.has("xml") && each.storage == edit::Storage::folder) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("--xml makes a file, and {} is a folder", each.output),
                     .hint = "leave --xml out, or name a file that ends in .xml"});
    }
    WriteOptions options = options_for(arguments, each.output, each.storage, *loaded, each.input);
    if (!named) {
        options.overwrite = Overwrite::reject;
    }
    const fs::path out = each.output;
    if (arguments.has("schema") && out != "-") {
        options.schema = fmt::format("{}.xsd", loaded->document.format().root());
        const fs::path beside = each.storage == edit::Storage::folder ? out : out.parent_path();
        if (Status status = may_replace(arguments, beside / options.schema, "an XML schema"); !status) {
            return fail(std::move(status.error()));
        }
    }
    if (Status status = make_folder_for(out); !status) {
        return fail(std::move(status.error()));
    }
    if (const auto page = loaded->document.non_default_page();
        page && loaded->storage == edit::Storage::binary && !arguments.has("encoding")) {
        print_message(fmt::format("{}: note: texts decoded as code page {} (guessed); use --encoding to choose another",
                                  each.input, page_name(*page)));
    }
    const LoadContext shown =
        arguments.has("data") ? edit::with_form_names(loaded->context, loaded->document) : *context;
    Result<Written> written =
        write_document(arguments, loaded->document, out, each.storage, options, each.input, {}, shown);
    if (written) {
        print_missing_strings(*loaded, each.input, out);
    }
    return written;
}

/// Fails if standard input is one of several files: each output needs the name of its input.
std::optional<Exit> reject_pipe(std::string_view verb, const Inputs& inputs)
{
    if (!inputs.many ||
        std::ranges::none_of(inputs.files, [](const edit::Candidate& each) { return each.path == "-"; })) {
        return std::nullopt;
    }
    return print_usage_error(fmt::format("{}: cannot combine standard input with other files: it has no name", verb),
                             fmt::format("{} it alone: {} - -o NAME", verb, verb));
}

}  // namespace

static Exit run_unpack(const Arguments& arguments)
{
    if (const auto name = guess_output(arguments, "FILE")) {
        return print_usage_error(fmt::format("unpack: there is no \"{}\"", *name),
                                 fmt::format("to write there, use -o {}", *name));
    }
    const Inputs inputs = inputs_of(arguments);
    if (const std::optional<Exit> error = reject_pipe("unpack", inputs)) {
        return *error;
    }
    const std::optional<std::string> out = arguments.option("output");
    if (arguments.has("schema") && out == "-") {
        return print_usage_error("unpack: --schema cannot be used with standard output",
                                 "the schema is written next to the output file; use -o FILE");
    }
    std::vector<Conversion> conversions;
    for (const edit::Candidate& file : inputs.files) {
        const bool is_pipe = file.path == "-" && !out;
        conversions.push_back({.input = file.path.string(),
                               .output = is_pipe ? "-"
                                         : out && !inputs.many
                                             ? *out
                                             : output_path_of(file, inputs, out).lexically_normal().string(),
                               .found = file.found});
    }
    if (inputs.many || !out) {
        remove_extensions(conversions, inputs.many, arguments.has("xml") ? ".xml" : "");
    }
    if (const Status status = check_places(arguments, conversions); !status) {
        return print_error(status.error());
    }
    return convert_all(arguments, conversions,
                       [&](Conversion& each) { return unpack_one(arguments, each, out.has_value(), inputs.many); });
}

static Exit run_pack(const Arguments& arguments)
{
    const Inputs inputs = inputs_of(arguments, "IN");
    if (const std::optional<Exit> error = reject_pipe("pack", inputs)) {
        return *error;
    }
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        const auto name = guess_output(arguments, "IN");
        return print_usage_error("pack: no output given", fmt::format("use -o {}", name.value_or("FILE")));
    }
    std::vector<Conversion> conversions;
    for (const edit::Candidate& file : inputs.files) {
        fs::path place = inputs.many ? output_path_of(file, inputs, out) : fs::path(*out);
        if (inputs.many && lower(place.extension().string()) == ".xml") {
            place.replace_extension();
        }
        conversions.push_back({.input = file.path.string(),
                               .output = place.string(),
                               .storage = edit::Storage::binary,
                               .found = file.found});
    }
    if (const Status status = check_places(arguments, conversions); !status) {
        return print_error(status.error());
    }
    return convert_all(arguments, conversions, [&](Conversion& each) -> Result<Written> {
        ScriptMistakes mistakes;
        Result<edit::Loaded> loaded = load_to_pack(arguments, each.input, pipes_for(arguments, each.input), mistakes);
        if (!loaded) {
            return fail(loaded.error());
        }
        const Format& format = loaded->document.format();
        if (inputs.many) {
            fs::path place(each.output);
            if (!edit::is_extension_of(format, place.extension().string())) {
                place += format.extension;
            }
            each.output = place.string();
            if (Status status = make_folder_for(place); !status) {
                return fail(std::move(status.error()));
            }
        } else if (storage_for(each.output, loaded->document, edit::Storage::binary) == edit::Storage::text) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("{} has the extension of text, not of a game file", each.output),
                         .hint = "unpack makes text"});
        }
        std::string written_from = each.input;
        if (const std::optional<std::string> base = arguments.option("base")) {
            if (Status status = overlay_on(*base, loaded->document); !status) {
                return fail(std::move(status.error()));
            }
            loaded->source = {};  // a write error can be in the base, not in this text
            written_from = fmt::format("{} over {}", edit::input_name(each.input), edit::input_name(*base));
        }
        print_map_notes(loaded->document, mistakes, each.input, each.output);
        const WriteOptions options = options_for(arguments, each.output, edit::Storage::binary, *loaded, each.input);
        Result<Written> written = write_document(arguments, loaded->document, each.output, edit::Storage::binary,
                                                 options, written_from, loaded->source);
        if (written) {
            print_missing_strings(*loaded, each.input, each.output);
        }
        return written;
    });
}

/// Returns a new map with the first actors of another map.
Result<edit::Document> map_like(const Format& format, const std::string& other)
{
    const Result<edit::Loaded> loaded = edit::load(other, Pipes::reject, {}, edit::Purpose::look);
    if (!loaded) {
        return fail(loaded.error());
    }
    const rgm::Map* const map = edit::map_of(loaded->document);
    if (map == nullptr) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("is {}", document_description(loaded->document.format())),
                     .file = other,
                     .hint = "--like takes a map"});
    }
    return edit::Document(format, std::make_shared<rgm::Map>(rgm::new_map_like(map).map));
}

/// Returns the root elements of the formats that `new` can make.
static std::string new_names(std::string_view separator)
{
    std::vector<std::string_view> roots;
    for (const Format& format : edit::formats()) {
        if (format.make_new != nullptr) {
            roots.push_back(format.root());
        }
    }
    return fmt::to_string(fmt::join(roots, separator));
}

static Exit run_new(const Arguments& arguments)
{
    const std::string kind = arguments.first("KIND");
    if (kind == "record") {
        return run_new_record(arguments);
    }
    if (!arguments.all("WORD").empty()) {
        return print_usage_error(fmt::format("new: unexpected word \"{}\" after the kind", arguments.first("WORD")),
                                 "only `new record` takes more words");
    }
    const Format* format = edit::find_format(kind);
    if (format == nullptr || format->make_new == nullptr) {
        std::vector<std::string_view> kinds;
        for (const Format& each : edit::formats()) {
            if (each.make_new != nullptr) {
                kinds.push_back(each.root());
            }
        }
        return print_usage_error(fmt::format("cannot create a file of kind \"{}\"", kind),
                                 fmt::format("there is: {}", fmt::join(kinds, ", ")));
    }
    for (const std::string_view option : {"in-place", "no-backup", "drop-comments", "dry-run", "data"}) {
        if (arguments.has(option)) {
            return print_usage_error(fmt::format("new {} takes no --{}", kind, option), "only `new record` takes it");
        }
    }
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return print_usage_error("new: no output given", "use -o FILE");
    }
    if (const Status status = check_json_output(arguments, *out); !status) {
        return print_error(status.error());
    }
    const std::optional<std::string> like = arguments.option("like");
    if (like && (kind != rgm::Map::root || arguments.has("sample"))) {
        return print_usage_error("new: --like is for `new map` without --sample",
                                 "use: redforge new map --like MAP -o FILE");
    }
    Result<edit::Document> made =
        like ? map_like(*format, *like) : edit::Document(*format, format->make_new(arguments.has("sample")));
    if (!made) {
        return print_error(made.error());
    }
    edit::Document& document = *made;
    const edit::Storage storage = storage_for(*out, document, edit::Storage::binary);
    const WriteOptions options{.overwrite = arguments.has("force") ? Overwrite::force : Overwrite::reject,
                               .cancel = &cancelled()};
    const std::string source = (arguments.has("sample") ? "sample " : "new ") + kind;
    return print_written(arguments, source, *out, storage,
                         write_document(arguments, document, *out, storage, options, source));
}

Verb unpack_verb()
{
    return {
        .name = "unpack",
        .summary = "convert a game file to text",
        .description =
            "Writes a folder with an XML file and the scripts as separate files. If OUT ends in .xml, writes one "
            "XML file instead. Without -o, the folder is next to FILE and has its name without the extension. "
            "`pack` makes the same bytes again.\n"
            "If OUT was unpacked before, only files that change are written, each with a backup (see set); "
            "other files in the folder stay. Several files each get a folder in OUT. Files that differ only in "
            "their extensions keep them (ISLAND.RGM, ISLAND.WLD).",
        .examples = {{"redforge unpack ISLAND.RGM", "makes the folder ISLAND"},
                     {"redforge unpack ISLAND.RGM -o island.xml", "makes one file"},
                     {"redforge unpack Mod.esp --only SCPT,QUST", "only the scripts and quests of a plugin"},
                     {"redforge unpack Save.ess --only NPC_", "the characters of a save, one file for each"},
                     {"redforge unpack -r MAPS -o text", "all maps of a folder, each into its own folder in text"}},
        .positionals = {many_files()},
        .options = option_list(
            Option{"--xml", "", "", "write one XML file for each input, not a folder"},
            Option{"--schema", "", "",
                   "write the schema next to the text and refer to it, for completion and checks in XML editors"},
            Option{"--only", "", "TYPES",
                   "records of these types (SCPT, NPC_, ...), or VMAD: records with script properties; use "
                   "pack --base to pack them"},
            options::output, options::force, options::drop_comments, options::no_backup, options::names_of_game,
            options::text_of_plugin, options::searched_files, options::json),
        .run = run_unpack,
    };
}

Verb pack_verb()
{
    return {
        .name = "pack",
        .summary = "convert text to a game file",
        .description =
            "Reads unpacked folders or XML files and writes game files. Offsets, lengths and counts are computed. "
            "Each file is read back and compared with its text before it is written. Several inputs go into the "
            "folder OUT, each with the extension of its format.",
        .examples = {{"redforge pack ISLAND -o ISLAND.RGM", "from a folder"},
                     {"redforge pack island.xml -o -", "to standard output"},
                     {"redforge pack -r text -o MAPS", "all unpacked documents below a folder"},
                     {"redforge pack Mod --base Mod.esp -o New.esp", "a plugin with the records of a folder"}},
        .positionals = {{"IN", "unpacked folders or XML files; - is standard input", 1, 0, {}}},
        .options = option_list(Option{"--base", "", "FILE", "overlay the records of IN on this plugin or save"},
                               options::output, options::force, options::no_backup, options::names_of_game,
                               options::commands, options::text_of_plugin, options::searched_files, options::json),
        .run = run_pack,
    };
}

Verb new_verb()
{
    static const std::string kinds = new_names(" ") + " record";
    static const std::string help = "what to make: " + new_names(" or ") + " or record";
    return {
        .name = "new",
        .summary = "create a file",
        .description =
            "Makes a map that the game can enter, with the first actors of the game's maps and a marker, or an "
            "empty file of another kind. --like takes the actors from another map; --sample adds example "
            "content. An existing file is replaced only with --force.\n"
            "`new record TYPE EDITORID FILE` adds a record to a plugin, with the next free FormID, and prints "
            "the FormID. A missing group is created.",
        .examples = {{"redforge new map -o HOUSE.RGM", "a minimal map"},
                     {"redforge new map --like ISLAND.RGM -o HOUSE.RGM", "a map with the actors of ISLAND"},
                     {"redforge new map --sample -o SAMPLE.RGM", "a map with actors, objects and lights"},
                     {"redforge new record WEAP MySword Mod.esp -i", "a record in a plugin"}},
        .positionals = {{"KIND", help, 1, 1, kinds},
                        {"WORD", "record: its type, editor ID and plugin", 0, 3, {}, true}},
        .options = option_list(Option{"--like", "", "MAP", "copy the first actors from this map"},
                               Option{"--sample", "", "", "with example content"}, options::writing, options::data,
                               options::text_of_plugin, options::json),
        .run = run_new,
    };
}

}  // namespace redforge::cli
