// Reads and writes GIF with giflib, line by line, so that sizes are checked before memory is allocated.
#include "exchange/picture/gif.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include <fmt/format.h>

#ifdef REDFORGE_HAS_GIF
#include <gif_lib.h>
#endif

namespace redforge::exchange {

#ifdef REDFORGE_HAS_GIF
namespace {

/// An LZW code has at least 3 bits and represents at most 4096 pixels, the maximum number of codes.
constexpr std::uint64_t gif_pixels_per_byte = std::uint64_t{4096} * 8 / 3;
constexpr std::uint64_t max_pixels_together = 4 * art::max_pixels;
constexpr std::uint32_t max_side = std::numeric_limits<std::uint16_t>::max();

Error gif_error(ErrorCode kind, std::string_view doing, int code)
{
    const char* const words = GifErrorString(code);
    return {.code = kind, .message = fmt::format("{} the GIF: {}", doing, words == nullptr ? "unknown error" : words)};
}

Error gif_size(std::uint64_t width, std::uint64_t height)
{
    return {.code = ErrorCode::out_of_range,
            .message = fmt::format("a GIF of {} x {} pixels", width, height),
            .hint = fmt::format("at least one pixel, at most {}, and sides up to {}", art::max_pixels, max_side)};
}

struct CloseRead {
    void operator()(GifFileType* file) const { DGifCloseFile(file, nullptr); }
};
using ReadFile = std::unique_ptr<GifFileType, CloseRead>;

struct CloseWritten {
    void operator()(GifFileType* file) const { EGifCloseFile(file, nullptr); }
};
using WrittenFile = std::unique_ptr<GifFileType, CloseWritten>;

int take_bytes(GifFileType* file, GifByteType* to, int count)
{
    auto& rest = *static_cast<ByteView*>(file->UserData);
    const std::size_t size = std::min(rest.size(), static_cast<std::size_t>(std::max(count, 0)));
    std::memcpy(to, rest.data(), size);
    rest = rest.subspan(size);
    return static_cast<int>(size);
}

int give_bytes(GifFileType* file, const GifByteType* from, int count)
{
    append(*static_cast<Bytes*>(file->UserData), std::as_bytes(std::span(from, static_cast<std::size_t>(count))));
    return count;
}

bool begins_as_gif(ByteView bytes)
{
    constexpr std::string_view signature = "GIF8";
    return as_text(bytes.first(std::min(bytes.size(), signature.size()))) == signature;
}

/// Reads an animation picture by picture.
class GifReader {
public:
    GifReader(ByteView bytes, std::span<const art::Colour> colours)
        : rest_(bytes), size_(bytes.size()), colours_(colours)
    {
    }

    Result<std::vector<art::IndexedImage>> read()
    {
        int code = 0;
        file_ = ReadFile(DGifOpen(&rest_, &take_bytes, &code));
        if (file_ == nullptr) {
            return fail(gif_error(ErrorCode::malformed, "cannot read", code));
        }
        canvas_.width = static_cast<std::uint32_t>(file_->SWidth);
        canvas_.height = static_cast<std::uint32_t>(file_->SHeight);
        const std::uint64_t pixels = std::uint64_t{canvas_.width} * canvas_.height;
        if (pixels == 0 || pixels > art::max_pixels) {
            return fail(gif_size(canvas_.width, canvas_.height));
        }
        canvas_.indices.resize(pixels);
        GifRecordType type = UNDEFINED_RECORD_TYPE;
        while (type != TERMINATE_RECORD_TYPE) {
            if (DGifGetRecordType(file_.get(), &type) == GIF_ERROR) {
                return fail(gif_error(ErrorCode::malformed, "cannot read", file_->Error));
            }
            const Status read = type == IMAGE_DESC_RECORD_TYPE  ? read_picture()
                                : type == EXTENSION_RECORD_TYPE ? read_extension()
                                                                : Status{};
            if (!read) {
                return fail(read.error());
            }
        }
        return std::move(pictures_);
    }

private:
    /// Position of a picture on the canvas.
    struct Place {
        std::size_t left{};
        std::size_t top{};
        std::size_t width{};
        std::size_t height{};
    };

    Status read_extension()
    {
        int code = 0;
        GifByteType* block = nullptr;
        if (DGifGetExtension(file_.get(), &code, &block) == GIF_ERROR) {
            return fail(gif_error(ErrorCode::malformed, "cannot read", file_->Error));
        }
        if (code == GRAPHICS_EXT_FUNC_CODE && block != nullptr) {
            DGifExtensionToGCB(block[0], block + 1, &control_);  // NOLINT(*pointer-arithmetic): giflib's block
        }
        while (block != nullptr) {
            if (DGifGetExtensionNext(file_.get(), &block) == GIF_ERROR) {
                return fail(gif_error(ErrorCode::malformed, "cannot read", file_->Error));
            }
        }
        return {};
    }

    Status read_picture()
    {
        if (DGifGetImageDesc(file_.get()) == GIF_ERROR) {
            return fail(gif_error(ErrorCode::malformed, "cannot read", file_->Error));
        }
        const GifImageDesc& image = file_->Image;
        const Place place{static_cast<std::size_t>(image.Left), static_cast<std::size_t>(image.Top),
                          static_cast<std::size_t>(image.Width), static_cast<std::size_t>(image.Height)};
        const std::uint64_t pixels = std::uint64_t{place.width} * place.height;
        if (pixels == 0 || place.left + place.width > canvas_.width || place.top + place.height > canvas_.height) {
            return fail({.code = ErrorCode::malformed,
                         .message = fmt::format("picture {} of the GIF has {} x {} pixels at {}, {}, on a canvas of {} "
                                                "x {}",
                                                pictures_.size(), place.width, place.height, place.left, place.top,
                                                canvas_.width, canvas_.height)});
        }
        if (pixels > size_ * gif_pixels_per_byte) {
            return fail({.code = ErrorCode::truncated,
                         .message = fmt::format("{} bytes cannot hold the {} x {} pixels that they announce", size_,
                                                place.width, place.height),
                         .offset = size_});
        }
        if ((pictures_.size() + 1) * canvas_.indices.size() > max_pixels_together) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = fmt::format("a GIF of more than {} pictures of {} x {} pixels", pictures_.size(),
                                                canvas_.width, canvas_.height),
                         .hint = fmt::format("at most {} pixels together", max_pixels_together)});
        }
        if (image.ColorMap == nullptr && !shared_indices_) {
            Result<std::vector<std::uint8_t>> made = indices_of(file_->SColorMap);
            if (!made) {
                return fail(made.error());
            }
            shared_indices_ = std::move(*made);
        }
        const Result<std::vector<std::uint8_t>> indices =
            image.ColorMap != nullptr ? indices_of(image.ColorMap) : *shared_indices_;
        if (!indices) {
            return fail(indices.error());
        }
        const std::vector<std::uint8_t> before =
            control_.DisposalMode == DISPOSE_PREVIOUS ? canvas_.indices : std::vector<std::uint8_t>();
        if (const Status read = read_lines(place, image.Interlace, *indices); !read) {
            return read;
        }
        pictures_.push_back(canvas_);
        if (control_.DisposalMode == DISPOSE_PREVIOUS) {
            canvas_.indices = before;
        } else if (control_.DisposalMode == DISPOSE_BACKGROUND) {
            for (std::size_t y = 0; y < place.height; ++y) {
                std::ranges::fill(row_of(place, y), std::uint8_t{0});
            }
        }
        control_ = GraphicsControlBlock{DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};
        return {};
    }

    /// Reads the lines of a picture from the top, or in the four passes of an interlaced GIF.
    Status read_lines(const Place& place, bool interlaced, const std::vector<std::uint8_t>& indices)
    {
        struct Pass {
            std::size_t first;
            std::size_t step;
        };
        static constexpr std::array<Pass, 1> whole{{{0, 1}}};
        static constexpr std::array<Pass, 4> passes{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
        std::vector<GifPixelType> line(place.width);
        for (const Pass pass : interlaced ? std::span<const Pass>(passes) : std::span<const Pass>(whole)) {
            for (std::size_t y = pass.first; y < place.height; y += pass.step) {
                if (DGifGetLine(file_.get(), line.data(), static_cast<int>(line.size())) == GIF_ERROR) {
                    return fail(gif_error(ErrorCode::malformed, "cannot read", file_->Error));
                }
                const std::span<std::uint8_t> to = row_of(place, y);
                for (std::size_t x = 0; x < line.size(); ++x) {
                    if (line[x] != control_.TransparentColor) {
                        to[x] = indices[line[x]];
                    }
                }
            }
        }
        return {};
    }

    std::span<std::uint8_t> row_of(const Place& place, std::size_t y)
    {
        return std::span(canvas_.indices).subspan((place.top + y) * canvas_.width + place.left, place.width);
    }

    /// Returns the index in `colours_` for each index of the GIF. Missing colours of the GIF count as black.
    [[nodiscard]] Result<std::vector<std::uint8_t>> indices_of(const ColorMapObject* map) const
    {
        art::RgbaImage palette{art::palette_colours, 1, std::vector<std::uint8_t>(4 * art::palette_colours, 255)};
        for (std::size_t i = 0; i < art::palette_colours; ++i) {
            const bool known = map != nullptr && i < static_cast<std::size_t>(map->ColorCount);
            const GifColorType colour = known ? map->Colors[i] : GifColorType{0, 0, 0};  // NOLINT(*pointer-arithmetic)
            palette.rgba[4 * i] = colour.Red;
            palette.rgba[4 * i + 1] = colour.Green;
            palette.rgba[4 * i + 2] = colour.Blue;
        }
        Result<art::IndexedImage> matched = art::match_to_palette(palette, colours_);
        if (!matched) {
            return fail(matched.error());
        }
        for (std::size_t i = 0; i < std::min(art::palette_colours, colours_.size()); ++i) {
            if (colours_[i] == art::Colour{palette.rgba[4 * i], palette.rgba[4 * i + 1], palette.rgba[4 * i + 2]}) {
                matched->indices[i] = static_cast<std::uint8_t>(i);
            }
        }
        return std::move(matched->indices);
    }

    ByteView rest_;
    std::size_t size_;
    std::span<const art::Colour> colours_;
    ReadFile file_{};
    art::IndexedImage canvas_{};
    GraphicsControlBlock control_{DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};
    std::vector<art::IndexedImage> pictures_{};
    std::optional<std::vector<std::uint8_t>> shared_indices_{};  ///< index mapping of the global palette, cached
};

/// Writes the data before the pictures. Returns false if giflib failed.
bool put_head(GifFileType* file, std::uint32_t width, std::uint32_t height, std::span<const art::Colour> colours)
{
    EGifSetGifVersion(file, true);
    const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> map(
        GifMakeMapObject(static_cast<int>(art::palette_colours), nullptr), &GifFreeMapObject);
    if (map == nullptr) {
        return false;
    }
    std::ranges::transform(colours, map->Colors, [](art::Colour c) { return GifColorType{c.r, c.g, c.b}; });
    constexpr std::array<GifByteType, 3> forever{1, 0, 0};  // NETSCAPE2.0 block: repeat forever
    return EGifPutScreenDesc(file, static_cast<int>(width), static_cast<int>(height), 8, 0, map.get()) != GIF_ERROR &&
           EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) != GIF_ERROR &&
           EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") != GIF_ERROR &&
           EGifPutExtensionBlock(file, static_cast<int>(forever.size()), forever.data()) != GIF_ERROR &&
           EGifPutExtensionTrailer(file) != GIF_ERROR;
}

bool put_frame(GifFileType* file, const GifFrame& frame, std::uint16_t delay)
{
    const GraphicsControlBlock control{DISPOSE_BACKGROUND, false, delay, 0};
    std::array<GifByteType, 4> block{};
    const std::size_t size = EGifGCBToExtension(&control, block.data());
    const auto width = static_cast<int>(frame.picture.width);
    if (EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(size), block.data()) == GIF_ERROR ||
        EGifPutImageDesc(file, static_cast<int>(frame.left), static_cast<int>(frame.top), width,
                         static_cast<int>(frame.picture.height), false, nullptr) == GIF_ERROR) {
        return false;
    }
    std::vector<GifPixelType> pixels(frame.picture.indices.begin(), frame.picture.indices.end());
    const std::span<GifPixelType> all = pixels;
    for (std::size_t y = 0; y < frame.picture.height; ++y) {
        if (EGifPutLine(file, all.subspan(y * frame.picture.width).data(), width) == GIF_ERROR) {
            return false;
        }
    }
    return true;
}

}  // namespace

Result<Bytes> write_gif(std::span<const GifFrame> frames, std::span<const art::Colour> colours, std::uint16_t delay)
{
    std::uint64_t width = 0;
    std::uint64_t height = 0;
    for (const GifFrame& frame : frames) {
        const art::IndexedImage& picture = frame.picture;
        if (picture.indices.empty() || picture.indices.size() != std::uint64_t{picture.width} * picture.height) {
            return fail(gif_size(picture.width, picture.height));
        }
        width = std::max(width, std::uint64_t{frame.left} + picture.width);
        height = std::max(height, std::uint64_t{frame.top} + picture.height);
    }
    if (frames.empty() || std::max(width, height) > max_side || width * height > art::max_pixels) {
        return fail(gif_size(width, height));
    }
    if (colours.empty() || colours.size() > art::palette_colours) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} colours", colours.size()),
                     .hint = fmt::format("a GIF has 1 to {}", art::palette_colours)});
    }
    Bytes bytes;
    int code = 0;
    WrittenFile file(EGifOpen(&bytes, &give_bytes, &code));
    if (file == nullptr) {
        return fail(gif_error(ErrorCode::io, "cannot write", code));
    }
    bool good = put_head(file.get(), static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), colours);
    for (const GifFrame& frame : frames) {
        good = good && put_frame(file.get(), frame, delay);
    }
    if (!good) {
        return fail(gif_error(ErrorCode::io, "cannot write", file->Error));
    }
    if (EGifCloseFile(file.release(), &code) == GIF_ERROR) {
        return fail(gif_error(ErrorCode::io, "cannot write", code));
    }
    return bytes;
}

Result<std::vector<art::IndexedImage>> read_gif(ByteView bytes, std::span<const art::Colour> colours)
{
    if (!begins_as_gif(bytes)) {
        return fail({.code = ErrorCode::malformed, .message = "not a GIF", .offset = 0});
    }
    return GifReader(bytes, colours).read();
}

#else

namespace {

Error without_giflib()
{
    return {.code = ErrorCode::unsupported,
            .message = "this redforge was built without giflib",
            .hint = "build it where giflib is installed, or use .png"};
}

}  // namespace

Result<Bytes> write_gif(std::span<const GifFrame> /*frames*/, std::span<const art::Colour> /*colours*/,
                        std::uint16_t /*delay*/)
{
    return fail(without_giflib());
}

Result<std::vector<art::IndexedImage>> read_gif(ByteView /*bytes*/, std::span<const art::Colour> /*colours*/)
{
    return fail(without_giflib());
}

#endif

}  // namespace redforge::exchange
