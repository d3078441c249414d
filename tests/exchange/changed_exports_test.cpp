// Randomly changed models and maps: the scenes of the maps, and the exports of both.
//
// Changes are random with fixed seeds. The pages in tests/exchange/changed are approved texts (support/approved.hpp),
// in which numbers stand for the bytes of a file.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "edit/random_edits.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/import_line.hpp"
#include "exchange/map/map_gltf.hpp"
#include "exchange/obj/obj.hpp"
#include "model/rob.hpp"
#include "scene/scene.hpp"
#include "support/approved.hpp"
#include "support/page_text.hpp"
#include "support/sample_file.hpp"
#include "support/sample_game.hpp"
#include "support/source_folder.hpp"

namespace {

using namespace redforge;
using namespace redforge::test;
using edit::Document;

std::string to_description(ByteView bytes)
{
    return fmt::format("{} bytes {:04x}", bytes.size(), fingerprint_of(bytes).first & 0xFFFF);
}

void check_changed(const std::string& name, const std::string& page)
{
    check_approved(source_folder() / "tests/exchange/changed" / (name + ".txt"), page);
}

/// Describes the re-import of an export; "original" means that the bytes are equal.
std::string to_description(const model::Model& model, const Result<exchange::Imported>& back)
{
    if (back && back->is_original) {
        CHECK(need(model::write_model(back->model)) == need(model::write_model(model)));
    }
    return "  back: " + short_line(import_line(back)) + "\n";
}

std::string exports_of(const model::Model& model, const exchange::ExportOptions& options)
{
    std::string page;
    const Result<Bytes> glb = exchange::write_gltf(model, options);
    page += "  glTF: " + short_line(glb ? to_description(*glb) : describe(glb.error())) + "\n";
    if (glb) {
        page += to_description(model, exchange::read_gltf(*glb));
    }
    const Result<exchange::ObjFiles> obj = exchange::write_obj(model, options);
    page += "  OBJ: " + short_line(obj ? to_description(as_bytes(obj->obj)) : describe(obj.error())) + "\n";
    if (obj) {
        page += to_description(model, exchange::read_obj(obj->obj));
    }
    return page;
}

std::string to_description(const scene::Vec3& place)
{
    return fmt::format("{:.2f} {:.2f} {:.2f}", place.x + 0.0F, place.y + 0.0F, place.z + 0.0F);
}

/// Returns the content of a scene as lines, independent of the order of its meshes.
std::vector<std::string> lines_of(const scene::Scene& scene)
{
    std::vector<std::string> lines;
    for (const scene::Instance& instance : scene.instances) {
        const scene::Mat3& turned = instance.placement.rotation;
        lines.push_back(fmt::format("{} {} is {} at {}, turned {}, {}", scene::kind_name(instance.kind),
                                    instance.record, scene.meshes[instance.mesh].name,
                                    to_description(instance.placement.position), to_description(turned[0]),
                                    to_description(turned[1])));
    }
    for (const scene::Light& light : scene.lights) {
        lines.push_back(fmt::format("light at {}, radius {:.2f}, colour {}, intensity {:.3f}{}",
                                    to_description(light.position), light.radius, to_description(light.colour),
                                    light.intensity, light.active ? "" : ", off"));
    }
    for (const scene::SceneMarker& marker : scene.markers) {
        lines.push_back(fmt::format("marker of {} {} {} {:08x} at {}{}", scene::kind_name(marker.kind), marker.record,
                                    short_line(marker.name), marker.id, to_description(marker.position),
                                    marker.drawn ? ", drawn" : ""));
    }
    for (const std::string& problem : scene.problems) {
        lines.push_back("problem: " + short_line(problem));
    }
    std::ranges::sort(lines);
    return lines;
}

}  // namespace

TEST_CASE("exports: changed models and their re-import match the approved pages", "[exchange]")
{
    for (const char* const name :
         {"animated_v27", "animated_v40", "menu_v40", "packed_v40", "triangle_v27", "triangle_v50"}) {
        const Document model =
            need(edit::read_binary(need(redforge::read_file(source_folder() / "tests/fuzz/corpus/model" / name))));
        std::string page;
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            Random random(seed);
            Document changed = model;
            change_document(random, changed.root(), seed == 0 ? 0 : 1 + seed % 4);
            page += fmt::format("seed {}\n", seed) +
                    exports_of(*edit::get_if<model::Model>(changed), {.name = "M", .originals = seed % 2 == 0});
        }
        check_changed(name, page);
    }
}

TEST_CASE("scenes: changed maps, rebuilt or updated, match the approved page", "[exchange]")
{
    const SampleGame folder;
    const scene::GameFolder game = need(scene::index_game_folder(folder.path));
    const scene::MapFiles files = scene::find_map_files(game, folder.path / "maps/a.rgm");
    const Document sample = sample_document("map");
    scene::Pictures pictures(game, {}, 0);
    scene::Scene kept = scene::scene_of(*edit::get_if<rgm::Map>(sample), "A", game, files, pictures);
    std::vector<std::string> before = lines_of(kept);
    std::string page = lines_of("sample", before);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random random(seed);
        Document changed = sample;
        change_document(random, changed.root(), 1 + seed % 6);
        const rgm::Map& map = *edit::get_if<rgm::Map>(changed);
        const scene::Scene scene = scene::scene_of(map, "A", game, files, pictures);
        const std::vector<std::string> lines = lines_of(scene);
        INFO(seed);
        scene::rebuild_scene(kept, map, &game, &pictures);
        const auto is_problem = [](const std::string& line) { return line.starts_with("problem"); };
        std::vector<std::string> again = lines_of(kept);
        std::vector<std::string> from_scratch = lines;
        std::erase_if(again, is_problem);  // remove the problems of earlier maps
        std::erase_if(from_scratch, is_problem);
        CHECK(again == from_scratch);
        std::vector<std::string> gone;
        std::vector<std::string> added;
        std::ranges::set_difference(before, lines, std::back_inserter(gone));
        std::ranges::set_difference(lines, before, std::back_inserter(added));
        page += fmt::format("seed {}\n", seed) + lines_of("gone", gone) + lines_of("added", added);
        const Result<Bytes> glb = exchange::write_map_gltf(map, scene, nullptr);
        page += "  glTF: " + short_line(glb ? to_description(*glb) : describe(glb.error())) + "\n";
    }
    check_changed("map", page);
}
