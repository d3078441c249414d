// The names of a save's records, for what holds them or passes them on without looking into them: such a source is not
// compiled again when one of them changes.
#pragma once

#include <cstdint>

namespace redforge::tes {

struct Save;
struct Screenshot;
struct FormRef;

// Change records.
enum class ActorKind : std::uint8_t { npc, creature };
struct AnyChange;
struct Change;
template <ActorKind kind>
struct ActorChange;
using NpcChange = ActorChange<ActorKind::npc>;
using CreatureChange = ActorChange<ActorKind::creature>;

}  // namespace redforge::tes
