// `diff` and `merge`: compare and merge documents.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/map_order.hpp"
#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/git_maps.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/merge_text.hpp"
#include "cli/files/output.hpp"
#include "cli/files/warnings.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/mod/mod_actions.hpp"
#include "cli/report/conflicts.hpp"
#include "cli/report/json.hpp"
#include "cli/report/review.hpp"
#include "cli/verbs/conflicts.hpp"
#include "cli/verbs/diff.hpp"
#include "core/text/counts.hpp"
#include "edit/document/damage.hpp"
#include "edit/merge/merge.hpp"
#include "edit/operation/changes.hpp"
#include "edit/patch/edit_list.hpp"
#include "edit/patch/patch.hpp"
#include "edit/plugin/master_lists.hpp"
#include "edit/plugin/string_files.hpp"
#include "mod/game_files.hpp"
#include "tes/form/load_order.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin.hpp"

namespace redforge::cli {
namespace {

/// Version of the output of --json.
constexpr int json_schema = 1;

/// Reads several documents of one format. Standard input can be one of them.
Result<std::vector<edit::Loaded>> load_all(const Arguments& arguments, std::span<const std::string> paths)
{
    if (std::ranges::count(paths, "-") > 1) {
        return fail({.code = ErrorCode::usage,
                     .message = "several of the files are standard input",
                     .hint = "use one of them"});
    }
    std::vector<edit::Loaded> all;
    for (const std::string& path : paths) {
        const Result<LoadContext> context = names_context(arguments, path);
        Result<edit::Loaded> loaded =
            context ? edit::load(path, pipes_for(arguments, path), *context) : fail(context.error());
        if (!loaded) {
            return fail(loaded.error());
        }
        print_interrupted_write(path, *loaded);
        const Format& format = loaded->document.format();
        if (!all.empty() && &format != &all.front().document.format()) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("this is {}, and {} is {}", document_description(format), paths.front(),
                                                document_description(all.front().document.format())),
                         .file = path,
                         .hint = "only files of one kind can be compared"});
        }
        all.push_back(std::move(*loaded));
    }
    return all;
}

nlohmann::json change_json(const RecordHandle& root, const edit::RecordChange& change)
{
    static constexpr std::string_view kinds[] = {"changed", "added", "removed"};  // NOLINT(*avoid-c-arrays*)
    nlohmann::json entry{{"kind", kinds[static_cast<std::size_t>(change.kind)]}, {"path", change.path}};
    if (!change.label.empty()) {
        entry["label"] = change.label;
    }
    if (change.kind != edit::RecordChange::Kind::changed) {
        entry["xml"] = change.element;
        return entry;
    }
    entry["moved"] = change.moved;
    entry["path_before"] = change.path_before;
    entry["fields"] = nlohmann::json::array();
    for (const edit::FieldChange& field : change.fields) {
        const std::string path = change.path.empty() ? field.field : change.path + "." + field.field;
        entry["fields"].push_back({{"field", field.field},
                                   {"before", json_of_text(root, path, field.before.text)},
                                   {"after", json_of_text(root, path, field.after.text)}});
    }
    return entry;
}

/// Numbers of changes between two files, by kind.
struct ChangeCounts {
    std::size_t added{};
    std::size_t removed{};
    std::size_t changed{};

    [[nodiscard]] std::size_t all() const { return added + removed + changed; }
};

ChangeCounts count(const std::vector<edit::RecordChange>& changes)
{
    ChangeCounts counts;
    for (const edit::RecordChange& change : changes) {
        switch (change.kind) {
        case edit::RecordChange::Kind::added: ++counts.added; break;
        case edit::RecordChange::Kind::removed: ++counts.removed; break;
        case edit::RecordChange::Kind::changed: ++counts.changed; break;
        }
    }
    return counts;
}

/// Returns the last part of a path.
std::string file_name(const std::string& path)
{
    const std::filesystem::path whole = std::filesystem::path(path).lexically_normal();
    return whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
}

/// Returns the title of the page.
std::string title_of(const std::string& a, const std::string& b)
{
    return fmt::format("{} and {}", file_name(a), file_name(b));
}

/// Prints the differences of one file in two folders, or of two single files, which have no name.
class DiffPrinter {
public:
    /// `b`: the later file or folder. `title`: of the page.
    DiffPrinter(const Arguments& arguments, nlohmann::json& json, std::string b, std::string title)
        : arguments_(arguments), json_(json), b_(std::move(b)), page_(arguments, std::move(title))
    {
    }

    /// Prints a file that only one of two folders has.
    void whole(const std::string& name, bool is_new)
    {
        if (arguments_.has("html")) {
            page_.add_whole(name, is_new);
        } else if (arguments_.has("json")) {
            nlohmann::json file{{"kind", is_new ? "added" : "removed"}};
            put_name(file, "file", name);
            json_["files"].push_back(std::move(file));
        } else if (arguments_.has("names")) {
            name_line(name);
        } else if (arguments_.has("stat") || arguments_.has("count")) {
            print(fmt::format("{}: {}\n", name, is_new ? "new file" : "file is gone"));
        } else {
            print(fmt::format("{} {}\n", is_new ? '+' : '-', name));
        }
    }

    /// Prints a file that differs and has no known format.
    void bytes(const std::string& name)
    {
        if (arguments_.has("html")) {
            page_.add_bytes(name);
        } else if (arguments_.has("json")) {
            nlohmann::json file{{"kind", "changed"}, {"changes", nlohmann::json::array()}, {"unknown_format", true}};
            put_name(file, "file", name);
            json_["files"].push_back(std::move(file));
        } else if (arguments_.has("names")) {
            name_line(name);
        } else {
            print(fmt::format("{}: the bytes differ; the format is not known\n", name));
        }
    }

    /// Returns true if the documents differ.
    bool changes(const std::string& name, const edit::Loaded& from, const edit::Loaded& to)
    {
        const LoadContext& context = edit::with_more_names(from.context, to.context);
        const RecordHandle before = from.document.root();
        const RecordHandle after = to.document.root();
        if (arguments_.has("names")) {
            name_line(name.empty() ? b_ : name);
            return true;
        }
        if (arguments_.has("xml")) {
            if (const Status whole = edit::check_damage(to.document, &from.document); !whole) {
                has_failed_ = print_error(in_file(whole.error(), b_)) != Exit::success;
                return true;
            }
            TextSink sink;
            edit::write_edit_list(sink, before, after, context, {.with_undo = true});
            const std::optional<std::string> out = arguments_.option("output");
            if (!out || *out == "-") {
                for (const ByteView chunk : sink.chunks()) {
                    print(as_text(chunk));
                }
                return true;
            }
            const std::string text = sink.str();
            const Result<Written> written = write_output(arguments_, *out, "a patch", as_bytes(text));
            has_failed_ = !written && print_error(written.error()) != Exit::success;
            return true;
        }
        const std::vector<edit::RecordChange> all =
            edit::changes_between(before, after, context,
                                  arguments_.has("all") ? edit::ChangeScope::all : edit::ChangeScope::contents);
        const std::string prefix = name.empty() ? "" : name + ": ";
        const ChangeCounts counts = count(all);
        if (arguments_.has("html")) {
            page_.add(name.empty() ? file_name(b_) : name, name.empty() ? b_ : b_ + "/" + name, from, to, all);
        } else if (arguments_.has("json")) {
            nlohmann::json list = nlohmann::json::array();
            for (const edit::RecordChange& change : all) {
                list.push_back(change_json(after, change));
            }
            if (name.empty()) {
                json_["changes"] = std::move(list);
            } else {
                nlohmann::json file{{"kind", "changed"}, {"changes", std::move(list)}};
                put_name(file, "file", name);
                json_["files"].push_back(std::move(file));
            }
        } else if (arguments_.has("count")) {
            print(fmt::format("{}{}\n", prefix, counts.all()));
        } else if (arguments_.has("stat")) {
            print(fmt::format("{}{} added, {} removed, {} changed\n", prefix, counts.added, counts.removed,
                              counts.changed));
        } else {
            for (const edit::RecordChange& change : all) {
                for (const std::string& line : edit::change_lines(change)) {
                    print(prefix + line + "\n");
                }
            }
        }
        if (all.empty() && !same_record(*after.type, before.record, after.record)) {
            print_message(fmt::format(
                "{}: only counts, stamps and unused bytes, which the game does not read, differ; --all shows them",
                name.empty() ? b_ : name));
        }
        return !all.empty();
    }

    /// Writes the page of --html; with the option "summary" of `review`, prints a line for each file. Errors: those of
    /// write_output().
    Status write_page() const
    {
        const std::string html = page_.html();
        return write_output(arguments_, *arguments_.option("output"), "an HTML page", as_bytes(html))
            .transform([&](const Written&) { print(arguments_.has("summary") ? page_.summary() : std::string()); });
    }

    /// Returns true if a patch could not be written.
    [[nodiscard]] bool has_failed() const { return has_failed_; }

private:
    void name_line(const std::string& name) { print(name + (arguments_.has("null") ? '\0' : '\n')); }

    const Arguments& arguments_;
    nlohmann::json& json_;
    std::string b_;
    ReviewPage page_;
    bool has_failed_{};
};

/// Returns the files of a folder, by their relative names. Leaves out the data of git.
std::map<std::string, std::string> files_in(const std::string& folder)
{
    std::map<std::string, std::string> files;
    for (const edit::Candidate& each : find_files(folder)) {
        const std::filesystem::path name = each.path.lexically_relative(folder);
        if (*name.begin() != ".git") {
            files.emplace(name.generic_string(), each.path.string());
        }
    }
    return files;
}

/// Returns true if two files have the same content. Errors: those of reading.
Result<bool> have_same_bytes(const std::string& a, const std::string& b)
{
    const Result<Bytes> first = read_file(a);
    const Result<Bytes> second = first ? read_file(b) : fail(first.error());
    return second ? Result<bool>(*first == *second) : fail(second.error());
}

/// Returns true if a name is a folder of files, not an unpacked document.
bool is_folder_of_files(const std::string& name)
{
    const std::vector<edit::Candidate> files = edit::find_files(name);
    std::error_code ignored;
    return std::filesystem::is_directory(name, ignored) && (files.size() != 1 || files.front().path != name);
}

}  // namespace

Exit diff_folders(const Arguments& arguments, const std::string& a, const std::string& b, const std::string& title)
{
    const std::map<std::string, std::string> from = files_in(a);
    const std::map<std::string, std::string> to = files_in(b);
    std::map<std::string, int> names;
    for (const auto& [name, path] : from) {
        names[name] |= 1;
    }
    for (const auto& [name, path] : to) {
        names[name] |= 2;
    }
    nlohmann::json json{{"schema", json_schema}, {"files", nlohmann::json::array()}};
    DiffPrinter printer(arguments, json, b, title);
    Exit worst = Exit::success;
    const auto is_readable = [&](const std::string& path) {
        const Result<edit::Loaded> loaded = load(path, arguments);
        if (loaded || should_skip({path, true}, loaded.error())) {
            return true;
        }
        worst = std::max(worst, print_error(loaded.error()));
        return false;
    };
    Progress progress(names.size());
    std::size_t done = 0;
    for (const auto& [name, sides] : names) {
        if (cancelled()) {
            break;
        }
        progress.at(done++);
        if (sides != 3) {
            const bool is_new = sides == 2;
            if (is_readable((is_new ? to : from).at(name))) {
                printer.whole(name, is_new);
                worst = std::max(worst, Exit::finding);
            }
            continue;
        }
        const std::vector<std::string> paths{from.at(name), to.at(name)};
        const auto loaded = load_all(arguments, paths);
        if (!loaded) {
            const Result<bool> is_same = should_skip({paths.front(), true}, loaded.error())
                                             ? have_same_bytes(paths[0], paths[1])
                                             : fail(loaded.error());
            if (!is_same) {
                worst = std::max(worst, print_error(is_same.error()));
            } else if (!*is_same) {
                printer.bytes(name);
                worst = std::max(worst, Exit::finding);
            }
            continue;
        }
        const RecordHandle before = (*loaded)[0].document.root();
        if (!same_record(*before.type, before.record, (*loaded)[1].document.root().record)) {
            if (printer.changes(name, (*loaded)[0], (*loaded)[1])) {
                worst = std::max(worst, Exit::finding);
            }
        }
    }
    if (arguments.has("html")) {
        if (const Status written = printer.write_page(); !written) {
            return print_error(written.error());
        }
    }
    if (arguments.has("json")) {
        json["same"] = worst == Exit::success;
        print_json(json);
    }
    return worst;
}

namespace {

/// Writes a patch for each file that differs in two folders.
Exit write_patches(const Arguments& arguments, const std::string& a, const std::string& b)
{
    const std::optional<std::string> out = arguments.option("output");
    if (!out || *out == "-") {
        return print_usage_error("diff: --xml of two folders needs an output folder",
                                 "use -o FOLDER; each file that differs has a patch of its own");
    }
    const Result<mod::GameDifference> difference =
        mod::compare_games(a, b, {.can_be_reversed = true, .progress = progress_of_verb()});
    clear_progress();
    if (!difference) {
        return print_error(difference.error());
    }
    std::vector<FolderFile> files;
    for (const auto& [path, text] : difference->patches) {
        files.push_back({path + ".xml", {as_bytes(text)}});
    }
    for (const auto& [path, content] : difference->side_files) {
        files.push_back({path, {content.pieces().begin(), content.pieces().end()}});
    }
    print_skipped(difference->skipped);
    std::error_code unknown;
    const Result<std::map<std::string, std::filesystem::path, mod::PathLess>> there =
        std::filesystem::exists(*out, unknown) || unknown
            ? mod::list_game_files(*out)
            : Result<std::map<std::string, std::filesystem::path, mod::PathLess>>();
    if (!there) {
        return print_error(there.error());
    }
    FolderRules rules{.others = FolderRules::Others::stay};
    std::vector<std::string> kept;
    std::set<std::string> images;  // of the patches that are replaced
    for (const auto& [path, file] : *there) {
        const bool is_written =
            difference->patches.contains(path.substr(0, path.size() - std::min<std::size_t>(path.size(), 4)));
        const Result<std::string> text = read_text_file(file);
        const Result<XmlDocument> edits = text ? XmlDocument::parse(*text, path) : fail(text.error());
        if (edits && edit::is_patch(*edits)) {
            is_written ? rules.previous.push_back(path) : kept.push_back(path);
            if (is_written) {
                mod::add_named_files(edits->root(), std::filesystem::path(path).parent_path().generic_string(), images);
            }
        }
    }
    rules.previous.insert(rules.previous.end(), images.begin(), images.end());
    const Result<Written> written =
        write_folder(*out, files, rules, {.overwrite = Overwrite::allow, .cancel = &cancelled()});
    if (!written) {
        return print_error(written.error());
    }
    for (const auto& [path, content] : difference->files) {
        const bool is_replaced = std::ranges::find(difference->replaced, path) != difference->replaced.end();
        print_message(fmt::format("{}: note: {}; no patch contains it, and a mod does (redforge mod new)", path,
                                  is_replaced ? "not a file of a known format" : "a new file"));
    }
    for (const std::string& path : difference->removed) {
        print_message(fmt::format("{}: note: the file is gone; no patch can remove it", path));
    }
    for (const std::string& path : kept) {
        print_message(
            fmt::format("{}/{}: note: an earlier patch; this file does not differ, and the patch stays", *out, path));
    }
    print_message(fmt::format("{}: {}", *out, plural(difference->patches.size(), "patch", "patches")));
    const bool is_same = files.empty() && difference->files.empty() && difference->removed.empty();
    return is_same ? Exit::success : Exit::finding;
}

bool is_localised(const edit::Loaded& loaded)
{
    const tes::Plugin* const plugin = edit::plugin_of(loaded.document.root());
    return plugin != nullptr && (plugin->header.flags & tes::localised_flag) != 0;
}

/// Prints the texts that differ in the string files of two localised plugins. Returns true if some differ.
bool print_text_changes(const Arguments& arguments, const std::vector<edit::Loaded>& loaded,
                        const std::vector<std::string>& paths, nlohmann::json& json)
{
    if (!std::ranges::all_of(loaded, is_localised)) {
        return false;
    }
    std::vector<edit::StringFiles> files;
    for (const std::string& path : paths) {
        Result<edit::StringFiles> found = edit::StringFiles::of(path);
        if (!found) {
            print_message(fmt::format("{}: note: the texts were not compared: {}", path, describe(found.error())));
            return false;
        }
        files.push_back(std::move(*found));
    }
    if (files[0].empty() != files[1].empty()) {
        print_message(fmt::format("{}: note: the texts were not compared, because this plugin has no string files",
                                  paths[files[0].empty() ? 0 : 1]));
        return false;
    }
    const std::vector<edit::StringChange> changes = edit::string_changes(files[0], files[1]);
    const bool is_list = std::ranges::none_of(std::array{"json", "xml", "html", "stat", "count", "names"},
                                              [&](const char* option) { return arguments.has(option); });
    for (const edit::StringChange& change : changes) {
        if (arguments.has("json")) {
            json["strings"].push_back({{"id", fmt::format("0x{:08X}", change.id)},
                                       {"language", change.language},
                                       {"before", change.before},
                                       {"after", change.after}});
        } else if (is_list) {
            print(fmt::format("string 0x{:08X} ({}): \"{}\" -> \"{}\"\n", change.id, change.language, change.before,
                              change.after));
        }
    }
    if (!changes.empty() && !is_list) {
        print_message(fmt::format("{}: note: {} of the string files {}", paths[1], plural(changes.size(), "text"),
                                  changes.size() == 1 ? "differs" : "differ"));
    }
    return !changes.empty();
}

/// Names the input file of an error that occurred while merging.
Error merge_error(Error error, const std::vector<std::string>& paths, const std::string& name)
{
    error.file = error.file == "base" ? paths[0] : error.file == "theirs" ? paths[2] : name;
    return error;
}

}  // namespace

static Exit run_diff(const Arguments& arguments)
{
    const std::vector<std::string> paths{arguments.first("A"), arguments.first("B")};
    if (arguments.has("against-master") != paths[1].empty()) {
        return print_usage_error(paths[1].empty() ? "diff: B is missing" : "diff: --against-master accepts no B",
                                 "name two files, or one plugin with --against-master");
    }
    if (arguments.has("against-master")) {
        for (const std::string_view other : {"json", "xml", "html", "stat", "count", "names"}) {
            if (arguments.has(other)) {
                return print_usage_error(fmt::format("diff: --against-master and --{} exclude each other", other),
                                         "use one of them");
            }
        }
        return diff_against_master(arguments);
    }
    if (arguments.has("output") && !arguments.has("xml") && !arguments.has("html")) {
        return print_usage_error("diff: --output without --xml or --html",
                                 "add --xml for a patch, or --html for a page");
    }
    if (arguments.has("html") && !arguments.has("output")) {
        return print_usage_error("diff: no output given for --html", "use -o FILE.html");
    }
    const bool folders = is_folder_of_files(paths[0]);
    if (folders != is_folder_of_files(paths[1])) {
        return print_usage_error(fmt::format("diff: {} is a folder of files, and {} is a file", paths[folders ? 0 : 1],
                                             paths[folders ? 1 : 0]),
                                 "name two files or two folders");
    }
    if (folders && arguments.has("xml")) {
        return write_patches(arguments, paths[0], paths[1]);
    }
    if (folders) {
        return diff_folders(arguments, paths[0], paths[1], title_of(paths[0], paths[1]));
    }
    const auto loaded = load_all(arguments, paths);
    if (!loaded) {
        return print_error(loaded.error());
    }
    if (arguments.has("xml")) {
        if (const Status known = edit::check_patch_texts((*loaded)[0].document, (*loaded)[1].document); !known) {
            return print_error(in_file(known.error(), paths[1]));
        }
    }
    const RecordHandle from = (*loaded)[0].document.root();
    bool same = same_record(*from.type, from.record, (*loaded)[1].document.root().record);
    nlohmann::json json{{"schema", json_schema}, {"same", same}, {"changes", nlohmann::json::array()}};
    if (!same || arguments.has("xml") || arguments.has("count") || arguments.has("html")) {
        DiffPrinter printer(arguments, json, paths[1], title_of(paths[0], paths[1]));
        const bool differ = printer.changes("", (*loaded)[0], (*loaded)[1]);
        if (const Status written = arguments.has("html") ? printer.write_page() : Status{}; !written) {
            return print_error(written.error());
        }
        if (printer.has_failed()) {
            return Exit::failure;
        }
        same = same || !differ;
    }
    same = !print_text_changes(arguments, *loaded, paths, json) && same;
    json["same"] = same;
    if (arguments.has("json")) {
        print_json(json);
    }
    return same ? Exit::success : Exit::finding;
}

namespace {

/// The merged string files of localised plugins.
struct StringMerge {
    edit::StringFiles files;
    std::vector<edit::Conflict> conflicts{};
    std::vector<std::string> notes{};
    std::vector<edit::StringFiles> sources{};  ///< theirs, ours and base
    edit::StringUses before{};                 ///< of base
};

/// Merges the string files of three localised plugins. Numbers in the third document can change. Does nothing for other
/// files.
Result<StringMerge> merge_string_files(std::vector<edit::Loaded>& loaded, const std::vector<std::string>& paths,
                                       edit::MergeFavor prefer)
{
    StringMerge merge;
    if (std::ranges::none_of(loaded, is_localised)) {
        return merge;
    }
    std::vector<edit::StringFiles> files;
    std::array<edit::StringSide, 3> sides;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        Result<edit::StringFiles> found = edit::StringFiles::of(paths[i]);
        if (!found) {
            return fail(std::move(found.error()));
        }
        files.push_back(std::move(*found));
        sides[i] = {.file = paths[i], .files = nullptr, .uses = edit::string_uses(loaded[i].document)};
    }
    if (!std::ranges::all_of(loaded, is_localised)) {
        const auto other = std::ranges::find_if_not(loaded, is_localised);
        const bool have_texts = std::ranges::any_of(sides, [](const auto& side) { return !side.uses.empty(); });
        return have_texts ? fail({.code = ErrorCode::unsupported,
                                  .message = "is not localised, but another of the three plugins is",
                                  .file = paths[static_cast<std::size_t>(other - loaded.begin())],
                                  .hint = "merge plugins that are all localised, or none"})
                          : Result<StringMerge>(std::move(merge));
    }
    for (std::size_t i = 0; i < sides.size(); ++i) {
        sides[i].files = &files[i];
    }
    if (Status known = edit::check_strings(sides); !known) {
        return fail(std::move(known.error()));
    }
    merge.before = std::move(sides[0].uses);
    merge.files = files[1];
    Result<std::vector<edit::Conflict>> conflicts =
        edit::merge_strings(files[0], merge.files, files[2], loaded[2].document, prefer, merge.notes);
    if (!conflicts) {
        return fail(std::move(conflicts.error()));
    }
    merge.conflicts = std::move(*conflicts);
    merge.sources = {std::move(files[2]), std::move(files[1]), std::move(files[0])};
    return merge;
}

}  // namespace

static Exit run_merge(const Arguments& arguments)
{
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return print_usage_error("merge: no output given", "use -o OUT");
    }
    if (const Status status = check_json_output(arguments, *out); !status) {
        return print_error(status.error());
    }
    edit::MergeFavor prefer = edit::MergeFavor::none;
    int preferences = 0;
    for (const auto& [option, meaning] :
         {std::pair("ours", edit::MergeFavor::ours), std::pair("theirs", edit::MergeFavor::theirs),
          std::pair("union", edit::MergeFavor::both)}) {
        if (arguments.has(option)) {
            prefer = meaning;
            ++preferences;
        }
    }
    if (preferences > 1) {
        return print_usage_error("merge: --ours, --theirs and --union exclude each other", "use one of them");
    }
    const std::vector<std::string> paths{arguments.first("BASE"), arguments.first("OURS"), arguments.first("THEIRS")};
    if (const std::optional<Exit> done = merge_text_files(arguments, paths, *out, prefer)) {
        return *done;
    }
    if (const std::optional<std::string> place = arguments.option("name")) {
        if (const std::optional<Exit> done =
                merge_visibility(arguments, {paths[0], paths[1], paths[2]}, *place, *out, prefer)) {
            return *done;
        }
    }
    if (const Status finished = finish_interrupted(*out); !finished) {
        return print_error(finished.error());
    }
    auto loaded = load_all(arguments, paths);
    if (!loaded) {
        return print_error(loaded.error());
    }
    // Numbers of light plugins end at FFF, and the name can make the merged plugin light.
    const std::string target = arguments.option("name").value_or(*out == "-" ? paths[1] : *out);
    if (tes::is_plugin_name(tes::plugin_file_name(target))) {
        (*loaded)[1].context.services.set(tes::find_plugin_file_name(target));
    }
    Result<StringMerge> strings = merge_string_files(*loaded, paths, prefer);
    if (!strings) {
        return print_error(strings.error());
    }
    edit::Merge merged =
        edit::merge((*loaded)[0].document, (*loaded)[1].document, (*loaded)[2].document, prefer, (*loaded)[1].context);
    const std::string name = arguments.option("name").value_or(paths[1]);
    if (merged.error) {
        return print_error(merge_error(*merged.error, paths, name));
    }
    std::ranges::move(strings->conflicts, std::back_inserter(merged.conflicts));
    if (!strings->sources.empty()) {
        const std::array<const edit::StringFiles*, 3> sources{&strings->sources[0], &strings->sources[1],
                                                              &strings->sources[2]};
        edit::keep_used_strings(strings->files, sources, edit::string_uses(merged.document), strings->before,
                                strings->notes);
    }
    std::ranges::move(strings->notes, std::back_inserter(merged.notes));
    const auto is_unresolved = [prefer](const edit::Conflict& each) { return edit::is_unresolved(each, prefer); };
    const auto unresolved = std::ranges::count_if(merged.conflicts, is_unresolved);
    const bool stopped = unresolved != 0;
    if (!stopped) {
        std::ranges::move(find_new_in_merge((*loaded)[0], (*loaded)[1], (*loaded)[2], merged.document),
                          std::back_inserter(merged.notes));
    }
    if (arguments.has("json")) {
        nlohmann::json json{{"schema", json_schema}, {"written", !stopped}, {"conflicts", nlohmann::json::array()}};
        for (const edit::Conflict& conflict : merged.conflicts) {
            json["conflicts"].push_back(conflict_json(conflict));
        }
        if (!merged.notes.empty()) {
            json["notes"] = merged.notes;
        }
        print_json(json);
    } else if (stopped) {
        for (const edit::Conflict& conflict : merged.conflicts) {
            if (is_unresolved(conflict)) {
                print_message(conflict_text(name, conflict));
            }
        }
    }
    if (stopped) {
        const bool can_decide = std::ranges::any_of(merged.conflicts, [](const edit::Conflict& each) {
            return !edit::is_unresolved(each, edit::MergeFavor::ours);
        });
        print_message(fmt::format("{}: {} conflict{}, nothing was written; {}", name, unresolved,
                                  unresolved == 1 ? "" : "s",
                                  prefer == edit::MergeFavor::none && can_decide
                                      ? "--ours, --theirs or --union decides"
                                      : "no side decides: change one of the files first"));
        return Exit::finding;
    }
    const edit::Loaded& ours = (*loaded)[1];
    const edit::Storage storage = storage_for(*out, merged.document, ours.storage);
    std::vector<std::string> notes =
        check::order_notes(check::order_of(ours.document), check::order_of(merged.document),
                           *out == "-" ? paths[1] : *out);
    std::ranges::copy(merged.notes, std::back_inserter(notes));
    WriteOptions options = options_for(arguments, *out, storage, ours, paths[1]);
    FileSnapshot expected = options.expected != nullptr ? *options.expected : FileSnapshot{};
    options.expected = options.expected != nullptr ? &expected : nullptr;
    const Result<Written> written =
        may_replace(arguments, *out, merged.document.format(), storage)
            .and_then(
                [&] { return strings->files.add_to(options, *out, options.expected != nullptr ? &expected : nullptr); })
            .and_then([&] { return edit::save(merged.document, *out, storage, options, ours.context); });
    if (!written) {
        return print_error(in_file(written.error(), name));
    }
    if (*out != "-") {
        print_write_notes(*out, *written);
    }
    for (const std::string& note : notes) {
        print_message(fmt::format("{}: note: {}", name, note));
    }
    if (arguments.has("name")) {
        const std::string note =
            warn_about_visibility((*loaded)[0].document, ours.document, (*loaded)[2].document, name);
        if (!note.empty()) {
            print_message(fmt::format("{}: note: {}", name, note));
        }
    }
    return Exit::success;
}

Verb diff_verb()
{
    return {
        .name = "diff",
        .summary = "show what changed between two files or folders",
        .description =
            "Compares two files of one format; each can be a game file, its XML or an unpacked folder. Prints a line "
            "for "
            "each change: + for a record that only B has, - for a record that only A has, and otherwise the values in "
            "A and B. Record numbers are those of B; for removed records, those of A. Scripts are compared by "
            "statement, with three lines of context. FormIDs are compared by plugin name, so the order of the masters "
            "does not matter.\n"
            "In two folders, files with the same name are compared; files that only one folder has are listed. The "
            "exit status is 0 if there is no difference, 1 if there is one, and 2 on an error.",
        .examples = {{"redforge diff OLD.RGM NEW.RGM", "what changed, by record and field"},
                     {"redforge diff OLD.RGM map.xml --xml > patch.xml", "a patch for apply"},
                     {"redforge diff GAME CHANGED --xml -o patches", "a patch for each file that differs"},
                     {"redforge diff MAPS.old MAPS --html -o review.html", "a page for a browser"},
                     {"redforge diff MAPS.old MAPS --stat", "two folders, a line for each file that differs"},
                     {"redforge diff --against-master Mod.esp --data Data", "what the overrides of a plugin change"}},
        .positionals = {{"A", "the earlier file or folder; - is standard input", 1, 1, {}},
                        {"B", "the later one; none with --against-master", 0, 1, {}}},
        .options =
            option_list(Option{"--xml", "", "",
                               "print a patch for apply: the edits that turn A into B, also in changed copies of A"},
                        Option{"--html", "", "",
                               "make a page for a browser: changes, plans and pictures of maps, images and voices"},
                        Option{"--output", "-o", "OUT",
                               "the patch or page to write; with --xml and two folders, the folder of the patches"},
                        options::force,
                        Option{"--against-master", "", "",
                               "compare the overrides of the plugin A with the records of its masters"},
                        Option{"--stat", "", "", "print the number of added, removed and changed records"},
                        Option{"--all", "", "",
                               "also print what editors update by themselves in plugins: the next free number, counts, "
                               "and version control stamps"},
                        options::lists, options::names_of_game, options::definitions, options::json),
        .needs = {{"null", "names"}},
        .exclusive = {"json names count xml html stat", "all xml", "all names"},
        .run = run_diff,
    };
}

Verb merge_verb()
{
    return {
        .name = "merge",
        .summary = "merge two versions of a file",
        .description =
            "Combines the changes that OURS and THEIRS made to BASE: changes of different fields or records, and "
            "additions "
            "of both. If both changed one value in different ways, merge prints each conflict with its record and "
            "field, writes nothing, and exits with status 1. Record numbers are those of OURS; for records removed in "
            "OURS, those of BASE.",
        .examples = {{"redforge merge BASE.RGM MINE.RGM YOURS.RGM -o ISLAND.RGM", "both changes in one file"},
                     {"redforge merge BASE.RGM MINE.RGM YOURS.RGM -o ISLAND.RGM --theirs",
                      "in a conflict, the value of YOURS"}},
        .positionals = {{"BASE", "the common ancestor", 1, 1, {}},
                        {"OURS", "one changed version", 1, 1, {}},
                        {"THEIRS", "the other changed version", 1, 1, {}}},
        .options = option_list(Option{"--ours", "", "", "in a conflict, take the value of OURS"},
                               Option{"--theirs", "", "", "in a conflict, take the value of THEIRS"},
                               Option{"--union", "", "",
                                      "in a conflict, keep records of both; of a single value, that of OURS"},
                               Option{"--name", "", "NAME", "name of the file in messages"}, options::output,
                               options::no_backup, options::drop_comments, options::force, options::names_of_game,
                               options::text_of_plugin, options::json),
        .run = run_merge,
    };
}

}  // namespace redforge::cli
