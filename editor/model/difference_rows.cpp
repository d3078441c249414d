// Lines of a table from the changes between two documents.
#include "editor/model/difference_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "edit/changes.hpp"

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

}  // namespace redforge::editor
