// The table of placements.
#include "rgm/placement.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::Placement>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::Placement>(unsigned);
