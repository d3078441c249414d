// RALC: the table of locations.
#include "rgm/location.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::Location>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::Location>(unsigned);
