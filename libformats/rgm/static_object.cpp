// MPSO: the table of static objects, and their section.
#include "rgm/static_object.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"
#include "rgm/section_codec_members.hpp"

namespace redforge {

template class RecordList<rgm::StaticObject>;
template const RecordType& record_type<rgm::StaticObject>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::StaticObject>>(unsigned);

}  // namespace redforge

namespace redforge::rgm {

template const SectionCodec<Counted<StaticObject>>& codec_of();

}  // namespace redforge::rgm
