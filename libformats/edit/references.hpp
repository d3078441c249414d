// Names in a document and the fields that refer to them: an object's script is an actor's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/path.hpp"

namespace redforge::edit {

/// The names that a document has for a target (FieldInfo::names), in its order, each once.
[[nodiscard]] std::vector<std::string> choices(const RecordHandle& root, Target target);

/// The fields that refer to a name (FieldInfo::refers_to), in the document's order; of any target where none is given.
/// Letters are the same in both cases, as they are to the game. A form of a plugin may be named as tes::form_named() takes it.
[[nodiscard]] std::vector<Match> find_references(const RecordHandle& root, std::optional<Target> target,
                                                 std::string_view name);

}  // namespace redforge::edit
