// What is compiled in the sources of the records of plugins and saves, and nowhere else, so that a change of one compiles
// little again.
#pragma once

#include "core/optional_record.hpp"
#include "core/record_list.hpp"
#include "core/record_type.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

struct FormReference;
struct ResultScript;
struct Subrecord;
struct Variable;
struct VariableReference;

}  // namespace redforge::tes

namespace redforge {

extern template class OptionalRecord<tes::Properties>;

extern template class RecordList<tes::Record>;
extern template class RecordList<tes::Script>;

extern template const RecordType& record_type<tes::FormReference>(unsigned);
extern template const RecordType& record_type<tes::Properties>(unsigned);
extern template const RecordType& record_type<tes::ResultScript>(unsigned);
template <>
const RecordType& record_type<tes::Record>(unsigned version);
extern template const RecordType& record_type<tes::Script>(unsigned);
extern template const RecordType& record_type<tes::Subrecord>(unsigned);
extern template const RecordType& record_type<tes::Variable>(unsigned);
extern template const RecordType& record_type<tes::VariableReference>(unsigned);

}  // namespace redforge
