// Whole models: their table.
#include "model/model.hpp"

#include "core/optional_record_members.hpp"
#include "model/record_sources.hpp"

template class redforge::OptionalRecord<redforge::model::Model>;
template const redforge::RecordType& redforge::record_type<redforge::model::Model>(unsigned);
