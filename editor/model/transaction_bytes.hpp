// Transactions as bytes of our own, for the journal: Boost's archives over the tables of record types.
//
// What is written is for this program and this version of its descriptions; description_of() tells whether it is.
#pragma once

#include <string>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "edit/operation.hpp"

namespace redforge::editor {

/// What a transaction that was the last to be made, undone or redone did to a document, as bytes. The document and the
/// transaction are as before when this returns.
[[nodiscard]] Bytes pack_last(const RecordHandle& root, edit::Transaction& last);

/// Does to a document what the bytes say, which must be in the state that pack_last() was called after, without that
/// transaction. Returns the transaction, ready to be undone. Errors: malformed (the bytes do not fit the document, which
/// is as before then).
[[nodiscard]] Result<edit::Transaction> replay(const RecordHandle& root, ByteView bytes);

/// A number for all that is known of the records of a format: bytes of one description mean nothing to another.
[[nodiscard]] std::string description_of(const RecordType& root);

}  // namespace redforge::editor
