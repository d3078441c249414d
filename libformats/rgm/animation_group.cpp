// RAGR: the tables of animation groups and of their commands.
#include "rgm/animation_group.hpp"

#include "core/record_list_members.hpp"
#include "rgm/animation.hpp"

template class redforge::RecordList<redforge::rgm::Command>;
template class redforge::RecordList<redforge::rgm::AnimationGroup>;
