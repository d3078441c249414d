// Vertices of models: their table.
#include "model/vector.hpp"

#include "core/record_list_members.hpp"
#include "model/record_sources.hpp"

template class redforge::RecordList<redforge::model::Vector>;
template const redforge::RecordType& redforge::record_type<redforge::model::Vector>(unsigned);
