// Snapshots through Boost's binary archives; the one translation unit that knows them.
#include "editor/model/snapshot.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <streambuf>
#include <string_view>

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>

#include "art/palette.hpp"
#include "art/terrain.hpp"
#include "art/texture_bank.hpp"
#include "core/boost_archive.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"

namespace redforge::editor {
namespace {

constexpr unsigned archive_flags = boost::archive::no_header | boost::archive::no_codecvt;

/// Appends what is written to bytes.
class BytesOut : public std::streambuf {
public:
    explicit BytesOut(Bytes& bytes) : bytes_(bytes) {}

protected:
    std::streamsize xsputn(const char* text, std::streamsize size) override
    {
        append(bytes_, as_bytes({text, static_cast<std::size_t>(size)}));
        return size;
    }
    int_type overflow(int_type character) override
    {
        bytes_.push_back(static_cast<std::byte>(character));
        return character;
    }

private:
    Bytes& bytes_;
};

/// Reads from bytes that stay where they are.
class BytesIn : public std::streambuf {
public:
    explicit BytesIn(ByteView bytes)
    {
        // streambuf wants pointers to what may be written; reading writes nothing.
        char* begin = const_cast<char*>(as_text(bytes).data());  // NOLINT(*const-cast*)
        setg(begin, begin, begin + bytes.size());
    }
};

template <class T>
void save(const void* data, Bytes& to)
{
    BytesOut out(to);
    boost::archive::binary_oarchive archive(out, archive_flags);
    serialize(archive, const_cast<T&>(*static_cast<const T*>(data)),
              0);  // NOLINT(*const-cast*): saving changes nothing
}

template <class T>
std::shared_ptr<void> load(ByteView from)
{
    BytesIn in(from);
    boost::archive::binary_iarchive archive(in, archive_flags);
    auto data = std::make_shared<T>();
    serialize(archive, *data, 0);
    return data;
}

/// How the documents of one format are kept.
struct Codec {
    std::string_view root;
    void (*save)(const void* data, Bytes& to);
    std::shared_ptr<void> (*load)(ByteView from);
};

template <class T>
constexpr Codec codec_of{T::root, &save<T>, &load<T>};

/// A format that the editor opens has its line here.
constexpr std::array codecs{codec_of<rgm::Map>,         codec_of<model::Model>, codec_of<model::Rob>,
                            codec_of<art::TextureBank>, codec_of<art::Palette>, codec_of<art::Terrain>};

const Codec* find_codec(const Format& format)
{
    const auto* const found = std::ranges::find(codecs, format.root, &Codec::root);
    return found == codecs.end() ? nullptr : found;
}

void replace(Bytes& bytes, std::size_t offset, std::size_t size, const Bytes& with)
{
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
    const std::size_t common = std::min(size, with.size());
    const auto middle = std::copy_n(with.begin(), common, begin);
    if (size > common) {
        bytes.erase(middle, middle + static_cast<std::ptrdiff_t>(size - common));
    } else {
        bytes.insert(middle, with.begin() + static_cast<std::ptrdiff_t>(common), with.end());
    }
}

}  // namespace

bool can_snapshot(const Format& format)
{
    return find_codec(format) != nullptr;
}

Bytes take_snapshot(const edit::Document& document)
{
    Bytes bytes;
    find_codec(document.format())->save(document.data(), bytes);
    return bytes;
}

edit::Document restore_snapshot(const Format& format, ByteView snapshot)
{
    return {format, find_codec(format)->load(snapshot)};
}

Patch make_patch(ByteView from, ByteView to)
{
    Patch patch;
    patch.offset = first_difference(from, to);
    const std::size_t shorter = std::min(from.size(), to.size()) - patch.offset;
    std::size_t same_end = 0;
    while (same_end < shorter && from[from.size() - 1 - same_end] == to[to.size() - 1 - same_end]) {
        ++same_end;
    }
    append(patch.before, from.subspan(patch.offset, from.size() - patch.offset - same_end));
    append(patch.after, to.subspan(patch.offset, to.size() - patch.offset - same_end));
    return patch;
}

void apply_patch(Bytes& snapshot, const Patch& patch)
{
    replace(snapshot, patch.offset, patch.before.size(), patch.after);
}

void revert_patch(Bytes& snapshot, const Patch& patch)
{
    replace(snapshot, patch.offset, patch.after.size(), patch.before);
}

}  // namespace redforge::editor
