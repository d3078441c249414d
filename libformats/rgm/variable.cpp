// RAVA: the table of variables.
#include "rgm/variable.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::Variable>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::Variable>(unsigned);
