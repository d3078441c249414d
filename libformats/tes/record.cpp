// Records with scripts or properties: their table, and the name of a record's file.
#include "tes/record.hpp"

#include <fmt/format.h>

#include "core/record_list_members.hpp"
#include "tes/record_sources.hpp"

namespace redforge {

template class RecordList<tes::Record>;
template const RecordType& record_type<tes::Record>(unsigned);

}  // namespace redforge

namespace redforge::tes {

std::string Record::file_stem() const
{
    return fmt::format("{}_{}{}{:08X}", type.view(), editor_id.bytes, editor_id.bytes.empty() ? "" : "_",
                       form_id.value);
}

}  // namespace redforge::tes
