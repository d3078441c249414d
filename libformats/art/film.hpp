// .SMK: a Smacker film. Its header is read; the compressed frames and sounds stay bytes. Source: reference sheet
// "engine facts", 5; the published layout of Smacker 2.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::art {

/// Bits of a film's flags.
inline constexpr std::array<EnumName, 3> film_flags{{
    {1, "ring", "One extra frame for looping"},
    {2, "double_height", "Shown at double height"},
    {4, "interlaced", "Shown at double height, every other line"},
}};

/// Header of a film, 104 bytes, in file order.
struct FilmHeader {
    FixedText<4> signature{"SMK2"};  ///< or SMK4
    std::uint32_t width{};           ///< pixels
    std::uint32_t height{};          ///< pixels, before it is doubled
    std::uint32_t frames{};          ///< not counting the extra frame of flag `ring`
    std::int32_t timing{};           ///< duration of a frame: ms if positive; a negative number counts 1/100 ms
    std::uint32_t flags{};           ///< film_flags
    std::array<std::uint32_t, 7> audio_sizes{};
    std::uint32_t trees_size{};
    std::array<std::uint32_t, 4> tree_memory{};
    std::array<std::uint32_t, 7> audio_rates{};
    std::uint32_t reserved{};
    friend bool operator==(const FilmHeader&, const FilmHeader&) = default;
};

template <class Archive>
constexpr void serialize(Archive& ar, FilmHeader& film, unsigned /*version*/)
{
    field(ar, "signature", film.signature, {.label = "Signature"});
    field(ar, "width", film.width, {.label = "Width", .unit = "pixels"});
    field(ar, "height", film.height, {.label = "Height", .unit = "pixels", .doc = "Height before doubling."});
    field(ar, "frames", film.frames, {.label = "Frames"});
    field(ar, "timing", film.timing,
          {.label = "Frame duration", .doc = "In milliseconds; negative numbers are in hundredths of a millisecond."});
    field(ar, "flags", film.flags, {.label = "Flags", .enum_names = film_flags, .flags = true});
    field(ar, "audio_sizes", film.audio_sizes, {.label = "Sound sizes", .unit = "bytes"});
    field(ar, "trees_size", film.trees_size, {.label = "Tree size", .unit = "bytes"});
    field(ar, "tree_memory", film.tree_memory, {.label = "Tree memory", .unit = "bytes"});
    field(ar, "audio_rates", film.audio_rates,
          {.label = "Sound rates", .doc = "Rate in Hz, with flags in the highest byte."});
    field(ar, "reserved", film.reserved, {.kind = Role::reserved});
}

/// A film.
struct Film : FilmHeader {
    static constexpr std::string_view root = "film";

    SharedBytes content{};  ///< tables, trees and frames

    friend bool operator==(const Film&, const Film&) = default;
};

template <class Archive>
void serialize(Archive& ar, Film& film, unsigned version)
{
    serialize(ar, static_cast<FilmHeader&>(film), version);
    byte_range(ar, "content", film.content,
               {.label = "Content", .doc = "Tables, trees and frames.", .folder = "frames", .extension = ".bin"},
               "film");
}

/// Returns true if the bytes begin with the header of a film.
[[nodiscard]] bool is_film(ByteView bytes);
/// Reads a film. The content is a view of the file. Errors: truncated, malformed (no header).
[[nodiscard]] Result<Film> read_film(const SharedBytes& file, RawFallbacks* kept = nullptr);
/// Returns the bytes of a film. Errors: mismatch (a signature other than SMK2 and SMK4).
[[nodiscard]] Result<SharedBytes> encode_film(Film film);

/// Returns the time of a frame, in microseconds; 100,000 if the header has 0.
[[nodiscard]] std::uint64_t frame_microseconds(const FilmHeader& film);
/// Returns the height at which a player shows the film, in pixels.
[[nodiscard]] std::uint64_t shown_height(const FilmHeader& film);
/// Returns a description such as "640 x 480 pixels, 6,895 frames, 459.6 s".
[[nodiscard]] std::string film_description(const FilmHeader& film);

}  // namespace redforge::art
