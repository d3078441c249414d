// Decompiles a script without a source: returns a source that compiles to the same bytes, with known names.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "obscript/compile.hpp"
#include "obscript/known_names.hpp"

namespace redforge::obscript {

/// A compiled script as its record has it.
struct CompiledScript {
    std::string_view name;  ///< of the script; result scripts have none
    ScriptKind kind{};
    ByteView code;
    const std::vector<LocalVariable>& variables;    ///< in record order; only whether the type is an integer is known
    const std::vector<ReferenceEntry>& references;  ///< the names are not used
    std::uint32_t last_variable{};
};

/// Names outside of the script; empty if unknown.
struct OutsideNames {
    std::function<std::string(std::uint32_t form_id)> form;
    std::function<std::string(std::uint32_t form_id, std::uint16_t variable)> variable;
    const UserCommands* commands{};  ///< commands that are not built in; may be null
};

struct Decompiled {
    std::string source;
    KnownNames names;                   ///< for everything that the source names
    std::vector<std::string> invented;  ///< invented names: "Form01000D62", "quest.var3"
};

/// Returns a source that compiles to the same code, variables and references. A form without a name is printed as its
/// FormID, or as an invented name if the language does not allow a FormID. Errors, with the statement: unsupported (an
/// unknown opcode, or bytes that are not a statement); mismatch (no source compiles to this code). out_of_range: more
/// code than max_extended_code.
[[nodiscard]] Result<Decompiled> decompile(const CompiledScript& script, const OutsideNames& outside);

}  // namespace redforge::obscript
