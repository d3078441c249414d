// Conversion between game sounds and WAV files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/bytes/bytes.hpp"
#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"

namespace redforge::sound {

/// Playback format of samples. 8-bit samples are unsigned, 16-bit samples signed and little-endian, in game files and
/// WAV files. Stereo samples are interleaved, left first.
struct SampleFormat {
    std::uint32_t rate{22050};  ///< frames per second
    std::uint16_t channels{1};  ///< 1 or 2
    std::uint16_t bits{8};      ///< per sample: 8 or 16

    friend bool operator==(const SampleFormat&, const SampleFormat&) = default;
};

/// Returns a plain WAV file: a 44-byte header, the samples without a copy, and a zero byte after an odd number of
/// bytes.
[[nodiscard]] SharedBytes make_wav(const SampleFormat& format, const std::shared_ptr<const void>& owner,
                                   ByteView samples);

/// Content of a WAV file.
struct Wav {
    SampleFormat format;
    SharedBytes samples;  ///< views of the file
};

/// Reads a WAV file in a format that the game plays. Skips chunks other than `fmt ` and `data`. Errors: malformed (not
/// a WAV, or inconsistent chunks), unsupported (compressed, more than 16 bits or two channels), each with a hint.
[[nodiscard]] Result<Wav> read_wav(const SharedBytes& file);

/// Returns a description such as "3.2 s, 22050 Hz, 16 bits, mono" from the first 44 bytes of a plain WAV of this size.
/// Returns an empty string for other files.
[[nodiscard]] std::string describe_wav(ByteView beginning, std::size_t size);

}  // namespace redforge::sound
