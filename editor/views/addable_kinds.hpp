// The kinds of things that are added to a map in a view, and picked there alone.
#pragma once

#include <array>

#include "scene/scene.hpp"

namespace redforge::editor {

struct AddableKind {
    scene::Kind kind{};
    const char* label{};  ///< with & before its letter
};
inline constexpr std::array<AddableKind, 6> addable{{{scene::Kind::object, "&Object"},
                                                     {scene::Kind::static_object, "&Static Object"},
                                                     {scene::Kind::light, "&Light"},
                                                     {scene::Kind::flat, "&Flat"},
                                                     {scene::Kind::rope, "&Rope"},
                                                     {scene::Kind::marker, "&Marker"}}};

}  // namespace redforge::editor
