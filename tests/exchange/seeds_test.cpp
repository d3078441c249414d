// The committed seeds of the importers' fuzz targets: a rejected seed is useless for a fuzzer.
#include <catch2/catch.hpp>

#include "exchange/gltf/gltf.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/obj/obj.hpp"
#include "support/samples.hpp"
#include "support/source_folder.hpp"

using namespace redforge;
using namespace redforge::exchange;

TEST_CASE("seeds: every fuzzing seed of the importers can be imported as a model", "[exchange]")
{
    const std::filesystem::path corpus = redforge::test::source_folder() / "tests/fuzz/corpus";
    ImportOptions options;
    options.palette = art::grey_colours();
    std::size_t originals = 0;
    std::size_t others = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus / "gltf")) {
        INFO(entry.path().filename());
        const Result<Imported> imported = read_gltf(redforge::test::read_file(entry.path()), options);
        REQUIRE((imported ? "" : describe(imported.error())) == "");
        CHECK(model::write_model(imported->model));
        (imported->is_original ? originals : others) += 1;
    }
    CHECK(originals == 4);  // v5.0, v4.0, v2.7, and one whose stored top bits follow the rule after a vertex moved
    CHECK(others == 5);     // one has overlapping tables, which do not fit after a vertex moved
    std::size_t texts = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus / "obj")) {
        INFO(entry.path().filename());
        const Bytes bytes = redforge::test::read_file(entry.path());
        const auto beside = [&](const std::string&) -> Result<Bytes> { return bytes; };
        const Result<Imported> imported = read_obj(as_text(bytes), options, beside);
        REQUIRE((imported ? "" : describe(imported.error())) == "");
        ++texts;
    }
    CHECK(texts == 4);
}
