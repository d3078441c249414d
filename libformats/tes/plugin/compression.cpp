// Compressed records: zlib.
#include "tes/plugin/compression.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>
#include <zlib.h>

namespace redforge::tes {
namespace {

/// Highest ratio of deflate, which is reached by long runs of one byte.
constexpr std::uint64_t max_inflated = 1032;
/// Memory for the content that is allocated first, as a multiple of the stream's size. More is allocated only when this
/// much content was inflated.
constexpr std::uint64_t reserved_ratio = 100;

const Bytef* input(const std::byte* from)
{
    return reinterpret_cast<const Bytef*>(from);  // NOLINT: zlib's own type of bytes
}
Bytef* output(std::byte* to)
{
    return reinterpret_cast<Bytef*>(to);  // NOLINT: as input()
}

/// Returns the levels in order of likelihood, by the second byte of a stream.
std::span<const int> likely_levels(std::byte second)
{
    static constexpr std::array<int, 2> fastest{1, 0};
    static constexpr std::array<int, 4> fast{5, 4, 3, 2};
    static constexpr std::array<int, 1> standard{6};
    static constexpr std::array<int, 3> best{9, 8, 7};
    switch (static_cast<unsigned>(second) >> 6) {
    case 0: return std::span(fastest).first(1);
    case 1: return fast;
    case 2: return standard;
    default: return best;
    }
}

/// A reusable zlib decompressor. Its initialisation takes longer than inflating the start of a record.
class Inflater {
public:
    Inflater() { is_ready_ = inflateInit(&zip_) == Z_OK; }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&zip_); }

    /// Begins a stream. Returns null if zlib has no memory.
    z_stream* begin(ByteView stream)
    {
        if (!is_ready_ || inflateReset(&zip_) != Z_OK) {
            return nullptr;
        }
        zip_.next_in = const_cast<Bytef*>(input(stream.data()));  // NOLINT: zlib does not write there
        zip_.avail_in = static_cast<uInt>(stream.size());
        return &zip_;
    }

private:
    z_stream zip_{};
    bool is_ready_{};
};

Inflater& inflater()
{
    thread_local Inflater one;
    return one;
}

}  // namespace

Result<Bytes> inflate_data(ByteView data)
{
    const auto make_error = [](std::string message) {
        return fail({.code = ErrorCode::malformed, .message = std::move(message)});
    };
    if (data.size() < 4) {
        return make_error("a compressed record without the size of its content");
    }
    const std::uint64_t size = load_le<std::uint32_t>(data.data());
    const ByteView stream = data.subspan(4);
    if (size > stream.size() * max_inflated) {
        return make_error(fmt::format("{} compressed bytes that should hold {}", stream.size(), size));
    }
    z_stream* const begun = inflater().begin(stream);
    if (begun == nullptr) {
        return make_error("zlib does not start");
    }
    z_stream& zip = *begun;
    Bytes content;
    std::uint64_t made = 0;
    int result = Z_OK;
    while (result == Z_OK && made < size) {
        content.resize(std::min(size, std::max(made * 2, stream.size() * reserved_ratio)));
        zip.next_out = output(content.data() + made);
        zip.avail_out = static_cast<uInt>(content.size() - made);
        result = inflate(&zip, Z_NO_FLUSH);
        made = content.size() - zip.avail_out;
    }
    if (result == Z_OK) {  // the end of the stream, or more content
        std::byte one{};
        zip.next_out = output(&one);
        zip.avail_out = 1;
        result = inflate(&zip, Z_FINISH);
        made += 1 - zip.avail_out;
    }
    const bool whole = result == Z_STREAM_END && made == size && zip.avail_in == 0;
    const std::uint64_t left = zip.avail_in;
    if (!whole) {
        return make_error(result == Z_STREAM_END
                              ? fmt::format("a stream of {} bytes instead of {}, {} bytes after it", made, size, left)
                              : fmt::format("a stream that is broken after {} of {} bytes", made, size));
    }
    return content;
}

Bytes inflate_first(ByteView data, std::size_t count)
{
    z_stream* const zip = data.size() < 4 ? nullptr : inflater().begin(data.subspan(4));
    if (zip == nullptr) {
        return {};
    }
    Bytes content(count);
    zip->next_out = output(content.data());
    zip->avail_out = static_cast<uInt>(count);
    inflate(zip, Z_SYNC_FLUSH);
    content.resize(count - zip->avail_out);
    return content;
}

namespace {

/// A reusable zlib compressor. Its initialisation takes longer than compressing most records.
class Deflater {
public:
    Deflater() { is_ready_ = deflateInit(&zip_, Z_DEFAULT_COMPRESSION) == Z_OK; }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    ~Deflater() { deflateEnd(&zip_); }

    /// Appends nothing if zlib has no memory, like compress2().
    void run(ByteView content, int level, Bytes& out)
    {
        if (!begin(content, level)) {
            return;
        }
        const std::size_t before = out.size();
        out.resize(before + compressBound(static_cast<uLong>(content.size())));
        zip_.next_out = output(out.data() + before);
        zip_.avail_out = static_cast<uInt>(out.size() - before);
        deflate(&zip_, Z_FINISH);
        out.resize(out.size() - zip_.avail_out);
    }
    /// Returns true if a level other than 0 produces the stream. Stops at the first difference.
    bool gives(ByteView content, int level, ByteView stream)
    {
        if (!begin(content, level)) {
            return false;
        }
        std::array<std::byte, 4096> piece;  // NOLINT: written before it is read
        for (int result = Z_OK; result == Z_OK;) {
            zip_.next_out = output(piece.data());
            zip_.avail_out = static_cast<uInt>(piece.size());
            result = deflate(&zip_, Z_FINISH);
            const ByteView made = ByteView(piece).first(piece.size() - zip_.avail_out);
            if (made.size() > stream.size() || !same_bytes(made, stream.first(made.size()))) {
                return false;
            }
            stream = stream.subspan(made.size());
            if (result == Z_STREAM_END) {
                return stream.empty();
            }
        }
        return false;
    }

private:
    bool begin(ByteView content, int level)
    {
        if (!is_ready_ || deflateReset(&zip_) != Z_OK || deflateParams(&zip_, level, Z_DEFAULT_STRATEGY) != Z_OK) {
            return false;
        }
        static const std::byte none{};
        zip_.next_in = const_cast<Bytef*>(input(content.empty() ? &none : content.data()));  // NOLINT: only read
        zip_.avail_in = static_cast<uInt>(content.size());
        return true;
    }

    z_stream zip_{};
    bool is_ready_{};
};

Deflater& deflater()
{
    thread_local Deflater one;
    return one;
}

}  // namespace

Bytes deflate_data(ByteView content, int level)
{
    Bytes data;
    append_le(data, static_cast<std::uint32_t>(content.size()));
    deflater().run(content, level, data);
    return data;
}

std::optional<int> find_level(ByteView data, ByteView content)
{
    if (data.size() < 6) {
        return std::nullopt;
    }
    if (load_le<std::uint32_t>(data.data()) != content.size()) {
        return std::nullopt;
    }
    for (const int level : likely_levels(data[5])) {
        if (deflater().gives(content, level, data.subspan(4))) {
            return level;
        }
    }
    return std::nullopt;
}

}  // namespace redforge::tes
