// Sounds of the game as WAV files, and WAV files as sounds of the game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/shared_bytes.hpp"

namespace redforge::sound {

/// How samples are to be played. 8-bit samples are unsigned, 16-bit ones signed and little-endian, in the game's files
/// and in WAV alike; stereo has left and right in turn.
struct SampleFormat {
    std::uint32_t rate{22050};  ///< frames a second
    std::uint16_t channels{1};  ///< 1 or 2
    std::uint16_t bits{8};      ///< of a sample: 8 or 16

    friend bool operator==(const SampleFormat&, const SampleFormat&) = default;
};

/// A plain WAV file: a header of 44 bytes, the samples where they are, and a zero byte behind an odd number of them.
[[nodiscard]] SharedBytes make_wav(const SampleFormat& format, const std::shared_ptr<const void>& owner,
                                   ByteView samples);

/// What a WAV file holds.
struct Wav {
    SampleFormat format;
    SharedBytes samples;  ///< views of the file
};

/// Reads a WAV file of samples that the game plays; chunks besides `fmt ` and `data` are passed over.
/// Errors: malformed (no WAV, or its chunks do not fit), unsupported (compressed, more than 16 bits or two channels),
/// each with what to do about it.
[[nodiscard]] Result<Wav> read_wav(const SharedBytes& file);

/// "3.2 s, 22050 Hz, 16 bits, mono", by the first 44 bytes of a plain WAV of that size; empty where it is none.
[[nodiscard]] std::string wav_words(ByteView beginning, std::size_t size);

}  // namespace redforge::sound
