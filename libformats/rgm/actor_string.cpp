// RASB and RAST: the table of strings.
#include "rgm/actor_string.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::ActorString>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::ActorString>(unsigned);
