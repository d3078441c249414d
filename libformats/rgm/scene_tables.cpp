// The tables of the records that place things in a map.
#include "core/describe.hpp"
#include "rgm/flat.hpp"
#include "rgm/light.hpp"
#include "rgm/marker.hpp"
#include "rgm/object.hpp"
#include "rgm/record_tables.hpp"
#include "rgm/rope.hpp"
#include "rgm/size.hpp"
#include "rgm/static_object.hpp"
#include "rgm/walk_map.hpp"

namespace redforge {

template const RecordType& record_type<rgm::Counted<rgm::Object>>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::Rope>>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::StaticObject>>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::Light>>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::Flat>>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::Marker>>(unsigned);
template const RecordType& record_type<rgm::Uncounted<rgm::Size>>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::WalkMap>>(unsigned);

}  // namespace redforge
