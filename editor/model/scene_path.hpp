// Between what is seen of a map and where it stands in the document.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scene/scene.hpp"

namespace redforge::editor {

/// "objects[4]" for record 4 of the objects; empty for what is no record of its own (terrain, a model).
[[nodiscard]] std::string path_of(const scene::RecordRef& record);

/// The record that a path leads to, or into: "objects[4]". Nothing for a path to anything else.
[[nodiscard]] std::optional<scene::RecordRef> record_at(std::string_view path);

}  // namespace redforge::editor
