// What is compiled in the sources of the records of models, and nowhere else, so that a change of one compiles little again.
#pragma once

#include "core/optional_record.hpp"
#include "core/record_list.hpp"
#include "core/record_type.hpp"
#include "model/model_fwd.hpp"

namespace redforge {

extern template class OptionalRecord<model::Model>;

extern template class RecordList<model::Cluster>;
extern template class RecordList<model::Face>;
extern template class RecordList<model::Frame>;
extern template class RecordList<model::Gap>;
extern template class RecordList<model::Vector>;
extern template class RecordList<model::VertexNormalOverride>;

extern template const RecordType& record_type<model::Cluster>(unsigned);
extern template const RecordType& record_type<model::Face>(unsigned);
extern template const RecordType& record_type<model::Frame>(unsigned);
extern template const RecordType& record_type<model::Gap>(unsigned);
extern template const RecordType& record_type<model::Model>(unsigned);
extern template const RecordType& record_type<model::Vector>(unsigned);
extern template const RecordType& record_type<model::VertexNormalOverride>(unsigned);

}  // namespace redforge
