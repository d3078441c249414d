// Entry of PVO in the list of formats, and the tables of its records.
#include "core/record/describe.hpp"
#include "rgm/format.hpp"
#include "rgm/visibility.hpp"

namespace redforge {

template const RecordType& record_type<rgm::Visibility>(unsigned);

}  // namespace redforge

namespace redforge::rgm {

Format visibility_format()
{
    return make_format<Visibility, &is_visibility, &read_visibility, &write_visibility>("Redguard visibility", ".PVO");
}

}  // namespace redforge::rgm
