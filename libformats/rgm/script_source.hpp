// An actor's script as source: what a map and the SOUP language call by different names.
#pragma once

#include <string_view>

#include "core/error.hpp"
#include "core/side_files.hpp"
#include "rgm/map_fwd.hpp"
#include "soup/script.hpp"

namespace redforge::rgm {

/// The parts of an actor that its source says, and its number of variables.
[[nodiscard]] soup::Script script_of(const Actor& actor);

/// Gives an actor what a source says: code, strings, hooks and start. A string keeps the place in RAST that it was
/// given as long as its text stays.
void set_script(Actor& actor, const soup::Script& script);

/// Whether what the XML says of an actor besides agrees with its source `file`: nothing is passed over.
[[nodiscard]] Status agrees(const Actor& actor, const soup::Script& script, std::string_view file);

/// The `.soup` files of an unpacked map: each the source of one actor.
extern const SideCodec script_codec;

}  // namespace redforge::rgm
