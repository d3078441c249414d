// Reads and writes the headers of DDS files.
#include "tes/archive/dds.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace redforge::tes {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t plain_header = 128;  ///< with the magic number
constexpr std::size_t dx10_header = plain_header + 20;
constexpr std::uint32_t has_four_letters = 0x4;
constexpr std::uint32_t is_rgb = 0x40;
constexpr std::uint32_t is_luminance = 0x20000;
constexpr std::uint32_t has_alpha = 0x1;
constexpr std::uint32_t cube_caps = 0xFE00;  ///< a cube with all faces
constexpr std::uint32_t cube_flag = 0x200;
constexpr std::uint32_t volume_flag = 0x200000;
constexpr std::uint32_t dx10_cube = 4;
constexpr std::uint32_t two_dimensions = 3;
constexpr std::uint32_t cube_faces = 6;

/// Size of the pixels of some formats.
struct PixelSize {
    std::uint8_t first{};  ///< DXGI_FORMAT
    std::uint8_t last{};
    std::uint8_t side{};   ///< pixels of a block
    std::uint8_t bytes{};  ///< of a block
};

const PixelSize* pixel_size_of(std::uint32_t format)
{
    static constexpr std::array<PixelSize, 15> sizes{{{1, 4, 1, 16},
                                                      {9, 14, 1, 8},
                                                      {23, 43, 1, 4},
                                                      {48, 59, 1, 2},
                                                      {60, 65, 1, 1},
                                                      {70, 72, 4, 8},   // BC1
                                                      {73, 78, 4, 16},  // BC2, BC3
                                                      {79, 81, 4, 8},   // BC4
                                                      {82, 84, 4, 16},  // BC5
                                                      {85, 86, 1, 2},
                                                      {87, 93, 1, 4},
                                                      {94, 99, 4, 16},  // BC6H, BC7
                                                      {67, 67, 1, 4},
                                                      {115, 115, 1, 2},
                                                      {15, 18, 1, 8}}};
    const auto* const found =
        std::ranges::find_if(sizes, [&](const PixelSize& each) { return format >= each.first && format <= each.last; });
    return found == sizes.end() ? nullptr : found;
}

/// Returns the size of a mipmap of one face, in bytes.
std::uint64_t size_of(const DdsHeader& texture, std::uint32_t mipmap)
{
    const PixelSize& size = *pixel_size_of(texture.format);
    const auto blocks = [&](std::uint32_t pixels) {
        return (std::max(pixels >> std::min(mipmap, 16U), 1U) + size.side - 1) / size.side;
    };
    return std::uint64_t{blocks(texture.width)} * blocks(texture.height) * size.bytes;
}

/// Returns the format of a file without a DX10 header.
std::optional<std::uint8_t> format_of_plain(ByteView file)
{
    static constexpr std::array<std::pair<std::string_view, std::uint8_t>, 11> by_letters{{{"DXT1", 71},
                                                                                           {"DXT2", 74},
                                                                                           {"DXT3", 74},
                                                                                           {"DXT4", 77},
                                                                                           {"DXT5", 77},
                                                                                           {"ATI1", 80},
                                                                                           {"BC4U", 80},
                                                                                           {"BC4S", 81},
                                                                                           {"ATI2", 83},
                                                                                           {"BC5U", 83},
                                                                                           {"BC5S", 84}}};
    const auto flags = load_le<std::uint32_t>(file.data() + 80);
    if ((flags & has_four_letters) != 0) {
        const auto* const found = std::ranges::find(by_letters, as_text(file.subspan(84, 4)),
                                                    &std::pair<std::string_view, std::uint8_t>::first);
        return found == by_letters.end() ? std::nullopt : std::optional(found->second);
    }
    const auto bits = load_le<std::uint32_t>(file.data() + 88);
    const auto red = load_le<std::uint32_t>(file.data() + 92);
    const auto green = load_le<std::uint32_t>(file.data() + 96);
    if ((flags & is_rgb) != 0 && bits == 32 && green == 0xFF00) {
        const bool is_opaque = (flags & has_alpha) == 0;
        return red == 0xFF       ? std::optional<std::uint8_t>(28)
               : red == 0xFF0000 ? std::optional<std::uint8_t>(is_opaque ? 88 : 87)
                                 : std::nullopt;
    }
    if ((flags & is_rgb) != 0 && bits == 16 && red == 0xF800 && green == 0x7E0) {
        return 85;
    }
    return (flags & is_luminance) != 0 && bits == 8 ? std::optional<std::uint8_t>(61) : std::nullopt;
}

}  // namespace

Result<DdsFile> read_dds(ByteView file)
{
    if (file.size() < plain_header || as_text(file.first(4)) != "DDS ") {
        return fail({.code = ErrorCode::malformed, .message = "is not a DDS file", .offset = 0});
    }
    const auto word = [&](std::size_t offset) { return load_le<std::uint32_t>(file.data() + offset); };
    const bool has_dx10 = as_text(file.subspan(84, 4)) == "DX10" && (word(80) & has_four_letters) != 0;
    const std::size_t header_size = has_dx10 ? dx10_header : plain_header;
    if (file.size() < header_size) {
        return fail({.code = ErrorCode::truncated, .message = "ends inside its header", .offset = file.size()});
    }
    const std::uint32_t format = has_dx10 ? word(128) : format_of_plain(file).value_or(0);
    const std::uint32_t mipmaps = std::max(word(28), 1U);
    const bool is_array = has_dx10 && (word(132) != two_dimensions || word(140) > 1);
    const bool is_part_of_cube = (word(112) & cube_flag) != 0 && (word(112) & cube_caps) != cube_caps;
    if (is_array || is_part_of_cube || (word(112) & volume_flag) != 0 || pixel_size_of(format) == nullptr) {
        return fail({.code = ErrorCode::unsupported,
                     .message = pixel_size_of(format) != nullptr ? "is not a single picture or a cube"
                                : has_dx10 ? fmt::format("has the format {}, whose size is not known", format)
                                           : "has a format whose size is not known",
                     .hint = "save it as BC1 to BC7 or as 32-bit colours, without layers"});
    }
    constexpr std::uint32_t max_side = std::numeric_limits<std::uint16_t>::max();
    constexpr std::uint32_t max_mipmaps = 16;
    if (word(12) == 0 || word(16) == 0 || word(12) > max_side || word(16) > max_side || mipmaps > max_mipmaps) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("{} x {} pixels and {} mipmaps", word(16), word(12), mipmaps),
                     .offset = 12,
                     .hint = "a texture has up to 65535 x 65535 pixels and 16 mipmaps"});
    }
    DdsFile texture{.header = {.height = static_cast<std::uint16_t>(word(12)),
                               .width = static_cast<std::uint16_t>(word(16)),
                               .mipmaps = static_cast<std::uint8_t>(mipmaps),
                               .format = static_cast<std::uint8_t>(format),
                               .is_cube = (word(112) & cube_flag) != 0 || (has_dx10 && (word(136) & dx10_cube) != 0)},
                    .mipmaps = file.subspan(header_size)};
    std::uint64_t size = 0;
    for (std::uint32_t i = 0; i < mipmaps; ++i) {
        size += size_of(texture.header, i) * (texture.header.is_cube ? cube_faces : 1);
    }
    if (size != texture.mipmaps.size()) {
        return fail(
            {.code = ErrorCode::malformed,
             .message = fmt::format("its mipmaps have {} bytes; the header says {}", texture.mipmaps.size(), size),
             .offset = header_size});
    }
    return texture;
}

Bytes dds_header(const DdsHeader& texture)
{
    constexpr std::uint32_t caps_height_width_format = 0x1007;
    constexpr std::uint32_t has_mipmaps = 0x20000;
    constexpr std::size_t unused_words = 11;
    Bytes head;
    append(head, as_bytes("DDS "sv));
    append_le(head, std::uint32_t{124});
    append_le(head, caps_height_width_format | has_mipmaps);
    append_le(head, std::uint32_t{texture.height});
    append_le(head, std::uint32_t{texture.width});
    append_le(head, std::uint32_t{0});  // size of a row
    append_le(head, std::uint32_t{1});  // depth
    append_le(head, std::uint32_t{texture.mipmaps});
    head.resize(head.size() + unused_words * 4);
    append_le(head, std::uint32_t{32});  // pixel format: by the DX10 header
    append_le(head, has_four_letters);
    append(head, as_bytes("DX10"sv));
    head.resize(head.size() + 5 * std::size_t{4});
    append_le(head, std::uint32_t{0x401008});  // a texture with mipmaps
    append_le(head, texture.is_cube ? cube_caps : 0U);
    head.resize(head.size() + 3 * std::size_t{4});
    append_le(head, std::uint32_t{texture.format});
    append_le(head, two_dimensions);
    append_le(head, texture.is_cube ? dx10_cube : 0U);
    append_le(head, std::uint32_t{1});
    append_le(head, std::uint32_t{0});
    return head;
}

std::vector<MipmapChunk> divide_mipmaps(const DdsHeader& texture)
{
    constexpr std::size_t max_chunks = 4;
    constexpr int min_side = 512;
    std::size_t count = 1;
    while (!texture.is_cube && count < std::min<std::size_t>(texture.mipmaps, max_chunks) &&
           std::min(texture.width, texture.height) >> (count - 1) >= min_side) {
        ++count;
    }
    std::vector<MipmapChunk> chunks;
    for (std::uint16_t i = 0; i < texture.mipmaps; ++i) {
        if (i < count) {
            chunks.push_back({.first = i});
        }
        chunks.back().last = i;
        chunks.back().size += static_cast<std::uint32_t>(size_of(texture, i) * (texture.is_cube ? cube_faces : 1));
    }
    return chunks;
}

}  // namespace redforge::tes
