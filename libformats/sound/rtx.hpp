// ENGLISH.RTX: the dialogue of the game. Each text has a label and an optional voice. The file has 185 MB, so the
// document contains views of the voices instead of copies. Source: reference sheet "Redguard's other files".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"
#include "sound/sound_header.hpp"

namespace redforge::sound {

/// A text with its label and voice.
struct Entry {
    static constexpr std::string_view element = "entry";

    FixedText<4> label{};          ///< any characters; scripts refer to the entry by its label
    Text text{};                   ///< in the code page of the edition
    Derived<std::uint32_t> row{};  ///< index in the table at the end of the file, which can have another order than the
                                   ///< entries
    SoundHeader sound{};           ///< header of the voice
    SharedBytes voice{};           ///< a WAV, or empty if the entry has no voice
    Bytes payload{};               ///< instead of text and voice, if they do not fit the layout
    std::uint8_t no_text{};        ///< 1: the entry has only a payload
    Bytes gap{};                   ///< bytes between the previous entry and this one

    friend bool operator==(const Entry&, const Entry&) = default;
};

template <class Archive>
void serialize(Archive& ar, Entry& entry, unsigned version)
{
    field(ar, "label", entry.label, {.label = "Label", .always = true, .key = true, .names = Target::dialogue});
    field(
        ar, "row", entry.row,
        {.label = "Row in the index",
         .doc =
             "Position in the index at the end of the file. Entries without it are last, in the order of the entries.",
         .kind = Role::derived});
    field(ar, "text", entry.text, {.label = "Text"});
    field(ar, "no_text", entry.no_text,
          {.label = "Bytes only",
           .doc = "1: the entry contains only raw bytes.",
           .max = 1,
           .notation = Notation::boolean});
    serialize(ar, entry.sound, version);
    byte_range(ar, "voice", entry.voice,
               {.label = "Voice", .doc = "A WAV file.", .folder = "voices", .extension = ".wav"}, entry.label.view());
    blob(ar, "payload", entry.payload, {.label = "Bytes that are neither text nor voice"});
    blob(ar, "gap", entry.gap, {.label = "Gap", .doc = "Bytes between the previous entry and this one."});
}

/// A dialogue file.
struct Dialogue {
    static constexpr std::string_view root = "dialogue";

    std::vector<Entry> entries;
    Bytes gap;                ///< bytes between the last entry and `END `
    Bytes index;              ///< bytes after `END `, if they are not a standard index with its footer
    std::uint8_t no_end{};    ///< 1: `END ` is missing
    std::uint8_t no_index{};  ///< 1: there are no bytes after `END `
    /// The source file of the voice views. Not part of the document.
    SharedBytes file;

    friend bool operator==(const Dialogue& a, const Dialogue& b)
    {
        return a.entries == b.entries && a.gap == b.gap && a.index == b.index && a.no_end == b.no_end &&
               a.no_index == b.no_index;
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
           .doc = "1: the file ends after END, without the index.",
           .max = 1,
           .notation = Notation::boolean});
    list(ar, "entries", Entry::element, dialogue.entries, {.label = "Texts and voices"});
    blob(ar, "gap", dialogue.gap, {.label = "Gap", .doc = "Bytes between the last entry and END."});
    blob(ar, "index", dialogue.index,
         {.label = "Index", .doc = "Bytes after END, if they are not the standard index of the entries."});
}

/// Returns true if the bytes begin like a dialogue file: a label, a size, and a text that fits it.
[[nodiscard]] bool is_dialogue(ByteView bytes);

/// Reads a file. The file must be contiguous; it stays in memory with the document. Data that does not fit is kept as
/// bytes. If the entries do not follow each other up to `END `, they are found by the index, and the bytes between them
/// are gaps. Errors: malformed (not a dialogue file), truncated (its first entry is longer than the file).
[[nodiscard]] Result<Dialogue> read_dialogue(const SharedBytes& file, RawFallbacks* kept = nullptr);
[[nodiscard]] Result<Dialogue> read_dialogue(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of a document, mostly as views of the voices. Errors: those of write_sound(), out_of_range (more
/// than 4 GiB), mismatch (an index that would read back as the standard index, or a gap that would read back as an
/// entry).
[[nodiscard]] Result<SharedBytes> encode_dialogue(Dialogue dialogue);
[[nodiscard]] Result<Bytes> write_dialogue(const Dialogue& dialogue);

}  // namespace redforge::sound
