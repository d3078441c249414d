// The head of the text of compiled code: comments that explain its names, so that an edited source can be compiled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/code_page.hpp"
#include "obscript/known_names.hpp"
#include "tes/script/script.hpp"

namespace redforge::tes {

/// Returns the fingerprints of source and code, and a comment for each variable and reference. If the source compiles
/// to the code, references have names, followed by variables of other scripts and commands of OBSE plugins.
/// `statements`: the text of the code, which determines the letters of variables; without it they are i and f.
[[nodiscard]] std::string script_head(const ScriptBody& body, CodePage page, std::string_view statements = {});

/// A parsed head, for the compiler.
struct ScriptHead {
    std::uint64_t source{};  ///< fingerprint of the source
    std::uint64_t code{};    ///< fingerprint of the code
    obscript::KnownNames names;
};
/// Parses a head. Returns nullopt if the text does not begin with fingerprints. Skips other comments.
[[nodiscard]] std::optional<ScriptHead> read_script_head(std::string_view text, CodePage page);

/// Returns a text of compiled code without the line of fingerprints, which are derived from source and code.
[[nodiscard]] std::string_view without_fingerprints(std::string_view text);

/// Returns the fingerprint of a source or code, as in a head.
[[nodiscard]] std::uint64_t script_fingerprint(ByteView bytes);

/// Returns the kind of a script. Result scripts have no ScriptName.
[[nodiscard]] obscript::ScriptKind kind_of(const ScriptBody& body);

/// Returns the names in a script, learnt from its source, code and references; see obscript::learn_names(). Returns
/// nullopt if they do not match.
[[nodiscard]] std::optional<obscript::LearntNames> names_of(const ScriptBody& body);

}  // namespace redforge::tes
