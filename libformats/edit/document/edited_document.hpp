// A document with undo and record tracking, for users of the C and Python libraries.
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
#include "edit/document/document.hpp"
#include "edit/operation/history.hpp"
#include "edit/operation/recorder.hpp"

namespace redforge::edit {

/// The position of one record, updated by the edits of its EditedDocument.
class TrackedNode {
public:
    explicit TrackedNode(NodePath path) : path_(std::move(path)) {}

    /// Returns the present path of the record, or its last path if it was removed.
    [[nodiscard]] const NodePath& path() const { return path_; }
    /// Returns true if the record was removed. Remains true after an undo of the removal: find the record by its path
    /// again.
    [[nodiscard]] bool gone() const { return gone_; }

private:
    friend class EditedDocument;

    NodePath path_;
    bool gone_{};
};

/// A document with its history. Not thread-safe.
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

    /// Tracks the record at a path until the last copy of the result is released.
    [[nodiscard]] std::shared_ptr<const TrackedNode> track(NodePath path);

    /// Calls `change` and records its edits as one step with a name, or as a part of the open transaction. If it fails
    /// or throws, the document stays as it was. Errors: those of `change`, of settle_derived_values(), and of
    /// Recorder::finish().
    Status change(std::string_view name, const std::function<Status(Recorder&)>& change);

    /// Begins a transaction: all changes until commit() are one step. Errors: usage (a transaction is open already).
    Status begin(std::string name);
    /// Ends the transaction. Errors: usage (none is open), and those of settle_derived_values() and Recorder::finish();
    /// it stays open then.
    Status commit();
    /// Ends the transaction and reverts its changes. Errors: usage (none is open).
    Status roll_back();
    [[nodiscard]] bool in_transaction() const { return open_ != nullptr; }

    /// Undo or redo one step. Return false if there is none. Errors: usage (a transaction is open).
    Result<bool> undo();
    Result<bool> redo();

    /// Returns true if the document differs from its last read or saved state.
    [[nodiscard]] bool modified() const { return history_.modified() || (open_ != nullptr && !open_->empty()); }
    void mark_saved() { history_.mark_saved(); }

private:
    /// Updates the tracked nodes after operations.
    void follow(std::span<const Operation> made);
    void follow(const Changes& changes);
    [[nodiscard]] Status require_open(bool wanted) const;

    Document document_;
    LoadContext context_;
    History history_;
    std::unique_ptr<Recorder> open_;  ///< recorder of the open transaction; null if none is open
    std::string name_;                ///< name of the open transaction
    std::vector<std::weak_ptr<TrackedNode>> nodes_;
    std::size_t purge_at_{64};  ///< number of nodes at which released ones are removed
};

}  // namespace redforge::edit
