// Operations of users and scripts on one document: folder form; find, read and set a value; import a model.
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "bench/documents.hpp"
#include "bench/measure.hpp"
#include "core/files/files.hpp"
#include "edit/document/verify.hpp"
#include "edit/patch/edits.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/mesh/imported.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::bench {
namespace {

edit::Document document_of(rgm::Map map)
{
    return {*edit::find_format(rgm::Map::root), std::make_shared<rgm::Map>(std::move(map))};
}

/// Measures one map: writes, rewrites and loads its folder, resolves paths and queries, sets a value.
void measure_map(Figures& figures, std::size_t scale)
{
    const WriteOptions replacing{.overwrite = Overwrite::allow};
    std::string form = (std::filesystem::temp_directory_path() / "redforge-bench-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(form.data());
    const edit::Document document = document_of(town(scale));
    edit::Document changing = document;
    const Bytes file = document.write().value();
    std::size_t made = 0;
    int turn = 0;
    const std::vector<double> times = median_seconds(
        9,
        {
            [&] { keep(write_file(folder / "x.RGM", file, replacing).value()); },
            [&] {
                keep(edit::save(document, folder / fmt::format("new-{}", made++), edit::Storage::folder, {}).value());
            },
            [&] { keep(edit::save(document, folder / "new-0", edit::Storage::folder, replacing).value()); },
            [&] {
                edit::Document loaded = edit::load(folder / "new-0").value().document;
                keep(edit::set(loaded, "lights[0].radius", std::to_string(++turn)).value());
                keep(edit::save(loaded, folder / "new-0", edit::Storage::folder, replacing).value());
            },
            [&] { keep(edit::find(document.root(), "script_name:*7").value()); },
            [&] { keep(edit::resolve(document.root(), "objects[script_name=NONE].position.x")); },
            [&] { keep(edit::resolve(document.root(), "objects[-1].position.x").value()); },
            [&] { keep(edit::set(changing, "lights[0].radius", std::to_string(++turn)).value()); },
            [&] { keep(document.write().value()); },
        });
    const std::string of = fmt::format("of a map of {:.1f} MB", static_cast<double>(file.size()) / 1e6);
    figures.push_back(plain("the folder form " + of + ", made", times[1] * 1e3, "ms"));
    figures.push_back(plain("  against writing its file", times[1] / times[0], "x"));
    figures.push_back(at_most("  written over, against made", times[2] / times[1], 2, "x", "the row above"));
    figures.push_back(at_most("  loaded, one value set, written over", times[3] / times[2], 4, "x", "the row above"));
    figures.push_back(at_most("find in all records " + of, times[4] / times[8], 20, "x", "writing it"));
    figures.push_back(at_most("get by a condition " + of, times[5] / times[8], 2, "x", "writing it"));
    figures.push_back(plain("get by a number " + of, times[6] * 1e6, "us"));
    figures.push_back(at_most("set one value " + of, times[7] / times[8], 4, "x", "writing it"));
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

/// Measures imports of models from other programs.
void measure_import(Figures& figures, const std::filesystem::path& archive)
{
    const model::Rob rob = model::read_rob(read_file(archive).value()).value();
    const model::Model* largest = nullptr;
    for (const model::Segment& segment : rob.segments) {
        if (segment.model && (largest == nullptr || segment.model->faces.size() > largest->faces.size())) {
            largest = &*segment.model;
        }
    }
    if (largest == nullptr) {
        return;
    }
    const Bytes glb = exchange::write_gltf(*largest, {.originals = false}).value();
    const std::vector<double> times = median_seconds(9, {[&] { keep(exchange::read_gltf(glb).value()); },
                                                         [&] { keep(exchange::write_gltf(*largest).value()); },
                                                         [&] { keep(model::write_model(*largest).value()); }});
    figures.push_back(at_most(fmt::format("a model of {} faces from .glb", largest->faces.size()), times[0] / times[1],
                              5, "x", "its export"));
    figures.push_back(plain("  its export against writing it as a model", times[1] / times[2], "x"));
}

}  // namespace

void measure_editing(Figures& figures)
{
    measure_map(figures, 20);
    const char* samples = std::getenv("REDFORGE_SAMPLES");
    if (samples == nullptr) {
        figures.push_back({"archives of the sample game: left out, REDFORGE_SAMPLES is not set", "", "", "", true});
        return;
    }
    const std::filesystem::path art = std::filesystem::path(samples) / "game" / "FXART";
    measure_import(figures, art / "ISLAND.ROB");
    std::size_t size = 0;
    std::string names;
    for (const auto& entry : std::filesystem::directory_iterator(art)) {
        if (entry.path().extension() == ".ROB") {
            names += fmt::format(" '{}'", entry.path().string());
            size += entry.file_size();
        }
    }
    const double seconds = program_seconds(5, "verify" + names);
    figures.push_back(
        at_least(fmt::format("verify of the sample's archives, {:.1f} MB", static_cast<double>(size) / 1e6),
                 static_cast<double>(size) / seconds / 1e6, 15, "MB/s"));
}

}  // namespace redforge::bench
