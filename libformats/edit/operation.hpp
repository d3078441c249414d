// Changes to a document as values: operations that can be made and taken back, and transactions of them.
//
// An operation holds what it exchanges with the document: the value that is not there at the moment, or the records
// that are not. Making it and taking it back is the same exchange, so an edit costs what it changes, however large
// the document is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/record_type.hpp"
#include "edit/path.hpp"

namespace redforge::edit {

/// A value of any field's type.
class LeafValue {
public:
    LeafValue() = default;
    /// A copy of the value at `from`.
    LeafValue(const LeafOps& ops, const void* from);
    LeafValue(const LeafValue& other)
        : LeafValue(other.ops_ == nullptr ? LeafValue() : LeafValue(*other.ops_, other.get()))
    {
    }
    LeafValue(LeafValue&& other) noexcept { swap(other); }
    LeafValue& operator=(LeafValue other) noexcept
    {
        swap(other);
        return *this;
    }
    ~LeafValue();

    [[nodiscard]] const LeafOps* ops() const { return ops_; }
    [[nodiscard]] const void* get() const { return is_small() ? static_cast<const void*>(small_) : large_; }
    [[nodiscard]] void* get() { return is_small() ? static_cast<void*>(small_) : large_; }
    /// Bytes of memory, about.
    [[nodiscard]] std::size_t memory() const;

private:
    static constexpr std::size_t small_size = 16;
    [[nodiscard]] bool is_small() const { return ops_ == nullptr || (ops_->bitwise && ops_->size <= small_size); }
    void swap(LeafValue& other) noexcept;

    const LeafOps* ops_{};
    void* large_{};
    alignas(8) std::byte small_[small_size]{};  // NOLINT(*avoid-c-arrays*): raw storage
};

/// Records that are in no document: a list of the type of the one that they come from or go to. Copies are deep.
class DetachedRecords {
public:
    DetachedRecords() = default;
    explicit DetachedRecords(const ChildEntry& child) : child_(&child), list_(child.ops->make()) {}
    DetachedRecords(const DetachedRecords& other);
    DetachedRecords(DetachedRecords&&) noexcept = default;
    DetachedRecords& operator=(DetachedRecords other) noexcept
    {
        std::swap(child_, other.child_);
        std::swap(list_, other.list_);
        return *this;
    }
    ~DetachedRecords() = default;

    explicit operator bool() const { return list_ != nullptr; }
    [[nodiscard]] ListView view(CodePage page = CodePage::cp437) const { return {child_, list_.get(), page}; }
    [[nodiscard]] std::size_t size() const { return list_ == nullptr ? 0 : view().size(); }
    /// Appends a default record of one of the list's types.
    RecordHandle append(std::size_t item = 0, CodePage page = CodePage::cp437);
    /// Appends a copy of a record of a list of the same type.
    void append_copy(const ListView& from, std::size_t index);

private:
    const ChildEntry* child_{};
    std::shared_ptr<void> list_;
};

/// Puts the records of `replacement`, which has none afterwards, in the place of those of `list`, which is of the same type.
void replace_records(const ListView& list, const ListView& replacement);

/// One change of a document.
struct Operation {
    enum class Kind : std::uint8_t {
        set,        ///< a field has another value
        set_bytes,  ///< a blob has other bytes
        insert,     ///< records come into a list
        erase,      ///< records leave a list
        move,       ///< a record has another place in its list
    };

    Kind kind{};
    NodePath node;           ///< the record that holds the field, blob or list
    std::uint32_t member{};  ///< number of the field, or of the child, in that record's table
    LeafValue value{};       ///< set: the value that is not in the document now
    Bytes bytes{};           ///< set_bytes: the same
    SharedBytes byte_range{};   ///< set_bytes of a byte range: the same
    /// insert: where the records will be, ascending. erase: where they are, ascending. move: from, to.
    std::vector<std::size_t> places{};
    DetachedRecords records{};  ///< insert: the records
    bool of_variant{};       ///< set: the record's type has several tables, so that `member` depends on other fields
    bool is_consequence{};   ///< the recorder made it, because an edit changed what the value depends on

    /// Bytes of memory that it holds, about.
    [[nodiscard]] std::size_t memory() const;
};

/// Makes an operation. Afterwards it is the one that takes this back.
void exchange(const RecordHandle& root, Operation& operation);

/// Operations that are made and taken back together, under one name.
struct Transaction {
    std::string name;  ///< "Move 3 objects"
    std::vector<Operation> operations;

    [[nodiscard]] bool empty() const { return operations.empty(); }
};

/// What an operation did to a document, for those who show it. `node` and `places` are those of the document right
/// after the operation (erase: of the document before it).
struct Change {
    Operation::Kind kind{};
    NodePath node;
    std::uint32_t member{};
    std::vector<std::size_t> places;
};
using Changes = std::vector<Change>;

/// What a transaction that has just been made did, or some operations of one. (They are those that take it back now.)
[[nodiscard]] Changes changes_of(std::span<const Operation> made);
[[nodiscard]] inline Changes changes_of(const Transaction& made)
{
    return changes_of(std::span<const Operation>(made.operations));
}
/// Takes a transaction back, or makes it again: its operations from the last to the first, which it leaves in the order
/// that reverses this. Returns what was done.
Changes reverse(const RecordHandle& root, Transaction& transaction);

/// Joins a later transaction into an earlier one, as drags do step by step: one set of a field remains of many.
void join(Transaction& earlier, Transaction&& later);

/// Bytes of memory of a record and all below it, about.
[[nodiscard]] std::size_t memory_of(const RecordHandle& record);

}  // namespace redforge::edit
