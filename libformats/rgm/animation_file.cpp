// RAAN: the table of animation files.
#include "rgm/animation_file.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::AnimationFile>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::AnimationFile>(unsigned);
