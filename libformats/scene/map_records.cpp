// Appearance and position of map records.
#include "scene/map_records.hpp"

#include <algorithm>

#include "core/text/letter_case.hpp"

namespace redforge::scene {
namespace {

constexpr std::uint8_t flat_type = 3;  ///< MPOB object_type of a flat [likely]

std::int32_t links_of(const rgm::Rope& rope)
{
    return std::clamp<std::int32_t>(rope.length, 0, max_links);
}

float part(std::int16_t value)
{
    return std::clamp(static_cast<float>(value) / 255, 0.0F, 1.0F);
}

PictureKey picture_of(const rgm::TextureData& texture)
{
    return {texture.texture_id, texture.image_id};
}

/// Calls `take` with the record, or without arguments if the kind is not a kind of map record.
template <class Take>
auto with_record(const rgm::Map& map, RecordRef record, Take take)
{
    switch (record.first) {
    case Kind::object: return take(map.objects.records[record.second]);
    case Kind::static_object: return take(map.statics.records[record.second]);
    case Kind::rope: return take(map.ropes.records[record.second]);
    case Kind::flat: return take(map.flats.records[record.second]);
    case Kind::light: return take(map.lights.records[record.second]);
    case Kind::marker: return take(map.markers.records[record.second]);
    case Kind::terrain:
    case Kind::model: break;
    }
    return decltype(take(rgm::Marker{})){};
}

}  // namespace

const rgm::Actor* find_animated_actor(const rgm::Actors& actors, std::string_view script_name)
{
    for (const rgm::Actor& actor : actors.records) {
        if (!actor.animation_files.empty() && equals_ignore_case(actor.header.script_name.view(), script_name)) {
            return &actor;
        }
    }
    return nullptr;
}

std::vector<Vec3> rope_links(const rgm::Rope& rope)
{
    const Vec3 top = view_position(rope.position);
    std::vector<Vec3> links;
    for (std::int32_t i = 1; i <= links_of(rope); ++i) {
        links.push_back({top.x, top.y - rope_step * static_cast<float>(i), top.z});
    }
    return links;
}

Vec3 rope_end(const rgm::Rope& rope)
{
    const Vec3 top = view_position(rope.position);
    return {top.x, top.y - rope_step * static_cast<float>(links_of(rope) + 1), top.z};
}

ModelName model_of(const rgm::Object& object, const rgm::Actors& actors)
{
    if (const std::string_view name = object.model_name.view(); !name.empty()) {
        return {model_stem(name), {}};
    }
    const std::string_view script = object.script_name.view();
    const rgm::Actor* const actor = find_animated_actor(actors, script);
    if (actor == nullptr) {
        return {model_stem(script), {}};
    }
    const std::string_view written = actor->animation_files.front().file_path.bytes;
    std::string_view path = written.substr(0, written.find('\0'));
    if (const std::size_t slash = path.find_last_of("\\/"); slash != std::string_view::npos) {
        path.remove_prefix(slash + 1);
    }
    const std::size_t dot = path.rfind('.');
    return {model_stem(path), dot == std::string_view::npos ? std::string{} : upper(path.substr(dot))};
}

Skins skins_of(const rgm::Map& map)
{
    Skins skins;
    for (const rgm::Actor& actor : map.actors.records) {
        if (actor.header.texture_id > 0) {
            skins.emplace(upper(actor.header.script_name.view()), static_cast<std::uint16_t>(actor.header.texture_id));
        }
    }
    return skins;
}

bool append_drawables(const rgm::Map& map, RecordRef record, const Skins& skins, std::vector<Drawable>& drawables)
{
    switch (record.first) {
    case Kind::object: {
        const rgm::Object& object = map.objects.records[record.second];
        const auto skin = skins.find(upper(object.script_name.view()));
        Drawable& drawable = drawables.emplace_back();
        drawable.model = model_of(object, map.actors);
        drawable.skin = skin == skins.end() ? std::uint16_t{0} : skin->second;
        if (object.object_type == flat_type) {
            drawable.picture = picture_of(object.texture);
        }
        drawable.required = !object.model_name.view().empty();
        drawable.places = {{object_rotation(object.angle), view_position(object.position)}};
        return true;
    }
    case Kind::static_object: {
        const rgm::StaticObject& object = map.statics.records[record.second];
        drawables.push_back({.model = {model_stem(object.model_name.view()), {}},
                             .required = true,
                             .places = {{static_rotation(object.rotation_matrix), view_position(object.position)}}});
        return true;
    }
    case Kind::rope: {
        const rgm::Rope& rope = map.ropes.records[record.second];
        Drawable& links = drawables.emplace_back();
        links.model.stem = model_stem(rope.rope_model.view());
        for (const Vec3& at : rope_links(rope)) {
            links.places.push_back({.position = at});
        }
        drawables.push_back(
            {.model = {model_stem(rope.static_model.view()), {}}, .places = {{.position = rope_end(rope)}}});
        return true;
    }
    case Kind::flat: {
        const rgm::Flat& flat = map.flats.records[record.second];
        drawables.push_back(
            {.picture = picture_of(flat.texture), .places = {{.position = view_position(flat.position)}}});
        return true;
    }
    default: return false;
    }
}

Vec3 position_of(const rgm::Map& map, RecordRef record)
{
    return with_record(map, record, [](const auto& found) { return view_position(found.position); });
}

std::optional<std::uint32_t> id_of(const rgm::Map& map, RecordRef record)
{
    return with_record(map, record, [](const auto& found) {
        if constexpr (requires { found.id; }) {
            return std::optional<std::uint32_t>(found.id);
        } else {
            return std::optional<std::uint32_t>();
        }
    });
}

Mat3 rotation_of(const rgm::Map& map, RecordRef record)
{
    switch (record.first) {
    case Kind::object: return object_rotation(map.objects.records[record.second].angle);
    case Kind::static_object: return static_rotation(map.statics.records[record.second].rotation_matrix);
    default: return Mat3(1.0F);
    }
}

std::vector<SceneMarker> markers_of(const rgm::Map& map)
{
    std::vector<SceneMarker> scene_markers;
    for (const rgm::Object& object : map.objects.records) {
        const std::string_view script = object.script_name.view();
        scene_markers.push_back({.kind = Kind::object,
                                 .id = object.id,
                                 .name = std::string(script.empty() ? object.model_name.view() : script),
                                 .position = view_position(object.position),
                                 .object_type = object.object_type});
    }
    for (const rgm::StaticObject& object : map.statics.records) {
        scene_markers.push_back(
            {Kind::static_object, object.id, std::string(object.model_name.view()), view_position(object.position)});
    }
    for (const rgm::Rope& rope : map.ropes.records) {
        scene_markers.push_back(
            {Kind::rope, rope.id, std::string(rope.rope_model.view()), view_position(rope.position)});
    }
    for (const rgm::Flat& flat : map.flats.records) {
        scene_markers.push_back({Kind::flat, flat.id,
                                 std::to_string(flat.texture.texture_id) + '/' + std::to_string(flat.texture.image_id),
                                 view_position(flat.position)});
    }
    for (const rgm::Light& light : map.lights.records) {
        scene_markers.push_back({Kind::light, light.id, {}, view_position(light.position)});
    }
    std::uint32_t number = 0;
    for (const rgm::Marker& marker : map.markers.records) {
        scene_markers.push_back({Kind::marker, number++, {}, view_position(marker.position)});
    }
    for (std::size_t i = 0; i < scene_markers.size(); ++i) {
        scene_markers[i].record =
            i > 0 && scene_markers[i].kind == scene_markers[i - 1].kind ? scene_markers[i - 1].record + 1 : 0;
    }
    return scene_markers;
}

std::vector<Light> lights_of(const rgm::Map& map)
{
    std::vector<Light> lights;
    for (const rgm::Light& light : map.lights.records) {
        lights.push_back({.position = view_position(light.position),
                          .radius = std::max(0.0F, static_cast<float>(light.radius)) / units_per_view,
                          .colour = {part(light.red), part(light.green), part(light.blue)},
                          .intensity = std::max(0.0F, static_cast<float>(light.intensity)) / 255,
                          .active = std::ranges::any_of(light.channel_map, [](auto on) { return on != 0; })});
    }
    return lights;
}

}  // namespace redforge::scene
