// Redguard terrains as a format of the program: the entry, and the tables of their records.
#include "art/format.hpp"
#include "art/terrain.hpp"
#include "core/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::Terrain>(unsigned);

}  // namespace redforge

namespace redforge::art {

Format terrain_format()
{
    return make_format<Terrain, &is_terrain, &read_terrain, &write_terrain>("Redguard terrain", ".WLD");
}

}  // namespace redforge::art
