// The texts of a localised plugin: .STRINGS, .DLSTRINGS and .ILSTRINGS files, in which records find them by number.
// Source: UESP wiki, "Skyrim Mod:String Table File Format".
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/code_page.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/raw_fallback.hpp"
#include "core/values.hpp"

namespace redforge::tes {

/// One text.
struct StringEntry {
    static constexpr std::string_view element = "string";

    std::uint32_t id{};  ///< the number that records of the plugin have in its place
    Text text;           ///< without the NUL at its end
    /// Which of the texts it is in the order in which they stand behind the directory, from 0. Entries of one text may share it.
    /// Where it is not stored, the entry's text stands behind all that have one, in the order of the entries.
    Derived<std::uint32_t> row;

    friend bool operator==(const StringEntry&, const StringEntry&) = default;
};

/// The number in decimal, as texts of earlier versions have it.
inline bool take_decimal_id(StringEntry& entry, std::int64_t number)
{
    entry.id = static_cast<std::uint32_t>(number);
    return true;
}

template <class Archive>
void serialize(Archive& ar, StringEntry& entry, unsigned /*version*/)
{
    field(ar, "id", entry.id, {.label = "Number", .always = true, .notation = Notation::hexadecimal, .key = true});
    superseded(ar, "id", entry, {.by = "id", .max = 0xFFFFFFFF, .take = take_decimal_id});
    field(ar, "text", entry.text, {.label = "Text"});
    field(ar, "row", entry.row,
          {.label = "Row",
           .doc = "Orders the texts where that is not the order of the directory; entries of one row share their text.",
           .kind = Role::derived});
}

inline constexpr std::array<EnumName, 2> string_table_kinds{
    {{0, "plain", "Texts alone, as in .STRINGS"}, {1, "sized", "A size before each, as in .DLSTRINGS and .ILSTRINGS"}}};

/// A file of them.
struct StringTable {
    static constexpr std::string_view root = "strings";

    std::uint8_t kind{};
    std::vector<StringEntry> strings;
    /// Instead of them: a whole file whose texts do not stand one behind the other, or are shared so often that all together would
    /// be more than 16 times its size.
    Bytes unread;

    friend bool operator==(const StringTable&, const StringTable&) = default;
};

template <class Archive>
void serialize(Archive& ar, StringTable& table, unsigned /*version*/)
{
    field(ar, "kind", table.kind, {.label = "Kind", .max = 1, .always = true, .enum_names = string_table_kinds});
    list(ar, "strings", StringEntry::element, table.strings, {.label = "Texts"});
    blob(ar, "unread", table.unread,
         {.label = "Bytes of a file whose texts do not stand one behind the other",
          .folder = "unread",
          .extension = ".bin"});
}

/// Whether bytes are such a file: the header says their number.
[[nodiscard]] bool is_string_table(ByteView bytes);
/// Whether bytes may be the beginning of one.
[[nodiscard]] bool may_begin_string_table(ByteView first);

/// Errors: malformed.
[[nodiscard]] Result<StringTable> read_string_table(ByteView bytes, RawFallbacks* kept = nullptr);
/// Errors: mismatch (rows that would be read otherwise, a text with a NUL in a file of plain ones), out_of_range.
[[nodiscard]] Result<Bytes> write_string_table(const StringTable& table);

/// The code page that its texts are most likely written in.
[[nodiscard]] CodePage guess_page_of(const StringTable& table);
/// Returns the code page by the language in the name of the file ("Mod_Czech.STRINGS"), else that of guess_page_of().
[[nodiscard]] CodePage page_of_file(const StringTable& table, const std::filesystem::path& file);

/// Gives rows the numbers that a file will have, after edits.
void update_dependents(const StringTable& before, StringTable& after);

}  // namespace redforge::tes
