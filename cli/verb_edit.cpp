// `set` and `apply`: changing values, in one file or many.
#include <algorithm>

#include <fmt/format.h>

#include "console.hpp"
#include "edit/conditions.hpp"
#include "edit/edits.hpp"
#include "finish.hpp"
#include "many_files.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace redforge::cli {
namespace {

/// PATH and VALUE of PATH=VALUE. That of PATH+=VALUE begins with its sign.
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

/// What is the same for each of many files.
using Change = std::function<Result<edit::EditLog>(edit::Document&, const std::string& name)>;

/// Changes each file. One that cannot be changed stays as it is, and the others are changed all the same.
Exit change_all(const Arguments& arguments, const Inputs& inputs, const Change& change)
{
    if (inputs.many && !arguments.has("in-place") && !arguments.has("dry-run")) {
        return complain_usage("several files, and one place to write", "--in-place changes each of them");
    }
    Exit worst = Exit::fine;
    bool found = false;
    Progress progress(inputs.files.size());
    std::size_t done = 0;
    for (const edit::Candidate& file : inputs.files) {
        if (cancelled()) {
            break;
        }
        progress.at(done++);
        const std::string name = file.path.string();
        if (file.found) {
            if (const Result<edit::Loaded> loaded = load(name); !loaded && is_foreign(file, loaded.error())) {
                continue;
            }
        }
        const Exit exit =
            change_document(arguments, name, [&](edit::Document& document) { return change(document, name); });
        found = found || exit == Exit::fine;
        worst = std::max(worst, exit);
    }
    return worst == Exit::finding && found ? Exit::fine : worst;
}

}  // namespace

Exit run_set(const Arguments& arguments)
{
    const Inputs inputs = inputs_of(arguments, "FILE", "PATH=VALUE");
    const Result<std::vector<Assignment>> assignments = assignments_of(inputs.words);
    if (!assignments) {
        return complain(assignments.error());
    }
    return change_all(arguments, inputs,
                      [&](edit::Document& document, const std::string& name) -> Result<edit::EditLog> {
                          edit::EditLog changes;
                          for (const Assignment& assignment : *assignments) {
                              Result<edit::EditLog> made = edit::set(document, assignment.path, assignment.value);
                              if (!made) {
                                  return fail(in_file(made.error(), name));
                              }
                              std::ranges::move(*made, std::back_inserter(changes));
                          }
                          return changes;
                      });
}

Exit run_apply(const Arguments& arguments)
{
    const std::string edits_path = arguments.first("EDITS");
    const Inputs inputs = inputs_of(arguments);
    const bool twice = std::ranges::any_of(inputs.files, [](const edit::Candidate& file) { return file.path == "-"; });
    if (edits_path == "-" && twice) {
        return complain_usage("apply: both EDITS and FILE are standard input", "only one of them can be");
    }
    Result<std::string> text = read_text_file(edits_path, largest_read, Pipes::allow);
    if (!text) {
        return complain(text.error());
    }
    if (const Format* const format = edit::recognise(as_bytes(*text))) {
        return complain({.code = ErrorCode::usage,
                         .message = fmt::format("is {}, not a list of edits", document_words(*format)),
                         .file = edits_path,
                         .hint = "the list of edits comes first: redforge apply EDITS FILE"});
    }
    const Result<XmlDocument> edits =
        XmlDocument::parse(std::move(*text), edits_path == "-" ? "standard input" : edits_path);
    if (!edits) {
        return complain(edits.error());
    }
    if (const Status status = edits->check(); !status) {
        return complain(status.error());
    }
    return change_all(arguments, inputs, [&](edit::Document& document, const std::string& name) {
        Result<edit::EditLog> made = edit::apply(document, *edits, edit::side_files_beside(edits_path));
        // The place in the list of edits is told; of many files also which.
        return made || !inputs.many ? made : fail([&] {
            Error error = made.error();
            error.message += fmt::format(" (in {})", name);
            return error;
        }());
    });
}

}  // namespace redforge::cli
