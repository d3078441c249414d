// Edits, drafts and what a window shows as data that a later build can read: names in place of numbers, texts in place of
// values. Each type has a `serialize` that Boost's archives take, with a version where it grew.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "edit/operation.hpp"

namespace redforge::editor {

/// A step down from a record: the group or list by its name, and the number of the record in it.
struct StoredStep {
    std::string child;
    std::uint32_t index{};

    friend bool operator==(const StoredStep&, const StoredStep&) = default;
};

/// A value by its field's name: text that the field takes, or bytes of a blob.
struct StoredValue {
    std::string name;
    std::string text;

    friend bool operator==(const StoredValue&, const StoredValue&) = default;
};

struct StoredList;

/// All that a record holds and a new record of its type does not.
struct StoredRecord {
    std::string element;  ///< which type of those that its list may hold
    std::vector<StoredValue> fields;
    std::vector<StoredValue> blobs;
    std::vector<StoredList> children;

    friend bool operator==(const StoredRecord&, const StoredRecord&) = default;
};

/// The records of a list, or the one of a group.
struct StoredList {
    std::string name;
    std::vector<StoredRecord> records;

    friend bool operator==(const StoredList&, const StoredList&) = default;
};

/// What an operation does to the document before it.
struct StoredOperation {
    edit::Operation::Kind kind{};
    std::vector<StoredStep> node;
    std::string member;  ///< name of the field, blob or list
    bool has_text{};     ///< set: false gives the type's initial value, which may have no text
    std::string text;    ///< set: the value; set_bytes: the bytes
    std::vector<std::uint64_t> places;
    std::vector<StoredRecord> records;  ///< insert

    friend bool operator==(const StoredOperation&, const StoredOperation&) = default;
};

struct StoredTransaction {
    std::string name;
    std::vector<StoredOperation> operations;

    friend bool operator==(const StoredTransaction&, const StoredTransaction&) = default;
};

/// What a transaction that was the last to be made, undone or redone did to a document. The document and the transaction
/// are as before when this returns.
[[nodiscard]] StoredTransaction store_last(const RecordHandle& root, edit::Transaction& last);

/// Does to a document what was stored; it must be in the state that store_last() was called after, without that
/// transaction. Returns the transaction, ready to be undone. Errors: malformed (an operation does not fit the document,
/// which is as before then), with the place in the document.
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
