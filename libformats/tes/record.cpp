// Records with scripts or properties: their table, and the name of a record's file.
#include "tes/record.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "core/record_list_members.hpp"
#include "tes/definitions.hpp"
#include "tes/record_sources.hpp"

namespace redforge {
namespace {

RecordType make_type(unsigned version)
{
    RecordType type = describing::make_record_type<tes::Record>(version);
    for (ChildEntry& child : type.tables.front().children) {
        if (child.name == "subrecords") {
            child.items = {{std::string(tes::Subrecord::element), {&record_type<tes::Subrecord>, 0}},
                           {std::string(tes::ResultScript::element), {&record_type<tes::ResultScript>, 0}}};
            std::ranges::copy(tes::definitions_of(version == 0 ? 20 : 24).items(), std::back_inserter(child.items));
        }
    }
    return type;
}

}  // namespace

template class RecordList<tes::Record>;
template const RecordType& record_type<tes::ResultScript>(unsigned);

template <>
const RecordType& record_type<tes::Record>(unsigned version)
{
    static const std::array<RecordType, 2> types{make_type(0), make_type(1)};
    return types.at(version == 0 ? 0 : 1);
}

}  // namespace redforge

namespace redforge::tes {

const ChildEntry& subrecord_list(std::size_t header_size)
{
    static const auto find = [](unsigned version) {
        return record_type<Record>(version).tables.front().find_child("subrecords");
    };
    static const std::array<const ChildEntry*, 2> lists{find(0), find(1)};
    return *lists.at(header_size == 20 ? 0 : 1);
}

std::string Record::file_stem() const
{
    return fmt::format("{}_{}{}{:08X}", type.view(), editor_id.bytes, editor_id.bytes.empty() ? "" : "_",
                       form_id.value);
}

}  // namespace redforge::tes
