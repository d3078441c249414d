// Lines of a table from the changes between two documents.
#include "editor/model/difference_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "edit/changes.hpp"
#include "edit/source_text.hpp"

namespace redforge::editor {
namespace {

std::string on_one_line(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

}  // namespace

std::vector<DifferenceRow> difference_rows(const RecordHandle& mine, const RecordHandle& theirs)
{
    using Kind = edit::RecordChange::Kind;
    std::vector<DifferenceRow> rows;
    for (const edit::RecordChange& change : edit::changes_between(mine, theirs)) {
        const std::string& path = change.kind == Kind::changed ? change.path_before : change.path;
        const bool labelled = !path.empty() && !change.label.empty();
        const std::string record =
            path.empty() ? "the document" : path + (labelled ? " " : "") + on_one_line(labelled ? change.label : "");
        switch (change.kind) {
        case Kind::added: rows.push_back({record, "", "not there", "there"}); continue;
        case Kind::removed: rows.push_back({record, "", "there", "not there"}); continue;
        case Kind::changed: break;
        }
        if (change.moved) {
            rows.push_back({record, "place", change.path_before, change.path});
        }
        for (const edit::FieldChange& field : change.fields) {
            std::string other = on_one_line(field.after.shown);
            if (field.first_byte) {
                other += fmt::format(", first difference at byte {}", *field.first_byte);
            }
            rows.push_back({record, field.field, on_one_line(field.before.shown), std::move(other)});
        }
    }
    return rows;
}

std::vector<DifferenceRow> edit_rows(const edit::EditLog& edits)
{
    std::vector<DifferenceRow> rows;
    for (const edit::EditLine& line : edits) {
        if (line.before.find('\n') == std::string::npos && line.after.find('\n') == std::string::npos) {
            rows.push_back({line.path, "", line.before, line.after});
            continue;
        }
        for (const edit::Hunk& hunk : edit::source_hunks(line.before, line.after)) {
            // The lines that go, beside those that come in their places.
            std::vector<std::string> gone;
            std::vector<std::string> come;
            const auto put = [&] {
                for (std::size_t i = 0; i < std::max(gone.size(), come.size()); ++i) {
                    rows.push_back({line.path, "", i < gone.size() ? gone[i] : "", i < come.size() ? come[i] : ""});
                }
                gone.clear();
                come.clear();
            };
            for (const std::string& each : hunk.lines) {
                if (each.front() == ' ') {
                    put();
                } else {
                    (each.front() == '-' ? gone : come).push_back(on_one_line(each.substr(1)));
                }
            }
            put();
        }
    }
    return rows;
}

}  // namespace redforge::editor
