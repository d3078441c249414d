// The actors of a random map, made valid.
#pragma once

#include "rgm/actors.hpp"
#include "support/random.hpp"

namespace redforge::test {

/// Changes random values to values that reading a file could give.
void make_valid(rgm::Actors& actors, Random& random);

}  // namespace redforge::test
