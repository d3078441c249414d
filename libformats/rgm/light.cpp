// MPSL: the table of lights, and their section.
#include "rgm/light.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"
#include "rgm/section_codec_members.hpp"

namespace redforge {

template class RecordList<rgm::Light>;
template const RecordType& record_type<rgm::Light>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::Light>>(unsigned);

}  // namespace redforge

namespace redforge::rgm {

template const SectionCodec<Counted<Light>>& codec_of();

}  // namespace redforge::rgm
