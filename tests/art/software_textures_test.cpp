// TEXTURE.nnn: names and sizes of images, and files that stay bytes.
#include <catch2/catch.hpp>

#include "art/bank_builder.hpp"
#include "art/software_textures.hpp"
#include "edit/document/recognise.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::art;
using namespace redforge::art::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

constexpr std::uint32_t table_end_of_two = 26 + 2 * 20;

Bytes u16(std::uint16_t value)
{
    Bytes bytes;
    append_le(bytes, value);
    return bytes;
}

Bytes row(std::uint32_t position)
{
    return join({u16(1), u32(position), u16(2), u32(3), Bytes(8)});
}

Bytes image(std::uint16_t width, std::uint16_t height, const Bytes& data)
{
    return join({u16(0), u16(0), u16(width), u16(height), u16(0), u32(28), u32(28), u16(1), u16(1), u16(0), u16(0),
                 u16(0), data});
}

Bytes file(const Bytes& table, const Bytes& images)
{
    Bytes name = bytes_of("Stone wall");
    name.resize(24);
    return join({u16(2), name, table, images});
}

}  // namespace

TEST_CASE("TEXTURE: reads the name, and the size of each image", "[art]")
{
    const Bytes first = image(2, 1, Bytes(2));
    const Bytes bytes = file(join({row(table_end_of_two), row(table_end_of_two + 30)}),
                             join({first, image(64, 32, bytes_of("pixels"))}));
    RawFallbacks kept;
    const SoftwareTextures textures = need(read_software_textures(bytes, &kept));
    CHECK(kept.empty());
    CHECK(textures.name.view() == "Stone wall");
    REQUIRE(textures.images.size() == 2);
    CHECK_FALSE(textures.count.stored);
    CHECK_FALSE(textures.images[1].position.stored);
    CHECK(textures.images[0].picture->width == 2);
    CHECK(textures.images[1].picture->width == 64);
    CHECK(textures.images[1].picture->height == 32);
    CHECK(as_text(textures.images[1].picture->data) == "pixels");
    CHECK(law_violation(textures, bytes, write_software_textures).empty());
    CHECK(edit::recognise(bytes)->root() == "software_textures");

    SoftwareTextures larger = textures;
    larger.images[0].picture->data.resize(12);
    const SoftwareTextures back = need(read_software_textures(need(write_software_textures(larger))));
    CHECK(back == larger);  // the position of the second image is computed
}

TEST_CASE("TEXTURE: keeps images with the same offset as raw bytes", "[art]")
{
    const Bytes bytes =
        file(join({row(table_end_of_two), row(table_end_of_two)}), join({image(2, 1, Bytes(2)), bytes_of("rest")}));
    RawFallbacks kept;
    const SoftwareTextures textures = need(read_software_textures(bytes, &kept));
    CHECK(kept.size() == 1);
    CHECK_FALSE(textures.images[0].picture);
    CHECK(textures.data.size() == 34);
    CHECK(law_violation(textures, bytes, write_software_textures).empty());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const ByteView cut = ByteView(bytes).first(size);
        if (is_software_textures(cut)) {
            CHECK(law_violation(need(read_software_textures(cut)), cut, write_software_textures).empty());
        } else {
            CHECK_FALSE(require_error(read_software_textures(cut)).message.empty());
        }
    }
    SoftwareTextures none;
    CHECK(require_error(write_software_textures(none)).field == "images");
}
