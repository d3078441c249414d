// An actor's script as source: what a map and the SOUP language call by different names.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/side_files.hpp"
#include "rgm/map.hpp"
#include "soup/script.hpp"

namespace redforge::rgm {

/// The parts of an actor that its source says, and its number of variables.
[[nodiscard]] soup::Script script_of(const Actor& actor);

/// Those of an actor of a map, by its number.
[[nodiscard]] soup::Script script_at(const Map& map, std::size_t actor);
/// Those of all actors of a map, in their order.
[[nodiscard]] std::vector<soup::Script> scripts_of(const Map& map);

/// The actors of a map, in their order; each keeps the map.
[[nodiscard]] std::vector<std::shared_ptr<const Actor>> actors_of(const std::shared_ptr<const Map>& map);

/// The values that the variables of an actor begin with, of its first instance.
[[nodiscard]] std::vector<std::int32_t> first_values(const Actor& actor);

[[nodiscard]] std::size_t actor_count(const Map& map);
/// The first actor of a name, in whatever letters.
[[nodiscard]] std::optional<std::size_t> find_actor(const Map& map, std::string_view name);

/// What scripts call the objects of each actor: its name space, or else its name. Code page 437.
[[nodiscard]] std::vector<std::string_view> object_names(const Map& map);
/// All names that a script of the map can mean an object by: those and the names of all actors.
[[nodiscard]] std::vector<std::string> names_for_objects(const Map& map);
/// Adds those of one actor.
void add_names_for_objects(const Actor& actor, std::vector<std::string>& names);
/// The name of the actor whose objects scripts call so; the same name where no actor has it as a name space.
[[nodiscard]] std::string_view actor_of_objects(const Map& map, std::string_view name);

/// Gives an actor what a source says: code, strings, hooks and start. A string keeps the place in RAST that it was
/// given as long as its text stays.
void set_script(Actor& actor, const soup::Script& script);

/// Whether what the XML says of an actor besides agrees with its source `file`: nothing is passed over.
[[nodiscard]] Status agrees(const Actor& actor, const soup::Script& script, std::string_view file);

/// The `.soup` files of an unpacked map: each the source of one actor.
extern const SideCodec script_codec;

}  // namespace redforge::rgm
