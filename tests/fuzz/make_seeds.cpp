// Writes the seeds of the map and exchange targets: small maps with content in every section, as files and texts, and
// small models and maps as files of other programs.
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>

#include "exchange/gltf/gltf.hpp"
#include "exchange/map/map_gltf.hpp"
#include "exchange/obj/obj.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"
#include "rgm/map.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "support/laws.hpp"
#include "support/map_file.hpp"
#include "support/models.hpp"
#include "support/random_map.hpp"

namespace {

using namespace redforge;
using Write = std::function<void(const std::string& target, const std::string& name, std::string_view content)>;

/// Writes a model as Redforge exports it, and without the data by which import recognises it.
void add_model(const Write& write, const std::string& name, const Bytes& file)
{
    const model::Model model = model::read_model(file).value();
    const exchange::ExportOptions as_others_would{.name = name, .originals = false};
    write("gltf", name + ".glb", as_text(exchange::write_gltf(model, {.name = name}).value()));
    write("gltf", name + "_plain.glb", as_text(exchange::write_gltf(model, as_others_would).value()));
    const exchange::ObjFiles files = exchange::write_obj(model, {.name = name}).value();
    // The fuzz target takes the same text for the .mtl.
    write("obj", name + ".obj", files.obj + std::string(as_text(files.side_files.back().content)));
}

/// Writes a tree of nodes with translations, rotations, scales, and a mesh at several positions.
void add_map(const Write& write)
{
    scene::GameFolder game;
    model::Rob archive;
    archive.segments.emplace_back().model = model::read_model(model::test::triangle_v5()).value();
    game.archives.emplace_back().rob = std::make_shared<const model::Rob>(std::move(archive));
    game.segments["CRATE"] = {};
    rgm::Map map;
    for (const std::int32_t turn : {0, 3}) {
        rgm::StaticObject& object = map.statics.records.emplace_back();
        object.model_name = "CRATE";
        object.rotation_matrix[1] = turn << 26;  // shears
        object.rotation_matrix[8] <<= turn;
    }
    rgm::Object& object = map.objects.records.emplace_back();
    object.model_name = "CRATE";
    object.angle = {100, 200, 300};
    map.lights.records.emplace_back();
    scene::Pictures none(game, {}, 0);
    const scene::Scene scene = scene::scene_of(map, "map", game, {}, none);
    write("gltf", "map.glb", as_text(exchange::write_map_gltf(map, scene, nullptr).value()));
}

}  // namespace

int main(int argc, char* argv[])
{
    if (argc != 2) {
        std::cerr << "usage: make_seeds FOLDER (tests/fuzz/corpus)\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const auto write = [&](const std::string& target, const std::string& name, std::string_view content) {
        std::filesystem::create_directories(folder / target);
        std::ofstream(folder / target / name, std::ios::binary) << content;
    };
    const auto add = [&](const std::string& name, const Bytes& bytes) {
        write("map", name + ".rgm", as_text(bytes));
        if (const Result<rgm::Map> map = rgm::read_map(bytes)) {
            write("map_xml", name + ".xml", test::to_xml(*map));
        }
    };
    add("small", test::small_map().bytes());
    add("empty", test::text_bytes("END "));
    int taken = 0;
    for (std::uint64_t seed = 0; taken < 8; ++seed) {  // damaged maps add stored values to the corpus
        const Bytes bytes = test::random_file(seed);
        if (bytes.size() > 200 && bytes.size() < 1600) {
            add("damaged_" + std::to_string(seed), bytes);
            ++taken;
        }
    }
    add_model(write, "triangle_v50", model::test::triangle_v5());
    add_model(write, "triangle_v27", model::test::triangle_v2());
    add_model(write, "animated_v40", model::test::animated_v4());
    add_map(write);
    write("obj", "square.obj",
          "mtllib x.mtl\no hut\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 1\nvt .5 1\nvt .5 .5\nvt 0 .5\nvn 0 0 1\n"
          "g shade_20\nusemtl D02044\nf 1/1/1 2/2/1 -2/3/1 -1/4/1\nusemtl Wood\nf 1//1 2//1 3//1\nf 1 3 4\n"
          "newmtl Wood\nKd 1 .5 0\nmap_Kd D02044.png\n");
    return 0;
}
