// Moves pictures of patches to PNG files, and back.
#include "mod/patch_pictures.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "art/colour.hpp"
#include "art/png.hpp"
#include "core/bytes/bytes.hpp"

namespace redforge::mod {
namespace {

constexpr std::string_view pixels_tag = "<pixels";
constexpr std::string_view image_tag = "<image ";

/// Range of a tag in a text, from its `<` to its `>`.
struct Tag {
    std::size_t begin{};
    std::size_t end{};
    std::string_view text;
};

/// Finds the next <pixels> tag.
std::optional<Tag> find_pixels(std::string_view text, std::size_t from)
{
    for (std::size_t at = text.find(pixels_tag, from); at != std::string_view::npos;
         at = text.find(pixels_tag, at + 1)) {
        const std::size_t end = text.find('>', at);
        const char after = at + pixels_tag.size() < text.size() ? text[at + pixels_tag.size()] : '\0';
        if (end != std::string_view::npos && (after == ' ' || after == '>' || after == '/' || after == '\n')) {
            return Tag{at, end + 1, text.substr(at, end + 1 - at)};
        }
    }
    return std::nullopt;
}

/// Finds the tag of the <image> element that contains a position.
std::optional<Tag> find_image_around(std::string_view text, std::size_t at)
{
    const std::string_view before = text.substr(0, at);
    const std::size_t begin = before.rfind(image_tag);
    const std::size_t closed = before.rfind("</image>");
    if (begin == std::string_view::npos || (closed != std::string_view::npos && closed > begin)) {
        return std::nullopt;
    }
    const std::size_t end = text.find('>', begin);
    return Tag{begin, end + 1, text.substr(begin, end + 1 - begin)};
}

std::string attribute_of(const Tag& tag, std::string_view name)
{
    for (const char quote : {'"', '\''}) {
        const std::string wanted = fmt::format(" {}={}", name, quote);
        const std::size_t at = tag.text.find(wanted);
        if (at != std::string_view::npos) {
            const std::size_t begin = at + wanted.size();
            return std::string(tag.text.substr(begin, tag.text.find(quote, begin) - begin));
        }
    }
    return {};
}

std::uint32_t number_in(const std::string& text)
{
    std::uint32_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

Result<std::string> pictures_to_files(std::string patch, SideFiles& files)
{
    constexpr std::string_view closing = "</pixels>";
    for (std::optional<Tag> tag = find_pixels(patch, 0); tag; tag = find_pixels(patch, tag->begin + 1)) {
        const std::size_t end = patch.find(closing, tag->end);
        const std::optional<Tag> image = find_image_around(patch, tag->begin);
        if (tag->text != "<pixels>" || end == std::string::npos || !image) {
            continue;
        }
        const Result<Bytes> pixels = side_text_to_bytes(std::string_view(patch).substr(tag->end, end - tag->end));
        const std::uint32_t width = number_in(attribute_of(*image, "width"));
        if (!pixels || width == 0 || pixels->empty() || pixels->size() % width != 0) {
            continue;
        }
        art::IndexedImage picture{width, static_cast<std::uint32_t>(pixels->size() / width), {}};
        picture.indices.reserve(pixels->size());
        for (const std::byte pixel : *pixels) {
            picture.indices.push_back(std::to_integer<std::uint8_t>(pixel));
        }
        Result<Bytes> png = art::write_png(picture, art::grey_colours(), art::IndexZero::opaque);
        if (!png) {
            return fail(std::move(png.error()));
        }
        const std::string name =
            files.add("images", attribute_of(*image, "name"), ".png", SharedBytes(std::move(*png)));
        patch.replace(tag->begin, end + closing.size() - tag->begin, fmt::format("<pixels file=\"{}\"/>", name));
    }
    return patch;
}

Result<std::string> files_to_pictures(std::string patch, const SideFileReader& files)
{
    for (std::optional<Tag> tag = find_pixels(patch, 0); tag; tag = find_pixels(patch, tag->begin + 1)) {
        const std::string name = attribute_of(*tag, "file");
        if (name.empty()) {
            continue;
        }
        const auto reject = [&](std::string message, std::string hint) {
            return fail(
                {.code = ErrorCode::mismatch, .message = std::move(message), .file = name, .hint = std::move(hint)});
        };
        const Result<std::string> content =
            files ? files(name)
                  : fail({.code = ErrorCode::usage,
                          .message = "a patch from standard input cannot name a picture",
                          .file = name,
                          .hint = "name the file of the patch; the picture is next to it"});
        const Result<art::PngImage> png = content ? art::read_png(as_bytes(*content)) : fail(content.error());
        if (!png) {
            Error error = png.error();
            error.file = name;
            return fail(std::move(error));
        }
        if (!png->is_indexed()) {
            return reject(
                "this PNG has colours instead of indices of a palette",
                "save it as an indexed PNG; redforge image import matches colours to the palette of the game");
        }
        const std::optional<Tag> image = find_image_around(patch, tag->begin);
        const std::uint32_t width = image ? number_in(attribute_of(*image, "width")) : 0;
        const std::uint32_t height = image ? number_in(attribute_of(*image, "height")) : 0;
        if (png->indexed.width != width || height == 0 || png->indexed.height % height != 0) {
            return reject(fmt::format("this PNG has {} x {} pixels, and its image in the patch has {} x {}",
                                      png->indexed.width, png->indexed.height, width, height),
                          "change the width and height in the patch");
        }
        std::string hex;
        for (const std::uint8_t index : png->indexed.indices) {
            fmt::format_to(std::back_inserter(hex), "{:02x}", index);
        }
        patch.replace(tag->begin, tag->end - tag->begin, fmt::format("<pixels>{}</pixels>", hex));
    }
    return patch;
}

}  // namespace redforge::mod
