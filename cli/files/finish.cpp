// Last step of verbs that edit.
#include "cli/files/finish.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/map_order.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/files/output.hpp"
#include "cli/files/warnings.hpp"
#include "cli/report/json.hpp"
#include "cli/script/script_mistakes.hpp"
#include "core/text/counts.hpp"
#include "edit/document/document_folder.hpp"
#include "edit/map/map_of.hpp"
#include "edit/map/map_visibility.hpp"
#include "edit/patch/edits.hpp"
#include "edit/patch/source_text.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/strings/string_texts.hpp"

namespace redforge::cli {
namespace {

void print_changes(const Arguments& arguments, const edit::Document& document, const std::string& input,
                   const edit::EditLog& changes)
{
    if (arguments.has("json")) {
        nlohmann::json json{{"changes", nlohmann::json::array()}};
        for (const edit::EditLine& change : changes) {
            nlohmann::json line{{"verb", change.verb},
                                {"path", change.path},
                                {"before", json_of_text(document.root(), change.path, change.before)},
                                {"after", json_of_text(document.root(), change.path, change.after)}};
            if (change.is_consequence) {
                line["follows"] = true;
            }
            put_name(line, "file", input);
            json["changes"].push_back(std::move(line));
        }
        print_json(json);
    } else if (arguments.has("dry-run")) {
        for (const edit::EditLine& change : changes) {
            if (change.before.find('\n') != std::string::npos || change.after.find('\n') != std::string::npos) {
                print(fmt::format("{} {}:\n", change.verb, change.path));
                for (const std::string& line :
                     edit::split_lines(edit::source_difference(change.before, change.after))) {
                    print(fmt::format("  {}\n", line));
                }
                continue;
            }
            const bool both = !change.before.empty() && !change.after.empty();
            const bool is_reset = change.is_consequence && change.verb == "set" && change.after.empty();
            print(fmt::format("{} {}: {}{}{}{}\n", change.verb, change.path, change.before,
                              both || is_reset ? " -> " : "", is_reset ? "computed" : change.after,
                              change.is_consequence ? " (follows)" : ""));
        }
    }
}

/// Prints notes on changes of an order that the game and other files depend on.
void print_order_notes(const std::vector<std::string>& notes, const std::string& file)
{
    for (const std::string& note : notes) {
        print_message(fmt::format("{}: note: {}", file, note));
    }
}

/// State of the document before the change, for notes.
struct OriginalState {
    explicit OriginalState(const edit::Loaded& loaded)
        : order(check::order_of(loaded.document)), findings(count_findings(loaded))
    {
    }

    check::MapOrder order;
    FindingCounts findings;
};

/// Returns true if the edits left the document as it is on disk, so that a text that redforge would write differently
/// stays as it is. The log only suggests it: it shows no values of bytes, so the documents are compared.
bool is_unchanged(const edit::Loaded& loaded, const std::string& input, const edit::EditLog& changes)
{
    const bool all_equal = std::ranges::all_of(changes, [](const edit::EditLine& change) {
        return change.verb == "set" && change.before == change.after;
    });
    if (!all_equal) {
        return false;
    }
    const Result<edit::Loaded> before = edit::load(input, Pipes::reject, loaded.context);
    return before && !before->document.difference(loaded.document);
}

/// Returns true if the edits only set values to those that the file has or that are computed, so that the result is the
/// same file.
bool is_same_file(const edit::Loaded& loaded, const std::string& input, const SharedBytes& bytes,
                  const edit::EditLog& changes)
{
    const bool may_be_same = std::ranges::all_of(changes, [](const edit::EditLine& change) {
        return change.verb == "set" && (change.before == change.after || change.before.empty());
    });
    const Result<edit::Loaded> before =
        may_be_same && input != "-" ? edit::load(input, Pipes::reject, loaded.context) : fail({});
    const Result<SharedBytes> old = before ? before->document.encode() : fail({});
    return old && *old == bytes;
}

/// Prints or writes. Errors: `changed` if another program wrote the file meanwhile.
Status write_changes(const Arguments& arguments, const edit::Loaded& loaded, const std::string& input,
                     const edit::EditLog& changes, const OriginalState& before, const AddFiles& add_files = {})
{
    const Result<Destination> to = destination(arguments, loaded, input);
    if (!to) {
        return fail(to.error());
    }
    // A dry run must fail where the write would fail.
    const std::filesystem::path name = to->storage == edit::Storage::binary ? to->path : "-";
    const Result<SharedBytes> bytes = edit::encode_edited(loaded.document, changes, name);
    if (!bytes) {
        return fail(in_file(bytes.error(), input));
    }
    if (Status allowed = may_replace(arguments, to->path, loaded.document.format(), to->storage); !allowed) {
        return allowed;
    }
    const std::vector<check::Finding> findings = find_new(before.findings, loaded);
    if (Status good = check_new_errors(findings, loaded, input); !good && !arguments.has("force")) {
        return good;
    }
    // Notes depend on whether the output exists, so make them before it is written.
    const std::string named = to->path == "-" || arguments.has("dry-run") ? input : to->path.string();
    const std::vector<std::string> notes = check::order_notes(before.order, check::order_of(loaded.document), named);
    if (arguments.has("dry-run")) {
        print_changes(arguments, loaded.document, input, changes);
        print_warnings(loaded.document, input, changes);
        print_order_notes(notes, input);
        print_new_findings(findings, loaded, input);
        print_damage(loaded.document, input);
        return {};
    }
    const bool in_place = to->options.expected != nullptr;
    // Skip only if -o names the input. If the system cannot compare the files, write.
    const bool is_own = in_place && (arguments.has("in-place") || to->path == input);
    WriteOptions options = to->options;
    FileSnapshot expected = in_place ? *options.expected : FileSnapshot{};
    if (Status added = add_files ? add_files(to->path, options, in_place ? &expected : nullptr) : Status{}; !added) {
        return added;
    }
    options.expected = in_place ? &expected : nullptr;
    bool nothing = is_own && options.side_files.empty() && is_unchanged(loaded, input, changes);
    const bool is_copy =
        !nothing && to->storage == edit::Storage::binary && is_same_file(loaded, input, *bytes, changes);
    Written written;
    if (!nothing) {
        Result<Written> result = to->storage == edit::Storage::binary
                                     ? edit::save_encoded(loaded.document, *bytes, to->path, options)
                                     : edit::save(loaded.document, to->path, to->storage, options, loaded.context);
        if (!result) {
            return fail(in_file(result.error(), input));
        }
        written = std::move(*result);
        nothing = in_place && written.unchanged;
    }
    print_changes(arguments, loaded.document, input, changes);
    print_warnings(loaded.document, input, changes);
    print_order_notes(notes, named);
    print_new_findings(findings, loaded, input);
    print_damage(loaded.document, input);
    if (nothing) {
        print_message(fmt::format("{}: nothing to change", input));
    } else if (to->path != "-") {
        const auto follow = static_cast<std::size_t>(std::ranges::count_if(changes, &edit::EditLine::is_consequence));
        const std::size_t made = is_copy ? 0 : changes.size() - follow;
        print_message(fmt::format("{}{} -> {}{}", plural(made, "change"),
                                  follow == 0 ? "" : " and " + plural(follow, "dependent change"), to->path.string(),
                                  backup_description(written)));
        print_write_notes(to->path, written);
        if (!add_files && !in_place) {
            print_missing_strings(loaded, input, to->path);
        }
    }
    return {};
}

}  // namespace

void print_missing_strings(const edit::Loaded& loaded, const std::string& input, const std::filesystem::path& out)
{
    const tes::Plugin* const plugin = edit::plugin_of(loaded.document.root());
    if (plugin == nullptr || (plugin->header.flags & tes::localised_flag) == 0 || input == "-" || out == "-") {
        return;
    }
    const auto has_files = [](const std::filesystem::path& path) {
        std::error_code ignored;
        const std::filesystem::path whole = std::filesystem::absolute(path, ignored).lexically_normal();
        return !tes::StringTexts({whole.parent_path()}, whole.stem().string()).has_no_files();
    };
    if (has_files(input) && !has_files(out)) {
        print_message(fmt::format("{}: note: this localised plugin has no string files here; copy those of {}, "
                                  "and name them {}_LANGUAGE",
                                  out.string(), input, out.stem().string()));
    }
}

Status finish_interrupted(const std::filesystem::path& path)
{
    if (path == "-") {
        return {};
    }
    std::error_code ignored;
    std::vector<std::filesystem::path> folders{path};
    bool is_alone = false;
    if (!std::filesystem::is_directory(path, ignored)) {
        const auto place = edit::find_place(path);
        if (!place) {
            return fail(place.error());
        }
        const std::filesystem::path real = std::filesystem::canonical(path, ignored);
        folders = {(real.empty() ? path : real).parent_path()};
        if (*place) {
            folders.push_back((*place)->folder);
        }
        is_alone = !*place && path.extension() != ".xml";
    }
    for (const std::filesystem::path& each : folders) {
        const std::filesystem::path folder = each.empty() ? std::filesystem::path(".") : each;
        const Result<bool> finished = finish_writing(folder, &cancelled());
        if (finished && *finished) {
            print_message(fmt::format("{}: an interrupted write was completed", folder.string()));
        }
        // `exists`: another program changed a file of the folder since the interruption. That does not matter for a
        // file that belongs to no document of several files, because each single file is complete.
        if (!finished && !(is_alone && finished.error().code == ErrorCode::exists)) {
            return fail(finished.error());
        }
    }
    return {};
}

Status finish_interrupted(const Arguments& arguments, const std::filesystem::path& input)
{
    return arguments.has("in-place") && !arguments.has("dry-run") ? finish_interrupted(input) : Status{};
}

Exit finish(const Arguments& arguments, const edit::Loaded& loaded, const std::string& input,
            const edit::EditLog& changes)
{
    const Status written = write_changes(arguments, loaded, input, changes, OriginalState(loaded));
    return written ? Exit::success : print_error(written.error());
}

Exit change_document(const Arguments& arguments, const std::string& input,
                     const std::function<Result<edit::EditLog>(edit::Loaded&)>& make,
                     const std::function<bool()>& is_done, const AddFiles& add_files)
{
    // If several programs change a file at once, one succeeds each time: with two, the second attempt nearly always
    // does.
    constexpr int attempts = 20;
    if (const Status ready = finish_interrupted(arguments, input); !ready) {
        return print_error(ready.error());
    }
    for (int attempt = 1;; ++attempt) {
        const Result<LoadContext> context = names_context(arguments, input);
        Result<edit::Loaded> loaded =
            context ? edit::load(input, pipes_for(arguments, input), *context) : fail(context.error());
        if (!loaded) {
            return print_error(loaded.error());
        }
        print_interrupted_write(input, *loaded);
        const OriginalState before(*loaded);
        const std::shared_ptr<const rgm::Map> old = edit::copy_of_map(loaded->document);
        ScriptMistakes mistakes;
        const LoadContext quiet = std::exchange(loaded->context, mistakes.with_collector(loaded->context));
        Result<edit::EditLog> changes = make(*loaded);
        loaded->context = quiet;
        if (!changes) {
            return print_error(changes.error());
        }
        edit::clear_redundant_values(loaded->document, *changes);
        if (is_done && is_done()) {
            return Exit::success;
        }
        const Status written = write_changes(arguments, *loaded, input, *changes, before, add_files);
        if (written) {
            mistakes.print(loaded->document, old.get(), input);
            return Exit::success;
        }
        if (written.error().code != ErrorCode::changed || input == "-" || attempt == attempts) {
            return print_error(written.error());
        }
    }
}

namespace {

namespace fs = std::filesystem;

/// A changed file that is not written yet.
struct ChangedDocument {
    std::string input;
    fs::path path;  ///< without links
    edit::Loaded loaded;
    edit::EditLog log;
    SharedBytes bytes;  ///< content of a binary file; otherwise empty
    std::vector<check::Finding> findings;
};

/// Changes a file without writing it. Checks only the first file: the checks of the others would read the first one
/// from the disk, where it is not changed yet.
Result<ChangedDocument>
change_one(const Arguments& arguments, const std::string& input, bool is_first,
           const std::function<Result<edit::EditLog>(edit::Loaded&, const std::string& input)>& make)
{
    const Result<LoadContext> context = names_context(arguments, input);
    Result<edit::Loaded> loaded =
        context ? edit::load(input, pipes_for(arguments, input), *context) : fail(context.error());
    if (!loaded) {
        return fail(loaded.error());
    }
    const OriginalState before(*loaded);
    Result<edit::EditLog> log = make(*loaded, input);
    if (!log) {
        return fail(log.error());
    }
    edit::clear_redundant_values(loaded->document, *log);
    std::error_code ignored;
    ChangedDocument changed{.input = input,
                            .path = fs::canonical(input, ignored),
                            .loaded = std::move(*loaded),
                            .log = {},
                            .bytes = {},
                            .findings = {}};
    const bool is_binary = changed.loaded.storage == edit::Storage::binary;
    Result<SharedBytes> bytes =
        edit::encode_edited(changed.loaded.document, *log, is_binary ? changed.path : fs::path("-"));
    if (!bytes) {
        return fail(in_file(bytes.error(), input));
    }
    changed.log = std::move(*log);
    changed.bytes = is_binary ? std::move(*bytes) : SharedBytes{};
    if (!is_first) {
        return changed;
    }
    changed.findings = find_new(before.findings, changed.loaded);
    if (Status good = check_new_errors(changed.findings, changed.loaded, input); !good && !arguments.has("force")) {
        return fail(std::move(good.error()));
    }
    return changed;
}

/// Writes binary files of one folder in one step.
Result<Written> write_together(const Arguments& arguments, std::span<const ChangedDocument> all)
{
    std::vector<Bytes> contents;
    std::vector<FolderFile> files;
    FileSnapshot expected;
    for (const ChangedDocument& each : all) {
        const fs::path name = each.path.filename();
        contents.push_back(each.bytes.joined());
        files.push_back({name, {}});
        expected.files.emplace(name.string(), each.loaded.seen.files.at(""));
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        files[i].content.emplace_back(contents[i]);
    }
    WriteOptions options =
        options_for(arguments, all.front().path, edit::Storage::binary, all.front().loaded, all.front().path);
    options.expected = &expected;
    return write_files(all.front().path.parent_path(), files, options);
}

/// The place of a document, and its files as they were read.
struct OldContent {
    Destination place;
    std::vector<std::string> names;  ///< as in FileSnapshot
    std::vector<Bytes> contents;
};

/// Reads the files of a document again. Errors: those of destination(); io; changed (a file is not what the document
/// was read from).
Result<OldContent> old_content(const Arguments& arguments, const ChangedDocument& each)
{
    Result<Destination> place = destination(arguments, each.loaded, each.input);
    if (!place) {
        return fail(std::move(place.error()));
    }
    OldContent old{.place = std::move(*place), .names = {}, .contents = {}};
    for (const auto& [name, seen] : each.loaded.seen.files) {
        const fs::path file = name.empty() ? old.place.path : old.place.path / name;
        Result<Bytes> content = read_file(file);
        if (!content) {
            return fail(std::move(content.error()));
        }
        if (fingerprint_of(*content) != seen) {
            return fail({.code = ErrorCode::changed,
                         .message = "was changed by another program",
                         .file = file.string(),
                         .hint = "repeat the command; nothing was changed"});
        }
        old.names.push_back(name);
        old.contents.push_back(std::move(*content));
    }
    return old;
}

/// Gives the files of a document that was written their old content. Errors: those of writing.
Status revert(const OldContent& old, const Written& written)
{
    const WriteOptions options{.overwrite = Overwrite::allow, .expected = &written.seen};
    Result<Written> reverted;
    if (old.place.storage == edit::Storage::folder) {
        FolderRules rules{.others = FolderRules::Others::stay};
        for (const auto& [name, content] : written.seen.files) {
            rules.previous.push_back(name);
        }
        std::vector<FolderFile> files;
        for (std::size_t i = 0; i < old.names.size(); ++i) {
            files.push_back({old.names[i], {ByteView(old.contents[i])}});
        }
        reverted = write_folder(old.place.path, files, rules, options);
    } else {
        reverted = write_file(old.place.path, ByteView(old.contents.front()), options);
    }
    return reverted ? Status{} : fail(std::move(reverted.error()));
}

void print_changed(const Arguments& arguments, const ChangedDocument& each, const Written& written)
{
    print_changes(arguments, each.loaded.document, each.input, each.log);
    print_warnings(each.loaded.document, each.input, each.log);
    print_new_findings(each.findings, each.loaded, each.input);
    print_damage(each.loaded.document, each.input);
    if (!arguments.has("dry-run")) {
        print_message(
            fmt::format("{} -> {}{}", plural(each.log.size(), "change"), each.input, backup_description(written)));
        print_write_notes(each.input, written);
    }
}

}  // namespace

Exit change_documents(const Arguments& arguments, std::span<const std::string> inputs,
                      const std::function<Result<edit::EditLog>(edit::Loaded&, const std::string& input)>& make)
{
    std::vector<ChangedDocument> all;
    for (const std::string& input : inputs) {
        Status ready = finish_interrupted(arguments, input);
        Result<ChangedDocument> changed =
            ready ? change_one(arguments, input, &input == inputs.data(), make) : fail(ready.error());
        if (!changed) {
            return print_error(changed.error());
        }
        if (!changed->log.empty()) {
            all.push_back(std::move(*changed));
        } else {
            print_damage(changed->loaded.document, input);
        }
    }
    const bool together = std::ranges::all_of(all, [&](const ChangedDocument& each) {
        return each.loaded.storage == edit::Storage::binary && each.loaded.seen.files.contains("") &&
               each.path.parent_path() == all.front().path.parent_path();
    });
    if (arguments.has("dry-run") || all.empty()) {
        std::ranges::for_each(all, [&](const ChangedDocument& each) { print_changed(arguments, each, {}); });
        return Exit::success;
    }
    if (together) {
        const Result<Written> written = write_together(arguments, all);
        if (!written) {
            return print_error(written.error());
        }
        std::ranges::for_each(all, [&](const ChangedDocument& each) { print_changed(arguments, each, *written); });
        return Exit::success;
    }
    std::vector<OldContent> old;
    for (const ChangedDocument& each : all) {
        Result<OldContent> content = old_content(arguments, each);
        if (!content) {
            return print_error(in_file(content.error(), each.input));
        }
        old.push_back(std::move(*content));
    }
    std::vector<Written> done;
    for (const ChangedDocument& each : all) {
        const Destination& place = old[done.size()].place;
        Result<Written> written =
            edit::save(each.loaded.document, place.path, place.storage, place.options, each.loaded.context);
        if (!written) {
            const Exit failed = print_error(in_file(written.error(), each.input));
            for (std::size_t i = done.size(); i-- > 0;) {
                if (const Status status = revert(old[i], done[i]); !status) {
                    print_message(fmt::format("{} was written already and could not be reverted: {}", all[i].input,
                                              describe(status.error())));
                }
            }
            return failed;
        }
        done.push_back(std::move(*written));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        print_changed(arguments, all[i], done[i]);
    }
    return Exit::success;
}

}  // namespace redforge::cli
