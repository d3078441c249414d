// The head of the text of compiled code: comments that say what its names stand for, so that an edited source can be compiled.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/code_page.hpp"
#include "obscript/known_names.hpp"
#include "tes/script.hpp"

namespace redforge::tes {

/// The fingerprints of source and code, and a comment for each variable and reference. Where compiling the source gives the code,
/// each reference has its name, and variables of other scripts and commands of plugins of OBSE follow. `statements`: of the code, which
/// tell the letters of variables; without them these are i and f.
[[nodiscard]] std::string script_head(const ScriptBody& body, CodePage page, std::string_view statements = {});

/// What such a head says for the compiler.
struct ScriptHead {
    std::uint64_t source{};  ///< fingerprint
    std::uint64_t code{};    ///< fingerprint
    obscript::KnownNames names;
};
/// Nothing when the text does not begin with fingerprints. Comments of any other form are passed over.
[[nodiscard]] std::optional<ScriptHead> read_script_head(std::string_view text, CodePage page);

/// A text of compiled code without the line of fingerprints, which follows from source and code.
[[nodiscard]] std::string_view without_fingerprints(std::string_view text);

/// The fingerprint that a head has of a source or code.
[[nodiscard]] std::uint64_t script_fingerprint(ByteView bytes);

/// How a script with this code is compiled. Result scripts have no ScriptName.
[[nodiscard]] obscript::ScriptKind kind_of(const ScriptBody& body);

/// What source, code and references of a script say together of its names; see obscript::learn_names().
[[nodiscard]] std::optional<obscript::LearntNames> names_of(const ScriptBody& body);

}  // namespace redforge::tes
