// SCPT: the table of scripts, and the name of a script's file.
#include "tes/script_record.hpp"

#include <fmt/format.h>

#include "core/record_list_members.hpp"
#include "tes/record_sources.hpp"

namespace redforge {

template class RecordList<tes::Script>;
template const RecordType& record_type<tes::FormReference>(unsigned);
template const RecordType& record_type<tes::Script>(unsigned);
template const RecordType& record_type<tes::Subrecord>(unsigned);
template const RecordType& record_type<tes::Variable>(unsigned);
template const RecordType& record_type<tes::VariableReference>(unsigned);

}  // namespace redforge

namespace redforge::tes {

std::string Script::file_stem() const
{
    return fmt::format("{}_{}{}{:08X}", signature, editor_id.bytes, editor_id.bytes.empty() ? "" : "_", form_id.value);
}

}  // namespace redforge::tes
