// RAHK: the table of hooks.
#include "rgm/hook.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::Hook>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::Hook>(unsigned);
