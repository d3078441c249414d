// Steps of a document and the nodes that follow them.
#include "edit/document/edited_document.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "edit/patch/edits.hpp"

namespace redforge::edit {

std::shared_ptr<const TrackedNode> EditedDocument::track(NodePath path)
{
    if (nodes_.size() >= purge_at_) {
        std::erase_if(nodes_, [](const std::weak_ptr<TrackedNode>& node) { return node.expired(); });
        purge_at_ = std::max<std::size_t>(64, 2 * nodes_.size());
    }
    auto node = std::make_shared<TrackedNode>(std::move(path));
    nodes_.push_back(node);
    return node;
}

namespace {

/// Returns true if an operation or change adds, removes or moves records.
template <class Made>
bool changes_structure(const Made& step)
{
    return step.kind != Operation::Kind::set && step.kind != Operation::Kind::set_bytes;
}

}  // namespace

void EditedDocument::follow(std::span<const Operation> made)
{
    if (std::ranges::any_of(made, changes_structure<Operation>)) {
        follow(changes_of(made));
    }
}

void EditedDocument::follow(const Changes& changes)
{
    if (std::ranges::none_of(changes, changes_structure<Change>)) {
        return;
    }
    for (const std::weak_ptr<TrackedNode>& each : nodes_) {
        const std::shared_ptr<TrackedNode> node = each.lock();
        for (std::size_t i = 0; node != nullptr && !node->gone_ && i < changes.size(); ++i) {
            node->gone_ = changes_structure(changes[i]) && !edit::follow(node->path_, changes[i]);
        }
    }
}

Status EditedDocument::change(std::string_view name, const std::function<Status(Recorder&)>& change)
{
    if (open_ == nullptr) {
        Recorder recorder(document_, context_);  // reverts everything if it is not finished
        if (Status status = change(recorder).and_then([&] { return settle_derived_values(recorder, document_); });
            !status) {
            return status;
        }
        Result<Transaction> made = recorder.finish(std::string(name));
        if (!made) {
            return fail(std::move(made.error()));
        }
        follow(made->operations);
        history_.push(std::move(*made));
        return {};
    }
    const std::size_t before = open_->made().operations.size();
    Status status;
    try {
        status = change(*open_).and_then([&] { return open_->renumber(); });
    } catch (...) {
        open_->revert_to(before);
        throw;
    }
    if (!status) {
        open_->revert_to(before);
        return status;
    }
    follow(std::span(open_->made().operations).subspan(before));
    return {};
}

Status EditedDocument::require_open(bool wanted) const
{
    if ((open_ != nullptr) == wanted) {
        return {};
    }
    return fail(wanted ? Error{.code = ErrorCode::usage,
                               .message = "no transaction is open",
                               .hint = "begin one before it is committed or rolled back"}
                       : Error{.code = ErrorCode::usage,
                               .message = "the transaction \"" + name_ + "\" is still open",
                               .hint = "commit it or roll it back first"});
}

Status EditedDocument::begin(std::string name)
{
    if (Status status = require_open(false); !status) {
        return status;
    }
    open_ = std::make_unique<Recorder>(document_, context_);
    name_ = std::move(name);
    return {};
}

Status EditedDocument::commit()
{
    if (Status status = require_open(true); !status) {
        return status;
    }
    if (Status status = settle_derived_values(*open_, document_); !status) {
        return status;
    }
    const std::size_t before = open_->made().operations.size();
    Result<Transaction> made = open_->finish(name_);
    if (!made) {
        return fail(std::move(made.error()));
    }
    open_.reset();
    follow(std::span(std::as_const(made->operations)).subspan(before));
    history_.push(std::move(*made));
    return {};
}

Status EditedDocument::roll_back()
{
    if (Status status = require_open(true); !status) {
        return status;
    }
    follow(open_->revert_to(0));
    open_.reset();
    return {};
}

Result<bool> EditedDocument::undo()
{
    if (Status status = require_open(false); !status) {
        return fail(status.error());
    }
    const bool can = history_.can_undo();
    follow(history_.undo(root()));
    return can;
}

Result<bool> EditedDocument::redo()
{
    if (Status status = require_open(false); !status) {
        return fail(status.error());
    }
    const bool can = history_.can_redo();
    follow(history_.redo(root()));
    return can;
}

}  // namespace redforge::edit
