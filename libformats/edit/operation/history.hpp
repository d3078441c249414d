// The undo history of a document.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/operation/operation.hpp"

namespace redforge::edit {

/// Updates the path of a record after a change. Returns false if the change removed the record; `node` is unchanged
/// then.
[[nodiscard]] bool follow(NodePath& node, const Change& change);

/// Transactions in the order in which they were made. The limit is a size in bytes, not a number of steps: a million
/// single values can need less memory than ten removed sections.
class History {
public:
    using Listener = std::function<void(const Changes&)>;
    static constexpr std::size_t default_limit = std::size_t{256} << 20U;  ///< bytes

    /// Event of a transaction. `joined`: it was made and became a part of the previous one.
    enum class Movement : std::uint8_t { made, joined, undone, redone };
    /// Callback that receives each transaction right after an event, to store it elsewhere (crash journal). It must not
    /// change the document or the transaction.
    using Keeper = std::function<void(Movement, Transaction& last)>;

    explicit History(std::size_t limit = default_limit) : limit_(limit) {}

    /// Adds a listener, which is called with the changes of each transaction that is made, undone or redone.
    void listen(Listener listener) { listeners_.push_back(std::move(listener)); }

    /// Sets the callback that stores transactions.
    void keep(Keeper keeper) { keeper_ = std::move(keeper); }

    /// Adds a transaction that has just been made. Drops undone transactions, and the oldest ones above the limit;
    /// always keeps the newest. Returns `made` if it became a step of its own. Returns `joined` if it was joined to the
    /// last step, or if it is empty, which has no effect.
    Movement push(Transaction made);
    /// Joins all transactions until end_joining() to one new step. Used for drags.
    void begin_joining() { joining_ = Joining::next; }
    /// Joins all transactions until end_joining() to the last step.
    void begin_joining_last() { joining_ = can_undo() ? Joining::last : Joining::next; }
    void end_joining() { joining_ = Joining::no; }
    /// Joins one transaction to the last step.
    void join_last(Transaction made);

    [[nodiscard]] bool can_undo() const { return done_ > 0; }
    [[nodiscard]] bool can_redo() const { return done_ < steps_.size(); }
    /// Return the name of the next transaction to undo or redo, or an empty text. Valid until the history changes.
    [[nodiscard]] std::string_view undo_name() const;
    [[nodiscard]] std::string_view redo_name() const;
    /// Returns the names of all transactions, done and undone, oldest first.
    [[nodiscard]] std::vector<std::string> names() const;
    /// Returns the number of transactions that are done; the others are undone.
    [[nodiscard]] std::size_t done() const { return done_; }
    [[nodiscard]] std::size_t size() const { return steps_.size(); }  ///< done and undone
    /// Undo or redo one step. Return its changes, or no changes if there is no step.
    Changes undo(const RecordHandle& root);
    Changes redo(const RecordHandle& root);

    /// Marks the present state as saved.
    void mark_saved();
    /// Returns true if the present state is not the saved one. Stays true if the saved state can no longer be reached.
    [[nodiscard]] bool modified() const { return saved_ != done_; }

    /// Takes a copy of the present document to its saved state. Returns false if that state can no longer be reached.
    [[nodiscard]] bool take_to_saved(const RecordHandle& copy) const;

    /// Returns the approximate memory use, in bytes. O(1).
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
    void notify_listeners(const Changes& changes) const;

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
