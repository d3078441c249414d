// The tables of a map's records are made in sources of their own, so that a change of one record makes few of them
// again: this says so to the table of Map, which holds them.
#pragma once

#include "core/record_type.hpp"
#include "rgm/map.hpp"

namespace redforge {

// scene_tables.cpp
extern template const RecordType& record_type<rgm::Counted<rgm::Object>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Rope>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::StaticObject>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Light>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Flat>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::Marker>>(unsigned);
extern template const RecordType& record_type<rgm::Uncounted<rgm::Size>>(unsigned);
extern template const RecordType& record_type<rgm::Counted<rgm::WalkMap>>(unsigned);

// actor_tables.cpp
extern template const RecordType& record_type<rgm::Actors>(unsigned);

}  // namespace redforge
