// RAHK: the table of hooks.
#include "rgm/hook.hpp"

#include "core/record_list_members.hpp"

template class redforge::RecordList<redforge::rgm::Hook>;
