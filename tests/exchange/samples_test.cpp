// Exports every sample model to glTF and OBJ, and imports it again.
#include <catch2/catch.hpp>

#include "exchange/gltf/gltf.hpp"
#include "exchange/gltf/originals.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/obj/obj.hpp"
#include "model/model.hpp"
#include "support/outcome.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::exchange;

TEST_CASE("samples: every sample model survives export and import", "[exchange][samples]")
{
    const std::filesystem::path folder = redforge::test::samples_or_skip("exchange of sample models");
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
        const Bytes bytes = redforge::test::read_file(entry.path());
        const model::Model model = redforge::test::need(model::read_model(bytes));
        const bool v2 = model.version.bytes.starts_with("v2");
        if (drawn_faces(model).empty()) {
            CHECK_FALSE(write_gltf(model));
            continue;
        }
        const Bytes exported = redforge::test::need(write_gltf(model));
        const Imported back = redforge::test::need(read_gltf(exported));
        CHECK(redforge::test::need(model::write_model(back.model)) == bytes);
        ++exact;
        CHECK(redforge::test::need(write_gltf(back.model)) == exported);
        const ObjFiles files = redforge::test::need(write_obj(model));
        ImportOptions options;
        options.version = v2 ? "v5.0" : model.version.bytes;
        const Imported polygons = redforge::test::need(read_obj(files.obj, options));
        if (polygons.notes.empty()) {  // otherwise edges were divided
            CHECK(polygons.model.vertices.size() <= model.vertices.size());
            CHECK(polygons.model.faces.size() == model.faces.size());
        }
        if (!v2) {  // v2 has corners at fractions of a texel, and only normals of faces
            const ObjFiles again = redforge::test::need(write_obj(polygons.model));
            CHECK(again.obj == files.obj);
            ++same_text;
        }
    }
    CHECK(exact > 200);
    CHECK(same_text > 200);
}
