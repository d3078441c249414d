// Edits as values: operations that can be applied and reverted, and transactions of them.
//
// An operation has the data that it exchanges with the document: the value or the records that are not in the document
// at the moment. Applying and reverting are the same exchange, so the cost of an edit does not depend on the size of
// the document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/record/record_type.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {

/// A value of any field type.
class LeafValue {
public:
    LeafValue() = default;
    /// Copies the value at `from`.
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
    /// Returns the approximate memory use, in bytes.
    [[nodiscard]] std::size_t memory() const;

private:
    static constexpr std::size_t small_size = 16;
    [[nodiscard]] bool is_small() const { return ops_ == nullptr || (ops_->bitwise && ops_->size <= small_size); }
    void swap(LeafValue& other) noexcept;

    const LeafOps* ops_{};
    void* large_{};
    alignas(8) std::byte small_[small_size]{};  // NOLINT(*avoid-c-arrays*): raw storage
};

/// Records detached from a document, in a list of the source's type. Copies are deep.
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
    /// Appends a default record of the list's item type `item`. The handle is valid until the next append.
    RecordHandle append(std::size_t item = 0, CodePage page = CodePage::cp437);
    /// Appends a copy of a record of a list of the same type.
    void append_copy(const ListView& from, std::size_t index);

private:
    const ChildEntry* child_{};
    std::shared_ptr<void> list_;
};

/// Replaces the records of `list` by those of `replacement`, a list of the same type, which is empty afterwards.
void replace_records(const ListView& list, const ListView& replacement);

/// One change of a document.
struct Operation {
    enum class Kind : std::uint8_t {
        set,        ///< changes the value of a field
        set_bytes,  ///< changes a blob or byte range
        insert,     ///< inserts records into a list
        erase,      ///< removes records from a list
        move,       ///< moves a record within its list
    };

    Kind kind{};
    NodePath node;           ///< the record that contains the field, blob or list
    std::uint32_t member{};  ///< number of the field, or of the child, in that record's table
    LeafValue value{};       ///< set: the value that is not in the document now
    Bytes bytes{};           ///< set_bytes of a blob: the bytes that are not in the document now
    SharedBytes byte_range{};   ///< set_bytes of a byte range: the bytes that are not in the document now
    /// insert: indices of the records after the insertion, ascending. erase: their present indices, ascending. move:
    /// from, to.
    std::vector<std::size_t> places{};
    DetachedRecords records{};  ///< insert: the records
    bool of_variant{};       ///< set: the record's type has several tables, so that `member` depends on other fields
    bool is_consequence{};   ///< added by the recorder, because an edit changed a value that this one depends on

    /// Returns the approximate memory use, in bytes.
    [[nodiscard]] std::size_t memory() const;
};

/// Applies an operation, and turns it into its inverse.
void exchange(const RecordHandle& root, Operation& operation);

/// Operations that are applied and reverted together, under one name.
struct Transaction {
    std::string name;  ///< "Move 3 objects"
    std::vector<Operation> operations;

    [[nodiscard]] bool empty() const { return operations.empty(); }
};

/// The effect of an operation, for views of the document. `node` and `places` refer to the document right after the
/// operation (erase: right before it).
struct Change {
    Operation::Kind kind{};
    NodePath node;
    std::uint32_t member{};
    std::vector<std::size_t> places;
};
using Changes = std::vector<Change>;

/// Returns the effects of operations that have just been applied, and are therefore inverse operations now.
[[nodiscard]] Changes changes_of(std::span<const Operation> made);
[[nodiscard]] inline Changes changes_of(const Transaction& made)
{
    return changes_of(std::span<const Operation>(made.operations));
}
/// Applies a transaction and turns it into its inverse: undo and redo. Returns its effects.
Changes reverse(const RecordHandle& root, Transaction& transaction);

/// Appends a later transaction to an earlier one, and merges repeated changes of one field, as in a drag.
void join(Transaction& earlier, Transaction&& later);

/// Returns the approximate memory use of a record and all records below it, in bytes.
[[nodiscard]] std::size_t memory_of(const RecordHandle& record);

}  // namespace redforge::edit
