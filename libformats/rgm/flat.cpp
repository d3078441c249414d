// MPSF: the table of flats, and their section.
#include "rgm/flat.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"
#include "rgm/section_codec_members.hpp"

namespace redforge {

template class RecordList<rgm::Flat>;
template const RecordType& record_type<rgm::Flat>(unsigned);
template const RecordType& record_type<rgm::Counted<rgm::Flat>>(unsigned);

}  // namespace redforge

namespace redforge::rgm {

template const SectionCodec<Counted<Flat>>& codec_of();

}  // namespace redforge::rgm
