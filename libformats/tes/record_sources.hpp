// What is compiled in the sources of the records of saves, and nowhere else, so that a change of one compiles
// little again.
#pragma once

#include "core/record_list.hpp"
#include "core/record_type.hpp"
#include "tes/save_fwd.hpp"

namespace redforge {

extern template class RecordList<tes::AnyChange>;

extern template const RecordType& record_type<tes::Change>(unsigned);
extern template const RecordType& record_type<tes::CreatureChange>(unsigned);
extern template const RecordType& record_type<tes::NpcChange>(unsigned);

}  // namespace redforge
