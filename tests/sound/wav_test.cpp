// WAV files: bytes of a written file, the chunks that are read, rejected files with positions; and headers of the
// game's sounds.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "sound/header_bytes.hpp"
#include "sound/sound_header.hpp"
#include "sound/wav.hpp"
#include "support/make_bytes.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::sound;
using art::test::bytes_of;
using art::test::join;
using art::test::u32;
using redforge::test::make_bytes;
using redforge::test::need;
using redforge::test::require_error;
using sound::test::sound_header;

namespace {

/// Returns a chunk without its padding byte.
Bytes chunk(std::string_view tag, const Bytes& content)
{
    return join({bytes_of(tag), u32(static_cast<std::uint32_t>(content.size())), content});
}

Bytes wav_of(const std::vector<Bytes>& chunks)
{
    return join({bytes_of("RIFF"), u32(0), bytes_of("WAVE"), join(chunks)});
}

/// Returns the content of a format chunk.
Bytes format(int coding, int channels, std::uint32_t rate, int bits)
{
    return join({make_bytes({coding, 0, channels, 0}), u32(rate), u32(0), make_bytes({0, 0, bits, 0})});
}

std::string error_text(const Bytes& file)
{
    const Error error = require_error(read_wav(SharedBytes(file)));
    return std::to_string(error.offset.value_or(0)) + ": " + error.message;
}

}  // namespace

TEST_CASE("WAV: writes 44 bytes before the samples, and an even size", "[sound]")
{
    const auto samples = std::make_shared<const Bytes>(make_bytes({1, 2, 3, 4}));
    const auto made = [&](const SampleFormat& of, std::size_t size) {
        return make_wav(of, samples, ByteView(*samples).first(size)).joined();
    };
    CHECK(made({22050, 2, 16}, 4) ==
          join({bytes_of("RIFF"), u32(40), bytes_of("WAVEfmt "), u32(16), make_bytes({1, 0, 2, 0}), u32(22050),
                u32(88200), make_bytes({4, 0, 16, 0}), bytes_of("data"), u32(4), make_bytes({1, 2, 3, 4})}));
    CHECK(made({11025, 1, 8}, 3) ==
          join({bytes_of("RIFF"), u32(40), bytes_of("WAVEfmt "), u32(16), make_bytes({1, 0, 1, 0}), u32(11025),
                u32(11025), make_bytes({1, 0, 8, 0}), bytes_of("data"), u32(3), make_bytes({1, 2, 3, 0})}));
    CHECK(made({11025, 1, 16}, 0).size() == 44);
    const Wav read = need(read_wav(SharedBytes(made({11025, 1, 8}, 3))));
    CHECK(read.format == SampleFormat{11025, 1, 8});
    CHECK(read.samples.joined() == make_bytes({1, 2, 3}));
    CHECK(need(read_wav(make_wav({22050, 2, 16}, samples, *samples))).samples.joined() == *samples);
}

TEST_CASE("WAV: skips other chunks with their padding byte", "[sound]")
{
    const Bytes head = chunk("fmt ", format(1, 1, 22050, 8));
    const Bytes data = chunk("data", make_bytes({7, 8}));
    const auto samples = [](const Bytes& file) { return need(read_wav(SharedBytes(file))).samples.joined(); };
    CHECK(samples(wav_of({head, data})) == make_bytes({7, 8}));
    CHECK(samples(wav_of({chunk("LIST", make_bytes({9, 9})), head, data})) == make_bytes({7, 8}));
    CHECK(samples(wav_of({chunk("LIST", make_bytes({9})), make_bytes({0}), head, data})) == make_bytes({7, 8}));
    CHECK(samples(wav_of({head, chunk("LIST", {}), data, chunk("LIST", make_bytes({9}))})) == make_bytes({7, 8}));
    CHECK(samples(wav_of({head, chunk("data", {})})).empty());
    // An extended format, as for more than 16 bits or two channels, can be PCM, too.
    const Bytes more =
        join({format(254, 2, 11025, 16), make_bytes({22, 0, 16, 0}), u32(3), make_bytes({1, 0}), Bytes(14)});
    Bytes extensible = chunk("fmt ", more);
    extensible[9] = std::byte{0xFF};  // 0xFFFE
    CHECK(need(read_wav(SharedBytes(wav_of({extensible, data})))).format == SampleFormat{11025, 2, 16});
    // The result does not depend on the division into pieces.
    const Bytes whole = wav_of({head, chunk("LIST", make_bytes({9, 9})), data});
    for (std::size_t cut = 1; cut < whole.size(); ++cut) {
        CAPTURE(cut);
        const auto owner = std::make_shared<const Bytes>(whole);
        SharedBytes pieces(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut)));
        pieces.append(owner, ByteView(*owner).subspan(cut));
        CHECK(need(read_wav(pieces)).samples.joined() == make_bytes({7, 8}));
    }
}

TEST_CASE("WAV: rejects formats that the game cannot play, with their position", "[sound]")
{
    const Bytes head = chunk("fmt ", format(1, 1, 22050, 8));
    CHECK(error_text(bytes_of("OggS")) == "0: this is not a WAV file");
    CHECK(error_text(join({bytes_of("RIFX"), u32(0), bytes_of("WAVE")})) == "0: this is not a WAV file");
    CHECK(error_text(join({bytes_of("RIFF"), u32(0), bytes_of("AVI ")})) == "0: this is not a WAV file");
    CHECK(error_text(wav_of({})) == "12: the WAV has no chunk \"fmt \"");
    CHECK(error_text(wav_of({head})) == "36: the WAV has no chunk \"data\"");
    CHECK(error_text(wav_of({head, bytes_of("data")})) == "36: the WAV has no chunk \"data\"");
    CHECK(error_text(wav_of({head, bytes_of("data"), u32(3), make_bytes({1, 2})})) ==
          "46: the WAV ends within its chunk \"data\"");
    CHECK(error_text(wav_of({chunk("data", make_bytes({1, 2})), head})) ==
          "20: the WAV has no chunk \"fmt \" before its samples");
    CHECK(error_text(wav_of({chunk("fmt ", Bytes(15)), make_bytes({0})})) ==
          "20: the chunk fmt of the WAV has 15 bytes");
    CHECK(error_text(wav_of({chunk("fmt ", format(3, 1, 22050, 16))})) == "20: a WAV of coding 3, floating point");
    CHECK(error_text(wav_of({chunk("fmt ", format(2, 1, 22050, 16))})) == "20: a WAV of coding 2");
    CHECK(error_text(wav_of({chunk("fmt ", format(1, 1, 22050, 24))})) == "20: a WAV of 24 bits and 1 channel");
    CHECK(error_text(wav_of({chunk("fmt ", format(1, 0, 22050, 16))})) == "20: a WAV of 16 bits and 0 channels");
    CHECK(error_text(wav_of({chunk("fmt ", format(1, 3, 22050, 8))})) == "20: a WAV of 8 bits and 3 channels");
}

TEST_CASE("sound: stores type, bits, rate and length only if they differ from the WAV", "[sound]")
{
    const auto samples = std::make_shared<const Bytes>(make_bytes({1, 2, 3, 4}));
    struct Row {
        std::uint32_t type, bits;
        SampleFormat format;
        bool keeps_type, keeps_bits;
    };
    for (const Row& row : std::vector<Row>{{0, 0, {22050, 1, 8}, false, false},
                                           {1, 1, {22050, 1, 16}, false, false},
                                           {2, 0, {22050, 2, 8}, false, false},
                                           {3, 1, {22050, 2, 16}, false, false},
                                           {1, 0, {22050, 1, 16}, false, true},
                                           {0, 1, {22050, 1, 8}, false, true},
                                           {4, 0, {22050, 1, 8}, true, false},
                                           {7, 1, {22050, 1, 8}, true, true}}) {
        CAPTURE(row.type, row.bits);
        const Bytes bytes = sound_header(row.type, row.bits, 22050, 4);
        SoundHeader header;
        SharedBytes wav = read_sound(bytes, samples, *samples, header);
        CHECK(need(read_wav(wav)).format == row.format);
        CHECK(header.type.stored.has_value() == row.keeps_type);
        CHECK(header.bits.stored.has_value() == row.keeps_bits);
        CHECK_FALSE(header.rate.stored);
        CHECK_FALSE(header.length.stored);
        const SoundHeader before = header;
        const WrittenSound written = need(write_sound(header, wav));
        CHECK(Bytes(written.header.begin(), written.header.end()) == bytes);
        CHECK(written.samples.joined() == *samples);
        CHECK(header == before);
    }
    for (const std::uint32_t rate : {11025U, 22050U, 8000U}) {
        SoundHeader header;
        SharedBytes wav = read_sound(sound_header(0, 0, rate, 9), samples, *samples, header);
        CHECK(header.rate.stored.has_value() == (rate == 8000));
        CHECK(header.length.stored == 9U);
        CHECK(sound_length(sound_header(0, 0, rate, 9)) == 9);
        CHECK(need(write_sound(header, wav)).samples.joined() == *samples);
    }
}

TEST_CASE("sound: rejects a rate or type that contradicts its WAV", "[sound]")
{
    const auto samples = std::make_shared<const Bytes>(make_bytes({1, 2, 3, 4}));
    const auto written = [&](const SampleFormat& of, auto change) {
        SharedBytes wav = make_wav(of, samples, *samples);
        SoundHeader header;
        change(header);
        const Result<WrittenSound> sound = write_sound(header, wav);
        return sound ? "fine" : sound.error().field + ": " + sound.error().message;
    };
    CHECK(written({22050, 1, 8}, [](SoundHeader&) {}) == "fine");
    CHECK(written({44100, 1, 8}, [](SoundHeader&) {}) ==
          "rate: a WAV of 44100 Hz; the game's sounds have 22050 or 11025");
    CHECK(written({44100, 1, 8}, [](SoundHeader& header) { header.rate = 44100U; }) == "fine");
    CHECK(written({44100, 1, 8}, [](SoundHeader& header) { header.rate = 22050U; }) ==
          "rate: a WAV of 44100 Hz; the game's sounds have 22050 or 11025");
    CHECK(written({22050, 1, 8}, [](SoundHeader& header) { header.rate = 11025U; }) ==
          "rate: the rate is 11025 Hz and the WAV has 22050");
    CHECK(written({22050, 1, 8}, [](SoundHeader& header) { header.type = 3U; }) ==
          "type: the type is 16-bit stereo and the WAV is 8-bit mono");
    CHECK(written({22050, 2, 8}, [](SoundHeader& header) { header.type = 1U; }) ==
          "type: the type is 16-bit mono and the WAV is 8-bit stereo");
    CHECK(written({22050, 1, 8}, [](SoundHeader& header) { header.type = 4U; }) == "fine");  // an unknown type
}

TEST_CASE("WAV: describes an empty file, but none without rate, channels or bits", "[sound]")
{
    const auto words = [](const SampleFormat& of) {
        const Bytes wav = make_wav(of, nullptr, {}).joined();
        return describe_wav(wav, wav.size());
    };
    CHECK(words({11025, 1, 8}) == "0.0 s, 11025 Hz, 8 bits, mono");
    CHECK(words({0, 1, 8}).empty());
    CHECK(words({11025, 0, 8}).empty());
    CHECK(words({11025, 1, 0}).empty());
    const Bytes wav = make_wav({11025, 1, 8}, nullptr, {}).joined();
    CHECK(describe_wav(ByteView(wav).first(43), 100).empty());
    CHECK(describe_wav(wav, 43).empty());
}
