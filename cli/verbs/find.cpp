// `get` and `find`: print values of one file or many.
#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/finish.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/report/json.hpp"
#include "edit/operation/field_roles.hpp"
#include "edit/operation/references.hpp"
#include "edit/path/path.hpp"
#include "edit/path/text_search.hpp"

namespace redforge::cli {
namespace {

/// Replaces a list by its records.
std::vector<edit::Match> expand_lists(const std::vector<edit::Match>& matches)
{
    std::vector<edit::Match> all;
    for (const edit::Match& match : matches) {
        if (match.kind != edit::Match::Kind::list) {
            all.push_back(match);
            continue;
        }
        for (std::size_t i = 0; i < match.list.size(); ++i) {
            edit::Match record = match;
            record.kind = edit::Match::Kind::record;
            record.path = fmt::format("{}[{}]", match.path, i);
            record.node.push_back({match.record.table().number_of(*match.child), static_cast<std::uint32_t>(i)});
            record.record = match.list.at(i);
            record.index = i;
            all.push_back(std::move(record));
        }
    }
    return all;
}

/// Display values of fields. Values that are computed on writing are computed.
class Values {
public:
    /// `with_forms`: show the names of forms next to their numbers. `with_leftovers`: show bytes of records that the
    /// game does not read.
    Values(const edit::Loaded& loaded, bool with_forms, bool with_leftovers)
        : document_(&loaded.document), context_(&loaded.context), has_leftovers_(with_leftovers)
    {
        forms_ = with_forms ? edit::reference_names(document_->root(), *context_) : std::nullopt;
    }

    /// Returns a field with its value. A derived value without a stored one is computed.
    [[nodiscard]] FieldView shown(const edit::NodePath& node, const FieldView& field)
    {
        const bool is_computed =
            document_->format().fill_computed != nullptr && field.info().kind == Role::derived && field.text().empty();
        const FieldView computed = is_computed ? find_computed(node, field.name()) : FieldView{};
        return computed ? computed : field;
    }
    /// Returns a record with all of its content.
    [[nodiscard]] nlohmann::json record_json(const edit::NodePath& node, const RecordHandle& record)
    {
        nlohmann::json json = nlohmann::json::object();
        for (const FieldEntry& field : record.table().fields) {
            if (record.has(field) && (has_leftovers_ || !edit::is_leftover(*record.type, field))) {
                json[field.name] = json_of(shown(node, record.field(field)));
            }
        }
        for (const ChildEntry& child : record.table().children) {
            const std::string name = child.name.empty() ? "records" : child.name;
            const std::uint32_t number = record.table().number_of(child);
            switch (child.kind) {
            case ChildEntry::Kind::group: json[name] = record_json(below(node, number, 0), record.group(child)); break;
            case ChildEntry::Kind::list: json[name] = of_list(node, number, record.list(child)); break;
            case ChildEntry::Kind::blob:
            case ChildEntry::Kind::byte_range: json[name] = edit::match_text(blob(record, child), *context_); break;
            }
        }
        return json;
    }
    [[nodiscard]] std::string text_of(const edit::Match& match)
    {
        if (match.kind == edit::Match::Kind::list && !has_leftovers_) {
            std::string text;
            for (const edit::Match& each : expand_lists({match})) {
                text += text_of(each);
            }
            return text;
        }
        if (match.kind == edit::Match::Kind::record && !has_leftovers_) {
            const std::shared_ptr<void> copy = match.record.type->make();
            match.record.type->copy(copy.get(), match.record.record);
            edit::Match shown = match;
            shown.record = {copy.get(), match.record.type, match.record.page};
            edit::clear_leftovers(shown.record);
            return edit::match_text(shown, *context_);
        }
        const std::string words = to_description(match);
        return !words.empty()                           ? words
               : match.kind == edit::Match::Kind::field ? shown(match.node, match.field).text()
                                                        : edit::match_text(match, *context_);
    }
    /// Returns text such as "Skyrim.esm:0010D9EE (IdleStop)". Empty if the value is neither a form nor a text, or is
    /// not known.
    [[nodiscard]] std::string to_description(const edit::Match& match) const
    {
        return match.kind == edit::Match::Kind::field ? edit::value_description(forms_, match.field) : std::string();
    }

private:
    static edit::NodePath below(edit::NodePath node, std::uint32_t child, std::size_t index)
    {
        node.push_back({child, static_cast<std::uint32_t>(index)});
        return node;
    }
    static edit::Match blob(const RecordHandle& record, const ChildEntry& child)
    {
        edit::Match match;
        match.kind = edit::Match::Kind::blob;
        match.record = record;
        match.child = &child;
        return match;
    }
    nlohmann::json of_list(const edit::NodePath& node, std::uint32_t number, const ListView& list)
    {
        nlohmann::json records = nlohmann::json::array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            nlohmann::json record = record_json(below(node, number, i), list.at(i));
            if (list.child->items.size() > 1) {
                record["element"] = list.item(i).name;
            }
            records.push_back(std::move(record));
        }
        return records;
    }
    /// Returns the field in a copy with all values computed. Returns an empty view if the document cannot be written.
    [[nodiscard]] FieldView find_computed(const edit::NodePath& node, std::string_view name)
    {
        if (!complete_) {
            complete_ = *document_;
            is_complete_ = document_->format().fill_computed(complete_.data()).has_value();
        }
        const RecordHandle record = is_complete_ ? edit::find_record(complete_.root(), node) : RecordHandle{};
        return record ? record.find_field(name) : FieldView{};
    }

    const edit::Document* document_;
    const LoadContext* context_;
    std::optional<edit::ReferenceNames> forms_;
    edit::Document complete_;
    bool has_leftovers_;
    bool is_complete_{};
};

nlohmann::json match_json(const std::string& file, const edit::Match& match, Values& values)
{
    nlohmann::json json;
    put_name(json, "file", file);
    json["path"] = match.path;
    switch (match.kind) {
    case edit::Match::Kind::record:
        json["kind"] = "record";
        if (match.list) {
            json["element"] = match.list.item(match.index).name;
        }
        json["fields"] = values.record_json(match.node, match.record);
        break;
    case edit::Match::Kind::field:
        json["kind"] = "field";
        json["value"] = json_of(values.shown(match.node, match.field));
        if (const std::string words = values.to_description(match); !words.empty()) {
            json[match.field.info().refers_to == Target::form ? "form" : "string"] = words;
        }
        break;
    case edit::Match::Kind::blob:
    case edit::Match::Kind::list:
        json["kind"] = "bytes";
        json["value"] = values.text_of(match);
        break;
    }
    return json;
}

/// Prints "FILE: PATH=VALUE" for each match. Prints only the start tag of a record, unless `whole` is set.
std::string lines_of(const std::string& prefix, const std::vector<edit::Match>& matches, Values& values, bool whole)
{
    std::string out;
    for (const edit::Match& match : matches) {
        std::string text = values.text_of(match);
        text.resize(whole ? text.find_last_not_of('\n') + 1 : std::min(text.find('\n'), text.size()));
        const bool is_record = match.kind == edit::Match::Kind::record;
        fmt::format_to(std::back_inserter(out), "{}{}{}{}\n", prefix, match.path, is_record ? "  " : "=", text);
    }
    return out;
}

/// Matches in one file.
struct FindResult {
    std::string text;
    nlohmann::json matches = nlohmann::json::array();
    std::size_t found{};  ///< number of matches
    bool can_match{};     ///< the file's format can have such matches
    std::vector<Error> errors;
};

/// Callback that runs a query on a document.
using RunQuery =
    std::function<Result<std::vector<edit::Match>>(const edit::Loaded& loaded, std::vector<Error>& errors)>;

FindResult search(const Arguments& arguments, const edit::Candidate& file, const RunQuery& run_query,
                  const Inputs& inputs, bool whole)
{
    FindResult result;
    const std::string name = file.path.string();
    Result<edit::Loaded> loaded = load(name, arguments);
    if (!loaded) {
        if (!should_skip(file, loaded.error())) {
            result.errors.push_back(loaded.error());
        }
        return result;
    }
    const Result<std::vector<edit::Match>> matches = run_query(*loaded, result.errors);
    if (!matches) {
        result.errors.push_back(matches.error());
    }
    for (Error& error : result.errors) {
        error = in_file(error, name);
    }
    result.can_match = result.errors.empty();
    if (!matches || matches->empty()) {
        return result;
    }
    const std::string_view root = loaded->document.root().type->element;
    const bool is_data = root == "plugin" || root == "save";
    // A program that reads a value gets a number, unless it asks for names.
    const bool with_names = arguments.has("data");
    if (with_names) {
        loaded->context = edit::with_form_names(loaded->context, loaded->document);
    }
    Values values(*loaded, with_names || !whole, arguments.has("all") || !is_data);
    const std::vector<edit::Match> all = expand_lists(*matches);
    result.found = all.size();
    if (arguments.has("json")) {
        for (const edit::Match& match : all) {
            result.matches.push_back(match_json(name, match, values));
        }
    } else if (whole && matches->size() == 1 && !inputs.many) {
        result.text = values.text_of(matches->front());
        result.text += result.text.ends_with('\n') ? "" : "\n";
    } else {
        result.text = lines_of(inputs.many ? name + ": " : "", all, values, whole);
    }
    return result;
}

/// Searches all files. Returns the worst status: 2 if a file cannot be read, 1 if nothing was found or if a file that
/// the user named does not have a value that `get` prints (`whole`).
Exit search_all(const Arguments& arguments, const Inputs& inputs, const RunQuery& run_query, bool whole)
{
    const Result<std::size_t> jobs = jobs_of(arguments);
    if (!jobs) {
        return print_error(jobs.error());
    }
    const bool as_json = arguments.has("json");
    std::vector<FindResult> results(inputs.files.size());
    nlohmann::json json{{"matches", nlohmann::json::array()}};
    bool found = false;
    Exit worst = Exit::success;
    bool can_have = false;  // true if one of the files can have matches
    std::optional<Error> unknown;
    run_in_order(
        inputs.files.size(), *jobs,
        [&](std::size_t i) { results[i] = search(arguments, inputs.files[i], run_query, inputs, whole); },
        [&](std::size_t i) {
            FindResult result = std::move(results[i]);
            const std::string file = inputs.files[i].path.string();
            if (arguments.has("names") && !as_json) {
                print(result.found == 0 ? "" : file + (arguments.has("null") ? '\0' : '\n'));
            } else if (arguments.has("count") && !as_json) {
                print(result.errors.empty() && (result.found > 0 || !inputs.files[i].found)
                          ? fmt::format("{}{}\n", inputs.many ? file + ": " : "", result.found)
                          : "");
            } else {
                print(result.text);
            }
            for (nlohmann::json& match : result.matches) {
                json["matches"].push_back(std::move(match));
            }
            for (const Error& error : result.errors) {
                if (inputs.files[i].found && error.code == ErrorCode::unknown_name) {
                    unknown = unknown.value_or(error);
                    print_verbose(describe(in_file(error, file)));
                    continue;
                }
                // A search of many files does not report each file without a match.
                const bool is_search = inputs.many && (!whole || inputs.files[i].found);
                if (!is_search || error.code != ErrorCode::not_found) {
                    worst = std::max(worst, print_error(error));
                }
            }
            found = found || result.found > 0;
            can_have = can_have || result.can_match;
        });
    if (unknown && !can_have) {
        return print_error(*unknown);
    }
    if (as_json) {
        print_json(json);
    }
    return std::max(worst, found ? Exit::success : Exit::finding);
}

/// Reports a file in the last position, as in `grep`, with the right order as a hint. Returns nullopt if there is none.
std::optional<Exit> swapped(const Inputs& inputs, std::string_view verb)
{
    std::error_code ignored;
    const std::filesystem::path& first = inputs.files.front().path;
    if (first == "-" || std::filesystem::exists(first, ignored) ||
        !std::filesystem::exists(inputs.words.back(), ignored)) {
        return std::nullopt;
    }
    return print_usage_error(fmt::format("{}: no file {}", verb, first.string()),
                             fmt::format("the file comes first: redforge {} {} '{}'", verb, inputs.words.back(),
                                         first.string()));
}

}  // namespace

static Exit run_get(const Arguments& arguments)
{
    const Inputs inputs = inputs_of(arguments, "FILE", "PATH");
    if (const std::optional<Exit> wrong = swapped(inputs, "get")) {
        return *wrong;
    }
    const RunQuery run_query = [&](const edit::Loaded& loaded, std::vector<Error>& errors) {
        std::vector<edit::Match> all;
        for (const std::string& path : inputs.words) {
            Result<std::vector<edit::Match>> matches = edit::resolve_some(loaded.document.root(), path);
            if (matches) {
                std::ranges::move(*matches, std::back_inserter(all));
            } else {
                errors.push_back(matches.error());
            }
        }
        return Result<std::vector<edit::Match>>(std::move(all));
    };
    return search_all(arguments, inputs, run_query, true);
}

static Exit run_find(const Arguments& arguments)
{
    const Inputs inputs = [&] {
        Inputs all = inputs_of(arguments);
        all.words.push_back(arguments.first("QUERY"));
        return all;
    }();
    if (const std::optional<Exit> wrong = swapped(inputs, "find")) {
        return *wrong;
    }
    const RunQuery run_query = [&](const edit::Loaded& loaded, std::vector<Error>& /*errors*/) {
        const RecordHandle root = loaded.document.root();
        const std::string& query = inputs.words.back();
        if (arguments.has("refs")) {
            // A name of several records would match none of them.
            const std::optional<edit::ReferenceNames> names = edit::reference_names(root, loaded.context);
            if (const Result<std::string> number = names ? names->number(query) : std::string();
                !number && number.error().code == ErrorCode::usage) {
                return Result<std::vector<edit::Match>>(fail(number.error()));
            }
            return Result<std::vector<edit::Match>>(edit::find_references(root, std::nullopt, query, loaded.context));
        }
        const SideCodecs codecs{loaded.document.format().side_codecs, loaded.context};
        auto in_texts = edit::find_in_texts(root, query, codecs);
        return in_texts ? Result<std::vector<edit::Match>>(std::move(*in_texts)) : edit::find(root, query);
    };
    return search_all(arguments, inputs, run_query, false);
}

Verb get_verb()
{
    return {
        .name = "get",
        .summary = "print values",
        .description =
            "Prints the value that a path selects. If it selects several values, prints a line PATH=VALUE for "
            "each. Prints records as XML.",
        .examples = {{"redforge get ISLAND.RGM objects[12].position.x", "one number"},
                     {"redforge get ISLAND.RGM 'objects[script_name=DOOR*].position'", "the positions of all doors"},
                     {"redforge get ISLAND.RGM actors[0].strings", "all strings of the first actor"}},
        .positionals = {many_files(),
                        {"PATH", "field paths, e.g. objects[0].position.x; see redforge-paths(7)", 1, 0, {}}},
        .options = option_list(options::names_of_game, options::text_of_plugin, options::searched_files, options::lists,
                               Option{"--all", "", "", "also show unused bytes of records of plugins and saves"},
                               options::json),
        .needs = {{"null", "names"}},
        .exclusive = {"json names count"},
        .run = run_get,
    };
}

Verb find_verb()
{
    return {
        .name = "find",
        .summary = "search a document",
        .description =
            "Searches for what a path with selectors selects, or for FIELD:VALUE in all records; *:VALUE searches "
            "all fields. script:TEXT finds actors whose script has a statement with TEXT; `script grep` prints "
            "the statements. * and ? are wildcards. If there are several files, each line begins with the name "
            "of its file. The exit status is 1 if nothing was found.",
        .examples = {{"redforge find ISLAND.RGM 'objects[script_name=DOOR*]'", "records by a field"},
                     {"redforge find ISLAND.RGM 'model_name:CRATE*'", "a field anywhere"},
                     {"redforge find -r MAPS '*:DOOR15'", "a value in any field of any file"},
                     {"redforge find ISLAND.RGM 'script:RTX(*'", "actors whose script has such a statement"},
                     {"redforge find ISLAND.RGM --refs GUARD01", "the objects of an actor"}},
        .positionals = {many_files(),
                        {"QUERY", "a path with selectors, or FIELD:VALUE; see redforge-paths(7)", 1, 1, {}, true}},
        .options = option_list(
            Option{"--refs", "", "",
                   "QUERY is a name: find the fields that refer to an actor, model or other thing of that name"},
            options::names_of_game, options::text_of_plugin, options::searched_files, options::lists, options::json),
        .needs = {{"null", "names"}},
        .exclusive = {"json names count"},
        .run = run_find,
    };
}

}  // namespace redforge::cli
