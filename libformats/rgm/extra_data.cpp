// RAEX: the table of extra data.
#include "rgm/extra_data.hpp"

#include "core/optional_record_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::OptionalRecord<redforge::rgm::ExtraData>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::ExtraData>(unsigned);
