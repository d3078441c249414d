// Faces of models: their table.
#include "model/face.hpp"

#include "core/record_list_members.hpp"
#include "model/record_sources.hpp"

template class redforge::RecordList<redforge::model::Face>;
template const redforge::RecordType& redforge::record_type<redforge::model::Face>(unsigned);
