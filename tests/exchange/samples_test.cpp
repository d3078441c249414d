// Every sample model out to glTF and OBJ and back.
#include <catch2/catch.hpp>

#include "exchange/gltf.hpp"
#include "exchange/imported.hpp"
#include "exchange/obj.hpp"
#include "model/face.hpp"
#include "model/model.hpp"
#include "model/vector.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::exchange;

TEST_CASE("every sample model survives export and import", "[exchange][samples]")
{
    const std::filesystem::path folder = test::samples_or_skip("exchange of sample models");
    if (folder.empty()) {
        return;
    }
    std::size_t exact = 0;
    std::size_t same_text = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".3D" && extension != ".3DC") {
            continue;
        }
        INFO(entry.path().filename());
        const Bytes bytes = test::read_file(entry.path());
        const model::Model model = *model::read_model(bytes);
        const bool v2 = model.version.bytes.starts_with("v2");
        const Bytes exported = *write_gltf(model);
        const Result<Imported> back = read_gltf(exported);
        REQUIRE(back);
        const bool odd = entry.path().filename().string().starts_with("ODD_");
        if (!v2 && !odd) {  // gaps and tails are no part of the mesh
            CHECK(*model::write_model(back->model) == bytes);
            ++exact;
        }
        if (!v2) {
            CHECK(*write_gltf(back->model) == exported);
        }
        const ObjFiles files = *write_obj(model);
        ImportOptions options;
        options.version = v2 ? "v5.0" : model.version.bytes;
        const Result<Imported> polygons = read_obj(files.obj, options);
        REQUIRE(polygons);
        CHECK(polygons->model.vertices.size() <= model.vertices.size());
        CHECK(polygons->model.faces.size() == model.faces.size());
        if (!v2) {  // v2 has corners at fractions of a texel, and normals of faces alone
            const ObjFiles again = *write_obj(polygons->model);
            CHECK(again.obj == files.obj);
            ++same_text;
        }
    }
    CHECK(exact > 200);
    CHECK(same_text > 200);
}
