// Writes a model as OBJ and MTL.
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "exchange/gltf/originals.hpp"
#include "exchange/mesh/drawn.hpp"
#include "exchange/mesh/surface.hpp"
#include "exchange/mesh/textures.hpp"
#include "exchange/mesh/triple.hpp"
#include "exchange/obj/obj.hpp"
#include "model/mesh.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

/// Writes distinct lines once, and numbers them from 1.
class Lines {
public:
    explicit Lines(std::string& out) : out_(out) {}
    std::size_t number_of(std::string line)
    {
        const auto [place, added] = numbers_.try_emplace(std::move(line), numbers_.size() + 1);
        if (added) {
            out_ += place->first;
        }
        return place->second;
    }

private:
    std::string& out_;
    std::map<std::string, std::size_t> numbers_;
};

std::string normal_line(const model::MeshVertex& vertex)
{
    const Triple normal = drawn_normal(vertex);
    return fmt::format("vn {} {} {}\n", normal[0], normal[1], normal[2]);
}

std::string material_lines(const model::Texture& texture, const std::string& picture_file, const Textures* textures)
{
    std::string lines = fmt::format("newmtl {}\n", surface_name(texture));
    if (!picture_file.empty()) {
        return lines + fmt::format("Kd 1 1 1\nmap_Kd {}\n\n", picture_file);
    }
    if (!texture.code.stored && texture.colour >= 0) {
        const auto index = static_cast<std::size_t>(texture.colour);
        const art::Colour colour = textures != nullptr && index < textures->colours.size()
                                       ? textures->colours[index]
                                       : art::grey_colours()[index % art::palette_colours];
        return lines + fmt::format("Kd {:.6g} {:.6g} {:.6g}\n\n", colour.r / 255.0, colour.g / 255.0, colour.b / 255.0);
    }
    return lines + "Kd 1 1 1\n\n";
}

}  // namespace

Result<ObjFiles> write_obj(const model::Model& model, const ExportOptions& options)
{
    const std::vector<std::uint32_t> faces = drawn_faces(model);
    if (faces.empty()) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = "the model has no face that can be drawn",
                     .hint = "add a face with three corners on its vertices"});
    }
    const std::string name = options.name.empty() ? "model" : options.name;
    std::string vertices;
    for (const model::Vector& at : model.vertices) {
        fmt::format_to(std::back_inserter(vertices), "v {} {} {}\n", 0 - at.x / drawn_scale, 0 - at.y / drawn_scale,
                       at.z / drawn_scale);
    }
    std::string place_lines;
    std::string normal_lines;
    std::string face_lines;
    Lines places(place_lines);
    Lines normals(normal_lines);
    std::map<std::uint32_t, std::size_t> slot_normals;
    std::size_t normal_count = 0;
    std::map<std::string, const model::Texture*> materials;
    std::string material;
    int shade = -1;
    const model::Mesh mesh = model::to_mesh(model);
    std::size_t at = 0;
    for (const std::uint32_t index : faces) {
        const model::Face& face = model.faces[index];
        if (face.shade != shade) {
            shade = face.shade;
            fmt::format_to(std::back_inserter(face_lines), "g shade_{}\n", shade);
        }
        if (const std::string own = surface_name(face.texture); own != material) {
            material = own;
            materials.emplace(own, &face.texture);
            face_lines += "usemtl " + own + '\n';
        }
        const Picture* const picture = options.textures != nullptr ? options.textures->find(face.texture) : nullptr;
        const double width = picture != nullptr ? picture->width : unknown_side;
        const double height = picture != nullptr ? picture->height : unknown_side;
        face_lines += 'f';
        for (std::size_t corner = 0; corner < face.vertices.size(); ++corner, ++at) {
            const model::MeshVertex& vertex = mesh.vertices[at];
            // V of an OBJ increases upwards; images start at the top.
            const std::size_t place = places.number_of(fmt::format("vt {} {}\n", static_cast<double>(vertex.u) / width,
                                                                   1 - static_cast<double>(vertex.v) / height));
            std::size_t normal = 0;
            if (face.slots.size() == face.vertices.size()) {
                // Write one line per slot, even for equal normals: import identifies slots by the line number.
                const auto [number, added] = slot_normals.try_emplace(face.slots[corner], normal_count + 1);
                if (added) {
                    normal_lines += normal_line(vertex);
                    ++normal_count;
                }
                normal = number->second;
            } else {
                normal = normals.number_of(normal_line(vertex));
            }
            fmt::format_to(std::back_inserter(face_lines), " {}/{}/{}", face.vertices[corner] + 1, place, normal);
        }
        face_lines += '\n';
    }

    ObjFiles files;
    files.obj = std::string(obj_mark) + fmt::format("mtllib {0}.mtl\no {0}\n", name) + vertices + place_lines +
                normal_lines + face_lines;
    std::string material_text = "# Redforge\n";
    for (const auto& [own, texture] : materials) {
        const Picture* const picture = options.textures != nullptr ? options.textures->find(*texture) : nullptr;
        const std::string file = picture != nullptr ? fmt::format("{}_{}.png", name, own) : std::string();
        material_text += material_lines(*texture, file, options.textures);
        if (picture != nullptr) {
            files.side_files.push_back({file, picture->png});
        }
    }
    const ByteView bytes = as_bytes(material_text);
    files.side_files.push_back({name + ".mtl", {bytes.begin(), bytes.end()}});
    return files;
}

}  // namespace redforge::exchange
