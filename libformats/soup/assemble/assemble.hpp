// Assembles a source to a script. Returns the bytes or several errors, and warnings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "soup/assemble/diagnostic.hpp"
#include "soup/bytecode/script.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {

/// Diagnostics to search for, besides errors that prevent assembly.
enum class Checks : std::uint8_t {
    none,
    mistakes,  ///< see Diagnostics::mistake()
    all,       ///< mistakes and warnings
};

/// Object names that scripts of a map can use, in code page 437. Ignores case.
class ObjectNames {
public:
    ObjectNames() = default;
    explicit ObjectNames(std::vector<std::string> names);

    /// Returns true if the map has this object. O(1).
    [[nodiscard]] bool contains(std::string_view name) const;
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    std::vector<std::string> names_;
    std::unordered_set<std::string> upper_names_;
};

struct AssembleOptions {
    const Names* names{};      ///< names that the source's own `names` block does not declare; may be null
    const Script* previous{};  ///< earlier version of the script, may be null: gives the number of variables, which a
                               ///< source does not contain; for a hexadecimal source, everything except the code
    Checks checks{Checks::all};
    const ObjectNames* objects{};  ///< objects of the map; null if they are not known
    bool keep_names{};             ///< return the names that the source declares
    bool suggestions{true};        ///< search for similar names, for the hints of warnings
};

/// Position in the source of the statement at an offset of the code.
struct SourcePlace {
    std::uint32_t offset{};
    std::uint32_t line{};  ///< 1-based
    std::uint32_t at{};    ///< offset into the source
    bool implied{};        ///< the statement is the implicit goto of an else or of the end of a loop
};

struct Assembly {
    std::optional<Script> script;         ///< nullopt if there was an error other than a mistake
    std::vector<Diagnostic> diagnostics;  ///< errors and warnings in the order of the source
    std::vector<SourcePlace> places;      ///< positions of the statements, by offset
    std::shared_ptr<const Names> names;   ///< names that the source declares, with AssembleOptions::keep_names
};

/// Assembles the source of one actor. `file`: name for messages. A source that consists of hexadecimal digits and
/// comment lines with `;` gives these bytes.
[[nodiscard]] Assembly assemble(std::string_view source, std::string_view file, const AssembleOptions& options = {});

/// Returns true if assemble() reads a source as hexadecimal bytes. The first line that is neither empty nor a comment
/// decides: it consists of hexadecimal digits, or a `;` precedes it. A source without such a line counts as
/// hexadecimal.
[[nodiscard]] bool is_hex_source(std::string_view source);

/// Returns the first error of an assembly, with the number of errors. Precondition: there is an error.
[[nodiscard]] Error first_error(const Assembly& assembly);

}  // namespace redforge::soup
