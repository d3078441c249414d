// MPRP: the table of ropes, and their section.
#include "rgm/rope.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"
#include "rgm/section_codec_members.hpp"

namespace redforge {

template class RecordList<rgm::Rope>;
template const RecordType& record_type<rgm::Rope>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::Rope>>(unsigned);

}  // namespace redforge

namespace redforge::rgm {

template const SectionCodec<Counted<Rope>>& codec_of();

}  // namespace redforge::rgm
