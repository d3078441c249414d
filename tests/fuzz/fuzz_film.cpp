// Fuzz target: any bytes as a film.
#include <span>

#include "art/film.hpp"
#include "two_laws.hpp"

using namespace redforge;

namespace {

Result<art::Film> read_bytes(ByteView bytes, RawFallbacks* kept)
{
    return art::read_film(SharedBytes(Bytes(bytes.begin(), bytes.end())), kept);
}

Result<Bytes> write_bytes(const art::Film& film)
{
    return art::encode_film(film).map([](const SharedBytes& bytes) { return bytes.joined(); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto film =
        fuzz::check_two_laws<art::Film, art::is_film, read_bytes, write_bytes>(std::as_bytes(std::span(data, size)));
    if (film) {
        fuzz::require(!art::film_description(*film).empty());
    }
    return 0;
}
