// Fuzz target: any bytes as an archive of the games, with the content of its files, and as a texture.
#include <cstdlib>
#include <span>

#include "tes/archive/dds.hpp"
#include "tes/archive/game_archive.hpp"

using namespace redforge;

namespace {

/// Reads a texture. The chunks of its mipmaps are all of them.
void read_texture(ByteView bytes)
{
    const Result<tes::DdsFile> texture = tes::read_dds(bytes);
    if (!texture) {
        return;
    }
    std::size_t size = 0;
    for (const tes::MipmapChunk& chunk : tes::divide_mipmaps(texture->header)) {
        size += chunk.size;
    }
    if (size != texture->mipmaps.size()) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    constexpr std::uint64_t max_content = 1U << 20U;  // more would only take time
    const ByteView bytes = std::as_bytes(std::span(data, size));
    read_texture(bytes);
    const Result<tes::GameArchive> archive = tes::GameArchive::read(SharedBytes(Bytes(bytes.begin(), bytes.end())));
    if (!archive) {
        return 0;
    }
    for (const tes::ArchivedFile& file : archive->files()) {
        if (file.size <= max_content) {
            const Result<Bytes> content = archive->content(file);
            if (content && content->size() != file.size) {
                std::abort();
            }
        }
    }
    return 0;
}
