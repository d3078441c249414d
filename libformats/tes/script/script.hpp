// The body of a script in SCPT, INFO and QUST records: source, compiled code, variables, references.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "core/record/field.hpp"
#include "core/record/leaf.hpp"
#include "tes/form/form_id.hpp"
#include "tes/script/side_text.hpp"

namespace redforge::tes {

/// Default value of the 7 bytes after a variable's type, which the editor does not set.
inline const Bytes default_padding(7, std::byte{0xCD});

/// A local variable: SLSD and the SCVR after it. SLSD is a copy of 24 bytes of the editor's memory.
struct Variable {
    static constexpr std::string_view element = "variable";

    std::uint32_t index{};
    Text name;
    std::uint8_t is_integer{};
    Bytes value{Bytes(12)};  ///< bytes 4 to 15: memory of the variable's value; nearly always zero
    Derived<Bytes> padding;  ///< bytes 17 to 23, if they differ from the script's

    friend bool operator==(const Variable&, const Variable&) = default;
};

inline constexpr std::array<EnumName, 2> variable_types{
    {{0, "float", "float, ref, array_var"}, {1, "integer", "short, long, string_var"}}};

template <class Archive>
void serialize(Archive& ar, Variable& variable, unsigned /*version*/)
{
    field(ar, "index", variable.index, {.label = "Index", .always = true});
    field(ar, "name", variable.name, {.label = "Name", .always = true, .key = true});
    field(ar, "type", variable.is_integer, {.label = "Type", .enum_names = variable_types});
    field(ar, "value", variable.value, {.doc = "Bytes 4 to 15 of SLSD.", .kind = Role::opaque});
    field(ar, "padding", variable.padding,
          {.doc = "Bytes 17 to 23 of SLSD, if they differ from those of the script.", .kind = Role::derived});
}

/// SCRO: a form that the code refers to.
struct FormReference {
    static constexpr std::string_view element = "form";

    FormId form_id;

    friend bool operator==(const FormReference&, const FormReference&) = default;
};

template <class Archive>
void serialize(Archive& ar, FormReference& reference, unsigned /*version*/)
{
    field(ar, "form_id", reference.form_id, {.label = "FormID", .refers_to = Target::form, .always = true});
}

/// SCRV: a variable of type ref that the code refers to.
struct VariableReference {
    static constexpr std::string_view element = "local";

    std::uint32_t variable{};

    friend bool operator==(const VariableReference&, const VariableReference&) = default;
};

template <class Archive>
void serialize(Archive& ar, VariableReference& reference, unsigned /*version*/)
{
    field(ar, "variable", reference.variable, {.label = "Variable index", .always = true});
}

inline constexpr std::array<EnumName, 3> script_types{
    {{0, "object", "Object"}, {1, "quest", "Quest"}, {0x100, "magic_effect", "Magic effect"}}};
inline constexpr std::array<EnumName, 2> line_ends{{{0, "crlf", "CR LF"}, {1, "lf", "LF"}}};
inline constexpr std::array<EnumName, 2> empty_parts{
    {{1, "compiled", "an SCDA without bytes"}, {2, "source", "an SCTX without bytes"}}};
inline constexpr std::array<EnumName, 2> command_sets{{{0, "oblivion", "Oblivion"}, {1, "other", "a later game"}}};

/// SCHR, SCDA, SCTX, (SLSD, SCVR)*, (SCRO or SCRV)*, in this order; all but SCHR may be missing. Spec: "SCPT".
struct ScriptBody {
    std::uint32_t type{};
    Derived<std::uint32_t> reference_count;
    Derived<std::uint32_t> compiled_size;
    Derived<std::uint32_t> last_variable;
    std::uint32_t unused{};
    std::uint8_t commands{};
    std::uint8_t line_end{};
    std::uint8_t nul_end{};
    std::uint8_t empty{};
    Bytes padding{default_padding};
    Bytes source;
    Bytes compiled;
    std::vector<Variable> variables;
    std::vector<std::variant<FormReference, VariableReference>> references;

    friend bool operator==(const ScriptBody&, const ScriptBody&) = default;
};

template <class Archive>
void body_fields(Archive& ar, ScriptBody& body)
{
    field(ar, "type", body.type, {.label = "Type", .enum_names = script_types});
    field(ar, "reference_count", body.reference_count, {.doc = "Number of SCRO and SCRV.", .kind = Role::derived});
    field(ar, "compiled_size", body.compiled_size,
          {.unit = "bytes", .doc = "Size of the compiled code.", .kind = Role::derived});
    field(ar, "last_variable", body.last_variable,
          {.doc = "Highest index that a variable ever had. Computed from the remaining variables.",
           .kind = Role::derived});
    field(ar, "unused", body.unused, {.doc = "Bytes 0 to 3 of SCHR.", .kind = Role::reserved});
    field(ar, "commands", body.commands,
          {.doc = "Command set of the compiled code.", .max = 1, .enum_names = command_sets});
    field(ar, "line_end", body.line_end,
          {.doc = "Bytes of a line end in the source.", .max = 1, .enum_names = line_ends});
    field(ar, "nul_end", body.nul_end,
          {.doc = "1: the source ends with a NUL, as some tools write.", .max = 1, .notation = Notation::boolean});
    field(ar, "empty", body.empty,
          {.doc = "Subrecords that exist but are empty.", .max = 3, .enum_names = empty_parts, .flags = true});
    field(ar, "padding", body.padding,
          {.doc = "Bytes 17 to 23 of SLSD, which the editor does not set.", .kind = Role::opaque});
}

template <class Archive>
void body_children(Archive& ar, ScriptBody& body)
{
    list(ar, "variables", Variable::element, body.variables, {.label = "Variables", .doc = "SLSD, SCVR"});
    list(ar, "references", "", body.references, {.label = "References", .doc = "SCRO, SCRV. Numbered from 1."});
    blob(ar, "source", body.source,
         {.label = "Source", .doc = "SCTX", .folder = "scripts", .extension = ".txt", .codec = &source_codec});
    blob(ar, "compiled", body.compiled,
         {.label = "Compiled code", .doc = "SCDA", .folder = "compiled", .extension = ".txt", .codec = &code_codec});
}

}  // namespace redforge::tes
