// The names of a map's records, for what holds them or passes them on without looking into them: such a source is not
// compiled again when one of them changes.
#pragma once

namespace redforge::rgm {

struct Map;
struct Actors;
struct SectionOrder;
struct StringPool;

// Of sections that place things.
struct Flat;
struct Light;
struct Marker;
struct Object;
struct Rope;
struct Size;
struct StaticObject;
struct WalkMap;
struct Angles;

// Of actors.
struct Actor;
struct ActorHeader;
struct ActorString;
struct AnimationFile;
struct AnimationGroup;
struct Attribute;
struct CollisionSphere;
struct Command;
struct ExtraData;
struct Hook;
struct Location;
struct Placement;
struct RawPart;
struct Variable;

}  // namespace redforge::rgm
