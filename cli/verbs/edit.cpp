// `set` and `apply`: change values in one file or many.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/size_rows.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/files/warnings.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/mod/mod_actions.hpp"
#include "cli/report/conflicts.hpp"
#include "cli/report/json.hpp"
#include "cli/script/script_files.hpp"
#include "core/text/counts.hpp"
#include "edit/document/document_folder.hpp"
#include "edit/document/unknown_files.hpp"
#include "edit/map/map_of.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/patch.hpp"
#include "edit/patch/source_text.hpp"
#include "edit/path/conditions.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/string_files.hpp"
#include "edit/script/rename.hpp"
#include "mod/patch_pictures.hpp"
#include "soup/assemble/assemble.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::cli {
namespace {

/// PATH and VALUE of PATH=VALUE. For PATH+=VALUE, the value begins with the sign.
struct Assignment {
    std::string path;
    std::string value;
};

Result<std::vector<Assignment>> assignments_of(const std::vector<std::string>& words)
{
    std::vector<Assignment> assignments;
    for (const std::string& word : words) {
        const std::size_t equals = edit::find_outside(word, "=");
        if (auto unclosed = equals == std::string::npos ? edit::unclosed_error(word) : std::nullopt) {
            return fail(std::move(*unclosed));
        }
        if (equals == std::string::npos || equals == 0) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("set: \"{}\" has no {}", word, equals == 0 ? "path" : "="),
                         .hint = "write PATH=VALUE"});
        }
        const bool is_relative =
            equals > 1 && std::string_view("+-*/").find(word[equals - 1]) != std::string_view::npos;
        const std::size_t end = is_relative ? equals - 1 : equals;
        assignments.push_back({word.substr(0, end), word.substr(is_relative ? end : end + 1)});
    }
    return assignments;
}

/// The change to apply to each file.
using Change = std::function<Result<edit::EditLog>(edit::Loaded&, const std::string& name)>;

/// Returns the output path for a changed copy of one of several files: in the folder of -o, with its path relative to
/// the searched folder.
std::filesystem::path place_in_output(const Inputs& inputs, const edit::Candidate& file, const std::string& out)
{
    std::filesystem::path name = file.path.filename();
    for (const std::string& folder : inputs.folders) {
        const std::filesystem::path inside = file.path.lexically_relative(folder);
        name = file.found && !inside.empty() && *inside.begin() != ".." ? inside : name;
    }
    return std::filesystem::path(out) / name;
}

Status make_folder_of(const std::filesystem::path& path)
{
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("cannot make the folder: {}", error.message()),
                     .file = path.parent_path().string()});
    }
    return {};
}

/// Inputs by output path.
using OutputPlaces = std::map<std::filesystem::path, std::filesystem::path>;

Status take_place(OutputPlaces& taken, const std::filesystem::path& input, const std::filesystem::path& place)
{
    const auto [other, is_new] = taken.emplace(place, input);
    return is_new ? Status{} : fail(same_place(other->second.string(), input.string(), place.string()));
}

/// Fails if two named files have one output path. Skips files found in folders, which may turn out to have no supported
/// format.
Status check_places(const Inputs& inputs, const std::string& out)
{
    OutputPlaces taken;
    for (const edit::Candidate& file : inputs.files) {
        if (Status status = file.found ? Status{} : take_place(taken, file.path, place_in_output(inputs, file, out));
            !status) {
            return status;
        }
    }
    return {};
}

/// Changes each file. Returns the worst status: a file that cannot be changed stays as it is, and the others are
/// changed. `only_changes`: do not write files without changes.
Exit change_all(const Arguments& arguments, const Inputs& inputs, const Change& change, bool only_changes = false)
{
    const std::optional<std::string> out = arguments.option("output");
    if (inputs.many && out && *out == "-") {
        return print_usage_error("cannot write several files to one file", "use -o FOLDER");
    }
    if (inputs.many && !out && !arguments.has("in-place") && !arguments.has("dry-run")) {
        return print_usage_error("no output given for several files",
                                 "--in-place changes each of them; -o FOLDER writes changed copies");
    }
    if (const Status status = inputs.many && out ? check_places(inputs, *out) : Status{}; !status) {
        return print_error(status.error());
    }
    Exit worst = Exit::success;
    bool found = false;
    std::optional<Error> unknown;  // first unknown_name error of a file that has no such field
    Progress progress(inputs.files.size());
    std::size_t done = 0;
    OutputPlaces taken;
    for (const edit::Candidate& file : inputs.files) {
        if (cancelled()) {
            break;
        }
        progress.at(done++);
        const std::string name = file.path.string();
        if (file.found) {
            if (const Result<edit::Loaded> loaded = load(name, Pipes::reject);
                !loaded && should_skip(file, loaded.error())) {
                continue;
            }
        }
        Arguments own = arguments;
        if (inputs.many && out) {
            const std::filesystem::path path = place_in_output(inputs, file, *out);
            if (const Status made = take_place(taken, file.path, path).and_then([&] { return make_folder_of(path); });
                !made) {
                worst = std::max(worst, print_error(made.error()));
                continue;
            }
            own.options["output"] = path.string();
        }
        bool is_other = false;
        const Exit exit = change_document(
            own, name,
            [&](edit::Loaded& loaded) -> Result<edit::EditLog> {
                Result<edit::EditLog> changes = change(loaded, name);
                // Some files of a folder have a format without this field.
                if (!changes && file.found && changes.error().code == ErrorCode::unknown_name &&
                    !changes.error().field.empty()) {
                    is_other = true;
                    unknown = changes.error();
                    print_verbose(describe(in_file(changes.error(), name)));
                    return edit::EditLog{};
                }
                is_other = is_other || (changes && only_changes && changes->empty());
                return changes;
            },
            [&] { return is_other; });
        if (!is_other) {
            found = found || exit == Exit::success;
            worst = std::max(worst, exit);
        }
    }
    if (unknown && !found && worst == Exit::success) {
        return print_error(*unknown);
    }
    return worst;
}

/// Sets the size rows of new or changed objects, and adds notes to the edits that inserted or changed them.
Status assign_size_rows(edit::Recorder& recorder, const edit::Document& document, const check::ModelSizeLookup& box_of,
                        check::SizeRows which, edit::EditLog& log)
{
    const rgm::Map* const map = edit::map_of(document);
    if (map == nullptr) {
        return {};
    }
    const Result<std::vector<check::SizeNote>> notes = check::assign_size_rows(recorder, *map, box_of, which);
    if (!notes) {
        return fail(notes.error());
    }
    for (const check::SizeNote& note : *notes) {
        // Add the note to the edit that inserted the object, or else to the last edit, where the user sees it.
        const auto own = std::ranges::find(log, note.path, &edit::EditLine::path);
        std::string& to = own == log.end() ? log.back().note : own->note;
        to += (to.empty() ? "" : "; ") + (own == log.end() ? note.path + ": " : std::string()) + note.text;
    }
    return {};
}

/// Applies edits as one step. Unless the list is exact (exact="1"), also sets the size rows of new objects in a map.
Result<edit::EditLog> apply_edits(edit::Loaded& loaded, const XmlDocument& edits, const SideFileReader& files,
                                  const check::ModelSizeLookup& box_of)
{
    edit::Recorder recorder(loaded.document, loaded.context);
    Result<edit::EditLog> made = edit::apply(recorder, edits, files);
    if (!made) {
        return made;
    }
    if (!edits.root().attribute("exact").as_bool() && !made->empty()) {
        if (const Status given =
                assign_size_rows(recorder, loaded.document, box_of, check::SizeRows::new_or_changed_meshes, *made);
            !given) {
            return fail(given.error());
        }
    }
    return edit::finish(recorder, std::move(*made));
}

}  // namespace

static Exit run_set(const Arguments& arguments)
{
    const Inputs inputs = inputs_of(arguments, "FILE", "PATH=VALUE");
    const Result<std::vector<Assignment>> assignments = assignments_of(inputs.words);
    if (!assignments) {
        return print_error(assignments.error());
    }
    return change_all(arguments, inputs, [&](edit::Loaded& loaded, const std::string& name) -> Result<edit::EditLog> {
        edit::EditLog changes;
        const check::ModelSizeLookup box_of =
            check::make_lazy_model_size_lookup(game_root(arguments, name).value_or(""));
        const bool sets_rows =
            std::ranges::any_of(*assignments, [](const Assignment& each) { return each.path.ends_with("size_row"); });
        for (const Assignment& assignment : *assignments) {
            edit::Recorder recorder(loaded.document, loaded.context);
            Result<edit::EditLog> made = edit::set(recorder, assignment.path, assignment.value);
            if (made) {
                const Status given = made->empty() || sets_rows
                                         ? Status{}
                                         : assign_size_rows(recorder, loaded.document, box_of,
                                                            check::SizeRows::new_or_changed_meshes, *made);
                made = given ? edit::finish(recorder, std::move(*made)) : fail(given.error());
            }
            if (!made) {
                return fail(in_file(made.error(), name));
            }
            std::ranges::move(*made, std::back_inserter(changes));
        }
        return changes;
    });
}

namespace {

/// Applies a patch. Reports each conflict.
Result<edit::EditLog> apply_patch(const Arguments& arguments, edit::Loaded& loaded, const XmlDocument& edits,
                                  edit::PatchOptions options, const std::string& name, bool& error)
{
    options.context = loaded.context;
    const tes::Plugin* const plugin = edit::plugin_of(loaded.document.root());
    const bool is_localised = plugin != nullptr && (plugin->header.flags & tes::localised_flag) != 0;
    const edit::Document before = is_localised ? loaded.document : edit::Document();
    edit::Recorder recorder(loaded.document, loaded.context);
    Result<edit::PatchResult> patched = edit::apply_patch(recorder, edits, options);
    if (!patched) {
        return fail(patched.error());
    }
    const std::vector<edit::Conflict>& conflicts = patched->conflicts;
    if (arguments.has("json") && !conflicts.empty()) {
        nlohmann::json json{{"conflicts", nlohmann::json::array()}};
        for (const edit::Conflict& conflict : conflicts) {
            json["conflicts"].push_back(conflict_json(conflict));
            put_name(json["conflicts"].back(), "file", name);
        }
        print_json(json);
    }
    const auto is_undecided = [&](const edit::Conflict& conflict) {
        return edit::is_unresolved(conflict, options.prefer);
    };
    const auto undecided = static_cast<std::size_t>(std::ranges::count_if(conflicts, is_undecided));
    if (undecided == 0) {
        const bool checks_texts = is_localised && !arguments.has("force");
        Status known = checks_texts ? edit::check_patch_texts(before, loaded.document) : Status{};
        if (!known) {
            known.error().hint += "; --force applies the patch with its numbers";
        }
        return known ? edit::finish(recorder, std::move(patched->log)) : fail(in_file(known.error(), name));
    }
    error = true;
    for (const edit::EditLine& fits : arguments.has("check") ? patched->log : edit::EditLog{}) {
        print(fmt::format("{}: fits: {} {}\n", name, fits.verb, fits.path));
    }
    for (const edit::Conflict& conflict : conflicts) {
        if (is_undecided(conflict)) {
            print_message(conflict_text(name, conflict));
        }
    }
    return fail(
        {.code = ErrorCode::not_found,
         .message = fmt::format("{} of {} do{} not fit, nothing was written", undecided,
                                plural(conflicts.size() + patched->log.size(), "edit"), undecided == 1 ? "es" : ""),
         .file = name,
         .hint = options.prefer != edit::MergeFavor::none ? "no side decides this; change the patch or the file"
                 : options.merge                          ? "--ours, --theirs or --union decides"
                                                          : "--3way merges what both changed"});
}

}  // namespace

static Exit run_apply(const Arguments& arguments)
{
    const std::string edits_path = arguments.first("EDITS");
    std::error_code ignored;
    if (std::filesystem::is_directory(edits_path, ignored)) {
        return apply_patches(arguments, edits_path);
    }
    const Inputs inputs = inputs_of(arguments);
    const bool twice = std::ranges::any_of(inputs.files, [](const edit::Candidate& file) { return file.path == "-"; });
    if (edits_path == "-" && twice) {
        return print_usage_error("apply: EDITS and FILE are both standard input", "use standard input for one of them");
    }
    Result<std::string> text = read_text_file(edits_path, max_read, Pipes::allow);
    if (!text) {
        return print_error(text.error());
    }
    if (const Format* const format = edit::recognise(as_bytes(*text))) {
        return print_error({.code = ErrorCode::usage,
                            .message = fmt::format("is {}, not a list of edits", document_description(*format)),
                            .file = edits_path,
                            .hint = "the list of edits comes first: redforge apply EDITS FILE"});
    }
    if (!text->empty() && !edit::looks_like_text(as_bytes(*text))) {
        const Error unknown = edit::unknown_file(as_bytes(*text), edits_path);
        return print_error({.code = ErrorCode::usage,
                            .message = fmt::format("{}, not a list of edits", unknown.message),
                            .file = edit::input_name(edits_path),
                            .hint = "the list of edits comes first: redforge apply EDITS FILE"});
    }
    Result<XmlDocument> edits = XmlDocument::parse(*text, edit::input_name(edits_path));
    if (!edits) {
        return print_error(edits.error());
    }
    if (const Status status = edits->check(); !status) {
        return print_error(status.error());
    }
    if (edit::is_patch(*edits)) {
        Result<std::string> whole = mod::files_to_pictures(std::move(*text), edit::side_files_beside(edits_path));
        edits = whole ? XmlDocument::parse(std::move(*whole), edit::input_name(edits_path)) : fail(whole.error());
        if (!edits) {
            return print_error(edits.error());
        }
    }
    if (arguments.has("reverse")) {
        if (!edit::is_patch(*edits)) {
            return print_usage_error(fmt::format("apply: --reverse, and {} is not a patch", edits_path),
                                     "a patch is what diff --xml prints");
        }
        Result<std::string> reversed = edit::reversed_patch(*edits);
        edits =
            reversed ? XmlDocument::parse(std::move(*reversed), edit::input_name(edits_path)) : fail(reversed.error());
        if (!edits) {
            return print_error(edits.error());
        }
    }
    edit::PatchOptions options{.merge = arguments.has("3way"), .files = edit::side_files_beside(edits_path)};
    int preferences = 0;
    for (const auto& [option, meaning] :
         {std::pair("ours", edit::MergeFavor::ours), std::pair("theirs", edit::MergeFavor::theirs),
          std::pair("union", edit::MergeFavor::both)}) {
        if (arguments.has(option)) {
            options.prefer = meaning;
            ++preferences;
        }
    }
    if (preferences > 1 || (preferences > 0 && !options.merge)) {
        return print_usage_error("apply: --ours, --theirs and --union", "one of them can be, with --3way");
    }
    if (options.merge && !edit::is_patch(*edits)) {
        return print_usage_error(fmt::format("apply: --3way, and {} is not a patch", edits_path),
                                 "a patch is what diff --xml prints");
    }
    Arguments given = arguments;
    if (arguments.has("check")) {
        given.options["dry-run"] = "1";
    }
    bool error = false;
    const Exit exit = change_all(given, inputs, [&](edit::Loaded& loaded, const std::string& name) {
        Result<edit::EditLog> made =
            edit::is_patch(*edits)
                ? apply_patch(arguments, loaded, *edits, options, name, error)
                : apply_edits(loaded, *edits, options.files,
                              check::make_lazy_model_size_lookup(game_root(arguments, name).value_or("")));
        // Report the position in the edit list, and the file if there are several.
        return made || !inputs.many || made.error().file == name ? made : fail([&] {
            Error failure = made.error();
            failure.message += fmt::format(" (in {})", name);
            return failure;
        }());
    });
    return error ? std::max(exit, Exit::finding) : exit;
}

namespace {

/// Renames in a text that is not a document: the source of a script, or an edit list. Returns nullopt for other files.
std::optional<std::string> renamed_text(const std::string& file, edit::RenameKind kind, const std::string& from,
                                        const std::string& to, std::string& before)
{
    const bool is_source = std::filesystem::path(file).extension() == ".soup";
    if (!is_source && std::filesystem::path(file).extension() != ".xml") {
        return std::nullopt;
    }
    const Result<std::string> text = read_text_file(file);
    if (!text) {
        return std::nullopt;
    }
    const Result<XmlDocument> edits = is_source ? Result<XmlDocument>(fail({})) : XmlDocument::parse(*text, file);
    if (!is_source && (!edits || edits->root().name() != std::string_view("edits"))) {
        return std::nullopt;
    }
    before = *text;
    return is_source && kind == edit::RenameKind::variable ? edit::rename_in_script(*text, kind, from, to)
           : is_source                                     ? edit::rename_in_source(*text, kind, from, to)
                                                           : edit::rename_in_edits(*text, from, to);
}

/// Replaces folders of unpacked maps by their sources, if only sources have the name.
Result<std::vector<edit::Candidate>> with_sources(const std::vector<edit::Candidate>& files, edit::RenameKind kind,
                                                  std::string_view from)
{
    std::vector<edit::Candidate> all;
    for (const edit::Candidate& file : files) {
        std::error_code ignored;
        const bool is_map = std::filesystem::is_regular_file(file.path / map_document_name(), ignored);
        if (!is_map || (kind != edit::RenameKind::variable && !edit::is_name_of_source(kind, from))) {
            all.push_back(file);
            continue;
        }
        const Result<std::vector<std::string>> sources = sources_in(file.path.string());
        if (!sources) {
            return fail(sources.error());
        }
        for (const std::string& source : *sources) {
            all.push_back({source, file.found, false});
        }
    }
    return all;
}

}  // namespace

namespace {

/// Returns a hint: how the user finds the names of a kind.
std::string_view list_hint(edit::RenameKind kind)
{
    switch (kind) {
    case edit::RenameKind::actor: return "redforge get FILE 'actors[*].script_name' lists them";
    case edit::RenameKind::label:
        return "labels have four characters; redforge get ENGLISH.RTX 'entries[*].label' lists them";
    case edit::RenameKind::string: return "redforge get FILE 'actors[*].strings[*].value' lists them";
    case edit::RenameKind::variable: break;
    }
    return "redforge script show FILE shows the variables of scripts";
}

/// Checks that a renamed source compiles to the same code.
Status check_renamed_source(const Arguments& arguments, const std::string& name, const std::string& before,
                            const std::string& text)
{
    const Result<LoadContext> context = names_context(arguments, name);
    const soup::ReadBeside beside = [&](const std::string& included) {
        return read_text_file(std::filesystem::path(name).parent_path() / included);
    };
    return context ? compiles_to_same(name, {before, beside}, {text, beside}, context->services.find<soup::Names>())
                   : fail(context.error());
}

/// Checks that each file can be renamed, without writing, and prints the errors. Several files are one change: a name
/// that only some of them have cannot be renamed back. Removes found files that are not documents, or have no names of
/// the kind.
Exit check_rename(const Arguments& arguments, std::vector<edit::Candidate>& files, edit::RenameKind kind,
                  const std::string& from, const std::string& to)
{
    Exit worst = Exit::success;
    std::erase_if(files, [&](const edit::Candidate& file) {
        const std::string name = file.path.string();
        std::string before;
        if (const std::optional<std::string> text = renamed_text(name, kind, from, to, before)) {
            const bool is_code = kind == edit::RenameKind::variable || edit::is_name_of_source(kind, from);
            const Status status =
                *text != before && is_code ? check_renamed_source(arguments, name, before, *text) : Status();
            worst = status ? worst : std::max(worst, print_error(status.error()));
            return false;
        }
        Result<edit::Loaded> loaded = load(name, arguments);
        if (!loaded) {
            const bool foreign = should_skip(file, loaded.error());
            worst = foreign ? worst : std::max(worst, print_error(in_file(loaded.error(), name)));
            return foreign;
        }
        edit::Recorder recorder(loaded->document, loaded->context);
        const Result<edit::EditLog> made = edit::rename(recorder, kind, from, to).and_then([&](edit::EditLog log) {
            return edit::finish(recorder, std::move(log));
        });
        const bool has_no_names = !made && file.found && made.error().code == ErrorCode::unknown_name;
        if (!made && !has_no_names) {
            worst = std::max(worst, print_error(in_file(made.error(), name)));
        }
        if (has_no_names) {
            print_damage(loaded->document, name);
        }
        return has_no_names;
    });
    return worst;
}

}  // namespace

static Exit run_rename(const Arguments& arguments)
{
    const std::optional<edit::RenameKind> kind = edit::rename_kind(arguments.first("KIND"));
    const std::string from = arguments.first("OLD");
    const std::string to = arguments.first("NEW");
    if (!kind) {
        return print_usage_error(fmt::format("rename: no kind \"{}\"", arguments.first("KIND")),
                                 "actor, label, string or variable");
    }
    Inputs inputs = inputs_of(arguments);
    bool found = false;
    Exit worst = Exit::success;
    std::vector<edit::Candidate> documents;
    Result<std::vector<edit::Candidate>> files = with_sources(inputs.files, *kind, from);
    if (!files) {
        return print_error(files.error());
    }
    for (const edit::Candidate& file : *files) {
        if (const Status finished = finish_interrupted(arguments, file.path); !finished) {
            return print_error(finished.error());
        }
    }
    if (files->size() > 1 && !arguments.has("dry-run")) {
        const Exit checked = check_rename(arguments, *files, *kind, from, to);
        if (checked != Exit::success) {
            print_message("nothing was written");
            return checked;
        }
    }
    for (const edit::Candidate& file : *files) {
        const std::string name = file.path.string();
        std::string before;
        const std::optional<std::string> text = renamed_text(name, *kind, from, to, before);
        if (!text) {
            documents.push_back(file);
            continue;
        }
        if (*text == before) {
            continue;
        }
        found = true;
        if (*kind == edit::RenameKind::variable || edit::is_name_of_source(*kind, from)) {
            const Status status = check_renamed_source(arguments, name, before, *text);
            if (!status) {
                worst = std::max(worst, print_error(status.error()));
                continue;
            }
        }
        if (arguments.has("dry-run")) {
            print(fmt::format("{}:\n{}", name, edit::source_difference(before, *text)));
            continue;
        }
        if (!arguments.has("in-place")) {
            return print_usage_error(fmt::format("rename: {} is a script source, which can only be changed in place",
                                                 name),
                                     "use --in-place");
        }
        const Result<Written> written = edit::write_in_place(name, as_bytes(*text),
                                                             {.overwrite = Overwrite::allow,
                                                              .backup = !arguments.has("no-backup"),
                                                              .cancel = &cancelled()});
        if (!written) {
            worst = std::max(worst, print_error(written.error()));
        } else {
            print_message(fmt::format("1 change -> {}{}", name, backup_description(*written)));
        }
    }
    inputs.files = std::move(documents);
    const auto rename = [&](edit::Loaded& loaded, const std::string& name) -> Result<edit::EditLog> {
        edit::Recorder recorder(loaded.document, loaded.context);
        Result<edit::EditLog> made = edit::rename(recorder, *kind, from, to);
        if (!made) {
            return fail(in_file(made.error(), name));
        }
        found = found || !made->empty();
        return edit::finish(recorder, std::move(*made));
    };
    if (inputs.files.size() > 1 && arguments.has("in-place") && !arguments.has("output")) {
        // One step, because a second run cannot rename the rest: the renamed files have the new name already.
        std::vector<std::string> names;
        std::ranges::transform(inputs.files, std::back_inserter(names),
                               [](const edit::Candidate& file) { return file.path.string(); });
        worst = std::max(worst, change_documents(arguments, names, rename));
    } else if (!inputs.files.empty()) {
        worst = std::max(worst, change_all(arguments, inputs, rename, true));
    }
    if (worst == Exit::success && !found) {
        return print_error({.code = ErrorCode::not_found,
                            .message = fmt::format("no {} is called {}", arguments.first("KIND"), from),
                            .hint = std::string(list_hint(*kind))});
    }
    return worst;
}

Verb set_verb()
{
    return {
        .name = "set",
        .summary = "change values",
        .description =
            "Sets fields: all of them, or none. An empty value lets a derived field be computed again. If another "
            "program changes FILE in the meantime, both changes are kept. Comments in XML files and unpacked "
            "folders are kept.\n"
            "--in-place, and -o with FILE itself, keep the old content as a backup in "
            "$XDG_STATE_HOME/redforge/backups (default: ~/.local/state/redforge/backups): the newest 10 of each "
            "file (or as many as $REDFORGE_BACKUPS says), and the newest of each of the last seven days. A backup "
            "of an unpacked folder contains the files that were replaced. --json prints the changes, so it cannot "
            "be combined with -o -.",
        .examples = {{"redforge set ISLAND.RGM objects[12].position.x=5000 --in-place", "move an object"},
                     {"redforge set map.xml 'lights[*].radius=900' -o brighter.xml", "all lights at once"},
                     {"redforge set ISLAND.RGM 'objects[2].position+=0,0,100' objects[2].angle.y=90deg -i",
                      "move and turn an object"}},
        .positionals = {many_files(), {"PATH=VALUE", "what to set; see redforge-paths(7)", 1, 0, {}}},
        .options = option_list(options::editing, options::names_of_game, options::commands, options::text_of_plugin,
                               options::recursive, options::json),
        .run = run_set,
    };
}

Verb apply_verb()
{
    return {
        .name = "apply",
        .summary = "apply a list of edits",
        .description =
            "EDITS is a list of edits: <edits> with <set>, <add>, <remove>, <move> and <duplicate>, or a patch from "
            "`diff --xml`. A patch finds records by their keys, not by their positions, and checks the old values. "
            "Either all edits are made or none: if an edit does not fit, apply prints it, writes nothing, and "
            "exits with status 1. Backups, comments and changes by other programs are handled as by `set`.",
        .examples = {{"redforge apply edits.xml ISLAND.RGM -o NEW.RGM", "to another file"},
                     {"redforge apply patch.xml -r MAPS --check", "the maps that a patch fits"},
                     {"redforge apply patch.xml ISLAND.RGM --3way -i", "a patch for a map that has changed as well"},
                     {"redforge apply patch.xml ISLAND.RGM --reverse -i", "reverse a patch"},
                     {"redforge apply patches GAME -o OUT", "a folder of patches: the changed files, all or none"},
                     {"redforge apply edits.xml ISLAND --in-place", "to an unpacked folder"}},
        .positionals =
            {{"EDITS", "a list of edits, or a folder of patches; - is standard input; see redforge-edits(5)", 1, 1, {}},
             many_files()},
        .options = option_list(Option{"--check", "", "", "print which edits fit, and write nothing"},
                               Option{"--reverse", "", "", "reverse a patch"},
                               Option{"--3way", "", "", "merge a patch, as merge does, if FILE has changed as well"},
                               Option{"--ours", "", "", "with --3way: in a conflict, keep the value of FILE"},
                               Option{"--theirs", "", "", "with --3way: in a conflict, take the value of the patch"},
                               Option{"--union", "", "", "with --3way: in a conflict, keep records of both"},
                               options::editing, options::names_of_game, options::commands, options::text_of_plugin,
                               options::recursive, options::json),
        .exclusive = {"check output", "check in-place"},
        .run = run_apply,
    };
}

Verb rename_verb()
{
    return {
        .name = "rename",
        .summary = "rename an actor, label, string or variable and all references to it",
        .description =
            "actor renames an actor of a map, its objects, and the strings by which scripts name its objects. label "
            "renames a dialogue label (four characters) in scripts, RTX files and ITEM.INI. string renames a string "
            "of actors. variable renames a variable of a plugin's script, in its list and its source.\n"
            "In script sources of maps, variable renames a variable (var3 or a name), and label renames a label "
            "that begins with #. FILE can also be a script source (.soup) or a list of edits. The exit status is 1 "
            "if nothing has the name.",
        .examples = {{"redforge rename actor LEVER SWITCH ISLAND.RGM -i", "in a map"},
                     {"redforge rename actor LEVER SWITCH -r MAPS -n", "print the changes in all maps"},
                     {"redforge rename label lckd shut -r MAPS ENGLISH.RTX ITEM.INI -i",
                      "a label in all files that name it"},
                     {"redforge rename variable var2 gold SHOP.soup -i", "a variable in a script source"},
                     {"redforge rename label '#0042' '#open' SHOP.soup -i", "a label in a script source"}},
        .positionals = {{"KIND", "actor, label, string or variable", 1, 1, "actor label string variable"},
                        {"OLD", "the name", 1, 1, {}},
                        {"NEW", "the new name", 1, 1, {}},
                        many_files()},
        .options = option_list(options::editing, options::names_of_game, options::text_of_plugin, options::recursive,
                               options::json),
        .run = run_rename,
    };
}

}  // namespace redforge::cli
