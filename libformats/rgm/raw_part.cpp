// The table of parts that are kept as bytes.
#include "rgm/raw_part.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::RawPart>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::RawPart>(unsigned);
