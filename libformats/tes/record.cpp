// Records with scripts or properties: their table, with those of all parts of a VMAD, and the name of a record's file.
#include "tes/record.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/record_list_members.hpp"
#include "tes/plugin.hpp"
#include "tes/plugin_facts.hpp"
#include "tes/record_sources.hpp"

namespace redforge {

template class RecordList<tes::Record>;
template const RecordType& record_type<tes::Record>(unsigned);

}  // namespace redforge

namespace redforge::tes {

bool operator==(const RecordList<Record>& a, const RecordList<Record>& b)
{
    return std::ranges::equal(a, b);
}

const std::string_view properties_element = Properties::element;

std::size_t count_with_properties(const Plugin& plugin)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(plugin.records, [](const Record& record) { return record.properties.has_value(); }));
}

std::string Record::file_stem() const
{
    return fmt::format("{}_{}{}{:08X}", type.view(), editor_id.bytes, editor_id.bytes.empty() ? "" : "_",
                       form_id.value);
}

}  // namespace redforge::tes
