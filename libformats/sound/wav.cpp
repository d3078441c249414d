// Reads and writes WAV files.
#include "sound/wav.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

namespace redforge::sound {
namespace {

constexpr std::size_t wav_header_size = 44;
constexpr std::uint16_t pcm = 1;
constexpr std::uint16_t extensible = 0xFFFE;

void put_tag(Bytes& out, std::string_view tag)
{
    append(out, as_bytes(tag));
}

/// Returns a part of a file as pieces, without a copy.
SharedBytes part_of(const SharedBytes& file, std::size_t begin, std::size_t size)
{
    SharedBytes part = file.empty_with_owners();
    std::size_t at = 0;
    for (const ByteView piece : file.pieces()) {
        const std::size_t first = std::max(begin, at);
        const std::size_t last = std::min(begin + size, at + piece.size());
        if (first < last) {
            part.append(piece.subspan(first - at, last - first));
        }
        at += piece.size();
    }
    return part;
}

/// Returns the first N bytes at an offset, or nullopt if there are fewer.
template <std::size_t N>
std::optional<std::array<std::byte, N>> bytes_at(const SharedBytes& file, std::size_t at)
{
    const SharedBytes part = at > file.size() ? SharedBytes() : part_of(file, at, N);
    if (part.size() != N) {
        return std::nullopt;
    }
    std::array<std::byte, N> bytes{};
    auto to = bytes.begin();
    for (const ByteView piece : part.pieces()) {
        to = std::ranges::copy(piece, to).out;
    }
    return bytes;
}

tl::unexpected<Error> no_wav(std::string message, std::size_t offset)
{
    return fail({.code = ErrorCode::malformed,
                 .message = std::move(message),
                 .offset = offset,
                 .hint = "export it as WAV, PCM of 8 or 16 bits"});
}

Result<SampleFormat> read_sample_format(const SharedBytes& file, std::size_t at, std::size_t size)
{
    const auto head = size < 16 ? std::nullopt : bytes_at<16>(file, at);
    if (!head) {
        return no_wav(fmt::format("the chunk fmt of the WAV has {} bytes", size), at);
    }
    auto coding = load_le<std::uint16_t>(head->data());
    const SampleFormat format{load_le<std::uint32_t>(head->data() + 4), load_le<std::uint16_t>(head->data() + 2),
                              load_le<std::uint16_t>(head->data() + 14)};
    if (const auto sub = size < 40 ? std::nullopt : bytes_at<2>(file, at + 24); coding == extensible && sub) {
        coding = load_le<std::uint16_t>(sub->data());
    }
    if (coding != pcm) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("a WAV of coding {}{}", coding, coding == 3 ? ", floating point" : ""),
                     .offset = at,
                     .hint = "export it as PCM of 8 or 16 bits"});
    }
    if ((format.bits != 8 && format.bits != 16) || format.channels < 1 || format.channels > 2) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("a WAV of {} bits and {} channel{}", format.bits, format.channels,
                                            format.channels == 1 ? "" : "s"),
                     .offset = at,
                     .hint = "the game plays 8 and 16 bits, mono and stereo"});
    }
    return format;
}

}  // namespace

SharedBytes make_wav(const SampleFormat& format, const std::shared_ptr<const void>& owner, ByteView samples)
{
    const auto frame = static_cast<std::uint16_t>(format.channels * (format.bits / 8));
    const auto size = static_cast<std::uint32_t>(samples.size());
    const std::uint32_t padding = size % 2;
    Bytes header;
    put_tag(header, "RIFF");
    append_le(header, static_cast<std::uint32_t>(wav_header_size - 8 + size + padding));
    put_tag(header, "WAVEfmt ");
    append_le(header, std::uint32_t{16});
    append_le(header, pcm);
    append_le(header, format.channels);
    append_le(header, format.rate);
    append_le(header, static_cast<std::uint32_t>(format.rate * frame));
    append_le(header, frame);
    append_le(header, format.bits);
    put_tag(header, "data");
    append_le(header, size);
    SharedBytes wav(std::move(header));
    if (!samples.empty()) {
        wav.append(owner, samples);
    }
    if (padding != 0) {
        static constexpr std::byte zero{};
        wav.append(ByteView(&zero, 1));
    }
    return wav;
}

Result<Wav> read_wav(const SharedBytes& file)
{
    const auto head = bytes_at<12>(file, 0);
    if (!head || as_text(*head).substr(0, 4) != "RIFF" || as_text(*head).substr(8) != "WAVE") {
        return no_wav("this is not a WAV file", 0);
    }
    std::optional<SampleFormat> format;
    for (std::size_t at = 12;;) {
        const auto chunk = bytes_at<8>(file, at);
        if (!chunk) {
            return no_wav(fmt::format("the WAV has no chunk \"{}\"", format ? "data" : "fmt "), at);
        }
        const std::string_view tag = as_text(*chunk).substr(0, 4);
        const std::size_t size = load_le<std::uint32_t>(chunk->data() + 4);
        at += chunk->size();
        if (size > file.size() - at) {
            return no_wav(fmt::format("the WAV ends within its chunk \"{}\"", tag), file.size());
        }
        if (tag == "fmt ") {
            const Result<SampleFormat> read = read_sample_format(file, at, size);
            if (!read) {
                return fail(read.error());
            }
            format = *read;
        } else if (tag == "data") {
            if (!format) {
                return no_wav("the WAV has no chunk \"fmt \" before its samples", at);
            }
            return Wav{*format, part_of(file, at, size)};
        }
        at += std::min(size + size % 2, file.size() - at);
    }
}

std::string describe_wav(ByteView beginning, std::size_t size)
{
    if (size < wav_header_size || beginning.size() < wav_header_size || as_text(beginning.first(4)) != "RIFF" ||
        as_text(beginning.subspan(8, 8)) != "WAVEfmt " || as_text(beginning.subspan(36, 4)) != "data") {
        return {};
    }
    const std::uint32_t channels = load_le<std::uint16_t>(beginning.data() + 22);
    const std::uint32_t rate = load_le<std::uint32_t>(beginning.data() + 24);
    const std::uint32_t bits = load_le<std::uint16_t>(beginning.data() + 34);
    const double frame = channels * bits / 8.0;
    if (rate == 0 || frame <= 0) {
        return {};
    }
    const double seconds = load_le<std::uint32_t>(beginning.data() + 40) / frame / rate;
    return fmt::format("{:.1f} s, {} Hz, {} bits, {}", seconds, rate, bits, channels == 1 ? "mono" : "stereo");
}

}  // namespace redforge::sound
