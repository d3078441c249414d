// `diff` and `merge`: what two documents have in common and what not.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check/map_order.hpp"
#include "console.hpp"
#include "edit/changes.hpp"
#include "edit/edit_list.hpp"
#include "edit/merge.hpp"
#include "finish.hpp"
#include "game.hpp"
#include "json.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

/// The version of what --json prints.
constexpr int json_schema = 1;

/// Reads several documents of one format. Standard input can be one of them.
Result<std::vector<edit::Loaded>> load_all(const Arguments& arguments, std::span<const std::string> paths)
{
    if (std::ranges::count(paths, "-") > 1) {
        return fail({.code = ErrorCode::usage,
                     .message = "several of the files are standard input",
                     .hint = "only one of them can be"});
    }
    std::vector<edit::Loaded> all;
    for (const std::string& path : paths) {
        const Result<LoadContext> context = names_context(arguments, path);
        Result<edit::Loaded> loaded = context ? edit::load(path, Pipes::allow, *context) : fail(context.error());
        if (!loaded) {
            return fail(loaded.error());
        }
        say_unfinished(path, *loaded);
        const Format& format = loaded->document.format();
        if (!all.empty() && &format != &all.front().document.format()) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("this is {}, and {} is {}", document_words(format), paths.front(),
                                                document_words(all.front().document.format())),
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

std::string conflict_line(const edit::Conflict& conflict)
{
    std::string place = conflict.path.empty() ? conflict.field : conflict.path;
    if (!conflict.path.empty()) {
        place += conflict.label.empty() ? "" : " " + conflict.label;
        place += conflict.field.empty() ? "" : ": " + conflict.field;
    }
    return fmt::format("{}{}{}", place, place.empty() ? "" : ": ", conflict.what);
}

}  // namespace

Exit run_diff(const Arguments& arguments)
{
    const std::vector<std::string> paths{arguments.first("A"), arguments.first("B")};
    if (arguments.has("json") && arguments.has("xml")) {
        return complain_usage("diff: both --json and --xml", "only one of them can be");
    }
    const auto loaded = load_all(arguments, paths);
    if (!loaded) {
        return complain(loaded.error());
    }
    const RecordHandle from = (*loaded)[0].document.root();
    const RecordHandle to = (*loaded)[1].document.root();
    const bool same = same_record(*from.type, from.record, to.record);
    if (arguments.has("xml")) {
        TextSink sink;
        edit::write_edit_list(sink, from, to);
        for (const ByteView chunk : sink.chunks()) {
            print(as_text(chunk));
        }
    } else {
        const std::vector<edit::RecordChange> changes = edit::changes_between(from, to);
        if (arguments.has("json")) {
            nlohmann::json json{{"schema", json_schema}, {"same", same}, {"changes", nlohmann::json::array()}};
            for (const edit::RecordChange& change : changes) {
                json["changes"].push_back(change_json(to, change));
            }
            print_json(json);
        } else {
            for (const edit::RecordChange& change : changes) {
                for (const std::string& line : edit::change_lines(change)) {
                    print(line + "\n");
                }
            }
        }
    }
    return same ? Exit::fine : Exit::finding;
}

Exit run_merge(const Arguments& arguments)
{
    const std::optional<std::string> out = arguments.option("output");
    if (!out) {
        return complain_usage("merge: no output given", "use -o OUT");
    }
    edit::Prefer prefer = edit::Prefer::none;
    int preferences = 0;
    for (const auto& [option, meaning] :
         {std::pair("ours", edit::Prefer::ours), std::pair("theirs", edit::Prefer::theirs),
          std::pair("union", edit::Prefer::both)}) {
        if (arguments.has(option)) {
            prefer = meaning;
            ++preferences;
        }
    }
    if (preferences > 1) {
        return complain_usage("merge: several of --ours, --theirs and --union", "only one of them can be");
    }
    const std::vector<std::string> paths{arguments.first("BASE"), arguments.first("OURS"), arguments.first("THEIRS")};
    const auto loaded = load_all(arguments, paths);
    if (!loaded) {
        return complain(loaded.error());
    }
    edit::Merge merged = edit::merge((*loaded)[0].document, (*loaded)[1].document, (*loaded)[2].document, prefer);
    const bool stopped = prefer == edit::Prefer::none && !merged.conflicts.empty();
    const std::string name = arguments.option("name").value_or(paths[1]);
    if (arguments.has("json")) {
        nlohmann::json json{{"schema", json_schema}, {"written", !stopped}, {"conflicts", nlohmann::json::array()}};
        for (const edit::Conflict& conflict : merged.conflicts) {
            json["conflicts"].push_back({{"path", conflict.path},
                                         {"label", conflict.label},
                                         {"field", conflict.field},
                                         {"what", conflict.what}});
        }
        print_json(json);
    } else if (stopped) {
        for (const edit::Conflict& conflict : merged.conflicts) {
            say(fmt::format("{}: {}", name, conflict_line(conflict)));
        }
    }
    if (stopped) {
        say(fmt::format("{}: {} conflict{}, nothing was written; --ours, --theirs or --union decides", name,
                        merged.conflicts.size(), merged.conflicts.size() == 1 ? "" : "s"));
        return Exit::finding;
    }
    const edit::Loaded& ours = (*loaded)[1];
    const edit::Storage storage = storage_for(*out, merged.document, ours.storage);
    const std::vector<std::string> notes =
        check::order_notes(check::order_of(ours.document), check::order_of(merged.document), *out == "-" ? paths[1] : *out);
    const Result<Written> written = may_replace(arguments, *out, merged.document.format(), storage).and_then([&] {
        return edit::save(std::move(merged.document), *out, storage,
                          options_for(arguments, *out, storage, ours, paths[1]), ours.context);
    });
    if (!written) {
        return complain(in_file(written.error(), name));
    }
    if (*out != "-") {
        say_notes(*out, *written);
    }
    for (const std::string& note : notes) {
        say(fmt::format("{}: note: {}", name, note));
    }
    return Exit::fine;
}

}  // namespace redforge::cli
