// The history of a document: a list of transactions, and the current position in it.
#include "edit/operation/history.hpp"

#include <algorithm>
#include <utility>

namespace redforge::edit {

bool follow(NodePath& node, const Change& change)
{
    const std::size_t depth = change.node.size();
    if (node.size() <= depth || node[depth].child != change.member ||
        !std::equal(change.node.begin(), change.node.end(), node.begin())) {
        return true;
    }
    std::uint32_t& index = node[depth].index;
    switch (change.kind) {
    case Operation::Kind::set:
    case Operation::Kind::set_bytes: break;
    case Operation::Kind::insert:
        for (const std::size_t place : change.places) {  // positions in the complete list, ascending
            index += place <= index ? 1 : 0;
        }
        break;
    case Operation::Kind::erase: {
        const auto at = std::ranges::lower_bound(change.places, index);
        if (at != change.places.end() && *at == index) {
            return false;
        }
        index -= static_cast<std::uint32_t>(at - change.places.begin());
        break;
    }
    case Operation::Kind::move: {
        const std::size_t from = change.places[0];
        const std::size_t to = change.places[1];
        if (index == from) {
            index = static_cast<std::uint32_t>(to);
        } else {
            index -= index > from ? 1 : 0;
            index += index >= to ? 1 : 0;
        }
        break;
    }
    }
    return true;
}

History::Movement History::push(Transaction made)
{
    if (made.empty()) {
        return Movement::joined;
    }
    const Changes changes = changes_of(made);
    // Do not join to the step before the saved state, which would change that state.
    const bool join_last = joining_ == Joining::last && done_ > 0 && !can_redo() && saved_ != done_;
    const Movement movement = join_last ? Movement::joined : Movement::made;
    if (keeper_) {
        keeper_(movement, made);
    }
    if (join_last) {
        join(steps_.back().transaction, std::move(made));
        measure(steps_.back());
    } else {
        forget_undone();
        steps_.push_back({std::move(made), 0});
        measure(steps_.back());
        done_ = steps_.size();
        joining_ = joining_ == Joining::next ? Joining::last : joining_;
    }
    trim();
    notify_listeners(changes);
    return movement;
}

bool History::take_to_saved(const RecordHandle& copy) const
{
    if (!saved_) {
        return false;
    }
    History other(*this);
    other.listeners_.clear();
    other.keeper_ = {};
    while (other.done_ > *saved_) {
        static_cast<void>(other.undo(copy));
    }
    while (other.done_ < *saved_) {
        static_cast<void>(other.redo(copy));
    }
    return true;
}

void History::join_last(Transaction made)
{
    begin_joining_last();
    push(std::move(made));
    end_joining();
}

std::string_view History::undo_name() const
{
    return can_undo() ? std::string_view(steps_[done_ - 1].transaction.name) : std::string_view{};
}

std::string_view History::redo_name() const
{
    return can_redo() ? std::string_view(steps_[done_].transaction.name) : std::string_view{};
}

std::vector<std::string> History::names() const
{
    std::vector<std::string> names;
    for (const Step& step : steps_) {
        names.push_back(step.transaction.name);
    }
    return names;
}

Changes History::undo(const RecordHandle& root)
{
    if (!can_undo()) {
        return {};
    }
    end_joining();
    Changes changes = reverse(root, steps_[--done_].transaction);
    measure(steps_[done_]);
    if (keeper_) {
        keeper_(Movement::undone, steps_[done_].transaction);
    }
    notify_listeners(changes);
    return changes;
}

Changes History::redo(const RecordHandle& root)
{
    if (!can_redo()) {
        return {};
    }
    Changes changes = reverse(root, steps_[done_].transaction);
    measure(steps_[done_++]);
    if (keeper_) {
        keeper_(Movement::redone, steps_[done_ - 1].transaction);
    }
    notify_listeners(changes);
    return changes;
}

void History::mark_saved()
{
    end_joining();
    saved_ = done_;
}

/// Updates the size of a step. An undo or redo changes it: removed records are in the step only while they are not in
/// the document.
void History::measure(Step& step)
{
    std::size_t now = sizeof(Step) + step.transaction.name.capacity();
    for (const Operation& operation : step.transaction.operations) {
        now += operation.memory();
    }
    memory_ = memory_ - step.memory + now;
    step.memory = now;
}

void History::forget_undone()
{
    while (can_redo()) {
        memory_ -= steps_.back().memory;
        steps_.pop_back();
    }
    if (saved_ && *saved_ > done_) {
        saved_.reset();
    }
}

void History::trim()
{
    while (memory_ > limit_ && done_ > 1) {
        memory_ -= steps_.front().memory;
        steps_.pop_front();
        --done_;
        saved_ = saved_ && *saved_ > 0 ? std::optional(*saved_ - 1) : std::nullopt;
    }
}

void History::notify_listeners(const Changes& changes) const
{
    for (const Listener& listener : listeners_) {
        listener(changes);
    }
}

}  // namespace redforge::edit
