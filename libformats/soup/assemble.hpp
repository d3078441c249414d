// Assembles the source of a script: bytes, or several errors. Reports warnings too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "soup/diagnostic.hpp"
#include "soup/names.hpp"
#include "soup/script.hpp"

namespace redforge::soup {

/// Problems to report besides errors that prevent assembly.
enum class Checks : std::uint8_t {
    none,
    mistakes,  ///< see Diagnostics::mistake()
    all,       ///< and warnings
};

struct AssembleOptions {
    const Names* names{};      ///< names that the source's own `names` block does not declare; may be null
    const Script* previous{};  ///< script that the source was made from; gives the number of variables, and for hex all
                               ///< but the code
    Checks checks{Checks::all};
    /// Names of map objects that scripts can call, in code page 437. Null if they are not known.
    const std::vector<std::string>* objects{};
    bool keep_names{};  ///< return the names that the source declares
};

/// Position in the source of the statement at a code offset.
struct SourcePlace {
    std::uint32_t offset{};
    std::uint32_t line{};  ///< 1-based
    std::uint32_t at{};    ///< offset into the source
    bool implied{};        ///< a goto that `else` or the end of a loop implies
};

struct Assembly {
    std::optional<Script> script;         ///< nullopt if there is an error other than a mistake
    std::vector<Diagnostic> diagnostics;  ///< errors and warnings in the order of the source
    std::vector<SourcePlace> places;      ///< of the statements, sorted by offset
    std::shared_ptr<const Names> names;   ///< names that the source declares, if `keep_names` is set
};

/// Assembles the source of one actor. `file`: file name in messages. A source of hexadecimal lines and `;` comments
/// only is read as the bytes themselves.
[[nodiscard]] Assembly assemble(std::string_view source, std::string_view file, const AssembleOptions& options = {});

/// Returns true if the source has hexadecimal lines and comments only. True for an empty source.
[[nodiscard]] bool is_hex_source(std::string_view source);

/// Converts the first error to an Error that also gives the number of errors. The assembly must have an error.
[[nodiscard]] Error first_error(const Assembly& assembly);

}  // namespace redforge::soup
