// Data of one actor of a map, compared before and after an edit.
#include "support/actor_content.hpp"

#include <string_view>

#include "core/bytes/bytes.hpp"

namespace redforge::test {
namespace {

/// Returns all values of a record and its nested records, with their names.
std::string all_values(const RecordHandle& record)
{
    std::string text;
    for (const FieldEntry& field : record.table().fields) {
        text += field.name + "=" + record.field(field).text() + " ";
    }
    for (const ChildEntry& child : record.table().children) {
        text += child.name + "{";
        if (child.kind == ChildEntry::Kind::list) {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                text += all_values(list.at(i)) + "; ";
            }
        } else if (child.kind == ChildEntry::Kind::blob) {
            text += as_text(record.blob(child));
        }
        text += "}";
    }
    return text;
}

}  // namespace

ActorContent actor_content(const RecordHandle& actor)
{
    ActorContent result;
    const ListView strings = actor.find_list("strings");
    for (std::size_t i = 0; i < strings.size(); ++i) {
        result.strings.push_back(strings.at(i).find_field("value").text());
    }
    for (const std::string_view name : {"variables", "attributes", "animation_files", "groups", "hooks", "locations",
                                        "collision_spheres", "extra", "name_space"}) {
        const ListView list = actor.find_list(name);
        std::string& text = result.lists[std::string(name)];
        for (std::size_t i = 0; i < list.size(); ++i) {
            text += "<" + all_values(list.at(i)) + ">";
        }
    }
    result.script = actor.blob(*actor.table().find_child("script"));
    return result;
}

}  // namespace redforge::test
