// Reads and writes sound headers.
#include "sound/sound_header.hpp"

#include <fmt/format.h>

#include "core/record/binary.hpp"

namespace redforge::sound {
namespace {

static_assert(wire_size<SoundHeader>() == sound_header_size);

bool is_standard_rate(std::uint32_t rate)
{
    return rate == 11025 || rate == 22050;
}

/// Returns the sample format of a type. Unknown types are played as 8-bit mono.
SampleFormat sample_format_of(std::uint32_t type, std::uint32_t rate)
{
    const bool known = type < sound_types.size();
    return {rate, static_cast<std::uint16_t>(known && type >= 2 ? 2 : 1),
            static_cast<std::uint16_t>(known && type % 2 == 1 ? 16 : 8)};
}

std::uint32_t type_of(const SampleFormat& format)
{
    return (format.channels == 2 ? 2U : 0U) + (format.bits == 16 ? 1U : 0U);
}

/// Removes values that follow from the samples.
void drop_derived(SoundHeader& header, const SampleFormat& format, std::size_t size)
{
    header.type.clear_if_equal(type_of(format));
    header.bits.clear_if_equal(format.bits == 16 ? 1 : 0);
    if (is_standard_rate(format.rate)) {
        header.rate.clear_if_equal(format.rate);
    }
    header.length.clear_if_equal(static_cast<std::uint32_t>(size));
}

}  // namespace

std::uint32_t sound_length(ByteView header_bytes)
{
    SoundHeader header;
    read_record(header_bytes.data(), header);
    return *header.length.stored;
}

SharedBytes read_sound(ByteView header_bytes, const std::shared_ptr<const void>& owner, ByteView samples,
                       SoundHeader& header)
{
    read_record(header_bytes.data(), header);
    const SampleFormat format = sample_format_of(*header.type.stored, *header.rate.stored);
    drop_derived(header, format, samples.size());
    return make_wav(format, owner, samples);
}

Result<WrittenSound> write_sound(SoundHeader& header, SharedBytes& wav)
{
    Result<Wav> read = read_wav(wav);
    if (!read) {
        return fail(read.error());
    }
    const SampleFormat format = read->format;
    const std::size_t size = read->samples.size();
    if (!is_standard_rate(format.rate) && header.rate.stored != format.rate) {
        return fail({.code = ErrorCode::unsupported,
                     .message = fmt::format("a WAV of {} Hz; the game's sounds have 22050 or 11025", format.rate),
                     .field = "rate",
                     .hint = fmt::format("convert it to 22050 Hz (sox IN.wav -r 22050 OUT.wav), or set rate=\"{}\" to "
                                         "use it as it is",
                                         format.rate)});
    }
    if (header.rate.stored && header.rate.stored != format.rate) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("the rate is {} Hz and the WAV has {}", *header.rate.stored, format.rate),
                     .field = "rate",
                     .hint = "leave the rate out: it follows from the WAV"});
    }
    if (header.type.stored && *header.type.stored < sound_types.size() && header.type.stored != type_of(format)) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("the type is {} and the WAV is {}", sound_types[*header.type.stored].label,
                                            sound_types[type_of(format)].label),
                     .field = "type",
                     .hint = "leave the type out: it follows from the WAV"});
    }
    WrittenSound sound;
    header.type = header.type.value_or(type_of(format));
    header.bits = header.bits.value_or(format.bits == 16 ? 1 : 0);
    header.rate = format.rate;
    header.length = header.length.value_or(static_cast<std::uint32_t>(size));
    write_record(sound.header.data(), header);
    drop_derived(header, format, size);

    // As in reading: contiguous samples share memory; other samples are copied to one buffer.
    const auto samples = std::make_shared<const SharedBytes>(std::move(read->samples));
    SoundHeader again;
    if (samples->pieces().size() <= 1) {
        wav = read_sound(sound.header, samples, samples->view(), again);
    } else {
        const auto joined = std::make_shared<const Bytes>(samples->joined());
        wav = read_sound(sound.header, joined, *joined, again);
    }
    sound.samples = *samples;
    header = again;
    return sound;
}

}  // namespace redforge::sound
