// The table of actors, and of what a map has besides them in their sections.
#include "rgm/actor.hpp"

#include "core/record_list_members.hpp"
#include "rgm/actors.hpp"
#include "rgm/record_sources.hpp"

namespace redforge {

template class RecordList<rgm::Actor>;
template const RecordType& record_type<rgm::Actor>(unsigned);
template const RecordType& record_type<rgm::Actors>(unsigned);

}  // namespace redforge
