// Later frames of models: their table, and those of what they hold.
#include "model/frame.hpp"

#include "core/record_list_members.hpp"
#include "model/record_sources.hpp"

template class redforge::RecordList<redforge::model::Frame>;
template const redforge::RecordType& redforge::record_type<redforge::model::Frame>(unsigned);
