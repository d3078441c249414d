// Reads and writes .BSI, and its format entry.
#include "art/sky.hpp"

#include "art/format.hpp"
#include "art/read_back.hpp"
#include "art/texture_parts.hpp"
#include "core/record/binary.hpp"
#include "core/record/describe.hpp"

namespace redforge {

template const RecordType& record_type<art::SkyPicture>(unsigned);

}  // namespace redforge

namespace redforge::art {

bool is_sky_picture(ByteView bytes)
{
    constexpr std::size_t tag_size = 4;
    if (bytes.size() < part_header_size) {
        return false;
    }
    const std::string_view tag = as_text(bytes.first(tag_size));
    const std::size_t size = tag == tag_animated ? animation_size : 0;
    const std::size_t next = part_header_size + size;
    return (tag == tag_still || tag == tag_animated) && load_be32(bytes.data() + tag_size) == size &&
           bytes.size() >= next + tag_size && as_text(bytes.subspan(next, tag_size)) == tag_header;
}

Result<SkyPicture> read_sky_picture(ByteView bytes, RawFallbacks* kept)
{
    if (!is_sky_picture(bytes)) {
        return fail({.message = "not a picture: it does not begin with BSIF or IFHD, then BHDR",
                     .offset = 0,
                     .hint = "a .BSI has the parts of an image of a texture bank"});
    }
    SkyPicture picture;
    read_image_parts(picture.image, bytes, kept);
    return picture;
}

Result<Bytes> write_sky_picture(const SkyPicture& picture)
{
    Bytes bytes;
    if (Status written = append_image_parts(bytes, picture.image, ""); !written) {
        return fail(std::move(written.error()));
    }
    const auto read = [](ByteView written) { return read_sky_picture(written); };
    const auto tidy = [](SkyPicture& given, const SkyPicture&) { drop_derived(given.image); };
    if (Status same = check_reads_back(picture, bytes, read, tidy); !same) {
        return fail(std::move(same.error()));
    }
    return bytes;
}

Format sky_picture_format()
{
    return make_format<SkyPicture, &is_sky_picture, &read_sky_picture, &write_sky_picture>("Redguard sky picture",
                                                                                           ".BSI");
}

}  // namespace redforge::art
