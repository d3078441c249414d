// File format of SOUP386.DEF: its registry entry and field table.
#include "soup/names/definitions_format.hpp"

#include "core/record/describe.hpp"
#include "soup/names/definitions.hpp"

namespace redforge {

template const RecordType& record_type<soup::Definitions>(unsigned);

}  // namespace redforge

namespace redforge::soup {
namespace {

Result<Definitions> read(ByteView bytes, RawFallbacks* /*kept*/)
{
    return read_definitions(bytes);
}

}  // namespace

Format definitions_format()
{
    Format format =
        make_format<Definitions, &is_definitions, &read, &write_definitions>("Redguard script definitions", ".DEF");
    format.can_begin = &can_begin_definitions;
    format.is_plain_text = true;
    return format;
}

}  // namespace redforge::soup
