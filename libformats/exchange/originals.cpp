// Faces and clusters as JSON lists, and back.
#include "exchange/originals.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "exchange/build.hpp"
#include "model/cluster.hpp"
#include "model/face.hpp"
#include "model/model.hpp"
#include "model/texture_code.hpp"
#include "model/vector.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

[[nodiscard]] tl::unexpected<Error> refuse(std::string_view field, std::string message)
{
    return fail({.code = ErrorCode::malformed,
                 .message = std::move(message),
                 .field = fmt::format("extras.redforge.{}", field),
                 .hint = "a list as export writes it"});
}

/// A list of integers that fit T.
template <class T>
Result<std::vector<T>> numbers(const json& from, const char* name)
{
    const auto found = from.find(name);
    if (found == from.end() || !found->is_array()) {
        return refuse(name, "is no list");
    }
    std::vector<T> values;
    values.reserve(found->size());
    for (const json& each : *found) {
        constexpr auto least = static_cast<std::int64_t>(std::numeric_limits<T>::min());
        constexpr auto most = static_cast<std::int64_t>(std::numeric_limits<T>::max());
        if (!each.is_number_integer() || each.get<std::int64_t>() < least || each.get<std::int64_t>() > most) {
            return refuse(name, fmt::format("has something other than numbers of {} to {}", least, most));
        }
        values.push_back(each.get<T>());
    }
    return values;
}

template <class T>
Result<std::vector<T>> numbers(const json& from, const char* name, std::size_t count)
{
    Result<std::vector<T>> values = numbers<T>(from, name);
    if (values && values->size() != count) {
        return refuse(name, fmt::format("has {} numbers, not {}", values->size(), count));
    }
    return values;
}

Status read_faces(const json& from, model::Model& model)
{
    const auto corners = numbers<std::uint8_t>(from, "corners");
    if (!corners) {
        return fail(corners.error());
    }
    std::size_t total = 0;
    for (const std::uint8_t count : *corners) {
        total += count;
        if (count < least_corners) {
            return refuse("corners", fmt::format("has {}", count));
        }
    }
    const auto shade = numbers<std::uint8_t>(from, "shade", corners->size());
    const auto code = numbers<std::uint32_t>(from, "texture_code", corners->size());
    const auto vertices = numbers<std::uint32_t>(from, "vertices", total);
    const auto u = numbers<std::int16_t>(from, "u", total);
    const auto v = numbers<std::int16_t>(from, "v", total);
    const bool has_slots = from.contains("slots");
    const auto slots = has_slots ? numbers<std::uint32_t>(from, "slots", total) : std::vector<std::uint32_t>{};
    for (const Status& read : {shade.map([](auto&&) {}), code.map([](auto&&) {}), vertices.map([](auto&&) {}),
                               u.map([](auto&&) {}), v.map([](auto&&) {}), slots.map([](auto&&) {})}) {
        if (!read) {
            return read;
        }
    }
    model.faces.resize(corners->size());
    std::size_t at = 0;
    for (std::size_t i = 0; i < model.faces.size(); ++i) {
        model::Face& face = model.faces[i];
        const std::size_t count = (*corners)[i];
        face.shade = (*shade)[i];
        face.texture = model::decode_texture((*code)[i]);
        face.vertices.assign(vertices->data() + at, count);
        face.u.assign(u->data() + at, count);
        face.v.assign(v->data() + at, count);
        if (has_slots) {
            face.slots.assign(slots->data() + at, count);
        }
        at += count;
    }
    return {};
}

Status read_clusters(const json& from, model::Model& model)
{
    const auto found = from.find("clusters");
    if (found == from.end()) {
        return {};
    }
    if (!found->is_array()) {
        return refuse("clusters", "is no list");
    }
    for (const json& each : *found) {
        const auto centre = numbers<std::int32_t>(each, "centre", 3);
        const auto radius = numbers<std::uint32_t>(each, "radius", 1);
        const auto extent = numbers<std::uint32_t>(each, "extent_bits", 3);
        const auto faces = numbers<std::uint16_t>(each, "faces");
        if (!centre || !radius || !extent || !faces) {
            return refuse("clusters", "has an entry that is none");
        }
        model::Cluster& cluster = model.clusters.emplace_back();
        cluster.x = (*centre)[0];
        cluster.y = (*centre)[1];
        cluster.z = (*centre)[2];
        cluster.radius = radius->front();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            cluster.extent[axis] = std::bit_cast<float>((*extent)[axis]);
        }
        cluster.faces = *faces;
        if (std::ranges::any_of(cluster.faces, [&](std::uint16_t face) { return face >= model.faces.size(); })) {
            return refuse("clusters", "names a face that is not there");
        }
    }
    return {};
}

/// The v4 code of a texture, whatever version it is from: banks and images of v2 fit.
std::uint32_t code_of(const model::Texture& texture)
{
    return model::encode_texture(texture);
}

}  // namespace

std::vector<std::uint32_t> drawn_faces(const model::Model& model)
{
    std::vector<std::uint32_t> drawn;
    for (std::size_t i = 0; i < model.faces.size(); ++i) {
        const auto& vertices = model.faces[i].vertices;
        if (vertices.size() >= least_corners &&
            std::ranges::all_of(vertices, [&](std::uint32_t vertex) { return vertex < model.vertices.size(); })) {
            drawn.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return drawn;
}

std::vector<std::uint32_t> loose_vertices(const model::Model& model)
{
    std::vector<bool> used(model.vertices.size());
    for (const std::uint32_t face : drawn_faces(model)) {
        for (const std::uint32_t vertex : model.faces[face].vertices) {
            used[vertex] = true;
        }
    }
    std::vector<std::uint32_t> loose;
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) {
            loose.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return loose;
}

json originals_to_json(const model::Model& model)
{
    json out{{"version", model.version.bytes}, {"frame_type", model.base_frame.type}};
    json corners = json::array();
    json shade = json::array();
    json code = json::array();
    json vertices = json::array();
    json u = json::array();
    json v = json::array();
    json slots = json::array();
    const std::vector<std::uint32_t> drawn = drawn_faces(model);
    for (const std::uint32_t index : drawn) {
        const model::Face& face = model.faces[index];
        corners.push_back(face.vertices.size());
        shade.push_back(face.shade);
        code.push_back(code_of(face.texture));
        for (std::size_t i = 0; i < face.vertices.size(); ++i) {
            vertices.push_back(face.vertices[i]);
            u.push_back(i < face.u.size() ? face.u[i] : 0);
            v.push_back(i < face.v.size() ? face.v[i] : 0);
        }
        for (const std::uint32_t slot : face.slots) {
            slots.push_back(slot);
        }
    }
    if (slots.size() == vertices.size()) {
        out["slots"] = std::move(slots);
    }
    out["corners"] = std::move(corners);
    out["shade"] = std::move(shade);
    out["texture_code"] = std::move(code);
    out["vertices"] = std::move(vertices);
    out["u"] = std::move(u);
    out["v"] = std::move(v);
    out["loose_vertices"] = loose_vertices(model);
    out["places"] = fingerprint(model.vertices);
    if (model.version.bytes == "v5.0" && drawn.size() == model.faces.size()) {
        json clusters = json::array();
        for (const model::Cluster& cluster : model.clusters) {
            json extent = json::array();
            for (const model::Real& axis : cluster.extent) {
                extent.push_back(std::bit_cast<std::uint32_t>(axis.value));
            }
            clusters.push_back({{"centre", {cluster.x, cluster.y, cluster.z}},
                                {"radius", {cluster.radius}},
                                {"extent_bits", std::move(extent)},
                                {"faces", cluster.faces}});
        }
        out["clusters"] = std::move(clusters);
    }
    return out;
}

Result<model::Model> originals_from_json(const json& from)
{
    const auto version = from.find("version");
    const auto type = from.find("frame_type");
    if (version == from.end() || !version->is_string() || type == from.end() || !type->is_number_unsigned() ||
        type->get<std::uint64_t>() > 0xFFFFFFFF) {
        return refuse("version", "or frame_type is not there");
    }
    model::Model model;
    model.version.bytes = version->get<std::string>();
    model.base_frame.type = type->get<std::uint32_t>();
    Status read = read_faces(from, model);
    if (read) {
        read = read_clusters(from, model);
    }
    if (!read) {
        return fail(read.error());
    }
    return model;
}

std::string fingerprint(const std::vector<model::Vector>& vertices)
{
    std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a, a coordinate at a time
    for (const model::Vector& vertex : vertices) {
        for (const std::int32_t part : {vertex.x, vertex.y, vertex.z}) {
            hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x100000001B3;
        }
    }
    return fmt::format("{:016x}", hash);
}

}  // namespace redforge::exchange
