// A game folder for tests: models, banks and maps in a temporary folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "model/model.hpp"

namespace redforge::test {

/// A temporary folder. The destructor removes it.
struct Folder {
    std::filesystem::path path;
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();
    /// Writes a file and its parent folders.
    void put(const std::filesystem::path& relative, ByteView bytes) const;
    void put(const std::filesystem::path& relative, std::string_view text) const;
};

/// Returns a triangle of palette colour 9. Its first corner is at X = `x`, to distinguish models.
[[nodiscard]] model::Model triangle(std::int32_t x);

/// Surface of a model's faces: an image of a bank, or a colour of the palette.
struct Skin {
    std::uint16_t bank{};
    std::uint16_t image{};
    std::int16_t colour{-1};
};

/// Returns a cube around the origin, `half` units to each side, with this skin on every face.
[[nodiscard]] model::Model cube(std::int32_t half, Skin skin);

/// Returns a cube of palette colour 1, 20 units to each side. It has half the size in its second frame.
[[nodiscard]] model::Model shrinking_cube();

[[nodiscard]] Bytes file_of(const model::Model& model);

/// Returns an archive with this model as its only segment.
[[nodiscard]] Bytes archive_of(std::string_view name, const model::Model& model);

/// Returns a bank with one image of one pixel with this palette index. Name: "A07003" is image 3 of bank 7.
[[nodiscard]] Bytes bank_of(std::string_view name, std::uint8_t index);

/// Returns a palette whose colours 1, 2 and 3 are red, green and blue. Other colours are greys of their number.
[[nodiscard]] Bytes palette_file();

}  // namespace redforge::test
