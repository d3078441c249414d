// RAGR: the tables of animation groups and of their commands.
#include "rgm/animation_group.hpp"

#include "core/record_list_members.hpp"
#include "rgm/animation.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::Command>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::Command>(unsigned);
template class redforge::RecordList<redforge::rgm::AnimationGroup>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::AnimationGroup>(unsigned);
