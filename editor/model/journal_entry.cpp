// Entries of a journal as bytes: the one place that uses Boost's archives, which compile slowly.
//
// A type that grows gets the next number here, and its `serialize` reads what is new only where the version has it.
#include "editor/model/journal_entry.hpp"

#include <sstream>

#include <boost/archive/archive_exception.hpp>
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <boost/serialization/version.hpp>

BOOST_CLASS_VERSION(redforge::editor::JournalHead, 0)
BOOST_CLASS_VERSION(redforge::editor::JournalEntry, 0)
BOOST_CLASS_VERSION(redforge::editor::StoredDraft, 0)
BOOST_CLASS_VERSION(redforge::editor::StoredTransaction, 0)
BOOST_CLASS_VERSION(redforge::editor::StoredOperation, 0)
BOOST_CLASS_VERSION(redforge::editor::StoredRecord, 0)

namespace redforge::editor {
namespace {

template <class T>
Bytes packed(const T& value)
{
    std::ostringstream stream;
    {
        boost::archive::binary_oarchive archive(stream);
        archive << value;
    }
    const std::string text = std::move(stream).str();
    const ByteView bytes = as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

template <class T>
Result<T> unpacked(ByteView bytes)
{
    try {
        std::istringstream stream{std::string(as_text(bytes))};
        boost::archive::binary_iarchive archive(stream);
        T value;
        archive >> value;
        return value;
    } catch (const boost::archive::archive_exception& reason) {
        return fail({.code = ErrorCode::malformed,
                     .message = std::string("a part of the journal that cannot be read: ") + reason.what(),
                     .hint = "a later version of Redforge may have written it"});
    }
}

}  // namespace

Bytes to_bytes(const JournalHead& head)
{
    return packed(head);
}

Bytes to_bytes(const JournalEntry& entry)
{
    return packed(entry);
}

Result<JournalHead> head_from(ByteView bytes)
{
    return unpacked<JournalHead>(bytes);
}

Result<JournalEntry> entry_from(ByteView bytes)
{
    return unpacked<JournalEntry>(bytes);
}

}  // namespace redforge::editor
