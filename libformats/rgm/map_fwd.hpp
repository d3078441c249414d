// The names of a map's records, for what passes them on without looking into them: such a source is not compiled again
// when one of them changes.
#pragma once

namespace redforge::rgm {

struct Map;

struct Actor;
struct Flat;
struct Light;
struct Marker;
struct Object;
struct Rope;
struct Size;
struct StaticObject;
struct WalkMap;

struct Angles;

}  // namespace redforge::rgm
