// INI files of the game: sections with keys. Every byte of a file is kept. Source: reference sheet "Redguard's other
// files".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "config/known_keys.hpp"
#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/values.hpp"

namespace redforge::config {

/// A line `name = value`.
struct Key {
    static constexpr std::string_view element = "key";

    Text name{};             ///< with its index: `world_map[12]`
    Text value{};            ///< without the blanks around it
    Text rest{};             ///< text after the value: blanks, and a comment after `;`
    Text indent{};           ///< blanks before the name
    Derived<Text> equals{};  ///< separator between name and value, if it differs from Ini::equals
    Derived<Text> end{};     ///< line end, if it differs from Ini::end

    /// The value's label and what it refers to depend on the name (known_keys.hpp).
    [[nodiscard]] static std::vector<Key> alternatives();
    [[nodiscard]] std::size_t alternative() const { return number_of_key_description(name.bytes); }

    friend bool operator==(const Key&, const Key&) = default;
};

template <class Archive>
void serialize(Archive& ar, Key& key, unsigned version)
{
    const KeyDescription& known = key_description(version);
    field(ar, "name", key.name, {.label = "Name", .always = true, .key = true, .ignores_case = true});
    field(ar, "value", key.value,
          {.label = known.label.empty() ? std::string_view("Value") : std::string_view(known.label),
           .doc = known.doc,
           .refers_to = known.refers_to});
    field(ar, "rest", key.rest,
          {.label = "Comment", .doc = "Text after the value: spaces, and a comment after a semicolon."});
    field(ar, "indent", key.indent, {.label = "Indent", .doc = "Blanks before the name."});
    field(ar, "equals", key.equals,
          {.label = "Equals sign",
           .doc = "Equals sign with its spaces, if they differ from the file's spaces.",
           .kind = Role::derived});
    field(ar, "end", key.end,
          {.label = "Line end",
           .doc = "Stored only if it differs from the line end of the file.",
           .kind = Role::derived});
}

/// A line other than a key: a row of a table, a comment, or empty.
struct Line {
    static constexpr std::string_view element = "line";

    Text text{};          ///< without the line end
    Derived<Text> end{};  ///< line end, if it differs from Ini::end

    friend bool operator==(const Line&, const Line&) = default;
};

template <class Archive>
void serialize(Archive& ar, Line& line, unsigned /*version*/)
{
    field(ar, "text", line.text, {.label = "Text", .doc = "A row of a table, a comment, or nothing."});
    field(ar, "end", line.end,
          {.label = "Line end",
           .doc = "Stored only if it differs from the line end of the file.",
           .kind = Role::derived});
}

using Lines = std::vector<std::variant<Key, Line>>;

/// A section: its heading line, and the lines up to the next section.
struct Section {
    static constexpr std::string_view element = "section";

    Text name;          ///< without brackets
    Text indent;        ///< blanks before the bracket
    Text rest;          ///< text after the closing bracket
    Derived<Text> end;  ///< line end, if it differs from Ini::end
    Lines lines;

    friend bool operator==(const Section&, const Section&) = default;
};

template <class Archive>
void serialize(Archive& ar, Section& section, unsigned /*version*/)
{
    field(ar, "name", section.name, {.label = "Name", .always = true, .key = true, .ignores_case = true});
    field(ar, "indent", section.indent, {.label = "Indent", .doc = "Blanks before the bracket."});
    field(ar, "rest", section.rest, {.label = "Comment", .doc = "Text after the closing bracket."});
    field(ar, "end", section.end,
          {.label = "Line end",
           .doc = "Stored only if it differs from the line end of the file.",
           .kind = Role::derived});
    list(ar, "lines", "", section.lines, {.label = "Lines"});
}

/// An INI file.
struct Ini {
    static constexpr std::string_view root = "ini";

    std::uint8_t has_bom{};  ///< 1: the file begins with the byte order mark of UTF-8
    Text equals{" = "};      ///< separator between name and value of the file's first key
    Text end{"\r\n"};        ///< line end of the file's first line
    Lines lines;             ///< lines before the first section
    std::vector<Section> sections;

    friend bool operator==(const Ini&, const Ini&) = default;
};

template <class Archive>
void serialize(Archive& ar, Ini& ini, unsigned /*version*/)
{
    field(ar, "has_bom", ini.has_bom,
          {.label = "Byte order mark",
           .doc = "1: the file begins with EF BB BF, which the game takes for a part of the first line.",
           .max = 1,
           .notation = Notation::boolean});
    field(ar, "equals", ini.equals,
          {.label = "Equals sign", .doc = "Equals sign with its blanks, as in the first key of the file."});
    field(ar, "end", ini.end, {.label = "Line end", .doc = "Line end of the first line of the file."});
    list(ar, "lines", "", ini.lines, {.label = "Lines before the first section"});
    list(ar, "sections", Section::element, ini.sections, {.label = "Sections"});
}

/// Returns true if the bytes are certainly an INI file: text whose first line after comments is a section or, as in
/// FOG.INI, comma-separated numbers. Other INI files are recognised by name only.
[[nodiscard]] bool is_ini(ByteView bytes);

/// Returns true if the bytes can be the beginning of an INI file: comments only so far.
[[nodiscard]] bool can_begin_ini(ByteView first);

/// Reads an INI file. Errors: malformed (a NUL byte).
[[nodiscard]] Result<Ini> read_ini(ByteView bytes, RawFallbacks* kept = nullptr);

/// Returns the bytes of an INI file. Errors: mismatch (a line would read back differently).
[[nodiscard]] Result<Bytes> write_ini(const Ini& ini);

/// Returns the value of the first key with this name, ignoring case, or null if there is none.
[[nodiscard]] const Text* find_value(const Section& section, std::string_view name);
[[nodiscard]] const Section* find_section(const Ini& ini, std::string_view name);

}  // namespace redforge::config
