// The history of a document: transactions that were made, to be taken back and made again.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/operation.hpp"

namespace redforge::edit {

/// Where a record stands after a change, when it stood at `node` before it. False: it is gone; `node` is as it was.
[[nodiscard]] bool follow(NodePath& node, const Change& change);

/// Transactions in the order in which they were made. What is kept is limited by its size: a history of a million
/// single values costs less than one of ten sections that were removed.
class History {
public:
    using Listener = std::function<void(const Changes&)>;
    static constexpr std::size_t default_limit = std::size_t{256} << 20U;  ///< bytes

    /// What happened to a transaction. `joined`: it was made, and belongs to the one before it.
    enum class Movement : std::uint8_t { made, joined, undone, redone };
    /// Is given a transaction right after that, to keep it elsewhere; it leaves document and transaction as they are.
    using Keeper = std::function<void(Movement, Transaction& last)>;

    explicit History(std::size_t limit = default_limit) : limit_(limit) {}

    /// Is called with what each transaction did that is made, taken back or made again.
    void listen(Listener listener) { listeners_.push_back(std::move(listener)); }

    void keep(Keeper keeper) { keeper_ = std::move(keeper); }

    /// Remembers a transaction that has just been made; an empty one is not remembered. What was undone is forgotten,
    /// and the oldest transactions where there are too many; the newest is always kept. Returns `made` when it is a step
    /// of its own, else `joined`.
    Movement push(Transaction made);
    /// From now on what is pushed is joined to the first of it, until end_joining(): a drag is one step.
    void begin_joining() { joining_ = Joining::next; }
    /// The same, to the last one that was made.
    void begin_joining_last() { joining_ = can_undo() ? Joining::last : Joining::next; }
    void end_joining() { joining_ = Joining::no; }
    /// Joins one transaction to the last one.
    void join_last(Transaction made);

    [[nodiscard]] bool can_undo() const { return done_ > 0; }
    [[nodiscard]] bool can_redo() const { return done_ < steps_.size(); }
    /// Name of the transaction that would be undone or redone; empty without one.
    [[nodiscard]] std::string_view undo_name() const;
    [[nodiscard]] std::string_view redo_name() const;
    /// Names of all transactions, done and undone, oldest first, and how many of them are done.
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] std::size_t done() const { return done_; }
    [[nodiscard]] std::size_t size() const { return steps_.size(); }  ///< done and undone
    /// Return what was done; nothing when there is no such transaction.
    Changes undo(const RecordHandle& root);
    Changes redo(const RecordHandle& root);

    /// The document as it is now is what is saved.
    void mark_saved();
    /// Whether the document is at another place of its history than when it was saved. True for good once that place
    /// can not be come back to.
    [[nodiscard]] bool modified() const { return saved_ != done_; }

    /// Takes a copy of the document, as it is now, to how it was when it was saved. False: that place is gone.
    [[nodiscard]] bool take_to_saved(const RecordHandle& copy) const;

    /// Bytes of memory that are kept, about.
    [[nodiscard]] std::size_t memory() const { return memory_; }

private:
    struct Step {
        Transaction transaction;
        std::size_t memory{};
    };
    enum class Joining : std::uint8_t { no, next, last };

    void measure(Step& step);
    void forget_undone();
    void trim();
    void tell(const Changes& changes) const;

    std::size_t limit_;
    std::size_t memory_{};
    std::deque<Step> steps_;
    std::size_t done_{};  ///< steps_ before this one are done, the others undone
    std::optional<std::size_t> saved_{0};
    Joining joining_{};
    std::vector<Listener> listeners_;
    Keeper keeper_;
};

}  // namespace redforge::edit
