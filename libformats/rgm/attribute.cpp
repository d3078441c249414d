// RAAT: the table of attributes.
#include "rgm/attribute.hpp"

#include "core/record_list_members.hpp"

template class redforge::RecordList<redforge::rgm::Attribute>;
