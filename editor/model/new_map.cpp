// Taking the first actors of a map along into a new one.
#include "editor/model/new_map.hpp"

#include <algorithm>

#include "check/map_order.hpp"
#include "core/letter_case.hpp"
#include "rgm/actor.hpp"

namespace redforge::editor {

NewMap new_map_like(const rgm::Map* other)
{
    NewMap made{rgm::new_map()};
    if (other == nullptr) {
        return made;
    }
    for (const std::string_view name : check::first_actors) {
        const auto actor = std::ranges::find_if(other->actors.records, [name](const rgm::Actor& each) {
            return equals_ignore_case(each.header.script_name.view(), name);
        });
        if (actor != other->actors.records.end()) {
            made.map.actors.records.push_back(*actor);
        }
    }
    made.actors = made.map.actors.records.size();
    if (made.actors > 0) {
        made.map.sizes = other->sizes;
    }
    return made;
}

}  // namespace redforge::editor
