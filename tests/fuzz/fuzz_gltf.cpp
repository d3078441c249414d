// Fuzz target: a model imported from a .glb can be written and exported again.
#include <cstdint>
#include <cstdlib>

#include "art/colour.hpp"
#include "exchange/gltf/gltf.hpp"
#include "exchange/mesh/imported.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    exchange::ImportOptions options;
    options.palette = art::grey_colours();
    const Result<exchange::Imported> imported = exchange::read_gltf(std::as_bytes(std::span(data, size)), options);
    if (!imported) {
        return 0;
    }
    if (!model::write_model(imported->model) || !exchange::write_gltf(imported->model)) {
        std::abort();
    }
    return 0;
}
