// Clusters of models: their table.
#include "model/cluster.hpp"

#include "core/record_list_members.hpp"
#include "model/record_sources.hpp"

template class redforge::RecordList<redforge::model::Cluster>;
template const redforge::RecordType& redforge::record_type<redforge::model::Cluster>(unsigned);
