// RAVA: the table of variables.
#include "rgm/variable.hpp"

#include "core/record_list_members.hpp"

template class redforge::RecordList<redforge::rgm::Variable>;
