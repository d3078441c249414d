// The table of actors, and of what they hold that is nowhere else.
#include "rgm/actor.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

namespace redforge {

template class RecordList<rgm::Actor>;
template const RecordType& record_type<rgm::Actor>(unsigned);
template class RecordList<rgm::Placement>;
template const RecordType& record_type<rgm::Placement>(unsigned);
template class RecordList<rgm::RawPart>;
template const RecordType& record_type<rgm::RawPart>(unsigned);
template const RecordType& record_type<rgm::Actors>(unsigned);

}  // namespace redforge
