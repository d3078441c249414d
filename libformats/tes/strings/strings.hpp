// The texts of a localised plugin: .STRINGS, .DLSTRINGS and .ILSTRINGS files, in which records find them by number.
// Source: UESP wiki, "Skyrim Mod:String Table File Format".
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"
#include "core/text/code_page.hpp"

namespace redforge::tes {

/// One text.
struct StringEntry {
    static constexpr std::string_view element = "string";

    std::uint32_t id{};  ///< the number that records of the plugin store
    Text text;           ///< without the NUL at its end
    /// 0-based position of the text in the data after the directory. Entries can share one text. Texts of entries
    /// without a stored row follow those with one, in the order of the entries.
    Derived<std::uint32_t> row;

    friend bool operator==(const StringEntry&, const StringEntry&) = default;
};

/// Reads the number in decimal, for texts of earlier versions.
inline bool take_decimal_id(StringEntry& entry, std::uint32_t number)
{
    entry.id = number;
    return true;
}

template <class Archive>
void serialize(Archive& ar, StringEntry& entry, unsigned /*version*/)
{
    field(ar, "id", entry.id, {.label = "Number", .always = true, .notation = Notation::hexadecimal, .key = true});
    superseded<std::uint32_t>(ar, "id", entry, {.by = "id", .take = take_decimal_id});
    field(ar, "text", entry.text, {.label = "Text"});
    field(
        ar, "row", entry.row,
        {.label = "Row",
         .doc =
             "Order of the texts, if it differs from the order of the directory. Entries of one row share their text.",
         .kind = Role::derived});
}

inline constexpr std::uint8_t empty_string_table = 2;
inline constexpr std::array<EnumName, 3> string_table_kinds{
    {{0, "plain", "Texts alone, as in .STRINGS"},
     {1, "sized", "A size before each, as in .DLSTRINGS and .ILSTRINGS"},
     {empty_string_table, "empty", "A file of no bytes, without texts"}}};

/// A string file.
struct StringTable {
    static constexpr std::string_view root = "strings";

    std::uint8_t kind{};
    std::vector<StringEntry> strings;
    /// Replaces `strings`: the complete file, if its texts are not contiguous, or are shared so often that the entries
    /// would need more than 16 times its size.
    Bytes unread;

    friend bool operator==(const StringTable&, const StringTable&) = default;
};

template <class Archive>
void serialize(Archive& ar, StringTable& table, unsigned /*version*/)
{
    field(ar, "kind", table.kind,
          {.label = "Kind", .max = empty_string_table, .always = true, .enum_names = string_table_kinds});
    list(ar, "strings", StringEntry::element, table.strings, {.label = "Texts"});
    blob(ar, "unread", table.unread,
         {.label = "Bytes of a file whose texts are not adjacent", .folder = "unread", .extension = ".bin"});
}

/// Returns true if bytes are a string file, by the size in the header.
[[nodiscard]] bool is_string_table(ByteView bytes);
/// Returns true if bytes can be the beginning of a string file.
[[nodiscard]] bool can_begin_string_table(ByteView first);

/// Reads a string file. A file of 0 bytes is an empty table. Errors: malformed.
[[nodiscard]] Result<StringTable> read_string_table(ByteView bytes, RawFallbacks* kept = nullptr);
/// Returns the bytes of a string file. Errors: mismatch (rows would read back differently, or a text in a plain file
/// has a NUL), out_of_range.
[[nodiscard]] Result<Bytes> write_string_table(const StringTable& table);

/// Guesses the code page of the texts.
[[nodiscard]] CodePage guess_page_of(const StringTable& table);
/// Returns the code page by the language in the name of the file ("Mod_Czech.STRINGS"), else that of guess_page_of().
[[nodiscard]] CodePage page_of_file(const StringTable& table, const std::filesystem::path& file);

/// Updates the rows after edits.
void update_dependents(const StringTable& before, StringTable& after);

}  // namespace redforge::tes
