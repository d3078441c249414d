// ENGLISH.RTX: what is said in the game, each text with its label and maybe a voice. Source: reference sheet "Redguard's
// other files". A file has 185 MB: the document has the texts, and views of the voices in the file.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/field.hpp"
#include "core/raw_fallback.hpp"
#include "core/values.hpp"
#include "sound/sound_header.hpp"

namespace redforge::sound {

/// One text, by its label.
struct Entry {
    static constexpr std::string_view element = "entry";

    FixedText<4> label{};  ///< any characters; scripts name the entry by it
    Text text{};           ///< in the code page of the edition
    Derived<std::uint32_t>
        row{};               ///< in the index at the end of the file, which may have another order than the entries
    SoundHeader sound{};     ///< of the voice
    SharedBytes voice{};     ///< a WAV; empty for text alone
    Bytes payload{};         ///< instead of text and voice: what does not fit their layout
    std::uint8_t no_text{};  ///< 1: the entry has nothing but its payload, not even the length of a text

    friend bool operator==(const Entry&, const Entry&) = default;
};

template <class Archive>
void serialize(Archive& ar, Entry& entry, unsigned version)
{
    field(ar, "label", entry.label, {.label = "Label", .always = true, .key = true, .names = Target::dialogue});
    field(ar, "row", entry.row,
          {.label = "Row in the index",
           .doc = "Orders the index at the end of the file; entries without it come last, in their own order.",
           .kind = Role::derived});
    field(ar, "text", entry.text, {.label = "Text"});
    field(ar, "no_text", entry.no_text,
          {.label = "Bytes only",
           .doc = "1: the entry has nothing but its bytes.",
           .max = 1,
           .notation = Notation::boolean});
    serialize(ar, entry.sound, version);
    byte_range(ar, "voice", entry.voice,
               {.label = "Voice", .doc = "A WAV file.", .folder = "voices", .extension = ".wav"}, entry.label.view());
    blob(ar, "payload", entry.payload, {.label = "Bytes that are neither text nor voice"});
}

/// The file.
struct Dialogue {
    static constexpr std::string_view root = "dialogue";

    std::vector<Entry> entries;
    Bytes index;              ///< what follows `END `, where it is not the usual index and footer
    std::uint8_t no_end{};    ///< 1: `END ` is not there
    std::uint8_t no_index{};  ///< 1: nothing follows `END `
    /// Not a part of the document: the file that it was read from, whose voices it looks at.
    SharedBytes file;

    friend bool operator==(const Dialogue& a, const Dialogue& b)
    {
        return a.entries == b.entries && a.index == b.index && a.no_end == b.no_end && a.no_index == b.no_index;
    }
};

template <class Archive>
void serialize(Archive& ar, Dialogue& dialogue, unsigned /*version*/)
{
    field(ar, "no_end", dialogue.no_end,
          {.label = "File ends without END",
           .doc = "1: the file ends without END and the index.",
           .max = 1,
           .notation = Notation::boolean});
    field(ar, "no_index", dialogue.no_index,
          {.label = "File ends without an index",
           .doc = "1: the file ends behind END, without the index.",
           .max = 1,
           .notation = Notation::boolean});
    list(ar, "entries", Entry::element, dialogue.entries, {.label = "Texts and voices"});
    blob(ar, "index", dialogue.index,
         {.label = "Index", .doc = "What follows END, where it is not the usual index of the entries."});
}

/// Whether the bytes begin as such a file: a label, a size, and a text that fits it.
[[nodiscard]] bool is_dialogue(ByteView bytes);

/// Reads a file that is in one piece and stays in memory with the document. What does not fit is kept as bytes.
/// Errors: malformed (no such file), truncated (its first entry is longer than the file).
[[nodiscard]] Result<Dialogue> read_dialogue(const SharedBytes& file, RawFallbacks* kept = nullptr);
[[nodiscard]] Result<Dialogue> read_dialogue(ByteView bytes, RawFallbacks* kept = nullptr);

/// The file that a document says, most of it views of the voices.
/// Errors: those of write_sound(), out_of_range (more than 4 GiB), mismatch (an index that would read as the usual one).
[[nodiscard]] Result<SharedBytes> encode_dialogue(Dialogue dialogue);
[[nodiscard]] Result<Bytes> write_dialogue(const Dialogue& dialogue);

}  // namespace redforge::sound
