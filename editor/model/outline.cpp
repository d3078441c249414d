// The outline of a document: rows on demand, and the part of them that a query leaves.
#include "editor/model/outline.hpp"

#include <algorithm>

#include "edit/path.hpp"

namespace redforge::editor {
namespace {

/// The place that a match stands in: a field's or blob's record.
std::string place_of(const edit::Match& match)
{
    using Kind = edit::Match::Kind;
    if (match.kind != Kind::field && match.kind != Kind::blob) {
        return match.path;
    }
    const std::size_t name = match.kind == Kind::field ? match.field.name.size() : match.blob.name.size();
    return match.path.substr(0, match.path.size() > name ? match.path.size() - name - 1 : 0);
}

}  // namespace

Outline::Outline(const Session& session) : session_(&session)
{
    rows_.push_back({.path = "", .above = 0, .whole = true, .made = false, .below = {}});
    by_path_.emplace("", 0);
}

Result<Outline> Outline::filtered(const Session& session, std::string_view query)
{
    const Result<std::vector<edit::Match>> matches = edit::find(session.document().root(), query);
    if (!matches) {
        return fail(matches.error());
    }
    Outline outline(session);
    outline.rows_.front().whole = false;
    for (const edit::Match& match : *matches) {
        const std::string place = place_of(match);
        if (outline.found_.empty() || outline.found_.back() != place) {
            outline.found_.push_back(place);
        }
        for (std::string_view path = place; outline.leading_.insert(std::string(path)).second;) {
            path = path_above(path);
        }
    }
    return outline;
}

const std::vector<Outline::Row>& Outline::below(Row row)
{
    if (rows_[row].made) {
        return rows_[row].below;
    }
    rows_[row].made = true;
    const Result<Place> place = session_->locate(rows_[row].path);
    if (!place) {
        return rows_[row].below;
    }
    const bool whole = rows_[row].whole;
    std::vector<Row> made;
    for (Place& each : editor::below(*place)) {
        if (!whole && !leading_.contains(each.path)) {
            continue;
        }
        const bool found = whole || std::ranges::binary_search(found_, each.path);
        made.push_back(static_cast<Row>(rows_.size()));
        by_path_.emplace(each.path, made.back());
        rows_.push_back({.path = std::move(each.path), .above = row, .whole = found, .made = false, .below = {}});
    }
    rows_[row].below = std::move(made);
    return rows_[row].below;
}

bool Outline::may_hold_rows(Row row) const
{
    const Result<Place> place = session_->locate(rows_[row].path);
    return place && may_hold_places(*place);
}

std::string Outline::name(Row row) const
{
    const Result<Place> place = session_->locate(rows_[row].path);
    if (place && place->kind == Place::Kind::document) {
        return std::string(session_->format().name);
    }
    return place ? name_of(*place) : std::string{};
}

std::string Outline::content(Row row) const
{
    const Result<Place> place = session_->locate(rows_[row].path);
    return place ? content_of(*place) : std::string{};
}

std::optional<Outline::Row> Outline::find(std::string_view path)
{
    if (!path.empty() && !by_path_.contains(std::string(path))) {
        const std::optional<Row> above = find(path_above(path));
        if (!above) {
            return std::nullopt;
        }
        below(*above);
    }
    const auto found = by_path_.find(std::string(path));
    return found == by_path_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace redforge::editor
