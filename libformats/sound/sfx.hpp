// MAIN.SFX: the sound effects of the game. Source: reference sheet "Redguard's other files".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"
#include "sound/sound_header.hpp"

namespace redforge::sound {

/// A sound effect. Maps and animations refer to it by number.
struct Effect {
    static constexpr std::string_view element = "effect";

    std::uint32_t number{};  ///< its index in the file, from 0
    SoundHeader sound;
    SharedBytes wav;

    [[nodiscard]] std::string stem() const;  ///< Returns the stem of its file name, such as "007".

    friend bool operator==(const Effect&, const Effect&) = default;
};

template <class Archive>
void serialize(Archive& ar, Effect& effect, unsigned version)
{
    field(ar, "number", effect.number,
          {.label = "Number",
           .doc = "Position in the file, from 0. Maps and scripts refer to this number.",
           .always = true,
           .key = true,
           .names = Target::sound});
    serialize(ar, effect.sound, version);
    byte_range(ar, "wav", effect.wav,
               {.label = "Sound", .doc = "A WAV file.", .folder = "effects", .extension = ".wav"}, effect.stem());
}

/// A sound effects file.
struct Effects {
    static constexpr std::string_view root = "effects";

    FixedText<32> description;
    Derived<std::uint32_t> count;
    std::vector<Effect> effects;
    Bytes rest;             ///< bytes of FXDT after the last complete effect
    std::uint8_t no_end{};  ///< 1: `END ` is missing
    Bytes tail;             ///< bytes after FXDT, after `END `, or instead of it

    friend bool operator==(const Effects&, const Effects&) = default;
};

template <class Archive>
void serialize(Archive& ar, Effects& effects, unsigned /*version*/)
{
    field(ar, "description", effects.description, {.label = "Description"});
    field(ar, "count", effects.count, {.label = "Effects", .kind = Role::derived});
    field(ar, "no_end", effects.no_end,
          {.label = "File ends without END", .doc = "1: END is missing.", .max = 1, .notation = Notation::boolean});
    list(ar, "effects", Effect::element, effects.effects, {.label = "Effects", .doc = "Effect 0 is first."});
    blob(ar, "rest", effects.rest, {.label = "Bytes after the last complete effect"});
    blob(ar, "tail", effects.tail, {.label = "Tail", .doc = "Bytes after END, or instead of END."});
}

/// Returns true if the bytes begin like an effects file: FXHD and its size.
[[nodiscard]] bool is_effects(ByteView bytes);

/// Number of bytes that effect_count() needs.
inline constexpr std::size_t effects_head_size = 44;
/// Returns the number of effects in the header of a file. `head`: the first effects_head_size bytes. Returns nullopt if
/// the file is not an effects file.
[[nodiscard]] std::optional<std::uint32_t> effect_count(ByteView head);

/// Reads a file. The file must be contiguous; it stays in memory with the document. Errors: truncated (the header or
/// FXDT is incomplete), malformed (not an effects file).
[[nodiscard]] Result<Effects> read_effects(const SharedBytes& file, RawFallbacks* kept = nullptr);
[[nodiscard]] Result<Effects> read_effects(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of a document. Errors: those of write_sound(), out_of_range (more than 4 GiB), mismatch (the
/// document would read back differently).
[[nodiscard]] Result<SharedBytes> encode_effects(Effects effects);
/// Sets the number of each effect to its index.
void update_dependents(const Effects& before, Effects& after);
[[nodiscard]] Result<Bytes> write_effects(const Effects& effects);

}  // namespace redforge::sound
