// Lookup of MPOB objects.
#include "rgm/object.hpp"

#include <algorithm>

#include "core/text/letter_case.hpp"
#include "rgm/find_object.hpp"

namespace redforge::rgm {

std::optional<std::size_t> first_object_of(const Counted<Object>& section, std::string_view script_name)
{
    const std::vector<Object>& objects = section.records;
    const auto found = std::ranges::find_if(objects, [&](const Object& object) {
        return !script_name.empty() && equals_ignore_case(object.script_name.view(), script_name);
    });
    return found == objects.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - objects.begin()));
}

}  // namespace redforge::rgm
