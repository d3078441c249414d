// A script as readable source, and as a list of its statements.
#pragma once

#include <string>

#include "soup/decoder.hpp"
#include "soup/names.hpp"
#include "soup/script.hpp"

namespace redforge::soup {

/// Which sources are assembled and compared before they are returned; one that says other bytes never is then.
enum class Proof : std::uint8_t {
    all,
    unusual,  ///< all but those of nothing but plain statements, names, texts and labels, which have one reading
    none,
};

struct SourceOptions {
    bool names{true};     ///< say at the end which number each name has, so that the text needs no SOUP386.DEF
    bool comments{true};  ///< the words of dialogue labels, where they are known
    /// A comment behind each statement that has a mistake, see Diagnostics::mistake(): for actors of a map.
    bool mistakes{};
    Proof proof{Proof::all};
    bool structured{
        true};  ///< with else, while, loop, break and continue where they pack to the same gotos; else only statements
};

struct Source {
    std::string text;
    Listing listing;  ///< with the line of the text for each statement, and its label
    bool standard{};     ///< it has nothing that stands in it for exactness alone: no marks, no bytes, no escapes
};

/// The source of a script. Every script has one: what is no statement stands there as bytes.
/// `names` may be null; the text says the same bytes whichever names it is made with.
[[nodiscard]] Source disassemble(const Script& script, const Names* names = nullptr, SourceOptions options = {});

/// A source without its last block, which only says the numbers of names.
[[nodiscard]] std::string_view without_names_block(std::string_view source);

/// "#01A4", the label of a statement that is jumped to.
[[nodiscard]] std::string label_name(std::uint32_t offset);

}  // namespace redforge::soup
