// SOUP386.DEF: the names of functions, properties, attributes and flags. Source: reference sheet "SOUP bytecode and
// SOUP386.DEF".
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/record/field.hpp"
#include "core/record/values.hpp"

namespace redforge::soup {

/// A line of the file. Numbers of functions, properties and flags follow from the order of the lines.
struct DefinitionLine {
    static constexpr std::string_view element = "line";
    static constexpr std::string_view kinds = "section function property equate auto endauto attribute flag other";

    Text kind{"other"};
    Text type;              ///< task, multitask, function; BOOL, NUMBER, FLIPFLOP
    Text name;              ///< for a section, without its brackets
    std::int32_t value{};   ///< number of parameters of a function; value of a flag or an equate
    Text comment;           ///< text after the semicolon
    Derived<Text> written;  ///< the whole line with its line break, if it differs from the standard spelling

    friend bool operator==(const DefinitionLine&, const DefinitionLine&) = default;
};

template <class Archive>
void serialize(Archive& ar, DefinitionLine& line, unsigned /*version*/)
{
    field(ar, "kind", line.kind,
          {.label = "Kind", .choices = DefinitionLine::kinds, .always = true, .invalidates = "written"});
    field(ar, "type", line.type,
          {.label = "Type", .doc = "task, multitask or function; BOOL, NUMBER or FLIPFLOP.", .invalidates = "written"});
    field(ar, "name", line.name, {.label = "Name", .invalidates = "written"});
    field(ar, "value", line.value,
          {.label = "Value",
           .doc = "Number of parameters of a function, or value of a flag or equate.",
           .invalidates = "written"});
    field(ar, "comment", line.comment, {.label = "Comment", .invalidates = "written"});
    field(ar, "written", line.written,
          {.doc = "The line with its line break, if it differs from the standard form.", .kind = Role::derived});
}

/// The content of SOUP386.DEF, with comments, empty lines and unknown lines.
struct Definitions {
    static constexpr std::string_view root = "definitions";

    std::vector<DefinitionLine> lines;

    friend bool operator==(const Definitions&, const Definitions&) = default;
};

template <class Archive>
void serialize(Archive& ar, Definitions& definitions, unsigned /*version*/)
{
    list(ar, "lines", DefinitionLine::element, definitions.lines, {.label = "Lines"});
}

/// Returns true if the bytes look like SOUP386.DEF: a line `[functions]` preceded by comments only.
[[nodiscard]] bool is_definitions(ByteView bytes);

/// Returns true if the bytes can be the beginning of SOUP386.DEF: comments only so far, or a part of `[functions]`.
[[nodiscard]] bool can_begin_definitions(ByteView first);

/// Reads the file. Errors: malformed if it contains a NUL or has no section.
[[nodiscard]] Result<Definitions> read_definitions(ByteView bytes);

/// Writes the file. Errors: a line that would read back differently; the error names it.
[[nodiscard]] Result<Bytes> write_definitions(const Definitions& definitions);

}  // namespace redforge::soup
