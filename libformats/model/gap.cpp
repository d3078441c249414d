// Bytes that no table of a model accounts for: the table of the record that holds them.
#include "model/gap.hpp"

#include "core/record_list_members.hpp"
#include "model/record_sources.hpp"

template class redforge::RecordList<redforge::model::Gap>;
template const redforge::RecordType& redforge::record_type<redforge::model::Gap>(unsigned);
