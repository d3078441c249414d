// Kinds of records that can be added in a view, and picked exclusively.
#pragma once

#include <array>

#include "scene/scene.hpp"

namespace redforge::editor {

struct AddableKind {
    scene::Kind kind{};
    const char* label{};  ///< with & before the access key
};
inline constexpr std::array<AddableKind, 6> addable{{{scene::Kind::object, "&Object"},
                                                     {scene::Kind::static_object, "&Static Object"},
                                                     {scene::Kind::light, "&Light"},
                                                     {scene::Kind::flat, "&Flat"},
                                                     {scene::Kind::rope, "&Rope"},
                                                     {scene::Kind::marker, "&Marker"}}};

}  // namespace redforge::editor
