// Conversion of an actor's script to and from source: mapping between map and SOUP names.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/files/side_files.hpp"
#include "rgm/map.hpp"
#include "soup/bytecode/script.hpp"

namespace redforge::rgm {

/// Returns the parts of an actor that its source contains, and its number of variables.
[[nodiscard]] soup::Script script_of(const Actor& actor);

/// Returns the script of an actor by index.
[[nodiscard]] soup::Script script_at(const Map& map, std::size_t actor);
/// Returns the scripts of all actors of a map, in their order.
[[nodiscard]] std::vector<soup::Script> scripts_of(const Map& map);

/// Returns the actors of a map, in their order. Each pointer keeps the map alive.
[[nodiscard]] std::vector<std::shared_ptr<const Actor>> actors_of(const std::shared_ptr<const Map>& map);

/// Returns the initial variable values of an actor's first instance.
[[nodiscard]] std::vector<std::int32_t> initial_variables(const Actor& actor);

[[nodiscard]] std::size_t actor_count(const Map& map);
/// Finds the first actor with this name, ignoring case.
[[nodiscard]] std::optional<std::size_t> find_actor(const Map& map, std::string_view name);

/// Returns the script name of each actor's objects: its name space, or else its name. Code page 437.
[[nodiscard]] std::vector<std::string_view> object_names(const Map& map);
/// Returns all names by which scripts of the map can refer to objects: name spaces and actor names.
[[nodiscard]] std::vector<std::string> all_object_names(const Map& map);
/// Adds the object names of one actor.
void add_object_names(const Actor& actor, std::vector<std::string>& names);
/// Returns the name of the actor with this name space, or `name` if there is none.
[[nodiscard]] std::string_view actor_with_name_space(const Map& map, std::string_view name);

/// Sets code, strings, hooks and start of an actor from a source. A string keeps its given RAST offset if its text is
/// unchanged.
void set_script(Actor& actor, const soup::Script& script);

/// Checks that the other values of the actor in the XML agree with its source `file`.
[[nodiscard]] Status agrees(const Actor& actor, const soup::Script& script, std::string_view file);

/// The `.soup` files of an unpacked map, one for each actor.
extern const SideCodec script_codec;

}  // namespace redforge::rgm
