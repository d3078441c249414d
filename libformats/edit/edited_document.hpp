// A document that another program changes: each change is a step with a name that can be undone, and nodes follow it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/load_context.hpp"
#include "edit/document.hpp"
#include "edit/history.hpp"
#include "edit/recorder.hpp"

namespace redforge::edit {

/// The place of one record, which follows the edits of its EditedDocument.
class TrackedNode {
public:
    explicit TrackedNode(NodePath path) : path_(std::move(path)) {}

    /// Where the record stands now; where it stood, when it is gone.
    [[nodiscard]] const NodePath& path() const { return path_; }
    /// Whether the record was removed. It stays so when the removal is undone: the record is found again by its path.
    [[nodiscard]] bool gone() const { return gone_; }

private:
    friend class EditedDocument;

    NodePath path_;
    bool gone_{};
};

/// A document with its history. It is used by one thread at a time.
class EditedDocument {
public:
    explicit EditedDocument(Document document, LoadContext context = {})
        : document_(std::move(document)), context_(std::move(context))
    {
    }
    EditedDocument(const EditedDocument&) = delete;
    EditedDocument& operator=(const EditedDocument&) = delete;
    ~EditedDocument() = default;

    [[nodiscard]] const Document& document() const { return document_; }
    [[nodiscard]] RecordHandle root() const { return document_.root(); }
    [[nodiscard]] const LoadContext& context() const { return context_; }
    [[nodiscard]] const History& history() const { return history_; }

    /// Follows the record at a place from now on, as long as somebody holds what is returned.
    [[nodiscard]] std::shared_ptr<const TrackedNode> track(NodePath path);

    /// Makes changes as a step of that name, or as a part of the transaction that is open. A refused change leaves the
    /// document as it was. Errors: those of `change`.
    Status change(std::string_view name, const std::function<Status(Recorder&)>& change);

    /// Begins a transaction: what is changed from now on is one step. Errors: usage (one is open already).
    Status begin(std::string name);
    /// Ends it. Errors: usage (none is open).
    Status commit();
    /// Ends it and takes all back that was changed since begin(). Errors: usage (none is open).
    Status roll_back();
    [[nodiscard]] bool in_transaction() const { return open_ != nullptr; }

    /// False: there is no such step. Errors: usage (a transaction is open).
    Result<bool> undo();
    Result<bool> redo();

    /// Whether the document differs from when it was read or saved last.
    [[nodiscard]] bool modified() const { return history_.modified() || (open_ != nullptr && !open_->empty()); }
    void mark_saved() { history_.mark_saved(); }

private:
    /// Operations that were just made.
    void follow(std::span<const Operation> made);
    void follow(const Changes& changes);
    [[nodiscard]] Status require_open(bool wanted) const;

    Document document_;
    LoadContext context_;
    History history_;
    std::unique_ptr<Recorder> open_;  ///< of the transaction that is open
    std::string name_;                ///< of that transaction
    std::vector<std::weak_ptr<TrackedNode>> nodes_;
    std::size_t purge_at_{64};  ///< so many nodes, and those that nobody holds are dropped
};

}  // namespace redforge::edit
