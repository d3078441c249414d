// Edits as data that later builds can read: names instead of indices, texts instead of values.
// Each type has a `serialize` for Boost archives, with a version if it was extended.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "edit/operation/operation.hpp"

namespace redforge::editor {

/// A step down from a record: the name of a group or list, and the index of the record in it.
struct StoredStep {
    std::string child;
    std::uint32_t index{};

    friend bool operator==(const StoredStep&, const StoredStep&) = default;
};

/// A value by field name: the text of a field, or the bytes of a blob.
struct StoredValue {
    std::string name;
    std::string text;

    friend bool operator==(const StoredValue&, const StoredValue&) = default;
};

struct StoredList;

/// The content of a record that differs from a new record of its type.
struct StoredRecord {
    std::string element;  ///< its type among the types of the list
    std::vector<StoredValue> fields;
    std::vector<StoredValue> blobs;
    std::vector<StoredList> children;

    friend bool operator==(const StoredRecord&, const StoredRecord&) = default;
};

/// The records of a list, or the record of a group.
struct StoredList {
    std::string name;
    std::vector<StoredRecord> records;

    friend bool operator==(const StoredList&, const StoredList&) = default;
};

/// An operation in the form in which it is applied to the document.
struct StoredOperation {
    edit::Operation::Kind kind{};
    std::vector<StoredStep> node;
    std::string member;                 ///< name of the field, blob or list
    bool has_text{};                    ///< set: false restores the type's initial value, which may have no text
    std::string text;                   ///< set: the value; set_bytes: the bytes
    std::vector<std::uint64_t> places;  ///< insert, erase: list indices of the records; move: from and to
    std::vector<StoredRecord> records;  ///< insert

    friend bool operator==(const StoredOperation&, const StoredOperation&) = default;
};

struct StoredTransaction {
    std::string name;
    std::vector<StoredOperation> operations;

    friend bool operator==(const StoredTransaction&, const StoredTransaction&) = default;
};

/// Returns the effect of a transaction that was just made, undone or redone. The document and the transaction are
/// unchanged on return.
[[nodiscard]] StoredTransaction store_last(const RecordHandle& root, edit::Transaction& last);

/// Applies a stored transaction. The document must be in the state of the store_last() call, without that transaction.
/// Returns the transaction, ready to be undone. Errors: malformed (an operation does not fit; the document is then
/// unchanged), with the position in the document.
[[nodiscard]] Result<edit::Transaction> replay(const RecordHandle& root, const StoredTransaction& stored);

template <class Archive>
void serialize(Archive& ar, StoredStep& step, unsigned /*version*/)
{
    ar& step.child& step.index;
}

template <class Archive>
void serialize(Archive& ar, StoredValue& value, unsigned /*version*/)
{
    ar& value.name& value.text;
}

template <class Archive>
void serialize(Archive& ar, StoredRecord& record, unsigned /*version*/)
{
    ar& record.element& record.fields& record.blobs& record.children;
}

template <class Archive>
void serialize(Archive& ar, StoredList& list, unsigned /*version*/)
{
    ar& list.name& list.records;
}

template <class Archive>
void serialize(Archive& ar, StoredOperation& operation, unsigned /*version*/)
{
    ar& operation.kind& operation.node& operation.member& operation.has_text& operation.text& operation
        .places& operation.records;
}

template <class Archive>
void serialize(Archive& ar, StoredTransaction& transaction, unsigned /*version*/)
{
    ar& transaction.name& transaction.operations;
}

}  // namespace redforge::editor
