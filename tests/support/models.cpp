// Small models built from the format's tables, random models, and law 1 as a function.
#include "support/models.hpp"

#include "model/model.hpp"
#include "model/model_xml.hpp"

namespace redforge::model::test {

Bytes triangle_v5()
{
    Layout file;
    file.text("v5.0").u32(3, 1, 1280, 1, 146, 3, 162, 1, 0, 198, 210, 98, 134, 3, 64);
    file.u8(3, 20).u32(1331328164, 0);  // D02044: bank 302, image 44
    file.u32(0).u16(16, 0).u32(1).u16(160, -32).u32(2).u16(-8, 320);
    file.u32(0, 0, 0).u32(768, 0, 0).u32(768, 1024, 0);
    file.u32(0, 0, 256);
    file.u32(98, 134, 0, 0);
    file.u32(384, 512, 0).u32(640).u16(1).f32(1.0, 1.5, 0.5).u32(64).u16(0);
    file.u32(210, 210, 210);
    file.f32(0, 0, 1);
    return file.bytes;
}

Bytes triangle_v2()
{
    Layout file;
    file.text("v2.7").u32(3, 1, 1280, 0, 184, 144, 168, 0, 0, 0, 0, 64, 132, 0, 100);
    file.bytes.reserve(256);
    file.u32(0, 0, 0).u32(768, 0, 0).u32(768, 1024, 0);
    file.u8(3, 6).u16(12 << 7 | 6).u32(0).u32(0).u16(1, 2).u32(12).u16(3, 4).u32(24).u16(5, 6);
    file.u32(0, 0, 256);
    file.u32(10, -11, 12, -13, 14, -15);
    return file.bytes;
}

Bytes animated_v4()
{
    Layout file;
    file.text("v4.0").u32(4, 1, 1280, 2, 158, 3, 0, 0, 0, 0, 218, 98, 146, 3, 64);
    file.u8(3, 0).u32(0xFFF02A00, 0);  // colour 42
    file.u32(0).u16(0, 0).u32(1).u16(0, 0).u32(2).u16(0, 0);
    file.u32(0, 0, 0).u32(768, 0, 0).u32(768, 1024, 0).u32(0, 0, -256);
    file.u32(0, 0, 256);
    file.u32(98, 146, 0, 2).u32(190, 214, 0, 0);
    // base - (0, 0, 256) etc.: positions (0,0,0) (768,0,0) (768,1024,0) (0,0,-256)
    file.u16(0, 0, 0).u16(0, 0, 0).u16(0, 0, 0).u16(0, 0, 0);
    file.u32(256U << 20 | 0U);
    file.f32(0, 0, 1).f32(0, 0, 1).f32(0, 0, 1);
    file.u32(0xFFC00000, 0xFFC00000, 0xFFC00000);
    return file.bytes;
}

namespace {

Bytes random_bytes(std::mt19937& random, std::size_t size)
{
    Bytes bytes(size);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(1 + random() % 255);  // a table of zeros would be omitted
    }
    return bytes;
}

}  // namespace

Bytes narrow_v2()
{
    Layout file;
    file.text("v2.6").u32(3, 1, 1280, 2, 64, 0, 0, 0, 0, 0, 1, 0, 0, 0, 112);
    file.u32(88, 32, 2, 8209, 70, 71);
    file.u32(146, 182, 186).u32(198, 216, 220);
    file.u8(3, 6).u16(12 << 7 | 6).u32(0).u32(0).u16(1, 2).u32(12).u16(3, 4).u32(24).u16(5, 6);
    file.u8(0xAB, 0xCD);
    file.u32(0, 0, 0).u32(768, 0, 0).u32(768, 1024, 0);
    file.u8(1, 2, 3, 4).u32(5, 6, 7);
    file.u16(0, 0, 0).u16(1, -2, 0).u16(0, 0, -32768);
    file.u8(8, 9, 10, 11).u32(12, 13, 14);
    return file.bytes;
}

Bytes wide_v2()
{
    Layout file;
    file.text("v2.7").u32(3, 1, 1283, 2, 64, 272, 9, 0, 0, 0, 1, 224, 260, 0, 120);
    file.u32(88, 32, 1, 16402, 0, 0);
    file.u32(152, 188, 200, 7).u32(224, 260, 272, 0);
    file.u8(3, 6).u16(12 << 7 | 6).u32(0).u32(0).u16(1, 2).u32(12).u16(3, 4).u32(24).u16(5, 6);
    file.u32(0, 0, 0).u32(768, 0, 0).u32(768, 1024, 0);
    file.u32(0, 0, 100);  // shorter than the corners require
    file.u32(0, 0, 0, 0, 0, 0);
    file.u32(0, 0, 100).u32(768, 0, 100).u32(768, 1024, 100);
    file.u32(0, 0, 256);
    file.u32(1, 2, 3, 4, 5, 6);
    file.u8(0xEE);
    return file.bytes;
}

Model random_model(std::mt19937& random, std::string_view version, std::size_t frames, std::uint32_t type, bool slots)
{
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    const auto coordinate = [&] { return static_cast<std::int32_t>(below(200000)) - 100000; };
    Model model;
    model.version = version;
    const bool v2 = version.starts_with("v2");
    (v2 && frames > 0 && type != 0 ? model.animation.layout : model.base_frame.type) = type;
    model.vertices.resize(3 + below(20));
    for (Vector& vertex : model.vertices) {
        vertex = {coordinate(), coordinate(), coordinate()};
    }
    model.faces.resize(1 + below(20));
    for (Face& face : model.faces) {
        const std::size_t corners = 3 + below(below(4) == 0 ? 17 : 2);
        face.shade = static_cast<std::uint8_t>(below(64));
        if (below(4) == 0) {
            face.texture.colour = static_cast<std::int16_t>(below(256));
        } else {
            face.texture.bank = static_cast<std::uint16_t>(v2 ? 2 + below(510) : below(2600));
            face.texture.image = static_cast<std::uint16_t>(below(v2 ? 128 : 1000));
        }
        face.vertices.resize(corners);
        face.u.resize(corners);
        face.v.resize(corners);
        face.slots.resize(slots ? corners : 0);
        for (std::size_t i = 0; i < corners; ++i) {
            face.vertices[i] = below(static_cast<std::uint32_t>(model.vertices.size()));
            face.u[i] = static_cast<std::int16_t>(random());
            face.v[i] = static_cast<std::int16_t>(random());
            if (slots) {
                face.slots[i] = below(30);
            }
        }
        if (v2 && model.animation.layout == 0) {
            face.u_gradient = {coordinate(), coordinate(), coordinate()};
        }
    }
    for (std::size_t i = 0; version != "v4.0" && model.animation.layout == 0 && i < 1 + below(3); ++i) {
        Cluster& cluster = model.clusters.emplace_back();
        cluster.x = coordinate();
        cluster.radius = static_cast<std::uint32_t>(random());
        for (std::size_t face = 0; face < model.faces.size(); face += 1 + below(3)) {
            cluster.faces.push_back(static_cast<std::uint16_t>(face));
        }
        if (!v2) {
            cluster.extent = {Real(-0.0F), Real(1.5F), Real(std::bit_cast<float>(0x7FC12345U))};
        }
    }
    const std::uint32_t layout = model.animation.layout;
    const auto fill = [&](auto& frame) {
        if (layout != 0 && below(4) != 0) {
            frame.face_data = random_bytes(random, (layout == 3 ? 12 : 24) * model.faces.size());
        }
        if (layout == 3 && below(4) != 0) {
            frame.packed_normals = random_bytes(random, 4 * model.faces.size());
        }
    };
    fill(model.base_frame);
    if (layout != 0) {
        model.animation.unknown_50 = below(100000);
        if (below(2) == 0) {
            Gap& gap = model.gaps.emplace_back();
            gap.before = below(2) == 0 ? "vertices" : "end";
            gap.bytes = random_bytes(random, 1 + below(40));
        }
    }
    for (std::size_t i = 1; i < frames; ++i) {
        Frame& frame = model.frames.emplace_back();
        fill(frame);
        for (std::size_t vertex = 0; vertex < model.vertices.size(); ++vertex) {
            if (type == 2 || layout == 3) {
                frame.deltas.push_back({static_cast<std::int16_t>(random()), static_cast<std::int16_t>(random()), 0});
            } else if (type == 0 || type == 4) {
                frame.vertices.push_back({coordinate(), coordinate(), coordinate()});
            }
        }
    }
    return model;
}

std::string to_xml(const Model& model)
{
    return text_of(model);
}

std::string law_one(ByteView bytes)
{
    const Result<Model> model = read_model(bytes);
    if (!model) {
        return "read: " + describe(model.error());
    }
    const Result<Bytes> written = write_model(*model);
    if (!written) {
        return "write: " + describe(written.error());
    }
    if (written->size() != bytes.size() || first_difference(*written, bytes) != bytes.size()) {
        return "differs at " + std::to_string(first_difference(*written, bytes));
    }
    const Result<Model> back = from_xml<Model>(to_xml(*model));
    if (!back) {
        return "text: " + describe(back.error());
    }
    return *back == *model ? "" : "the text says something else";
}

}  // namespace redforge::model::test
