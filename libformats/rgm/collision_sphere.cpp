// RAVC: the table of collision spheres.
#include "rgm/collision_sphere.hpp"

#include "core/record_list_members.hpp"
#include "rgm/record_sources.hpp"

template class redforge::RecordList<redforge::rgm::CollisionSphere>;
template const redforge::RecordType& redforge::record_type<redforge::rgm::CollisionSphere>(unsigned);
