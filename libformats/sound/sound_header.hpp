// The 27-byte header before the samples of a voice or an effect. Source: reference sheet "Redguard's other files".
#pragma once

#include <array>
#include <cstdint>

#include "core/bytes/bytes.hpp"
#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/values.hpp"
#include "sound/wav.hpp"

namespace redforge::sound {

/// Size of the header in a file, in bytes.
inline constexpr std::size_t sound_header_size = 27;

/// Names of SoundHeader::type.
inline constexpr std::array<EnumName, 4> sound_types{{{0, "mono_8", "8-bit mono"},
                                                      {1, "mono_16", "16-bit mono"},
                                                      {2, "stereo_8", "8-bit stereo"},
                                                      {3, "stereo_16", "16-bit stereo"}}};

/// Header of a sound, in file order. Type, bits, rate and length follow from the WAV and are stored only if a file has
/// other values. All voices and effects of the game have level 100.
struct SoundHeader {
    Derived<std::uint32_t> type;
    Derived<std::uint32_t> bits;  ///< 0: 8, 1: 16
    Derived<std::uint32_t> rate;  ///< Hz: 11025 or 22050; stored for other rates
    std::uint8_t level{100};
    std::int8_t loop{};  ///< 0: plays once; -1 or -31: repeats
    std::uint32_t loop_start{};
    std::uint32_t loop_end{0xFFFFFFFF};
    Derived<std::uint32_t> length;  ///< bytes of samples
    std::uint8_t spare{};

    friend bool operator==(const SoundHeader&, const SoundHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, SoundHeader& header, unsigned /*version*/)
{
    field(ar, "type", header.type, {.label = "Type", .kind = Role::derived, .enum_names = sound_types});
    field(ar, "bits", header.bits, {.label = "Bits", .doc = "0: 8 bits, 1: 16 bits.", .kind = Role::derived});
    field(
        ar, "rate", header.rate,
        {.label = "Rate", .unit = "Hz", .doc = "Stored only if it is neither 11025 nor 22050.", .kind = Role::derived});
    field(ar, "level", header.level, {.label = "Level", .doc = "100 in all files of the game."});
    field(ar, "loop", header.loop, {.label = "Loop", .doc = "0 plays once, -1 and -31 loop."});
    field(ar, "loop_start", header.loop_start, {.label = "Loop start", .doc = "0 in all files of the game."});
    field(ar, "loop_end", header.loop_end, {.label = "Loop end", .doc = "4294967295 in all files of the game."});
    field(ar, "length", header.length, {.label = "Length", .unit = "bytes", .kind = Role::derived});
    field(ar, "spare", header.spare, {.kind = Role::reserved});
}

/// Reads a header, and returns a WAV of its samples. `samples` is a view of memory that `owner` keeps alive.
/// Precondition: the header has 27 bytes.
[[nodiscard]] SharedBytes read_sound(ByteView header_bytes, const std::shared_ptr<const void>& owner, ByteView samples,
                                     SoundHeader& header);

/// Returns the stored length of the samples, in bytes. Precondition: the header has 27 bytes.
[[nodiscard]] std::uint32_t sound_length(ByteView header_bytes);

/// Bytes of a header, and the samples of the WAV.
struct WrittenSound {
    std::array<std::byte, sound_header_size> header{};
    SharedBytes samples;
};

/// Converts a WAV to a header and samples. Removes values from `header` that follow from the WAV, and normalises `wav`
/// to the result of read_sound(). Errors: those of read_wav(); unsupported (a rate that the game does not support,
/// unless it is stored in `header`).
[[nodiscard]] Result<WrittenSound> write_sound(SoundHeader& header, SharedBytes& wav);

}  // namespace redforge::sound
