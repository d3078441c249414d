// Data of one actor in a map, compared before and after an edit.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge::test {

/// All data of an actor, except offsets.
struct ActorContent {
    std::vector<std::string> strings;
    std::map<std::string, std::string> lists;  ///< values of all records in each other list
    Bytes script;

    friend bool operator==(const ActorContent&, const ActorContent&) = default;
};

[[nodiscard]] ActorContent actor_content(const RecordHandle& actor);

}  // namespace redforge::test
