// A source for compiled code that has none: what compiles to the same bytes, with the names that are known.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "obscript/compile.hpp"
#include "obscript/known_names.hpp"

namespace redforge::obscript {

/// A compiled script as its record has it.
struct CompiledScript {
    std::string_view name;  ///< of the script; result scripts have none
    ScriptKind kind{};
    ByteView code;
    const std::vector<LocalVariable>& variables;  ///< in their order; whether a type is whole is known, the rest is not
    const std::vector<ReferenceEntry>& references;  ///< their names do not matter
    std::uint32_t last_variable{};
};

/// Names of what is outside of the script; empty: not known.
struct OutsideNames {
    std::function<std::string(std::uint32_t form_id)> form;
    std::function<std::string(std::uint32_t form_id, std::uint16_t variable)> variable;
    const UserCommands* commands{};  ///< that no built-in table has; may be null
};

struct Decompiled {
    std::string source;
    KnownNames names;                   ///< of all that the source names
    std::vector<std::string> invented;  ///< names in it that nothing outside has: "Form01000D62", "quest.var3"
};

/// A source that compiles to the script: code, variables and references. A form without a name is its FormID, or an invented name
/// where the language takes no FormID.
/// Errors: unsupported (an opcode that is in no table, bytes that are no statement); mismatch (no source says this code). Both
/// name the statement. out_of_range: more code than max_extended_code.
[[nodiscard]] Result<Decompiled> decompile(const CompiledScript& script, const OutsideNames& outside);

}  // namespace redforge::obscript
