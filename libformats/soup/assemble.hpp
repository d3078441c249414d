// Source to script: the bytes it says, or several errors; warnings besides.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "soup/diagnostic.hpp"
#include "soup/names.hpp"
#include "soup/script.hpp"

namespace redforge::soup {

/// Diagnostics to search for besides errors that prevent compilation.
enum class Checks : std::uint8_t {
    none,
    mistakes,  ///< see Diagnostics::mistake()
    all,       ///< and warnings
};

/// Names by which the scripts of a map call its objects, in code page 437. Case does not matter.
class ObjectNames {
public:
    ObjectNames() = default;
    explicit ObjectNames(std::vector<std::string> names);

    /// O(1).
    [[nodiscard]] bool contains(std::string_view name) const;
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    std::vector<std::string> names_;
    std::unordered_set<std::string> upper_names_;
};

struct AssembleOptions {
    const Names* names{};      ///< names that the source's own `names` block does not say; may be null
    const Script* previous{};  ///< what the source was made from: the number of variables; all but the code for hex
    Checks checks{Checks::all};
    const ObjectNames* objects{};  ///< of the map; null if they are not known
    bool keep_names{};             ///< give the names that the source declares back
    bool suggestions{true};        ///< hints of warnings name similar names. False: the caller does not print hints
};

/// Where in the source the statement at an offset of the code is.
struct SourcePlace {
    std::uint32_t offset{};
    std::uint32_t line{};  ///< 1-based
    std::uint32_t at{};    ///< offset into the source
    bool implied{};        ///< a goto that an else or the end of a loop stands for
};

struct Assembly {
    std::optional<Script> script;         ///< empty when there was an error other than a mistake
    std::vector<Diagnostic> diagnostics;  ///< errors and warnings in the order of the source
    std::vector<SourcePlace> places;      ///< of the statements, by offset
    std::shared_ptr<const Names> names;   ///< that the source declares, where they were asked for
};

/// Assembles the source of one actor. `file` is what messages call it.
/// Lines of hexadecimal digits alone, with lines beginning with `;` as comments, are taken as the bytes themselves.
[[nodiscard]] Assembly assemble(std::string_view source, std::string_view file, const AssembleOptions& options = {});

/// Returns true if a source is lines of hexadecimal bytes. An empty source is one too.
[[nodiscard]] bool is_hex_source(std::string_view source);

/// The first error as one for a Result, with how many there are; "no error" is a bug of the caller.
[[nodiscard]] Error first_error(const Assembly& assembly);

}  // namespace redforge::soup
