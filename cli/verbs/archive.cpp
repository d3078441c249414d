// `archive`: extracts, inserts, replaces and removes segments of a model archive.
#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/archive/archive_game.hpp"
#include "cli/files/file_kinds.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/report/json.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "edit/archive/archive_edits.hpp"
#include "edit/archive/archive_names.hpp"
#include "edit/archive/archive_parts.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// A request of the user.
struct ArchiveRequest {
    const Arguments& arguments;
    std::string action;
    std::string file;                ///< the archive; build: the folder
    std::vector<std::string> words;  ///< names, or files of models
};

std::string lower_extension(const fs::path& path)
{
    return lower(path.extension().string());
}

/// A line of the list, as text and as JSON.
struct Line {
    model::Segment header;  ///< with all derived values
    std::string version;    ///< version of the model, or empty if there is no model
};

Result<Line> line_of(const model::Segment& segment)
{
    Line line{segment, ""};
    std::size_t data_size = segment.data.size();
    if (segment.model) {
        const Result<Bytes> bytes = model::write_model(*segment.model);
        if (!bytes) {
            return fail(bytes.error());
        }
        line.version = segment.model->version.bytes;
        data_size = bytes->size();
    }
    model::fill_computed(line.header, data_size);
    return line;
}

Exit list(const ArchiveRequest& request, const model::Rob& rob, const std::vector<std::size_t>& places)
{
    nlohmann::json json{{"segments", nlohmann::json::array()}};
    std::string table = fmt::format("{:>5}  {:<12} {:<9} {:<7} {:>5} {:>6}  {:<17} {:<17} {:<17} {:>9}\n", "", "name",
                                    "type", "version", "faces", "frames", "size", "positive", "negative", "bytes");
    for (const std::size_t place : places) {
        Result<Line> line = line_of(rob.segments[place]);
        if (!line) {
            return print_error(in_file(line.error(), request.file));
        }
        model::Segment& header = line->header;
        const std::string type = edit::segment_type_description(header.type);
        nlohmann::json entry{{"place", place}, {"kind", type}, {"version", line->version}};
        const RecordHandle record = handle_of(header);
        for (const FieldEntry& field : record.table().fields) {
            entry[field.name] = json_of(record.field(field));
        }
        json["segments"].push_back(std::move(entry));
        const auto words = [](const auto& three) { return fmt::to_string(fmt::join(*three.stored, " ")); };
        table += fmt::format("{:>5}  {:<12} {:<9} {:<7} {:>5} {:>6}  {:<17} {:<17} {:<17} {:>9}\n", place,
                             encode_text(header.name.significant()), type, line->version, *header.num_faces.stored,
                             *header.num_frames.stored, words(header.size), words(header.positive),
                             words(header.negative), grouped(*header.data_size.stored));
    }
    if (request.arguments.has("json")) {
        print_json(json);
    } else {
        print(table);
    }
    return Exit::success;
}

/// Prints the segments of an archive that have no file, because they have no model.
void print_missing_model(const model::Rob& rob, const std::vector<std::size_t>& places, const std::string& file)
{
    std::vector<std::string> external;
    std::vector<std::string> other;
    for (const std::size_t place : places) {
        const model::Segment& segment = rob.segments[place];
        if (!segment.model) {
            const bool refers = segment.type == static_cast<std::uint16_t>(model::SegmentType::external);
            (refers ? external : other).push_back(encode_text(segment.name.view()));
        }
    }
    if (!external.empty()) {
        print_message(fmt::format("{}: {} without a model; their models are the .3DC files of these names: {}", file,
                                  plural(external.size(), "external segment"), fmt::join(external, " ")));
    }
    if (!other.empty()) {
        print_message(
            fmt::format("{}: {} without a model: {}", file, plural(other.size(), "segment"), fmt::join(other, " ")));
    }
}

Exit extract(const ArchiveRequest& request, const model::Rob& rob, const std::vector<std::size_t>& places)
{
    const fs::path out = *request.arguments.option("output");
    const Result<std::vector<edit::ArchivePart>> parts = edit::take_models(rob, places);
    if (!parts) {
        return print_error(in_file(parts.error(), request.file));
    }
    const bool one_file = out == "-" || lower_extension(out) == ".3d";
    const bool whole = request.words.empty();
    if (!one_file && is_name_of_file(out)) {
        return print_error(cannot_write(out, whole ? "use a folder" : "use a .3D file or a folder"));
    }
    print_missing_model(rob, places, request.file);
    if (parts->empty() && !whole) {
        return print_error({.code = ErrorCode::mismatch,
                            .message = "none of these segments has a model",
                            .file = request.file,
                            .hint = "see archive list"});
    }
    if (one_file) {
        if (whole || parts->size() != 1) {
            return print_error({.code = ErrorCode::usage,
                                .message = fmt::format("{} for one file", plural(parts->size(), "model")),
                                .file = request.file,
                                .hint = "name one segment, or a folder with -o"});
        }
        const std::string words = document_description(*edit::find_format(model::Model::root), edit::Storage::binary);
        if (const auto written = write_output(request.arguments, out, words, parts->front().bytes); !written) {
            return print_error(written.error());
        }
        if (out != "-") {
            print_message(fmt::format("{} -> {}", request.file, out.string()));
        }
        return Exit::success;
    }
    std::vector<FolderFile> files;
    FolderRules rules;
    const std::string listing = whole ? edit::write_listing(rob) : "";
    if (whole) {
        files.push_back({edit::listing_file, {as_bytes(listing)}});
        rules.previous.emplace_back(edit::listing_file);
    }
    for (const edit::ArchivePart& part : *parts) {
        files.push_back({part.file_name, {part.bytes}});
        rules.previous.push_back(part.file_name);
    }
    const WriteOptions options{.overwrite = Overwrite::allow, .cancel = &cancelled()};
    if (const Result<Written> written = write_folder(out, files, rules, options); !written) {
        return print_error(written.error());
    }
    print_message(fmt::format("{} -> {} ({}{})", request.file, out.string(), plural(parts->size(), "model"),
                              whole ? fmt::format(", and {} for build", edit::listing_file) : ""));
    return Exit::success;
}

/// Reads the model of a file. A word may begin with NAME=; else the segment gets the name of the file.
Result<edit::IncomingModel> load_model(const std::string& word, bool may_name)
{
    const std::size_t equals = may_name ? word.find('=') : std::string::npos;
    const std::string path = equals == std::string::npos ? word : word.substr(equals + 1);
    if (equals == 0 || path.empty()) {
        return fail(
            {.code = ErrorCode::usage,
             .message = fmt::format("\"{}\" has no {} the =", word, equals == 0 ? "name before" : "model after"),
             .hint = "write NAME=MODEL, as in CRATE=new.3D"});
    }
    Result<edit::Loaded> loaded = edit::load(path, Pipes::allow);
    if (!loaded) {
        return fail(loaded.error());
    }
    model::Model* const model = edit::get_if<model::Model>(loaded->document);
    if (model == nullptr) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("is {}, not a model", document_description(loaded->document.format())),
                     .file = path,
                     .hint = "a .3D or .3DC file, or its text"});
    }
    return edit::IncomingModel{path,
                               equals == std::string::npos ? fs::path(path).stem().string() : word.substr(0, equals),
                               std::move(*model), lower_extension(path) == ".3dc"};
}

Result<std::vector<edit::IncomingModel>> load_models(const std::vector<std::string>& words, bool may_name)
{
    std::vector<edit::IncomingModel> models;
    for (const std::string& word : words) {
        Result<edit::IncomingModel> model = load_model(word, may_name);
        if (!model) {
            return fail(model.error());
        }
        models.push_back(std::move(*model));
    }
    return models;
}

Result<edit::EditLog> change(const ArchiveRequest& request, model::Rob& rob)
{
    if (request.action == "remove") {
        return edit::remove_segments(rob, request.words);
    }
    std::optional<std::size_t> at;
    if (const std::optional<std::string> text = request.arguments.option("at")) {
        at = whole_number(*text);
        if (!at) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("\"{}\" is not a position", *text),
                         .hint = "a number from 0, as archive list shows it"});
        }
    }
    const Result<std::vector<edit::IncomingModel>> models = load_models(request.words, request.action == "replace");
    if (!models) {
        return fail(models.error());
    }
    return request.action == "insert" ? edit::insert_segments(rob, *models, at) : edit::replace_segments(rob, *models);
}

/// Returns the .3D files of a folder, by name.
Result<std::vector<std::string>> models_in(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (lower_extension(entry->path()) == ".3d") {
            if (!entry->is_regular_file(error) && !error) {
                return fail({.code = ErrorCode::unsupported,
                             .message = "is not a file that can be read as a model",
                             .file = entry->path().string(),
                             .hint = "move it out of the folder"});
            }
            names.push_back(entry->path().filename().string());
        }
    }
    if (error) {
        return fail({.code = ErrorCode::io,
                     .message = "cannot list the folder: " + error.message(),
                     .file = folder.string(),
                     .hint = "build takes a folder, as archive extract makes it"});
    }
    std::ranges::sort(names);
    return names;
}

/// Builds an archive from a folder with a listing, and from the model files in it.
Result<model::Rob> build_from_listing(const fs::path& folder, const std::vector<std::string>& names)
{
    const fs::path listing = folder / edit::listing_file;
    Result<std::string> text = read_text_file(listing);
    if (!text) {
        return fail(text.error());
    }
    std::vector<std::string> used;
    const auto read = [&](const std::string& name) { return read_file(folder / name); };
    Result<model::Rob> rob = edit::read_listing(std::move(*text), listing.string(), read, used);
    if (!rob) {
        Error error = rob.error();
        error.file = fs::path(error.file).has_parent_path() ? error.file : (folder / error.file).string();
        return fail(std::move(error));
    }
    const auto unused = std::ranges::find_if(names, [&](const std::string& name) {
        return std::ranges::find(used, name) == used.end();
    });
    if (unused != names.end()) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("no segment of {} is for this file", edit::listing_file),
                     .file = (folder / *unused).string(),
                     .hint = fmt::format("write <segment name=\"...\"><model/></segment> where it belongs, or take {} "
                                         "away to have a new archive of all models",
                                         edit::listing_file)});
    }
    return rob;
}

Exit build(const ArchiveRequest& request)
{
    const fs::path folder = request.file;
    const Result<std::vector<std::string>> names = models_in(folder);
    if (!names) {
        return print_error(names.error());
    }
    std::error_code ignored;
    Result<model::Rob> rob = model::Rob{};
    if (fs::exists(folder / edit::listing_file, ignored)) {
        rob = build_from_listing(folder, *names);
    } else {
        std::vector<std::string> paths;
        std::ranges::transform(*names, std::back_inserter(paths),
                               [&](const std::string& name) { return (folder / name).string(); });
        const Result<std::vector<edit::IncomingModel>> models = load_models(paths, false);
        const Result<edit::EditLog> inserted = models ? edit::insert_segments(*rob, *models) : fail(models.error());
        if (!inserted) {
            rob = fail(inserted.error());
        }
    }
    if (!rob) {
        return print_error(in_file(rob.error(), request.file));
    }
    const std::size_t count = rob->segments.size();
    const edit::Document document(*edit::find_format(model::Rob::root), std::make_shared<model::Rob>(std::move(*rob)));
    const fs::path out = *request.arguments.option("output");
    const edit::Storage storage = storage_for(out, document, edit::Storage::binary);
    const WriteOptions options{.overwrite = request.arguments.has("force") ? Overwrite::force : Overwrite::allow,
                               .cancel = &cancelled()};
    const Status allowed = may_replace(request.arguments, out, document.format(), storage);
    const Result<Written> written = allowed ? edit::save(document, out, storage, options) : fail(allowed.error());
    if (!written) {
        return print_error(in_file(written.error(), request.file));
    }
    if (out != "-") {
        print_message(fmt::format("{} -> {} ({})", request.file, out.string(), plural(count, "segment")));
    }
    return Exit::success;
}

/// An action and its words.
struct ArchiveAction {
    std::string_view name;
    std::string_view takes;
    bool needs_words;
};

/// Reports words that the action does not accept. Options were checked before.
std::optional<Exit> wrong_usage(const ArchiveRequest& request)
{
    static constexpr std::array<ArchiveAction, 6> actions{{{"list", "ARCHIVE [NAME...]", false},
                                                           {"extract", "ARCHIVE [NAME...]", false},
                                                           {"insert", "ARCHIVE MODEL...", true},
                                                           {"replace", "ARCHIVE [NAME=]MODEL...", true},
                                                           {"remove", "ARCHIVE NAME...", true},
                                                           {"build", "FOLDER", false}}};
    const auto action = std::ranges::find(actions, request.action, &ArchiveAction::name);
    if (action == actions.end()) {
        return print_usage_error(fmt::format("archive: no action \"{}\"", request.action),
                                 "list, extract, insert, replace, remove, build or pack");
    }
    const bool too_many = request.action == "build" && !request.words.empty();
    if (too_many || (action->needs_words && request.words.empty())) {
        return print_usage_error(fmt::format("archive {}: {}", action->name,
                                             too_many ? "accepts one folder" : "no names given"),
                                 fmt::format("redforge archive {} {}", action->name, action->takes));
    }
    if ((request.action == "extract" || request.action == "build") && !request.arguments.has("output")) {
        return print_usage_error(fmt::format("archive {}: no output given", action->name), "use -o OUT");
    }
    return std::nullopt;
}

}  // namespace

static Exit run_archive(const Arguments& arguments)
{
    const auto words = arguments.all("FILE");
    if (arguments.first("ACTION") == "pack") {
        return words.size() == 1 ? pack_game_archive(arguments, words.front())
                                 : print_usage_error("archive pack: accepts one folder",
                                                     "redforge archive pack FOLDER -o FILE.bsa --for skyrim");
    }
    if (is_game_archive(words.front())) {
        return run_game_archive(arguments, arguments.first("ACTION"), words.front(), words.subspan(1));
    }
    const ArchiveRequest request{arguments, arguments.first("ACTION"), words.front(), {words.begin() + 1, words.end()}};
    if (const std::optional<Exit> wrong = wrong_usage(request)) {
        return *wrong;
    }
    if (request.action == "build") {
        return build(request);
    }
    Result<edit::Loaded> loaded = edit::load(request.file, Pipes::allow);
    if (!loaded) {
        return print_error(loaded.error());
    }
    model::Rob* const rob = edit::get_if<model::Rob>(loaded->document);
    if (rob == nullptr) {
        return print_error(
            {.code = ErrorCode::unsupported,
             .message = fmt::format("is {}, not a model archive", document_description(loaded->document.format())),
             .file = request.file,
             .hint = "give a .ROB archive or its XML, or a BSA or BA2 archive"});
    }
    if (request.action == "list" || request.action == "extract") {
        const Result<std::vector<std::size_t>> places = edit::select_segments(*rob, request.words);
        if (!places) {
            return print_error(in_file(places.error(), request.file));
        }
        return request.action == "list" ? list(request, *rob, *places) : extract(request, *rob, *places);
    }
    const Result<edit::EditLog> changes = change(request, *rob);
    return changes ? finish(arguments, *loaded, request.file, *changes)
                   : print_error(in_file(changes.error(), request.file));
}

Verb archive_verb()
{
    return {
        .name = "archive",
        .summary = "extract and insert files of an archive",
        .description = "Lists, extracts and changes the models of a .ROB archive of Redguard. Lists, extracts and "
                       "packs the files of BSA "
                       "and BA2 archives of Oblivion and later games. NAME can contain the wildcards * and ?. Either "
                       "all changes are "
                       "made or none.",
        .actions = {{"list",
                     "Prints the header of each segment: name, type, faces, frames, and the box in whole units (size = "
                     "positive + "
                     "negative).",
                     "json"},
                    {"extract",
                     "Writes a .3D file for each model, and prints the .3DC file of each external segment. For a whole "
                     "archive, also "
                     "writes archive.xml, with the order, the header bytes and an empty <model/> for each model in a "
                     "file: build then "
                     "makes the same bytes again. A segment whose name is not 1 to 8 characters of A-Z 0-9 _, or not "
                     "unique, is named "
                     "after its position, such as at-003. The folder must be empty, or contain only such files.",
                     "output force"},
                    {"insert",
                     "Adds segments with the names of their files, at the end or before segment --at. A .3DC becomes "
                     "an external "
                     "segment. Faces, frames and box are computed from the model.",
                     "output in-place no-backup drop-comments force dry-run json at"},
                    {"replace", "Gives segments other models; name, position and flags stay.",
                     "output in-place no-backup drop-comments force dry-run json"},
                    {"remove", "Removes segments.", "output in-place no-backup drop-comments force dry-run json"},
                    {"build",
                     "Makes an archive from a folder: as archive.xml says, or else of all .3D files, ordered by name.",
                     "output force"},
                    {"pack", "Makes a BSA or BA2 archive from a folder.", "output force for compress"}},
        .examples = {{"redforge archive list ISLAND.ROB 'CRATE*'", "what is in an archive"},
                     {"redforge archive extract ISLAND.ROB -o island", "every model, and archive.xml"},
                     {"redforge archive extract ISLAND.ROB CRATE -o CRATE.3D", "one model"},
                     {"redforge archive insert ISLAND.ROB CRATE2.3D --in-place", "a new segment CRATE2"},
                     {"redforge archive replace ISLAND.ROB CRATE=new.3D -o NEW.ROB", "another model"},
                     {"redforge archive remove ISLAND.ROB CRATE2 --in-place", "without a segment"},
                     {"redforge archive build island -o ISLAND.ROB", "the whole archive from its folder"},
                     {"redforge archive extract Mod.bsa 'strings/*' -o mod", "files of a BSA or BA2 archive"},
                     {"redforge archive pack mod -o Mod.bsa --for skyrim", "an archive of a folder"}},
        .positionals = {{.name = "ACTION"},
                        {"FILE",
                         "the archive or its XML (build, pack: a folder), then names of segments or files of models; "
                         "replace: NAME=MODEL or "
                         "a MODEL named as its segment",
                         1,
                         0,
                         {},
                         true}},
        .options =
            option_list(Option{"--at", "", "N", "insert: before segment N"},
                        Option{"--for", "", "GAME",
                               "pack: oblivion, skyrim (also Fallout 3 and New Vegas), sse or fallout4"},
                        Option{"--compress", "", "",
                               "pack: compress files if that makes them smaller, except sounds and string files"},
                        options::writing, options::json),
        .run = run_archive,
    };
}

}  // namespace redforge::cli
