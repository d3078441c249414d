// Rewrites a .glb like Blender 3.4 does after an import, without Blender.
#pragma once

#include <bit>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "exchange/gltf/glb.hpp"
#include "exchange/gltf/gltf_reader.hpp"
#include "exchange/gltf/numbers.hpp"
#include "support/outcome.hpp"

namespace redforge::test {

/// Parts that remain in an export: depending on Blender's export options, or because the user deleted the rest.
enum class Keeps : std::uint8_t {
    nothing,             ///< neither UV maps nor pictures nor extras
    uv_maps,             ///< without pictures
    uv_maps_and_extras,  ///< with Custom Properties, without pictures
    defaults,            ///< UV maps and pictures
};

/// The accessors and views of a rewritten document.
class GltfRewriter {
public:
    explicit GltfRewriter(const exchange::GltfReader& reader) : reader_(reader) {}

    std::size_t view(ByteView content)
    {
        views_.push_back({{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", content.size()}});
        append(binary_, content);
        binary_.resize((binary_.size() + 3) / 4 * 4);
        return views_.size() - 1;
    }
    std::size_t accessor(const Bytes& content, int component, std::size_t count, const char* type)
    {
        accessors_.push_back(
            {{"bufferView", view(content)}, {"componentType", component}, {"count", count}, {"type", type}});
        return accessors_.size() - 1;
    }
    void copy_images(nlohmann::json& document)
    {
        for (nlohmann::json& image : document["images"]) {
            image["bufferView"] = view(need(reader_.view(image["bufferView"].get<std::uint32_t>())));
        }
    }
    Bytes finish(nlohmann::json document)
    {
        document["accessors"] = accessors_;
        document["bufferViews"] = views_;
        document["buffers"] = nlohmann::json::array({{{"byteLength", binary_.size()}}});
        return exchange::write_glb(document, binary_);
    }

private:
    const exchange::GltfReader& reader_;
    Bytes binary_;
    nlohmann::json accessors_ = nlohmann::json::array();
    nlohmann::json views_ = nlohmann::json::array();
};

/// Rewrites a primitive: merges equal vertices in order of first use, flips V twice in single precision, and changes
/// the first corner of triangles.
inline void rewrite_primitive(nlohmann::json& primitive, Keeps keeps, exchange::GltfReader& reader,
                              GltfRewriter& writer)
{
    struct Source {
        const std::vector<double>* values;
        std::size_t width;
        nlohmann::json* place;
    };
    std::vector<Source> sources;
    const auto source = [&](nlohmann::json& place, std::uint32_t width) {
        sources.push_back({need(reader.accessor(place.get<std::uint32_t>(), width)), width, &place});
    };
    source(primitive["attributes"]["POSITION"], 3);
    source(primitive["attributes"]["NORMAL"], 3);
    source(primitive["attributes"]["TEXCOORD_0"], 2);
    for (const char* const set : exchange::number_sets) {
        if (keeps == Keeps::nothing) {
            primitive["attributes"].erase(set);
        } else if (primitive["attributes"].contains(set)) {
            source(primitive["attributes"][set], 2);
        }
    }
    for (nlohmann::json& target : primitive["targets"]) {
        source(target["POSITION"], 3);
        source(target["NORMAL"], 3);
    }
    if (primitive["targets"].empty()) {
        primitive.erase("targets");
    }
    std::map<std::vector<float>, std::uint32_t> numbers;
    std::vector<std::vector<float>> kept;
    Bytes indices;
    for (const double index : *need(reader.accessor(primitive["indices"].get<std::uint32_t>(), 1))) {
        std::vector<float> vertex;
        for (const Source& from : sources) {
            for (std::size_t part = 0; part < from.width; ++part) {
                const auto value =
                    static_cast<float>((*from.values)[static_cast<std::size_t>(index) * from.width + part]);
                const bool turned = from.width == 2 && part == 1;
                vertex.push_back(turned ? 1 - (1 - value) : value);
            }
        }
        const auto [number, added] = numbers.try_emplace(vertex, static_cast<std::uint32_t>(kept.size()));
        if (added) {
            kept.push_back(vertex);
        }
        append_le(indices, number->second);
    }
    std::size_t first = 0;
    for (const Source& from : sources) {
        Bytes content;
        for (const std::vector<float>& vertex : kept) {
            for (std::size_t part = 0; part < from.width; ++part) {
                append_le(content, std::bit_cast<std::uint32_t>(vertex[first + part]));
            }
        }
        first += from.width;
        *from.place = writer.accessor(content, 5126, kept.size(), from.width == 3 ? "VEC3" : "VEC2");
    }
    primitive["indices"] = writer.accessor(indices, 5125, indices.size() / 4, "SCALAR");
}

/// Renumbers vertices, drops `extras` unless they are kept, and renames named parts.
inline Bytes as_blender_writes(ByteView bytes, Keeps keeps = Keeps::nothing)
{
    const exchange::Glb glb = need(exchange::read_glb(bytes));
    exchange::GltfReader reader(glb);
    GltfRewriter writer(reader);
    nlohmann::json document = glb.document;
    nlohmann::json& mesh = document["meshes"][0];
    if (keeps != Keeps::uv_maps_and_extras) {
        mesh.erase("extras");
    }
    mesh["name"] = "Mesh.001";
    for (nlohmann::json& material : document["materials"]) {
        material["name"] = material["name"].get<std::string>() + ".001";
    }
    document.erase("animations");
    for (nlohmann::json& primitive : mesh["primitives"]) {
        rewrite_primitive(primitive, keeps, reader, writer);
    }
    if (keeps == Keeps::defaults) {
        writer.copy_images(document);
    } else {
        for (nlohmann::json& material : document["materials"]) {
            material.erase("occlusionTexture");
        }
        document.erase("images");
        document.erase("textures");
    }
    return writer.finish(document);
}

}  // namespace redforge::test
