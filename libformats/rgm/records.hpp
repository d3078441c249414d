// All records of a map, for what has to do with each of them.
#pragma once

#include "rgm/actor.hpp"
#include "rgm/flat.hpp"
#include "rgm/light.hpp"
#include "rgm/marker.hpp"
#include "rgm/object.hpp"
#include "rgm/rope.hpp"
#include "rgm/size.hpp"
#include "rgm/static_object.hpp"
#include "rgm/walk_map.hpp"
