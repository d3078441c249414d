// Stores a model file in a .glb, and compares an imported model with it.
#include "exchange/gltf/originals.hpp"

#include <algorithm>
#include <cmath>

#include "core/bytes/base64.hpp"
#include "exchange/gltf/carrier.hpp"
#include "exchange/mesh/build.hpp"
#include "exchange/mesh/polygons.hpp"
#include "exchange/mesh/surface.hpp"
#include "model/dependents.hpp"
#include "model/frames.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

using model::Model;
using model::Vector;

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t max_original = std::size_t{11} << 20U;  // as base64, it fits into 16 MiB of JSON

/// Returns true if a coordinate is unchanged, except for up to three roundings to single precision. `base`: coordinate
/// of the frame that the export is relative to.
bool equals_stored(std::int32_t original, std::int32_t found, std::int32_t base)
{
    constexpr double precision = 5e-7;
    const double largest = std::max(std::abs(static_cast<double>(original)), std::abs(static_cast<double>(base)));
    return std::abs(static_cast<double>(original) - found) <= largest * precision;
}

bool equals_stored(const Vector& original, const Vector& found, const Vector& base)
{
    return equals_stored(original.x, found.x, base.x) && equals_stored(original.y, found.y, base.y) &&
           equals_stored(original.z, found.z, base.z);
}

/// Returns true if a texture coordinate is unchanged, in texels. `side`: divisor at export.
bool equals_stored_texel(double original, double found, double side)
{
    constexpr double half_a_step = 1.0 / 32;
    constexpr double precision = 5e-7;
    return std::abs(original - found) <= half_a_step + precision * (std::abs(original) + side);
}

/// Returns true if a polygon equals face `index` of the model, ignoring vertex positions and shade.
bool is_face(const Model& model, std::uint32_t index, const Polygon& polygon, const Polygons& all)
{
    constexpr double steps_a_texel = 16;
    const model::Face& face = model.faces[index];
    if (polygon.number != index + 1 || polygon.corners.size() != face.vertices.size() ||
        surface_name(polygon.texture) != surface_name(face.texture)) {
        return false;
    }
    std::vector<model::CornerUv> uvs;
    model::corner_uvs(model, face, uvs);
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
        const Corner& corner = polygon.corners[i];
        if (corner.numbers.corner != i + 1 || all.vertex_numbers[corner.vertex] != face.vertices[i] + 1 ||
            !equals_stored_texel(uvs[i].u / steps_a_texel, corner.u, polygon.width) ||
            !equals_stored_texel(uvs[i].v / steps_a_texel, corner.v, polygon.height)) {
            return false;
        }
    }
    return true;
}

/// Moves vertices to the positions of the corners. `base`: vertices that the frame was exported relative to. Returns
/// false if two corners of a vertex have different positions.
bool place_vertices(const Polygons& polygons, const std::vector<Vector>& places, const std::vector<Vector>& base,
                    std::vector<Vector>& vertices, bool& moved)
{
    std::vector<bool> placed(vertices.size());
    const std::vector<Vector> before = vertices;
    for (const Polygon& polygon : polygons.faces) {
        for (const Corner& corner : polygon.corners) {
            const std::size_t vertex = polygons.vertex_numbers[corner.vertex] - std::size_t{1};
            const Vector& found = places[corner.vertex];
            const Vector here = equals_stored(before[vertex], found, base[vertex]) ? before[vertex] : found;
            if (placed[vertex] && !(vertices[vertex] == here)) {
                return false;
            }
            vertices[vertex] = here;
            placed[vertex] = true;
            moved = moved || !(here == before[vertex]);
        }
    }
    return true;
}

/// Stores vertices in a frame, in the frame type of the model. Returns false if they do not fit.
bool move_frame(const Model& model, const std::vector<Vector>& vertices, model::Frame& frame)
{
    if (!model::frame_form(model).deltas()) {
        if (frame.vertices.size() != vertices.size()) {
            return false;
        }
        frame.vertices = vertices;
        return true;
    }
    std::optional<std::vector<model::Delta>> deltas = model::frame_deltas(model, vertices);
    if (!deltas || frame.deltas.size() != deltas->size()) {
        return false;
    }
    frame.deltas = std::move(*deltas);
    return true;
}

std::optional<Model> model_in(ByteView bytes)
{
    Result<Model> model = model::read_model(bytes);
    return model ? std::optional(std::move(*model)) : std::nullopt;
}

}  // namespace

std::vector<std::uint32_t> drawn_faces(const Model& model)
{
    std::vector<std::uint32_t> drawn;
    for (std::size_t i = 0; i < model.faces.size(); ++i) {
        const auto& vertices = model.faces[i].vertices;
        if (vertices.size() >= min_corners &&
            std::ranges::all_of(vertices, [&](std::uint32_t vertex) { return vertex < model.vertices.size(); })) {
            drawn.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return drawn;
}

OriginalFile original_file(const Model& model)
{
    const Result<Bytes> bytes = model::write_model(model);
    if (!bytes || bytes->size() > max_original) {
        return {};
    }
    Result<Bytes> picture = picture_of_bytes(*bytes);
    return {.text = base64(*bytes), .picture = picture ? std::move(*picture) : Bytes()};
}

std::optional<Model> original_of(std::string_view text)
{
    Bytes bytes;
    std::uint32_t held = 0;
    unsigned bits = 0;
    while (text.ends_with('=')) {
        text.remove_suffix(1);
    }
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos) {
            return std::nullopt;
        }
        held = held << 6U | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<std::byte>(held >> bits & 0xFFU));
        }
    }
    return model_in(bytes);
}

std::optional<Model> original_of(ByteView picture)
{
    const std::optional<Bytes> bytes = bytes_of_picture(picture);
    return bytes ? model_in(*bytes) : std::nullopt;
}

std::optional<Model> take_original(const Model& original, const Polygons& polygons, std::vector<std::string>& notes)
{
    const std::vector<std::uint32_t> drawn = drawn_faces(original);
    if (drawn.empty() || drawn.size() != polygons.faces.size() || polygons.frames.size() != original.frames.size()) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        if (!is_face(original, drawn[i], polygons.faces[i], polygons)) {
            return std::nullopt;
        }
    }
    Model model = original;
    bool base_moved = false;
    if (!place_vertices(polygons, polygons.positions, original.vertices, model.vertices, base_moved)) {
        return std::nullopt;
    }
    bool moved = base_moved;
    for (std::size_t frame = 0; frame < original.frames.size(); ++frame) {
        std::vector<Vector> vertices = model::positions_in(original, frame + 1);
        bool frame_moved = false;
        if (!place_vertices(polygons, polygons.frames[frame], original.vertices, vertices, frame_moved)) {
            return std::nullopt;
        }
        // If the base moved, the deltas of a frame change, even for equal positions.
        if ((frame_moved || base_moved) && !move_frame(model, vertices, model.frames[frame])) {
            return std::nullopt;
        }
        moved = moved || frame_moved;
    }
    bool shaded = false;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        std::uint8_t& shade = model.faces[drawn[i]].shade;
        shaded = shaded || shade != polygons.faces[i].shade;
        shade = polygons.faces[i].shade;
    }
    if (!moved && !shaded) {
        return original;
    }
    model::update_dependents(original, model);
    // A file with unusual tables can reject the new data. Then import it like a foreign model.
    if (!model::write_model(model)) {
        return std::nullopt;
    }
    if (moved && model::frame_form(model).face_data != 0) {
        notes.emplace_back("vertices moved; normals and face data of the frames are unchanged, because their rule "
                           "is not known");
    }
    return model;
}

}  // namespace redforge::exchange
