// RAAT: the table of attributes.
#include "rgm/attribute.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::Attribute>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::Attribute>(unsigned);
