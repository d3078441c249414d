// Normals of vertices that are not the computed ones: their table.
#include "model/vertex_normal.hpp"

#include "core/record_list_members.hpp"
#include "model/record_sources.hpp"

template class redforge::RecordList<redforge::model::VertexNormalOverride>;
template const redforge::RecordType& redforge::record_type<redforge::model::VertexNormalOverride>(unsigned);
