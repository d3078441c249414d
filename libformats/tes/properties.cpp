// VMAD: the tables of a record's properties and of all that they hold.
#include "core/optional_record_members.hpp"
#include "tes/record_sources.hpp"
#include "tes/vmad.hpp"

template class redforge::OptionalRecord<redforge::tes::Properties>;
template const redforge::RecordType& redforge::record_type<redforge::tes::Properties>(unsigned);
