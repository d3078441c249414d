// The tables of a map's actors and of what they hold.
#include "core/describe.hpp"
#include "rgm/actor.hpp"
#include "rgm/record_tables.hpp"

namespace redforge {

template const RecordType& record_type<rgm::Actors>(unsigned);

}  // namespace redforge
