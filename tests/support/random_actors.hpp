// The actors of a random map, made valid.
#pragma once

#include "rgm/actors.hpp"
#include "support/random.hpp"

namespace redforge::test {

/// Leaves the actors what reading would give them, of whatever values they have.
void make_valid(rgm::Actors& actors, Random& random);

}  // namespace redforge::test
