// TEXTURE.nnn: reading and writing, and the format's entry.
#include "art/software_textures.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "art/format.hpp"
#include "art/read_back.hpp"
#include "core/record/binary.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::SoftwareTextures>(unsigned);

}  // namespace redforge

namespace redforge::art {
namespace {

constexpr std::size_t textures_head_size = 26;  // count and name
constexpr std::size_t texture_row_size = 20;
constexpr std::size_t texture_image_size = 28;
constexpr std::size_t max_images = std::numeric_limits<std::int16_t>::max();
static_assert(wire_size<SoftwareImageRow>() == texture_row_size);
static_assert(wire_size<SoftwareImageHeader>() == texture_image_size);

std::size_t table_end(std::size_t count)
{
    return textures_head_size + count * texture_row_size;
}

/// Returns true if each image has a header and begins where the one before it ends.
bool are_in_order(const std::vector<SoftwareImage>& images, std::size_t file_size)
{
    std::size_t least = table_end(images.size());
    for (std::size_t i = 0; i < images.size(); ++i) {
        const std::size_t position = *images[i].position.stored;
        if (i == 0 ? position != least : position < least) {
            return false;
        }
        least = position + texture_image_size;
    }
    return least <= file_size;
}

/// Returns the positions of images that follow each other after the table.
std::vector<std::uint32_t> positions_of(const std::vector<SoftwareImage>& images)
{
    std::vector<std::uint32_t> positions;
    std::size_t at = table_end(images.size());
    for (const SoftwareImage& image : images) {
        positions.push_back(static_cast<std::uint32_t>(at));
        at += image.picture ? texture_image_size + image.picture->data.size() : 0;
    }
    return positions;
}

void drop_table(SoftwareTextures& textures, const SoftwareTextures& /*read_back*/)
{
    textures.count.clear_if_equal(static_cast<std::int16_t>(textures.images.size()));
    const std::vector<std::uint32_t> positions = positions_of(textures.images);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        textures.images[i].position.clear_if_equal(positions[i]);
    }
}

}  // namespace

bool is_software_textures(ByteView bytes)
{
    if (bytes.size() < table_end(1) + texture_image_size) {
        return false;
    }
    const auto count = load_le<std::int16_t>(bytes.data());
    const std::string_view name = as_text(bytes.subspan(2, textures_head_size - 2));
    const bool is_named = std::ranges::all_of(name.substr(0, name.find('\0')), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F;
    });
    return count > 0 && is_named && name.front() != '\0' &&
           load_le<std::uint32_t>(bytes.data() + textures_head_size + 2) ==
               table_end(static_cast<std::size_t>(count)) &&
           bytes.size() >= table_end(static_cast<std::size_t>(count));
}

Result<SoftwareTextures> read_software_textures(ByteView bytes, RawFallbacks* kept)
{
    if (!is_software_textures(bytes)) {
        return fail({.message = "not textures of the software edition: no count, name and table of images",
                     .offset = 0,
                     .hint = "TEXTURE.nnn begins with them, and the first image follows the table"});
    }
    SoftwareTextures textures;
    textures.count = load_le<std::int16_t>(bytes.data());
    textures.name = as_text(bytes.subspan(2, textures_head_size - 2));
    textures.images.resize(static_cast<std::size_t>(*textures.count.stored));
    for (std::size_t i = 0; i < textures.images.size(); ++i) {
        read_record(bytes.data() + table_end(i), static_cast<SoftwareImageRow&>(textures.images[i]));
    }
    if (are_in_order(textures.images, bytes.size())) {
        for (std::size_t i = 0; i < textures.images.size(); ++i) {
            const std::size_t at = *textures.images[i].position.stored;
            const std::size_t next =
                i + 1 < textures.images.size() ? *textures.images[i + 1].position.stored : bytes.size();
            SoftwareImageData& picture = textures.images[i].picture.emplace();
            read_record(bytes.data() + at, static_cast<SoftwareImageHeader&>(picture));
            const ByteView data = bytes.subspan(at + texture_image_size, next - at - texture_image_size);
            picture.data.assign(data.begin(), data.end());
        }
    } else {
        const ByteView data = bytes.subspan(table_end(textures.images.size()));
        textures.data.assign(data.begin(), data.end());
        if (kept != nullptr) {
            kept->push_back({"data", "the images are not in the order of the table", data.size()});
        }
    }
    drop_table(textures, textures);
    return textures;
}

Result<Bytes> write_software_textures(const SoftwareTextures& textures)
{
    if (textures.images.empty() || textures.images.size() > max_images) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} images", textures.images.size()),
                     .field = "images",
                     .hint = "the file has 1 to 32767"});
    }
    Bytes out;
    append_le(out, textures.count.value_or(static_cast<std::int16_t>(textures.images.size())));
    append(out, as_bytes({textures.name.bytes.data(), textures.name.bytes.size()}));
    const std::vector<std::uint32_t> positions = positions_of(textures.images);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        SoftwareImageRow row = textures.images[i];
        row.position = row.position.value_or(positions[i]);
        append_record(out, row);
    }
    for (const SoftwareImage& image : textures.images) {
        if (image.picture) {
            append_record(out, static_cast<const SoftwareImageHeader&>(*image.picture));
            append(out, image.picture->data);
        }
    }
    append(out, textures.data);
    const auto read = [](ByteView written) { return read_software_textures(written); };
    if (Status same = check_reads_back(textures, out, read, &drop_table); !same) {
        return fail(std::move(same.error()));
    }
    return out;
}

Format software_textures_format()
{
    Format format =
        make_format<SoftwareTextures, &is_software_textures, &read_software_textures, &write_software_textures>(
            "Redguard software textures", ".000");
    static constexpr std::array<std::string_view, 1> file_names{"TEXTURE.*"};
    format.file_names = file_names;
    return format;
}

}  // namespace redforge::art
