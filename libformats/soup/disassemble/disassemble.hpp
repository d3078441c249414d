// Disassembles a script: source text and a statement list.
#pragma once

#include <string>

#include "soup/bytecode/decoder.hpp"
#include "soup/bytecode/script.hpp"
#include "soup/names/names.hpp"

namespace redforge::soup {

/// Selects the sources that are verified: assembled again and compared before they are returned. A verified source
/// always assembles to the same bytes.
enum class Proof : std::uint8_t {
    all,
    unusual,  ///< all sources except those with plain statements, names, strings and labels only, which are unambiguous
    none,
};

struct SourceOptions {
    bool names{true};     ///< append a block with the number of each name, so that the text needs no SOUP386.DEF
    bool comments{true};  ///< add the texts of known dialogue labels as comments
    /// Adds a comment after each statement that has a mistake, see Diagnostics::mistake(). For actors of a map.
    bool mistakes{};
    Proof proof{Proof::all};
    bool structured{true};  ///< print else, while, loop, break and continue where they assemble to the same gotos;
                            ///< otherwise only statements
};

struct Source {
    std::string text;
    Listing listing;  ///< with the line and the label of each statement
    bool standard{};  ///< true if it has no exact-form notation: no marks, no raw bytes, no escapes
};

/// Returns the source of a script. Works for every script: bytes that do not decode are printed as bytes. `names` may
/// be null; the choice of names does not change the assembled bytes.
[[nodiscard]] Source disassemble(const Script& script, const Names* names = nullptr, SourceOptions options = {});

/// Returns the source without its last block, which gives the numbers of names.
[[nodiscard]] std::string_view without_names_block(std::string_view source);

/// Returns the label of a jump target, such as "#01A4".
[[nodiscard]] std::string label_name(std::uint32_t offset);

}  // namespace redforge::soup
