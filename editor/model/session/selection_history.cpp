// Bounded history of selections.
#include "editor/model/session/selection_history.hpp"

#include <algorithm>

namespace redforge::editor {
namespace {

/// Returns false for an empty selection, and for the document node, which is selected at the start.
bool is_kept(const NodeRefs& selection)
{
    return !selection.empty() && selection != NodeRefs{NodeRef{}};
}

}  // namespace

bool SelectionHistory::is_current(const NodeRefs& selection) const
{
    return !selections_.empty() && selections_[current_] == selection;
}

void SelectionHistory::add(const NodeRefs& selection)
{
    if (!is_kept(selection) || is_current(selection)) {
        return;
    }
    if (!selections_.empty()) {
        selections_.resize(current_ + 1);
    }
    selections_.push_back(selection);
    if (selections_.size() > max_selections) {
        selections_.erase(selections_.begin());
    }
    current_ = selections_.size() - 1;
}

bool SelectionHistory::has_previous(const NodeRefs& present) const
{
    return !selections_.empty() && (current_ > 0 || !is_current(present));
}

bool SelectionHistory::has_next(const NodeRefs& present) const
{
    // A selection that an edit made is not in the list: it would become the last one.
    return current_ + 1 < selections_.size() && (!is_kept(present) || is_current(present));
}

std::optional<NodeRefs> SelectionHistory::previous(const NodeRefs& present)
{
    if (!has_previous(present)) {
        return std::nullopt;
    }
    if (is_kept(present)) {
        add(present);  // so that next() returns to it
        --current_;
    }
    return selections_[current_];
}

std::optional<NodeRefs> SelectionHistory::next(const NodeRefs& present)
{
    if (!has_next(present)) {
        return std::nullopt;
    }
    return selections_[++current_];
}

void SelectionHistory::follow(const edit::Changes& changes)
{
    using Kind = edit::Operation::Kind;
    if (std::ranges::all_of(changes, [](const edit::Change& change) {
            return change.kind == Kind::set || change.kind == Kind::set_bytes;
        })) {
        return;  // no record has moved
    }
    std::vector<NodeRefs> left;
    std::size_t current = 0;
    for (std::size_t i = 0; i < selections_.size(); ++i) {
        editor::follow(selections_[i], changes);
        if (!selections_[i].empty() && (left.empty() || left.back() != selections_[i])) {
            left.push_back(std::move(selections_[i]));
        }
        if (i == current_) {
            current = left.empty() ? 0 : left.size() - 1;
        }
    }
    selections_ = std::move(left);
    current_ = current;
}

}  // namespace redforge::editor
