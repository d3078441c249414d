// A game's folder made by a test: models, banks and maps of its own in a temporary folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/bytes/bytes.hpp"
#include "model/model.hpp"

namespace redforge::test {

/// A temporary folder, gone at the end.
struct Folder {
    std::filesystem::path path;
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();
    /// Writes a file and the folders above it.
    void put(const std::filesystem::path& relative, ByteView bytes) const;
    void put(const std::filesystem::path& relative, std::string_view text) const;
};

/// A triangle of palette colour 9 whose first corner is at X = `x`: distinguishes models.
[[nodiscard]] model::Model triangle(std::int32_t x);

/// Surface of a model's faces: an image of a bank, or a colour of the palette.
struct Skin {
    std::uint16_t bank{};
    std::uint16_t image{};
    std::int16_t colour{-1};
};

/// A cube with its middle at the origin, `half` units to each side, every face of that skin.
[[nodiscard]] model::Model cube(std::int32_t half, Skin skin);

[[nodiscard]] Bytes file_of(const model::Model& model);

/// An archive with this model as its only segment.
[[nodiscard]] Bytes archive_of(std::string_view name, const model::Model& model);

/// A bank with one image of one pixel in that palette index. Name: "A07003" is image 3 of bank 7.
[[nodiscard]] Bytes bank_of(std::string_view name, std::uint8_t index);

/// A palette whose colours 1, 2 and 3 are red, green and blue, and the others their number in grey.
[[nodiscard]] Bytes palette_file();

}  // namespace redforge::test
