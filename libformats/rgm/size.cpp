// MPSZ: the table of sizes, and their section.
#include "rgm/size.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"
#include "rgm/section_codec_members.hpp"

namespace redforge {

template class RecordList<rgm::Size>;
template const RecordType& record_type<rgm::Size>(unsigned);
template const RecordType& record_type<rgm::Uncounted<rgm::Size>>(unsigned);

}  // namespace redforge

namespace redforge::rgm {

template const SectionCodec<Uncounted<Size>>& codec_of();

}  // namespace redforge::rgm
