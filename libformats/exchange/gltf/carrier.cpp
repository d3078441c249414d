// Writes bytes to the pixels of a PNG, and reads them back.
#include "exchange/gltf/carrier.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "art/png.hpp"
#include "core/bytes/fingerprint.hpp"

namespace redforge::exchange {
namespace {

constexpr std::string_view mark = "Redforge";
constexpr std::size_t head_size = 32;  // a marker, and a fingerprint of three numbers
constexpr std::size_t bytes_a_pixel = 2;

Bytes head_of(ByteView bytes)
{
    const Fingerprint fingerprint = fingerprint_of(bytes);
    const ByteView begin = as_bytes(mark);
    Bytes head(begin.begin(), begin.end());
    append_le(head, fingerprint.size);
    append_le(head, fingerprint.first);
    append_le(head, fingerprint.second);
    return head;
}

}  // namespace

Result<Bytes> picture_of_bytes(ByteView bytes)
{
    Bytes held = head_of(bytes);
    append(held, bytes);
    const std::size_t pixels = (held.size() + bytes_a_pixel - 1) / bytes_a_pixel;
    if (pixels > art::max_pixels) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} bytes are too many for a picture", bytes.size()),
                     .hint = fmt::format("at most {} pixels of {} bytes", art::max_pixels, bytes_a_pixel)});
    }
    const auto width = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(pixels))));
    const auto height = static_cast<std::uint32_t>((pixels + width - 1) / width);
    held.resize(bytes_a_pixel * width * height);
    art::RgbaImage image{width, height, {}};
    image.rgba.assign(std::size_t{4} * width * height, 0xFF);
    for (std::size_t i = 0; i < held.size(); i += bytes_a_pixel) {
        image.rgba[2 * i + 1] = std::to_integer<std::uint8_t>(held[i]);
        image.rgba[2 * i + 2] = std::to_integer<std::uint8_t>(held[i + 1]);
    }
    return art::write_png(image, art::Effort::quick);
}

std::optional<Bytes> bytes_of_picture(ByteView png)
{
    const Result<art::PngImage> read = art::is_png(png) ? art::read_png(png) : fail({});
    if (!read || read->is_indexed()) {
        return std::nullopt;
    }
    Bytes held;
    for (std::size_t i = 0; i + 3 < read->rgba.rgba.size(); i += 4) {
        held.push_back(std::byte{read->rgba.rgba[i + 1]});
        held.push_back(std::byte{read->rgba.rgba[i + 2]});
    }
    if (held.size() < head_size) {
        return std::nullopt;
    }
    const auto size = load_le<std::uint64_t>(held.data() + mark.size());
    if (size > held.size() - head_size) {
        return std::nullopt;
    }
    const ByteView bytes = ByteView(held).subspan(head_size, size);
    if (!std::ranges::equal(head_of(bytes), ByteView(held).first(head_size))) {
        return std::nullopt;
    }
    return Bytes(bytes.begin(), bytes.end());
}

}  // namespace redforge::exchange
