// Fuzz target: anything that the .obj reader accepts can be written as a model, and its .obj is read again. The text
// also serves as its .mtl.
#include <cstdint>
#include <cstdlib>

#include "art/colour.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/obj/obj.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace redforge;
    const ByteView bytes = std::as_bytes(std::span(data, size));
    exchange::ImportOptions options;
    options.palette = art::grey_colours();
    const auto beside = [&](const std::string&) -> Result<Bytes> { return Bytes(bytes.begin(), bytes.end()); };
    const Result<exchange::Imported> imported = exchange::read_obj(as_text(bytes), options, beside);
    if (!imported) {
        return 0;
    }
    const Result<exchange::ObjFiles> files = exchange::write_obj(imported->model);
    if (!model::write_model(imported->model) || !files || !exchange::read_obj(files->obj, options)) {
        std::abort();
    }
    return 0;
}
