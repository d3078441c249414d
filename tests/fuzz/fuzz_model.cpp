// Fuzz target: any bytes as a .3D or .3DC file, and its meshes.
#include <span>

#include "model/mesh.hpp"
#include "model/model.hpp"
#include "two_laws.hpp"

using namespace redforge;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto model = fuzz::check_two_laws<model::Model, model::is_model, model::read_model, model::write_model>(
        std::as_bytes(std::span(data, size)));
    if (model) {
        (void)model::to_mesh(*model, 0);
        (void)model::to_mesh(*model, model->frames.size());
    }
    return 0;
}
