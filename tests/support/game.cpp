// Small models, banks and folders for tests.
#include "support/game.hpp"

#include <cstdlib>

#include "art/palette.hpp"
#include "art/texture_bank.hpp"
#include "core/files/files.hpp"
#include "model/frames.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::test {

namespace fs = std::filesystem;

Folder::Folder()
{
    std::string name = (fs::temp_directory_path() / "redforge-game-XXXXXX").string();
    path = ::mkdtemp(name.data()) == nullptr ? fs::path{} : fs::path(name);
}

Folder::~Folder()
{
    std::error_code ignored;
    fs::remove_all(path, ignored);
}

void Folder::put(const fs::path& relative, ByteView bytes) const
{
    fs::create_directories((path / relative).parent_path());
    write_file(path / relative, bytes, {.overwrite = Overwrite::allow}).value();
}

void Folder::put(const fs::path& relative, std::string_view text) const
{
    put(relative, std::as_bytes(std::span(text)));
}

model::Model triangle(std::int32_t x)
{
    model::Model made;
    made.version = "v4.0";
    made.vertices = {{x * 256, 0, 0}, {0, 256, 0}, {0, 0, 256}};
    model::Face face;
    face.texture.colour = 9;
    face.vertices = {0, 1, 2};
    face.u = {0, 0, 0};
    face.v = {0, 0, 0};
    made.faces = {face};
    return made;
}

model::Model cube(std::int32_t half, Skin skin)
{
    model::Model made;
    made.version = "v4.0";
    const std::int32_t h = half * 256;
    for (std::uint32_t corner = 0; corner < 8; ++corner) {  // bit 0: X, bit 1: Y, bit 2: Z
        made.vertices.push_back({(corner & 1) != 0 ? h : -h, (corner & 2) != 0 ? h : -h, (corner & 4) != 0 ? h : -h});
    }
    for (const std::array<std::uint32_t, 4>& corners : {std::array<std::uint32_t, 4>{1, 3, 7, 5},
                                                        {0, 4, 6, 2},
                                                        {2, 6, 7, 3},
                                                        {0, 1, 5, 4},
                                                        {4, 5, 7, 6},
                                                        {0, 2, 3, 1}}) {
        model::Face face;
        face.texture.bank = skin.bank;
        face.texture.image = skin.image;
        face.texture.colour = skin.colour;
        face.vertices = {corners[0], corners[1], corners[2], corners[3]};
        face.u = {0, 0, 0, 0};
        face.v = {0, 0, 0, 0};
        made.faces.push_back(face);
    }
    return made;
}

model::Model shrinking_cube()
{
    model::Model made = cube(20, {.colour = 1});
    made.base_frame.type = 2;
    std::vector<model::Vector> small = made.vertices;
    for (model::Vector& at : small) {
        at = {at.x / 2, at.y / 2, at.z / 2};
    }
    made.frames.resize(1);
    made.frames[0].deltas = model::frame_deltas(made, small).value();
    return made;
}

Bytes file_of(const model::Model& model)
{
    return model::write_model(model).value();
}

Bytes archive_of(std::string_view name, const model::Model& model)
{
    model::Rob rob;
    model::Segment segment;
    segment.name = name;
    segment.model = model;
    rob.segments.push_back(segment);
    return model::write_rob(rob).value();
}

Bytes bank_of(std::string_view name, std::uint8_t index)
{
    art::TextureBank bank;
    art::Image image;
    image.name = name;
    image.header.width = 1;
    image.header.height = 1;
    image.pixels = {std::byte{index}};
    bank.images.push_back(image);
    return art::write_texture_bank(bank).value();
}

Bytes palette_file()
{
    art::Palette palette;
    palette.colours = art::grey_colours();
    palette.colours[1] = {255, 0, 0};
    palette.colours[2] = {0, 255, 0};
    palette.colours[3] = {0, 0, 255};
    return art::write_palette(palette).value();
}

}  // namespace redforge::test
