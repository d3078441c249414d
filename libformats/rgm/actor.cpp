// The table of actors, and of what they hold that is nowhere else.
#include "rgm/actor.hpp"

#include "core/record_list_members.hpp"
#include "rgm/map.hpp"

namespace redforge {

// Compiled in the sources of these records.
extern template class RecordList<rgm::ActorString>;
extern template class RecordList<rgm::AnimationFile>;
extern template class RecordList<rgm::AnimationGroup>;
extern template class RecordList<rgm::Attribute>;
extern template class RecordList<rgm::CollisionSphere>;
extern template class RecordList<rgm::Hook>;
extern template class RecordList<rgm::Location>;
extern template class RecordList<rgm::Variable>;

template class RecordList<rgm::Actor>;
template const RecordType& record_type<rgm::Actor>(unsigned);
template class RecordList<rgm::Placement>;
template const RecordType& record_type<rgm::Placement>(unsigned);
template class RecordList<rgm::RawPart>;
template const RecordType& record_type<rgm::RawPart>(unsigned);
template const RecordType& record_type<rgm::Actors>(unsigned);

}  // namespace redforge
