// Entries of a journal as bytes: the one place that uses Boost's archives, which compile slowly.
//
// To extend a type, increment the version here and read the new members in `serialize` only from that version on.
#include "editor/model/session/journal_entry.hpp"

#include <sstream>
#include <utility>

#include <boost/archive/archive_exception.hpp>
#include <boost/archive/binary_iarchive_impl.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/archive/impl/archive_serializer_map.ipp>
#include <boost/archive/impl/basic_binary_iarchive.ipp>
#include <boost/archive/impl/basic_binary_iprimitive.ipp>
#include <boost/serialization/array_optimization.hpp>
#include <boost/serialization/collection_size_type.hpp>
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

/// Boost's binary archive with lengths limited to the available bytes, because Boost allocates any stored length.
class CheckedArchive : public boost::archive::binary_iarchive_impl<CheckedArchive, char, std::char_traits<char>> {
    using Base = boost::archive::binary_iarchive_impl<CheckedArchive, char, std::char_traits<char>>;
    friend class boost::archive::detail::interface_iarchive<CheckedArchive>;
    friend class boost::archive::basic_binary_iarchive<CheckedArchive>;
    friend class boost::archive::load_access;

public:
    CheckedArchive(std::istream& stream, std::size_t size) : Base(stream, 0), max_length_(size) { init(0); }

    template <class T>
    void load_override(T& value)
    {
        Base::load_override(value);
    }
    void load_override(std::string& text)
    {
        std::size_t length{};
        this->load(length);
        require(length);
        text.resize(length);
        if (length > 0) {
            this->load_binary(text.data(), length);
        }
    }
    void load_override(boost::serialization::collection_size_type& count)
    {
        Base::load_override(count);
        require(std::as_const(count));
    }

private:
    void require(std::size_t count) const
    {
        using boost::archive::archive_exception;
        if (count > max_length_) {
            throw archive_exception(archive_exception::input_stream_error, "a length beyond its end");
        }
    }

    std::size_t max_length_;
};

}  // namespace redforge::editor

BOOST_SERIALIZATION_USE_ARRAY_OPTIMIZATION(redforge::editor::CheckedArchive)  // as binary_oarchive

namespace boost::archive {
template class basic_binary_iarchive<redforge::editor::CheckedArchive>;
template class basic_binary_iprimitive<redforge::editor::CheckedArchive, char, std::char_traits<char>>;
template class detail::archive_serializer_map<redforge::editor::CheckedArchive>;
}  // namespace boost::archive

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
        CheckedArchive archive(stream, bytes.size());
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

Result<JournalHead> parse_head(ByteView bytes)
{
    return unpacked<JournalHead>(bytes);
}

Result<JournalEntry> parse_entry(ByteView bytes)
{
    return unpacked<JournalEntry>(bytes);
}

}  // namespace redforge::editor
