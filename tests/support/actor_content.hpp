// Data of one actor in a map, compared before and after an edit.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge::test {

/// All that the file says of an actor besides where it stands.
struct ActorContent {
    std::vector<std::string> strings;
    std::map<std::string, std::string> lists;  ///< the values of all records in each of the others
    Bytes script;

    friend bool operator==(const ActorContent&, const ActorContent&) = default;
};

[[nodiscard]] ActorContent actor_content(const RecordHandle& actor);

}  // namespace redforge::test
