// `get`, `set`, `find` and `apply`: looking at values and changing them.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "console.hpp"
#include "edit/edits.hpp"
#include "edit/path.hpp"
#include "finish.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

/// One line of a match: records by their start tag.
std::string match_line(const edit::Match& match)
{
    std::string text = edit::match_text(match);
    text.resize(std::min(text.find('\n'), text.size()));
    return text;
}

nlohmann::json match_json(const edit::Match& match)
{
    nlohmann::json entry{{"path", match.path}};
    if (match.kind == edit::Match::Kind::record) {
        for (const FieldView& field : match.record.view().fields) {
            entry["fields"][field.name] = field.text();
        }
    } else if (match.kind == edit::Match::Kind::list) {
        entry["size"] = match.list.ops->size(match.list.list);
    } else {
        entry["value"] = edit::match_text(match);
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
        for (std::size_t i = 0; i < match.list.ops->size(match.list.list); ++i) {
            edit::Match record = match;
            record.kind = edit::Match::Kind::record;
            record.path = fmt::format("{}[{}]", match.path, i);
            record.record = match.list.ops->at(match.list.list, i);
            record.index = i;
            all.push_back(std::move(record));
        }
    }
    return all;
}

void print_matches(const std::vector<edit::Match>& matches)
{
    for (const edit::Match& match : matches) {
        const bool record = match.kind == edit::Match::Kind::record;
        print(fmt::format("{}{}{}\n", match.path, record ? "  " : "=", match_line(match)));
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
    const Result<edit::Loaded> loaded = edit::load(input);
    if (!loaded) {
        return complain(loaded.error());
    }
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
            json["matches"].push_back(match_json(match));
        }
        print_json(json);
    } else if (all.size() == 1) {
        const std::string text = edit::match_text(all.front());
        print(text);
        print(text.ends_with('\n') ? "" : "\n");
    } else {
        print_matches(all);
    }
    return Exit::fine;
}

Exit run_find(const Arguments& arguments)
{
    const std::string input = arguments.first("FILE");
    const Result<edit::Loaded> loaded = edit::load(input);
    if (!loaded) {
        return complain(loaded.error());
    }
    const Result<std::vector<edit::Match>> matches = edit::find(loaded->document.root(), arguments.first("QUERY"));
    if (!matches) {
        return complain(in_file(matches.error(), input));
    }
    const std::vector<edit::Match> all = spread(*matches);
    if (arguments.has("json")) {
        nlohmann::json json{{"matches", nlohmann::json::array()}};
        for (const edit::Match& match : all) {
            json["matches"].push_back(match_json(match));
        }
        print_json(json);
    } else {
        print_matches(all);
    }
    return all.empty() ? Exit::finding : Exit::fine;
}

Exit run_set(const Arguments& arguments)
{
    const std::string input = arguments.first("FILE");
    const auto set_all = [&](edit::Document& document) -> Result<edit::Changes> {
        edit::Changes changes;
        for (const std::string& assignment : arguments.all("PATH=VALUE")) {
            const std::size_t equals = equals_sign(assignment);
            if (equals == std::string::npos) {
                return fail({.code = ErrorCode::usage,
                             .message = fmt::format("set: \"{}\" has no =", assignment),
                             .hint = "write PATH=VALUE"});
            }
            Result<edit::Changes> made =
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
    Result<std::string> text = read_text_file(edits_path);
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
