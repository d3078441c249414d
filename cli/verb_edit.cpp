// `get`, `set`, `find` and `apply`: looking at values and changing them.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "edit/edits.hpp"
#include "edit/path.hpp"
#include "edit/references.hpp"
#include "finish.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

/// Values of fields as a person wants to see them: those that are computed when the document is written, computed.
class Values {
public:
    Values() = default;
    explicit Values(const edit::Document& document) : document_(&document) {}

    /// The fields of a record, by name.
    [[nodiscard]] nlohmann::json of_record(const edit::NodePath& node, const RecordHandle& record)
    {
        nlohmann::json values = nlohmann::json::object();
        for (const FieldEntry& field : record.table().fields) {
            values[field.name] = of_field(node, record.field(field));
        }
        return values;
    }
    [[nodiscard]] std::string of_match(const edit::Match& match)
    {
        return match.kind == edit::Match::Kind::field ? of_field(match.node, match.field) : edit::match_text(match);
    }

private:
    [[nodiscard]] std::string of_field(const edit::NodePath& node, const FieldView& field)
    {
        std::string text = field.text();
        const bool is_computed = document_ != nullptr && document_->format().fill_computed != nullptr &&
                                 field.info().kind == Role::derived && text.empty();
        return is_computed ? computed(node, field.name()) : text;
    }
    /// The value that a field will have in the file; empty where the document cannot be written.
    [[nodiscard]] std::string computed(const edit::NodePath& node, std::string_view name)
    {
        if (!complete_) {
            complete_ = *document_;
            known_ = document_->format().fill_computed(complete_.data()).has_value();
        }
        const RecordHandle record = known_ ? edit::find_record(complete_.root(), node) : RecordHandle{};
        const FieldView field = record ? record.find_field(name) : FieldView{};
        return field ? field.text() : "";
    }

    const edit::Document* document_{};
    edit::Document complete_;
    bool known_{};
};

/// One line of a match: records by their start tag.
std::string match_line(const edit::Match& match, Values& values)
{
    std::string text = values.of_match(match);
    text.resize(std::min(text.find('\n'), text.size()));
    return text;
}

nlohmann::json match_json(const edit::Match& match, Values& values)
{
    nlohmann::json entry{{"path", match.path}};
    if (match.kind == edit::Match::Kind::record) {
        entry["fields"] = values.of_record(match.node, match.record);
    } else if (match.kind == edit::Match::Kind::list) {
        entry["size"] = match.list.size();
    } else {
        entry["value"] = values.of_match(match);
    }
    return entry;
}

/// A list stands for its records.
std::vector<edit::Match> spread(const std::vector<edit::Match>& matches)
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

void print_matches(const std::vector<edit::Match>& matches, Values& values)
{
    for (const edit::Match& match : matches) {
        const bool record = match.kind == edit::Match::Kind::record;
        print(fmt::format("{}{}{}\n", match.path, record ? "  " : "=", match_line(match, values)));
    }
}

/// Where PATH=VALUE is divided: the first = outside brackets.
std::size_t equals_sign(std::string_view assignment)
{
    int depth = 0;
    for (std::size_t i = 0; i < assignment.size(); ++i) {
        depth += assignment[i] == '[' ? 1 : assignment[i] == ']' ? -1 : 0;
        if (assignment[i] == '=' && depth <= 0) {
            return i;
        }
    }
    return std::string_view::npos;
}

}  // namespace

Exit run_get(const Arguments& arguments)
{
    const std::string input = arguments.first("FILE");
    const Result<edit::Loaded> loaded = edit::load(input, Pipes::allow);
    if (!loaded) {
        return complain(loaded.error());
    }
    Values values(loaded->document);
    std::vector<edit::Match> all;
    for (const std::string& path : arguments.all("PATH")) {
        const Result<std::vector<edit::Match>> matches = edit::resolve_some(loaded->document.root(), path);
        if (!matches) {
            return complain(in_file(matches.error(), input));
        }
        all.insert(all.end(), matches->begin(), matches->end());
    }
    if (arguments.has("json")) {
        nlohmann::json json{{"matches", nlohmann::json::array()}};
        for (const edit::Match& match : spread(all)) {
            json["matches"].push_back(match_json(match, values));
        }
        print_json(json);
    } else if (all.size() == 1) {
        const std::string text = values.of_match(all.front());
        print(text);
        print(text.ends_with('\n') ? "" : "\n");
    } else {
        print_matches(spread(all), values);
    }
    return Exit::fine;
}

Exit run_find(const Arguments& arguments)
{
    const std::string input = arguments.first("FILE");
    const Result<edit::Loaded> loaded = edit::load(input, Pipes::allow);
    if (!loaded) {
        return complain(loaded.error());
    }
    const std::optional<std::string> name = arguments.option("refs");
    const std::string query = arguments.first("QUERY");
    if (name.has_value() != query.empty()) {
        return complain_usage(name ? "find: both --refs and a query" : "find: nothing to look for",
                              "say a query, or --refs NAME");
    }
    const RecordHandle root = loaded->document.root();
    const Result<std::vector<edit::Match>> matches =
        name ? Result<std::vector<edit::Match>>(edit::find_references(root, std::nullopt, *name))
             : edit::find(root, query);
    if (!matches) {
        return complain(in_file(matches.error(), input));
    }
    const std::vector<edit::Match> all = spread(*matches);
    Values values;
    if (arguments.has("json")) {
        nlohmann::json json{{"matches", nlohmann::json::array()}};
        for (const edit::Match& match : all) {
            json["matches"].push_back(match_json(match, values));
        }
        print_json(json);
    } else {
        print_matches(all, values);
    }
    return all.empty() ? Exit::finding : Exit::fine;
}

Exit run_set(const Arguments& arguments)
{
    const std::string input = arguments.first("FILE");
    const auto set_all = [&](edit::Document& document) -> Result<edit::EditLog> {
        edit::EditLog changes;
        for (const std::string& assignment : arguments.all("PATH=VALUE")) {
            const std::size_t equals = equals_sign(assignment);
            if (equals == std::string::npos) {
                return fail({.code = ErrorCode::usage,
                             .message = fmt::format("set: \"{}\" has no =", assignment),
                             .hint = "write PATH=VALUE"});
            }
            Result<edit::EditLog> made =
                edit::set(document, assignment.substr(0, equals), assignment.substr(equals + 1));
            if (!made) {
                return fail(in_file(made.error(), input));
            }
            changes.insert(changes.end(), made->begin(), made->end());
        }
        return changes;
    };
    return change_document(arguments, input, set_all);
}

Exit run_apply(const Arguments& arguments)
{
    const std::string edits_path = arguments.first("EDITS");
    const std::string input = arguments.first("FILE");
    if (edits_path == "-" && input == "-") {
        return complain_usage("apply: both EDITS and FILE are standard input", "only one of them can be");
    }
    Result<std::string> text = read_text_file(edits_path, largest_read, Pipes::allow);
    if (!text) {
        return complain(text.error());
    }
    const Result<XmlDocument> edits =
        XmlDocument::parse(std::move(*text), edits_path == "-" ? "standard input" : edits_path);
    if (!edits) {
        return complain(edits.error());
    }
    return change_document(arguments, input, [&](edit::Document& document) {
        return edit::apply(document, *edits, edit::side_files_beside(edits_path));
    });
}

}  // namespace redforge::cli
