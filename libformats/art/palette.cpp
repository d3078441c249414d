// Reads and writes COL.
#include "art/palette.hpp"

#include <fmt/format.h>

namespace redforge::art {
namespace {

constexpr std::size_t header_size = 8;

}  // namespace

bool is_palette(ByteView bytes)
{
    return bytes.size() >= header_size && load_le<std::uint32_t>(bytes.data() + 4) == palette_magic;
}

Result<Palette> read_palette(ByteView bytes, RawFallbacks* kept)
{
    if (bytes.size() >= header_size && !is_palette(bytes)) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("not a palette: 0x{:08X} where its mark should be",
                                            load_le<std::uint32_t>(bytes.data() + 4)),
                     .offset = 4,
                     .hint = fmt::format("a palette has 0x{:08X} there", palette_magic)});
    }
    if (bytes.size() < palette_file_size) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("the palette ends after {} bytes", bytes.size()),
                     .offset = bytes.size(),
                     .hint = fmt::format("a palette has {}: a size, a mark and 256 colours", palette_file_size)});
    }
    Palette palette;
    palette.size = load_le<std::uint32_t>(bytes.data());
    palette.size.clear_if_equal(palette_file_size);
    palette.colours = read_colours(bytes.data() + header_size);
    const ByteView tail = bytes.subspan(palette_file_size);
    palette.tail.assign(tail.begin(), tail.end());
    if (kept != nullptr && !tail.empty()) {
        kept->push_back({"tail", "bytes after the last colour", tail.size()});
    }
    return palette;
}

Result<Bytes> write_palette(const Palette& palette)
{
    if (Status colours = check_colours(palette.colours); !colours) {
        return fail(std::move(colours.error()));
    }
    // No read-back check: each component has its own byte and can have any value.
    Bytes bytes;
    append_le(bytes, palette.size.value_or(palette_file_size));
    append_le(bytes, palette_magic);
    append_colours(bytes, palette.colours);
    append(bytes, palette.tail);
    return bytes;
}

}  // namespace redforge::art
