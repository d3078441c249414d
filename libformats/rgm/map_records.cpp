// Maps where their records are known: to copy and to destroy them, and to find a record.
#include <algorithm>

#include "core/letter_case.hpp"
#include "core/record_type.hpp"
#include "rgm/map.hpp"
#include "rgm/records.hpp"

namespace redforge::rgm {

Map::Map() = default;
Map::Map(const Map&) = default;
Map::Map(Map&&) noexcept = default;
Map& Map::operator=(const Map&) = default;
Map& Map::operator=(Map&&) noexcept = default;
Map::~Map() = default;

bool operator==(const Map& a, const Map& b)
{
    return same_record(record_type<Map>(), &a, &b);
}

std::optional<std::size_t> first_object_of(const Map& map, std::string_view script_name)
{
    const auto& objects = map.objects.records;
    const auto found = std::ranges::find_if(objects, [&](const Object& object) {
        return !script_name.empty() && same_letters(object.script_name.view(), script_name);
    });
    return found == objects.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - objects.begin()));
}

}  // namespace redforge::rgm
