// What actors say of the looks of their objects.
#include "rgm/actor_appearance.hpp"

#include "core/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/actors.hpp"
#include "rgm/animation_file.hpp"

namespace redforge::rgm {

std::optional<std::string_view> animation_path(const Actors& actors, std::string_view script_name)
{
    for (const Actor& actor : actors.records) {
        if (!actor.animation_files.empty() && same_letters(actor.header.script_name.view(), script_name)) {
            return actor.animation_files.front().file_path.bytes;
        }
    }
    return std::nullopt;
}

std::vector<ActorTexture> actor_textures(const Actors& actors)
{
    std::vector<ActorTexture> textures;
    textures.reserve(actors.records.size());
    for (const Actor& actor : actors.records) {
        textures.push_back({actor.header.script_name.view(), actor.header.texture_id});
    }
    return textures;
}

}  // namespace redforge::rgm
